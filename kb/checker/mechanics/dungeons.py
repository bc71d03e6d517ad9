"""Dungeons (CR 309, 701.49, 704.5t): venturing, rooms and their abilities, completing a dungeon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kb.checker.cards import Cards, Printed, UnknownCardError
from kb.checker.characteristics import expands
from kb.checker.choices import Option, choose
from kb.checker.dispatch import Scope, find, matches, number, players_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, applies, emits
from kb.checker.event_data import NEW, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import Datum, Mark, PlayerFact, having
from kb.checker.log import note
from kb.checker.meaning.amounts import named_state, player_state
from kb.checker.mechanics.conditional import STATE_RULES
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.parts import parts
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.sba import state_based
from kb.checker.scenario import Scenario
from kb.checker.script_events import script_event
from kb.checker.setup import SETUPS
from kb.checker.state import Game, NotModelled, Obj, known, new_object, stack, touch
from kb.checker.stopping import gone
from kb.checker.triggers import TRIGGER_RULES
from kb.checker.vocabulary import knows

NAME: Datum[str] = Datum("name")
"""Name of the room."""
ROOM: Datum[int] = Datum("room")
"""Index of the room."""
AT_ROOM: Mark[int] = Mark("room")
"""Index of the room that the venture marker is in."""
COMPLETED: PlayerFact[list[str]] = PlayerFact("completed")
"""Names of the dungeons that the player has completed."""
DUNGEONS_GIVEN: PlayerFact[bool] = PlayerFact("dungeons_given")
"""Whether the scenario says which dungeons there are."""


emits("venture")
TRIGGER_RULES["enter_room"] = ("309.4c",)
TRIGGER_RULES["complete_dungeon"] = ("309.7",)
TRIGGER_RULES["venture"] = ("701.49a",)
STATE_RULES["completed a dungeon"] = "309.7"
knows(ast.Cant, "verb", "venture")
knows(ast.RulePart, "name", "enter only by venture into Undercity")
ENTER_ONLY = "enter only by venture into "
"""How the name of the rule change begins that keeps a dungeon for ventures into a quality."""


# --- dungeon cards --------------------------------------------------------------------------------------


@rule("309.2")
def set_up(game: Game, scenario: Scenario, cards: Cards) -> None:
    """CR 309.2: dungeon cards begin outside the game; they are no part of deck or sideboard."""
    for player in scenario.players:
        names = (scenario.setup.get(player) or {}).get("dungeons")
        facts = game.players[player].facts
        facts[DUNGEONS_GIVEN] = names is not None
        facts.setdefault(COMPLETED, [])
        if names is None:
            names = _from_the_base(cards)
        for index, name in enumerate(names):
            printed = cards.find(name, f"setup.{player}.dungeons[{index}]")
            for node in printed.abilities:
                knows(ast.RulePart, "name", *_entry_rules(node))
            new_object(game, printed, player, "outside")


SETUPS.append(set_up)
COMMON = ("Undercity",)
"""Dungeons that a player is taken to own when the document names none and the card base knows them: the initiative's."""


def _from_the_base(cards: Cards) -> list[str]:
    found = []
    for name in COMMON:
        try:
            cards.find(name)
        except UnknownCardError:
            continue
        found.append(name)
    return found


def _entry_rules(node: ast.Ability) -> list[str]:
    rules = [part for part in ast.walk(node) if isinstance(part, ast.RulePart)]
    return [part.name for part in rules if part.name.startswith(ENTER_ONLY)]


@rule("309.3")
def dungeon_of(game: Game, player: str) -> Obj | None:
    """CR 309.3: the dungeon card a player owns in the command zone; there is at most one."""
    for identity in game.zones.get("command", ()):
        obj = game.objects[identity]
        if obj.owner == player and "dungeon" in obj.printed.types:
            return obj
    return None


def rooms(printed: Printed) -> list[ast.Room]:
    """The rooms of a dungeon, the topmost first."""
    return [node for node in printed.abilities if isinstance(node, ast.Room)]


def room_of(obj: Obj) -> ast.Room:
    """The room the venture marker is in."""
    found: ast.Room = rooms(obj.printed)[int(obj.marks[AT_ROOM])]
    return found


@replacement
@rule("309.2c", "309.2d")
def stays_in_command(game: Game, event: Event) -> Effect | None:
    """CR 309.2c, 309.2d: a dungeon leaves the command zone only by leaving the game, and only venturing brings it in."""
    if (
        event.kind != "move"
        or event.obj is None
        or event.data.get(WHY) in ("leave game", "complete", "venture")
    ):
        return None
    obj = known(game, event.obj)
    if "dungeon" not in obj.printed.types or obj.zone not in ("command", "outside"):
        return None
    return Effect(f"dungeon:{event.obj}", obj.printed.name, None, Scope(event.obj, obj.owner), run=_stay)


def _stay(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    obj = known(game, event.obj)
    number_ = "309.2c" if obj.zone == "command" else "309.2d"
    note(game, "stays", {"card": effect.name}, [Reason(number_, {"card": effect.name})], {f"zone:{obj.card}"})
    return []


# --- venturing ------------------------------------------------------------------------------------------


@act("venture", "venture into undercity")
def venture_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Follow "venture into the dungeon" or "venture into Undercity"."""
    quality = effect.name.removeprefix("venture into ") if " into " in effect.name else effect.word.casefold()
    count = number(game, effect.amount, scope) if effect.amount is not None else 1
    for player in players_of(game, effect.who, scope):
        for _ in range(count):
            venture(game, player, quality)


@script_event("venture")
def venture_event(game: Game, player: str, value: Any) -> None:
    """A player ventures into the dungeon."""
    venture(game, str(value))


@rule("701.49a", "701.49b", "701.49c", "701.49d", "309.5", "309.5a", "309.5b")
def venture(game: Game, player: str, quality: str = "") -> None:
    """CR 701.49a-d, 309.5a-b: into a dungeon from outside the game, on to a next room, or out of the last and into another.

    With a quality ("venture into Undercity") a new dungeon must have it; in a dungeon already one goes on as usual.
    """
    if not _may_venture(game, player):
        return
    dungeon = dungeon_of(game, player)
    slots: dict[str, Any] = {"player": player, "quality": quality}
    reasons = [Reason("701.49d", slots, "inside" if dungeon is not None else "")] if quality else []
    if dungeon is not None and room_of(dungeon).leads_to:
        here = room_of(dungeon)
        names = [room.name for room in rooms(dungeon.printed)]
        ways = [names.index(name) for name in here.leads_to if name in names]
        options = [Option(index, (names[index],)) for index in ways]
        index = choose(game, player, options, f"which room {here.name} leads to", forced=len(options) == 1)
        slots |= {"from": here.name, "card": dungeon.printed.name}
        many = "" if len(options) > 1 else "one"
        reasons += [Reason("701.49b", slots, many), Reason("309.5a", slots, many)]
        _enter(game, player, dungeon, index, reasons)
        return
    if dungeon is not None:
        slots["card"] = dungeon.printed.name
        _complete(game, dungeon, [Reason("701.49c", slots), Reason("309.5b", slots), *reasons])
        reasons.append(Reason("701.49c", slots))
    _begin(game, player, quality, [*reasons, Reason("701.49a", slots)])


def _may_venture(game: Game, player: str) -> bool:
    done = sum(
        event.kind == "venture" and event.player == player and event.turn == game.turn
        for event in game.history
    )
    for one in parts(game, ast.Cant):
        cant = one.part
        if cant.verb != "venture" or player not in find(game, cant.who, one.scope):
            continue
        if cant.most is None or done >= number(game, cant.most, one.scope):
            slots = {"by": one.source, "player": player}
            note(game, "no_venture", slots, [Reason("101.2", slots)], {f"room:{player}"})
            return False
    return True


@rule("309.2a", "309.4a")
def _begin(game: Game, player: str, quality: str, reasons: list[Reason]) -> None:
    """CR 309.2a, 309.4a: a dungeon card chosen from outside the game goes to the command zone, the marker on its top room."""
    owned = [game.objects[i] for i in game.zones.get("outside", ())]
    choices = [
        obj for obj in owned if obj.owner == player and "dungeon" in obj.printed.types and _fits(obj, quality)
    ]
    if not choices:
        if not game.players[player].facts[DUNGEONS_GIVEN]:
            raise NotModelled(f"which dungeon cards {player} owns outside the game is not given")
        slots = {"player": player, "quality": quality}
        note(game, "no_venture", slots, [Reason("701.49a", slots, "none")], {f"room:{player}"})
        return
    options = [Option(obj.id, (obj.printed.name,), obj.printed.name) for obj in choices]
    chosen = choose(game, player, options, "which dungeon is brought into the game")
    moved = happen(game, Event("move", chosen, player=player, data=having(TO("command"), WHY("venture"))))
    new = next((event.data[NEW] for event in moved if event.kind == "move"), None)
    if new is not None:
        obj = game.objects[new]
        slots = {"player": player, "card": obj.printed.name}
        _enter(game, player, obj, 0, [*reasons, Reason("309.4a", slots)])


def _fits(obj: Obj, quality: str) -> bool:
    """Whether a player who ventures (into a quality) may bring this dungeon in."""
    if not rooms(obj.printed):
        return False
    if quality:
        words = {*obj.printed.subtypes, obj.printed.name.casefold()}
        return quality.casefold() in words
    return not any(_entry_rules(node) for node in obj.printed.abilities)


def _enter(game: Game, player: str, obj: Obj, index: int, reasons: list[Reason]) -> None:
    room = rooms(obj.printed)[index]
    event = Event("enter_room", obj.id, player=player, amount=0, data=having(ROOM(index), NAME(room.name)))
    event.reasons = [
        *reasons,
        Reason("309.4", {"player": player, "room": room.name, "card": obj.printed.name}),
    ]
    event.slots["room"] = room.name
    happen(game, event, Event("venture", player=player))


@applies("enter_room")
@rule("309.4")
def enter_room(game: Game, event: Event) -> None:
    """CR 309.4: the venture marker shows the room the player is in."""
    assert event.obj is not None
    game.objects[event.obj].marks[AT_ROOM] = event.data[ROOM]
    event.touches.add(f"room:{event.player}")


@dataclass(frozen=True, slots=True)
class MarkerMoves(ast.Event):
    """The owner moves their venture marker into the room of that name on this dungeon."""

    room: str


@expands(ast.Room)
@rule("309.4c")
def room_ability(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 309.4c: a room ability triggers when the marker is moved into the room; the dungeon's owner controls it."""
    assert isinstance(node, ast.Room)
    return [ast.Triggered(text=node.text, event=MarkerMoves(node.name), body=node.body)]


@matches(MarkerMoves)
def marker_moved(game: Game, pattern: MarkerMoves, event: Event, scope: Scope) -> int:
    """The marker came into that room of this dungeon."""
    return int(event.kind == "enter_room" and event.obj == scope.source and event.data[NAME] == pattern.room)


# --- completing -----------------------------------------------------------------------------------------


@state_based
@rule("704.5t", "309.6")
def finished(game: Game) -> Iterator[Event]:
    """CR 704.5t, 309.6: a dungeon with the marker on its bottommost room goes once its room abilities have left the stack."""
    for identity in game.zones.get("command", ()):
        obj = game.objects[identity]
        if "dungeon" not in obj.printed.types or AT_ROOM not in obj.marks or room_of(obj).leads_to:
            continue
        if not _ability_left(game, obj):
            slots = {"player": obj.owner, "card": obj.printed.name, "room": room_of(obj).name}
            event = Event("complete_dungeon", obj.id, player=obj.owner)
            yield event.why("704.5t", **slots).why("309.6", **slots).why("309.7", **slots)


def _ability_left(game: Game, obj: Obj) -> bool:
    waiting = [one.ability[0] if isinstance(one.ability, tuple) else one.ability for one in game.waiting]
    if any(ability.source == obj.id for ability in waiting):
        return True
    return any(item.ability is not None and item.ability.source == obj.id for item in stack(game))


def _complete(game: Game, obj: Obj, reasons: list[Reason]) -> None:
    event = Event("complete_dungeon", obj.id, player=obj.owner)
    slots = {"player": obj.owner, "card": obj.printed.name}
    event.reasons = [*reasons, Reason("309.7", slots)]
    happen(game, event)


@applies("complete_dungeon")
@rule("309.7", "309.2b")
def complete(game: Game, event: Event) -> None:
    """CR 309.7, 309.2b: a player completes a dungeon as it is removed from the game, where it can be chosen again later."""
    assert event.obj is not None
    old = game.objects.get(event.obj)
    if old is None:
        gone(game, event)
        return
    game.players[old.owner].facts[COMPLETED].append(old.printed.name)
    game.zones["command"].remove(old.id)
    del game.objects[old.id]
    game.gone[old.id] = old
    new = new_object(game, old.printed, old.owner, "outside", card=old.card)
    game.became[old.id] = new.id
    event.touches |= {f"room:{old.owner}", f"completed:{old.owner}", f"zone:{old.card}"}
    touch(game)


@player_state("completed a dungeon")
def completed_a_dungeon(game: Game, player: str) -> bool:
    """CR 309.7: whether the player has completed a dungeon in this game."""
    return bool(game.players[player].facts.get(COMPLETED))


@named_state("completed ")
def completed_named(game: Game, player: str, name: str) -> bool:
    """CR 309.7: whether the player has completed the dungeon of that name."""
    return name.casefold() in [one.casefold() for one in game.players[player].facts.get(COMPLETED) or ()]
