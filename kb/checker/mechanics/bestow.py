"""Casting with bestow, and what a scenario says is bestowed (CR 702.103)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.checker.bestowing import bestow
from kb.checker.casting import ON_STACK
from kb.checker.characteristics import keyword_nodes, passive
from kb.checker.marks import METHOD
from kb.checker.oracle import ast
from kb.checker.permissions import Permission, permission
from kb.checker.rules import Reason, rule
from kb.checker.setup import PLACED
from kb.checker.state import Game, Obj

passive("bestow")


@permission
@rule("702.103a")
def bestowed(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.103a: a card with bestow may be cast bestowed for its bestow cost."""
    nodes = keyword_nodes(game, obj.id, "bestow")
    if not nodes or obj.zone != "hand" or obj.owner != player:
        return None
    mana = "".join(part.symbols for part in nodes[0].cost if isinstance(part, ast.ManaCost))
    others = tuple(part for part in nodes[0].cost if not isinstance(part, ast.ManaCost))
    reasons = [Reason(number, {"card": obj.printed.name}) for number in ("702.103a", "702.103b")]
    return Permission("bestow", reasons=reasons, cost=mana, costs=others)


def _cast(game: Game, spell: Obj) -> None:
    if spell.marks.get(METHOD) == "bestow":
        bestow(game, spell)


def _placed(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    if data.get("bestowed") and obj.zone == "battlefield":
        bestow(game, obj)


ON_STACK.append(_cast)
PLACED.append(_placed)
