"""What a kind of question gets: the question as read, and the cards it names with their texts.

>>> from kb.asking.meaning import read
>>> asked = Asked(read("Can I proliferate speed?"), ())
>>> fits(asked, "speed proliferate"), fits(asked, "speed increase"), fits(asked, "speed")
(2, 0, 0)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kb.asking.card import Card as Card
from kb.asking.meaning import Meaning

SAYS_LITTLE: Final = frozenset({"can", "i", "still", "player", "battlefield"})
"""What may stand in any question without changing what is asked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the cards named in it; `cards[0]` is the token card0."""

    meaning: Meaning
    cards: tuple[Card, ...]

    @property
    def seq(self) -> str:
        """See Meaning.seq."""
        return self.meaning.seq

    def has(self, *names: str) -> bool:
        """Whether any of these is said."""
        return self.meaning.has(*names)


def fits(asked: Asked, needs: str, maybe: str = "") -> int:
    """How many things the question says that `needs` asks for; 0 where one lacks or something is said beyond them.

    `needs` are words, each one or several concepts joined by |; `maybe` are concepts that may be said too.
    """
    names = asked.meaning.names
    wanted = [frozenset(word.split("|")) for word in needs.split()]
    if not all(word & names for word in wanted):
        return 0
    known = frozenset().union(*wanted, maybe.split())
    return 0 if names - known - SAYS_LITTLE else len(wanted)


def side_of(asked: Asked, card: Card) -> str | None:
    """A or B where the question says whose the card is, right before its name; else None."""
    seq = asked.seq.split()
    at = seq.index(f"card{asked.cards.index(card)}")
    before = seq[at - 1] if at else ""
    if before == "control" and at > 1:
        before = seq[at - 2]
    return {"i": "A", "opp": "B"}.get(before)


def words(text: str) -> frozenset[str]:
    """The words of a text.

    >>> sorted(words("cast plot"))
    ['cast', 'plot']
    """
    return frozenset(text.split())


def within(asked: Asked, *allowed: Iterable[str] | str) -> bool:
    """Whether nothing is said beyond these concepts."""
    known: set[str] = set(SAYS_LITTLE)
    for one in allowed:
        known.update(one.split() if isinstance(one, str) else one)
    return not asked.meaning.names - known
