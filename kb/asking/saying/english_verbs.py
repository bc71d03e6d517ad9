"""Forms of English verbs for the sentences that go out: third person and past participle.

>>> third("go on the stack"), third("copy"), participle("put"), participle("tap"), participle("deal damage")
('goes on the stack', 'copies', 'put', 'tapped', 'dealt damage')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_THIRD: Final = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_PARTICIPLE: Final = {
    "be": "been", "become": "become", "bring": "brought", "cast": "cast", "choose": "chosen", "come": "come", "cost": "cost", "deal": "dealt",
    "do": "done", "draw": "drawn", "fight": "fought", "find": "found", "foretell": "foretold", "fall": "fallen", "grow": "grown", "shrink": "shrunk", "wear": "worn", "hide": "hidden", "swap": "swapped", "show": "shown", "send": "sent", "tell": "told", "double": "doubled", "get": "gotten", "give": "given", "go": "gone",
    "have": "had", "hold": "held", "keep": "kept", "leave": "left", "lose": "lost", "make": "made", "pay": "paid", "put": "put",
    "spend": "spent", "steal": "stolen", "take": "taken", "win": "won",
}  # fmt: skip
_DOUBLED: Final = frozenset(
    {"control", "drop", "equip", "flip", "plot", "pop", "sac", "skip", "stop", "tap", "untap"}
)
_BEFORE_VERBS: Final = frozenset({"double", "chump", "gang", "triple"})
"""What stands before a verb that has the ending: "double blocks"."""
_VOWELS: Final = "aeiou"


def third(base: str) -> str:
    """With he, she or it."""
    return _first(base, _third)


def participle(base: str) -> str:
    """What follows "is" in the passive."""
    return _first(base, _past)


def gerund(base: str) -> str:
    """Doing it.

    >>> gerund("attack"), gerund("die"), gerund("tap"), gerund("cease to exist")
    ('attacking', 'dying', 'tapping', 'ceasing to exist')
    """
    return _first(base, _ing)


def _ing(word: str) -> str:
    if word in _DOUBLED or word in ("cut", "get", "put"):
        return f"{word}{word[-1]}ing"
    if word.endswith("ie"):
        return f"{word[:-2]}ying"
    return f"{word[:-1] if word.endswith('e') and not word.endswith('ee') and word != 'be' else word}ing"


def _first(base: str, form: Callable[[str], str]) -> str:
    first, gap, rest = base.partition(" ")
    if first in _BEFORE_VERBS and rest:
        return f"{first} {form(rest)}"
    return f"{form(first)}{gap}{rest}"


def _third(word: str) -> str:
    if word in _THIRD:
        return _THIRD[word]
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}s"


def _past(word: str) -> str:
    if word in _PARTICIPLE:
        return _PARTICIPLE[word]
    if word in _DOUBLED:
        return f"{word}{word[-1]}ed"
    if word.endswith("e"):
        return f"{word}d"
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return f"{word[:-1]}ied"
    return f"{word}ed"
