"""An edition as the comparison sees it: units with a text, in order; and which unit became which.

>>> old = Book("2030-01-01", (Unit("cr:100.1", "rule", "A widget turns."),))
>>> old["cr:100.1"].text, "cr:100.2" in old
('A widget turns.', False)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scraper.document import Document

KINDS = ("section", "chapter", "rule", "subrule", "glossary")


@dataclass(frozen=True, slots=True)
class Unit:
    """A chapter, rule, subrule or glossary entry of one edition."""

    id: str
    kind: str
    text: str
    title: str = ""
    parent: str = ""
    examples: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The number, or the term of the glossary.

        >>> Unit("cr:702.170", "rule", "Plot").name, Unit("glossary:Plot", "glossary", "…").name
        ('702.170', 'Plot')
        """
        return self.id.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Book:
    """One edition in one language."""

    edition: str
    units: tuple[Unit, ...]
    lang: str = "en"
    _by_id: Mapping[str, Unit] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", MappingProxyType({unit.id: unit for unit in self.units}))

    def __contains__(self, unit_id: object) -> bool:
        return unit_id in self._by_id

    def __getitem__(self, unit_id: str) -> Unit:
        return self._by_id[unit_id]

    def get(self, unit_id: str) -> Unit | None:
        """The unit, None where the edition has none of that id."""
        return self._by_id.get(unit_id)

    @classmethod
    def of(cls, edition: str, documents: Iterable[Document], lang: str = "en") -> Book:
        """The book that the documents of a rules edition make; other kinds are left out."""
        return cls(
            edition,
            tuple(
                Unit(doc.id, doc.kind, doc.text, doc.title.en or doc.title.ja, doc.parent, doc.examples)
                for doc in documents
                if doc.kind in KINDS
            ),
            lang,
        )


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which unit of an older edition is which of a newer one.

    Units whose id stays are not listed; they are in neither `moved`, `removed` nor `added`.

    >>> pairing = Pairing("2030-01-01", "2031-01-01", {"cr:1.1": "cr:1.2"}, frozenset({"cr:1.2"}), frozenset())
    >>> pairing.forward("cr:1.1"), pairing.forward("cr:1.2"), pairing.forward("cr:5"), pairing.backward("cr:1.2")
    ('cr:1.2', None, 'cr:5', 'cr:1.1')
    """

    old: str
    new: str
    moved: Mapping[str, str]
    """Old id to new id, where they differ."""
    removed: frozenset[str]
    """Old ids that nothing of the new edition continues."""
    added: frozenset[str]
    """New ids that continue nothing of the old edition."""
    _back: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_back", MappingProxyType({new: old for old, new in self.moved.items()}))

    def forward(self, unit_id: str) -> str | None:
        """The id in the newer edition, None where the unit ends; of an id that the older one holds."""
        if unit_id in self.removed:
            return None
        return self.moved.get(unit_id, unit_id)

    def backward(self, unit_id: str) -> str | None:
        """The id in the older edition, None where the unit begins; of an id that the newer one holds."""
        if unit_id in self.added:
            return None
        return self._back.get(unit_id, unit_id)
