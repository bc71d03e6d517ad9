"""Continuous effects: what static abilities do, and what resolving ones do for a duration.

`Static.parts` and `ForDuration.parts` are tuples of `Part`. A `Modify` is worked out in the layers
(CR 613), the others change rules, costs and events.
"""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.oracle.ast.amounts import ONE
from kb.checker.oracle.ast.base import (
    Ability,
    Amount,
    Change,
    Condition,
    Cost,
    Effect,
    Event,
    Part,
    Predicate,
    Ref,
    Unread,
)
from kb.checker.oracle.ast.filters import Zone


@dataclass(frozen=True, slots=True)
class Modify(Part):
    """Objects (for a `ForDuration` fixed when it begins, CR 611.2c) get the changes, each in its layer."""

    what: Ref
    changes: tuple[Change, ...]


# --- changes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AddPT(Change):
    """+1/+1 (layer 7c)."""

    power: Amount
    toughness: Amount


@dataclass(frozen=True, slots=True)
class SetPT(Change):
    """Base power and toughness (7b; 7a when `Static.defining`); None leaves it."""

    power: Amount | None
    toughness: Amount | None


@dataclass(frozen=True, slots=True)
class SwitchPT(Change):
    """Switch (7d)."""


@dataclass(frozen=True, slots=True)
class AddAbility(Change):
    """Gains or has an ability (6)."""

    ability: Ability


@dataclass(frozen=True, slots=True)
class LoseAbility(Change):
    """Loses (6) the keyword ability of that name, or all abilities when ""; `but` "mana": all except mana abilities."""

    name: str = ""
    but: str = ""


@dataclass(frozen=True, slots=True)
class CantHave(Change):
    """Can't have or gain (6) the keyword ability of that name."""

    name: str


@dataclass(frozen=True, slots=True)
class AddTypes(Change):
    """Adds card types, supertypes and subtypes (4): "in addition to its other types", "still a land"."""

    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetTypes(Change):
    """Becomes these types (4): subtypes replace subtypes of the same kind, card types replace card types;
    supertypes stay (CR 205.1a, 305.7 for basic land types)."""

    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RemoveTypes(Change):
    """Isn't of these types any more (4)."""

    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllSubtypes(Change):
    """Has every subtype of a kind: creature, "basic land" (4)."""

    of: str = "creature"


@dataclass(frozen=True, slots=True)
class ChosenType(Change):
    """Is of the chosen type (creature type, basic land type); `add` in addition to its other types."""

    what: str
    add: bool = True


@dataclass(frozen=True, slots=True)
class SetColors(Change):
    """Becomes these colors (5), () colorless; "all": W U B R G; ("chosen",) the chosen color."""

    colors: tuple[str, ...]
    add: bool = False


@dataclass(frozen=True, slots=True)
class SetController(Change):
    """That player controls it (2)."""

    player: Ref


@dataclass(frozen=True, slots=True)
class SetName(Change):
    """Its name is changed (copy exceptions)."""

    name: str


@dataclass(frozen=True, slots=True)
class CopyOf(Change):
    """Becomes a copy of an object, with exceptions (1)."""

    of: Ref
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class HasThisAbility(Change):
    """Copy exception: "it has this ability" (the one that makes it a copy)."""


@dataclass(frozen=True, slots=True)
class KeepColor(Change):
    """Copy exception: the copied color is not copied."""


@dataclass(frozen=True, slots=True)
class UnreadChange(Change, Unread):
    """A change that could not be read."""


# --- rules ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cant(Part):
    """Those (objects or players) can't do `what`. verbs of objects: attack, block, "be blocked", "attack or
    block", "be countered", "be targeted", untap (in `during` "untap step"), regenerate, "be sacrificed",
    "be enchanted", "transform", "have counters", "activate" (its activated abilities), "mana activate" …; of
    players: cast, "play land", "gain life", "lose life", draw, search, activate, "be attacked", "win",
    "lose", "prevent damage", … `object`: only those things are meant (blockers, spells, attackers);
    `but`: those are excepted ("except by creatures with flying")."""

    who: Ref
    verb: str
    object: Predicate | None = None
    but: Predicate | None = None
    unless: Condition | None = None
    cost: tuple[Cost, ...] = ()
    """Cost that lifts it ("unless you pay {2}")."""
    most: Amount | None = None
    """At most so many ("can't cast more than one spell each turn", "can't be blocked by more than one")."""
    least: Amount | None = None
    """Not fewer than ("can't be blocked except by two or more creatures")."""
    during: str = ""


@dataclass(frozen=True, slots=True)
class Must(Part):
    """Those must attack, block, "be blocked" or "be blocked by all" if able; `object`: whom or which."""

    who: Ref
    verb: str
    object: Ref | None = None
    during: str = ""


@dataclass(frozen=True, slots=True)
class Can(Part):
    """A permission for players or objects. verb: cast, play, "play land" (`count` additional ones, None any
    number), "cast as though flash", "look at top", "play with top revealed", "block additional" (`count`),
    "attack as though no defender", "block as though flying", "activate as though haste", "spend mana as any
    color", plot, … `what`: of which things; `origin`: zone; `cost`: alternative cost instead of the mana
    cost ((): free when `free`)."""

    who: Ref
    verb: str
    what: Predicate | Ref | None = None
    origin: Zone | None = None
    count: Amount | None = ONE
    free: bool = False
    cost: tuple[Cost, ...] = ()
    during: str = ""
    limit: str = ""
    """ "once each turn" …"""
    enters_tapped: bool = False
    """ "If you cast a spell this way, that artifact enters tapped"."""


@dataclass(frozen=True, slots=True)
class CostChange(Part):
    """Spells (or `action` = activate, equip, plot, … of those objects) cost more or less. `who` pays (None:
    anyone). `by`: symbols ("{2}", "{W}"), `times` an amount, sign +1 or -1; `least`: never below so much
    mana; `set_to`: costs exactly that."""

    what: Predicate
    by: str
    sign: int
    who: Ref | None = None
    times: Amount = ONE
    action: str = "cast"
    origin: Zone | None = None
    least: int = 0


@dataclass(frozen=True, slots=True)
class AdditionalCost(Part):
    """This spell (or those of `what`) has an additional cost."""

    cost: tuple[Cost, ...]
    what: Predicate | None = None
    options: tuple[tuple[Cost, ...], ...] = ()
    """"A or B": one of these in place of `cost`."""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class AlternativeCost(Part):
    """`cost` may be paid rather than this spell's mana cost ((): without paying it)."""

    cost: tuple[Cost, ...]
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class HandSize(Part):
    """Maximum hand size of players: None none, else the amount; `change`: it is raised by that."""

    who: Ref
    size: Amount | None
    change: bool = False


@dataclass(frozen=True, slots=True)
class RulePart(Part):
    """A rule change named by its words: "damage by toughness" (assigns combat damage equal to toughness),
    "assign as unblocked", "legend rule off", "unspent mana stays", "triggers additional" (`what` and `event`:
    abilities trigger once more), "damage can't be prevented", "damage as wither", "deck any number" …"""

    name: str
    who: Ref | None = None
    what: Predicate | None = None
    event: Event | None = None
    amount: Amount | None = None


# --- replacement and prevention ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replace(Part):
    """If the event would happen, `instead` happens (CR 614). () = it doesn't happen at all. In it
    `EventAmount()`, `EventObject()`, `EventPlayer()` are those of the replaced event. `once`: "the next
    time". `optional`: the affected player may."""

    event: Event
    instead: tuple[Effect, ...]
    condition: Condition | None = None
    once: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class ScaleEvent(Part):
    """The event happens with another amount (damage, counters, tokens, life, cards drawn): times `factor`,
    plus `plus` (CR 614.1a)."""

    event: Event
    factor: int = 1
    plus: Amount | None = None
    halve: str = ""


@dataclass(frozen=True, slots=True)
class EntersWith(Part):
    """Those enter modified (CR 614.1c-d): tapped, with counters, after effects ("as this enters, choose"), as
    a copy (`copy`, its `changes` the exceptions), `optional`: may."""

    what: Predicate
    tapped: bool = False
    counters: tuple[tuple[str, Amount], ...] = ()
    effects: tuple[Effect, ...] = ()
    copy: Ref | None = None
    changes: tuple[Change, ...] = ()
    optional: bool = False
    condition: Condition | None = None
    """Only if this holds."""
    unless: Condition | None = None
    face_up: bool = False
    """ "As this is turned face up"."""


@dataclass(frozen=True, slots=True)
class Prevent(Part):
    """Damage that fits is prevented: the next `amount`, or all (None); `then`: additional effects ("if damage
    is prevented this way"); `once`: the next time a source would deal damage."""

    damage: Event
    amount: Amount | None = None
    then: tuple[Effect, ...] = ()
    once: bool = False
    each: bool = False
    """`amount` of every such event, not of all together."""


@dataclass(frozen=True, slots=True)
class While(Part):
    """A part with a condition of its own, where the sentences of a paragraph have different ones."""

    part: Part
    condition: Condition


@dataclass(frozen=True, slots=True)
class Redirect(Part):
    """Damage that fits is dealt to `to` instead (CR 614.9): the next `amount`, or all (None)."""

    damage: Event
    to: Ref
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class UnreadPart(Part, Unread):
    """A continuous effect that could not be read."""
