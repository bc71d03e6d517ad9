"""How many, whether, how long: amounts, conditions and durations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.checker.oracle.ast.base import Amount, Condition, Event, Node, Predicate, Ref, Unread
from kb.checker.oracle.ast.filters import Filter, Op


@dataclass(frozen=True, slots=True)
class Is(Condition):
    """Everything the reference finds (at least one thing) fulfils the predicate."""

    ref: Ref
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class Number(Amount):
    """A number of the text."""

    value: int


ONE = Number(1)


@dataclass(frozen=True, slots=True)
class X(Amount):
    """The X of the cost. An X that the text defines ("where X is") is replaced by its definition."""


@dataclass(frozen=True, slots=True)
class AnyNumber(Amount):
    """As many as wanted; only as `most` of a choice."""


@dataclass(frozen=True, slots=True)
class Count(Amount):
    """How many things fit a filter, or (`of` a reference) how many things it finds."""

    of: Filter | Ref


@dataclass(frozen=True, slots=True)
class Stat(Amount):
    """A number of an object (power, toughness, mana value, loyalty, "damage marked") or player (life,
    speed, "hand size", "starting life", "poison"); with several things their `how`: total, greatest,
    least."""

    name: str
    of: Ref
    how: Literal["", "total", "greatest", "least"] = ""


@dataclass(frozen=True, slots=True)
class Counters(Amount):
    """How many counters of a kind ("" any) are on it."""

    kind: str
    on: Ref


@dataclass(frozen=True, slots=True)
class Times(Amount):
    """`factor` times an amount."""

    factor: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class Sum(Amount):
    """Sum."""

    terms: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Half(Amount):
    """Half, rounded up or down."""

    amount: Amount
    up: bool


@dataclass(frozen=True, slots=True)
class EventAmount(Amount):
    """The amount of the triggering or replaced event ("that much", "that many")."""


@dataclass(frozen=True, slots=True)
class DoneAmount(Amount):
    """How much or many the instruction before did ("that much life", "that many cards")."""


@dataclass(frozen=True, slots=True)
class Happened(Amount):
    """How often something has happened: since = "this turn", "last turn", "this game", "this combat"."""

    event: Event
    since: str = "this turn"


@dataclass(frozen=True, slots=True)
class Distinct(Amount):
    """How many different `what` (names, colors, card types, mana values, basic land types, creature types)
    there are among them."""

    what: str
    among: Ref


@dataclass(frozen=True, slots=True)
class UnreadAmount(Amount, Unread):
    """A number that could not be read."""


@dataclass(frozen=True, slots=True)
class Compare(Condition):
    """Two amounts compared. "If you control a Swamp" is `Compare(Count(filter), ">=", Number(1))`."""

    left: Amount
    op: Op
    right: Amount


@dataclass(frozen=True, slots=True)
class AllOf(Condition):
    """Every one holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class OneOf(Condition):
    """At least one holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """It doesn't hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Did(Condition):
    """The optional instruction or payment just before was done ("if you do", "if they do")."""


@dataclass(frozen=True, slots=True)
class DuringTurn(Condition):
    """It is the turn of one of those players, and (unless "") that phase or step is going on."""

    whose: Ref
    step: str = ""


@dataclass(frozen=True, slots=True)
class MaxSpeed(Condition):
    """The controller has max speed."""


@dataclass(frozen=True, slots=True)
class PlayerIs(Condition):
    """A state of a player, by its words: monarch, initiative, "completed a dungeon", "city's blessing",
    "visited an attraction this turn" …"""

    player: Ref
    state: str


@dataclass(frozen=True, slots=True)
class SomePlayer(Condition):
    """For at least one of those players the condition holds; in it, `Players("iterated")` is that player ("an
    opponent has ten or less life")."""

    of: Ref
    condition: Condition


@dataclass(frozen=True, slots=True)
class UnreadCondition(Condition, Unread):
    """A condition that could not be read."""


@dataclass(frozen=True, slots=True)
class Duration(Node):
    """How long: "end of turn", "end of combat", "your next turn", "end of your next turn", "their next
    turn", "game", "while" (as long as `condition`), "until leaves" (until `of` leaves the battlefield),
    "next end step" …"""

    until: str
    condition: Condition | None = None
    of: Ref | None = None
