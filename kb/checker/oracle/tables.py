"""Lines under a paragraph: the rows of a die's table, and what a modal header says beside "choose one"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from kb.checker.oracle import ast
from kb.checker.oracle.ast import Effect, Number
from kb.checker.oracle.gram.table import grammar
from kb.checker.oracle.grammar import Parser
from kb.checker.oracle.rewrite import rewrite
from kb.checker.oracle.tokens import tokenize
from kb.checker.oracle.words import NUMBERS

ROW = re.compile(r"^(?P<least>\d+)(?:[—–-](?P<most>\d+)|(?P<open>\+))? ?\| ?(?P<text>.*)$")
_INSTEAD = re.compile(
    r"^\. if (?P<condition>.+), (?P<may>you may )?choose (?P<count>both|any number|one or more|two|three)"
    r"(?: of (?:them|those))? instead\.?$"
)


def with_table(effects: tuple[Effect, ...], rows: list[tuple[int, int | None, tuple[Effect, ...]]]) -> Any:
    """The instructions with the table put into the one that rolls; None when none or several do."""
    hits = 0

    def change(node: Any) -> Any:
        nonlocal hits
        if isinstance(node, ast.RollDie):
            hits += 1
            return replace(node, table=tuple(rows))
        return node

    changed = rewrite(effects, change)
    return changed if hits == 1 else None


def other_number(rest: str, count: int) -> tuple[tuple[ast.Condition, ast.Amount, ast.Amount], ...] | None:
    """ ". If this spell was kicked, choose both instead": the condition with the other numbers.

    >>> other_number(". if it's your turn, choose both instead.", 2)[0][2]
    Number(value=2)
    """
    match = _INSTEAD.match(rest)
    if match is None:
        return None
    tokens = tokenize(match["condition"])
    condition = Parser(grammar(), tokens).exact("condition", 0, len(tokens))
    if condition is None:
        return None
    most = {"both": 2, "any number": count, "one or more": count}.get(match["count"]) or NUMBERS[
        match["count"]
    ]
    least = (
        1
        if match["may"] or match["count"] == "one or more"
        else 0
        if match["count"] == "any number"
        else most
    )
    return ((condition, Number(least), Number(most)),)
