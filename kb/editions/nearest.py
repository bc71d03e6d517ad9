"""A number that does not exist: which existing one was probably meant.

>>> map_ = "The token is one of the predefined tokens. See rule 110.10."
>>> held = [Unit("cr:111.10", "rule", "Predefined tokens are made by name."), Unit("cr:110.1", "rule", "A permanent.")]
>>> nearest("110.10", map_, held)
'111.10'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from kb.editions.model import Unit
from kb.editions.similar import key, profile

_COMMON = 0.02
"""A word in more than this share of the rules tells nothing."""


def nearest(number: str, text: str, units: Sequence[Unit], citing: str = "") -> str | None:
    """The existing number one slip away (a digit or letter more, less, changed or swapped) whose text has rare
    words in common with the citing text; None without one.
    """
    wanted = set(slips(number))
    candidates = [unit for unit in units if unit.name in wanted and unit.id != citing]
    if not candidates:
        return None
    telling = rare(words(text), units)
    scored = []
    for unit in candidates:
        below = [one for one in units if one.parent == unit.id]
        about = frozenset().union(*(words(f"{one.title} {one.text}") for one in (unit, *below)))
        scored.append((len(telling & about), -abs(_value(unit.name) - _value(number)), unit.name))
    shared, _, name = max(scored)
    return name if shared else None


def slips(number: str) -> Iterable[str]:
    """Every number one slip of the hand away.

    >>> sorted(slips("11.1"))[:3]
    ['01.1', '011.1', '1.1']
    """
    signs = "0123456789" + ("abcdefghijkmnpqrstuvwxyz" if number[-1].isalpha() else "")
    found: set[str] = set()
    for at in range(len(number) + 1):
        head, tail = number[:at], number[at:]
        found.update(head + sign + tail for sign in signs)
        if tail:
            found.add(head + tail[1:])
            found.update(head + sign + tail[1:] for sign in signs)
        if len(tail) > 1:
            found.add(head + tail[1] + tail[0] + tail[2:])
    return found - {number}


@lru_cache(maxsize=10_000)
def words(text: str) -> frozenset[str]:
    """The words of a text, without case and typography.

    >>> sorted(words("The Cog’s cogs"))
    ["cog's", 'cogs', 'the']
    """
    return frozenset(item[0] for item in profile(key(text)) if len(item) == 1)


def rare(given: frozenset[str], units: Sequence[Unit]) -> set[str]:
    """Those of the words that few of the rules have.

    >>> rare(frozenset({"cog"}), [Unit("cr:1.1", "rule", "A cog turns.")])
    {'cog'}
    """
    counts: Counter[str] = Counter()
    for unit in units:
        counts.update(given & words(unit.text))
    most = max(1, int(_COMMON * len(units)))
    return {word for word in given if counts[word] <= most}


def _value(name: str) -> float:
    return float("".join(char for char in name if char.isdecimal() or char == "."))
