"""Transforming double-faced permanents (CR 701.27, 712): turning them over, and effects that ask which face is up."""

from __future__ import annotations

from kb.checker.event import Event, applies, card_key
from kb.checker.rules import rule
from kb.checker.state import Game


@applies("transform")
@rule("712.18")
def transform(game: Game, event: Event) -> None:
    """CR 712.18: a permanent that transforms stays the same object; it shows its other face."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if (
        obj is None
        or obj.zone != "battlefield"
        or len(obj.printed.faces) < 2
        or (obj.token and not obj.printed.faces)
    ):
        event.void = True
        return
    obj.face = 1 - obj.face
    event.touches |= {card_key(game, obj.id, topic) for topic in ("power", "types", "abilities", "zone")}
