"""Leaving the game (CR 104.3a, 104.5, 800.4): what goes with the player, what ends, what is exiled.

`LEAVING` holds what must be settled before the player is gone (the planar controller, the initiative); `LEFT` what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope, find
from kb.checker.event import Event, applies, card_key
from kb.checker.event_data import TO, WHY
from kb.checker.events import happen
from kb.checker.inherent import watches
from kb.checker.keys import having
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.script_events import script_event
from kb.checker.state import PHASED_OUT, Continuous, Game, Obj, turn_order
from kb.checker.stopping import stop

LEAVING: list[Callable[[Game, str], None]] = []
LEFT: list[Callable[[Game, str], None]] = []
STAYS: list[Callable[[Game, Obj], bool]] = []
"""Objects that stay although their owner leaves (abilities of phenomena)."""


@script_event("leave_game")
@rule("104.3a")
def concede(game: Game, player: str, value: Any) -> None:
    """CR 104.3a: a player may concede at any time; they leave the game at once and lose."""
    happen(game, Event("leave_game", player=str(value)).why("104.3a", player=value))


@watches
@rule("104.5")
def losers_leave(game: Game, events: list[Event]) -> None:
    """CR 104.5: a player who loses the game leaves it; with two players the game is simply over."""
    for event in events:
        if event.kind == "lose_game" and event.player is not None and len(game.players) > 2:
            happen(game, Event("leave_game", player=event.player).why("104.5", player=event.player))


@applies("leave_game")
def leave_game(game: Game, event: Event) -> None:
    """The player is about to leave: designations pass on first; then they are out."""
    assert event.player is not None
    player = game.players[event.player]
    if player.left:
        stop(game, event, Reason("104.5", {"player": event.player}, "already"))
        return
    for settle in LEAVING:
        settle(game, event.player)
    player.left = player.lost = True
    event.touches |= {"result", f"left:{event.player}"}


@watches
@rule("800.4a")
def objects_leave(game: Game, events: list[Event]) -> None:
    """CR 800.4a: all objects the player owns leave, their control effects end, what they still control is exiled."""
    for event in events:
        if event.kind != "leave_game" or event.player is None:
            continue
        _owned_objects_leave(game, event.player)
        _control_ends(game, event.player)
        _exile_the_rest(game, event.player)
        for follow in LEFT:
            follow(game, event.player)


def _owned_objects_leave(game: Game, player: str) -> None:
    moves = []
    for obj in list(game.objects.values()):
        if obj.owner != player or any(stays(game, obj) for stays in STAYS):
            continue
        if (
            obj.ability is not None
            or obj.copy
            or obj.zone in ("library", "hand", "graveyard", "outside", PHASED_OUT)
        ):
            _cease(game, obj)
        else:
            data = having(TO("outside"), WHY("leave game"))
            moves.append(Event("move", obj.id, data=data).why("800.4a", player=player, card=obj.printed.name))
    happen(game, *moves)


def _cease(game: Game, obj: Obj) -> None:
    gone = Event("cease", obj.id).why("800.4a", player=obj.owner, card=obj.printed.name)
    if obj.zone == "stack":
        gone.touches.add("stack")
    happen(game, gone)


def _control_ends(game: Game, player: str) -> None:
    """Effects that give the player control of something end."""
    for effect in list(game.continuous):
        if _gives_control(game, effect, player):
            effect.ended = True
            game.continuous.remove(effect)
            for identity in effect.affected or ():
                if identity in game.objects:
                    obj = game.objects[identity]
                    event = Event("control_ends", identity, player=player).why(
                        "800.4a", player=player, card=obj.printed.name
                    )
                    event.touches.add(card_key(game, identity, "controller"))
                    happen(game, event)


@applies("control_ends")
def control_ends(game: Game, event: Event) -> None:
    """An effect that gave a player control of a permanent is over."""


def _gives_control(game: Game, effect: Continuous, player: str) -> bool:
    if not isinstance(effect.part, ast.Modify):
        return False
    scope = effect.scope or Scope(effect.source, effect.controller)
    return any(
        isinstance(change, ast.SetController) and player in find(game, change.player, scope)
        for change in effect.part.changes
    )


def _exile_the_rest(game: Game, player: str) -> None:
    moves = [
        Event("move", obj.id, data=having(TO("exile"), WHY("rules"))).why(
            "800.4a", "exile", card=obj.printed.name
        )
        for obj in list(game.objects.values())
        if obj.zone in ("battlefield", "stack")
        and chars(game, obj.id).controller == player
        and obj.owner != player
    ]
    happen(game, *moves)


def next_in_turn_order(game: Game, player: str) -> str | None:
    """The next player in turn order who stays in the game; None when there is nobody else."""
    order = [name for name in turn_order(game, player) if name != player]
    return order[0] if order else None
