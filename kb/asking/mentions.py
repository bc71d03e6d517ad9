"""What a reader of a language hands on: clauses in the order of the words, with mentions that nobody has identified yet.

A reader knows no situation: it says which verb, which mention fills which role, and how the clause stands to the one before it.
`discourse` finds out which mentions are the same thing and makes frames of it (`frames`).

>>> it = Mention(pronoun="it")
>>> Clause("die", {"what": it}, form="does").form
'does'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kb.asking.frames import Form, Link, Manner, Mood, Number, Person, When, Word
from kb.checker.oracle.ast import Filter

Pronoun = Literal[
    "",
    "it",
    "they",
    "he",
    "this",
    "one",
    "ones",
    "the other",
    "the rest",
    "both",
    "zero",
    "who",
    "which",
    "same",
]
"""it: a single thing. they: several, or a person. he: a person, or a creature. one, ones: "another one", そのうち1体. zero: a Japanese
argument that was left out (written only where the verb needs one). who, which: what is asked for. same: "itself", "each other"."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun phrase. A card named is `cards` (English names; several where the name is that of several cards)."""

    filter: Filter | None = None
    """What it is like, in nodes of the Oracle grammar (`words/nouns.yaml` says them by Oracle words)."""
    noun: str = ""
    """The row of `words/nouns.yaml` of its head."""
    cards: tuple[str, ...] = ()
    pronoun: Pronoun = ""
    count: int | Literal["all", "some", "several", "any", "no", "x"] | None = None
    asked: bool = False
    """ "how many Xs", "which X", 何体のX: what is wanted."""
    definite: bool = False
    """ "the", "that", "those", その: something spoken of before, where there is one."""
    other: bool = False
    whose: Mention | Person | None = None
    """Possessor: "my", "his", 相手の; of a card or permanent who controls it."""
    zone: str = ""
    zone_of: Person | None = None
    of: Mention | None = None
    """What it is a part of: the trigger of X, the second ability of X, one of them."""
    clauses: tuple[Clause, ...] = ()
    """Relative clauses; the role that the mention has in them is filled with `Mention(pronoun="same")`."""
    ability: str = ""
    """For the noun "ability": triggered, activated …"""
    what: str = ""
    """For an ability: keyword, verb of what it waits for, loyalty cost, chapter (see `frames.AbilityOf`)."""
    face: str = ""
    label: str = ""
    """The letter by which it is told from another: "creature A", クリーチャーA."""
    text: str = ""
    """Its words as they stand, for messages."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One predicate with what depends on it.

    `roles` hold Mention, Person, Number, Word, Clause (a clause as object: "stop attacking"), or tuples of them. `form` is set where it
    is asked; `hole` says which role. `link` is how it stands to the clause before it; `first`: it happens before that one although told after it
    stands in `link` as "before"/"after".
    """

    verb: str
    roles: Mapping[str, Any] = field(default_factory=dict)
    form: Form | None = None
    hole: str = ""
    negated: bool = False
    modal: Literal["", "can", "must", "may", "try"] = ""
    mood: Mood = "fact"
    link: Link = "then"
    manner: frozenset[Manner] = frozenset()
    when: When | None = None
    other: Clause | None = None
    """The second clause of "does A or B come first"."""
    says: Mention | Person | None = None
    """Who claims it ("my opponent says that …"): asked about by "is he right?"."""
    unread: tuple[str, ...] = ()
    """Words inside it that have no place in it: it stands as it was read, and nothing may be concluded from it."""
    text: str = ""

    def filled(self, **roles: Any) -> Clause:
        """With further roles."""
        return replace(self, roles={**self.roles, **roles})


@dataclass(frozen=True, slots=True)
class Heard:
    """What a reader made of a text: clauses in order, and content words that it could place nowhere."""

    clauses: tuple[Clause, ...]
    unread: tuple[str, ...] = ()
    articles: bool = True
    """Whether the language says by an article that something is new; where it doesn't, the same description is the same thing."""


__all__ = ["Clause", "Heard", "Mention", "Number", "Person", "Pronoun", "When", "Word"]
