"""What every phrase of the reader works on: the tokens, what was read at each place, and how much work is left.

A phrase gives all its readings at a place, as (where it ends, what it means, what it costs). They are made once and kept, few for
each place, so a question is read in time that grows with its length and not with its ambiguity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from kb.asking.reading.english.lexicon import lemmas
from kb.asking.reading.english.tokens import Tok

Reading = tuple[int, Any, float]
_STEPS: Final = 4000
_DEEP: Final = 60
"""After so many phrases, or so many inside one another, a sentence is given up; ten times what real ones need."""


class GivenUpError(Exception):
    """The sentence is too tangled to be read in time."""


@dataclass
class Reader:
    """The tokens of one sentence."""

    toks: list[Tok]
    memo: dict[tuple[Any, ...], list[Reading]] = field(default_factory=dict)
    open: set[tuple[Any, ...]] = field(default_factory=set)
    steps: int = 0
    lenient: bool = False
    """Whether words may be passed over after a verb: they stay unread, and the clause around them is read."""

    def low(self, at: int) -> str:
        """The word at a place, '' past the end."""
        return self.toks[at].low if 0 <= at < len(self.toks) else ""

    def kind(self, at: int) -> str:
        """The kind of the token at a place, '' past the end."""
        return self.toks[at].kind if 0 <= at < len(self.toks) else ""

    def lemmas(self, at: int) -> tuple[str, ...]:
        """The dictionary forms of the word at a place."""
        return lemmas(self.toks[at].low) if self.kind(at) == "word" else ()

    def nouns(self, at: int) -> tuple[str, ...]:
        """The nouns that the word at a place may be: "untapped" is no step."""
        low = self.low(at)
        return tuple(one for one in self.lemmas(at) if one == low or not low.endswith(("ed", "ing")))

    def says(self, at: int, words: tuple[str, ...]) -> bool:
        """Whether just these words stand there."""
        return not words or (
            self.low(at) == words[0]
            and all(self.low(at + number) == word for number, word in enumerate(words))
        )

    def text(self, start: int, end: int) -> str:
        """The words as they stand."""
        out = ""
        for tok in self.toks[start:end]:
            if tok.text:
                out += ("" if not out or tok.kind == "poss" or tok.low in ",.?!;:" else " ") + tok.text
        return out

    def once(
        self,
        key: tuple[Any, ...],
        make: Callable[[], list[Reading]],
        most: int = 12,
        each: int = 5,
        shape: Callable[[Any], Any] | None = None,
    ) -> list[Reading]:
        """The readings of a phrase at a place, made when first wanted: the cheapest `each` of every end, `most` ends."""
        known = self.memo.get(key)
        if known is not None:
            return known
        if key in self.open:
            return []
        self.steps += 1
        if self.steps > _STEPS or len(self.open) > _DEEP:
            raise GivenUpError
        self.open.add(key)
        try:
            found = make()
        finally:
            self.open.discard(key)
        if len(found) > 1:
            found = _best(found, most, each, shape)
        self.memo[key] = found
        return found


def _best(found: list[Reading], most: int, each: int, shape: Callable[[Any], Any] | None) -> list[Reading]:
    """The cheapest of every end (and of every shape, two of each), the longest first."""
    ends: dict[int, list[Reading]] = {}
    shapes: dict[tuple[int, Any], int] = {}
    for one in sorted(found, key=lambda one: one[2]):
        same = ends.setdefault(one[0], [])
        if shape is not None:
            kind = (one[0], shape(one[1]))
            shapes[kind] = shapes.get(kind, 0) + 1
            if shapes[kind] > 2:
                continue
        if len(same) < each and all(one[1] != other[1] for other in same):
            same.append(one)
    return [one for end in sorted(ends, reverse=True)[:most] for one in ends[end]]
