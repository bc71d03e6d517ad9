"""The copiable values of an object (CR 707.2): of the face that is up, of what it copies, of nothing where it is face down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from kb.checker.cards import Printed
from kb.checker.marks import AS_FACE, COPIED, COPY_EFFECTS, DOWN_VALUES, UNLOCKED
from kb.checker.state import Game, Obj, touch

FACE_DOWN = Printed("", types=("creature",), power="2", toughness="2", layout="face_down")
"""CR 708.2a: a 2/2 creature without text, name, subtypes or mana cost."""
HIDDEN = Printed("", layout="face_down")
"""CR 406.3a: a card exiled face down has no characteristics."""


def copiable(obj: Obj) -> Printed:
    """The values that a copy of it would copy (707.2): its own or, under copy effects, the copied ones."""
    if obj.face_down and obj.zone in ("battlefield", "stack"):
        return obj.marks.get(DOWN_VALUES) or FACE_DOWN
    if obj.face_down and obj.zone == "exile":
        return HIDDEN
    for _, values in reversed(obj.marks.get(COPY_EFFECTS, ())):
        return values
    copied = obj.marks.get(COPIED)
    if copied is not None:
        return copied
    return up_face(obj)


def up_face(obj: Obj) -> Printed:
    """The face or half whose characteristics it has: on battlefield and stack the one that is up, elsewhere the front."""
    printed = obj.printed
    looked_at = obj.marks.get(AS_FACE)
    if looked_at is not None and looked_at < len(printed.faces):
        return printed.faces[looked_at]
    if printed.faces and obj.zone in ("battlefield", "stack") and obj.face < len(printed.faces):
        if printed.layout in ("split", "aftermath", "adventure", "omen") and obj.zone != "stack":
            return printed
        if printed.layout == "room" and obj.zone == "battlefield":
            return unlocked_halves(obj)
        return printed.faces[obj.face]
    return printed


def unlocked_halves(obj: Obj) -> Printed:
    """CR 709.5: a Room has the name, mana cost and text of its unlocked halves only."""
    printed = obj.printed
    opened = [index for index, door in enumerate(UNLOCKED) if obj.marks.get(door)]
    if len(opened) == len(printed.faces):
        return printed
    if opened:
        return printed.faces[opened[0]]
    return replace(printed, name="", cost=None, colors=(), text="", abilities=(), faces=())


@contextmanager
def as_face(game: Game, obj: Obj, face: int) -> Iterator[None]:
    """Inside, a card is looked at as that face or half of it: whether it may be cast or played is judged by it alone."""
    hidden = obj.face_down and obj.zone == "exile"
    if obj.zone == "stack" or not (obj.printed.faces or hidden):
        yield
        return
    if obj.printed.faces:
        obj.marks[AS_FACE] = face
    obj.face_down = obj.face_down and not hidden  # it is turned face up before it is played (406.3a)
    touch(game)
    try:
        yield
    finally:
        obj.marks.pop(AS_FACE, None)
        obj.face_down = obj.face_down or hidden
        touch(game)
