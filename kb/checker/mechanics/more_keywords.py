"""Umbra armor, retrace, devour, overload and dredge as far as they can be known (CR 702)."""

from __future__ import annotations

from kb.checker.characteristics import expands, keyword_nodes, passive
from kb.checker.choices import NO, YES, choose
from kb.checker.dispatch import Scope
from kb.checker.event import Event, card_key
from kb.checker.event_data import TO, WHY
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.mechanics.combat_keywords import THIS, amount_of
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.permissions import Permission, permission
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj, battlefield, card_name, touch

passive("umbra armor", "totem armor", "retrace", "overload")


@replacement
@rule("702.89a")
def umbra_armor(game: Game, event: Event) -> Effect | None:
    """CR 702.89a: instead of the enchanted permanent the Aura is destroyed, and the damage is removed."""
    if event.kind != "destroy" or event.obj is None or event.obj not in game.objects:
        return None
    for obj in battlefield(game):
        if obj.attached_to == event.obj and (
            keyword_nodes(game, obj.id, "umbra armor") or keyword_nodes(game, obj.id, "totem armor")
        ):
            return Effect(f"umbra:{obj.id}", card_name(game, obj.id), obj.id, Scope(obj.id, ""), run=_armor)
    return None


def _armor(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    obj = game.objects[event.obj]
    obj.damage, obj.deathtouched = 0, False
    touch(game)
    instead = Event("destroy", effect.part, source=event.source).why(
        "702.89a", card=card_name(game, event.obj), by=effect.name
    )
    instead.touches.add(card_key(game, event.obj, "zone"))
    return [instead]


@permission
@rule("702.81a")
def retrace(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.81a: retrace: cast from the graveyard by discarding a land card as an additional cost."""
    if obj.zone != "graveyard" or obj.owner != player or not keyword_nodes(game, obj.id, "retrace"):
        return None
    land = ast.Filter("card", (ast.HasType("land"), ast.InZone("hand", ast.You())))
    cost = ast.DoCost(ast.Discard(ast.You(), ast.Pick(land, ast.ONE, ast.ONE)))
    return Permission(
        "retrace",
        reasons=[Reason("702.81a", {"card": obj.printed.name})],
        cost=obj.printed.cost or "",
        costs=(cost,),
    )


@permission
@rule("702.96a", "702.96b")
def overload(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.96a, 702.96b: for its overload cost every "target" of the spell becomes "each"."""
    nodes = keyword_nodes(game, obj.id, "overload")
    if obj.zone != "hand" or obj.owner != player or not nodes:
        return None
    mana = "".join(part.symbols for part in nodes[0].cost if isinstance(part, ast.ManaCost))
    reasons = [Reason(number, {"card": obj.printed.name}) for number in ("702.96a", "702.96b")]
    return Permission("overload", reasons=reasons, cost=mana)


@expands("devour")
@rule("702.82a")
def devour(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.82a: as it enters any number of creatures may be sacrificed, for N +1/+1 counters each."""
    mine = ast.Filter(
        "permanent", (ast.HasType("creature"), ast.ControlledBy(ast.You()), ast.OtherThan(ast.This()))
    )
    eat = ast.Sacrifice(ast.You(), ast.Pick(mine, ast.Number(0), ast.AnyNumber()))
    n = amount_of(node)
    factor = n.value if isinstance(n, ast.Number) else 1
    grow = ast.PutCounters(ast.This(), "+1/+1", ast.Times(factor, ast.DoneAmount()))
    return [ast.Static(text=node.text, parts=(ast.EntersWith(THIS, effects=(eat, grow)),))]


@replacement
def dredge(game: Game, event: Event) -> Effect | None:
    """CR 702.52a: a card with dredge in the graveyard may replace a draw: mill N and return it."""
    if event.kind != "draw" or event.player is None:
        return None
    size = len(game.zones.get(f"library:{event.player}", ()))
    for identity in game.zones.get(f"graveyard:{event.player}", ()):
        for node in keyword_nodes(game, identity, "dredge"):
            n = node.amount.value if isinstance(node.amount, ast.Number) else 1
            if size >= n:
                name = card_name(game, identity)
                return Effect(
                    f"dredge:{identity}", name, (identity, n), Scope(identity, event.player), run=_dredge
                )
    return None


passive("dredge")


def _dredge(game: Game, event: Event, effect: Effect) -> list[Event]:
    identity, n = effect.part
    player = effect.scope.controller
    if not choose(game, player, [YES, NO], f"dredge {effect.name}"):
        return [event]
    happen(game, Event("mill", player=player, amount=n))
    if identity in game.objects:
        happen(
            game,
            Event("move", identity, player=player, data=having(TO("hand"), WHY("effect"))).why(
                "702.52a", card=effect.name
            ),
        )
    return []
