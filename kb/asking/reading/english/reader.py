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
_STEPS: Final = 9000
"""After so many phrases a sentence is given up: what is read until then stays."""


class GivenUpError(Exception):
    """The sentence is too tangled to be read in time."""


@dataclass
class Reader:
    """The tokens of one sentence."""

    toks: list[Tok]
    memo: dict[tuple[Any, ...], list[Reading]] = field(default_factory=dict)
    open: set[tuple[Any, ...]] = field(default_factory=set)
    steps: int = 0

    def low(self, at: int) -> str:
        """The word at a place, '' past the end."""
        return self.toks[at].low if 0 <= at < len(self.toks) else ""

    def kind(self, at: int) -> str:
        """The kind of the token at a place, '' past the end."""
        return self.toks[at].kind if 0 <= at < len(self.toks) else ""

    def lemmas(self, at: int) -> tuple[str, ...]:
        """The dictionary forms of the word at a place."""
        return lemmas(self.toks[at].low) if self.kind(at) == "word" else ()

    def says(self, at: int, words: tuple[str, ...]) -> bool:
        """Whether just these words stand there."""
        return all(self.low(at + number) == word for number, word in enumerate(words))

    def text(self, start: int, end: int) -> str:
        """The words as they stand."""
        out = ""
        for tok in self.toks[start:end]:
            if tok.text:
                out += ("" if not out or tok.kind == "poss" or tok.low in ",.?!;:" else " ") + tok.text
        return out

    def once(self, key: tuple[Any, ...], make: Callable[[], list[Reading]], most: int = 12) -> list[Reading]:
        """The readings of a phrase at a place, made when first wanted; the cheapest of each end, then the others."""
        known = self.memo.get(key)
        if known is not None:
            return known
        if key in self.open:
            return []
        self.steps += 1
        if self.steps > _STEPS:
            raise GivenUpError
        self.open.add(key)
        try:
            found = make()
        finally:
            self.open.discard(key)
        found.sort(key=lambda one: one[2])
        kept: dict[int, int] = {}
        best: list[Reading] = []
        for one in found:
            seen = kept.get(one[0], 0)
            if seen < 5 and one[1] not in [other[1] for other in best if other[0] == one[0]]:
                kept[one[0]] = seen + 1
                best.append(one)
        best = best[: most * 2]
        best.sort(key=lambda one: (-one[0], one[2]))
        self.memo[key] = best
        return best
