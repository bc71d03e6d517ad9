"""Attacking with creatures of enough total power ("pack tactics"), looked at as they attack; attacking alone."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope, Thing
from kb.checker.event_data import STEP
from kb.checker.keys import Count
from kb.checker.meaning.amounts import named_state
from kb.checker.meaning.statuses import status
from kb.checker.rules import rule
from kb.checker.state import Game

POWER = Count("power")
"""The greatest total power with which a player attacked in a combat."""


@rule("508.1m")
@named_state("attacked with total power ")
def attacked_with(game: Game, player: str, least: str) -> bool:
    """CR 508.1m: abilities that trigger on attacking look at the declaration: the total power of this combat's attackers."""
    total = 0
    combats = 0
    for event in game.history:
        if event.turn != game.turn:
            continue
        if event.kind == "step" and event.data.get(STEP) == "begin_combat":
            total, combats = 0, combats + 1
        elif event.kind == "attacks" and event.obj is not None and player == game.active:
            total += chars(game, event.obj).power or 0
    key = (POWER, player, game.turn, combats)
    game.done[key] = max(game.done.get(key, 0), total)
    return game.done[key] >= int(least)


@status("attacking alone")
@rule("506.5")
def attacking_alone(game: Game, thing: Thing, scope: Scope) -> bool:
    """CR 506.5: a creature is attacking alone while it attacks and no other creature does."""
    return game.combat is not None and list(game.combat.attackers) == [thing]
