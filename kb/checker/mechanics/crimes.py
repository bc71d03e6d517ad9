"""Committing a crime (CR 700.13)."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.dispatch import Thing
from kb.checker.event import Event, applies
from kb.checker.events import happen
from kb.checker.inherent import watches
from kb.checker.marks import TARGETS
from kb.checker.meaning.amounts import player_state
from kb.checker.rules import rule
from kb.checker.state import Game, known
from kb.checker.triggers import TRIGGER_RULES

TRIGGER_RULES["commit_a_crime"] = ("700.13",)


@applies("commit_a_crime")
def crime(game: Game, event: Event) -> None:
    """A player has committed a crime: nothing changes by itself."""


def is_of_opponent(game: Game, thing: Thing, player: str) -> bool:
    """Whether a target makes it a crime: an opponent, what an opponent controls, a card in an opponent's graveyard."""
    if isinstance(thing, str):
        return thing != player
    obj = known(game, thing)
    if obj.zone in ("battlefield", "stack"):
        return chars(game, thing).controller != player
    return obj.zone == "graveyard" and obj.owner != player


@watches
@rule("700.13")
def crimes(game: Game, events: list[Event]) -> None:
    """CR 700.13: whoever casts, activates or puts on the stack something that targets an opponent or theirs commits a crime."""
    for event in events:
        if event.kind not in ("cast", "activate", "trigger") or event.obj is None or event.player is None:
            continue
        targets = [thing for group in known(game, event.obj).marks.get(TARGETS, ()) for thing in group]
        if any(is_of_opponent(game, thing, event.player) for thing in targets):
            happen(game, Event("commit_a_crime", player=event.player).why("700.13", player=event.player))


@player_state("committed a crime this turn")
def committed(game: Game, player: str) -> bool:
    """Whether the player has committed a crime this turn."""
    return any(
        e.kind == "commit_a_crime" and e.turn == game.turn and e.player == player for e in game.history
    )
