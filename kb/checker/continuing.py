"""CR 611.2: a continuous effect of a spell, an ability or a rule begins."""

from __future__ import annotations

from kb.checker.dispatch import Scope
from kb.checker.oracle import ast
from kb.checker.state import Continuous, Game, tick, touch


def start(
    game: Game,
    part: ast.Part,
    scope: Scope,
    affected: tuple[int, ...] | None,
    until: str,
    condition: ast.Condition | None = None,
) -> Continuous:
    """Let an effect of the scope's source apply from now on; gives what stands for it until it ends.

    `affected` are the objects it is fixed to (611.2c), None where it is not; `until` one of the durations that end.
    """
    made = Continuous(
        game.next_id, tick(game), part, scope.controller, scope.source, affected, until, game.turn, game.active,
        game.cause, scope, condition,
    )  # fmt: skip
    game.next_id += 1
    game.continuous.append(made)
    touch(game)
    return made
