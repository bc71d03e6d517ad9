"""Two editions compared: added, removed, changed, renumbered; rules, examples and glossary.

>>> from kb.editions.pairing import pair
>>> old = Book("2030", (Unit("cr:100.1", "rule", "See rule 100.2."), Unit("cr:100.2", "rule", "A widget turns."),))
>>> new = Book("2031", (Unit("cr:100.1", "rule", "See rule 100.3."), Unit("cr:100.2", "rule", "No cogs."),
...                     Unit("cr:100.3", "rule", "A widget turns.")))
>>> [(c.old, c.new, c.only) for c in compare_books(old, new, pair(old, new)).changes]
[('cr:100.1', 'cr:100.1', 'references'), ('cr:100.2', 'cr:100.3', '')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kb.editions.model import Book, Pairing, Unit
from kb.editions.similar import masked, plain
from scraper.citations import find_references

Only = Literal["", "text", "references", "typography"]
"""How a text changed: not at all; in its words; in nothing but numbers of rules that moved; in quotes,
dashes and italics."""


@dataclass(frozen=True, slots=True)
class Change:
    """A unit that is in both editions and is not the same in both."""

    old: str
    """Its id in the older edition."""
    new: str
    only: Only
    """How its text changed; of several changes (text, title, examples) the greatest."""
    examples: bool = False
    """Whether its examples changed."""

    @property
    def moved(self) -> bool:
        """Whether its number or term changed."""
        return self.old != self.new


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs between two editions, in the order of the newer one."""

    old: str
    new: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changes: tuple[Change, ...]


_RANK: dict[Only, int] = {"": 0, "typography": 1, "references": 2, "text": 3}


def compare_books(old: Book, new: Book, pairing: Pairing) -> Difference:
    """The difference of two editions that are paired."""
    return Difference(
        old.edition,
        new.edition,
        tuple(unit.id for unit in new.units if unit.id in pairing.added),
        tuple(unit.id for unit in old.units if unit.id in pairing.removed),
        tuple(_changes(old, new, pairing)),
    )


def _changes(old: Book, new: Book, pairing: Pairing) -> Iterator[Change]:
    for unit in new.units:
        before_id = pairing.backward(unit.id)
        before = old.get(before_id) if before_id is not None else None
        if before is None or before_id is None:
            continue
        change = compare_units(before, unit, pairing)
        if change is not None:
            yield change


def compare_units(old: Unit, new: Unit, pairing: Pairing) -> Change | None:
    """How one unit changed, None when nothing of it did."""
    only = how(old.text, new.text, pairing)
    examples: Only = ""
    if old.examples != new.examples:
        kinds = [how(one, other, pairing) for one, other in zip(old.examples, new.examples, strict=False)]
        examples = "text" if len(old.examples) != len(new.examples) else max(kinds, key=_RANK.__getitem__)
    if old.id == new.id and not only and not examples:
        return None
    return Change(old.id, new.id, max(only, examples, key=_RANK.__getitem__), bool(examples))


def how(old: str, new: str, pairing: Pairing) -> Only:
    """How a text changed.

    >>> how("See “rule 1”", 'See "rule 1"', Pairing("", "", {}, frozenset(), frozenset()))
    'typography'
    """
    if old == new:
        return ""
    if plain(old) == plain(new):
        return "typography"
    if plain(masked(old)) == plain(masked(new)) and _references_follow(old, new, pairing):
        return "references"
    return "text"


def _references_follow(old: str, new: str, pairing: Pairing) -> bool:
    """Whether every reference names the same rule under its newer number."""
    for one, other in zip(find_references(old), find_references(new), strict=True):
        for before, after in ((one.number, other.number), (one.last, other.last)):
            if before != after and pairing.forward(f"cr:{before}") != f"cr:{after}":
                return False
    return True
