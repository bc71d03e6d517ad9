"""What is done for a cost: "I cast it sacrificing a creature" tells one doing, not two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kb.asking.frames import Frame, Ref, Word
from kb.asking.staging.table import Table
from kb.asking.staging.using import DOES
from kb.asking.staging.world import Item
from kb.checker.oracle import ast

_COSTS: Final = ("sacrifice",)
"""Verbs that a telling uses of a cost, and whose deed pays one where it is said for what."""


def costs_that(item: Item, verb: str) -> list[ast.Node]:
    """The costs of a card, additional ones and those of its abilities, that do what the verb says."""
    test = DOES[verb]
    found: list[ast.Node] = []
    for node in item.printed.abilities:
        for part in ast.walk(node):
            costs = part.cost if isinstance(part, ast.AdditionalCost | ast.Activated) else ()
            if any(test(one) for cost in costs for one in ast.walk(cost)):
                found.append(part)
    return found


def as_costs(table: Table, told: Sequence[Frame]) -> list[Frame]:
    """The telling with what was done "by" a casting or activation told as its cost, where the card has such a cost."""
    found: list[Frame] = []
    for frame in told:
        last = found[-1] if found else None
        if (
            last is not None
            and frame.link == "before"
            and frame.verb in _COSTS
            and last.verb in ("cast", "activate")
            and not {"by", "for", "to"} & frame.roles.keys()
            and isinstance(what := last.roles.get("what"), Ref)
            and costs_that(table.one(what), frame.verb)
        ):
            frame = replace(frame, link="then", roles={**frame.roles, "for": Word("keyword", "cost")})
        found.append(frame)
    return found
