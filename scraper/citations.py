"""Where a text names rules: every form of reference in English and Japanese, with its place.

English: `rule 702.170`, `rules 601.2f–h`, `119.7–8`, `903.6–903.11`, `608.3a and b`, `704.5f and 704.5g`,
`rules 509 and 510`, lists with titles (`rules 702.109, “Dash,” and 702.152, “Blitz.”`), a bare `101.4a`,
`section 8, “Multiplayer Rules.”`, and the old `section 103` for a chapter. Japanese: `CR:702.170`,
`rule 701.48〔…〕`, `ルール702.170`, `（CR:614.5に対する例外）`, ranges with 〜, full-width digits.
Not references: `exactly 100 cards`, `WA 98057-0707`, `RE 37,957`, amounts of money, decimals.

>>> [(r.raw, str(r.number), str(r.last)) for r in find_references("See rules 601.2f–h and rule 509.")]
[('601.2f–h', '601.2f', '601.2h'), ('509', '509', '509')]
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from scraper.document import Citation, RuleNumber

_DIGIT = "0-9０-９"
_POINT = "[.．]"
_CHAPTER = "[1-9１-９][0-9０-９]{2}"
_LETTER = "[a-zａ-ｚ]"
_DASH = "[-‐‑–−ー－~～〜]"

_DOTTED = rf"{_CHAPTER}{_POINT}[{_DIGIT}]{{1,3}}{_LETTER}?"
_NOT_LATER = rf"(?![{_DIGIT}A-Za-zａ-ｚ])"
_NOT_INSIDE = rf"(?<![{_DIGIT}.．,/$￥¥€£A-Za-z])"
_NO_POINT = rf"(?!{_POINT}[{_DIGIT}])"
_LAST = rf"(?P<last>{_DOTTED}|[{_DIGIT}]{{1,3}}{_LETTER}?|{_LETTER})"
_RANGE_END = rf"(?:\s*{_DASH}\s*{_LAST}{_NOT_LATER}{_NO_POINT})?"
_CUE = r"(?P<cue>[Rr]ules?\s+|(?:総合)?ルール\s*|CR\s*[:：]?\s*)"
_REFERENCE = re.compile(rf"(?:{_CUE}|{_NOT_INSIDE})(?P<first>{_DOTTED}){_NOT_LATER}{_RANGE_END}")
"""A dotted number is a reference with or without the word before it."""
_NAMED_CHAPTER = re.compile(rf"{_CUE}(?P<first>{_CHAPTER}){_NOT_LATER}{_NO_POINT}(?!,[{_DIGIT}]{{3}})")
"""A chapter is one only behind the word."""
_SECTION = re.compile(rf"\b(?P<cue>[Ss]ections?\s+)(?P<first>{_CHAPTER}|[1-9]){_NOT_LATER}{_NO_POINT}")
_JAPANESE_SECTION = re.compile(r"(?P<cue>[Rr]ules?\s*|ルール\s*)(?P<first>[1-9１-９])(?=〔)")
"""Japanese names a section like a rule, by its number and its title."""

_TITLE = re.compile(r"\s*(?:〔(?P<ja>[^〕]*)〕|,?\s*(?:“(?P<curly>[^”]*)[”“]|\"(?P<straight>[^\"]*)\"))")
_NO_WORD = r"(?![\w’'])"
_MORE_LETTERS = re.compile(
    rf"(?:,?\s+(?:and|or)\s+|,\s+)(?P<letter>[a-z])(?:{_DASH}(?P<last>[a-z]))?{_NO_WORD}"
)
_MORE_CHAPTERS = re.compile(rf",?\s+(?:and\s+|or\s+)?(?P<first>{_CHAPTER}){_NOT_LATER}{_NO_POINT}")
_EXCEPTION_BEHIND = re.compile(r"\s*(?:に対する|への|の)例外")
_EXCEPTION_BEFORE = re.compile(r"\bexceptions?\s+to\s+(?:the\s+[a-z ]+\s+in\s+)?(?:rules?\s+)?$")


@dataclass(frozen=True, slots=True)
class Reference:
    """One mention of a rule, a range of rules, a chapter or a section.

    >>> find_references("section 8, “Multiplayer Rules.”")[0].title
    'Multiplayer Rules'
    """

    start: int
    """Offset of `raw` in the text, in characters."""
    raw: str
    """The characters that make the mention, without the word before it."""
    number: RuleNumber
    """The first or only rule; `RuleNumber(8)` for section 8."""
    end: RuleNumber | None = None
    """The last rule of a range, inclusive."""
    cue: str = ""
    """The word before it: `rule `, `rules `, `section `, `CR:`, '' for a bare number."""
    title: str = ""
    """The title given beside it, without quotes and closing punctuation."""
    exception: bool = False
    """The text calls itself an exception to it."""

    @property
    def last(self) -> RuleNumber:
        """The last rule that is meant."""
        return self.end or self.number

    @property
    def is_section(self) -> bool:
        """Whether a whole section (1 to 9) is meant."""
        return self.number.chapter < 10


def find_references(text: str) -> tuple[Reference, ...]:
    """Every mention of a rule in the text, in order; none overlap.

    >>> [str(r.number) for r in find_references("rules 608.3a and b, exactly 100 cards, WA 98057-0707")]
    ['608.3a', '608.3b']
    >>> found = find_references("何度でも（CR:614.5に対する例外）。rule 701.48〔アトラクションを開く〕")
    >>> [(str(r.number), r.title, r.exception) for r in found]
    [('614.5', '', True), ('701.48', 'アトラクションを開く', False)]
    """
    found: dict[int, Reference] = {}
    for pattern in (_REFERENCE, _NAMED_CHAPTER, _SECTION, _JAPANESE_SECTION):
        for match in pattern.finditer(text):
            for reference in _read(text, match):
                found.setdefault(reference.start, reference)
    return tuple(found[start] for start in sorted(found))


def find_citations(text: str, source: str, *, part: str = "", edition: str = "") -> tuple[Citation, ...]:
    """The same as `Citation`s of the document `source`, for its text or the `part` of it.

    Mentions of a whole section are left out, as a citation names a rule or a chapter; `find_references`
    has them.

    >>> find_citations("See rule 608.2b.", "cr:115.3")[0].raw
    '608.2b'
    """
    return tuple(
        Citation(
            source,
            reference.number,
            end=reference.end,
            title=reference.title,
            edition=edition,
            raw=reference.raw,
            start=reference.start,
            part=part,
            exception=reference.exception,
        )
        for reference in find_references(text)
        if not reference.is_section
    )


def _read(text: str, match: re.Match[str]) -> Iterator[Reference]:
    first = _number(match["first"])
    last_text = match.groupdict().get("last")
    end = _range_end(first, last_text) if last_text else None
    stop = match.end() if end is not None else match.end("first")
    cue = match["cue"] or ""
    title, after = _title(text, stop)
    yield Reference(
        match.start("first"),
        text[match.start("first") : stop],
        first,
        end,
        cue,
        title,
        _is_exception(text, match.start(), after),
    )
    if first.letter and end is None and cue.strip().casefold() == "rules":
        yield from _more_letters(text, stop, first)
    if first.rule is None and cue.strip().casefold() == "rules":
        yield from _more_chapters(text, after)


def _more_letters(text: str, stop: int, first: RuleNumber) -> Iterator[Reference]:
    """`608.3a and b`: the letters must rise, for `a` is a word as well."""
    previous = first.letter
    while (match := _MORE_LETTERS.match(text, stop)) and match["letter"] > previous:
        last = match["last"]
        end = RuleNumber(first.chapter, first.rule, last) if last and last > match["letter"] else None
        number = RuleNumber(first.chapter, first.rule, match["letter"])
        stop = match.end() if end else match.end("letter")
        yield Reference(match.start("letter"), text[match.start("letter") : stop], number, end)
        previous = (end or number).letter


def _more_chapters(text: str, stop: int) -> Iterator[Reference]:
    """`rules 614 and 615`, `rules 903, “Commander,” and 904, “Archenemy”`."""
    while match := _MORE_CHAPTERS.match(text, stop):
        title, after = _title(text, match.end())
        yield Reference(match.start("first"), match["first"], _number(match["first"]), title=title)
        stop = after


def _number(text: str) -> RuleNumber:
    plain = unicodedata.normalize("NFKC", text)
    return RuleNumber(int(plain)) if len(plain) == 1 else RuleNumber.parse(plain)


def _range_end(first: RuleNumber, text: str) -> RuleNumber | None:
    """The end of a range, None when it makes no range: `119.7–8`, `601.2f–h`, `903.6–903.11`.

    >>> str(_range_end(RuleNumber(119, 7), "8"))
    '119.8'
    >>> _range_end(RuleNumber(119, 7), "3") is None
    True
    """
    plain = unicodedata.normalize("NFKC", text)
    if "." in plain:
        end = RuleNumber.parse(plain)
    elif plain.isalpha():
        end = RuleNumber(first.chapter, first.rule, plain) if first.letter else first
    else:
        digits = plain.rstrip("abcdefghijklmnopqrstuvwxyz")
        end = RuleNumber(first.chapter, int(digits), plain[len(digits) :])
    return end if first < end else None


def _title(text: str, stop: int) -> tuple[str, int]:
    """The title that stands behind a number, and where it ends."""
    match = _TITLE.match(text, stop)
    if match is None:
        return "", stop
    quoted = match["ja"] or match["curly"] or match["straight"] or ""
    return quoted.strip().rstrip(",.;").rstrip(), match.end()


def _is_exception(text: str, start: int, after: int) -> bool:
    if _EXCEPTION_BEHIND.match(text, after):
        return True
    return _EXCEPTION_BEFORE.search(text[max(0, start - 60) : start]) is not None
