"""CR 510: the combat damage steps: who deals damage in which, how it is assigned, and that it is dealt at once."""

from __future__ import annotations

from kb.checker.characteristics import chars, has_keyword
from kb.checker.checks import size_reasons
from kb.checker.choices import may
from kb.checker.combat import ATTACK_QUEUE, ATTACK_RECORD
from kb.checker.dispatch import find, fits
from kb.checker.dividing import Thing, divide
from kb.checker.event import Event, card_key
from kb.checker.event_data import COMBAT
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.log import because_of, note
from kb.checker.oracle import ast
from kb.checker.parts import InEffect, by_rules, rule_changed
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, card_name, known, living


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
        combat.double_strikers = {i for i in strikers if has_keyword(game, i, "double strike")}
    elif combat.two_steps:
        _stopped_striking(game)
    events: list[Event] = []
    for attacker in sorted(
        combat.attackers, key=lambda i: _tramples(game, i)
    ):  # 702.19b: what others assign counts
        if attacker in strikers:
            events += _of_attacker(game, attacker, events, strikers)
    for blocker, attackers in combat.blockers.items():
        if blocker in strikers:
            events += _of_blocker(game, blocker, attackers)
    for event in events:
        _strike_rules(game, event, first_of_two)
    if not events:
        return
    with because_of(game, game.facts.get(ATTACK_RECORD)):
        steps = [Reason("510.4")] if combat.two_steps else []
        record = note(game, "combat_damage", {}, [*steps, Reason("510.2")], (), shown=False)
    game.queue = game.facts.get(ATTACK_QUEUE)
    with because_of(game, record):
        happen(game, *events)


@rule("702.4c")
def _stopped_striking(game: Game) -> None:
    """CR 702.4c: a creature that has lost double strike since the first step assigns no damage in the second."""
    combat = game.combat
    assert combat is not None
    for striker in in_combat(game):
        if striker in combat.double_strikers and not has_keyword(game, striker, "double strike"):
            slots = {"card": card_name(game, striker)}
            touches = {f"{topic}:{game.objects[striker].card}" for topic in ("card", "zone", "damage")}
            touches |= {f"life:{player}" for player in game.players}
            note(game, "no_damage", slots, [Reason("702.4c", slots)], touches, shown=False)


@rule("702.4d", "702.7c")
def _strike_rules(game: Game, event: Event, first_of_two: bool) -> None:
    """CR 702.4d, 702.7c: double strike given in time makes it strike again; first strike given too late changes nothing."""
    source = event.source
    assert source is not None
    assert game.combat is not None
    if not game.combat.two_steps:
        return
    name, combat = card_name(game, source), game.combat
    if has_keyword(game, source, "double strike"):
        late = not first_of_two and source in combat.first_strikers - combat.double_strikers
        event.why("702.4d" if late else "702.4b", card=name)
    elif first_of_two:
        event.why("702.7b", card=name)
    elif has_keyword(game, source, "first strike"):
        event.why("702.7c", card=name)
    event.touches |= {f"{topic}:{game.objects[source].card}" for topic in ("zone", "damage")}


def damage_of(game: Game, identity: int) -> int:
    """CR 510.1a: a creature assigns damage equal to its power (or toughness, where an effect says so)."""
    what = chars(game, identity)
    if any(
        one.part.who is not None and identity in find(game, one.part.who, one.scope)
        for one in rule_changed(game, "no combat damage")
    ):
        return 0
    return max(0, (what.toughness if by_toughness(game, identity) is not None else what.power) or 0)


def by_toughness(game: Game, identity: int) -> InEffect[ast.RulePart] | None:
    """What makes a creature assign damage by its toughness, or None: such an effect says whose creatures it means."""
    for one in rule_changed(game, "damage by toughness"):
        part = one.part
        if part.who is not None and identity not in find(game, part.who, one.scope):
            continue
        if part.what is None or fits(game, part.what, identity, one.scope):
            return one
    return None


def _tramples(game: Game, attacker: int) -> bool:
    return attacker in game.objects and (
        has_keyword(game, attacker, "trample") or has_keyword(game, attacker, "trample over planeswalkers")
    )


@rule("506.4c")
def attacked_by(game: Game, attacker: int) -> Thing | None:
    """CR 506.4c: what a creature is attacking; None where the planeswalker or battle was removed from combat."""
    assert game.combat is not None
    whom = game.combat.attackers[attacker]
    if isinstance(whom, str):
        return whom if whom in living(game) else None
    if whom not in game.objects or whom in game.combat.left:
        return None
    return whom if {"planeswalker", "battle"} & set(chars(game, whom).types) else None


def _of_attacker(game: Game, attacker: int, assigned: list[Event], strikers: list[int]) -> list[Event]:
    """What one attacker assigns."""
    combat = game.combat
    assert combat is not None
    fighting = set(in_combat(game))
    blockers = [b for b, attacked in combat.blockers.items() if attacker in attacked and b in fighting]
    if attacker not in combat.blocked or (not blockers and _tramples(game, attacker)):
        return _unblocked(game, attacker)
    if attacker in combat.blocked and _as_unblocked(game, attacker):
        return _unblocked(game, attacker)
    return _blocked(game, attacker, blockers, assigned, strikers)


def _as_unblocked(game: Game, attacker: int) -> bool:
    """Whether an effect lets it assign its damage as though it weren't blocked, and its controller does."""
    for one in rule_changed(game, "assign as unblocked"):
        if one.part.what is not None and fits(game, one.part.what, attacker, one.scope):
            game.queue = game.facts.get(ATTACK_QUEUE)
            what = f"{card_name(game, attacker)} assigns its combat damage as though it weren't blocked"
            return may(game, chars(game, attacker).controller, what)
    return False


@rule("510.1b", "702.19d", "702.19f")
def _unblocked(game: Game, attacker: int) -> list[Event]:
    """CR 510.1b, 702.19d, 702.19f: an unblocked attacker assigns its damage to what it attacks, to nothing where that is gone."""
    combat = game.combat
    assert combat is not None
    amount, whom, name = damage_of(game, attacker), attacked_by(game, attacker), card_name(game, attacker)
    over = has_keyword(game, attacker, "trample over planeswalkers")
    first = combat.attackers[attacker]
    player = _defending(game, first) if isinstance(first, int) else None
    if whom is None and over and player is not None:  # 702.19e
        whom = player
    if whom is None:
        note(game, "no_damage", {"source": name}, [Reason("506.4c", {"card": name}), Reason("510.1b", {"card": name})],
             _keys_of(game, first), shown=False)  # fmt: skip
        return []
    if amount <= 0:
        return []
    if over and isinstance(whom, int) and "planeswalker" in chars(game, whom).types and player is not None:
        division = _divide(game, attacker, [[whom], [player]], amount, [], [])
        return [
            _hit(game, attacker, thing, n).why("702.19c", card=name) for thing, n in division.items() if n > 0
        ]
    event = _hit(game, attacker, whom, amount).why("510.1b", card=name)
    if attacker in combat.blocked:
        event.why("702.19d", card=name)
    if isinstance(whom, int):
        if _tramples(game, attacker):
            event.why("702.19f", card=name)
        event.touches.add(f"life:{_defending(game, whom)}")
    source = by_toughness(game, attacker)
    if source is not None:
        event.why("510.1a", card=name, by=source.source)
        event.reasons += by_rules(game, source.scope.source)
    return [event]


def _keys_of(game: Game, first: Thing) -> set[str]:
    """What an attack that deals no damage bears on: life totals, and what was attacked."""
    keys = {f"life:{player}" for player in game.players}
    if isinstance(first, int):
        keys |= {card_key(game, first, topic) for topic in ("card", "zone", "counters")}
    return keys


def _defending(game: Game, whom: int) -> str:
    """Whose planeswalker, or by whom protected battle, that is, as last known."""
    return known(game, whom).protector or chars(game, whom).controller


@rule("510.1c", "702.19b", "702.19c")
def _blocked(
    game: Game, attacker: int, blockers: list[int], assigned: list[Event], strikers: list[int]
) -> list[Event]:
    """CR 510.1c, 702.19b, 702.19c: a blocked attacker divides among its blockers; with trample the rest goes on."""
    combat = game.combat
    assert combat is not None
    amount, whom, name = damage_of(game, attacker), attacked_by(game, attacker), card_name(game, attacker)
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
    if not blockers or amount <= 0:
        return []
    tiers: list[list[Thing]] = [list(blockers)]
    first = combat.attackers[attacker]
    over = has_keyword(game, attacker, "trample over planeswalkers")
    if _tramples(game, attacker):
        if whom is not None:
            tiers.append([whom])
        if over and isinstance(first, int) and (whom is None or "planeswalker" in chars(game, first).types):
            tiers.append([_defending(game, first)])
    if sum(map(len, tiers)) == 1:
        return [_hit(game, attacker, blockers[0], amount)]
    later = [
        other
        for other in strikers
        if other != attacker
        and other in combat.attackers
        and _tramples(game, other)
        and not any(event.source == other for event in assigned)
        and any(other in combat.blockers[b] for b in blockers)
    ]
    if later and len(tiers) > 1:
        raise NotModelled("how two creatures with trample divide among a creature that blocks both", name)
    division = _divide(game, attacker, tiers, amount, assigned, blockers)
    events = []
    for thing, share in division.items():
        if share > 0:
            event = _hit(game, attacker, thing, share).why("510.1c", card=name)
            if len(tiers) > 1:
                event.why("702.19c" if over else "702.19b", card=name)
                if has_keyword(game, attacker, "deathtouch"):
                    event.why("702.2c", card=name)
            events.append(event)
    spared = [thing for thing, share in division.items() if share <= 0 and isinstance(thing, int)]
    if spared:
        note(game, "no_damage", {"source": name}, [Reason("510.1c", {"card": name})],
             {f"{topic}:{game.objects[i].card}" for i in spared for topic in ("zone", "card", "damage")}, shown=False)  # fmt: skip
    return events


def _hit(game: Game, source: int, thing: Thing, amount: int) -> Event:
    event = Event("damage", source=source, amount=amount, data=having(COMBAT(True)))
    event.reasons += size_reasons(game, game.objects[source])
    event.obj, event.player = (thing, None) if isinstance(thing, int) else (None, thing)
    return event


@rule("510.1d")
def _of_blocker(game: Game, blocker: int, attackers: list[int]) -> list[Event]:
    """CR 510.1d: a blocker divides its damage among the creatures it blocks."""
    assert game.combat is not None
    amount = damage_of(game, blocker)
    fighting = set(in_combat(game))
    there: list[Thing] = [a for a in attackers if a in game.combat.attackers and a in fighting]
    if not there or amount <= 0:
        return []
    division = {there[0]: amount} if len(there) == 1 else _divide(game, blocker, [there], amount, [], [])
    name = card_name(game, blocker)
    return [
        _hit(game, blocker, thing, share).why("510.1d", card=name)
        for thing, share in division.items()
        if share > 0
    ]


def _divide(
    game: Game, source: int, tiers: list[list[Thing]], amount: int, assigned: list[Event], blockers: list[int]
) -> dict[Thing, int]:
    needed = {thing: _enough(game, source, thing, assigned) for tier in tiers[:-1] for thing in tier}
    return divide(game, chars(game, source).controller, source, tiers, needed, amount)


@rule("702.2c")
def _enough(game: Game, source: int, thing: Thing, assigned: list[Event]) -> int:
    """CR 702.2c: lethal damage, less what is marked and what others assign at this time; 1 is enough with deathtouch."""
    assert isinstance(thing, int)
    others = [event for event in assigned if event.obj == thing]
    there = sum(event.amount for event in others)
    what = chars(game, thing)
    if "planeswalker" in what.types and "creature" not in what.types:
        return max(0, game.objects[thing].counters.get("loyalty", 0) - there)
    if any(event.source is not None and has_keyword(game, event.source, "deathtouch") for event in others):
        return 0
    left = max(0, (what.toughness or 0) - game.objects[thing].damage - there)
    return min(left, 1) if has_keyword(game, source, "deathtouch") else left
