"""Who and what is meant: references to objects and players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.checker.oracle.ast.base import Amount, Ref, Unread
from kb.checker.oracle.ast.filters import Filter


@dataclass(frozen=True, slots=True)
class This(Ref):
    """The object with the ability; in an effect that granted an ability, the object that has it."""


@dataclass(frozen=True, slots=True)
class Target(Ref):
    """What was chosen for the target description of that number in the body (from 0)."""

    index: int


@dataclass(frozen=True, slots=True)
class All(Ref):
    """Everything that fits, found when the effect applies ("each creature", "creatures you control")."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class Pick(Ref):
    """As many that fit as `least` to `most`, chosen by `chooser` (None: whoever follows the instruction)
    while the instruction is followed; `random` when it says so."""

    filter: Filter
    least: Amount
    most: Amount
    chooser: Ref | None = None
    random: bool = False


@dataclass(frozen=True, slots=True)
class It(Ref):
    """The objects that the last instruction which named objects did something to or made ("it", "that
    card", "those tokens"). If a target or the trigger's object is meant, that reference is used instead."""


@dataclass(frozen=True, slots=True)
class Outer(Ref):
    """Inside a `Delayed`: what `ref` means in the body around it, as it was when the delayed ability was created
    (its targets, its event, what it had dealt with)."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Affected(Ref):
    """Inside a `Modify` or a predicate about "each" of several objects: the one that is being changed or
    looked at ("base power and toughness each equal to its mana value")."""


@dataclass(frozen=True, slots=True)
class Rest(Ref):
    """Those of the cards looked at or revealed that have not been moved."""


@dataclass(frozen=True, slots=True)
class Seen(Ref):
    """The cards looked at, revealed, milled or exiled by this body so far."""


@dataclass(frozen=True, slots=True)
class ThisWay(Ref):
    """What this body has really revealed, milled, discarded … (`how`) so far: "this way". Nothing where it was not done."""

    how: str


@dataclass(frozen=True, slots=True)
class Linked(Ref):
    """The objects that a linked ability of this object dealt with (CR 607): how = "exiled", "chosen" …"""

    how: str


@dataclass(frozen=True, slots=True)
class EventObject(Ref):
    """In a triggered or replacement effect: the object of the event (that creature, that spell); role
    "subject" is who did it (the source of damage, the attacker), "object" whom it was done to."""

    role: Literal["subject", "object"] = "subject"


@dataclass(frozen=True, slots=True)
class EventPlayer(Ref):
    """In a triggered or replacement effect: a player of the event ("that player"); role as in `EventObject`: who
    does it, or to whom it is done; "": the only one there is."""

    role: Literal["", "subject", "object"] = ""


@dataclass(frozen=True, slots=True)
class Attached(Ref):
    """What `of` (this object) is attached to: "enchanted creature", "equipped creature"."""

    of: Ref


@dataclass(frozen=True, slots=True)
class Attacked(Ref):
    """What a creature is attacking: "the player or planeswalker it's attacking"."""

    by: Ref


@dataclass(frozen=True, slots=True)
class You(Ref):
    """Controller of this object."""


YOU = You()
"""The usual one who follows an instruction."""


@dataclass(frozen=True, slots=True)
class Players(Ref):
    """who = each, opponents, others (than you), active, defending, attacking, chosen, monarch, "planar
    controller", "iterated" (the player for whom a "each player …" is just being followed, "they")."""

    who: str


@dataclass(frozen=True, slots=True)
class OtherPlayers(Ref):
    """Every player but those ("each other player" beside somebody else than you)."""

    than: Ref


@dataclass(frozen=True, slots=True)
class ControllerOf(Ref):
    """Controller of an object (last known when it is gone)."""

    of: Ref


@dataclass(frozen=True, slots=True)
class OwnerOf(Ref):
    """Owner of an object."""

    of: Ref


@dataclass(frozen=True, slots=True)
class Several(Ref):
    """All of these."""

    refs: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class TopCards(Ref):
    """The top (or bottom) `count` cards of the players' libraries."""

    count: Amount
    whose: Ref
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class UnreadRef(Ref, Unread):
    """A noun phrase that could not be read."""
