"""Further numbers of players that card texts count."""

from __future__ import annotations

from kb.checker.meaning.amounts import player_number
from kb.checker.state import Game, known


@player_number("other spells cast this turn")
def other_spells(game: Game, player: str) -> int:
    """Spells a player has cast this turn but the one being cast or resolving."""
    cast = [event for event in game.history if event.kind == "cast" and event.player == player and event.turn == game.turn]
    here = game.zones.get("stack", ())
    on_top = known(game, here[-1]) if here else None
    own = on_top is not None and on_top.ability is None and any(event.obj == on_top.id for event in cast)
    return len(cast) - (1 if own else 0)


@player_number("life over starting")
def over_starting(game: Game, player: str) -> int:
    """How far a player's life total is above the starting life total."""
    return game.players[player].life - int(game.players[player].facts.get("starting_life", 20))
