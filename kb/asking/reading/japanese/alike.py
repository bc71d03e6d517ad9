"""Which phrases "and" joins, and which say what is so."""

from __future__ import annotations

from typing import Final

from kb.asking.reading.japanese.phrases import Phrase

_SORTS: Final = (
    frozenset(
        {"thing", "name", "pronoun", "pt", "count", "subtype", "supertype", "status", "concept", "person"}
    ),
    frozenset({"keyword", "ability", "concept"}),
    frozenset({"amount", "counter", "count", "pt", "number"}),
    frozenset({"zone"}),
    frozenset({"clause", "concept"}),
    frozenset({"step"}),
)
"""What "and" joins is of one sort; what is not waits for a later phrase: A and [what has that ability]."""


def alike(one: Phrase, other: Phrase) -> bool:
    """Whether "and" can join them."""
    kinds = {"thing" if each.kind == "keyword" and each.holds else each.kind for each in (one, other)}
    return bool(kinds & {"unknown", "ask", "color", "mana", "change", "quantity"}) or any(
        kinds <= sort for sort in _SORTS
    )


def states(found: Phrase) -> bool:
    """ライフ20でも, 破壊不能でも: what is so, not what is used."""
    return (
        found.noun == "empty"
        or (found.kind == "amount" and found.count is not None)
        or (found.kind in {"status", "keyword", "supertype"} and not found.holds)
    )
