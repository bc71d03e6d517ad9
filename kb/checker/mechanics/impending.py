"""Impending (CR 702.176): cast for less, it isn't a creature until its time counters are gone."""

from __future__ import annotations

from kb.checker.characteristics import expands
from kb.checker.mechanics.alternative_costs import paid_for
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import rule
from kb.checker.state import Game, Obj
from kb.checker.triggers import KEYWORD_RULES

KEYWORD_RULES["Impending"] = "702.176a"
TIME = ast.Is(ast.This(), ast.HasCounter("time"))
ITSELF = ast.SameAs(ast.This())


@expands("impending")
@rule("702.176a")
def impending(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.176a: cast for its impending cost it enters with time counters, and is no creature while it has one; one goes each end step."""
    assert isinstance(node, ast.Keyword)
    if not paid_for(game, obj, "impending"):
        return []
    amount = node.amount or ast.ONE
    enters = ast.Static(text=node.text, parts=(ast.EntersWith(ITSELF, counters=(("time", amount),)),))
    no_creature = ast.Static(
        text=node.text, parts=(ast.Modify(ast.This(), (ast.RemoveTypes(("creature",)),)),), condition=TIME
    )
    end = ast.Triggered(
        text=node.text,
        event=ast.StepBegins("end", ast.SameAs(ast.YOU)),
        body=ast.Body((ast.RemoveCounters(ast.This(), "time", ast.ONE),)),
        condition=TIME,
    )
    return [enters, no_creature, end]
