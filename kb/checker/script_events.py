"""`event:` of a script: something that happens by no named source; it counts as done by an effect that a player controls.

`@script_event("planeswalk")` adds one: `(game, player, value) -> None`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kb.checker.actions import action
from kb.checker.cards import Printed, abilities_of, parse_types
from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope
from kb.checker.effects.lasting import begin
from kb.checker.effects.tokens import make_tokens
from kb.checker.event import Event
from kb.checker.event_data import BY, COMBAT, CONTROLLER, COUNTER, PRINTED, STATE, TO, VALUE, WHY
from kb.checker.events import happen
from kb.checker.keys import Kept, having
from kb.checker.naming import absent, cards_named, one_object
from kb.checker.oracle import ast
from kb.checker.rules import Reason
from kb.checker.state import Game, NotModelled, Obj, new_object

Handler = Callable[[Game, str, Any], None]
SCRIPT_EVENTS: dict[str, Handler] = {}


def script_event(*names: str) -> Callable[[Handler], Handler]:
    """Register an event of the script by its key."""

    def register(function: Handler) -> Handler:
        for name in names:
            SCRIPT_EVENTS[name] = function
        return function

    return register


@action("event")
def run_event(game: Game, player: str, value: Any, details: Mapping[str, Any], queue: Any) -> None:
    """Let the event happen."""
    key, inner = next(iter(value.items()))
    handler = SCRIPT_EVENTS.get(key)
    if handler is None:
        raise NotModelled(f"the event {key!r}")
    game.queue = queue
    handler(game, player, inner)


def permanent(game: Game, name: str) -> Obj:
    """A permanent of that name; raises Illegal when there is none."""
    return one_object(game, name, None, "battlefield")


def _life(kind: str) -> Handler:
    def handler(game: Game, player: str, value: Any) -> None:
        happen(game, Event(kind, player=value["player"], amount=value["amount"]))

    return handler


SCRIPT_EVENTS["lose_life"] = _life("lose_life")
SCRIPT_EVENTS["gain_life"] = _life("gain_life")


@script_event("damage")
def damage(game: Game, player: str, value: Any) -> None:
    """Damage to a player or permanent."""
    source = one_object(game, value["source"], None, None).id if "source" in value else None
    event = Event(
        "damage", source=source, amount=value["amount"], data=having(COMBAT(bool(value.get("combat"))))
    )
    if "card" in value and value["card"] not in game.players:
        event.obj = permanent(game, value["card"]).id
    else:
        event.player = value.get("player") or value["card"]
    happen(game, event)


@script_event("draw")
def draw(game: Game, player: str, value: Any) -> None:
    """Draw cards, one at a time."""
    for _ in range(value.get("count", 1)):
        happen(game, Event("draw", player=value["player"]))


@script_event("destroy")
def destroy(game: Game, player: str, value: Any) -> None:
    """Destroy a permanent."""
    happen(game, Event("destroy", permanent(game, value).id))


@script_event("sacrifice")
def sacrifice(game: Game, player: str, value: Any) -> None:
    """Its controller sacrifices a permanent."""
    mine = [
        obj
        for obj in cards_named(game, value)
        if obj.zone == "battlefield" and chars(game, obj.id).controller == player
    ]
    obj = mine[0] if mine else permanent(game, value)
    happen(game, Event("sacrifice", obj.id, player=chars(game, obj.id).controller))


@script_event("exile")
def exile(game: Game, player: str, value: Any) -> None:
    """Exile a card or permanent."""
    found = sorted(cards_named(game, value), key=lambda obj: obj.zone != "battlefield")
    if not found:
        raise absent(game, value, Reason("601.3", {"card": value, "zone": ""}, "absent"))
    happen(game, Event("move", found[0].id, data=having(TO("exile"), WHY("effect"))))


@script_event("put")
def put(game: Game, player: str, value: Any) -> None:
    """Put a card into a zone."""
    found = sorted(cards_named(game, value["card"]), key=lambda obj: obj.zone == value["to"])
    if not found:
        raise absent(game, value["card"], Reason("601.3", {"card": value["card"], "zone": ""}, "absent"))
    data: Kept[Event] = having(TO(value["to"]), WHY("effect"))
    if value["to"] == "battlefield":
        data[CONTROLLER] = value.get("player", player)
    happen(game, Event("move", found[0].id, player=player, data=data))


@script_event("create_token")
def create_token(game: Game, player: str, value: Any) -> None:
    """Create a token: a name of 111.10, or a map with types, pt, text …"""
    token = value["token"]
    who, count = value["player"], value.get("count", 1)
    anchor = Scope(0, who)
    if isinstance(token, str):
        make_tokens(game, anchor, who, count, ast.Token(predefined=token))
        return
    from kb.checker.cards import printed_from

    name = token.get("name") or ""
    line = str(token.get("types", ""))
    if not name:
        name = " ".join(part.capitalize() for part in " ".join(parse_types(line)[2]).split()) + " Token"
    printed: Printed = printed_from(name, {key: item for key, item in token.items() if key != "name"})
    happen(game, Event("create_token", player=who, amount=count, data=having(PRINTED(printed))))


@script_event("add_counter")
def add_counter(game: Game, player: str, value: Any) -> None:
    """Put counters on a permanent or player."""
    event = Event("counters", amount=value.get("count", 1), data=having(COUNTER(value["kind"]), BY(player)))
    if "player" in value:
        event.player = value["player"]
    elif value["card"] in game.players:
        event.player = value["card"]
    else:
        event.obj = one_object(game, value["card"], None, None).id
    happen(game, event)


@script_event("gain_control")
def gain_control(game: Game, player: str, value: Any) -> None:
    """CR 613.1b: a player gains control of a permanent for good."""
    obj = permanent(game, value["card"])
    scope = Scope(obj.id, value["player"])
    change = ast.Modify(ast.This(), (ast.SetController(ast.You()),))
    begin(game, change, scope, (obj.id,), ast.Duration("game"))


@script_event("become_plotted")
def become_plotted(game: Game, player: str, value: Any) -> None:
    """CR 702.170c: a card in exile becomes plotted."""
    obj = one_object(game, value, None, "exile")
    happen(
        game,
        Event("becomes", obj.id, data=having(STATE("plotted"), VALUE(game.turn))).why(
            "702.170c", card=value, source=""
        ),
    )


@script_event("follow")
def follow_text(game: Game, player: str, value: Any) -> None:
    """CR 608.2c: instructions in Oracle words, done to the objects and players named without targeting them."""
    from kb.checker.resolving import run_plans
    from kb.checker.targets import Plan

    nodes = abilities_of(value["text"], "", "Instant")
    who = value.get("player", player)
    given: list[int | str] = [
        name if name in game.players else one_object(game, name, None, None).id
        for name in value.get("to", ())
    ]
    source = new_object(game, Printed("Effect"), who, "command")
    groups: list[list[list[int | str]]] = []
    plans: list[Plan] = []
    for node in nodes:
        if not isinstance(node, ast.Spell) or ast.unread(node) or node.body.modes is not None:
            raise NotModelled("this text is not read", text=value["text"])
        specs = node.body.targets
        if len(specs) > 1 and len(given) != len(specs):
            raise NotModelled("what each of its words means is not given", text=value["text"])
        found = [[one] for one in given] if len(specs) > 1 else [list(given)] * len(specs)
        groups.append(found)
        plans.append(Plan(node.body, text=node.text))
    run_plans(game, plans, groups, Scope(source.id, who), "Effect", value["text"])
