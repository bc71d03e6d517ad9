"""Levels: leveler cards (CR 702.87, 711), Classes (CR 716) and station cards (CR 702.184, 721)."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.characteristics import expands
from kb.checker.dispatch import Scope, conditions, effects
from kb.checker.event import Event, enters_state
from kb.checker.event_data import STATE
from kb.checker.events import happen
from kb.checker.keys import Mark, having
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability, Condition
from kb.checker.rules import rule
from kb.checker.state import Game, Obj, touch

LEVEL: Mark[int] = Mark("level")
"""Level of a Class."""


SORCERY = ("sorcery",)
COUNTER = {"level": "level", "station": "charge"}
"""The counters that a level or threshold is counted by."""


@expands("level up")
@rule("702.87a")
def level_up(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.87a: pay: put a level counter on this permanent; only as a sorcery."""
    assert isinstance(node, ast.Keyword)
    body = ast.Body((ast.PutCounters(ast.This(), "level", ast.ONE),))
    return [ast.Activated(text=node.text or "Level up", cost=node.cost, body=body, limits=SORCERY)]


@expands("station")
@rule("702.184a")
def station(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.184a: tap another untapped creature: that many charge counters as its power; only as a sorcery."""
    where = (
        ast.OtherThan(ast.This()),
        ast.Status("untapped"),
        ast.HasType("creature"),
        ast.ControlledBy(ast.You()),
    )
    cost = ast.DoCost(ast.Tap(ast.Pick(ast.Filter("permanent", where), ast.ONE, ast.ONE)))
    body = ast.Body((ast.PutCounters(ast.This(), "charge", ast.Stat("power", ast.Linked("tapped"))),))
    return [ast.Activated(text=node.text or "Station", cost=(cost,), body=body, limits=SORCERY)]


@expands(ast.Level)
@rule("711.2a", "711.2b", "716.2a", "721.2a", "721.2b")
def level(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 711.2a, 711.2b, 716.2a, 721.2a, 721.2b: what it is and has while it has that many counters, or that level."""
    assert isinstance(node, ast.Level)
    if node.kind == "class":
        return _class_level(node)
    counted = ast.Counters(COUNTER[node.kind], ast.This())
    bounds: list[Condition] = [ast.Compare(counted, ">=", ast.Number(node.least))]
    if node.most is not None:
        bounds.append(ast.Compare(counted, "<=", ast.Number(node.most)))
    changes: list[ast.Change] = [ast.AddAbility(one) for one in node.abilities]
    if node.power is not None and node.toughness is not None:
        changes.append(ast.SetPT(ast.Number(node.power), ast.Number(node.toughness)))
        if node.kind == "station":
            changes.append(ast.AddTypes(("creature",)))
    part = ast.Modify(ast.This(), tuple(changes))
    return [ast.Static(text=node.text, parts=(part,), condition=ast.AllOf(tuple(bounds)))]


@dataclass(frozen=True, slots=True)
class AtLevel(Condition):
    """This Class is that level; `more`: or greater."""

    level: int
    more: bool = False


@conditions(AtLevel)
@rule("716.2d")
def at_level(game: Game, condition: AtLevel, scope: Scope) -> bool:
    """CR 716.2d: a level is a designation of the permanent; without one it is 1."""
    obj = game.objects.get(scope.source)
    now = 1 if obj is None else int(obj.marks.get(LEVEL, 1))
    return now >= condition.level if condition.more else now == condition.level


@dataclass(frozen=True, slots=True)
class BecomeLevel(ast.Effect):
    """This Class's level becomes that number."""

    level: int


@effects(BecomeLevel)
def become_level(game: Game, effect: BecomeLevel, scope: Scope) -> None:
    """CR 716.2a: its level becomes N."""
    obj = game.objects.get(scope.source)
    if obj is not None and obj.zone == "battlefield":
        obj.marks[LEVEL] = effect.level
        touch(game)
        state = f"level {effect.level}"
        enters_state(state)
        happen(
            game, Event("becomes", obj.id, player=scope.controller, data=having(STATE(state))).why("716.2a")
        )


def _class_level(node: ast.Level) -> list[Ability]:
    rise = ast.Activated(
        text=node.text,
        cost=node.cost,
        body=ast.Body((BecomeLevel(node.least),)),
        limits=SORCERY,
        condition=AtLevel(node.least - 1),
    )
    has = ast.Modify(ast.This(), tuple(ast.AddAbility(one) for one in node.abilities))
    return [rise, ast.Static(text=node.text, parts=(has,), condition=AtLevel(node.least, more=True))]
