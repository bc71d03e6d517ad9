"""Bestow (CR 702.103): while bestowed a spell or permanent is an Aura with enchant creature instead of a creature."""

from __future__ import annotations

from kb.checker.continuing import start
from kb.checker.dispatch import Scope
from kb.checker.event import Event, applies, card_key
from kb.checker.keys import ScopeFact
from kb.checker.marks import BESTOWED
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj, card_name
from kb.checker.stopping import stop

BESTOWING: ScopeFact[bool] = ScopeFact("bestow")
"""The effect is that of bestow."""


ENCHANT = ast.Keyword(
    text="Enchant creature", name="enchant", quality=ast.Filter("permanent", (ast.HasType("creature"),))
)
BECOMES = ast.Modify(
    ast.This(), (ast.RemoveTypes(("creature",)), ast.AddTypes(("aura",)), ast.AddAbility(ENCHANT))
)


@rule("702.103b")
def bestow(game: Game, obj: Obj) -> None:
    """CR 702.103b: it becomes an Aura enchantment and gains enchant creature until it ceases to be bestowed."""
    obj.marks[BESTOWED] = True
    scope = Scope(obj.id, obj.controller)
    scope.facts[BESTOWING] = True
    start(game, BECOMES, scope, (obj.id,), "game")


@applies("unbestow")
@rule("702.103e", "702.103f")
def cease(game: Game, event: Event) -> None:
    """CR 702.103e-f: with an illegal target, or once it is unattached, it ceases to be bestowed and is a creature again."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None or not obj.marks.pop(BESTOWED, None):
        stop(game, event, Reason("702.103f", {"card": card_name(game, event.obj)}, "none"))
        return
    obj.attached_to = None
    for effect in game.continuous:
        if (
            effect.scope is not None
            and effect.scope.facts.get(BESTOWING)
            and obj.id in (effect.affected or ())
        ):
            effect.ended = True
    game.continuous = [effect for effect in game.continuous if not effect.ended]
    event.touches |= {card_key(game, obj.id, topic) for topic in ("types", "zone", "power", "card")}
