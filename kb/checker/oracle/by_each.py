"""What several players do each for themselves, where one effect is said of all of them."""

from __future__ import annotations

from kb.checker.oracle import ast
from kb.checker.oracle.ast import Effect, ForEach, Modify, Players
from kb.checker.oracle.rewrite import substitute


def control_by_each(effect: ast.ForDuration, each: frozenset[str]) -> Effect:
    """ "Each player gains control of what they own": an effect for each of them."""
    changes = [one for part in effect.parts if isinstance(part, Modify) for one in part.changes]
    everyone = {
        one.player
        for one in changes
        if isinstance(one, ast.SetController) and isinstance(one.player, Players)
    }
    if len(everyone) != 1 or not any(ref.who in each for ref in everyone if isinstance(ref, Players)):
        return effect
    who = everyone.pop()
    return ForEach(who, (substitute(effect, who, Players("iterated")),))
