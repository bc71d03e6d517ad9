"""Ward (CR 702.21): whoever targets the permanent pays, or the spell or ability is countered."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.characteristics import expands
from kb.checker.dispatch import Scope, effects
from kb.checker.effects.flow import pays
from kb.checker.event_data import CONTROLLER
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import rule
from kb.checker.stack import counter_object
from kb.checker.state import Game, Obj
from kb.checker.triggers import KEYWORD_RULES

KEYWORD_RULES["Ward"] = "702.21a"


@dataclass(frozen=True, slots=True)
class CounterUnlessPaid(ast.Effect):
    """Counter what targeted it unless its controller pays."""

    cost: tuple[ast.Cost, ...]


@expands("ward")
@rule("702.21a")
def ward(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.21a: when it becomes the target of an opponent's spell or ability, that is countered unless they pay."""
    assert isinstance(node, ast.Keyword)
    any_of = ast.AnyOf((ast.Filter("spell"), ast.Filter("ability")))
    opponent = ast.ControlledBy(ast.Players("opponents"))
    event = ast.BecomesTarget(ast.SameAs(ast.This()), ast.Filter("object", (any_of, opponent)))
    return [
        ast.Triggered(text=f"Ward: {node.text}", event=event, body=ast.Body((CounterUnlessPaid(node.cost),)))
    ]


@effects(CounterUnlessPaid)
def counter_unless_paid(game: Game, effect: CounterUnlessPaid, scope: Scope) -> None:
    """CR 702.21a, 118.12a: its controller may pay; else it is countered."""
    item = scope.event.source
    if item not in game.objects:
        return
    player = scope.event.data[CONTROLLER]
    if not pays(game, effect.cost, scope.inner(iterated=player), player):
        counter_object(game, item, None, scope.source)
