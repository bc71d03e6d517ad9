"""Questions about dungeons: the room a player is in, the dungeons they have completed, why a room ability has not triggered."""

from __future__ import annotations

from kb.checker.characteristics import abilities as abilities_of
from kb.checker.checks import NOT_TRIGGERED, Found, check
from kb.checker.mechanics.dungeons import COMPLETED, dungeon_of, room_of
from kb.checker.oracle import ast
from kb.checker.rules import Reason
from kb.checker.scenario import Check
from kb.checker.state import Game, NotModelled, battlefield, card_name, of_card


@check("room")
def room(game: Game, one: Check) -> Found:
    """The room a player is in; none outside of a dungeon."""
    player = _player(game, one)
    dungeon = dungeon_of(game, player)
    if dungeon is not None:
        here = room_of(dungeon).name
        slots = {"player": player, "room": here, "card": dungeon.printed.name}
        return Found(here, (f"room:{player}",), [Reason("309.4", slots)])
    return Found(None, (f"room:{player}",), _never_ventured(game, player))


def _never_ventured(game: Game, player: str) -> list[Reason]:
    """Why a player is in no dungeon: what would have made them venture has not triggered."""
    if any(f"room:{player}" in record.touches for record in game.records):
        return []
    if any(record.event == "no_trigger" for record in game.records):
        return []
    for obj in battlefield(game):
        for ability in abilities_of(game, obj.id):
            node = ability.node
            if isinstance(node, ast.Triggered) and ability.controller == player and _ventures(node.body):
                return [Reason("603.2", {"card": card_name(game, obj.id), "text": node.text}, "not")]
    return [Reason("309.2a", {"player": player}, "none")]


def _ventures(body: ast.Body) -> bool:
    acts = [node for node in ast.walk(body) if isinstance(node, ast.Act)]
    return any(node.name.startswith(("venture", "take initiative")) for node in acts)


@check("completed")
def completed(game: Game, one: Check) -> Found:
    """Names of the dungeons a player has completed."""
    player = _player(game, one)
    names = list(game.players[player].facts.get(COMPLETED) or ())
    reasons = [] if names else [Reason("309.7", {"player": player}, "none")]
    return Found(names, (f"completed:{player}",), reasons)


def _player(game: Game, one: Check) -> str:
    if one.value not in game.players:
        raise NotModelled(f"there is no player {one.value!r}")
    return str(one.value)


def _not_triggered(game: Game, cards: set[int], text: str) -> list[Reason]:
    """Why an ability about completing a dungeon, or a room, hasn't triggered."""
    for card in cards:
        obj = of_card(game, card)
        for node in obj.printed.abilities if obj is not None else ():
            if text not in node.text.casefold():
                continue
            if isinstance(node, ast.Room):
                return [Reason("309.4c", {"room": node.name}, "no")]
            if isinstance(node, ast.Triggered) and any(
                isinstance(part, ast.Does) and part.verb == "complete dungeon"
                for part in ast.walk(node.event)
            ):
                return [Reason("309.7", {"card": node.text}, "not_yet")]
    return []


NOT_TRIGGERED.append(_not_triggered)
