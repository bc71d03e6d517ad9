"""Tribute (CR 702.104): an opponent may put counters on a creature as it enters."""

from __future__ import annotations

from kb.checker.characteristics import expands
from kb.checker.choices import Option, choose, may
from kb.checker.dispatch import Scope, Thing, number
from kb.checker.effects.acts import act
from kb.checker.effects.replacing import ENTERS
from kb.checker.event_data import COUNTERS, NEW
from kb.checker.keys import Mark
from kb.checker.meaning.statuses import status
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import rule
from kb.checker.state import Game, Obj, card_name, known, opponents

TRIBUTE: Mark[str] = Mark("tribute")
"""Who paid the tribute."""


ITSELF = ast.SameAs(ast.This())


@expands("tribute")
@rule("702.104a")
def tribute(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.104a: as it enters, its controller chooses an opponent, who may put that many +1/+1 counters on it."""
    assert isinstance(node, ast.Keyword)
    asked = ast.Act("tribute", amount=node.amount or ast.ONE)
    return [ast.Static(text=node.text, parts=(ast.EntersWith(ITSELF, effects=(asked,)),))]


@act("tribute")
def pay_tribute(game: Game, effect: ast.Act, scope: Scope) -> None:
    """The chosen opponent decides while the creature enters."""
    entering = scope.facts[ENTERS]
    obj = known(game, entering.data[NEW])
    others = [Option(name, (name,)) for name in opponents(game, scope.controller)]
    if not others or effect.amount is None:
        return
    who = choose(game, scope.controller, others, f"who may pay tribute to {card_name(game, obj.id)}")
    if may(game, who, f"tribute for {card_name(game, obj.id)}"):
        counters = dict(entering.data.get(COUNTERS) or {})
        counters["+1/+1"] = counters.get("+1/+1", 0) + number(game, effect.amount, scope)
        entering.data[COUNTERS] = counters
        entering.why("702.104a", card=card_name(game, obj.id), player=who)
        obj.marks[TRIBUTE] = who


@status("tribute paid")
def paid(game: Game, thing: Thing, scope: Scope) -> bool:
    """CR 702.104b: whether the opponent put the counters on it as it entered."""
    return not isinstance(thing, str) and bool(known(game, thing).marks.get(TRIBUTE))
