"""CR 605, 118.3: with what a player could pay mana now: the pool, mana abilities, and what stands for mana (convoke, delve …).

What isn't understood completely is no source, but it is told: with it a cost might be payable after all, so that nobody
says "can't" (`Sources.unknown`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kb.checker.activation_times import TIMES, TIMES_A_TURN, used_up
from kb.checker.characteristics import AbilityOf, abilities, chars, functions, has_keyword
from kb.checker.dispatch import Scope, find, holds, number
from kb.checker.mana_made import Bundle, bundles, mana_watchers, tapped_for, with_triggers
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.parts import forbidden, parts
from kb.checker.rules import rule
from kb.checker.state import Game, NotModelled, Obj, battlefield, card_name
from kb.checker.triggers import watchers

SNOW = frozenset({"S"})
"""Marks mana of a snow source: it pays for {S}, and is no letter of its own."""
MOST_WAYS = 40
"""Ways of one source that are looked at; with more, what can't be paid is not known."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to get mana out of a source."""

    bundle: Bundle
    ability: AbilityOf | None = None
    instead: str = ""
    """The rule by which it pays without being mana (convoke …)."""
    price: int = 0
    """How dear it is: 1 for a sacrifice, life or counters; such ways are used last."""


@dataclass(slots=True)
class Source:
    """A permanent (or card, or one mana of the pool): one of its ways can be used."""

    thing: int | None
    ways: list[Way]


@dataclass(slots=True)
class Sources:
    """All that is understood, and what isn't."""

    found: list[Source] = field(default_factory=list)
    unknown: list[NotModelled] = field(default_factory=list)


def sources(game: Game, player: str, spell: int | None) -> Sources:
    """What the player could pay with now."""
    made = Sources()
    for letter, count in game.players[player].mana.items():
        made.found += [Source(None, [Way((frozenset({letter}),))]) for _ in range(count)]
    watching = mana_watchers(game, watchers(game))
    for zone, ids in game.zones.items():
        for identity in list(ids):
            obj = game.objects[identity]
            if obj.ability is None and (zone == "battlefield" or _may_make_mana(obj)):
                _of_object(game, player, obj, watching, made)
    if spell is not None:
        _instead_of_mana(game, player, spell, made)
    for one in parts(game, ast.Can):
        if one.part.verb == "spend mana as any color" and player in find(game, one.part.who, one.scope):
            made.unknown.append(
                NotModelled("mana that may be spent as though it were of any color", one.source)
            )
    return made


def _may_make_mana(obj: Obj) -> bool:
    return any(isinstance(node, ast.Activated) and node.is_mana for node in obj.printed.abilities)


def _of_object(game: Game, player: str, obj: Obj, watching: list[AbilityOf], made: Sources) -> None:
    ways: list[Way] = []
    controller = chars(game, obj.id).controller if obj.zone == "battlefield" else obj.owner
    for ability in abilities(game, obj.id):
        node = ability.node
        if _perhaps_mana(node) and (controller == player or isinstance(node, ast.Triggered)):
            made.unknown.append(
                NotModelled("this text is not read, and it is about mana", card_name(game, obj.id), node.text)
            )
        if not isinstance(node, ast.Activated) or not node.is_mana or not functions(game, ability):
            continue
        if controller != player and "any player" not in node.limits:
            continue
        try:
            ways += _ways(game, player, obj, ability, watching)
        except NotModelled as problem:
            made.unknown.append(problem)
    if len(ways) > MOST_WAYS:
        made.unknown.append(NotModelled("all the ways of this mana ability", card_name(game, obj.id)))
        del ways[MOST_WAYS:]
    if ways:
        made.found.append(Source(obj.id, ways))


def _perhaps_mana(node: ast.Ability) -> bool:
    """Whether an ability that isn't read might make mana."""
    about = isinstance(node, ast.UnreadAbility) or (
        isinstance(node, ast.Activated | ast.Triggered)
        and not getattr(node, "is_mana", False)
        and bool(unread(node))
    )
    return (
        about
        and re.search(r"\badds?\b.*\bmana\b|\badds?\b.*\{|\bfor mana\b", node.text, re.IGNORECASE) is not None
    )


def _ways(game: Game, player: str, obj: Obj, ability: AbilityOf, watching: list[AbilityOf]) -> list[Way]:
    """What activating a mana ability could bring; nothing where it can't be activated now."""
    node = ability.node
    assert isinstance(node, ast.Activated)
    unclear = NotModelled("whether this mana ability could pay", card_name(game, obj.id), node.text)
    scope = Scope(obj.id, player)
    price = _price(game, player, obj, node, scope, unclear)
    if price is None or not _allowed(game, player, obj, ability, scope):
        return []
    if unread(node):
        raise unclear
    found: list[Bundle] = [()]
    effects = [
        one
        for effect in node.body.effects
        for one in (
            (effect.then if holds(game, effect.condition, scope) else effect.otherwise)
            if isinstance(effect, ast.If)
            else (effect,)
        )
    ]
    for effect in effects:
        if isinstance(effect, ast.AddMana):
            if effect.only:
                raise unclear
            found = [before + way for before in found for way in bundles(game, effect, scope)]
        elif any(isinstance(part, ast.AddMana) for part in ast.walk(effect)):
            raise unclear
    if tapped_for(game, ability):
        found = [total for one in found for total in with_triggers(game, watching, obj.id, player, one)]
    if "snow" in chars(game, obj.id).supertypes:  # 107.4h
        found = [tuple(unit | SNOW for unit in bundle) for bundle in found]
    return [Way(bundle, ability, "", price) for bundle in dict.fromkeys(found) if bundle]


def _allowed(game: Game, player: str, obj: Obj, ability: AbilityOf, scope: Scope) -> bool:
    node = ability.node
    assert isinstance(node, ast.Activated)
    if node.condition is not None and not holds(game, node.condition, scope):
        return False
    for word in ("activate", "activate abilities"):
        if forbidden(game, word, obj.id, None, True) or forbidden(game, word, player, obj.id, True):
            return False
    for limit in node.limits:
        if used_up(game, limit, ability.key):
            return False
        if limit in TIMES and not TIMES[limit](game, player):
            return False
        if limit not in ("once", *TIMES_A_TURN, *TIMES, "any player", "owner"):
            raise NotModelled(f"the restriction {limit!r}", card_name(game, obj.id), node.text)
    return True


def _price(
    game: Game, player: str, obj: Obj, node: ast.Activated, scope: Scope, unclear: NotModelled
) -> int | None:
    """How dear the cost is; None where it can't be paid; raises where it isn't one that only the source itself pays."""
    price, spent = 0, "once each turn" in node.limits or "once" in node.limits
    for part in node.cost:
        if isinstance(part, ast.TapCost):
            if part.untap:
                raise unclear
            if obj.tapped or _sick(game, obj):
                return None
            spent = True
        elif isinstance(part, ast.DoCost):
            effect = part.effect
            price = max(price, 1)
            if isinstance(effect, ast.Sacrifice | ast.Move) and isinstance(effect.what, ast.This):
                spent = True
            elif isinstance(effect, ast.LoseLife) and isinstance(effect.who, ast.You):
                if game.players[player].life < number(game, effect.amount, scope):
                    return None
            elif isinstance(effect, ast.RemoveCounters) and isinstance(effect.on, ast.This) and effect.kind:
                if obj.counters.get(effect.kind, 0) < (
                    1 if effect.count is None else number(game, effect.count, scope)
                ):
                    return None
            elif not (isinstance(effect, ast.PutCounters) and isinstance(effect.on, ast.This)):
                raise unclear
        else:
            raise unclear
    if not spent:  # it could be activated again and again
        raise unclear
    return price


def _sick(game: Game, obj: Obj) -> bool:
    return (
        "creature" in chars(game, obj.id).types
        and obj.since >= game.turn
        and not has_keyword(game, obj.id, "haste")
    )


@rule("702.51a", "702.66a", "702.126a")
def _instead_of_mana(game: Game, player: str, spell: int, made: Sources) -> None:
    """CR 702.51a, 702.66a, 702.126a: convoke taps creatures, improvise artifacts, delve exiles cards rather than paying mana."""
    by_thing = {source.thing: source for source in made.found if source.thing is not None}

    def add(thing: int, way: Way) -> None:
        if thing in by_thing:
            by_thing[thing].ways.append(way)
        else:
            made.found.append(Source(thing, [way]))

    for obj in battlefield(game):
        what = chars(game, obj.id)
        if obj.tapped or what.controller != player:
            continue
        if "creature" in what.types and has_keyword(game, spell, "convoke"):
            add(obj.id, Way((what.colors,), instead="702.51a", price=1))
        if "artifact" in what.types and has_keyword(game, spell, "improvise"):
            add(obj.id, Way((frozenset(),), instead="702.126a", price=1))
    if has_keyword(game, spell, "delve"):
        for card in game.zones.get(f"graveyard:{player}", []):
            if card != spell:
                add(card, Way((frozenset(),), instead="702.66a", price=1))
