"""Ascend and the city's blessing (CR 702.131)."""

from __future__ import annotations

from kb.checker.characteristics import chars, keyword_nodes, passive
from kb.checker.event import Event, applies
from kb.checker.events import happen
from kb.checker.inherent import watches
from kb.checker.keys import PlayerFact
from kb.checker.log import taint
from kb.checker.meaning.amounts import player_state
from kb.checker.mechanics.conditional import STATE_RULES
from kb.checker.rules import rule
from kb.checker.state import Game, NotModelled, battlefield, card_name, known, touch

passive("ascend")
TEN = 10
BLESSED: PlayerFact[bool] = PlayerFact("city's blessing")
"""The player has the city's blessing."""
STATE_RULES["city's blessing"] = "702.131c"


@applies("city_s_blessing")
def blessed_now(game: Game, event: Event) -> None:
    """A player gets the city's blessing for the rest of the game."""
    assert event.player is not None
    game.players[event.player].facts[BLESSED] = True
    touch(game)


@player_state("city's blessing")
def blessed(game: Game, player: str) -> bool:
    """Whether the player has the city's blessing."""
    return bool(game.players[player].facts.get(BLESSED))


@watches
@rule("702.131b")
def ascend(game: Game, events: list[Event]) -> None:
    """CR 702.131b: any time a player with a permanent with ascend controls ten or more permanents, they get the city's blessing."""
    for event in events:
        if event.kind != "cast" or event.obj is None or not keyword_nodes(game, event.obj, "ascend"):
            continue
        if {"instant", "sorcery"} & set(chars(game, event.obj).types):
            taint(game, NotModelled("ascend of a spell", card_name(game, event.obj), "Ascend"))
    counts: dict[str, int] = {}
    with_it: set[str] = set()
    for obj in battlefield(game):
        if "ascend" in known(game, obj.id).printed.text.lower() and keyword_nodes(game, obj.id, "ascend"):
            with_it.add(chars(game, obj.id).controller)
    if not with_it - {player for player in with_it if blessed(game, player)}:
        return
    for obj in battlefield(game):
        controller = chars(game, obj.id).controller
        counts[controller] = counts.get(controller, 0) + 1
    for player in sorted(with_it):
        if counts.get(player, 0) >= TEN and not blessed(game, player):
            happen(game, Event("city_s_blessing", player=player).why("702.131b", player=player))
