"""The glossary of a Comprehensive Rules text: a term line, then its meaning in one or more lines.

Measured on the editions of 2003-2026: entries are parted by blank lines, which may be missing; several
meanings are lines `1. …`, `2. …`; in 2021 the first one is glued to the term (`Ability1. Text …`); before
2009 an entry has indented paragraphs. Terms may hold commas, quotes, brackets, digits, full stops.

>>> lines = read_paragraphs(["Plot", "A keyword ability.", "", "Hand1. A zone.", "2. Cards."])
>>> [(entry.term, len(entry.lines)) for entry in read_glossary(lines)]
[('Plot', 1), ('Hand', 2)]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scraper.cr_lines import Line, read_paragraphs

__all__ = ["Entry", "read_glossary", "read_paragraphs"]

_SENSE = re.compile(r"[1-9]\.\s")
_GLUED = re.compile(r"(?P<term>.*[^\s\d])(?P<sense>1\.\s+\S.*)")
_SENTENCE_END = re.compile(r"[.!?:;][\"”'’)\]]*$|\.\)$")
_LONGEST_TERM = 90
_SHORT_TERM = 40


@dataclass(frozen=True, slots=True)
class Entry:
    """A term and the paragraphs of its meaning."""

    term: str
    lines: tuple[str, ...]
    at: int
    """Line number of the term in the text, from 1."""


def read_glossary(lines: Iterable[Line]) -> tuple[Entry, ...]:
    """The entries, in their order; a paragraph that is no entry belongs to the one above."""
    entries: list[Entry] = []
    for block in _blocks(lines):
        for part in _split(block):
            if entries and _belongs_above(part, entries[-1]):
                last = entries[-1]
                entries[-1] = Entry(last.term, last.lines + tuple(line.rest for line in part), last.at)
            else:
                entries.append(_entry(part))
    return tuple(map(_unglued, entries))


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    block: list[Line] = []
    for line in lines:
        if line.kind != "blank":
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _split(block: list[Line]) -> Iterator[list[Line]]:
    """A block where a blank line is missing: a term stands behind a finished sentence."""
    start = 0
    for place in range(2, len(block) - 1):
        line = block[place]
        behind = block[place + 1]
        glued = _GLUED.fullmatch(line.rest) is not None and behind.rest.startswith("2.")
        if _ends(block[place - 1]) and (glued or (_is_term(line) and _begins_meaning(behind))):
            yield block[start:place]
            start = place
    yield block[start:]


def _ends(line: Line) -> bool:
    return _SENTENCE_END.search(line.rest) is not None


def _begins_meaning(line: Line) -> bool:
    """A sentence, or the first of several meanings."""
    return _ends(line) and (_SENSE.match(line.rest) is None or line.rest.startswith("1."))


def _is_term(line: Line) -> bool:
    return (
        line.kind == "text"
        and not line.indented
        and len(line.rest) <= _LONGEST_TERM
        and not _ends(line)
        and not _SENSE.match(line.rest)
    )


def _belongs_above(part: list[Line], above: Entry) -> bool:
    first = part[0]
    if first.indented or _SENSE.match(first.rest):
        return True
    if not above.lines:
        return True  # a blank line between a term and its meaning
    glued = _GLUED.fullmatch(first.rest)
    if glued is not None and len(glued["term"]) < _SHORT_TERM and "." not in glued["term"]:
        return False
    return len(part) == 1 and not _is_term(first)


def _entry(part: list[Line]) -> Entry:
    return Entry(part[0].rest, tuple(line.rest for line in part[1:]), part[0].at)


def _unglued(entry: Entry) -> Entry:
    """`Ability1. Text …` with a second meaning below: the first one is glued to the term."""
    glued = _GLUED.fullmatch(entry.term)
    if glued is None or not entry.lines or not entry.lines[0].startswith("2."):
        return entry
    return Entry(glued["term"], (glued["sense"], *entry.lines), entry.at)
