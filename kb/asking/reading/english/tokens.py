"""A question's text as tokens: words without contractions, figures, and each card's name as one token.

>>> [token.low for token in tokenize("I can't block it, can I?", NameTable([], {}))]
['i', 'can', 'not', 'block', 'it', ',', 'can', 'i', '?']
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from kb.asking.names import NameTable
from kb.asking.normal import Letters, plain

_PIECE: Final = re.compile(
    r"""
      (?P<change>[+-](?:\d+|x)/[+-](?:\d+|x))
    | (?P<pt>(?:\d+|x|\*)/(?:\d+|x|\*)(?:s(?![a-z]))?(?!/))
    | (?P<loyalty>[+-]\d+(?![\d/]))
    | (?P<num>\d+(?:,\d{3})*)
    | (?P<symbol>(?:\{[^{}]+\})+)
    | (?P<poss>'s(?![a-z])|(?<=s)'(?![a-z0-9]))
    | (?P<word>[a-z](?:[a-z0-9]|['\-](?=[a-z0-9]))*!?)
    | (?P<mark>[^\s])
    """,
    re.VERBOSE,
)
_WHOLE: Final = {
    "can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not", "cant": "can not", "wont": "will not", "dont": "do not",
    "doesnt": "does not", "didnt": "did not", "isnt": "is not", "gonna": "going to", "wanna": "want to", "gotta": "have to", "let's": "let us", "im": "i am",
    "ive": "i have", "id": "i would", "thats": "that is", "whats": "what is", "opp": "opponent", "opps": "opponents", "ain't": "is not",
}  # fmt: skip
_ENDINGS: Final = (
    ("n't", "not"),
    ("'ve", "have"),
    ("'d", "would"),
    ("'m", "am"),
    ("'re", "are"),
    ("'ll", "will"),
)
_IS: Final = frozenset(
    [
        "it",
        "he",
        "she",
        "that",
        "what",
        "who",
        "where",
        "there",
        "here",
        "how",
        "when",
        "why",
        "this",
        "everything",
        "nothing",
        "something",
    ]
)
"""After these "'s" is a verb."""


@dataclass(frozen=True, slots=True)
class Tok:
    """A token: `kind` is word, card, num, pt, change (+1/+1), loyalty (-3), symbol, poss or mark; `cards` the English names that a name may mean."""

    text: str
    low: str
    kind: str
    start: int
    end: int
    cards: tuple[str, ...] = ()
    plural: bool = False


def tokenize(question: str, table: NameTable) -> list[Tok]:
    """The tokens of a question, with names found."""
    from kb.asking.reading.english.naming import with_names

    letters = plain(question)
    return with_names(letters, pieces(letters), table)


def pieces(letters: Letters) -> list[Tok]:
    """The tokens of a question before names are looked for."""
    found: list[Tok] = []
    for match in _PIECE.finditer(letters.norm):
        kind, low, (start, end) = match.lastgroup or "mark", match[0], match.span()
        text = letters.cased[start:end]
        if kind == "loyalty" and start and letters.norm[start - 1].isalnum():
            kind, low = "num", low.lstrip("+-")
        if kind != "word":
            found.append(Tok(text, low, kind, start, end))
            continue
        if low.endswith("!"):
            found += _word(text[:-1], low[:-1], start, end - 1)
            found.append(Tok("!", "!", "mark", end - 1, end))
            continue
        found += _word(text, low, start, end)
    return found


def _word(text: str, low: str, start: int, end: int) -> list[Tok]:
    if low in _WHOLE:
        return [
            Tok(text if not i else "", one, "word", start, end) for i, one in enumerate(_WHOLE[low].split())
        ]
    for ending, full in _ENDINGS:
        if low.endswith(ending) and len(low) > len(ending):
            cut = end - len(ending)
            return [
                Tok(text[: -len(ending)], low[: -len(ending)], "word", start, cut),
                Tok("", full, "word", cut, end),
            ]
    if low.endswith("'s"):
        head = low[:-2]
        last = Tok("'s", "is" if head in _IS else "'s", "word" if head in _IS else "poss", end - 2, end)
        return [Tok(text[:-2], head, "word", start, end - 2), last]
    if "'" in low[1:] and low.endswith("'"):
        return [Tok(text[:-1], low[:-1], "word", start, end - 1), Tok("'", "'s", "poss", end - 1, end)]
    return [Tok(text, low, "word", start, end)]
