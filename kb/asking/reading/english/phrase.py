"""A verb phrase as it is read, before its parts fill roles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.asking.reading.english.tails import Item
from kb.asking.wordbook import Verb, wordbook


@dataclass(frozen=True)
class VP:
    """A verb phrase without its subject."""

    verb: Verb
    items: tuple[Item, ...]
    amount: str = ""
    passive: bool = False
    negated: bool = False
    modal: str = ""
    manner: frozenset[str] = frozenset()
    text: str = ""
    form: str = ""
    """How its first verb stands: base, fin, past; "" behind an auxiliary."""

    @property
    def verb_name(self) -> str:
        """The name of its verb's row."""
        return self.verb.name


def row(name: str) -> Verb:
    """A verb of the book."""
    return wordbook().verbs[name]


def passive(vp: VP) -> VP:
    """The same in the passive."""
    return replace(vp, passive=True)


def denied(vp: VP) -> VP:
    """The same with "not"."""
    return replace(vp, negated=not vp.negated)
