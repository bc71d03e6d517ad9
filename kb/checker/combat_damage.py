"""CR 510: the combat damage steps: who deals damage in which, how it is assigned, and that it is dealt at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from kb.checker.characteristics import chars, has_keyword
from kb.checker.choices import Option, choose, take_map
from kb.checker.dispatch import find
from kb.checker.event import Event
from kb.checker.events import happen
from kb.checker.log import because_of, note
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.parts import InEffect, by_rules, parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, card_name

Thing = int | str
MAX_DIVISIONS = 40


def in_combat(game: Game) -> list[int]:
    """Attacking and blocking creatures."""
    assert game.combat is not None
    return [
        i
        for i in (*game.combat.attackers, *game.combat.blockers)
        if i in game.objects and "creature" in chars(game, i).types
    ]


@rule("510.4")
def needs_first_step(game: Game) -> bool:
    """CR 510.4: with a first or double striker in combat there are two combat damage steps."""
    return any(
        has_keyword(game, i, word) for i in in_combat(game) for word in ("first strike", "double strike")
    )


@rule("702.7b", "702.4b")
def dealers(game: Game, second: bool) -> list[int]:
    """CR 702.7b, 702.4b: first and double strikers deal damage in the first step, the rest and double strikers in the second."""
    assert game.combat is not None
    combat = game.combat
    if not second:
        return [
            i
            for i in in_combat(game)
            if has_keyword(game, i, "first strike") or has_keyword(game, i, "double strike")
        ]
    return [
        i for i in in_combat(game) if i not in combat.first_strikers or has_keyword(game, i, "double strike")
    ]


@rule("510.1", "510.2")
def deal(game: Game, first_of_two: bool) -> None:
    """CR 510.1, 510.2: attackers, then blockers assign damage; all of it is dealt at once."""
    combat = game.combat
    assert combat is not None
    strikers = dealers(game, second=not first_of_two) if combat.two_steps else in_combat(game)
    if first_of_two:
        combat.first_strikers = set(strikers)
    events: list[Event] = []
    for attacker in combat.attackers:
        if attacker in strikers:
            events += _of_attacker(game, attacker)
    for blocker, attackers in combat.blockers.items():
        if blocker in strikers:
            events += _of_blocker(game, blocker, attackers)
    for event in events:
        _strike_rules(game, event, first_of_two)
    if not events:
        return
    with because_of(game, game.facts.get("attack_record")):
        steps = [Reason("510.4")] if combat.two_steps else []
        record = note(game, "combat_damage", {}, [*steps, Reason("510.2")], (), shown=False)
    game.queue = game.facts.get("attack_queue")
    with because_of(game, record):
        happen(game, *events)


def _strike_rules(game: Game, event: Event, first_of_two: bool) -> None:
    source = event.source
    assert source is not None
    assert game.combat is not None
    if not game.combat.two_steps:
        return
    if has_keyword(game, source, "double strike"):
        event.why("702.4b", card=card_name(game, source))
    elif first_of_two:
        event.why("702.7b", card=card_name(game, source))
    event.touches |= {f"{topic}:{game.objects[source].card}" for topic in ("zone", "damage")}


def damage_of(game: Game, identity: int) -> int:
    """CR 510.1a: a creature assigns damage equal to its power (or toughness, where an effect says so)."""
    what = chars(game, identity)
    for one in parts(game, ast.RulePart):
        if one.part.name == "damage by toughness" and (
            one.part.who is None or identity in find(game, one.part.who, one.scope)
        ):
            return max(0, what.toughness or 0)
    return max(0, what.power or 0)


def by_toughness(game: Game, identity: int) -> InEffect | None:
    """What makes a creature assign damage by its toughness, or None."""
    for one in parts(game, ast.RulePart):
        if one.part.name == "damage by toughness" and (
            one.part.who is None or identity in find(game, one.part.who, one.scope)
        ):
            return one
    return None


@rule("510.1c", "702.19b", "702.19d", "702.19f")
def _of_attacker(game: Game, attacker: int) -> list[Event]:
    """CR 510.1c, 702.19b, 702.19d, 702.19f: a blocked attacker divides among its blockers; with trample the rest goes on."""
    combat = game.combat
    assert combat is not None
    amount = damage_of(game, attacker)
    whom = combat.attackers[attacker]
    trample = has_keyword(game, attacker, "trample")
    name = card_name(game, attacker)
    blockers = [b for b, attacked in combat.blockers.items() if attacker in attacked and b in game.objects]
    if attacker not in combat.blocked or (not blockers and trample):
        if isinstance(whom, int) and whom not in game.objects:
            note(game, "no_damage", {"source": name}, [Reason("506.4c", {"card": name}), Reason("510.1b", {"card": name})],
                 {f"life:{player}" for player in game.players}, shown=False)  # fmt: skip
            return []
        event = _hit(game, attacker, whom, amount).why("510.1b", card=name)
        if attacker in combat.blocked:
            event.why("702.19d", card=name)
        if isinstance(whom, int):
            if trample:
                event.why("702.19f", card=name)
            event.touches.add(f"life:{game.objects[whom].protector or chars(game, whom).controller}")
        source = by_toughness(game, attacker)
        if source is not None:
            event.why("510.1a", card=name, by=source.source)
            event.reasons += by_rules(game, source.scope.source)
        return [event] if amount > 0 else []
    if not blockers or amount <= 0:
        if not blockers:
            touches = {f"life:{whom}"} if isinstance(whom, str) else set()
            note(
                game,
                "no_damage",
                {"source": name},
                [Reason("509.1h", {"card": name}), Reason("510.1c", {"card": name})],
                touches,
                shown=False,
            )
        return []
    receivers: list[Thing] = list(blockers)
    if trample:
        receivers.append(whom)
    if len(receivers) == 1:
        return [_hit(game, attacker, blockers[0], amount)]
    division = _divide(
        game, chars(game, attacker).controller, attacker, receivers, amount, blockers if trample else []
    )
    events = []
    for thing, share in division.items():
        if share > 0:
            event = _hit(game, attacker, thing, share).why("510.1c", card=name)
            if trample:
                event.why("702.19b", card=name)
                if has_keyword(game, attacker, "deathtouch"):
                    event.why("702.2c", card=name)
            events.append(event)
    spared = [thing for thing, share in division.items() if share <= 0 and isinstance(thing, int)]
    if spared:
        note(game, "no_damage", {"source": name}, [Reason("510.1c", {"card": name})],
             {f"{topic}:{game.objects[i].card}" for i in spared for topic in ("zone", "card", "damage")}, shown=False)  # fmt: skip
    return events


def _hit(game: Game, source: int, thing: Thing, amount: int) -> Event:
    event = Event("damage", source=source, amount=amount, data={"combat": True})
    event.obj, event.player = (thing, None) if isinstance(thing, int) else (None, thing)
    return event


@rule("510.1d")
def _of_blocker(game: Game, blocker: int, attackers: list[int]) -> list[Event]:
    """CR 510.1d: a blocker divides its damage among the creatures it blocks."""
    amount = damage_of(game, blocker)
    there = [
        a for a in attackers if a in game.objects and game.combat is not None and a in game.combat.attackers
    ]
    if not there or amount <= 0:
        return []
    if len(there) == 1:
        return [_hit(game, blocker, there[0], amount)]
    division = _divide(game, chars(game, blocker).controller, blocker, list(there), amount, [])
    return [_hit(game, blocker, thing, share) for thing, share in division.items() if share > 0]


def lethal(game: Game, attacker: int, thing: int) -> int:
    """CR 702.19b, 702.2c: lethal damage, counting what is marked; 1 is enough with deathtouch."""
    what = chars(game, thing)
    if has_keyword(game, attacker, "deathtouch"):
        return 1
    return max(0, (what.toughness or 0) - game.objects[thing].damage)


def _divide(
    game: Game, player: str, source: int, receivers: list[Thing], amount: int, lethal_first: list[int]
) -> dict[Thing, int]:
    """The division the script gives, else each legal one in turn; with trample the blockers must get lethal damage first."""
    for key in ("attack_queue", "block_queue"):
        game.queue = game.facts.get(key)
        given = take_map(game) if game.queue else None
        if given is not None:
            division = dict.fromkeys(receivers, 0)
            for thing in receivers:
                for name in thing_option(game, thing).names:
                    if name in given:
                        division[thing] = int(given[name])
            if sum(division.values()) == amount and _legal(game, source, division, receivers, lethal_first):
                return division
    game.queue = game.facts.get("attack_queue")
    options: list[Option] = []
    for shares in _divisions(amount, len(receivers)):
        division = dict(zip(receivers, shares, strict=True))
        if _legal(game, source, division, receivers, lethal_first):
            options.append(Option(division, ()))
            if len(options) > MAX_DIVISIONS:
                raise NotModelled("how the combat damage is divided is not given", card_name(game, source))
    if not options:
        return {receivers[0]: amount}
    result: dict[Thing, int] = choose(
        game, player, options, f"division of {card_name(game, source)}'s combat damage"
    )
    return result


def _legal(
    game: Game, source: int, division: dict[Thing, int], receivers: list[Thing], lethal_first: list[int]
) -> bool:
    if not lethal_first or division[receivers[-1]] <= 0:
        return True
    return all(division[blocker] >= lethal(game, source, blocker) for blocker in lethal_first)


def _divisions(amount: int, count: int) -> Iterator[tuple[Any, ...]]:
    for shares in product(range(amount + 1), repeat=count - 1):
        if sum(shares) <= amount:
            yield (*shares, amount - sum(shares))
