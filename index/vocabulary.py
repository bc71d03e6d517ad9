"""Plain words in both languages: how a question reaches a text that exists only in the other one.

Terms of the game are the dictionary's; this is for the words around them (fewest, reach, 達する).

>>> "達する" in other_language("reach"), "reach" in other_language("達する")
(True, True)
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib import resources

from index import english, japanese


def other_language(token: str) -> tuple[str, ...]:
    """Tokens of the other language that may stand for this stem or normalised word; () for one unknown."""
    return _table().get(token, ())


@cache
def _table() -> dict[str, tuple[str, ...]]:
    table: dict[str, dict[str, None]] = defaultdict(dict)
    text = (resources.files(__package__ or "index") / "vocabulary.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        left, _, right = line.partition("=")
        stems = list(dict.fromkeys(english.stems(left)))
        forms = [normals[0] for word in right.split() if len(normals := japanese.normals(word)) == 1]
        for stem in stems:
            table[stem].update(dict.fromkeys(forms))
        for form in forms:
            table[form].update(dict.fromkeys(stems))
    return {token: tuple(others) for token, others in table.items()}
