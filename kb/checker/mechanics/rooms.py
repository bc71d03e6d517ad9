"""Rooms (CR 709.5): doors that are unlocked by casting a half, by the special action, or as a scenario says."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from kb.checker.actions import action
from kb.checker.cards import DOORS, Printed
from kb.checker.characteristics import chars
from kb.checker.checks import STATE_REASONS
from kb.checker.dispatch import Scope
from kb.checker.event import Event, card_key, emits, enters_state
from kb.checker.event_data import NEW, STATE, WHY
from kb.checker.events import GIVEN, happen
from kb.checker.keys import having
from kb.checker.log import because_of, note
from kb.checker.mana import bill, pay_mana
from kb.checker.marks import UNLOCKED
from kb.checker.mechanics.conditional import reaches
from kb.checker.naming import one_object
from kb.checker.oracle import ast
from kb.checker.permissions import sorcery_time
from kb.checker.rules import Reason, rule
from kb.checker.setup import PLACED
from kb.checker.state import Game, Illegal, Obj, battlefield
from kb.checker.triggers import TRIGGER_RULES
from kb.checker.undo import restore, snapshot

enters_state(*UNLOCKED)
emits("fully_unlock_a_room")


def is_room(obj: Obj) -> bool:
    """Whether it is a split permanent with a shared type line."""
    return obj.printed.layout == "room" and len(obj.printed.faces) == len(DOORS)


@action("unlock")
@rule("116.2m", "709.5e")
def unlock(game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None) -> None:
    """CR 116.2m, 709.5e: in one's main phase with an empty stack the mana cost of a locked half may be paid to unlock it."""
    obj = one_object(game, value, player, "battlefield")
    slots = {"player": player, "card": obj.printed.name}
    if not is_room(obj) or chars(game, obj.id).controller != player:
        raise Illegal(Reason("709.5e", slots, "no"))
    if not sorcery_time(game, player):
        raise Illegal(Reason("709.5e", slots, "time"))
    index = _door(obj, str(value), details.get("face"))
    if index is None:
        raise Illegal(Reason("709.5e", slots, "no"))
    before = snapshot(game)
    record = note(
        game, "unlock", slots, [Reason("116.2m", slots), Reason("709.5e", slots)], {card_key(game, obj.id)}
    )
    game.queue = queue
    try:
        with because_of(game, record):
            pay_mana(game, player, bill(obj.printed.faces[index].cost or ""), obj.printed.name)
            open_door(game, obj.id, index, player)
    except Illegal:
        restore(game, before)
        raise


def _door(obj: Obj, called: str, wanted: object) -> int | None:
    """Which locked half is meant: as `face` says, by its name, or the only one."""
    locked = [index for index, door in enumerate(UNLOCKED) if not obj.marks.get(door)]
    names = [face.name.casefold() for face in obj.printed.faces]
    asked = str(wanted if wanted is not None else called).casefold()
    for index in locked:
        if asked in (names[index], str(index + 1), ("left", "right")[index]):
            return index
    return locked[0] if len(locked) == 1 and wanted is None and called.casefold() not in names else None


@rule("709.5h", "709.5i")
def open_door(game: Game, identity: int, index: int, player: str) -> None:
    """CR 709.5h-i: the half gets its designation, which abilities about that door and about the whole Room see."""
    happened = happen(
        game, Event("becomes", identity, player=player, data=having(STATE(DOORS[index]))).why("709.5h")
    )
    if happened:
        happen(game, *_fully(game, identity, player))


def _fully(game: Game, identity: int, player: str) -> list[Event]:
    obj = game.objects.get(identity)
    if obj is None or not all(obj.marks.get(door) for door in UNLOCKED):
        return []
    return [Event("fully_unlock_a_room", identity, player=player).why("709.5i")]


@rule("709.5d")
def _entered(game: Game, event: Event) -> list[Event]:
    """CR 709.5d: the half that was cast as a spell is unlocked as the Room enters; otherwise neither is."""
    obj = game.objects.get(event.data.get(NEW, -1))
    if (
        event.kind != "move"
        or event.data.get(WHY) != "resolve"
        or obj is None
        or obj.zone != "battlefield"
        or not is_room(obj)
    ):
        return []
    obj.marks[UNLOCKED[obj.face]] = True
    return [
        Event("becomes", obj.id, player=obj.controller, data=having(STATE(DOORS[obj.face]))).why(
            "709.5d", card=obj.printed.name
        )
    ]


GIVEN.append(_entered)
TRIGGER_RULES.update({f"becomes:{door}": ("709.5h",) for door in DOORS})


def _halves(game: Game, obj: Obj, topic: str) -> list[Reason]:
    """CR 709.5: what a half says of an object applies only while that half is unlocked; 709.5e if it was paid for."""
    reasons: list[Reason] = []
    for room in battlefield(game):
        if not is_room(room) or room.face_down:
            continue
        for index, face in enumerate(room.printed.faces):
            if not _says(game, room, face, obj, topic):
                continue
            slots = {"card": face.name}
            paid = any(one.event == "unlock" and f"card:{room.card}" in one.touches for one in game.records)
            if not room.marks.get(UNLOCKED[index]):
                reasons.append(Reason("709.5", slots, "locked"))
            else:
                reasons += [Reason("709.5e", slots)] * paid + [Reason("709.5", slots)]
    return reasons


def _says(game: Game, room: Obj, face: Printed, obj: Obj, topic: str) -> bool:
    scope = Scope(room.id, chars(game, room.id).controller)
    return any(
        reaches(game, part, topic, obj, scope)
        for node in face.abilities
        if isinstance(node, ast.Static)
        for part in node.parts
    )


STATE_REASONS.append(_halves)


def _placed(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    for index, side in enumerate(("left", "right")):
        if side in (data.get("unlocked") or ()):
            obj.marks[UNLOCKED[index]] = True


PLACED.append(_placed)
