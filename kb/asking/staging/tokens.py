"""Tokens that nobody told of: those that a card of the telling makes."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import Ref
from kb.asking.staging.table import Table
from kb.asking.staging.world import Item
from kb.checker.oracle import ast


def makes_tokens(item: Item) -> bool:
    """Whether its text creates tokens."""
    return any(
        isinstance(part, ast.CreateToken | ast.CreateCopy)
        for node in item.printed.abilities
        for part in ast.walk(node)
    )


def makers(table: Table, filling: Any) -> list[Item]:
    """Where tokens are asked about that nobody has told of: the cards whose texts make them."""
    if not isinstance(filling, Ref) or filling.thing in table.world.items:
        return []
    thing = table.question.thing(filling)
    if thing.card or not any(
        isinstance(one, ast.Status) and one.name == "token" for one in thing.filter.where
    ):
        return []
    return [one for one in table.world.every() if one.now and makes_tokens(one)]
