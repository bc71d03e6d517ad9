"""Foretell (CR 702.143, 116.2h) and suspend (CR 702.62, 116.2f): special actions that exile a card from hand for later."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kb.checker.actions import action
from kb.checker.casting import cast_if_able
from kb.checker.characteristics import chars, expands, keyword_nodes, passive
from kb.checker.checks import Found, check
from kb.checker.choices import NO, YES, choose
from kb.checker.dispatch import Scope, effects, number, pay
from kb.checker.event import Event, card_key, emits, enters_state
from kb.checker.event_data import COUNTERS, DOWN, NEW, STATE, TO, VALUE, WHY
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.log import because_of, note
from kb.checker.mana import bill, pay_mana
from kb.checker.marks import CAST_BY, FORETOLD, SUSPEND_HASTE
from kb.checker.mechanics.alternative_costs import HASTE
from kb.checker.naming import card_of, one_object
from kb.checker.oracle import ast
from kb.checker.own_text import known_text
from kb.checker.permissions import Permission, has_flash, permission, timing
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check
from kb.checker.setup import PLACED
from kb.checker.state import Game, Illegal, Obj, card_name, of_card
from kb.checker.undo import restore, snapshot
from kb.checker.unused import must_have_x, said_x

passive("foretell")
emits("foretell")
enters_state(FORETOLD)


@action("foretell")
@rule("702.143a", "116.2h")
def foretell(
    game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None
) -> None:
    """CR 702.143a, 116.2h: during one's own turn, with priority, pay {2} and exile the card from hand face down."""
    obj = one_object(game, value, player, details.get("from", "hand"))
    slots = {"player": player, "card": card_name(game, obj.id)}
    if not keyword_nodes(game, obj.id, "foretell"):
        known_text(obj)
        raise Illegal(Reason("702.143a", slots, "none"))
    if obj.zone != "hand" or obj.owner != player:
        raise Illegal(Reason("702.143a", slots, "zone"))
    if game.active != player:
        raise Illegal(Reason("702.143a", slots, "turn"), Reason("116.2h", slots, "turn"))
    before = snapshot(game)
    try:
        record = note(game, "foretell_card", slots, [Reason("702.143a", slots), Reason("116.2h", slots)],
                      {card_key(game, obj.id, topic) for topic in ("zone", "card", "foretold")})  # fmt: skip
        game.queue = queue
        with because_of(game, record):
            pay_mana(game, player, bill("{2}"), slots["card"])
            moved = happen(
                game,
                Event("move", obj.id, player=player, data=having(TO("exile"), WHY("foretell"), DOWN(True))),
            )
            new = moved[0].data[NEW]
            happen(
                game, Event("becomes", new, player=player, data=having(STATE("foretold"), VALUE(game.turn)))
            )
            happen(game, Event("foretell", new, player=player))
    except Illegal:
        restore(game, before)
        raise


@permission
def foretold(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.143a: its owner may cast a foretold card from exile on a later turn for its foretell cost."""
    turn = obj.marks.get(FORETOLD)
    if turn is None or obj.zone != "exile":
        return None
    slots = {"player": player, "card": obj.printed.name, "turn": turn}
    if obj.owner != player:
        return Permission("foretell", False, [Reason("702.143a", slots, "owner")])
    if turn >= game.turn:
        return Permission("foretell", False, [Reason("702.143a", slots, "same_turn")])
    nodes = [
        node for node in obj.printed.abilities if isinstance(node, ast.Keyword) and node.name == "foretell"
    ]
    if not nodes:
        return Permission("foretell", reasons=[Reason("702.143a", slots)])
    mana = "".join(part.symbols for part in nodes[0].cost if isinstance(part, ast.ManaCost))
    others = tuple(part for part in nodes[0].cost if not isinstance(part, ast.ManaCost))
    return Permission("foretell", reasons=[Reason("702.143a", slots)], cost=mana, costs=others)


@check("is_foretold")
def is_foretold(game: Game, one: Check) -> Found:
    """Whether a card is foretold."""
    card = card_of(game, one.value)
    obj = of_card(game, card)
    value = obj is not None and obj.zone == "exile" and FORETOLD in obj.marks
    reason = Reason("702.143c", {"card": one.value}, "" if value else "no")
    return Found(value, (f"foretold:{card}",), [reason])


@action("suspend")
@rule("702.62a", "116.2f")
def suspend(
    game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None
) -> None:
    """CR 702.62a, 116.2f: whenever one could begin to cast the card from hand, pay its suspend cost and exile it with time counters."""
    obj = one_object(game, value, player, details.get("from", "hand"))
    slots = {"player": player, "card": card_name(game, obj.id)}
    nodes = keyword_nodes(game, obj.id, "suspend")
    if not nodes:
        known_text(obj)
        raise Illegal(Reason("702.62a", slots, "none"))
    late = timing(game, player, obj.printed.types, has_flash(game, player, obj), slots["card"])
    if obj.zone != "hand" or late:
        raise Illegal(Reason("116.2f", slots, "time"), *late)
    must_have_x(obj, details, nodes[0].amount, *nodes[0].cost)
    before = snapshot(game)
    try:
        record = note(game, "suspend_card", slots, [Reason("702.62a", slots), Reason("116.2f", slots)],
                      {card_key(game, obj.id, topic) for topic in ("zone", "card", "suspended")})  # fmt: skip
        game.queue = queue
        with because_of(game, record):
            scope = Scope(obj.id, player, x=said_x(details))
            count = number(game, nodes[0].amount, scope) if nodes[0].amount is not None else 0
            for part in nodes[0].cost:
                pay(game, part, scope, player)
            happen(game, Event("move", obj.id, player=player,
                               data=having(TO("exile"), WHY("suspend"), COUNTERS({"time": count}))))  # fmt: skip
    except Illegal:
        restore(game, before)
        raise


_TICK = "At the beginning of your upkeep, if it is suspended, remove a time counter from it."
_LAST = "When the last time counter is removed from this card while it's exiled, you may cast it without paying its mana cost."


@expands("suspend")
def suspend_abilities(game: Game, obj: Obj, node: ast.Ability) -> list[ast.Ability]:
    """CR 702.62a: the two triggered abilities that function in exile; a creature cast so has haste under its caster."""
    if obj.zone == "battlefield":
        quick = obj.marks.get(SUSPEND_HASTE) and chars(game, obj.id).controller == obj.marks.get(CAST_BY)
        return [ast.Static(text=node.text, parts=(HASTE,))] if quick else []
    upkeep = ast.StepBegins("upkeep", ast.SameAs(ast.OwnerOf(ast.This())))
    remove = ast.RemoveCounters(ast.This(), "time", ast.Number(1))
    last = ast.CountersRemoved("time", ast.SameAs(ast.This()), last=True)
    return [
        ast.Triggered(text=_TICK, event=upkeep, condition=ast.Is(ast.This(), ast.Status("suspended")), zone="exile",
                      body=ast.Body((remove,))),
        ast.Triggered(text=_LAST, event=last, zone="exile", body=ast.Body((CastSuspended(),))),
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class CastSuspended(ast.Effect):
    """One may cast this card for free; a creature cast this way has haste (702.62a)."""


@effects(CastSuspended)
def cast_suspended(game: Game, effect: CastSuspended, scope: Scope) -> None:
    """CR 702.62a: its owner may cast it without paying its mana cost; otherwise it stays exiled."""
    obj = game.objects.get(scope.source)
    if obj is None or obj.zone != "exile":
        return
    way = Permission(
        "suspend",
        cost="",
        timing="instant",
        reasons=[Reason("702.62a", {"card": obj.printed.name})],
        marks=having(SUSPEND_HASTE(True)),
    )
    if choose(game, obj.owner, [YES, NO], f"cast {obj.printed.name} (suspend)"):
        cast_if_able(game, obj.owner, obj, way)


@check("is_suspended")
def is_suspended(game: Game, one: Check) -> Found:
    """Whether a card is suspended: in exile, with suspend and a time counter."""
    card = card_of(game, one.value)
    obj = of_card(game, card)
    value = (
        obj is not None
        and obj.zone == "exile"
        and obj.counters.get("time", 0) > 0
        and bool(keyword_nodes(game, obj.id, "suspend"))
    )
    return Found(value, (f"suspended:{card}", f"zone:{card}"), [Reason("702.62b", {"card": one.value})])


def _placed(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    if "foretold" in data:
        obj.marks[FORETOLD], obj.face_down = data["foretold"], True
    if "suspended" in data and "time" not in obj.counters:
        obj.counters["time"] = data["suspended"]


PLACED.append(_placed)
