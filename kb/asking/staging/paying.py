"""One doing told in two clauses: "I cast it sacrificing a creature", "can he respond by killing it"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kb.asking.frames import Frame, Query, Question, Ref, Word
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


def responding(question: Question, query: Query) -> tuple[Question, Query]:
    """ "Can he respond by killing it" asks whether he can kill it in response, and doesn't tell that he has."""
    frame = query.frame
    if frame is None or frame.verb != "respond" or set(frame.roles) != {"agent"} or len(question.told) < 2:
        return question, query
    *before, last = question.told
    doer = frame.roles["agent"]
    if (
        last.mood != "supposed"
        or last.roles.get("agent") != doer
        or before[-1].roles.get("agent") in (None, doer)
    ):
        return question, query
    asked = replace(last, mood="fact", link="response")
    return replace(question, told=tuple(before)), replace(query, frame=asked)
