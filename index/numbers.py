"""Rule numbers in every form that people type, taken out of a text before any tokeniser sees it.

Sudachi would make 702.17 of 702.170, and an English stemmer would part 702.2 from its c.

>>> [str(found) for found in find_numbers("ルール６１３．７ａ と CR:702.19 b")]
['613.7a', '702.19b']
>>> str(find_numbers("601.2f–h")[0])
'601.2f-601.2h'
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from scraper.document import RuleNumber

_WORDS = r"(?:comprehensive\s+rules?|rules?|rule|section|chapter|cr|c\.r\.|総合ルール|ルール|第|§|\#)"
_NUMBER = re.compile(
    rf"""(?P<word>{_WORDS}\s*[::\s]?\s*)?
    (?<![\d.,$/])(?P<chapter>[1-9]\d\d)
    (?:\s?[.。・]\s?(?P<rule>\d{{1,3}})(?P<letter>(?:[a-z]|\s[a-z](?=\s*(?:$|[^\w\s])))(?![a-z]))?)?
    (?![\d])(?!\.\d)
    (?:\s*(?:-|~|から|to\b|through\b|and\b|&|と)\s*
       (?:(?P<to_chapter>[1-9]\d\d)\.(?P<to_rule>\d{{1,3}})(?P<to_letter>[a-z])?
         |(?P<plain_rule>\d{{1,3}})(?P<plain_letter>[a-z])?
         |(?P<only_letter>[a-z]))(?![a-z\d.]))?""",
    re.VERBOSE | re.ASCII,
)
# Of any width: \d without re.ASCII.
_DIGITS = re.compile(r"\d{3}")
_SECTION = re.compile(r"(?:section|cr|ルール|第)\s*[::]?\s*([1-9])\s*(?:部|章|節)?", re.ASCII)
_LOOSE = re.compile(r"([1-9]\d\d)[\s,:;/_\-]\s?(\d{1,3})\s?([a-z]?)", re.ASCII)
_EDITION = re.compile(
    r"(?<!\d)(20\d\d|199\d)[-/.年]?(0[1-9]|1[0-2])[-/.月]?([0-3]\d)日?(?:\.0)?(?!\d)", re.ASCII
)
_RANGE_MARK = re.compile(r"(?:-|~|から|\bto\b|through)")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣", "-") | dict.fromkeys("〜～", "~"))


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """A number, or a range of them, and where it stands in the folded text.

    >>> str(FoundNumber(RuleNumber.parse("704.5k"), RuleNumber.parse("704.5n"), 0, 7, True))
    '704.5k-704.5n'
    """

    first: RuleNumber
    last: RuleNumber
    start: int
    end: int
    marked: bool
    """Written as a rule number: with a dot, or after a word like rule, CR, ルール."""

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def plain(text: str) -> str:
    """Full-width digits, letters, dots and dashes in their plain form, lower case.

    >>> plain("７０４．５Ｚ")
    '704.5z'
    """
    return unicodedata.normalize("NFKC", text).translate(_DASHES).lower()


def find_numbers(text: str) -> list[FoundNumber]:
    """All rule numbers in a text, in order; offsets are into `plain(text)`.

    A bare chapter number (702) is `marked` only after a word like rule; 100 in "100 cards" is not.

    >>> [(str(n), n.marked) for n in find_numbers("rule 702, 100 cards")]
    [('702', True), ('100', False)]
    >>> find_numbers("{100} 12.5 1000.1")
    []
    """
    found: list[FoundNumber] = []
    if not _DIGITS.search(text):
        return found
    folded = plain(text)
    edition = edition_in(text)
    if edition is not None:
        folded = _EDITION.sub(lambda match: " " * len(match.group()), folded)
    at = 0
    while (match := _NUMBER.search(folded, at)) is not None:
        at = _own_end(match)
        if folded[match.start("chapter") - 1 : match.start("chapter")] == "{":
            continue
        first = _number(match["chapter"], match["rule"], match["letter"])
        last = _last(first, match, folded)
        at = end = match.end() if last is not None else at
        marked = first.rule is not None or match["word"] is not None
        found.append(FoundNumber(first, last or first, match.start(), end, marked))
    return found


def whole_number(text: str) -> FoundNumber | None:
    """The number that the text is, with looser punctuation than inside a sentence; None when it is more.

    >>> str(whole_number("702,170 a")), str(whole_number("702-170")), whole_number("702 cards")
    ('702.170a', '702.170', None)
    >>> str(whole_number("601-602"))
    '601-602'
    """
    folded = plain(text).strip().rstrip(".。")
    match = _LOOSE.fullmatch(folded)
    if match is not None and (int(match[2]) > 0) and not ("-" in folded and int(match[1]) < int(match[2])):
        number = _number(match[1], match[2], match[3])
        return FoundNumber(number, number, 0, len(folded), True)
    for found in find_numbers(folded):
        if found.start == 0 and found.end == len(folded):
            return FoundNumber(found.first, found.last, 0, len(folded), True)
    return None


def section_number(text: str) -> int | None:
    """7 for "section 7", "CR 7", 第7章; None for anything else.

    >>> section_number("Section 7"), section_number("section 70")
    (7, None)
    """
    match = _SECTION.fullmatch(plain(text).strip())
    return int(match[1]) if match else None


def edition_in(text: str) -> str | None:
    """The edition a text names, as an ISO date; None when it names none.

    >>> edition_in("CR 20231117.0 701.48"), edition_in("２０２３年１１月１７日"), edition_in("702.170")
    ('2023-11-17', '2023-11-17', None)
    """
    match = _EDITION.search(plain(text))
    return "-".join(match.groups()) if match else None


def without_edition(text: str) -> str:
    """The text without the edition it names.

    >>> without_edition("CR 20231117.0 701.48")
    'CR 701.48'
    """
    if edition_in(text) is None:
        return text
    return " ".join(_EDITION.sub(" ", unicodedata.normalize("NFKC", text)).split())


def _number(chapter: str, rule: str | None, letter: str | None) -> RuleNumber:
    return RuleNumber(int(chapter), int(rule) if rule else None, (letter or "").strip() if rule else "")


def _own_end(match: re.Match[str]) -> int:
    return max(match.end(name) for name in ("chapter", "rule", "letter"))


def _last(first: RuleNumber, match: re.Match[str], text: str) -> RuleNumber | None:
    """The end of a range, None when what follows is no end of a range that begins with `first`."""
    between = text[_own_end(match) : match.end()]
    if not _RANGE_MARK.search(between) and match["only_letter"] is None:
        return None
    if match["to_chapter"]:
        last = _number(match["to_chapter"], match["to_rule"], match["to_letter"])
    elif match["plain_rule"] and first.rule is not None:
        last = RuleNumber(first.chapter, int(match["plain_rule"]), match["plain_letter"] or "")
    elif match["plain_rule"] and len(match["plain_rule"]) == 3 and not match["plain_letter"]:
        last = RuleNumber(int(match["plain_rule"]))
    elif match["only_letter"] and first.letter:
        last = RuleNumber(first.chapter, first.rule, match["only_letter"])
    else:
        return None
    return last if first < last else None
