"""Protection from a quality prevents damage from such sources (CR 702.16e); targeting, blocking, attaching are elsewhere."""

from __future__ import annotations

from kb.checker.dispatch import Scope
from kb.checker.event import Event, card_key
from kb.checker.event_data import UNPREVENTABLE
from kb.checker.log import note
from kb.checker.oracle import ast
from kb.checker.parts import parts
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name
from kb.checker.targets import protected_from


@replacement
@rule("702.16e")
def prevents_damage(game: Game, event: Event) -> Effect | None:
    """CR 702.16e: damage that would be dealt to something with protection by a source of that quality is prevented."""
    if event.kind != "damage" or event.obj is None or event.source is None or event.obj not in game.objects:
        return None
    if (
        event.amount <= 0
        or event.data.get(UNPREVENTABLE)
        or not protected_from(game, event.obj, event.source)
    ):
        return None
    if any(one.part.name == "damage can't be prevented" for one in parts(game, ast.RulePart)):
        return None
    name = card_name(game, event.obj)
    return Effect(f"protection:{event.obj}", name, None, Scope(event.obj, ""), run=_prevented, commutes=True)


def _prevented(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    slots = {"card": effect.name, "source": card_name(game, event.source) if event.source is not None else ""}
    note(game, "prevented", {"by": effect.name, "n": event.amount}, [Reason("702.16e", slots)],
         {card_key(game, event.obj, topic) for topic in ("zone", "damage", "card")})  # fmt: skip
    return []
