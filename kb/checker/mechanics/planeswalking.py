"""Planeswalking (CR 701.31, 901.8-901.11, 312.5-312.7, 704.6f): leaving a plane, the next card, phenomena, players who leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.checker.dispatch import Scope, players_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, applies, becomes
from kb.checker.event_data import CARD, PLANES
from kb.checker.events import happen
from kb.checker.facts import PLANAR_CONTROLLER
from kb.checker.keys import having
from kb.checker.log import note
from kb.checker.mechanics.leaving import LEAVING, LEFT, STAYS, next_in_turn_order
from kb.checker.mechanics.planechase import SHARED, decks, face_up, is_planar, make_controller
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.sba import state_based
from kb.checker.script_events import script_event
from kb.checker.state import Game, Obj, new_object, of_card, stack, tick, touch
from kb.checker.stopping import gone, stop
from kb.checker.triggers import TRIGGER_RULES

TRIGGER_RULES["encounter"] = ("312.5",)
TRIGGER_RULES["planeswalk_here"] = ("901.11b",)
TRIGGER_RULES["planeswalk_away"] = ("901.11b", "603.10a")
TRIGGER_RULES["planeswalk"] = ("901.11",)


@act("planeswalk")
def planeswalk_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Follow "planeswalk"."""
    for player in players_of(game, effect.who, scope):
        planeswalk(game, player)


@script_event("planeswalk")
def planeswalk_event(game: Game, player: str, value: Any) -> None:
    """A player planeswalks."""
    planeswalk(game, str(value))


@rule("701.31a", "701.31c", "901.11a")
def planeswalk(game: Game, player: str) -> None:
    """CR 701.31a, 701.31c, 901.11a: only in a Planechase game, and only the planar controller, by the rules or an effect."""
    slots = {"player": player}
    if not decks(game) or game.facts.get(PLANAR_CONTROLLER) != player:
        variant = "controller" if decks(game) else "no"
        note(game, "no_planeswalk", slots, [Reason("701.31a", slots, variant)], {"plane"})
        return
    happen(game, Event("planeswalk", player=player).why("701.31b", **slots).why("901.11", **slots))


@becomes("planeswalk")
@rule("701.31b", "901.11", "901.11c")
def steps(game: Game, event: Event) -> list[Event]:
    """CR 701.31b, 901.11, 901.11c: every face-up card goes to the bottom of its owner's planar deck, the next is turned up."""
    assert event.player is not None
    event.touches.add("plane")
    away = face_up(game)
    deck = deck_of(game, event.player)
    events = [Event("planeswalk_away", obj.id, player=event.player) for obj in away]
    order = [*deck, *(obj.card for obj in away if _home(game, obj) is deck)]
    chosen = event.data.get(PLANES)
    for following in [of_card(game, card) for card in (order[:1] if chosen is None else chosen)]:
        if following is None:
            continue
        kind = "encounter" if "phenomenon" in following.printed.types else "planeswalk_here"
        turned = Event(kind, player=event.player, data=having(CARD(following.card)))
        number = "312.5" if kind == "encounter" else "901.11b"
        events.append(turned.why(number, card=following.printed.name))
    return events


def deck_of(game: Game, player: str) -> list[int]:
    """CR 901.15c: with a shared deck, everybody's planar deck is that one."""
    known = decks(game)
    return known[SHARED] if SHARED in known else known.setdefault(player, [])


def _home(game: Game, obj: Obj) -> list[int]:
    return deck_of(game, obj.owner)


@applies("planeswalk_away")
@rule("311.6", "312.6", "901.7a", "901.11b")
def turn_down(game: Game, event: Event) -> None:
    """CR 311.6, 312.6, 901.7a, 901.11b: the card one planeswalks away from is turned face down: a new object, at the bottom."""
    assert event.obj is not None
    old = game.objects.get(event.obj)
    if old is None:
        gone(game, event)
        return
    from kb.checker.characteristics import chars

    game.last_known[old.id] = chars(game, old.id)
    game.zones["command"].remove(old.id)
    del game.objects[old.id]
    game.gone[old.id] = old
    new = new_object(game, old.printed, old.owner, "command", card=old.card)
    new.face_down = True
    game.became[old.id] = new.id
    _home(game, new).append(new.card)
    event.touches.add("plane")
    over = {"planeswalk", "planeswalk from a plane"} if "plane" in old.printed.types else {"planeswalk"}
    game.continuous = [effect for effect in game.continuous if effect.until not in over]


@applies("planeswalk_here", "encounter")
@rule("312.5", "901.7", "311.4")
def turn_up(game: Game, event: Event) -> None:
    """CR 312.5, 901.7, 311.4: the new card is turned face up and its abilities function; a phenomenon is encountered so."""
    obj = of_card(game, event.data[CARD])
    if obj is None:
        stop(game, event, Reason("312.5" if event.kind == "encounter" else "901.7"))
        return
    deck = deck_of(game, event.player or obj.owner)
    if obj.card in deck:
        deck.remove(obj.card)
    obj.face_down = False
    obj.controller = str(event.player)
    obj.timestamp = tick(game)
    event.obj = obj.id
    event.touches.add("plane")
    event.slots["card"] = obj.printed.name
    touch(game)


@state_based
@rule("704.6f", "312.7")
def leave_phenomenon(game: Game) -> Iterator[Event]:
    """CR 704.6f, 312.7: with a phenomenon face up and none of its triggered abilities left, the planar controller planeswalks."""
    for obj in face_up(game):
        if "phenomenon" not in obj.printed.types or _ability_left(game, obj):
            continue
        player = game.facts[PLANAR_CONTROLLER]
        slots = {"card": obj.printed.name, "player": player}
        yield Event("planeswalk", player=player).why("704.6f", **slots).why("312.7", **slots)


def _ability_left(game: Game, obj: Obj) -> bool:
    waiting = [one.ability[0] if isinstance(one.ability, tuple) else one.ability for one in game.waiting]
    if any(ability.source == obj.id for ability in waiting):
        return True
    return any(item.ability is not None and item.ability.source == obj.id for item in stack(game))


# --- players who leave ----------------------------------------------------------------------------------


@rule("800.4p")
def pass_on(game: Game, player: str) -> None:
    """CR 800.4p: when the planar controller is about to leave, the next player in turn order becomes it first."""
    if game.facts.get(PLANAR_CONTROLLER) != player:
        return
    following = next_in_turn_order(game, player)
    if following is not None:
        make_controller(game, following, Reason("800.4p", {"player": player}))


@rule("901.10b")
def stays(game: Game, obj: Obj) -> bool:
    """CR 901.10b: abilities from phenomena stay on the stack though their owner leaves; the new planar controller has them."""
    if obj.ability is None or not obj.ability.source:
        return False
    source = game.objects.get(obj.ability.source) or game.gone.get(obj.ability.source)
    if source is None or "phenomenon" not in source.printed.types:
        return False
    player = game.facts[PLANAR_CONTROLLER]
    obj.controller = obj.owner = obj.ability.controller = player
    obj.ability.scope.controller = player
    return True


@rule("901.10", "901.10a")
def after_leaving(game: Game, player: str) -> None:
    """CR 901.10, 901.10a: if the face-up card left too, the planar controller turns up the next; a planeswalking ability ends."""
    known = decks(game)
    if not known or SHARED in known or face_up(game):
        return
    known.pop(player, None)
    for item in list(stack(game)):
        if item.ability is not None and "planeswalking" in item.ability.aliases:
            gone = Event("cease", item.id).why("901.10a")
            gone.touches.add("stack")
            happen(game, gone)
    controller = game.facts[PLANAR_CONTROLLER]
    happen(game, Event("planeswalk", player=controller).why("901.10", player=player))


LEAVING.append(pass_on)
LEFT.append(after_leaving)
STAYS.append(stays)
__all__ = ["is_planar", "planeswalk"]
