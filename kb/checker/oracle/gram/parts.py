"""Sentences of static abilities. Each is read as a `Static` without its text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    AllOf,
    Amount,
    Condition,
    CostChange,
    DuringTurn,
    EntersWith,
    Not,
    RulePart,
    Static,
)
from kb.checker.oracle.gram.static_costs import COSTS_STATICS
from kb.checker.oracle.gram.static_objects import ENTERING, OBJECT_STATICS
from kb.checker.oracle.gram.static_replacements import REPLACEMENTS
from kb.checker.oracle.gram.static_rules import RULES
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.rewrite import where_x


def when(read: Static, condition: Condition) -> Any:
    if not isinstance(read, Static):
        return REJECT
    joined = condition if read.condition is None else AllOf((read.condition, condition))
    return replace(read, condition=joined)


STATIC = [
    P("<static1>", lambda s: s),
    P("as long as <condition> , <static1>", lambda c, s: when(s, c)),
    P("<static1> as long as <condition>", when),
    P("<static1> if <condition>", lambda s, c: when(s, c) if _is_cost(s) else REJECT),
    P("<static1> unless <condition>", lambda s, c: REJECT if _is_cost(s) else when(s, Not(c))),
    P("if <condition> , <static1>", lambda c, s: when(s, c) if _is_cost(s) else REJECT),
    P("during your turn , <static1>", lambda s: when(s, DuringTurn(YOU))),
    P("<static1> during your turn", lambda s: when(s, DuringTurn(YOU))),
    P("during turn other than yours , <static1>", lambda s: when(s, Not(DuringTurn(YOU)))),
    P("<static1> and <static1>", lambda a, b: _both(a, b)),
    P(
        "as long as <condition> , <static1> and <static1>",
        lambda c, a, b: when(_both(a, b), c) if _both(a, b) is not REJECT else REJECT,
    ),
    P("<static1> , where x be <amountof>", lambda s, n: _where(s, n)),
]


def _where(read: Any, amount: Amount) -> Any:
    return where_x(read, amount) if isinstance(read, Static) else REJECT


def _is_cost(read: Any) -> bool:
    return isinstance(read, Static) and all(
        isinstance(p, CostChange | EntersWith | RulePart) for p in read.parts
    )


def _both(one: Any, two: Any) -> Any:
    if not (isinstance(one, Static) and isinstance(two, Static)):
        return REJECT
    if one.condition or two.condition or one.defining or two.defining or one.zone != two.zone:
        return REJECT
    return replace(one, parts=one.parts + two.parts)


STATIC1 = [*OBJECT_STATICS, *ENTERING, *COSTS_STATICS, *RULES, *REPLACEMENTS]
