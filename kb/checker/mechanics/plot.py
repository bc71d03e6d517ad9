"""Plot (CR 702.170, 116.2k): the special action, effects that make a card plotted, and casting it on a later turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from kb.checker.actions import action
from kb.checker.characteristics import keyword_nodes, passive
from kb.checker.checks import Found, check
from kb.checker.cost_changes import cost_changes
from kb.checker.dispatch import Scope, find, fits, pay
from kb.checker.event import Event, emits
from kb.checker.event_data import NEW, STATE, TO, VALUE, WHY
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.log import note
from kb.checker.mana import bill, pay_mana
from kb.checker.marks import PLOTTED
from kb.checker.naming import card_of, one_object
from kb.checker.oracle import ast
from kb.checker.parts import parts
from kb.checker.permissions import Permission, permission, sorcery_time
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check
from kb.checker.setup import PLACED
from kb.checker.state import Game, Illegal, Obj, card_name, of_card
from kb.checker.triggers import TRIGGER_RULES
from kb.checker.undo import restore, snapshot

passive("plot")
emits("plot")
TRIGGER_RULES["becomes:plotted"] = ("702.170c",)
TRIGGER_RULES["plot"] = ("702.170e",)


@action("plot")
def plot(game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None) -> None:
    """Take the special action; what isn't legal is taken back."""
    obj = one_object(game, value, player, details.get("from", "hand"))
    before = snapshot(game)
    try:
        _plot(game, player, obj, queue)
    except Illegal:
        restore(game, before)
        raise


@rule("702.170a", "702.170b", "702.170f", "116.2k")
def _plot(game: Game, player: str, obj: Obj, queue: deque[Any] | None) -> None:
    """CR 702.170a-b, 702.170f, 116.2k: in one's main phase with an empty stack, pay the plot cost, exile the card; it is plotted."""
    name = card_name(game, obj.id)
    slots = {"player": player, "card": name}
    costs = keyword_nodes(game, obj.id, "plot")
    if not costs:
        raise Illegal(Reason("702.170a", slots, "no_plot"))
    if obj.owner != player or (obj.zone != "hand" and not _may_plot_from(game, player, obj)):
        raise Illegal(Reason("702.170f", {**slots, "from": obj.zone}, "no"))
    if not sorcery_time(game, player):
        raise Illegal(Reason("702.170a", slots, "time"), Reason("116.2k", slots, "time"))
    reasons = [Reason("702.170a", slots), Reason("702.170b", slots), Reason("116.2k", slots)]
    if obj.zone != "hand":
        reasons.append(Reason("702.170f", {**slots, "from": obj.zone}))
    scope = Scope(obj.id, player)
    total = bill("".join(part.symbols for part in _cost(game, costs[0], obj)))
    changes, more = cost_changes(game, player, obj.id, "plot", obj.zone)
    record = note(
        game,
        "plot_card",
        slots,
        [*reasons, *more],
        {f"{topic}:{obj.card}" for topic in ("zone", "card", "plotted")},
    )
    game.queue, game.cause = queue, record
    try:
        pay_mana(game, player, total, name, changes=changes)
        for part in costs[0].cost:
            if not isinstance(part, ast.ManaCost):
                pay(game, part, scope, player)
        moved = happen(game, Event("move", obj.id, player=player, data=having(TO("exile"), WHY("plot"))))
        new = next((e.data[NEW] for e in moved if e.kind == "move" and e.data.get(TO) == "exile"), None)
        if new is not None:
            plotted = Event("becomes", new, player=player, data=having(STATE("plotted"), VALUE(game.turn)))
            happen(game, plotted.why("702.170a", **slots))
            happen(game, Event("plot", new, player=player))
    finally:
        game.cause = None


def _cost(game: Game, node: ast.Keyword, obj: Obj) -> list[ast.ManaCost]:
    """Mana of the plot cost; a plot ability without a cost of its own costs the card's mana cost (as its effect says)."""
    mana = [part for part in node.cost if isinstance(part, ast.ManaCost)]
    if not node.cost and obj.printed.cost is not None:
        return [ast.ManaCost(obj.printed.cost)]
    if not node.cost:
        raise Illegal(Reason("118.6", {"card": obj.printed.name}, "no"))
    return mana


def _may_plot_from(game: Game, player: str, obj: Obj) -> bool:
    for one in parts(game, ast.Can):
        can = one.part
        if can.verb != "plot" or player not in find(game, can.who, one.scope):
            continue
        if can.origin is not None and can.origin not in ("anywhere", obj.zone):
            continue
        if isinstance(can.what, ast.Ref):
            if obj.id in find(game, can.what, one.scope):
                return True
        elif can.what is None or fits(game, can.what, obj.id, one.scope):
            return _is_top(game, obj)
    return False


def _is_top(game: Game, obj: Obj) -> bool:
    """An effect that lets a player plot from the library speaks of its top card."""
    return obj.zone != "library" or game.zones[f"library:{obj.owner}"][-1] == obj.id


@permission
@rule("702.170d")
def plotted(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.170d: its owner may cast a plotted card from exile for free, in a main phase with an empty stack, on a later turn."""
    turn = obj.marks.get(PLOTTED)
    if turn is None or obj.zone != "exile":
        return None
    slots = {"player": player, "card": card_name(game, obj.id), "turn": turn}
    if obj.owner != player:
        return Permission("plot", False, [Reason("702.170d", slots, "owner")])
    if turn >= game.turn:
        return Permission("plot", False, [Reason("702.170d", slots, "same_turn")])
    if not sorcery_time(game, player):
        return Permission("plot", False, [Reason("702.170d", slots, "time")])
    return Permission("plot", reasons=[Reason("702.170d", slots)], cost="", timing="checked")


@check("is_plotted")
def is_plotted(game: Game, one: Check) -> Found:
    """Whether a card is plotted."""
    card = card_of(game, one.value)
    obj = of_card(game, card)
    value = obj is not None and obj.zone == "exile" and PLOTTED in obj.marks
    reasons = []
    if obj is not None and obj.printed.layout == "split":
        reasons.append(Reason("709.4b", {"card": obj.printed.name}))
    return Found(value, (f"plotted:{card}",), reasons)


def _placed(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    if "plotted" in data:
        obj.marks[PLOTTED] = data["plotted"]


PLACED.append(_placed)
