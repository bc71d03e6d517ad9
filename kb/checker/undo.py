"""Taking a copy of a game, so that an action can be tried and taken back (CR 732: illegal actions are reversed)."""

from __future__ import annotations

import copy
from dataclasses import fields, replace
from typing import Any

from kb.checker.state import Game, Record


def snapshot(game: Game) -> Game:
    """An independent copy; cached values are left behind, and what doesn't change any more is shared.

    What happened (records, events), objects that are gone and their last known characteristics stay as they are; so do
    cards of a library of which nothing is known.
    """
    return _copied(game, {id(record): record for record in game.records}, None)[0]


def apart(game: Game, beside: Any) -> tuple[Game, Any]:
    """A copy that goes its own way while the game goes on, and one of what refers to it.

    What is noted later at a record of the one isn't noted at that of the other.
    """
    records = {id(one): replace(one, slots=dict(one.slots), reasons=one.reasons[:]) for one in game.records}
    return _copied(game, records, beside)


def _copied(game: Game, records: dict[int, Record], beside: Any) -> tuple[Game, Any]:
    cache, game.cache = game.cache, {}
    decider, game.decider = game.decider, None
    shared: list[Any] = [*game.history, *game.gone.values(), *game.last_known.values()]
    shared += [obj for obj in game.objects.values() if obj.printed.blank and obj.zone == "library"]
    memo: dict[int, Any] = {**{id(item): item for item in shared}, **records}
    try:
        copied, beside = copy.deepcopy((game, beside), memo)
    finally:
        game.cache, game.decider = cache, decider
    copied.decider = decider
    return copied, beside


def restore(game: Game, before: Game) -> None:
    """Make the game what it was."""
    for field in fields(Game):
        setattr(game, field.name, getattr(before, field.name))
    game.cache = {}
    game.version += 1
