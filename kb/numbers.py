"""What a user types for a rule number: every width, prefix and range.

>>> [str(n) for n in parse_numbers("CR:702.170") if n]
['702.170']
>>> [str(n) for n in parse_numbers("７０２．１７０ａ") if n]
['702.170a']
>>> [str(n) for n in parse_numbers("601.2f–h") if n]
['601.2f', '601.2h']
"""

from __future__ import annotations

import re

from kb.errors import BadInput
from scraper.decode import search_key
from scraper.document import RuleNumber

_FORM = re.compile(
    r"""
    (?:(?:総合)?るーる|cr|rules?|§|section|chapter)?  [\s:.\#]*    # search_key makes katakana hiragana
    (?P<chapter>[1-9]\d\d) (?:\.\s?(?P<rule>\d{1,3})\s?(?P<letter>[a-z]?))? \.?
    (?:\s*(?:-|~|〜|から|to)\s*(?P<end>[1-9]\d\d(?:\.\d{1,3}[a-z]?)?|\d{1,3}[a-z]?|[a-z]))? \.? (?:まで)?
    """,
    re.VERBOSE | re.ASCII,
)


def parse_numbers(text: str) -> tuple[RuleNumber, RuleNumber | None]:
    """The number meant, and the last one of a range; raises BadInput that quotes the text.

    >>> parse_numbers("rules 119.7-8")[1]
    RuleNumber(chapter=119, rule=8, letter='')
    >>> parse_numbers("plot")
    Traceback (most recent call last):
    ...
    kb.errors.BadInput: not a rule number: 'plot' (expected a form like 702, 702.170, 702.170a or 601.2f-h)
    """
    match = _FORM.fullmatch(search_key(text))
    if match is None:
        raise _bad(text)
    chapter, rule, letter = int(match["chapter"]), match["rule"], match["letter"] or ""
    first = RuleNumber(chapter, int(rule) if rule else None, letter)
    if match["end"] is None:
        return first, None
    last = _end(first, match["end"])
    if last is None or last < first:
        raise _bad(text)
    return first, last


def looks_like_number(text: str) -> bool:
    """Whether the text is a rule number or a range and nothing else.

    >>> looks_like_number("ルール702.170"), looks_like_number("702 rules")
    (True, False)
    """
    return _FORM.fullmatch(search_key(text)) is not None


def _end(first: RuleNumber, end: str) -> RuleNumber | None:
    if "." in end:
        return RuleNumber.parse(end)
    if end.isalpha():
        return RuleNumber(first.chapter, first.rule, end) if first.letter else None
    if first.rule is None:
        return RuleNumber(int(end)) if len(end) == 3 and end.isdigit() else None
    digits = end.rstrip("abcdefghijklmnopqrstuvwxyz")
    return RuleNumber(first.chapter, int(digits), end[len(digits) :])


def _bad(text: str) -> BadInput:
    return BadInput(
        f"not a rule number: {text!r} (expected a form like 702, 702.170, 702.170a or 601.2f-h)",
        f"ルール番号ではありません：{text!r}（702、702.170、702.170a、601.2f-h などの形で入力してください）",
    )
