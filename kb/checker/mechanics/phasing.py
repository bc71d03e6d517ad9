"""Phasing (CR 702.26): a phased-out permanent is treated as though it didn't exist, and comes back as it was.

It stays in `Game.objects` and in no zone's list: what looks at the battlefield doesn't see it, and no event reaches it
(kb.checker.events) but phasing in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kb.checker.allowed import MAY_ATTACK
from kb.checker.characteristics import chars, has_keyword, passive
from kb.checker.checks import Found, check
from kb.checker.dispatch import Scope, objects_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, applies, card_key
from kb.checker.events import happen
from kb.checker.keys import Mark
from kb.checker.meaning.states import STATE_KINDS
from kb.checker.naming import card_of
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check
from kb.checker.setup import PLACED
from kb.checker.state import PHASED_OUT, Game, Obj, battlefield, card_name, of_card
from kb.checker.stopping import gone
from kb.checker.turn import TURN_BASED


@dataclass(frozen=True, slots=True)
class Phased:
    """How a permanent phased out (702.26)."""

    by: str
    """Under whose control."""
    host: int | None = None
    """What it is attached to and phased out with."""


PHASED: Mark[Phased] = Mark("phased")
"""How it phased out."""


passive("phasing")
STATE_KINDS.update({"phased in": "phase_in", "phased out": "phase_out"})


@rule("502.1", "702.26a")
def untap_step(game: Game) -> None:
    """CR 502.1, 702.26a: first in the untap step the active player's permanents with phasing phase out, those phased out come back."""
    out = [
        obj.id for obj in battlefield(game)
        if chars(game, obj.id).controller == game.active and has_keyword(game, obj.id, "phasing")
    ]  # fmt: skip
    back = [
        obj.id
        for obj in phased(game)
        if obj.marks[PHASED].by == game.active and obj.marks[PHASED].host is None
    ]
    events = [Event("phase_out", identity).why("502.1") for identity in out]
    events += [Event("phase_in", identity).why("502.1") for identity in back]
    if events:
        happen(game, *events)


TURN_BASED.setdefault("untap", []).insert(0, untap_step)


def phased(game: Game) -> list[Obj]:
    """The phased-out permanents."""
    return [obj for obj in game.objects.values() if obj.zone == PHASED_OUT]


@applies("phase_out")
@rule("702.26d")
def phase_out(game: Game, event: Event) -> None:
    """CR 702.26d: its status changes; it is removed from combat, and changes neither zone nor control."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None or obj.zone != "battlefield":
        gone(game, event)
        return
    _vanish(game, obj, None, event)


@rule("702.26g")
def _vanish(game: Game, obj: Obj, host: int | None, event: Event) -> None:
    """CR 702.26g: what is attached to it goes along, and comes back only with it."""
    obj.marks[PHASED] = Phased(chars(game, obj.id).controller, host)
    game.last_known[obj.id] = chars(game, obj.id)
    attached = [other for other in battlefield(game) if other.attached_to == obj.id]
    obj.zone = PHASED_OUT
    game.zones["battlefield"].remove(obj.id)
    if game.combat is not None:
        game.combat.attackers.pop(obj.id, None)
        game.combat.blockers.pop(obj.id, None)
    _touched(game, obj, event)
    for other in attached:
        event.why("702.26g", card=card_name(game, other.id), host=card_name(game, obj.id))
        _vanish(game, other, obj.id, event)


@applies("phase_in")
@rule("702.26c")
def phase_in(game: Game, event: Event) -> None:
    """CR 702.26c: the game treats it as existing again, as it was."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None or obj.zone != PHASED_OUT:
        gone(game, event)
        return
    _return(game, obj, event)


def _return(game: Game, obj: Obj, event: Event) -> None:
    obj.zone = "battlefield"
    obj.marks.pop(PHASED, None)
    game.zones.setdefault("battlefield", []).append(obj.id)
    _touched(game, obj, event)
    for other in phased(game):
        if other.marks[PHASED].host == obj.id:
            event.why("702.26g", card=card_name(game, other.id), host=card_name(game, obj.id))
            _return(game, other, event)


def _touched(game: Game, obj: Obj, event: Event) -> None:
    topics = ("zone", "card", "power", "abilities", "controller", "tapped", "phased_out")
    event.touches |= {card_key(game, obj.id, topic) for topic in topics}
    event.touches |= {f"count:battlefield:{player}" for player in game.players}


@act("phase out")
@rule("702.26e")
def phase_out_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 702.26e: an effect makes permanents phase out, all at once; one attached to another goes along with it (702.26h)."""
    things = [thing for thing in objects_of(game, effect.what or ast.This(), scope) if thing in game.objects]
    direct = [thing for thing in things if game.objects[thing].attached_to not in things]
    happened = happen(game, *(Event("phase_out", thing, player=scope.controller) for thing in direct))
    scope.it, scope.did = list(things), bool(happened)


@check("is_phased_out")
def is_phased_out(game: Game, one: Check) -> Found:
    """Whether a permanent is phased out."""
    card = card_of(game, one.value)
    obj = of_card(game, card)
    value = obj is not None and obj.zone == PHASED_OUT
    return Found(
        value,
        (f"phased_out:{card}", f"card:{card}"),
        [Reason("702.26b", {"card": one.value})] if value else [Reason("702.26a", {"card": one.value})],
    )


def _was_away(game: Game, obj: Obj, whom: int | str) -> list[Reason]:
    """CR 702.26d: what has phased in hasn't come under anybody's control by that."""
    back = any(
        event.kind == "phase_in" and event.obj == obj.id and event.turn == game.turn for event in game.history
    )
    return [Reason("702.26d", {"card": card_name(game, obj.id)})] if back and obj.since < game.turn else []


MAY_ATTACK.append(_was_away)


def _placed(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    if data.get("phased_out") and obj.zone == "battlefield":
        obj.marks[PHASED] = Phased(obj.controller)
        obj.zone = PHASED_OUT
        game.zones["battlefield"].remove(obj.id)


PLACED.append(_placed)
