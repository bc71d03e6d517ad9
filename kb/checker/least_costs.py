"""CR 601.2f: effects that say what a spell costs at the least."""

from __future__ import annotations

from kb.checker.dispatch import fits, number
from kb.checker.mana import ManaBill
from kb.checker.meaning.predicates import of_spell
from kb.checker.oracle import ast
from kb.checker.parts import rule_changed
from kb.checker.rules import Reason
from kb.checker.state import Game
from kb.checker.vocabulary import knows

knows(ast.RulePart, "name", "costs at least")


def at_least(game: Game, spell: int, total: ManaBill) -> list[Reason]:
    """Raise a total cost to the least that effects allow, after increases and reductions; gives the reasons."""
    reasons = []
    for one in rule_changed(game, "costs at least"):
        part = one.part
        if part.amount is None or (
            part.what is not None and not fits(game, of_spell(part.what), spell, one.scope)
        ):
            continue
        least = number(game, part.amount, one.scope)
        if total.total < least:
            total.generic += least - total.total
            reasons.append(Reason("601.2f", {"by": one.source, "n": f"{{{least}}}"}))
    return reasons
