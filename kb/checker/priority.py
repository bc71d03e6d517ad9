"""CR 117.3, 117.4: who has priority after something was done, and what passing leads to."""

from __future__ import annotations

from kb.checker.checks import Found, check
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check
from kb.checker.state import Game, stack, turn_order
from kb.checker.turn import PASSED, PRIORITY, resolve_one

KEEPS = frozenset({
    "cast", "activate", "plot", "foretell", "suspend", "turn_face_up", "play", "planar_die", "unlock", "crew", "saddle", "station",
})  # fmt: skip
"""Actions after which the player who took them has priority (117.3c)."""


@rule("117.3c")
def acted(game: Game, player: str, key: str) -> None:
    """CR 117.3c: whoever casts a spell, activates an ability or takes a special action has priority afterwards."""
    if key in KEEPS and player in turn_order(game):
        game.priority = player
        game.facts[PRIORITY] = Reason("117.3c", {"player": player})
    elif key == "resolve":
        game.facts[PRIORITY] = Reason("117.3b", {"player": game.active})


@rule("117.3d", "117.3b")
def passes(game: Game, player: str) -> None:
    """CR 117.3d, 117.3b: the next player gets priority; when all have passed the top resolves, and the active player has it.

    Whoever has it before the player who is said to pass has passed too: nobody passes without having priority.
    """
    order = turn_order(game, game.priority or game.active)
    if player not in order:
        return
    passed: list[str] = game.facts.setdefault(PASSED, [])
    passed += [name for name in order[: order.index(player) + 1] if name not in passed]
    if set(passed) >= set(order):
        passed.clear()
        if stack(game):
            resolve_one(game)
            game.facts[PRIORITY] = Reason("117.3b", {"player": game.active})
        return
    game.priority = turn_order(game, player)[1]
    game.facts[PRIORITY] = Reason("117.3d", {"player": game.priority, "other": player})


@check("priority")
def priority(game: Game, one: Check) -> Found:
    """Who has priority, and why."""
    why = game.facts.get(PRIORITY) or Reason("117.3a", {"player": game.priority or ""})
    return Found(game.priority, ("priority",), [why])
