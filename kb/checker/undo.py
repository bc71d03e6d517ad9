"""Taking a copy of a game, so that an action can be tried and taken back (CR 733: illegal actions are reversed)."""

from __future__ import annotations

import copy
from dataclasses import fields

from kb.checker.state import Game

_SHARED = ("records",)


def snapshot(game: Game) -> Game:
    """An independent copy; cached values are left behind."""
    cache, game.cache = game.cache, {}
    decider, game.decider = game.decider, None
    try:
        copied = copy.deepcopy(game)
    finally:
        game.cache, game.decider = cache, decider
    copied.decider = decider
    return copied


def restore(game: Game, before: Game) -> None:
    """Make the game what it was."""
    for field in fields(Game):
        setattr(game, field.name, getattr(before, field.name))
    game.cache = {}
    game.version += 1
