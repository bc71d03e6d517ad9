"""The lines of a Comprehensive Rules text: one anchored pattern per kind of line, and wrapped lines joined.

Measured on the editions of 2003-2026: a number is mostly `100. General`, `100.1. …`, `100.1a …`, but also
`119.1d. …`, `606.5 …`, `901.4.All …`, `606. 8b …`, with a leading space, or printed twice. Editions of 2003
are wrapped at about 110 columns; there a line may begin with a number that belongs to the sentence.

>>> [line.kind for line in read_lines("1. Game\\n\\n100. General\\n\\n100.1. All rules.\\nExample: None.")]
['section', 'chapter', 'rule', 'example']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

LineKind = Literal["section", "chapter", "rule", "subrule", "example", "text", "blank"]

_PATTERNS: tuple[tuple[LineKind, re.Pattern[str]], ...] = (
    (
        "subrule",
        re.compile(r"\s*(?P<number>[1-9]\d\d\.\s?\d{1,3}[a-z])(?P<dot>\.?)(?P<rest>(?:(?<=\.)\S|\s|$).*)"),
    ),
    ("rule", re.compile(r"\s*(?P<number>[1-9]\d\d\.\d{1,3})(?P<dot>\.?)(?P<rest>(?:(?<=\.)\S|\s|$).*)")),
    ("chapter", re.compile(r"\s*(?P<number>[1-9]\d\d)(?P<dot>\.)\s+(?P<rest>\S.*)")),
    ("section", re.compile(r"\s*(?P<number>[1-9])(?P<dot>\.)\s+(?P<rest>\S.*)")),
    ("example", re.compile(r"\s*_?(?:Examples?\s?_?:\s*)+_?\s*(?P<rest>.*)")),
    ("blank", re.compile(r"(?P<rest>\s*)")),
)
_BREAK = re.compile("[\n\v\f\u2028\u2029]")
_HYPHEN = ("-", "–")
_HYPHENED = re.compile(r"[^\s-][-–]\s*$|/-\s*$")
"""A hyphen that hangs on a word, unlike a dash between two: `Face-` goes on with `down`."""
_SENSE = re.compile(r"[1-9]\.\s")
_FINISHED = (".", ")", '"', "”")
_SHORT = 60


@dataclass(frozen=True, slots=True)
class Line:
    """A line (or a paragraph joined of several) with what its beginning says it is."""

    at: int
    """Line number in the text, from 1."""
    kind: LineKind
    rest: str
    """The text without number, `Example:` and outer white space."""
    number: str = ""
    """The number in its plain form: 606.8b."""
    raw: str = ""
    """The first line as it stands, for reports."""

    @property
    def indented(self) -> bool:
        """Whether it begins with at least three spaces: a paragraph of the one above."""
        return self.raw.startswith(("   ", "\t", "\xa0\xa0"))


def classify(raw: str, at: int = 1) -> Line:
    """The line's kind, number and rest.

    >>> classify("606. 8b Players win as a team.").number
    '606.8b'
    >>> classify("901.4.All plane cards").kind, classify("606.5 If").kind, classify("119.1d. At").kind
    ('rule', 'rule', 'subrule')
    >>> classify("100.5 cards").number, classify("1425 cards").kind
    ('100.5', 'text')
    """
    for kind, pattern in _PATTERNS:
        match = pattern.fullmatch(raw)
        if match is not None:
            number = match.groupdict().get("number") or ""
            return Line(at, kind, match["rest"].strip(), "".join(number.split()), raw)
    return Line(at, "text", raw.strip(), "", raw)


def split_lines(text: str) -> list[str]:
    """The physical lines; form feeds and Unicode separators break a line as well.

    >>> split_lines("a\\fb")
    ['a', 'b']
    """
    return _BREAK.split(text)


def is_wrapped(lines: Sequence[str]) -> bool:
    """Whether paragraphs are broken over several lines: many lines then begin in the middle of a sentence.

    >>> is_wrapped(["100.1. A rule that", "goes on and", "on."]), is_wrapped(["100.1. A.", "", "100.2. B."])
    (True, False)
    """
    following = [line for before, line in pairwise(lines) if before.strip() and line.strip()]
    inside = sum(line[0].islower() for line in following)
    filled = sum(1 for line in lines if line.strip())
    return inside * 20 > filled


def read_lines(text: str, first: int = 1) -> list[Line]:
    """The lines of the text, joined to paragraphs where the text is wrapped; blank lines are left out.

    `first` is the number of the first line.

    >>> text = "100.1. One rule that \\ngoes on as in rule \\n100.2. or so, and Face-\\ndown."
    >>> [line.rest for line in read_lines(text)]
    ['One rule that goes on as in rule 100.2. or so, and Face-down.']
    """
    lines = split_lines(text)
    classified = [classify(raw, at) for at, raw in enumerate(lines, first)]
    joined = _join(classified) if is_wrapped(lines) else classified
    return [line for line in joined if line.kind != "blank"]


def read_paragraphs(lines: Sequence[str], first: int = 1) -> list[Line]:
    """The same for the glossary: its blank lines part the entries, and a number begins no rule there.

    >>> [line.kind for line in read_paragraphs(["Plot", "", "1. Plot"])]
    ['text', 'blank', 'text']
    """
    classified = [
        Line(at, "text" if raw.strip() else "blank", raw.strip(), "", raw)
        for at, raw in enumerate(lines, first)
    ]
    return _join(classified) if is_wrapped(lines) else classified


def _join(lines: Iterable[Line]) -> list[Line]:
    joined: list[Line] = []
    tail = ""  # the physical line before, whose end says whether the sentence goes on
    for line in lines:
        if joined and tail.strip() and _goes_on(joined[-1], tail, line):
            last = joined[-1]
            between = "" if _HYPHENED.search(tail) else " "
            joined[-1] = replace(last, rest=last.rest.rstrip() + between + line.raw.strip())
        else:
            joined.append(line)
        tail = line.raw
    return joined


def _goes_on(paragraph: Line, tail: str, line: Line) -> bool:
    if line.kind in ("blank", "example") or line.indented:
        return False
    if line.kind == "text" and _SENSE.match(line.raw) and tail.rstrip().endswith(_FINISHED):
        return False  # the next of several meanings in the glossary
    if line.kind == "text":
        return not (_may_be_term(paragraph, tail) and not line.raw[:1].islower())
    return tail.endswith(" ") or tail.endswith(_HYPHEN) or not tail.rstrip().endswith(_FINISHED)


def _may_be_term(paragraph: Line, tail: str) -> bool:
    """A line far shorter than the column, by itself so far: nothing wrapped it. A space may stand behind it.

    The first line of an entry is its term, whatever its length, if it does not end a sentence or a syllable.
    """
    alone = paragraph.kind == "text" and paragraph.raw == tail and tail[-1] != "-"
    return alone and (len(tail.rstrip()) < _SHORT or tail.rstrip().endswith((")", "]")))
