"""An edition of the rules, what is counted in it, and how a fault in its text is told.

>>> Counts(sections=9).sections
9
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scraper.document import Document


@dataclass(frozen=True, slots=True)
class Counts:
    """How much an edition holds; the columns of the sources' own table."""

    sections: int = 0
    chapters: int = 0
    """Chapters with a title; an emptied chapter that is a sentence is not counted."""
    rules: int = 0
    """Numbers like 702.170."""
    subrules: int = 0
    """Numbers like 702.170a."""
    examples: int = 0
    glossary: int = 0
    continuations: int = 0
    """Paragraphs without a number under a rule."""

    @classmethod
    def of(cls, documents: Iterable[Document], continuations: int = 0) -> Counts:
        """Count documents by kind.

        >>> Counts.of([]).rules
        0
        """
        held = tuple(documents)
        kinds = [document.kind for document in held]
        return cls(
            sections=kinds.count("section"),
            chapters=sum(document.kind == "chapter" and bool(document.title.en) for document in held),
            rules=kinds.count("rule"),
            subrules=kinds.count("subrule"),
            examples=sum(len(document.examples) for document in held),
            glossary=kinds.count("glossary"),
            continuations=continuations,
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a text, said in both languages, with the lines that show it.

    >>> print(Fault("no glossary", "用語集がありません", ((3, "Credits"),)).report("en"))
    no glossary
      line 3: 'Credits'
    """

    en: str
    ja: str
    lines: tuple[tuple[int, str], ...] = ()
    """Line numbers from 1, and the lines."""

    def report(self, lang: str) -> str:
        """The fault and its lines, quoted.

        >>> Fault("no glossary", "用語集がありません").report("ja")
        '用語集がありません'
        """
        head, word = (self.ja, "行") if lang == "ja" else (self.en, "line")
        return "\n".join([head, *(f"  {word} {at}: {line[:160]!r}" for at, line in self.lines)])


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the rules, parsed."""

    effective: str
    """The date inside the text (ISO), '' when there is none: that is a fault."""
    documents: tuple[Document, ...]
    """Sections, chapters, rules and subrules in the order of the book, then the glossary."""
    counts: Counts
    faults: tuple[Fault, ...] = ()
    """What is missing; `validate` raises for it."""
    oddities: tuple[Fault, ...] = ()
    """What looks like a slip in the source and stops nothing: a number twice, a gap, a misprint."""
    contents: tuple[tuple[str, str], ...] = ()
    """Number and title of every heading in the list of contents."""
    places: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    """Where a document begins in the text: line number from 1, and the line, by document id."""
