"""CR 106, 118, 605: paying mana. With `mana: unlimited` every mana cost is payable, and the report says so.

With `mana: sources` mana comes from the pool and from mana abilities of permanents; the payer taps what is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.checker.cards import COLORS, symbols
from kb.checker.characteristics import AbilityOf, abilities, chars, has_keyword
from kb.checker.dispatch import Scope, holds, number
from kb.checker.event import Event
from kb.checker.events import happen
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, NotModelled, battlefield, card_name
from kb.checker.triggers import watchers

UNLIMITED = {
    "en": "Costs are assumed payable.",
    "ja": "コストは支払えるものとしています。",
}


@dataclass
class ManaBill:
    """A mana cost to pay: how much of each color, and generic."""

    generic: int = 0
    colored: dict[str, int] = field(default_factory=dict)
    hybrid: list[tuple[str, ...]] = field(default_factory=list)
    """Symbols of which one of several may pay (W/U, 2/W)."""
    life: int = 0
    """Life for Phyrexian symbols that is paid instead."""

    @property
    def total(self) -> int:
        """Mana in all."""
        return self.generic + sum(self.colored.values()) + len(self.hybrid)


def bill(cost: str, x: int = 0) -> ManaBill:
    """Read a cost.

    >>> bill("{2}{W}{W}{X}", 3).total
    7
    """
    made = ManaBill()
    for symbol in symbols(cost):
        if symbol.isdigit():
            made.generic += int(symbol)
        elif symbol in ("X", "Y", "Z"):
            made.generic += x
        elif "/" in symbol:
            made.hybrid.append(tuple(symbol.split("/")))
        else:
            made.colored[symbol] = made.colored.get(symbol, 0) + 1
    return made


@rule("601.2f", "118.7")
def adjust(cost: ManaBill, changes: list[tuple[str, int, int]]) -> ManaBill:
    """CR 601.2f, 118.7: increases are added, then reductions taken off; generic reductions never below nothing.

    `changes` are (symbols, sign, least): least is the mana below which the reduction can't go.
    """
    for by, sign, _ in changes:
        if sign > 0:
            more = bill(by)
            cost.generic += more.generic
            for color, count in more.colored.items():
                cost.colored[color] = cost.colored.get(color, 0) + count
    for by, sign, least in changes:
        if sign < 0:
            less = bill(by)
            for color, count in less.colored.items():
                taken = min(count, cost.colored.get(color, 0))
                cost.colored[color] = cost.colored.get(color, 0) - taken
                cost.generic = max(0, cost.generic - (count - taken))  # 118.7c
            cost.generic = max(0, cost.generic - less.generic)
            if least and cost.total < least:
                cost.generic += least - cost.total
    return cost


@dataclass
class Source:
    """A mana ability that can be activated now."""

    ability: AbilityOf | None
    permanent: int | None
    colors: frozenset[str]
    amount: int = 1
    sacrifice: str = ""
    """sacrifice where the permanent is sacrificed for the mana."""
    instead: str = ""
    """The rule by which it pays without being mana (convoke …)."""


@rule("118.3")
def pay_mana(game: Game, player: str, cost: ManaBill, what: str, spell: int | None = None) -> int:
    """CR 118.3: a player can't pay a cost without the resources for it. Gives the amount of mana spent."""
    if game.mana == "unlimited":
        if cost.total:
            game.assumptions["unlimited"] = UNLIMITED
        return cost.total
    sources = _sources(game, player)
    if spell is not None:
        sources += _instead_of_mana(game, player, spell)
    chosen = _assign(cost, sources)
    if chosen is None:
        chosen = _with_life(game, player, cost, sources)
    if chosen is None:
        other = _other_mana(game, player)
        if other is not None:
            raise NotModelled(
                "whether this mana ability could pay", card_name(game, other.source), other.text
            )
        raise Illegal(Reason("118.3", {"player": player, "card": what, "n": cost.total}, "no"))
    events = []
    spent = cost.total
    for source in chosen:
        if source.instead:
            spent -= 1
            if game.cause is not None and all(
                reason.rule != source.instead for reason in game.records[game.cause].reasons
            ):
                game.records[game.cause].reasons.append(
                    Reason(source.instead, {"card": what, "player": player})
                )
        if source.permanent is None:
            color = next(iter(source.colors), "C")
            game.players[player].mana[color] = game.players[player].mana.get(color, 0) - 1
        elif source.instead == "702.66a":
            events.append(Event("move", source.permanent, data={"to": "exile", "why": "cost"}).why("702.66a"))
        else:
            events.append(Event("tap", source.permanent).why(source.instead or "605.1a"))
            if not source.instead:
                events.append(Event("tap_for_mana", source.permanent, player=player))
            if source.sacrifice:
                events.append(Event("sacrifice", source.permanent, player=player))
    happen(game, *events)
    if cost.life:
        happen(
            game,
            Event("lose_life", player=player, amount=cost.life, data={"by": "cost"}).why(
                "107.4f", player=player, n=cost.life
            ),
        )
    return spent


@rule("107.4f")
def _with_life(game: Game, player: str, cost: ManaBill, sources: list[Source]) -> list[Source] | None:
    """CR 107.4f: a Phyrexian symbol may be paid with 2 life; done for as few symbols as the mana there is asks for."""
    all_symbols = list(cost.hybrid)
    phyrexian = [parts for parts in all_symbols if "P" in parts]
    for count in range(1, len(phyrexian) + 1):
        if game.players[player].life < 2 * count:
            break
        cost.hybrid = list(all_symbols)
        for parts in phyrexian[:count]:
            cost.hybrid.remove(parts)
        chosen = _assign(cost, sources)
        if chosen is not None:
            cost.life = 2 * count
            return chosen
    cost.hybrid = all_symbols
    return None


@rule("702.51a", "702.66a", "702.126a")
def _instead_of_mana(game: Game, player: str, spell: int) -> list[Source]:
    """CR 702.51a, 702.66a, 702.126a: convoke taps creatures, improvise artifacts, delve exiles cards rather than paying mana."""
    found: list[Source] = []
    mine = [obj for obj in battlefield(game) if not obj.tapped and chars(game, obj.id).controller == player]
    if has_keyword(game, spell, "convoke"):
        creatures = [obj for obj in mine if "creature" in chars(game, obj.id).types]
        found += [Source(None, obj.id, chars(game, obj.id).colors, instead="702.51a") for obj in creatures]
    if has_keyword(game, spell, "improvise"):
        artifacts = [obj for obj in mine if "artifact" in chars(game, obj.id).types]
        found += [Source(None, obj.id, frozenset(), instead="702.126a") for obj in artifacts]
    if has_keyword(game, spell, "delve"):
        cards = game.zones.get(f"graveyard:{player}", [])
        found += [Source(None, card, frozenset(), instead="702.66a") for card in cards]
    return found


def _sources(game: Game, player: str) -> list[Source]:
    """Mana in the pool, then untapped permanents with a mana ability that only taps."""
    found: list[Source] = []
    for color, count in game.players[player].mana.items():
        found += [Source(None, None, frozenset({color}))] * count
    for obj in battlefield(game):
        if obj.tapped or chars(game, obj.id).controller != player:
            continue
        if (
            "creature" in chars(game, obj.id).types
            and obj.since >= game.turn
            and not has_keyword(game, obj.id, "haste")
        ):
            continue
        options = [
            one
            for ability in abilities(game, obj.id)
            if (one := _as_source(game, ability, obj.id)) is not None
        ]
        if options:
            colors = frozenset().union(*(option.colors for option in options))
            last = "sacrifice" if all(option.sacrifice for option in options) else ""
            amount = max(option.amount for option in options)
            found.append(Source(options[0].ability, obj.id, colors, amount, sacrifice=last))
    return found


SACRIFICE_THIS = ast.DoCost(ast.Sacrifice(ast.You(), ast.This()))


def _as_source(game: Game, ability: AbilityOf, permanent: int) -> Source | None:
    node = ability.node
    if not isinstance(node, ast.Activated) or not node.is_mana:
        return None
    sacrifice = set(node.cost) == {ast.TapCost(), SACRIFICE_THIS}
    if node.cost != (ast.TapCost(),) and not sacrifice:
        return None
    if node.condition is not None and not holds(
        game, node.condition, Scope(ability.source, ability.controller)
    ):
        return None
    colors: set[str] = set()
    amount = 1
    for effect in node.body.effects:
        if isinstance(effect, ast.AddMana):
            if effect.only:
                return None
            times = number(game, effect.count, Scope(ability.source, ability.controller))
            for option in effect.mana:
                if option in ("any", "one color", "combination"):
                    colors |= set(COLORS)
                else:
                    letters = symbols(option)
                    colors |= set(letters)
                    amount = max(amount, len(letters) * times)
    return (
        Source(ability, permanent, frozenset(colors), amount, sacrifice="sacrifice" if sacrifice else "")
        if colors
        else None
    )


def _other_mana(game: Game, player: str) -> AbilityOf | None:
    """A mana ability (of the player, or a triggered one) that isn't simple: with it a cost might be payable after all."""
    for obj in battlefield(game):
        if chars(game, obj.id).controller != player:
            continue
        for ability in abilities(game, obj.id):
            if (
                isinstance(ability.node, ast.Activated)
                and ability.node.is_mana
                and _as_source(game, ability, obj.id) is None
            ):
                return ability
    return next((ability for ability in watchers(game) if _adds_mana(ability.node)), None)


def _adds_mana(node: ast.Ability) -> bool:
    """A triggered mana ability (605.1b): tapping for mana makes more than the sources show."""
    taps = any(
        (isinstance(part, ast.Does) and part.verb == "tap for mana")
        or (isinstance(part, ast.Becomes) and part.state == "tapped for mana")
        for part in ast.walk(node)
    )
    return taps and any(isinstance(part, ast.AddMana) for part in ast.walk(node))


def _assign(cost: ManaBill, sources: list[Source]) -> list[Source] | None:
    """Which sources pay: colored symbols by matching (fewest-colored sources first), then generic; None if they don't suffice."""
    wants = [frozenset({color}) for color, count in cost.colored.items() for _ in range(count)]
    for parts in cost.hybrid:
        letters = frozenset(part for part in parts if not part.isdigit() and part != "P")
        wants.append(letters)
    usable = sorted(
        sources,
        key=lambda source: (bool(source.instead), bool(source.sacrifice), source.amount, len(source.colors)),
    )
    taken: dict[int, int] = {}

    def match(want: int, seen: set[int]) -> bool:
        for index, source in enumerate(usable):
            if index in seen or not wants[want] & source.colors:
                continue
            seen.add(index)
            if index not in taken or match(taken[index], seen):
                taken[index] = want
                return True
        return False

    for want in range(len(wants)):
        if not match(want, set()):
            return None
    used = {usable[index].permanent for index in taken if usable[index].permanent is not None}
    if len(used) < sum(usable[index].permanent is not None for index in taken):
        usable = _once(usable)
        return _assign(cost, usable) if len(usable) < len(sources) else None
    chosen = [usable[index] for index in taken]
    surplus = sum(usable[index].amount - 1 for index in taken)
    generic = max(0, cost.generic - surplus)
    for index, source in enumerate(usable):
        if generic <= 0:
            break
        if index not in taken and source.permanent not in used:
            chosen.append(source)
            generic -= source.amount
            if source.permanent is not None:
                used.add(source.permanent)
    return chosen if generic <= 0 else None


def _once(sources: list[Source]) -> list[Source]:
    """Sources with each permanent once: as mana rather than tapped instead of it."""
    seen: set[int] = set()
    kept = []
    for source in sources:
        if source.permanent is None or source.permanent not in seen:
            kept.append(source)
        if source.permanent is not None:
            seen.add(source.permanent)
    return kept
