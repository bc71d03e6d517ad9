"""What things are meant: filters and their predicates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.checker.oracle.ast.base import Amount, Predicate, Ref, Unread

Op = Literal["<", "<=", "=", ">=", ">", "!="]
Zone = Literal["battlefield", "hand", "library", "graveyard", "exile", "stack", "command", "anywhere"]
Kind = Literal["permanent", "card", "spell", "ability", "token", "player", "object", "any"]
"""`permanent`: on the battlefield. `card`: a card outside battlefield and stack; its zone is an `InZone`.
`spell`, `ability`: on the stack. `object`: in whatever zone the sentence implies (events, statics: for an
`enters` or `dies` a permanent). `any`: an object or a player ("any target" adds `AnyOf`)."""


@dataclass(frozen=True, slots=True)
class Filter(Predicate):
    """All things of a kind for which every predicate holds.

    >>> Filter("permanent", (HasType("creature"), HasColor("G"))).kind
    'permanent'
    """

    kind: Kind
    where: tuple[Predicate, ...] = ()


@dataclass(frozen=True, slots=True)
class HasType(Predicate):
    """Card type, supertype or subtype, as on the type line but in lower case ("creature", "legendary",
    "goblin", "time lord", "basic"), or "historic", "outlaw", "party" for the groups of CR 700."""

    name: str


@dataclass(frozen=True, slots=True)
class HasColor(Predicate):
    """`color`: W U B R G, "colorless", "multicolored" or "monocolored"."""

    color: str


@dataclass(frozen=True, slots=True)
class Negated(Predicate):
    """nonland, another type of "isn't"."""

    predicate: Predicate


@dataclass(frozen=True, slots=True)
class AnyOf(Predicate):
    """At least one option holds; an option may be a whole `Filter` (its kind counts too)."""

    options: tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class ControlledBy(Predicate):
    """Controlled by one of the players."""

    player: Ref


@dataclass(frozen=True, slots=True)
class OwnedBy(Predicate):
    """Owned by one of the players."""

    player: Ref


@dataclass(frozen=True, slots=True)
class InZone(Predicate):
    """In that zone; of those players when `whose` is given (owner)."""

    zone: Zone
    whose: Ref | None = None


@dataclass(frozen=True, slots=True)
class SameAs(Predicate):
    """One of the things that the reference finds: `SameAs(This())` is "this creature"."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class OtherThan(Predicate):
    """None of the things that the reference finds: "other", "another"."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Measures(Predicate):
    """Its `stat` compared with an amount. Stats: power, toughness, base power, base toughness, mana value,
    loyalty, "power or toughness" (either does), "total power and toughness"."""

    stat: str
    op: Op
    amount: Amount


@dataclass(frozen=True, slots=True)
class HasKeyword(Predicate):
    """Has a keyword ability of that name (lower case; "plot", "flying", "cycling", "landwalk")."""

    name: str


@dataclass(frozen=True, slots=True)
class HasCounter(Predicate):
    """Has a counter on it: of `kind`, or any when ""; at least `least`."""

    kind: str = ""
    least: Amount | None = None


@dataclass(frozen=True, slots=True)
class Named(Predicate):
    """Has that name."""

    name: str


@dataclass(frozen=True, slots=True)
class Status(Predicate):
    """A yes-or-no state, by its word: tapped, untapped, attacking, blocking, blocked, unblocked, token,
    nontoken (as Negated), enchanted, equipped, modified, face-down, face-up, transformed, suspended,
    plotted, foretold, kicked, commander, goaded, saddled, crewed, monstrous, renowned, suspected,
    "attacked this turn", "entered this turn", "dealt damage this turn", "cast", "no mana spent",
    "bargained", "was cast from hand" (so for each zone), "activated", "triggered", "mana" (ability) …"""

    name: str


@dataclass(frozen=True, slots=True)
class DamagedBy(Predicate):
    """Was dealt damage this turn by one of those sources."""

    source: Ref


@dataclass(frozen=True, slots=True)
class Targets(Predicate):
    """A spell or ability that targets something of that description."""

    what: Predicate
    only: bool = False


@dataclass(frozen=True, slots=True)
class Shares(Predicate):
    """Has a `what` (color, creature type, name, card type, mana value) in common with the reference."""

    what: str
    ref: Ref


@dataclass(frozen=True, slots=True)
class Chosen(Predicate):
    """Is of the `what` chosen for this object: color, creature type, card name, card type …"""

    what: str


@dataclass(frozen=True, slots=True)
class AttachedTo(Predicate):
    """Is attached to one of those."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class FromAmong(Predicate):
    """One of the cards looked at, revealed, milled or exiled by the effect last followed."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class CastFrom(Predicate):
    """A spell cast from one of those zones (of those players)."""

    zones: tuple[Zone, ...]
    whose: Ref | None = None


@dataclass(frozen=True, slots=True)
class Blocking(Predicate):
    """Is blocking one of those."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class BlockedBy(Predicate):
    """Is blocked by one of those."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class UnreadPredicate(Predicate, Unread):
    """A description that could not be read."""
