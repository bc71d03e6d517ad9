"""A difference made short: chapters that moved whole say it once.

>>> [(m.old, m.new, m.below) for m in whole_moves([("719", "720"), ("719.1", "720.1"), ("719.1a", "720.1a"),
...                                               ("500.10", "500.11")])]
[('500.10', '500.11', 0), ('719', '720', 2)]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scraper.document import RuleNumber


@dataclass(frozen=True, slots=True)
class Move:
    """A number that changed, and how many below it changed along with it."""

    old: str
    new: str
    below: int = 0


def whole_moves(pairs: Iterable[tuple[str, str]]) -> list[Move]:
    """The moves that are not told by the move of a chapter or rule above them, in the order of the new book."""
    moves = dict(pairs)
    heads: dict[str, Move] = {}
    for old, new in sorted(moves.items(), key=lambda pair: _order(pair[0])):
        above = next(
            (up for up in _above(old) if up in heads and _along(up, heads[up].new, old) == new), None
        )
        if above is None:
            heads[old] = Move(old, new)
        else:
            heads[above] = replace(heads[above], below=heads[above].below + 1)
    return sorted(heads.values(), key=lambda move: _order(move.new))


def _order(number: str) -> tuple[int, int, str]:
    """Order of the book; the second printing of a number (702.30d#2) stands with the first."""
    return RuleNumber.parse(number.partition("#")[0]).sort_key


def _above(number: str) -> tuple[str, ...]:
    """The chapter and the rule above, the highest first.

    >>> _above("719.1a"), _above("719")
    (('719', '719.1'), ())
    """
    rule = number.rstrip("abcdefghijklmnopqrstuvwxyz")
    return tuple(dict.fromkeys(up for up in (number[:3], rule) if up != number))


def _along(old_head: str, new_head: str, old: str) -> str:
    """The number that `old` gets when it moves with what is above it."""
    return new_head + old[len(old_head) :]
