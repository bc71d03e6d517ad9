"""Descriptions taken apart, so that each language can put them together in its own order; names of cards.

>>> from kb.asking.wordbook import described
>>> parts(described("tapped 2/2 green creature with flying")).keywords
('flying',)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kb.asking.card import Card
from kb.asking.frames import Thing
from kb.checker.oracle.ast import (
    AnyOf,
    Filter,
    HasColor,
    HasCounter,
    HasKeyword,
    HasType,
    Measures,
    Negated,
    Number,
    Status,
)

SUPERTYPES: Final = ("legendary", "basic", "snow", "world")


@dataclass(frozen=True, slots=True)
class Parts:
    """A description taken apart, so that a language can put it together in its own order."""

    statuses: tuple[str, ...] = ()
    size: str = ""
    colors: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """Keywords that it lacks."""
    nots: tuple[str, ...] = ()
    """Types, colors and states that it is not."""
    counters: tuple[tuple[str, int], ...] = ()
    measures: tuple[tuple[str, str, int], ...] = ()
    """Statistic, sign of the comparison and number, besides a whole size."""
    options: tuple[Parts, ...] = ()
    """"a creature or planeswalker": each of them for itself."""


class Unsayable(Exception):  # noqa: N818 - it is no error: it is what there are no words for
    """Something for which the sentences here have no words: nothing is left out of a sentence silently."""


def parts(wanted: Filter) -> Parts:
    """A description's parts; Unsayable where there are no words for one.

    >>> from kb.asking.wordbook import described
    >>> parts(described("tapped 2/2 green creature with flying")).size
    '2/2'
    """
    statuses: list[str] = []
    colors: list[str] = []
    types: list[str] = []
    keywords: list[str] = []
    without: list[str] = []
    nots: list[str] = []
    counters: list[tuple[str, int]] = []
    measures: list[tuple[str, str, int]] = []
    options: list[Parts] = []
    todo = [*wanted.where]
    while todo:
        one = todo.pop(0)
        if isinstance(one, Filter) and one.kind == "any":
            todo[:0] = one.where
        elif isinstance(one, Status):
            statuses.append(one.name)
        elif isinstance(one, Measures) and isinstance(one.amount, Number):
            measures.append((one.stat, one.op, one.amount.value))
        elif isinstance(one, HasColor):
            colors.append(one.color)
        elif isinstance(one, HasType):
            types.append(one.name)
        elif isinstance(one, HasKeyword):
            keywords.append(one.name)
        elif isinstance(one, HasCounter):
            counters.append((one.kind, one.least.value if isinstance(one.least, Number) else 1))
        elif isinstance(one, Negated) and isinstance(one.predicate, HasKeyword):
            without.append(one.predicate.name)
        elif isinstance(one, Negated) and isinstance(one.predicate, HasCounter):
            counters.append((one.predicate.kind, 0))
        elif isinstance(one, Negated) and isinstance(one.predicate, HasType | Status):
            nots.append(one.predicate.name)
        elif isinstance(one, Negated) and isinstance(one.predicate, HasColor):
            nots.append(one.predicate.color)
        elif isinstance(one, AnyOf):
            options += [
                parts(some if isinstance(some, Filter) else Filter("any", (some,))) for some in one.options
            ]
        else:
            raise Unsayable(str(one))
    size = {stat: number for stat, sign, number in measures if sign == "="}
    whole = {"power", "toughness"} <= size.keys()
    return Parts(
        tuple(statuses),
        f"{size['power']}/{size['toughness']}" if whole else "",
        tuple(colors),
        tuple(types),
        tuple(keywords),
        tuple(without),
        tuple(nots),
        tuple(counters),
        tuple(one for one in measures if not (whole and one[1] == "=" and one[0] in ("power", "toughness"))),
        tuple(options),
    )


def card_name(thing: Thing, cards: Mapping[str, Card], japanese: bool) -> str:
    """A card as a sentence of that language names it."""
    card = cards.get(thing.card)
    if not japanese:
        return thing.card
    return card.ja if card is not None else f"《{thing.card}》"
