"""Titles of rules and chapters: whether a number bears one, and which number does.

>>> from kb.editions.model import Unit
>>> plot, planes = Unit("cr:702.170", "rule", "Plot", "Plot"), Unit("cr:311", "chapter", "", "Planes")
>>> titles = Titles.of(Book("2031", (plot, planes)))
>>> titles.bears("cr:702.170", "plot"), titles.find("Plane", loosely=True), titles.find("Plane")
(True, 'cr:311', None)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kb.editions.model import Book
from kb.editions.similar import plain
from scraper.decode import search_key
from scraper.document import Term


def fold(title: str) -> str:
    """A title without case, typography and closing marks.

    >>> fold("“Start Your Engines!”") == fold("start your engines")
    True
    """
    return search_key(plain(title)).strip(" .,!?;:\"'")


def stem(title: str) -> str:
    """The same without the plural of its last word, and without `Cards`: Planes and Plane are one subject.

    >>> stem("Attraction Cards"), stem("Planes"), stem("Cross")
    ('attraction', 'plane', 'cross')
    """
    folded = fold(title)
    for ending in (" cards", " card"):
        folded = folded.removesuffix(ending)
    return folded[:-1] if folded.endswith("s") and not folded.endswith("ss") else folded


@dataclass(frozen=True, slots=True)
class Titles:
    """The titles of one edition, with the Japanese names that our terms give to its numbers."""

    by_id: Mapping[str, str]
    _folded: Mapping[str, tuple[str, ...]]
    _stems: Mapping[str, tuple[str, ...]]
    _japanese: Mapping[str, frozenset[str]]
    _named: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, book: Book, terms: Iterable[Term] = (), japanese: Book | None = None) -> Titles:
        """The titles of a book; Japanese ones from the translation where it is held, and from our terms."""
        by_id = {unit.id: unit.title for unit in book.units if unit.title and unit.kind != "glossary"}
        folded: dict[str, list[str]] = defaultdict(list)
        stems: dict[str, list[str]] = defaultdict(list)
        for unit_id, title in by_id.items():
            folded[fold(title)].append(unit_id)
            stems[stem(title)].append(unit_id)
        names: dict[str, set[str]] = defaultdict(set)
        for term in terms:
            # A term names the number whose title it is; the other numbers only have to do with it.
            for number in term.rules:
                if fold(by_id.get(f"cr:{number}", "")) in {fold(name) for name in (term.en, *term.also_en)}:
                    names[f"cr:{number}"] |= {fold(name) for name in (term.ja, *term.also_ja)}
        for unit in japanese.units if japanese else ():
            if unit.title and unit.kind != "glossary":
                names[unit.id].add(fold(unit.title))
        named: dict[str, list[str]] = defaultdict(list)
        for unit_id, known in names.items():
            for name in known:
                named[name].append(unit_id)
        return cls(
            by_id,
            {name: tuple(ids) for name, ids in folded.items()},
            {name: tuple(ids) for name, ids in stems.items()},
            {unit_id: frozenset(known) for unit_id, known in names.items()},
            {name: tuple(ids) for name, ids in named.items()},
        )

    def bears(self, unit_id: str, title: str) -> bool:
        """Whether the number has that title; a pair 日本語／English may match by either half."""
        own = fold(self.by_id.get(unit_id, ""))
        known = self._japanese.get(unit_id, frozenset())
        return any(fold(one) == own or fold(one) in known for one in (title, *halves(title)))

    def knows(self, unit_id: str, title: str) -> bool:
        """Whether we can judge the title: an English one always, a Japanese one where a name is known."""
        return any(half.isascii() or _is_english(half) for half in halves(title)) or unit_id in self._japanese

    def find(self, title: str, *, loosely: bool = False) -> str | None:
        """The one number with that title, None where none or several have it."""
        for half in dict.fromkeys((title, *halves(title))):
            table = self._stems if loosely else self._folded
            found = table.get(stem(half) if loosely else fold(half), ()) or self._named.get(fold(half), ())
            if len(found) == 1:
                return found[0]
        return None


def halves(title: str) -> tuple[str, ...]:
    """The title, or both halves of a pair.

    >>> halves("観覧／Visit")
    ('観覧', 'Visit')
    """
    parts = tuple(part.strip() for part in title.replace("/", "／").split("／") if part.strip())
    return parts if len(parts) == 2 else (title,)


def _is_english(text: str) -> bool:
    return not any("\u3040" <= char <= "\u9fff" for char in text)
