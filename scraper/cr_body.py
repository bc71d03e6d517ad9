"""The body of a Comprehensive Rules text: its lines become Documents with parents, examples and citations.

A rule may be only a title (`702.170. Plot`), its text standing in the subrules. A paragraph without a number
belongs to the rule above it. Numbers are kept as printed; one printed twice gets `#2` in its second id.

>>> source = Source("cr", "CR")
>>> body = read_body(["1. Basics", "100. Things", "100.1. Widgets", "100.1a One.", "   More."], 1, source, {})
>>> [(doc.id, doc.parent, doc.title.en) for doc in body.documents][2:]
[('cr:100.1', 'cr:100', 'Widgets'), ('cr:100.1a', 'cr:100.1', '')]
>>> body.documents[-1].text, body.continuations
('One.\\nMore.', 1)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scraper.citations import find_citations
from scraper.cr_lines import Line, read_lines
from scraper.cr_model import Fault
from scraper.document import Citation, Document, Kind, RuleNumber, Source, Title

_LETTERS = "abcdefghijkmnpqrstuvwxyz"
"""Letters of subrules: l and o are skipped."""
_SENTENCE = re.compile(r"[.:;?][\"”'’)\]]*$")
_LONGEST_TITLE = 100


@dataclass(frozen=True, slots=True)
class Body:
    """The documents of the body, and what was odd."""

    documents: tuple[Document, ...]
    continuations: int
    oddities: tuple[Fault, ...]
    places: Mapping[str, tuple[int, str]]
    """Line number and line where each document begins, by its id."""


@dataclass(slots=True)
class _Draft:
    """A rule while its paragraphs are being gathered."""

    line: Line
    kind: Kind
    identity: str
    parent: str
    chapter: str
    paragraphs: list[str]
    examples: list[str] = field(default_factory=list)
    children: int = 0


@dataclass(slots=True)
class _Reading:
    """Where in the book we are."""

    contents: Mapping[str, str]
    drafts: list[_Draft] = field(default_factory=list)
    seen: dict[str, _Draft] = field(default_factory=dict)
    section: _Draft | None = None
    chapter: _Draft | None = None
    rule: _Draft | None = None
    continuations: int = 0
    oddities: list[Fault] = field(default_factory=list)


def read_body(lines: Sequence[str], first: int, source: Source, contents: Mapping[str, str]) -> Body:
    """Read the lines from the first section's heading up to the glossary.

    `first` is the number of the first line; `contents` maps a heading's number to its title.
    """
    reading = _Reading(contents)
    for line in read_lines("\n".join(lines), first):
        _take(reading, line)
    documents = tuple(_document(draft, order, source) for order, draft in enumerate(reading.drafts))
    places = {draft.identity: (draft.line.at, draft.line.raw) for draft in reading.drafts}
    return Body(documents, reading.continuations, tuple(reading.oddities), places)


def _take(reading: _Reading, line: Line) -> None:
    if line.kind == "example":
        if reading.drafts:
            reading.drafts[-1].examples.append(line.rest)
        return
    if line.kind == "section" and _is_section(reading, line):
        reading.section = _add(reading, line, "section", "")
        reading.chapter = reading.rule = None
    elif line.kind == "chapter" and _is_chapter(reading, line):
        parent = reading.section.identity if reading.section else ""
        reading.chapter = _add(reading, line, "chapter", parent)
        reading.rule = None
    elif line.kind == "rule":
        reading.rule = _add(reading, line, "rule", reading.chapter.identity if reading.chapter else "")
    elif line.kind == "subrule":
        _add(reading, line, "subrule", _parent_of_subrule(reading, line))
    elif reading.drafts:
        # White space in front is layout; the paragraph itself stays as it is.
        reading.drafts[-1].paragraphs.append(
            line.raw.strip() if line.kind in ("section", "chapter") else line.rest
        )
        reading.continuations += reading.drafts[-1].kind in ("rule", "subrule")


def _is_section(reading: _Reading, line: Line) -> bool:
    """`2. …` is the next section, or a numbered paragraph of a rule."""
    expected = int(reading.section.line.number) + 1 if reading.section else 1
    listed = reading.contents.get(line.number, "").casefold() == line.rest.casefold()
    is_title = len(line.rest) <= _LONGEST_TITLE and _SENTENCE.search(line.rest) is None
    return int(line.number) == expected and (listed or is_title)


def _is_chapter(reading: _Reading, line: Line) -> bool:
    """`750. …` at the beginning of a paragraph is a heading when it comes after the last one."""
    last = int(reading.chapter.line.number) if reading.chapter else 0
    return int(line.number) > last and (line.number in reading.contents or len(line.rest) <= _LONGEST_TITLE)


def _add(reading: _Reading, line: Line, kind: Kind, parent: str) -> _Draft:
    identity = f"cr:{line.number}"
    if identity in reading.seen:
        before = reading.seen[identity].line
        reading.oddities.append(
            Fault(
                f"number {line.number} is printed twice",
                f"番号{line.number}が2回印刷されています",
                ((before.at, before.raw), (line.at, line.raw)),
            )
        )
        nth = 2
        while f"{identity}#{nth}" in reading.seen:
            nth += 1
        identity = f"{identity}#{nth}"
    elif kind in ("rule", "subrule"):
        _note_gap(reading, line)
    chapter = "" if kind in ("section", "chapter") or reading.chapter is None else reading.chapter.line.rest
    draft = _Draft(line, kind, identity, parent, chapter, [line.rest] if line.rest else [])
    reading.seen[identity] = draft
    reading.drafts.append(draft)
    if parent in reading.seen:
        reading.seen[parent].children += 1
    return draft


def _parent_of_subrule(reading: _Reading, line: Line) -> str:
    named = f"cr:{RuleNumber.parse(line.number).parent}"
    if named in reading.seen or reading.rule is None:
        return named
    return reading.rule.identity  # a misprinted number stands under the rule it belongs to


def _note_gap(reading: _Reading, line: Line) -> None:
    """A number that is not the next one: a rule is missing there, or the number is a misprint."""
    number = RuleNumber.parse(line.number)
    if number.letter:
        place = _LETTERS.find(number.letter)
        before = RuleNumber(number.chapter, number.rule, _LETTERS[place - 1] if place > 0 else "")
    elif number.rule is not None and number.rule > 1:
        before = RuleNumber(number.chapter, number.rule - 1)
    else:
        before = RuleNumber(number.chapter)
    if f"cr:{before}" not in reading.seen:
        last = reading.drafts[-1].line if reading.drafts else line
        reading.oddities.append(
            Fault(
                f"{line.number} does not follow {before}",
                f"{line.number}の前に{before}がありません",
                ((last.at, last.raw), (line.at, line.raw)),
            )
        )


def _document(draft: _Draft, order: int, source: Source) -> Document:
    text = "\n".join(draft.paragraphs)
    return Document(
        draft.identity,
        draft.kind,
        "en",
        Title(en=_title(draft, text)),
        text,
        source,
        number=RuleNumber.parse(draft.line.number) if draft.kind != "section" else None,
        parent=draft.parent,
        order=order,
        chapter=draft.chapter,
        examples=tuple(draft.examples),
        citations=_citations(draft, text),
    )


def _title(draft: _Draft, text: str) -> str:
    """The heading of a section or chapter; of a rule that is only a title, that title."""
    if draft.kind in ("section", "chapter"):
        heading = draft.line.rest
        return "" if heading.endswith(".") else heading
    if draft.kind == "rule" and draft.children and "\n" not in text and len(text) <= _LONGEST_TITLE:
        return "" if _SENTENCE.search(text) else text
    return ""


def _citations(draft: _Draft, text: str) -> tuple[Citation, ...]:
    found = list(find_citations(text, draft.identity))
    for place, example in enumerate(draft.examples):
        found += find_citations(example, draft.identity, part=f"example:{place}")
    return tuple(found)
