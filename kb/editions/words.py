"""What changed between two texts, word by word (character by character in Japanese).

>>> [(piece.op, piece.text) for piece in compare("Tap a land.", "Tap two lands.")]
[('same', 'Tap '), ('gone', 'a land'), ('new', 'two lands'), ('same', '.')]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Op = Literal["same", "gone", "new"]

_WORD = r"[^\W\u3040-\u30ff\u3400-\u9fff_]+(?:['’][^\W\u3040-\u30ff\u3400-\u9fff_]+)*"
_TOKEN = re.compile(rf"(?:[1-9]\d\d\.\d+[a-z]?|{_WORD}|\S|^)\s*")
"""A word takes the white space behind it along: half as many tokens to match, and no lone spaces."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of characters that stayed, went or came."""

    op: Op
    text: str


def tokens(text: str) -> list[str]:
    """Words, rule numbers and single marks, each with the white space behind it; together they are the text.

    >>> tokens("See rule 702.5a, it’s 計画")
    ['See ', 'rule ', '702.5a', ', ', 'it’s ', '計', '画']
    """
    return [token for token in _TOKEN.findall(text) if token]


def compare(old: str, new: str) -> tuple[Piece, ...]:
    """The pieces in order; `same` and `gone` together make the old text, `same` and `new` the new one.

    >>> compare("計画する", "計画した")[1:]
    (Piece(op='gone', text='する'), Piece(op='new', text='した'))
    """
    if old == new:
        return (Piece("same", old),) if old else ()
    one, other = tokens(old), tokens(new)
    pieces: list[Piece] = []
    for tag, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", "".join(one[a:b])))
        else:
            pieces += _changed("".join(one[a:b]), "".join(other[c:d]))
    return tuple(pieces)


def _changed(gone: str, came: str) -> list[Piece]:
    return [Piece(op, text) for op, text in (("gone", gone), ("new", came)) if text]  # type: ignore[arg-type]


def as_json(pieces: tuple[Piece, ...]) -> list[list[str]]:
    """Pairs of operation and text.

    >>> as_json(compare("a b", "a c"))
    [['same', 'a '], ['gone', 'b'], ['new', 'c']]
    """
    return [[piece.op, piece.text] for piece in pieces]
