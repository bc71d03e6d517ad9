"""What sentences in both languages need: the things of a question, which were spoken of, and how each has to be called.

>>> from kb.asking.wordbook import described
>>> bears = [Thing(at, described("creature"), noun="creature") for at in range(2)]
>>> told = [Frame("attack", {"what": Ref(0)}), Frame("die", {"what": Ref(1)}), Frame("die", {"what": Ref(0)})]
>>> [calling(Question(tuple(bears), tuple(told), ()), {})[at] for at in range(2)]
[Calling(label='A', short=''), Calling(label='', short='')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from kb.asking.card import Card
from kb.asking.entities import Entities, Entity
from kb.asking.frames import AbilityOf, Frame, Person, Place, Question, Ref, Stat, Thing, inside
from kb.asking.mentions import Mention
from kb.asking.wordbook import Noun, Verb, wordbook
from kb.checker.oracle.ast import Filter

Voice = Literal["asker", "answer"]
"""Whether "I" is who asks, or what was "I" is spoken to."""
LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWZ"
"""Without those that are words or numbers."""


@dataclass(frozen=True, slots=True)
class Calling:
    """How a thing is told from the others: by a letter, or `short`ly by the noun alone where nothing else is called so."""

    label: str = ""
    short: str = ""


def calling(question: Question, cards: Mapping[str, Card]) -> Mapping[int, Calling]:
    """How each thing is called after it was introduced."""
    book = Entities(cards.get)
    book.told = [*question.told]
    book.all = [_entity(thing) for thing in question.things]
    times = Counter(spoken(question))
    found: dict[int, Calling] = {}
    letters = iter(LETTERS)
    for thing in question.things:
        if _needs_label(thing, book, times[thing.id]):
            found[thing.id] = Calling(next(letters, "?"))
            continue
        row = wordbook().nouns.get(thing.noun)
        whose = thing.whose if thing.count == 1 else None
        alone = row is not None and row.filter is not None and not _others(thing, row.filter, whose, book)
        found[thing.id] = Calling("", thing.noun if alone else "")
    return found


def _entity(thing: Thing) -> Entity:
    return Entity(
        thing.id, thing.filter, thing.card, thing.count, thing.whose, zone=thing.zone, noun=thing.noun
    )


def _needs_label(thing: Thing, book: Entities, times: int) -> bool:
    if thing.card:
        same = [one for one in book.all if one.card == thing.card and one.id != thing.id]
        return any(one.whose in (None, thing.whose) or thing.whose is None for one in same)
    if times < 2 and (thing.whose is None or thing.count != 1 or thing.other_than is not None):
        return False
    return _others(thing, thing.filter, thing.whose, book) or thing.other_than is not None


def _others(thing: Thing, wanted: Filter, whose: Person | None, book: Entities) -> bool:
    """Whether something else is of that description too."""
    return bool(book.fitting(Mention(filter=wanted, definite=True), "", {thing.id}, whose))


def spoken(question: Question) -> Iterator[int]:
    """The things in the order in which they are spoken of, each as often as it is."""
    asked = [frame for query in question.queries for frame in (query.frame, query.other) if frame is not None]
    for frame in (*question.told, *asked):
        for one in inside(frame):
            if isinstance(one, Ref):
                yield one.thing
            elif isinstance(one, AbilityOf | Stat) and isinstance(one.of, Ref):
                yield one.of.thing
            elif isinstance(one, Place) and isinstance(one.whose, Ref):
                yield one.whose.thing


class Speech:
    """Sentences about one question in a language."""

    def __init__(self, question: Question, cards: Mapping[str, Card], voice: Voice = "asker") -> None:
        self.question = question
        self.cards = cards
        self.voice = voice
        self.calling = calling(question, cards)
        self.book = wordbook()
        self.seen: set[int] = set() if voice == "asker" else {thing.id for thing in question.things}
        """What has been spoken of: an answer speaks of what the question did."""
        self.counted: int | None = None
        """A thing of which the number is what is said, be it one."""

    def verb(self, frame: Frame) -> Verb:
        """The row of its verb."""
        return self.book.verbs[frame.verb]

    def row(self, thing: Thing) -> Noun | None:
        """The row of the noun by which it was called."""
        return self.book.nouns.get(thing.noun)

    def meets(self, thing: Thing) -> bool:
        """Whether it is spoken of for the first time: from now on it no longer is."""
        new = thing.id not in self.seen
        self.seen.add(thing.id)
        return new

    def subject_role(self, frame: Frame, roles: str) -> str:
        """The first of the roles that a subject may have which is filled."""
        return next((role for role in roles.split("/") if frame.roles.get(role) is not None), "")

    def several(self, filling: Any) -> bool:
        """Whether more than one thing or player fills a role."""
        return isinstance(filling, tuple) or (
            isinstance(filling, Ref) and self.question.thing(filling).count != 1
        )


def amount_noun(words: str, forms: Mapping[str, str]) -> str:
    """The noun of an amount with which a verb's words end ("deal damage"), "" where it doesn't.

    >>> amount_noun("deal damage", {"damage": "damage"}), amount_noun("draw", {"damage": "damage"})
    ('damage', '')
    """
    return next((name for form, name in forms.items() if words.endswith(form) and words != form), "")
