"""CR 603.2d: effects that make abilities trigger additional times."""

from __future__ import annotations

from kb.checker.characteristics import AbilityOf
from kb.checker.dispatch import find, fits, matched, number
from kb.checker.event import Event
from kb.checker.oracle import ast
from kb.checker.parts import InEffect
from kb.checker.rules import rule
from kb.checker.state import Game
from kb.checker.triggers import EXTRA_TRIGGERS
from kb.checker.vocabulary import knows

knows(ast.RulePart, "name", "triggers additional")


@rule("603.2d")
def additional(game: Game, ability: AbilityOf, event: Event, rules: list[InEffect[ast.RulePart]]) -> int:
    """CR 603.2d: an ability triggers once more for each effect that says so, if it and its cause are as described."""
    total = 0
    for one in rules:
        part = one.part
        if part.name != "triggers additional":
            continue
        if part.who is not None and ability.controller not in find(game, part.who, one.scope):
            continue
        if part.what is not None and not fits(game, part.what, ability.source, one.scope):
            continue
        if part.event is not None and not matched(game, part.event, event, one.scope):
            continue
        total += number(game, part.amount, one.scope) if part.amount is not None else 1
    return total


EXTRA_TRIGGERS.append(additional)
