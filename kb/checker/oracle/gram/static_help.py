"""Helpers of the sentences of static abilities."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import YOU, Condition, Number, Players, SameAs, Static, This
from kb.checker.oracle.gram.doing import cost_of
from kb.checker.oracle.grammar import REJECT

ZERO = Number(0)

ITSELF = SameAs(This())

MYSELF = SameAs(YOU)

OPPONENTS = Players("opponents")


def static(*parts: Any, condition: Condition | None = None, **more: Any) -> Any:
    """A static ability of those parts."""
    if any(part is REJECT for part in parts):
        return REJECT
    return Static(tuple(parts), condition, **more)


def pay_cost(act: Any) -> Any:

    return cost_of(act(YOU))
