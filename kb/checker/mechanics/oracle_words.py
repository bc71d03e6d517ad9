"""Words of card texts that need little of the rules: "an opponent …", an event with a condition."""

from __future__ import annotations

from copy import copy
from typing import Any

from kb.checker.dispatch import Scope, Thing, conditions, find, holds, matched, matches, players_of, refs
from kb.checker.effects.flow import OUTER
from kb.checker.meaning.patterns import subject
from kb.checker.oracle import ast
from kb.checker.state import Game


@conditions(ast.SomePlayer)
def some_player(game: Game, condition: ast.SomePlayer, scope: Scope) -> bool:
    """Whether it holds for at least one of those players."""
    return any(
        holds(game, condition.condition, scope.inner(iterated=player))
        for player in players_of(game, condition.of, scope)
    )


@refs(ast.Outer)
def outer(game: Game, ref: ast.Outer, scope: Scope) -> list[Thing]:
    """What the body that created a delayed ability means (603.7c)."""
    around = scope.facts.get(OUTER)
    return find(game, ref.ref, around) if isinstance(around, Scope) else []


@matches(ast.EventIf)
def event_if(game: Game, pattern: ast.EventIf, event: Any, scope: Scope) -> int:
    """An event counts only if the condition holds as it happens."""
    times = matched(game, pattern.event, event, scope)
    if not times:
        return 0
    seen = copy(event)
    thing = subject(game, pattern.event, event)
    seen.obj = event.obj if thing is None else thing
    return times if holds(game, pattern.condition, scope.inner(event=seen)) else 0
