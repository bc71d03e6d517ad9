"""Casting from the graveyard by keyword: flashback, jump-start, retrace, escape, aftermath, disturb (CR 702.34 …)."""

from __future__ import annotations

from kb.checker.casting import NO_WAY, ON_STACK
from kb.checker.characteristics import keyword_nodes, passive
from kb.checker.dispatch import Scope, Thing
from kb.checker.event import Event, card_key
from kb.checker.event_data import TO
from kb.checker.log import because_read
from kb.checker.marks import CAST_FROM, LEAVES_TO, METHOD
from kb.checker.meaning.statuses import status
from kb.checker.mechanics.alternative_costs import paid_for
from kb.checker.oracle import ast
from kb.checker.permissions import FORBIDDEN, Permission, permission
from kb.checker.replacement import Effect, replacement, why_replaced
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj, card_name, known

passive("flashback", "jump-start", "escape", "aftermath")


@permission
@rule("702.34a")
def flashback(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.34a: a card with flashback may be cast from its owner's graveyard for that cost, and is exiled when it leaves the stack."""
    nodes = keyword_nodes(game, obj.id, "flashback")
    if not nodes:
        return None
    slots = {"card": card_name(game, obj.id), "player": player}
    if obj.zone != "graveyard" or obj.owner != player:
        return None
    return _instead("flashback", nodes[0], slots, "702.34a", obj)


def _instead(method: str, node: ast.Keyword, slots: dict[str, str], number: str, obj: Obj) -> Permission:
    mana = [part.symbols for part in node.cost if isinstance(part, ast.ManaCost)]
    others = tuple(part for part in node.cost if not isinstance(part, ast.ManaCost))
    cost = "".join(mana) if node.cost else obj.printed.cost  # without a mana cost it can't be paid (118.6)
    return Permission(method, reasons=[Reason(number, slots)], cost=cost, costs=others, leaves_to="exile")


def _no_flashback(game: Game, player: str, obj: Obj, method: str | None) -> Reason | None:
    if method == "flashback" or keyword_nodes(game, obj.id, "flashback"):
        return Reason("702.34a", {"card": card_name(game, obj.id), "from": obj.zone}, "zone")
    return None


NO_WAY.append(_no_flashback)


@permission
@rule("702.133a")
def jump_start(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.133a: jump-start: cast from the graveyard for its costs and a discarded card; then it is exiled."""
    if obj.zone != "graveyard" or obj.owner != player or not keyword_nodes(game, obj.id, "jump-start"):
        return None
    card = ast.Pick(ast.Filter("card", (ast.InZone("hand", ast.You()),)), ast.Number(1), ast.Number(1))
    reasons = [Reason("702.133a", {"card": card_name(game, obj.id)})]
    return Permission("jump-start", reasons=reasons, cost=obj.printed.cost or "", leaves_to="exile",
                      costs=(ast.DoCost(ast.Discard(ast.You(), card)),))  # fmt: skip


@permission
@rule("702.138a")
def escape(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.138a: escape: cast from the graveyard by paying the escape cost."""
    nodes = keyword_nodes(game, obj.id, "escape")
    if obj.zone != "graveyard" or obj.owner != player or not nodes:
        return None
    way = _instead("escape", nodes[0], {"card": card_name(game, obj.id)}, "702.138a", obj)
    way.leaves_to = None
    return way


@status("escaped")
@rule("702.138b")
def escaped(game: Game, thing: Thing, scope: Scope) -> bool:
    """CR 702.138b: a spell or permanent escaped if the spell was cast from a graveyard with an escape ability."""
    if isinstance(thing, str):
        return False
    because_read(game, "702.138b", {"card": card_name(game, thing)})
    return paid_for(game, known(game, thing), "escape")


@permission
@rule("702.127a")
def aftermath(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.127a: the half with aftermath may be cast from the graveyard, from nowhere else, and is exiled afterwards."""
    if obj.printed.layout != "aftermath" or obj.zone != "graveyard" or obj.owner != player:
        return None
    return Permission(
        "aftermath",
        reasons=[Reason("702.127a", {"card": card_name(game, obj.id)})],
        leaves_to="exile",
        face=1,
    )


def _only_from_graveyard(game: Game, obj: Obj) -> Reason | None:
    if obj.zone == "graveyard" or not keyword_nodes(game, obj.id, "aftermath"):
        return None
    return Reason("702.127a", {"card": card_name(game, obj.id), "from": obj.zone}, "no")


FORBIDDEN.append(_only_from_graveyard)


def _exiled_afterwards(game: Game, spell: Obj) -> None:
    """The half was cast from a graveyard, by whatever permission: it is exiled when it leaves the stack."""
    if spell.marks.get(CAST_FROM) == "graveyard" and keyword_nodes(game, spell.id, "aftermath"):
        spell.marks[LEAVES_TO] = "exile"


ON_STACK.append(_exiled_afterwards)


@replacement
def leaves_elsewhere(game: Game, event: Event) -> Effect | None:
    """A spell cast with flashback is exiled instead of going anywhere else when it leaves the stack (702.34a)."""
    if event.kind != "move" or event.obj is None or event.obj not in game.objects:
        return None
    obj = game.objects[event.obj]
    to = obj.marks.get(LEAVES_TO)
    if obj.zone != "stack" or not to or event.data.get(TO) in (to, "battlefield"):
        return None
    return Effect(
        f"leaves:{obj.id}", card_name(game, obj.id), None, Scope(obj.id, obj.controller), rank=1, run=_exiled
    )


def _exiled(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    obj = game.objects[event.obj]
    event.data[TO] = obj.marks[LEAVES_TO]
    number = {"flashback": "702.34a", "jump-start": "702.133a", "aftermath": "702.127a"}.get(
        obj.marks.get(METHOD, "")
    )
    if number is None and keyword_nodes(game, obj.id, "aftermath"):
        number = "702.127a"
    if number is not None:
        event.why(number, card=card_name(game, obj.id))
    else:
        why_replaced(event, effect)
    event.touches.add(card_key(game, obj.id, "zone"))
    return [event]
