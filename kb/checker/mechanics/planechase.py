"""Planechase (CR 311, 312, 901): planar decks, the planar controller, the planar die, chaos."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kb.checker.ability_checks import ALIAS_TEXTS
from kb.checker.actions import action
from kb.checker.cards import Cards
from kb.checker.checks import Found, check
from kb.checker.choices import Option, choose
from kb.checker.dispatch import Scope, players_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, emits
from kb.checker.event_data import OF, TO, WHY
from kb.checker.events import happen
from kb.checker.facts import PLANAR_CONTROLLER
from kb.checker.inherent import activation, trigger, watches
from kb.checker.keys import Count, Fact
from kb.checker.log import because_of, note
from kb.checker.mana import bill, pay_mana
from kb.checker.oracle import ast
from kb.checker.parts import by_rules, rule_changed
from kb.checker.permissions import sorcery_time
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check, Scenario
from kb.checker.script_events import script_event
from kb.checker.setup import SETUPS, VARIANTS, place
from kb.checker.state import Game, Illegal, NotModelled, Obj, known, of_card, touch
from kb.checker.triggers import TRIGGER_RULES
from kb.checker.turn import TURN_BASED
from kb.checker.undo import restore, snapshot

PLANAR_ROLLS = Count("planar_rolls")
"""Times that a player has rolled the planar die in a turn."""
PLANAR_DECKS: Fact[dict[str, list[int]]] = Fact("planar_decks")
"""Physical cards by player, top first."""
PLANAR_TURN: Fact[int] = Fact("planar_turn")
"""Turn in which the planar controller was last looked for."""
PLANAR_ACTIVE: Fact[str] = Fact("planar_active")
"""Whose turn it was then."""


VARIANTS.add("planechase")
PLANAR = frozenset({"plane", "phenomenon"})
SHARED = ""
"""Key of the communal planar deck among the decks."""
emits("chaos_ensues", "roll_planar_die")
TRIGGER_RULES["chaos_ensues"] = ("311.7",)
TRIGGER_RULES["roll_planar_die"] = ("901.9d",)


def is_planar(obj: Obj) -> bool:
    """Whether it is a plane or phenomenon card."""
    return bool(PLANAR & set(obj.printed.types))


def decks(game: Game) -> dict[str, list[int]]:
    """Planar decks by player (or the shared one): physical cards, top first."""
    found: dict[str, list[int]] = game.facts.get(PLANAR_DECKS, {})
    return found


def face_up(game: Game) -> list[Obj]:
    """The planes and phenomena that are face up."""
    found = [game.objects[i] for i in game.zones.get("command", ())]
    return [obj for obj in found if is_planar(obj) and not obj.face_down]


# --- decks and the starting plane -----------------------------------------------------------------------


@rule("901.4", "901.5", "901.15a", "103.7")
def set_up(game: Game, scenario: Scenario, cards: Cards) -> None:
    """CR 901.4, 901.5, 901.15a, 103.7: planar decks lie in the command zone; the starting plane is turned up first.

    A phenomenon on top goes to the bottom instead, and nothing triggers.
    """
    given: dict[str, Any] = {}
    if "planar_deck" in scenario.setup:
        given[SHARED] = scenario.setup["planar_deck"]
    for player in scenario.players:
        items = (scenario.setup.get(player) or {}).get("planar_deck")
        if items is not None:
            given[player] = items
    if not given:
        return
    made: dict[str, list[int]] = {}
    for name, items in given.items():
        where = f"setup.{name}.planar_deck" if name else "setup.planar_deck"
        made[name] = []
        for index, item in enumerate(items or ()):
            for obj in place(
                game, name or scenario.players[0], "command", item, cards, f"{where}[{index}]", []
            ):
                obj.face_down = True
                if "plane" in obj.printed.types:
                    obj.printed = replace(obj.printed, extra={**obj.printed.extra, "rule": "311.4"})
                made[name].append(obj.card)
    game.facts[PLANAR_DECKS] = made
    first = scenario.players[0]
    game.facts[PLANAR_CONTROLLER] = first
    _starting_plane(game, made[SHARED] if SHARED in made else made.get(first, []))
    _own(game, first)


def _starting_plane(game: Game, deck: list[int]) -> None:
    for _ in range(len(deck)):
        obj = of_card(game, deck.pop(0))
        assert obj is not None
        if "phenomenon" not in obj.printed.types:
            obj.face_down = False
            touch(game)
            return
        deck.append(obj.card)


SETUPS.append(set_up)


# --- the planar controller ------------------------------------------------------------------------------


def _own(game: Game, player: str) -> None:
    """The planar controller controls what is face up and counts as owner of a shared deck (901.15b)."""
    shared = decks(game).get(SHARED)
    for identity in game.zones.get("command", ()):
        obj = game.objects[identity]
        if not is_planar(obj):
            continue
        if shared is not None and (obj.card in shared or not obj.face_down):
            obj.owner = player
        if not obj.face_down:
            obj.controller = player
    touch(game)


@rule("311.5", "312.4", "901.6", "901.15b")
def make_controller(game: Game, player: str, *more: Reason) -> None:
    """CR 311.5, 312.4, 901.6, 901.15b: whoever is active is the planar controller and controls the face-up plane.

    With a shared deck they also count as the owner of all its cards.
    """
    if not decks(game) or game.facts.get(PLANAR_CONTROLLER) == player:
        return
    game.facts[PLANAR_CONTROLLER] = player
    _own(game, player)
    reasons = [Reason("311.5", {"player": player}), *more]
    note(game, "planar_controller", {"player": player}, reasons, {"planar_controller"}, shown=False)


def new_turn(game: Game) -> None:
    """The active player becomes the planar controller as their turn begins."""
    if not decks(game) or game.facts.get(PLANAR_TURN) == game.turn:
        return
    game.facts[PLANAR_TURN] = game.turn
    names = list(game.players)
    before = game.facts.get(PLANAR_ACTIVE, names[0])
    game.facts[PLANAR_ACTIVE] = game.active
    skipped = []
    index = names.index(before)
    for offset in range(1, len(names)):
        name = names[(index + offset) % len(names)]
        if name == game.active:
            break
        if game.players[name].left:
            skipped.append(name)
    make_controller(game, game.active, *(Reason("800.4k", {"player": name}, "no") for name in skipped[:1]))


for _step in ("untap", "upkeep"):
    TURN_BASED.setdefault(_step, []).insert(0, new_turn)


@check("planar_controller")
def planar_controller(game: Game, one: Check) -> Found:
    """The planar controller."""
    player = game.facts.get(PLANAR_CONTROLLER)
    if player is None:
        raise NotModelled("this game has no planar controller")
    reasons = [Reason("311.5", {"player": player}), Reason("901.6", {"player": player})]
    return Found(player, ("planar_controller",), reasons)


@check("plane")
def plane(game: Game, one: Check) -> Found:
    """The face-up plane or phenomenon."""
    if not decks(game):
        raise NotModelled("this game has no planar deck")
    names = [obj.printed.name for obj in face_up(game)]
    started = not any(event.kind == "planeswalk" for event in game.history)
    reasons = [Reason("901.5", {"card": names[0] if names else ""})] if started else []
    if not names:
        return Found(None, ("plane",), reasons)
    return Found(names[0] if len(names) == 1 else names, ("plane",), reasons)


@replacement
@rule("311.2", "312.2")
def stays_in_command(game: Game, event: Event) -> Effect | None:
    """CR 311.2, 312.2: a plane or phenomenon that would leave the command zone stays there."""
    if event.kind != "move" or event.obj is None or event.data.get(WHY) == "leave game":
        return None
    obj = known(game, event.obj)
    if not is_planar(obj) or obj.zone != "command" or event.data.get(TO) == "command":
        return None
    return Effect(f"planar:{event.obj}", obj.printed.name, None, Scope(event.obj, obj.owner), run=_stay)


def _stay(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    obj = known(game, event.obj)
    number = "312.2" if "phenomenon" in obj.printed.types else "311.2"
    note(
        game,
        "stays",
        {"card": effect.name},
        [Reason(number, {"card": effect.name})],
        {f"zone:{obj.card}", "plane"},
    )
    return []


@watches
def activated(game: Game, events: list[Event]) -> None:
    """CR 311.4: activated abilities of a face-up plane may be activated."""
    for event in events:
        source = event.data.get(OF) if event.kind == "activate" else None
        if source is not None and event.record is not None:
            activation(game, event).reasons += by_rules(game, source)


# --- the planar die and chaos ---------------------------------------------------------------------------

PLANESWALKING = ast.Triggered(
    text="planeswalking: whoever rolls the Planeswalker symbol on the planar die planeswalks",
    event=ast.Happens("roll_planar_die"),
    body=ast.Body((ast.Act("planeswalk"),)),
)
"""The ability that no card has (901.8)."""
ALIAS_TEXTS["planeswalking"] = lambda words, asked: True
RESULTS = ("planeswalk", "chaos", "blank")


@action("planar_die")
def roll_action(
    game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None
) -> None:
    """Roll the planar die; what can't be paid is taken back."""
    before = snapshot(game)
    try:
        _roll_as_special_action(game, player, queue)
    except Illegal:
        restore(game, before)
        raise


@rule("901.9", "116.2i")
def _roll_as_special_action(game: Game, player: str, queue: deque[Any] | None) -> None:
    """CR 901.9, 116.2i: the active player may roll the planar die in a main phase with an empty stack.

    It costs one mana for each time they have done so before in this turn; rolls by effects don't count.
    """
    done = game.done.get((PLANAR_ROLLS, player, game.turn), 0)
    slots = {"player": player, "n": done}
    if not decks(game):
        raise Illegal(Reason("901.1", slots, "no"))
    if game.active != player:
        raise Illegal(Reason("901.9", slots, "active"), Reason("116.2i", slots, "time"))
    if not sorcery_time(game, player):
        raise Illegal(Reason("901.9", slots, "time"), Reason("116.2i", slots, "time"))
    reasons = [Reason("901.9", slots, "cost" if done else ""), Reason("116.2i", slots)]
    record = note(game, "planar_die", slots, reasons, {"plane", "planar_die"})
    game.queue = queue
    with because_of(game, record):
        if done:
            try:
                pay_mana(game, player, bill(f"{{{done}}}"), "planar die")
            except Illegal as why:
                raise Illegal(Reason("901.9", slots, "unpaid"), *why.reasons) from None
        game.done[PLANAR_ROLLS, player, game.turn] = done + 1
        roll_planar_die(game, player)


@act("roll planar die")
def roll_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """An effect makes a player roll the planar die; that doesn't make the special action dearer."""
    if decks(game):
        for player in players_of(game, effect.who, scope):
            roll_planar_die(game, player)


@rule("901.3a", "901.9a", "901.9b", "901.9c", "901.9d", "901.8", "706.7")
def roll_planar_die(game: Game, player: str) -> str:
    """CR 901.3a, 901.8, 901.9a-d, 706.7: blank: nothing; chaos: chaos ensues; the Planeswalker symbol: an ability triggers.

    Abilities about rolling dice see the roll; it has no number.
    """
    if game.planar_dice:
        result = game.planar_dice.popleft()
    else:
        options = [Option(one, (one,)) for one in RESULTS]
        result = choose(game, player, options, "result of the planar die")
    if result == "blank" and rule_changed(game, "blank is chaos"):
        result = "chaos"
    slots = {"player": player, "result": result}
    rolled = Event("roll_planar_die", player=player)
    rolled.touches |= {"plane", "planar_die", "trigger:planeswalking"}
    number = {"blank": "901.9a", "chaos": "901.9b", "planeswalk": "901.9c"}[result]
    rolled.why(number, "", **slots)
    die = Event("roll_die", player=player)
    happen(game, rolled, die.why("901.9d", **slots).why("706.7", **slots))
    with because_of(game, rolled.record):
        if result == "chaos":
            chaos(game)
        elif result == "planeswalk":
            reasons = [Reason("901.9c", slots), Reason("901.8", slots)]
            trigger(game, "planeswalking", PLANESWALKING, player, rolled, reasons)
    return str(result)


@act("chaos ensues")
def chaos_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """An effect says that chaos ensues."""
    chaos(game)


@script_event("chaos")
def chaos_event(game: Game, player: str, value: Any) -> None:
    """Chaos ensues."""
    if value:
        chaos(game)


@rule("311.7")
def chaos(game: Game) -> None:
    """CR 311.7: when chaos ensues, the chaos abilities of what is face up trigger; the planar controller controls them."""
    if not decks(game):
        return
    event = Event("chaos_ensues", player=game.facts.get(PLANAR_CONTROLLER))
    event.touches |= {f"triggered:{obj.card}" for obj in face_up(game)}
    event.touches |= {f"count:battlefield:{player}" for player in game.players}
    happen(game, event.why("311.7"))
