"""Alternative costs by keyword or text (CR 118.9): evoke, dash, blitz, spectacle, surge, overload, "rather than pay" …"""

from __future__ import annotations

from collections.abc import Callable

from kb.checker.characteristics import expands, keyword_nodes, passive
from kb.checker.dispatch import Scope, holds
from kb.checker.marks import METHOD
from kb.checker.mechanics.combat_keywords import when
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.permissions import Permission, permission
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj, opponents
from kb.checker.vocabulary import knows

passive("spectacle", "surge", "prowl")
WAYS: dict[str, str] = {"evoke": "702.74a", "dash": "702.109a", "blitz": "702.152a", "spectacle": "702.137a", "surge": "702.117a",
                        "warp": "702.185a", "impending": "702.176a"}  # fmt: skip
knows(ast.CostChange, "action", *WAYS, "flashback", "escape", "foretell")
Condition = Callable[[Game, str, Obj], bool]


def _lost_life(game: Game, player: str, obj: Obj) -> bool:
    mine = set(opponents(game, player))
    return any(
        event.kind == "lose_life" and event.turn == game.turn and event.player in mine
        for event in game.history
    )


def _cast_another(game: Game, player: str, obj: Obj) -> bool:
    return any(
        event.kind == "cast" and event.turn == game.turn and event.player == player for event in game.history
    )


CONDITIONS: dict[str, Condition] = {"spectacle": _lost_life, "surge": _cast_another}


def _way(name: str) -> Callable[[Game, str, Obj], Permission | None]:
    def provide(game: Game, player: str, obj: Obj) -> Permission | None:
        nodes = keyword_nodes(game, obj.id, name)
        if obj.zone != "hand" or obj.owner != player or not nodes:
            return None
        slots = {"card": obj.printed.name, "player": player}
        condition = CONDITIONS.get(name)
        if condition is not None and not condition(game, player, obj):
            return Permission(name, False, [Reason(WAYS[name], slots, "no")])
        mana = "".join(part.symbols for part in nodes[0].cost if isinstance(part, ast.ManaCost))
        others = tuple(part for part in nodes[0].cost if not isinstance(part, ast.ManaCost))
        return Permission(name, reasons=[Reason(WAYS[name], slots)], cost=mana, costs=others)

    return provide


for _name in WAYS:
    permission(_way(_name))


@permission
@rule("118.9a")
def rather_than_mana_cost(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 118.9a: a card's own text lets another cost be paid rather than its mana cost; only one such cost can be chosen."""
    if obj.zone != "hand" or obj.owner != player:
        return None
    for node in obj.printed.abilities:
        if not isinstance(node, ast.Static):
            continue
        for part in node.parts:
            if not isinstance(part, ast.AlternativeCost):
                continue
            scope = Scope(obj.id, player)
            if part.condition is not None and not holds(game, part.condition, scope):
                return Permission("alternative", False, [Reason("118.9a", {"card": obj.printed.name}, "no")])
            mana = "".join(cost.symbols for cost in part.cost if isinstance(cost, ast.ManaCost))
            others = tuple(cost for cost in part.cost if not isinstance(cost, ast.ManaCost))
            return Permission(
                "alternative", reasons=[Reason("118.9a", {"card": obj.printed.name})], cost=mana, costs=others
            )
    return None


def paid_for(game: Game, obj: Obj, name: str) -> bool:
    """Whether it was cast for the cost of that keyword."""
    return obj.marks.get(METHOD) == name


@expands("evoke")
@rule("702.74a")
def evoke(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.74a: cast for its evoke cost it is sacrificed when it enters."""
    if obj.zone != "battlefield" or not paid_for(game, obj, "evoke"):
        return []
    enters = ast.Moves(ast.SameAs(ast.This()), to="battlefield")
    return when(
        "Evoke",
        "702.74a",
        enters,
        ast.Sacrifice(ast.ControllerOf(ast.This()), ast.This()),
        text="Evoke (enters)",
    )


HASTE = ast.Modify(ast.This(), (ast.AddAbility(ast.Keyword(text="Haste", name="haste")),))
ENTERS = ast.Moves(ast.SameAs(ast.This()), to="battlefield")
AT_END = ast.StepBegins("end", None, "next")


@expands("dash")
@rule("702.109a")
def dash(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.109a: cast for its dash cost it has haste, and goes back to its owner's hand at the next end step."""
    if obj.zone != "battlefield" or not paid_for(game, obj, "dash"):
        return []
    back = ast.Triggered(text="Dash (end step)", event=AT_END, body=ast.Body((ast.Move(ast.This(), "hand"),)))
    return [ast.Static(text=node.text, parts=(HASTE,)), back]


@expands("blitz")
@rule("702.152a")
def blitz(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.152a: cast for its blitz cost it has haste, draws a card when it dies, and is sacrificed at the next end step."""
    if not paid_for(game, obj, "blitz"):
        return []
    dies = ast.Moves(ast.SameAs(ast.This()), "battlefield", "graveyard")
    draw = ast.Triggered(text="Blitz (dies)", event=dies, body=ast.Body((ast.Draw(),)))
    end = ast.Triggered(
        text="Blitz (end step)", event=AT_END, body=ast.Body((ast.Sacrifice(ast.You(), ast.This()),))
    )
    return [ast.Static(text=node.text, parts=(HASTE,)), draw, end]


@expands("warp")
@rule("702.185a")
def warp(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.185a: cast for its warp cost it is exiled at the next end step, and may be cast from exile on a later turn."""
    if obj.zone != "battlefield" or not paid_for(game, obj, "warp"):
        return []
    return [
        ast.Triggered(
            text="Warp (end step)",
            event=AT_END,
            body=ast.Body((ast.Move(ast.This(), "exile"), ast.Act("warped", what=ast.It()))),
        )
    ]
