"""What things are called: by their cards' names, else by what they are, with letters where two would be called the same.

>>> from kb.asking.wordbook import described
>>> things = (Thing(0, described("creature"), noun="creature"), Thing(1, described("creature"), noun="creature"))
>>> labels(Question(things, (), ()))
{0: 'A', 1: 'B'}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kb.asking.card import Card
from kb.asking.frames import Question, Thing
from kb.checker.oracle.ast import Filter as Filter
from kb.checker.oracle.ast import (
    HasColor,
    HasCounter,
    HasKeyword,
    HasType,
    Measures,
    Negated,
    Number,
    Predicate,
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
    other: tuple[Predicate, ...] = ()
    """What no language here has words for."""


def parts(wanted: Filter) -> Parts:
    """A description's parts.

    >>> from kb.asking.wordbook import described
    >>> parts(described("tapped 2/2 green creature with flying")).size
    '2/2'
    """
    statuses: list[str] = []
    size: dict[str, str] = {}
    colors: list[str] = []
    types: list[str] = []
    keywords: list[str] = []
    without: list[str] = []
    nots: list[str] = []
    counters: list[tuple[str, int]] = []
    other: list[Predicate] = []
    todo = [*wanted.where]
    while todo:
        one = todo.pop(0)
        if isinstance(one, Filter) and one.kind == "any":
            todo[:0] = one.where
        elif isinstance(one, Status):
            statuses.append(one.name)
        elif isinstance(one, Measures) and one.op == "=" and one.stat in ("power", "toughness"):
            size[one.stat] = str(one.amount.value) if isinstance(one.amount, Number) else "?"
        elif isinstance(one, HasColor):
            colors.append(one.color)
        elif isinstance(one, HasType):
            types.append(one.name)
        elif isinstance(one, HasKeyword):
            keywords.append(one.name)
        elif isinstance(one, HasCounter):
            least = one.least.value if isinstance(one.least, Number) else 1
            counters.append((one.kind, least))
        elif isinstance(one, Negated) and isinstance(one.predicate, HasKeyword):
            without.append(one.predicate.name)
        elif isinstance(one, Negated) and isinstance(one.predicate, HasType | Status):
            nots.append(one.predicate.name)
        elif isinstance(one, Negated) and isinstance(one.predicate, HasColor):
            nots.append(one.predicate.color)
        else:
            other.append(one)
    whole = f"{size['power']}/{size['toughness']}" if size.keys() == {"power", "toughness"} else ""
    return Parts(
        tuple(statuses),
        whole,
        tuple(colors),
        tuple(types),
        tuple(keywords),
        tuple(without),
        tuple(nots),
        tuple(counters),
        tuple(other),
    )


def labels(question: Question) -> Mapping[int, str]:
    """A letter for each thing that would be called as another one is."""
    same: dict[object, list[Thing]] = defaultdict(list)
    for thing in question.things:
        own = "me" if thing.whose is None else thing.whose.who
        same[(thing.card, thing.noun, thing.filter if not thing.card else None, own, thing.count)].append(
            thing
        )
    return {
        thing.id: chr(ord("A") + at)
        for group in same.values()
        if len(group) > 1
        for at, thing in enumerate(group[:26])
    }


def card_name(thing: Thing, cards: Mapping[str, Card], japanese: bool) -> str:
    """A card as a sentence of that language names it."""
    card = cards.get(thing.card)
    if not japanese:
        return thing.card
    return card.ja if card is not None else f"《{thing.card}》"
