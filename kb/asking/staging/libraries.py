"""Libraries that a card named in the question searches: a basic land is in them, where it searches for one and nobody says more."""

from __future__ import annotations

from typing import Final

from kb.asking.staging.table import Table
from kb.asking.staging.world import Item
from kb.checker.cards import BASIC_LAND_TYPES
from kb.checker.oracle import ast

_OTHERS: Final = 10
"""Cards above it, so that nobody draws it by chance."""


def stock(table: Table) -> None:
    """Put a basic land into the libraries, where cards search for such a card and no other text looks at a library."""
    world = table.world
    named = [item for item in world.every() if item.card not in world.invented]
    lands = {land for item in named for land in _searched(item)}
    if not lands or "" in lands:
        return
    if any("library" in item.printed.text.casefold() and not _searched(item) for item in named):
        return
    if any(item.start == "library" for item in world.every()):
        return
    for side in world.players:
        if "library" not in world.facts[side]:
            world.facts[side]["library"] = ["Nameless Card"] * _OTHERS + sorted(lands)
    table.assume(
        "There is a basic land in each library.", "各ライブラリーには基本土地カードがあるものとします。"
    )


def _searched(item: Item) -> list[str]:
    """A basic land for each search of its text; "" for a search for another kind of card."""
    found: list[str] = []
    for node in item.printed.abilities:
        for part in ast.walk(node):
            if isinstance(part, ast.Search) and "library" in part.zones:
                words = {
                    name
                    for one in ast.walk(part.find)
                    if isinstance(one, ast.HasType)
                    for name in one.name.split("|")
                }
                basics = [word.capitalize() for word in sorted(words & BASIC_LAND_TYPES.keys())]
                land = bool(words) and words <= {"basic", "land", *BASIC_LAND_TYPES}
                found.append("" if not land else basics[0] if basics else "Forest")
    return found
