"""What a question says, without a language: things, frames and what is asked.

Both readers give these, staging plays them, and sentences in either language are made from them again. A frame is one
verb of `words/verbs` with its roles filled. Everything a reader took in stands in some field; what a later layer can't honour
makes the answer undetermined, so a field may never be dropped on the way.

>>> from kb.checker.oracle.ast import HasType
>>> bear = Thing(0, Filter("permanent", (HasType("creature"),)), whose=ME)
>>> dies = Frame("die", {"what": Ref(0)})
>>> Question((bear,), (), (Query("does", dies),)).to_json()["queries"]
[{'form': 'does', 'frame': {'verb': 'die', 'roles': {'what': {'thing': 0}}}}]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Final, Literal, TypeVar, cast

from kb.checker.oracle.ast import Filter

Who = Literal[
    "me", "opponent", "third", "each player", "each opponent", "somebody", "owner", "controller", "self"
]
"""me: who asks. third: another opponent, where three players are named. somebody: not said. owner, controller: of the thing
spoken of. self: who does it or who asks, as 自分 means; frames have it resolved."""
RoleName = Literal["agent", "what", "to", "by", "from", "for", "amount", "as", "at", "with"]
"""agent: who or what does it. what: what it is done to, or what is or has. to: recipient, target, place where it goes, state it comes
to. by: the card, spell, ability or cost by which it is done. from: where it comes from. for: the price, or what it is for. amount: how much or
how many of what. as: what it counts as, becomes a copy of, is chosen as. at: the place where a state holds. with: what it has or enters with."""
Mood = Literal["fact", "supposed", "intended"]
"""fact: told as having happened or being so. supposed: if, when. intended: wants to, in order to, instead of."""
Link = Literal["then", "while", "response", "once", "before", "after", "because", "although"]
"""How a frame stands to the frame before it in the telling. then: later (also what is not said). while: during it, with it on the
stack or in play. response: in response to it. once: at the same time. before, after: told in another order than it happens."""
Manner = Literal[
    "again", "still", "only", "first", "second", "also", "instead", "already", "right away", "free", "separately", "together", "face down",
    "anyway", "all", "twice", "yet", "combat", "alone", "first strike", "x", "forever",
]  # fmt: skip
"""Words beside the verb. None is ignored: staging says of each what it does with it."""
Form = Literal[
    "does", "can", "must", "is", "how many", "where", "who", "which", "order", "what happens", "why", "when"
]
"""does: whether it happens. can: whether it is allowed or possible. must: whether it is forced. is: whether it is so. how many: the number or
amount at `hole`. where: the zone. who: the player. which: the thing or word at `hole`. order: which of `frame` and `other` is first."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player, by what they are to who asks."""

    who: Who


ME: Final = Person("me")
OPPONENT: Final = Person("opponent")


@dataclass(frozen=True, slots=True)
class Ref:
    """A thing of the question, by its number."""

    thing: int


@dataclass(frozen=True, slots=True)
class Number:
    """How many or how much; `of` is what is counted, by a noun of `words/nouns.yaml` ("life", "damage", "mana")."""

    value: int | Literal["all", "x", "some", "several", "half"]
    of: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the game that is no thing in the situation: kind keyword, counter, zone, step, color, type, mana, pt, class, concept.

    `name` is the checker's own name of it, in English ("first strike", "+1/+1", "graveyard", "declare_blockers", "W", "goblin",
    "{2}{R}", "2/2", "copy"); with kind "class" or "concept" a noun of `words/nouns.yaml`.
    """

    kind: Literal["keyword", "counter", "zone", "step", "color", "type", "mana", "pt", "class", "concept"]
    name: str


@dataclass(frozen=True, slots=True)
class AbilityOf:
    """An ability, by whose it is and what is said of it.

    kind: triggered, activated, static, mana, keyword, loyalty, "" (not said). `what`: a keyword, or the verb of what it waits for ("die",
    "enter", "attack") or does, a loyalty cost ("+1", "-3"), a chapter ("III"), or "".
    """

    of: Ref | Person | None
    kind: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True)
class When:
    """A moment. step: a step or phase of the scenario's names, or "turn". whose: whose turn. which: "", this, next, first, second, last, each.

    how: at, before, after, during, until.
    """

    step: str = ""
    whose: Person | None = None
    which: str = ""
    how: Literal["at", "before", "after", "during", "until"] = "at"


@dataclass(frozen=True, slots=True)
class Stat:
    """A number that a thing or a player has, by its noun: power, toughness, size, mana value, life, loyalty, speed."""

    name: str
    of: Ref | Person | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, and whose it is where that is said."""

    zone: str
    whose: Ref | Person | None = None


@dataclass(frozen=True, slots=True)
class Counters:
    """Counters as what is put, removed or had: how many, of which kind ("" not said)."""

    kind: str = ""
    count: int | Literal["all", "some", "several", "x"] = 1


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of the situation, or several that are spoken of as one.

    `filter` holds everything said about what it is (types, colors, size, keywords, counters, token, tapped), `card` the English name of a card
    that is named. `whose` controls it as far as somebody said. `of` is what it is a part or result of.
    """

    id: int
    filter: Filter
    card: str = ""
    count: int | Literal["all", "some", "several", "x"] = 1
    whose: Person | None = None
    owner: Person | None = None
    zone: str = ""
    face: str = ""
    other_than: Ref | None = None
    """ "another", "the other": it is not that thing."""
    among: Ref | None = None
    """ "one of them": it is among those."""
    noun: str = ""
    """The noun by which it was first called (`words/nouns.yaml`), so that the answer calls it so too."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One verb with its roles.

    >>> Frame("attack", {"agent": Ref(0)}, negated=True).to_json()
    {'verb': 'attack', 'roles': {'agent': {'thing': 0}}, 'negated': True}
    """

    verb: str
    roles: Mapping[str, Any] = field(default_factory=dict)
    """By `RoleName`: Ref, Person, Number, Word, Stat, Place, Counters, AbilityOf, Frame, or a tuple of these for "A and B"."""
    negated: bool = False
    modal: Literal["", "can", "must", "may", "try"] = ""
    """can and may: "I can block it" as something told; must: "has to attack" as something told; try: wants or tries to."""
    mood: Mood = "fact"
    link: Link = "then"
    manner: frozenset[Manner] = frozenset()
    when: When | None = None

    def __hash__(self) -> int:
        return hash((self.verb, tuple(sorted(self.roles)), self.negated, self.modal, self.mood))

    def to_json(self) -> dict[str, Any]:
        """Plain data: what is at its default is left out."""
        found = to_json(self)
        assert isinstance(found, dict)
        return found


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked. `hole` is the role whose filling is wanted; `other` the second frame of an order; `negated`: "doesn't it …?"."""

    form: Form
    frame: Frame | None = None
    hole: str = ""
    other: Frame | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A whole question: things, what is told in the order of the telling, and what is asked (one query or several).

    `unread`: content words that no frame took up, as they stand; where there is one the answer is undetermined.
    """

    things: tuple[Thing, ...]
    told: tuple[Frame, ...]
    queries: tuple[Query, ...]
    unread: tuple[str, ...] = ()
    players: int = 2

    def thing(self, ref: Ref) -> Thing:
        """The thing of a reference."""
        return self.things[ref.thing]

    def to_json(self) -> dict[str, Any]:
        """Plain data, as `understood.frames` has it."""
        found = to_json(self)
        assert isinstance(found, dict)
        return found


def to_json(value: Any) -> Any:
    """A part of a question as plain data; nodes of the Oracle grammar are named by their class.

    >>> to_json(Word("zone", "hand")), to_json(OPPONENT)
    ({'kind': 'zone', 'name': 'hand'}, {'who': 'opponent'})
    """
    if is_dataclass(value) and not isinstance(value, type):
        given = {one.name: getattr(value, one.name) for one in fields(value)}
        own = type(value).__module__ == __name__
        kept = {
            key: to_json(one)
            for key, one in given.items()
            if one is not False and (isinstance(one, int) or one not in _EMPTY)
        }
        kept = {key: one for key, one in kept.items() if (key, one) not in _DEFAULTS}
        return kept if own else {"is": type(value).__name__, **kept}
    if isinstance(value, Mapping):
        return {str(key): to_json(one) for key, one in value.items()}
    if isinstance(value, frozenset):
        return sorted(map(to_json, value))
    if isinstance(value, tuple | list):
        return [to_json(one) for one in value]
    return value


_EMPTY: Final[tuple[Any, ...]] = ("", None, (), frozenset(), {})
_DEFAULTS: Final = (("mood", "fact"), ("link", "then"), ("how", "at"), ("count", 1), ("players", 2))


def inside(frame: Frame) -> Iterator[Any]:
    """The fillings of a frame's roles, those of frames and tuples inside it too.

    >>> list(inside(Frame("stop", {"what": Frame("attack", {"agent": ME})})))[1:]
    [Person(who='me')]
    """
    for filling in frame.roles.values():
        for one in filling if isinstance(filling, tuple) else (filling,):
            yield one
            if isinstance(one, Frame):
                yield from inside(one)


_EXCHANGED: Final[Mapping[str, Who]] = {"me": "opponent", "opponent": "me"}
T = TypeVar("T")


def swapped(part: T) -> T:
    """The same with "I" and "my opponent" exchanged everywhere.

    >>> swapped(Frame("draw", {"agent": ME})).roles["agent"]
    Person(who='opponent')
    """
    return cast(T, _swapped(part))


def _swapped(part: Any) -> Any:
    if isinstance(part, Person):
        return Person(_EXCHANGED.get(part.who, part.who))
    if isinstance(part, tuple):
        return tuple(map(_swapped, part))
    if isinstance(part, Mapping):
        return {key: _swapped(one) for key, one in part.items()}
    if is_dataclass(part) and not isinstance(part, type) and type(part).__module__ == __name__:
        return replace(part, **{one.name: _swapped(getattr(part, one.name)) for one in fields(part)})
    return part
