"""What a user types for a rule number, or the reason why it is none.

>>> [str(number) for number in parse_numbers("７０２．１７０ａ")]
['702.170a', '702.170a']
"""

from __future__ import annotations

from index.numbers import plain, section_number, whole_number
from kb.errors import BadInput
from scraper.document import RuleNumber


def parse_section(text: str) -> str | None:
    """The one-digit section meant, None for anything else.

    >>> parse_section("Section 7"), parse_section("７"), parse_section("702")
    ('7', '7', None)
    """
    digit = plain(text).strip().rstrip(".")
    number = section_number(f"section {digit}" if len(digit) == 1 else text)
    return None if number is None else str(number)


def parse_numbers(text: str) -> tuple[RuleNumber, RuleNumber]:
    """The first and the last number meant, the same for one rule; raises BadInput that quotes the text.

    Every width, prefix and range that `index.numbers` knows: CR:702.170, ルール702.170, 601.2f–h, 119.7-8.

    >>> [str(number) for number in parse_numbers("rules 119.7-8")]
    ['119.7', '119.8']
    >>> parse_numbers("plot")
    Traceback (most recent call last):
    ...
    kb.errors.BadInput: not a rule number: 'plot' (expected a form like 702, 702.170, 702.170a or 601.2f-h)
    """
    found = whole_number(text)
    if found is None:
        raise BadInput(
            f"not a rule number: {text!r} (expected a form like 702, 702.170, 702.170a or 601.2f-h)",
            f"ルール番号ではありません：{text!r}（702、702.170、702.170a、601.2f-h などの形です）",
        )
    return found.first, found.last
