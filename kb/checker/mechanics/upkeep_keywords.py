"""Keywords of the upkeep: echo, cumulative upkeep, vanishing, fading (CR 702.24, 702.30, 702.32, 702.63)."""

from __future__ import annotations

from kb.checker.characteristics import expands, has_keyword
from kb.checker.checks import SURVIVES
from kb.checker.dispatch import Scope, Thing
from kb.checker.meaning.statuses import status
from kb.checker.mechanics.combat_keywords import THIS, amount_of, when
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj, card_name, known

UPKEEP = ast.StepBegins("upkeep", ast.SameAs(ast.You()))


@status("echo due")
def echo_due(game: Game, thing: Thing, scope: Scope) -> bool:
    """It came under its controller's control since the beginning of their last upkeep."""
    if isinstance(thing, str):
        return False
    obj = known(game, thing)
    return obj.since > game.turn - len(game.players) - 1


DUE = {"echo": "702.30a", "cumulative upkeep": "702.24a", "vanishing": "702.63a", "fading": "702.32a"}
"""Keywords that will have a permanent sacrificed in some upkeep."""


def _not_due(game: Game, obj: Obj) -> list[Reason]:
    slots = {"card": card_name(game, obj.id)}
    return [Reason(number, slots, "waits") for name, number in DUE.items() if has_keyword(game, obj.id, name)]


SURVIVES.append(_not_due)


@expands("echo")
@rule("702.30a")
def echo(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.30a: in the upkeep after it came, sacrifice it unless its echo cost is paid."""
    assert isinstance(node, ast.Keyword)
    pay = ast.Unless(ast.You(), node.cost, (ast.Sacrifice(ast.You(), ast.This()),))
    return when("Echo", "702.30a", UPKEEP, pay, condition=ast.Is(ast.This(), ast.Status("echo due")))


@expands("cumulative upkeep")
@rule("702.24a")
def cumulative_upkeep(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.24a: each upkeep an age counter, then sacrifice it unless the cost is paid for each of them."""
    assert isinstance(node, ast.Keyword)
    count = known(game, obj.id).counters.get("age", 0) + 1
    age = ast.PutCounters(ast.This(), "age", ast.ONE)
    pay = ast.Unless(
        ast.You(),
        tuple(part for _ in range(count) for part in node.cost),
        (ast.Sacrifice(ast.You(), ast.This()),),
    )
    return when("Cumulative", "702.24a", UPKEEP, age, pay, text=node.text)


@expands("vanishing")
@rule("702.63a")
def vanishing(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.63a: enters with time counters, loses one each upkeep, and is sacrificed with the last."""
    enters = ast.Static(text=node.text, parts=(ast.EntersWith(THIS, counters=(("time", amount_of(node)),)),))
    has = ast.Is(ast.This(), ast.HasCounter("time"))
    tick = when(
        "Vanishing", "702.63a", UPKEEP, ast.RemoveCounters(ast.This(), "time", ast.ONE), condition=has
    )
    last = ast.CountersRemoved("time", THIS, last=True)
    return [
        enters,
        *tick,
        *when(
            "Vanishing",
            "702.63a",
            last,
            ast.Sacrifice(ast.You(), ast.This()),
            text="Vanishing (last counter)",
        ),
    ]


@expands("fading")
@rule("702.32a")
def fading(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.32a: enters with fade counters; each upkeep one is removed, and if that can't be done it is sacrificed."""
    enters = ast.Static(text=node.text, parts=(ast.EntersWith(THIS, counters=(("fade", amount_of(node)),)),))
    has = ast.Is(ast.This(), ast.HasCounter("fade"))
    step = ast.If(
        has, (ast.RemoveCounters(ast.This(), "fade", ast.ONE),), (ast.Sacrifice(ast.You(), ast.This()),)
    )
    return [enters, *when("Fading", "702.32a", UPKEEP, step)]
