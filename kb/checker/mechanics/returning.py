"""Undying and persist (CR 702.93, 702.79): dead creatures that come back with a counter."""

from __future__ import annotations

from kb.checker.characteristics import expands
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import rule
from kb.checker.state import Game, Obj
from kb.checker.triggers import KEYWORD_RULES

DIES = ast.Moves(ast.SameAs(ast.This()), "battlefield", "graveyard")
KEYWORD_RULES["Undying"] = "702.93a"
KEYWORD_RULES["Persist"] = "702.79a"


def _returns(word: str, counter: str) -> list[Ability]:
    back = ast.Move(
        ast.This(),
        "battlefield",
        origin="graveyard",
        under=ast.OwnerOf(ast.This()),
        counters=((counter, ast.Number(1)),),
    )
    condition = ast.Not(ast.Is(ast.This(), ast.HasCounter(counter)))
    return [ast.Triggered(text=f"{word} (dies)", event=DIES, condition=condition, body=ast.Body((back,)))]


@expands("undying")
@rule("702.93a")
def undying(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.93a: when it dies without a +1/+1 counter, it returns under its owner's control with one."""
    return _returns("Undying", "+1/+1")


@expands("persist")
@rule("702.79a")
def persist(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.79a: when it dies without a -1/-1 counter, it returns under its owner's control with one."""
    return _returns("Persist", "-1/-1")
