"""Checks about what has happened: how often an event of some kind, how much of it, and what of the script was refused.

>>> from kb.checker import check as play
>>> script = [{"at": "1.upkeep", "player": "A", "event": {"lose_life": {"player": "A", "amount": 3}}}]
>>> asked = [{"happened": {"event": "lose_life", "player": "A", "amount": True}}, {"refused": True}]
>>> [one.value for one in play({"id": "x", "script": script, "checks": asked}).answers]
[3, []]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from kb.checker.characteristics import chars
from kb.checker.checks import NOT_TRIGGERED, Found, check
from kb.checker.event import EMITTED, Event
from kb.checker.event_data import (
    CARD,
    COMBAT,
    COUNTER,
    FROM,
    FROM_CONTROLLER,
    HOST,
    LKI,
    MADE,
    OTHER,
    PART_OF,
    STATE,
    TO,
    WHOM,
)
from kb.checker.history import FIRST_ENTRY
from kb.checker.naming import BadQuestion, must_be_possible, sources
from kb.checker.questions import must_be_player
from kb.checker.rules import Reason
from kb.checker.scenario import Check, Moment
from kb.checker.scenario_schema import STEPS
from kb.checker.state import Game, known

DERIVED: Mapping[str, Mapping[str, str]] = {
    "die": {"event": "move", "from": "battlefield", "to": "graveyard"},
    "enter": {"event": "move", "to": "battlefield"},
    "leave": {"event": "move", "from": "battlefield"},
}
"""Kinds that are others with something said about them (700.4, 603.6a, 603.6c)."""
_CHAIN = 12
"""How far causes are followed to find whose doing something was."""


@check("happened")
def happened(game: Game, one: Check) -> Found:
    """How often an event has happened; with `amount` the sum of what the events say, with `told` since the script's first action."""
    asked: dict[str, Any] = {**one.value, **DERIVED.get(one.value["event"], {})}
    if asked["event"] not in EMITTED:
        raise _no_such(one.value["event"])
    for key in ("player", "to"):
        if key == "player" and key in asked:
            must_be_player(game, asked[key])
    tests = [_TESTS[key](game, value) for key, value in asked.items() if key in _TESTS]
    begin = (game.facts.get(FIRST_ENTRY) or 0) if one.value.get("told") else 0
    kinds = {asked["event"], *(("create_token",) if one.value["event"] == "enter" else ())}
    found = [
        event for event in game.history[begin:] if event.kind in kinds and all(test(event) for test in tests)
    ]
    if one.value.get("first"):
        at = next(
            (number for number, event in enumerate(game.history, 1) if found and event is found[0]), None
        )
        return Found(at, records=tuple(event.record for event in found[:1] if event.record is not None))
    total = sum(event.amount for event in found) if one.value.get("amount") else sum(map(_times, found))
    if found:
        made = {id(event) for event in found}
        about = [event for event in game.history if id(event) in made or id(event.data.get(PART_OF)) in made]
        return Found(total, records=tuple(event.record for event in about if event.record is not None))
    return Found(total, tuple(_near(game, asked)), _why_not(game, asked))


@check("refused")
def refused(game: Game, one: Check) -> Found:
    """The places of the script's entries that the rules have not allowed so far."""
    records = [record for record in game.records if record.event == "refused"]
    return Found([str(record.slots.get("entry", "")) for record in records], ("refused",))


def _times(event: Event) -> int:
    return event.amount if event.kind in ("create_token", "mill") else 1


def _no_such(name: str) -> BadQuestion:
    kinds = sorted({*EMITTED, *DERIVED})
    near = get_close_matches(name, kinds, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return BadQuestion(
        f"there is no kind of event {name!r}{hint}", f"{name!r} という種類のイベントはありません{hint}"
    )


Test = Callable[[Event], bool]


def _cards(game: Game, name: str) -> set[int]:
    must_be_possible(game, name)
    return {obj.card for obj in sources(game, name)}


def _of_card(game: Game, name: str) -> Test:
    cards = _cards(game, name)
    return lambda event: any(known(game, thing).card in cards for thing in _subjects(event))


def _subjects(event: Event) -> list[int]:
    if event.kind == "create_token":
        return list(event.data.get(MADE, []))
    if event.kind == "draw":
        card = event.data.get(CARD)
        return [] if card is None else [card]
    return [] if event.obj is None else [event.obj]


def _of_player(game: Game, name: str) -> Test:
    def test(event: Event) -> bool:
        if event.kind != "move":
            return event.player == name
        obj = None if event.obj is None else known(game, event.obj)
        return event.data.get(FROM_CONTROLLER, obj.owner if obj is not None else None) == name

    return test


def _by(game: Game, name: str) -> Test:
    """Whose doing it was: its source, else what resolved or was declared on the way to it."""
    cards = _cards(game, name)
    keys = {f"card:{card}" for card in cards}

    def test(event: Event) -> bool:
        if event.source is not None:
            return known(game, event.source).card in cards
        record = None if event.record is None else game.records[event.record]
        for _ in range(_CHAIN):
            if record is None or record.cause is None:
                return False
            record = game.records[record.cause]
            if record.event in ("resolve", "cast", "activate", "trigger"):
                return bool(record.touches & keys)
        return False

    return test


def _to(game: Game, name: str) -> Test:
    if name in game.players:
        return lambda event: (
            name in (event.data.get(WHOM), event.data.get(TO))
            or (event.kind == "damage" and event.player == name)
        )
    if name == "battlefield":
        return lambda event: event.kind == "create_token" or event.data.get(TO) == name
    zones = ("hand", "library", "battlefield", "graveyard", "exile", "command", "stack", "outside")
    if name in zones:
        return lambda event: event.data.get(TO) == name
    cards = _cards(game, name)

    def test(event: Event) -> bool:
        others = [event.data.get(WHOM), event.data.get(OTHER), event.data.get(HOST)]
        things = [event.obj if event.kind in ("damage", "counters") else None, *others]
        return any(isinstance(one, int) and known(game, one).card in cards for one in things)

    return test


def _since(game: Game, text: str) -> Test:
    begin = Moment.parse(text)

    def test(event: Event) -> bool:
        step = STEPS.index(event.step) if event.step in STEPS else -1
        return Moment(event.turn, step) >= begin

    return test


def _combat(game: Game, wanted: bool) -> Test:
    return lambda event: bool(event.data.get(COMBAT)) is wanted


def _kind(game: Game, wanted: str) -> Test:
    return lambda event: wanted in (event.data.get(COUNTER), event.data.get(STATE))


def _type(game: Game, wanted: str) -> Test:
    """What the object was as it happened: a card type or subtype."""

    def test(event: Event) -> bool:
        things = _subjects(event)
        lki = event.data.get(LKI)
        if lki is not None:
            return bool(lki.is_a(wanted))
        return any(chars(game, thing).is_a(wanted) for thing in things)

    return test


def _made_by(game: Game, name: str) -> Test:
    """Of tokens: created by that card (111.1)."""
    by = _by(game, name)
    cards = {
        known(game, thing).card
        for one in game.history
        if one.kind == "create_token" and by(one)
        for thing in one.data.get(MADE, [])
    }
    return lambda event: any(known(game, thing).card in cards for thing in _subjects(event))


_TESTS: Mapping[str, Callable[[Game, Any], Test]] = {
    "card": _of_card,
    "player": _of_player,
    "by": _by,
    "to": _to,
    "from": lambda game, zone: lambda event: event.data.get(FROM) == zone,
    "since": _since,
    "combat": _combat,
    "kind": _kind,
    "type": _type,
    "made_by": _made_by,
}  # fmt: skip

TOPICS: Mapping[str, tuple[str, ...]] = {
    "move": ("zone", "card"),
    "destroy": ("zone", "card"),
    "sacrifice": ("zone", "card"),
    "damage": ("damage", "zone", "card"),
    "counters": ("counters", "card"),
    "remove_counters": ("counters", "card"),
}
"""Of an event that has not happened: topics of records about the card."""


def _near(game: Game, asked: Mapping[str, Any]) -> list[str]:
    """Keys of records that may say why nothing of the kind happened."""
    keys: list[str] = []
    for name in (asked.get("card"), asked.get("by"), asked.get("to")):
        if name is None or name in game.players:
            continue
        try:
            cards = sorted(_cards(game, name))
        except BadQuestion:
            continue
        keys += [f"{topic}:{card}" for topic in TOPICS.get(asked["event"], ("card",)) for card in cards]
    for name in (asked.get("player"), asked.get("to")):
        if name in game.players:
            keys += [f"life:{name}", f"counters:{name}"]
    return keys


def _why_not(game: Game, asked: Mapping[str, Any]) -> list[Reason]:
    name = asked.get("by") or asked.get("card")
    if not isinstance(name, str) or name in game.players:
        return []
    cards = {obj.card for obj in sources(game, name)}
    return [reason for why in NOT_TRIGGERED for reason in why(game, cards, "")]
