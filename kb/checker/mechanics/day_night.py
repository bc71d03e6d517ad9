"""Day and night (CR 730, 702.145): a designation of the game, and the permanents that turn over with it."""

from __future__ import annotations

from typing import Any

from kb.checker.cards import Cards, double_faced
from kb.checker.characteristics import has_keyword, passive
from kb.checker.checks import CHECKS, Found, check
from kb.checker.dispatch import Scope
from kb.checker.effects.acts import act
from kb.checker.event import Event, applies, becomes
from kb.checker.event_data import BY_DAY_NIGHT, FACE, NEW, TO
from kb.checker.events import happen
from kb.checker.keys import Datum, Fact, having
from kb.checker.meaning.amounts import player_state
from kb.checker.mechanics.phasing import untap_step
from kb.checker.oracle import ast
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check, Scenario
from kb.checker.setup import SETUPS
from kb.checker.state import Game, battlefield, card_name, touch
from kb.checker.turn import SETTLING, TURN_BASED

NEXT: Datum[str] = Datum("what")
"""What it becomes: day or night."""
DAY_NIGHT: Fact[str] = Fact("day_night")
"""Whether it is day or night; nothing while it is neither."""


passive("daybound", "nightbound")
OTHER = {"day": "night", "night": "day"}


def now(game: Game) -> str | None:
    """day, night, or None where it is neither."""
    found: str | None = game.facts.get(DAY_NIGHT)
    return found


@act("become day", "become night")
@rule("730.1")
def become(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 730.1: the game gains the designation, and keeps one of the two from then on."""
    turn_to(game, effect.name.removeprefix("become "), "730.1")


def turn_to(game: Game, what: str, number: str) -> None:
    """Let it become day or night; only the change from one to the other is seen by triggers (730.1a)."""
    if now(game) == what:
        return
    kind = "day_night_change" if now(game) is not None else "day_night_begins"
    happen(game, Event(kind, data=having(NEXT(what))).why(number, what=what))


@applies("day_night_change", "day_night_begins")
def changed(game: Game, event: Event) -> None:
    """The designation is another."""
    game.facts[DAY_NIGHT] = event.data[NEXT]
    event.slots["what"] = event.data[NEXT]
    event.touches.add("day_night")
    touch(game)


@becomes("day_night_change", "day_night_begins")
@rule("702.145b", "702.145e")
def turned_over(game: Game, event: Event) -> list[Event]:
    """CR 702.145b, 702.145e: as it becomes night what is daybound transforms, as it becomes day what is nightbound does."""
    return [
        _turn(obj_id) for obj_id in _bound(game, "daybound" if event.data[NEXT] == "night" else "nightbound")
    ]


def _bound(game: Game, keyword: str) -> list[int]:
    face = 0 if keyword == "daybound" else 1
    return [
        obj.id for obj in battlefield(game)
        if double_faced(obj.printed) and obj.face == face and not obj.face_down and has_keyword(game, obj.id, keyword)
    ]  # fmt: skip


def _turn(identity: int) -> Event:
    return Event("transform", identity, data=having(BY_DAY_NIGHT(True))).why("702.145b")


@rule("702.145c", "702.145d", "702.145f", "702.145g")
def settle(game: Game) -> bool:
    """CR 702.145c-d, 702.145f-g: the first daybound permanent makes it day (nightbound: night); what shows the wrong face turns over."""
    if now(game) is None:
        if any(has_keyword(game, obj.id, "daybound") for obj in battlefield(game)):
            turn_to(game, "day", "702.145d")
            return True
        if any(has_keyword(game, obj.id, "nightbound") for obj in battlefield(game)):
            turn_to(game, "night", "702.145g")
            return True
        return False
    wrong = _bound(game, "daybound" if now(game) == "night" else "nightbound")
    return bool(wrong) and bool(happen(game, *(_turn(identity) for identity in wrong)))


SETTLING.append(settle)


@replacement
@rule("616.1d")
def enters_transformed(game: Game, event: Event) -> Effect | None:
    """CR 616.1d: at night what is daybound enters with its back face up (702.145b)."""
    if event.kind != "move" or event.data.get(TO) != "battlefield" or now(game) != "night":
        return None
    new = event.data.get(NEW)
    obj = game.objects.get(new) if new is not None else None
    if (
        obj is None
        or obj.face
        or obj.face_down
        or not double_faced(obj.printed)
        or not has_keyword(game, obj.id, "daybound")
    ):
        return None
    return Effect(f"daybound:{new}", card_name(game, obj.id), None, Scope(obj.id, ""), rank=4, run=_back_up)


def _back_up(game: Game, event: Event, effect: Effect) -> list[Event]:
    game.objects[event.data[NEW]].face = event.data[FACE] = 1
    touch(game)
    return [event.why("702.145b", card=effect.name)]


@rule("502.2", "730.2a", "730.2b")
def untap(game: Game) -> None:
    """CR 502.2, 730.2a-b: no spell by the player of the turn before: day becomes night; two or more: night becomes day."""
    if now(game) is None or game.turn < 2:
        return
    players = {e.player for e in game.history if e.kind == "step" and e.turn == game.turn - 1}
    cast = sum(e.kind == "cast" and e.turn == game.turn - 1 and e.player in players for e in game.history)
    if now(game) == "day" and cast == 0:
        turn_to(game, "night", "730.2a")
    elif now(game) == "night" and cast >= 2:
        turn_to(game, "day", "730.2b")


_FIRST = TURN_BASED.setdefault("untap", [])
_FIRST.insert(_FIRST.index(untap_step) + 1, untap)


@player_state("day")
def is_day(game: Game, player: str) -> bool:
    """It is day."""
    return now(game) == "day"


@player_state("night")
def is_night(game: Game, player: str) -> bool:
    """It is night."""
    return now(game) == "night"


@player_state("day or night")
def is_either(game: Game, player: str) -> bool:
    """It is one of the two."""
    return now(game) is not None


def day_night(game: Game, one: Check) -> Found:
    """day, night, or null."""
    return Found(now(game), ("day_night",), [Reason("730.1", {"what": now(game) or ""})])


if "day_night" not in CHECKS:
    check("day_night")(day_night)


def _read(game: Game, scenario: Scenario, cards: Cards) -> None:
    given: Any = scenario.setup.get("day")
    if given in OTHER:
        game.facts[DAY_NIGHT] = given


SETUPS.append(_read)
