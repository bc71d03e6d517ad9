"""Taking a copy of a game, so that an action can be tried and taken back (CR 732: illegal actions are reversed)."""

from __future__ import annotations

import copy
from dataclasses import fields
from typing import Any

from kb.checker.state import Game


def snapshot(game: Game) -> Game:
    """An independent copy; cached values are left behind, and what doesn't change any more is shared.

    What happened (records, events), objects that are gone and their last known characteristics stay as they are; so do
    cards of a library of which nothing is known.
    """
    cache, game.cache = game.cache, {}
    decider, game.decider = game.decider, None
    shared: list[Any] = [*game.records, *game.history, *game.gone.values(), *game.last_known.values()]
    shared += [obj for obj in game.objects.values() if obj.printed.blank and obj.zone == "library"]
    memo: dict[int, Any] = {id(item): item for item in shared}
    try:
        copied = copy.deepcopy(game, memo)
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
