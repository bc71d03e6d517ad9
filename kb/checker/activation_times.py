"""CR 602.5b: restrictions that say when, how often and by whom an ability may be activated."""

from __future__ import annotations

from collections.abc import Callable

from kb.checker.characteristics import AbilityOf
from kb.checker.event_data import STEP
from kb.checker.keys import Count
from kb.checker.oracle import ast
from kb.checker.scenario_schema import COMBAT_STEPS
from kb.checker.state import Game
from kb.checker.vocabulary import knows

_BEFORE_ATTACKS = ("upkeep", "draw", "precombat_main", "begin_combat")
Time = Callable[[Game, str], bool]


def _been(game: Game, step: str) -> bool:
    """Whether a step of that name has begun this turn (several combat phases: the first counts)."""
    return any(
        event.kind == "step" and event.turn == game.turn and event.data.get(STEP) == step
        for event in game.history
    )


TIMES: dict[str, Time] = {
    "instant": lambda game, player: True,
    "your turn": lambda game, player: game.active == player,
    "opponent's turn": lambda game, player: game.active != player,
    "your upkeep": lambda game, player: game.active == player and game.step == "upkeep",
    "any upkeep": lambda game, player: game.step == "upkeep",
    "combat": lambda game, player: game.step in COMBAT_STEPS,
    "before attackers": lambda game, player: (
        game.step in _BEFORE_ATTACKS and not _been(game, "declare_attackers")
    ),
    "before blockers": lambda game, player: (
        game.step in (*_BEFORE_ATTACKS, "declare_attackers") and not _been(game, "declare_blockers")
    ),
    "before combat damage": lambda game, player: (
        game.step in (*_BEFORE_ATTACKS, "declare_attackers", "declare_blockers")
        and not _been(game, "combat_damage")
    ),
    "declare attackers": lambda game, player: game.step == "declare_attackers",
    "declare blockers": lambda game, player: game.step == "declare_blockers",
    "after blockers": lambda game, player: game.step in COMBAT_STEPS[2:],
    "end of combat": lambda game, player: game.step == "end_combat",
}
"""When an ability may be activated, by the words of the restriction."""
TIMES_A_TURN = {"once each turn": 1, "twice each turn": 2, "three times each turn": 3}
"""How often."""
ACTIVATIONS = Count("activations")
"""Activations of an ability in a turn."""
ACTIVATED = Count("activated")
"""Turn in which an ability was last activated."""
WHO = {"any player", "owner", "opponents", "only opponents"}
"""Words that say who else may."""

knows(ast.Activated, "limits", "once", *TIMES, *TIMES_A_TURN, *WHO)


def used(game: Game, key: str) -> int:
    """How often an ability has been activated this turn."""
    return game.done.get((ACTIVATIONS, key, game.turn), 0)


def note_use(game: Game, ability: AbilityOf) -> None:
    """Note that an ability was activated, for restrictions on how often it may be."""
    game.done[ACTIVATIONS, ability.key, game.turn] = used(game, ability.key) + 1
    game.done[ACTIVATED, ability.key] = game.turn


def used_up(game: Game, limit: str, key: str) -> bool:
    """Whether a restriction on how often is exhausted."""
    if limit == "once":
        return (ACTIVATED, key) in game.done
    return limit in TIMES_A_TURN and used(game, key) >= TIMES_A_TURN[limit]
