"""What nobody said: taken as usual and listed, or, where it may decide, tried in several ways.

>>> some = Unsaid({})
>>> some.open("size", [("2/2", Both("it is 2/2", "2/2")), ("9/9", Both("it is 9/9", "9/9"))])
'2/2'
>>> [one["size"] for one in some.combinations()]
['2/2', '9/9']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from kb.asking.model import Both
from kb.asking.staging.model import NotStaged

WHOSE: Final = "whose "
"""How the names of what is open begin where it is open whose a thing is."""
MOST_CASES: Final = 16
"""Ways that are tried; where there are more nothing is claimed."""


class Unsaid:
    """What is left open in one telling, and what was taken for it."""

    def __init__(self, taken: Mapping[str, str]) -> None:
        self.taken = taken
        self.options: dict[str, Sequence[tuple[str, Both]]] = {}
        self.assumptions: list[Both] = []
        self.turns: list[str] = []
        """What is open and on which an answer may turn by itself: how a die falls, which of two came first."""
        self.vague: list[str] = []
        """Nouns of which nobody said how many there are."""

    def open(self, name: str, options: Sequence[tuple[str, Both]], *, turns: bool = False) -> str:
        """One of several possibilities: the one of this telling. With `turns` nobody has to say it: the answer depends on it."""
        self.options[name] = options
        if turns and name not in self.turns:
            self.turns.append(name)
        return self.taken.get(name, options[0][0])

    def sides(self) -> dict[str, str]:
        """The objects of which nobody said whose they are, and whose each is in this telling."""
        return {
            name.removeprefix(WHOSE): self.taken.get(name, options[0][0])
            for name, options in self.options.items()
            if name.startswith(WHOSE)
        }

    def assume(self, what: Both) -> None:
        """List what is taken for granted."""
        if what not in self.assumptions:
            self.assumptions.append(what)

    def combinations(self) -> list[dict[str, str]]:
        """All ways in which what is open may be; raises NotStaged where there are too many."""
        names = list(self.options)
        found = [
            dict(zip(names, chosen, strict=True))
            for chosen in product(*([value for value, _ in self.options[name]] for name in names))
        ]
        if len(found) > MOST_CASES:
            raise NotStaged(
                "too much that may matter was not said", "答えを左右しうる前提が述べられていません"
            )
        return found

    def facts(self) -> dict[str, Both]:
        """What is supposed in this telling, as sentence parts, each by the name of what is open."""
        return {
            name: next(fact for value, fact in options if value == self.taken.get(name, options[0][0]))
            for name, options in self.options.items()
        }


def joined(said: Sequence[Both]) -> Both:
    """Sentence parts as one.

    >>> joined([Both("it is 2/2", "2/2"), Both("it is yours", "質問者のもの")]).en
    'it is 2/2 and it is yours'
    """
    return Both(" and ".join(one.en for one in said), "、".join(one.ja for one in said))
