"""Equip, reconfigure and the like (CR 702.6, 301.5): activated abilities that attach Equipment."""

from __future__ import annotations

from kb.checker.characteristics import expands
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import rule
from kb.checker.state import Game, Obj


@expands("equip")
@rule("702.6a")
def equip(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.6a: pay: attach this to target creature you control; only as a sorcery."""
    assert isinstance(node, ast.Keyword)
    where: tuple[ast.Predicate, ...] = (ast.HasType("creature"), ast.ControlledBy(ast.You()))
    if isinstance(node.quality, ast.Predicate):
        where = (*where, node.quality)
    target = ast.TargetSpec(ast.Filter("permanent", where))
    body = ast.Body((ast.Attach(ast.This(), ast.Target(0)),), (target,))
    return [ast.Activated(text=node.text or "Equip", cost=node.cost, body=body, limits=("sorcery",))]


@expands("fortify")
@rule("702.67a")
def fortify(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.67a: pay: attach this Fortification to target land you control; only as a sorcery."""
    assert isinstance(node, ast.Keyword)
    target = ast.TargetSpec(ast.Filter("permanent", (ast.HasType("land"), ast.ControlledBy(ast.You()))))
    body = ast.Body((ast.Attach(ast.This(), ast.Target(0)),), (target,))
    return [ast.Activated(text=node.text or "Fortify", cost=node.cost, body=body, limits=("sorcery",))]
