"""Champion (CR 702.72)."""

from __future__ import annotations

from kb.checker.characteristics import expands
from kb.checker.mechanics.combat_keywords import THIS, YOURS, when
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import rule
from kb.checker.state import Game, Obj


@expands("champion")
@rule("702.72a", "702.72b")
def champion(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.72a, 702.72b: sacrifice it unless another such object is exiled; that one returns when it leaves. Both are linked."""
    assert isinstance(node, ast.Keyword)
    quality = node.quality.where if isinstance(node.quality, ast.Filter) else ()
    other = ast.Filter("permanent", (ast.OtherThan(ast.This()), *quality, YOURS))
    exile = ast.DoCost(ast.Move(ast.Pick(other, ast.ONE, ast.ONE), "exile"))
    stay = ast.Unless(ast.You(), (exile,), (ast.Sacrifice(ast.You(), ast.This()),))
    card = ast.Linked("exiled")
    back = ast.Move(card, "battlefield", under=ast.OwnerOf(card))
    return [
        *when("Champion", "702.72a", ast.Moves(THIS, to="battlefield"), stay, text="Champion (enters)"),
        *when("Champion", "702.72a", ast.Moves(THIS, "battlefield"), back, text="Champion (leaves)"),
    ]
