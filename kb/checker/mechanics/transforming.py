"""Transforming double-faced permanents (CR 701.27, 712): turning them over, and effects that ask which face is up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.checker.cards import double_faced
from kb.checker.characteristics import has_keyword
from kb.checker.checks import CHECKS, Found, check, permanent
from kb.checker.dispatch import Scope, objects_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, applies, card_key
from kb.checker.event_data import BY_DAY_NIGHT
from kb.checker.events import happen
from kb.checker.keys import Mark
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check
from kb.checker.setup import PLACED
from kb.checker.state import Game, Obj, known, tick
from kb.checker.stopping import gone, stop

TRANSFORMED_AT: Mark[int] = Mark("transformed_at")
"""Timestamp of its transforming."""


@act("transform", "convert")
@rule("701.27a", "701.27f")
def transform_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.27a, 701.27f: a double-faced permanent is turned over; by its own ability only if it hasn't been since."""
    for thing in objects_of(game, effect.what or ast.This(), scope):
        obj = game.objects.get(thing)
        if obj is None:
            continue
        item = known(game, scope.item) if scope.item is not None else None
        begun = item.timestamp if item is not None and item.ability is not None else None
        if begun is not None and thing == scope.source and obj.marks.get(TRANSFORMED_AT, 0) > begun:
            if game.cause is not None:
                game.records[game.cause].reasons.append(Reason("701.27f", {"card": obj.printed.name}, "no"))
            continue
        happen(game, Event("transform", thing, player=scope.controller).why("701.27a"))


@applies("transform")
@rule("712.18", "712.10", "613.7g")
def transform(game: Game, event: Event) -> None:
    """CR 712.18, 712.10, 613.7g: it stays the same object and shows its other face, unless that is an instant or sorcery."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None or obj.zone != "battlefield":
        gone(game, event)
        return
    slots = {"card": obj.printed.name}
    if obj.face_down:
        stop(game, event, Reason("712.15a", slots))
        return
    if not double_faced(obj.printed):
        stop(game, event, Reason("701.27c", slots))
        return
    bound = has_keyword(game, obj.id, "daybound") or has_keyword(game, obj.id, "nightbound")
    if bound and not event.data.get(BY_DAY_NIGHT):  # 702.145b, 702.145e
        stop(game, event, Reason("702.145b", slots, "no"))
        return
    other = obj.printed.faces[1 - obj.face]
    if {"instant", "sorcery"} & set(other.types):
        stop(game, event, Reason("712.10", slots))
        return
    obj.face = 1 - obj.face
    obj.timestamp = obj.marks[TRANSFORMED_AT] = tick(game)
    event.why("712.18", card=other.name)
    event.touches |= {
        card_key(game, obj.id, topic) for topic in ("power", "types", "abilities", "zone", "transformed")
    }


def is_transformed(game: Game, one: Check) -> Found:
    """CR 701.27g: whether a double-faced permanent has its back face up."""
    obj = permanent(game, one.value)
    value = obj.zone == "battlefield" and double_faced(obj.printed) and obj.face == 1 and not obj.face_down
    return Found(
        value,
        (f"transformed:{obj.card}", f"power:{obj.card}"),
        [Reason("701.27a", {"card": obj.printed.name})] if value else [],
    )


if "is_transformed" not in CHECKS:
    check("is_transformed")(is_transformed)


def _placed(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    if data.get("transformed") and double_faced(obj.printed):
        obj.face = 1


PLACED.append(_placed)
