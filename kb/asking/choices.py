"""Where words fit several things: a plan says which is taken, and the other plans are found by going through it.

>>> choices = Choices((1,))
>>> choices.one_of(["bear", "ox"], "it"), choices.one_of(["elf", "imp"], "that creature"), choices.others()
('ox', 'elf', [(1, 1)])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """The choices of one reading, in the order in which they come up."""

    def __init__(self, plan: tuple[int, ...]) -> None:
        self._plan = plan
        self._options: list[int] = []
        self._taken: tuple[int, ...] = ()
        self.vague: list[str] = []
        """The words that fit several things."""

    def one_of(self, found: Sequence[T], words: str) -> T:
        """What this plan takes of several; what stands alone is no choice."""
        if len(found) == 1:
            return found[0]
        step = len(self._options)
        taken = self._plan[step] if step < len(self._plan) else 0
        self._options.append(len(found))
        self._taken = (*self._taken, taken)
        self.vague.append(words)
        return found[taken]

    def others(self) -> list[tuple[int, ...]]:
        """The plans that take another thing where this one had none for the choice."""
        first = len(self._plan)
        return [
            (*self._taken[:at], other)
            for at in range(first, len(self._options))
            for other in range(1, self._options[at])
        ]
