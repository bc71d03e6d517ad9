"""Rad counters (CR 727): an inherent ability mills at the beginning of the precombat main phase."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope, effects
from kb.checker.event import Event
from kb.checker.event_data import COUNTER, NEW, STEP
from kb.checker.events import happen
from kb.checker.inherent import trigger, watches
from kb.checker.keys import having
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, known

TEXT = "At the beginning of each precombat main phase: that player's rad counters mill cards."


@dataclass(frozen=True, slots=True)
class Radiate(ast.Effect):
    """Mill as many cards as there are rad counters; each nonland card costs 1 life and removes a counter."""


@watches
@rule("727.1", "122.1i")
def inherent(game: Game, events: list[Event]) -> None:
    """CR 727.1, 122.1i: rad counters on a player cause an ability to trigger as their precombat main phase begins."""
    for event in events:
        if event.kind == "step" and event.data.get(STEP) == "precombat_main":
            player = game.active
            if game.players[player].counters.get("rad"):
                node = ast.Triggered(
                    text=TEXT, event=ast.StepBegins("precombat main"), body=ast.Body((Radiate(),))
                )
                trigger(game, "rad", node, player, event, [Reason("727.1", {"player": player})])


@effects(Radiate)
def radiate(game: Game, effect: Radiate, scope: Scope) -> None:
    """CR 727.1: for each nonland card milled this way the player loses 1 life and a rad counter."""
    player = scope.controller
    count = game.players[player].counters.get("rad", 0)
    if not count:
        return
    milled = happen(game, Event("mill", player=player, amount=count).why("727.1", player=player))
    cards = [event.data[NEW] for event in milled if event.kind == "move" and NEW in event.data]
    if any(known(game, card).printed.blank for card in cards):
        raise NotModelled("whether a milled card that the scenario doesn't give is a land")
    for _ in [card for card in cards if "land" not in chars(game, card).types]:
        loss = Event("lose_life", player=player, amount=1).why("727.1", player=player)
        fewer = Event("remove_counters", player=player, amount=1, data=having(COUNTER("rad"))).why(
            "727.1", player=player
        )
        happen(game, loss, fewer)
