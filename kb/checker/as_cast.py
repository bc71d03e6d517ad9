"""What a spell's text says given how its costs are paid: known before targets are chosen (CR 601.2b, 601.2c)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.keys import Mark
from kb.checker.marks import BARGAINED, KICKED
from kb.checker.oracle import ast
from kb.checker.oracle.rewrite import rewrite, substitute
from kb.checker.rules import rule
from kb.checker.state import Obj

AS_CAST: dict[str, Mark[Any]] = {one.name: one for one in (KICKED, BARGAINED)}
"""What is known of a spell before its targets are chosen (601.2b): ways in which its costs are paid."""


@rule("702.33g")
def as_cast(spell: Obj, body: ast.Body) -> ast.Body:
    """CR 702.33g: what a spell does only if it was kicked counts only then, and so do the targets that belong to it."""
    if body.modes is not None or not body.targets:
        return body
    effects = tuple(one for effect in body.effects for one in _settled(spell, effect))
    used = {node.index for node in ast.walk(effects) if isinstance(node, ast.Target)}
    spoken_of = {node.index for node in ast.walk(body.effects) if isinstance(node, ast.Target)}
    kept = [index for index in range(len(body.targets)) if index in used or index not in spoken_of]
    if len(kept) == len(body.targets):
        return replace(body, effects=effects)
    place = {old: new for new, old in enumerate(kept)}

    def change(node: Any) -> Any:
        return ast.Target(place[node.index]) if isinstance(node, ast.Target) and node.index in place else node

    targets = tuple(rewrite(body.targets[index], change) for index in kept)
    return replace(body, effects=tuple(rewrite(effect, change) for effect in effects), targets=targets)


def _settled(spell: Obj, effect: ast.Effect) -> tuple[ast.Effect, ...]:
    condition = effect.condition if isinstance(effect, ast.If) else None
    negated = isinstance(condition, ast.Not)
    if isinstance(condition, ast.Not):
        condition = condition.condition
    if (
        isinstance(effect, ast.If)
        and isinstance(condition, ast.Is)
        and isinstance(condition.ref, ast.This)
        and isinstance(condition.predicate, ast.Status)
        and condition.predicate.name in AS_CAST
    ):
        was = bool(spell.marks.get(AS_CAST[condition.predicate.name])) != negated
        branch = effect.then if was else effect.otherwise
        return tuple(one for inner in branch for one in _settled(spell, inner))
    return (effect,)


def overloaded(node: ast.Spell) -> ast.Spell:
    """CR 702.96a: "target" is read as "each"."""
    body = replace(node.body, targets=())
    for index, spec in enumerate(node.body.targets):
        body = substitute(body, ast.Target(index), ast.All(spec.filter))
    return replace(node, body=body)
