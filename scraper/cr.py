"""The English Comprehensive Rules: a text of any edition becomes sections, chapters, rules and a glossary.

Landmarks, in order: the effective date; `Contents` with every heading once; the body, which begins where the
first section's heading stands the second time; `Glossary`; `Credits`. What is missing is kept as a fault of
the edition; `scraper.cr_validate.validate` raises for it. Documents hold the source's own characters; only
the lines of the wrapped editions (2003) are joined, and white space at the ends of paragraphs is dropped.

>>> edition = parse_cr(EXAMPLE)
>>> edition.effective, edition.counts.rules, [doc.id for doc in edition.documents][:4]
('2031-05-01', 2, ['cr:1', 'cr:100', 'cr:100.1', 'cr:100.1a'])
>>> edition.documents[-1].id, edition.documents[-1].citations[0].number.rule
('glossary:Widget', 2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scraper.citations import find_citations
from scraper.cr_body import read_body
from scraper.cr_glossary import Entry, read_glossary
from scraper.cr_lines import classify, read_paragraphs, split_lines
from scraper.cr_model import Counts, Edition, Fault
from scraper.cr_validate import InvalidEdition, validate
from scraper.document import Document, Source, Title

__all__ = ["EXAMPLE", "Counts", "Edition", "Fault", "InvalidEdition", "parse_cr", "validate"]

EXAMPLE = """\
Rules of an invented game

These rules are effective as of May 1, 2031.

Contents

1. Basics
100. Things
Glossary
Credits

1. Basics

100. Things

100.1. Widgets

100.1a A widget is a thing. See rule 100.2.
Example: A cog is a widget.

100.2. Things have names.

Glossary

Widget
A thing with a name. See rule 100.2.

Credits
"""
"""A text in the form of the source, invented, for doctests."""

OWNER = "Wizards of the Coast LLC"
URL = "https://magic.wizards.com/en/rules"
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_EFFECTIVE = re.compile(
    rf"\s*These rules are (?:effective|current) as of (?:\w+day, )?(?P<month>{'|'.join(_MONTHS)})"
    r"\s*(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})\.?\s*"
)
_HEADING = re.compile(r"\s*(?P<name>Contents|Glossary|Credits)\s*", re.IGNORECASE)


def parse_cr(text: str) -> Edition:
    """Read one edition. Never raises for a bad text: its faults are in the result, and `validate` raises.

    The text is `decode(data).text`, its lines ended by LF.

    >>> parse_cr("Nothing here").faults[0].en
    'no effective date: expected a line “These rules are effective as of Month D, YYYY.”'
    """
    lines = split_lines(text.lstrip("\ufeff"))
    marks = _find_landmarks(lines)
    source = Source("cr", "Magic: The Gathering Comprehensive Rules", URL, marks.effective, OWNER)
    contents = _read_contents(lines[marks.contents : marks.body])
    body = read_body(lines[marks.body : marks.glossary], marks.body + 1, source, dict(contents))
    entries = read_glossary(read_paragraphs(lines[marks.glossary + 1 : marks.credits], marks.glossary + 2))
    glossary = _glossary_documents(entries, source, len(body.documents))
    places = dict(body.places)
    places |= {doc.id: (entry.at, lines[entry.at - 1]) for doc, entry in zip(glossary, entries, strict=True)}
    faults = [*marks.faults, *_lost_headings(contents, body.documents, lines, marks)]
    counts = Counts.of((*body.documents, *glossary), body.continuations)
    documents = (*body.documents, *glossary)
    return Edition(marks.effective, documents, counts, tuple(faults), body.oddities, contents, places)


@dataclass(frozen=True, slots=True)
class _Landmarks:
    effective: str
    contents: int
    """Index of the line behind `Contents`."""
    body: int
    """Index of the heading of the first section in the body."""
    glossary: int
    credits: int
    faults: tuple[Fault, ...]


def _find_landmarks(lines: Sequence[str]) -> _Landmarks:
    faults: list[Fault] = []
    effective = _effective_date(lines)
    if not effective:
        expected = "a line “These rules are effective as of Month D, YYYY.”"
        faults.append(_missing("effective date", "発効日", lines, expected))
    headings: dict[str, list[int]] = {"contents": [], "glossary": [], "credits": []}
    for at, line in enumerate(lines):
        match = _HEADING.fullmatch(line)
        if match is not None:
            headings[match["name"].lower()].append(at)
    firsts = [at for at, line in enumerate(lines) if _is_first_section(line)]
    contents = headings["contents"][0] + 1 if headings["contents"] else 0
    if not headings["contents"]:
        faults.append(_missing("list of contents", "目次", lines, "a line “Contents”"))
    listed = [at for at in firsts if at >= contents]
    body = _second_heading(lines, listed) if headings["contents"] else (listed[0] if listed else len(lines))
    if body == len(lines):
        expected = "the heading of section 1 a second time, behind the contents"
        faults.append(_missing("body", "本文", lines, expected))
    glossary = next((at for at in headings["glossary"] if at > body), len(lines))
    if glossary == len(lines):
        faults.append(_missing("glossary", "用語集", lines, "a line “Glossary” behind the rules"))
    behind = [at for at in headings["credits"] if at > (glossary if glossary < len(lines) else body)]
    if not behind:
        faults.append(_missing("credits", "クレジット", lines, "a line “Credits” behind the glossary"))
    end = behind[-1] if behind else len(lines)
    return _Landmarks(effective, contents, body, min(glossary, end), end, tuple(faults))


def _is_first_section(line: str) -> bool:
    found = classify(line)
    return found.kind == "section" and found.number == "1"


def _second_heading(lines: Sequence[str], listed: Sequence[int]) -> int:
    """The body begins where the first heading of the contents comes again."""
    if not listed:
        return len(lines)
    title = classify(lines[listed[0]]).rest.casefold()
    again = [at for at in listed[1:] if classify(lines[at]).rest.casefold() == title]
    return again[0] if again else (listed[1] if len(listed) > 1 else len(lines))


def effective_date(text: str) -> str:
    """The date (ISO) that an edition takes effect by its own text, '' without one; cheaper than `parse_cr`.

    >>> effective_date(EXAMPLE)
    '2031-05-01'
    """
    return _effective_date(split_lines(text.lstrip("\ufeff")))


def _effective_date(lines: Sequence[str]) -> str:
    for line in lines:
        match = _EFFECTIVE.fullmatch(line)
        if match is not None:
            return date(int(match["year"]), _MONTHS.index(match["month"]) + 1, int(match["day"])).isoformat()
    return ""


def _missing(en: str, ja: str, lines: Sequence[str], expected: str) -> Fault:
    return Fault(
        f"no {en}: expected {expected}",
        f"{ja}が見つかりません",
        tuple((at, line) for at, line in enumerate(lines[:200], 1) if line.strip())[:3],
    )


def _read_contents(lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    found = (classify(line) for line in lines)
    return tuple((line.number, line.rest) for line in found if line.kind in ("section", "chapter"))


def _lost_headings(
    contents: Sequence[tuple[str, str]],
    documents: Sequence[Document],
    lines: Sequence[str],
    marks: _Landmarks,
) -> list[Fault]:
    """A heading that the contents name and the body lacks: text was lost."""
    held = {document.id for document in documents}
    faults = []
    for number, title in contents:
        if f"cr:{number}" not in held:
            at = next(at for at in range(marks.contents, len(lines)) if classify(lines[at]).number == number)
            what, nani = ("section", "セクション") if len(number) == 1 else ("chapter", "章")
            faults.append(
                Fault(
                    f"{what} {number} ({title!r}) is in the contents but not in the body",
                    f"{nani}{number}（{title}）が目次にあるのに本文にありません",
                    ((at + 1, lines[at]),),
                )
            )
    return faults


def _glossary_documents(entries: Sequence[Entry], source: Source, order: int) -> list[Document]:
    documents: list[Document] = []
    seen: dict[str, int] = {}
    for entry in entries:
        seen[entry.term] = seen.get(entry.term, 0) + 1
        nth = f" #{seen[entry.term]}" if seen[entry.term] > 1 else ""
        identity, text = f"glossary:{entry.term}{nth}", "\n".join(entry.lines)
        documents.append(
            Document(
                identity,
                "glossary",
                "en",
                Title(en=entry.term),
                text,
                source,
                order=order + len(documents),
                citations=find_citations(text, identity),
            )
        )
    return documents
