"""How alike two texts are, blind to rule numbers and to typography.

>>> key("See rule 702.5a–c, “Fading.”") == key('See rule 702.6a-c, "Fading."')
True
>>> round(likeness(profile("A widget turns when it is used"), profile("A widget turns if it is used")), 2)
0.77
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from scraper.citations import find_references

_TYPOGRAPHY = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "_": None, "®": None,
     "™": None, "\xa0": " ", "\xad": None}
)  # fmt: skip
_DASHES = re.compile(r"\s*-+\s*")
_WORD = re.compile(r"[^\W\u3040-\u30ff\u3400-\u9fff_]+(?:'[a-z]+)?|[\u3040-\u30ff\u3400-\u9fff]|§")

Profile = Counter[tuple[str, ...]]


def plain(text: str) -> str:
    """The text without typography: straight quotes, one kind of dash, no italics marks, single spaces.

    >>> plain("_Magic_®  --  “it’s”")
    'Magic-"it\\'s"'
    """
    straight = text.replace("(r)", "").replace("(tm)", "").replace("(TM)", "").translate(_TYPOGRAPHY)
    return " ".join(_DASHES.sub("-", straight).split())


@lru_cache(maxsize=20_000)
def key(text: str) -> str:
    """The text without typography and case, every rule number replaced by one sign.

    >>> key("As rule 509.1b says")
    'as rule § says'
    """
    return plain(masked(text)).casefold()


def masked(text: str) -> str:
    """The text with a § in place of each reference to a rule.

    >>> masked("See rules 601.2f–h and 509.")
    'See rules § and 509.'
    """
    out, done = [], 0
    for reference in find_references(text):
        out.append(text[done : reference.start])
        done = reference.start + len(reference.raw)
    return "§".join([*out, text[done:]])


def profile(text: str) -> Profile:
    """The words and pairs of neighbouring words, counted; take it of a `key`.

    >>> sorted(profile("a b a").items())
    [(('a',), 2), (('a', 'b'), 1), (('b',), 1), (('b', 'a'), 1)]
    """
    words = _WORD.findall(text)
    found: Profile = Counter((word,) for word in words)
    found.update(pairwise(words))
    return found


def likeness(one: Profile, other: Profile) -> float:
    """Share of words and pairs of words that both have: 0 nothing, 1 all.

    >>> likeness(profile(""), profile("a"))
    0.0
    """
    total = one.total() + other.total()
    if not total:
        return 0.0
    small, large = (one, other) if len(one) < len(other) else (other, one)
    return 2 * sum(min(count, large[item]) for item, count in small.items() if item in large) / total
