"""Attractions (CR 717, 701.51, 701.52, 702.159): their deck, opening, rolling to visit, visits and prizes, the junkyard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kb.checker.cards import Cards
from kb.checker.characteristics import chars, expands
from kb.checker.checks import NOT_TRIGGERED, Found, check
from kb.checker.dispatch import Scope, Thing, matches, not_modelled, number, players_of
from kb.checker.effects.acts import act
from kb.checker.effects.dice import roll
from kb.checker.effects.flow import follow_all
from kb.checker.event import Event, card_key, emits
from kb.checker.event_data import CONTROLLER, NEW, TO, WHY
from kb.checker.events import happen
from kb.checker.inherent import watches
from kb.checker.keys import PlayerFact, having
from kb.checker.log import because_of, note
from kb.checker.meaning.amounts import player_state
from kb.checker.meaning.statuses import status
from kb.checker.mechanics import sagas as _sagas
from kb.checker.mechanics.conditional import STATE_RULES
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check, Scenario
from kb.checker.script_events import script_event
from kb.checker.setup import PLACED, SETUPS, place
from kb.checker.state import Game, NotModelled, Obj, battlefield, card_name, known, of_card, touch
from kb.checker.triggers import TRIGGER_RULES
from kb.checker.turn import turn_based
from kb.checker.values import copiable

ATTRACTION_DECK: PlayerFact[list[int]] = PlayerFact("attraction_deck")
"""Physical cards, top first (717.2)."""
JUNKYARD: PlayerFact[list[int]] = PlayerFact("junkyard")
"""Physical cards (717.6a)."""


AFTER = _sagas.add_lore
"""Lore counters are placed before the roll (703.4f, 703.4g): that module registers its action first."""
emits("open_attraction", "roll_to_visit", "visit_attraction", "claim_prize")
TRIGGER_RULES["open_attraction"] = ("701.51c",)
TRIGGER_RULES["roll_to_visit"] = ("701.52a", "702.159a", "717.5")
TRIGGER_RULES["claim_prize"] = ("702.159b",)
STATE_RULES["visited an attraction this turn"] = "701.52a"


@rule("717.1")
def is_attraction_card(obj: Obj) -> bool:
    """CR 717.1: a card with an Astrotorium back: an Attraction as printed, whatever it has become, and no copy or token."""
    return obj.is_card and "attraction" in obj.printed.subtypes


# --- the deck -------------------------------------------------------------------------------------------


@rule("717.2")
def set_up(game: Game, scenario: Scenario, cards: Cards) -> None:
    """CR 717.2: an Attraction deck lies face down in the command zone; it is no part of the player's deck."""
    for player in scenario.players:
        items = (scenario.setup.get(player) or {}).get("attractions")
        if items is None:
            continue
        deck: list[int] = []
        for index, item in enumerate(items):
            for obj in place(
                game, player, "command", item, cards, f"setup.{player}.attractions[{index}]", []
            ):
                obj.face_down = True
                deck.append(obj.card)
        game.players[player].facts[ATTRACTION_DECK] = deck
    for player in scenario.players:
        game.players[player].facts.setdefault(JUNKYARD, [])


SETUPS.append(set_up)


def _lights(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    """Numbers lit up on this very card: cards of one name may differ."""
    if "lights" in data:
        obj.printed = replace(obj.printed, lights=tuple(data["lights"]))


PLACED.append(_lights)


# --- opening --------------------------------------------------------------------------------------------


@act("open attraction")
def open_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Follow "open an Attraction" or "open N Attractions"."""
    count = number(game, effect.amount, scope) if effect.amount is not None else 1
    scope.it = []
    for player in players_of(game, effect.who, scope):
        opened = open_attractions(game, player, count, scope.source or None)
        scope.it += opened
        scope.did = bool(opened)


@script_event("open_attraction")
def open_event(game: Game, player: str, value: Any) -> None:
    """A player opens Attractions."""
    open_attractions(game, value["player"], value.get("count", 1))


@rule("701.51a", "701.51b", "701.51c", "717.3")
def open_attractions(game: Game, player: str, count: int, source: int | None = None) -> list[int]:
    """CR 701.51a-c, 717.3: the top card of one's Attraction deck enters under one's control, one after the other.

    Whoever plays without such a deck opens nothing; what didn't enter the battlefield wasn't opened.
    """
    deck: list[int] | None = game.players[player].facts.get(ATTRACTION_DECK)
    opened: list[int] = []
    for _ in range(count):
        slots = {"player": player}
        if not deck:
            reason = Reason("701.51a", slots, "no") if deck is None else Reason("701.51b", slots, "empty")
            note(
                game,
                "not_opened",
                slots,
                [reason],
                {f"count:battlefield:{player}", f"attraction_deck:{player}"},
            )
            break
        card = deck.pop(0)
        obj = of_card(game, card)
        if obj is None or obj.zone != "command":
            continue
        obj.face_down = False
        touch(game)
        data = having(TO("battlefield"), WHY("open"), CONTROLLER(player))
        move = Event("move", obj.id, player=player, source=source, data=data)
        move.touches.add(f"attraction_deck:{player}")
        slots["card"] = obj.printed.name
        happened = happen(game, move.why("701.51b", **slots).why("717.3", **slots))
        entered = [
            event.data[NEW]
            for event in happened
            if event.kind == "move" and event.data.get(TO) == "battlefield"
        ]
        for new in entered:
            opened.append(new)
            happen(game, Event("open_attraction", new, player=player, source=source).why("701.51c", **slots))
    return opened


# --- rolling to visit -----------------------------------------------------------------------------------


@turn_based("precombat_main")
@rule("717.4", "703.4g")
def roll_as_main_phase_begins(game: Game) -> None:
    """CR 717.4, 703.4g: as the first main phase begins, an active player who controls Attractions rolls to visit them."""
    if _attractions(game, game.active):
        slots = {"player": game.active}
        roll_to_visit(game, game.active, Reason("717.4", slots), Reason("703.4g", slots))


@act("roll to visit")
def roll_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Follow "roll to visit your Attractions"."""
    for player in players_of(game, effect.who, scope):
        scope.amount = roll_to_visit(game, player)


@script_event("roll_visit")
def roll_event(game: Game, player: str, value: Any) -> None:
    """An effect makes a player roll to visit."""
    roll_to_visit(game, str(value))


def _attractions(game: Game, player: str) -> list[Obj]:
    found = []
    for obj in battlefield(game):
        what = chars(game, obj.id)
        if what.controller == player and "attraction" in what.subtypes:
            found.append(obj)
    return found


def lights_of(game: Game, identity: int) -> tuple[int, ...]:
    """The numbers lit up on an Attraction; of a copy those of the copied card."""
    obj = known(game, identity)
    return copiable(obj).lights or obj.printed.lights


@rule("701.52a")
def roll_to_visit(game: Game, player: str, *why: Reason) -> int:
    """CR 701.52a: roll a six-sided die; each of one's Attractions on which the result is lit up has been visited."""
    result = roll(game, player, 6)
    slots: dict[str, Any] = {"player": player, "n": result}
    rolled = Event("roll_die", player=player, amount=result)
    visit = Event("roll_to_visit", player=player, amount=result)
    visit.reasons = [*why, Reason("701.52a", slots)]
    visit.touches |= {
        f"count:battlefield:{player}",
        f"life:{player}",
        f"count:hand:{player}",
        f"visit:{player}",
    }
    events = [rolled, visit]
    for obj in _attractions(game, player):
        lit = lights_of(game, obj.id)
        visit.touches |= {card_key(game, obj.id, "triggered"), card_key(game, obj.id)}
        if result in lit:
            event = Event("visit_attraction", obj.id, player=player, amount=result)
            events.append(event.why("701.52a", **slots, card=card_name(game, obj.id)))
        elif lit:
            reason = Reason("701.52a", {**slots, "card": card_name(game, obj.id)}, "unlit")
            visit.reasons.append(reason)
    visited = [event for event in events if event.kind == "visit_attraction"]
    if not visited:
        visit.reasons = [
            reason for reason in visit.reasons if reason.variant or reason.rule != "701.52a"
        ] or [Reason("701.52a", slots)]
    happen(game, *events)
    return result


@dataclass(frozen=True, slots=True)
class Visited(ast.Event):
    """Its controller rolled to visit their Attractions and the result is lit up on this one."""


@expands(ast.Visit)
@rule("702.159a", "717.5")
def visit(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.159a, 717.5: a visit ability triggers whenever its controller rolls to visit and the result is lit up on it."""
    assert isinstance(node, ast.Visit)
    return [ast.Triggered(text=node.text, event=Visited(), body=node.body)]


@matches(Visited)
def visited_now(game: Game, pattern: Visited, event: Event, scope: Scope) -> int:
    """The roll of its controller shows one of its numbers."""
    if event.kind != "roll_to_visit" or event.player != scope.controller:
        return 0
    lit = lights_of(game, scope.source)
    if not lit:
        raise not_modelled(game, pattern, scope, "the numbers lit up on this Attraction are not given")
    return int(event.amount in lit)


@act("claim prize")
@rule("702.159b")
def claim_prize(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 702.159b: to claim the prize is to follow the instructions after the word Prize, a part of the visit ability."""
    nodes = [node for node in _nodes(game, scope.source) if isinstance(node, ast.Visit)]
    prize = next((node.prize for node in nodes if node.prize is not None), None)
    if prize is None:
        raise not_modelled(game, effect, scope, "a prize that the card doesn't show")
    if prize.targets or prize.modes is not None:
        raise not_modelled(game, effect, scope, "a prize with targets or modes")
    slots = {"player": scope.controller, "card": card_name(game, scope.source)}
    claimed = happen(
        game, Event("claim_prize", scope.source, player=scope.controller).why("702.159b", **slots)
    )
    with because_of(game, claimed[0].record if claimed else game.cause):
        follow_all(game, prize.effects, scope)


def _nodes(game: Game, identity: int) -> tuple[Ability, ...]:
    return chars(game, identity).abilities


@player_state("visited an attraction this turn")
def visited_this_turn(game: Game, player: str) -> bool:
    """CR 701.52a: whether the player has visited an Attraction this turn."""
    return any(
        event.kind == "visit_attraction" and event.player == player and event.turn == game.turn
        for event in game.history
    )


@status("visited this turn")
def visited_by_you(game: Game, thing: Thing, scope: Scope) -> bool:
    """An Attraction that "you" have visited this turn."""
    return any(
        event.kind == "visit_attraction"
        and event.obj == thing
        and event.player == scope.controller
        and event.turn == game.turn
        for event in game.history
    )


def _not_triggered(game: Game, cards: set[int], text: str) -> list[Reason]:
    """Why an ability about visiting hasn't triggered: nobody rolled for it."""
    for card in cards:
        obj = of_card(game, card)
        for node in obj.printed.abilities if obj is not None else ():
            if text not in node.text.casefold():
                continue
            rolls = isinstance(node, ast.Triggered) and any(
                isinstance(part, ast.Does) and part.verb == "roll to visit" for part in ast.walk(node.event)
            )
            if isinstance(node, ast.Visit) or rolls:
                return [Reason("717.4", {"card": node.text}, "no")]
    return []


NOT_TRIGGERED.append(_not_triggered)


# --- the junkyard ---------------------------------------------------------------------------------------


@replacement
@rule("717.6")
def to_the_junkyard(game: Game, event: Event) -> Effect | None:
    """CR 717.6: an Attraction card goes to the command zone instead of anywhere but the battlefield or exile.

    That may apply to one event again and again, an exception to 614.5.
    """
    if event.kind != "move" or event.data.get(TO) in ("battlefield", "exile", "command") or event.obj is None:
        return None
    obj = known(game, event.obj)
    if not is_attraction_card(obj) or obj.zone == "command":
        return None
    key = f"junkyard:{event.obj}:{len(event.applied)}"
    return Effect(key, card_name(game, event.obj), None, Scope(event.obj, obj.owner), rank=5, run=_instead)


def _instead(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    owner = known(game, event.obj).owner
    slots = {"card": effect.name, "player": owner, "to": event.data[TO]}
    event.data[TO] = "command"
    event.touches.add(f"junkyard:{owner}")
    event.reasons[:0] = [Reason("717.6", slots), Reason("717.6a", slots)]
    return [event]


@watches
@rule("717.6a")
def keep_piles(game: Game, events: list[Event]) -> None:
    """CR 717.6a: Attractions put into the command zone lie face up in one pile a player, apart from the Attraction deck."""
    for event in events:
        if event.kind != "move" or event.obj is None:
            continue
        old = known(game, event.obj)
        pile: list[int] = (
            game.players[old.owner].facts.setdefault(JUNKYARD, []) if old.owner in game.players else []
        )
        if is_attraction_card(old):
            if event.data.get(TO) == "command" and old.zone != "command":
                pile.insert(0, old.card)
            elif old.card in pile and event.data.get(TO) != "command":
                pile.remove(old.card)
        elif old.zone == "battlefield" and "attraction" in chars(game, old.id).subtypes:
            slots = {"card": old.printed.name}
            game.cause, before = event.record, game.cause
            note(
                game,
                "no_junkyard",
                slots,
                [Reason("717.6", slots, "copy")],
                {f"zone:{old.card}"},
                shown=False,
            )
            game.cause = before


@check("junkyard")
def junkyard(game: Game, one: Check) -> Found:
    """Names in a player's junkyard."""
    return _pile(game, one, JUNKYARD, Reason("717.6a", {"player": one.value}, "pile"))


@check("attraction_deck")
def attraction_deck(game: Game, one: Check) -> Found:
    """Names in a player's Attraction deck, top first."""
    return _pile(game, one, ATTRACTION_DECK, Reason("717.2", {"player": one.value}))


def _pile(game: Game, one: Check, pile_: PlayerFact[list[int]], reason: Reason) -> Found:
    if one.value not in game.players:
        raise NotModelled(f"there is no player {one.value!r}")
    pile = game.players[one.value].facts.get(pile_) or ()
    found = [of_card(game, card) for card in pile]
    names = [obj.printed.name for obj in found if obj is not None]
    return Found(names, (f"{pile_.name}:{one.value}",), [reason])
