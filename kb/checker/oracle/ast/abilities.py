"""Costs and abilities: what `parse_oracle` returns."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.oracle.ast.amounts import ONE
from kb.checker.oracle.ast.base import Ability, Amount, Condition, Cost, Effect, Event, Part, Ref, Unread
from kb.checker.oracle.ast.filters import Zone
from kb.checker.oracle.ast.flow import Body


@dataclass(frozen=True, slots=True)
class ManaCost(Cost):
    """Symbols, as written: "{2}{R}"; "{X}" is the ability's X."""

    symbols: str


@dataclass(frozen=True, slots=True)
class CountedMana(Cost):
    """Mana of which the text says how much: symbols in which {X} is `x` ("where X is …"), `times` times ("for each …").

    It is a cost of its own, so that nobody who looks for announced mana takes it for that."""

    symbols: str
    x: Amount | None = None
    times: Amount = ONE


@dataclass(frozen=True, slots=True)
class TapCost(Cost):
    """{T}; `untap`: {Q}."""

    untap: bool = False


@dataclass(frozen=True, slots=True)
class LoyaltyCost(Cost):
    """Loyalty: put (plus) or remove (minus) counters; an amount of `X()` with its sign."""

    sign: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class DoCost(Cost):
    """Do something as a cost: sacrifice, discard, exile, pay life, remove counters, tap others …"""

    effect: Effect


@dataclass(frozen=True, slots=True)
class ManaCostOf(Cost):
    """The mana cost of an object, with so much less generic mana."""

    of: Ref
    less: int = 0


@dataclass(frozen=True, slots=True)
class UnreadCost(Cost, Unread):
    """A cost that could not be read."""


@dataclass(frozen=True, slots=True)
class Spell(Ability):
    """A paragraph of an instant or sorcery that is followed as it resolves. Target numbers start anew in each
    paragraph; `It()` may mean something of the paragraph before."""

    body: Body


@dataclass(frozen=True, slots=True)
class Activated(Ability):
    """cost: effect. `zone`: where it can be activated from. `limits`: words of restrictions that are no
    condition ("sorcery", "once each turn", "once", "any player", "owner", "opponents", "your turn" …).
    `word`: its ability word or the keyword it stands for ("Boast", "Equip")."""

    cost: tuple[Cost, ...]
    body: Body
    condition: Condition | None = None
    limits: tuple[str, ...] = ()
    zone: Zone = "battlefield"
    is_mana: bool = False
    is_loyalty: bool = False


@dataclass(frozen=True, slots=True)
class Triggered(Ability):
    """When/Whenever/At event, [if condition,] body. `condition` is the intervening if (CR 603.4).
    `limits`: "once each turn", "twice each turn", "once". A state trigger has a `StateTrigger`."""

    event: Event
    body: Body
    condition: Condition | None = None
    limits: tuple[str, ...] = ()
    zone: Zone = "battlefield"
    """Where it functions (for an event about the object itself, this is where the rules look)."""


@dataclass(frozen=True, slots=True)
class Static(Ability):
    """Continuous effects, as long as the condition holds. `defining`: a characteristic-defining ability."""

    parts: tuple[Part, ...]
    condition: Condition | None = None
    zone: Zone = "battlefield"
    defining: bool = False


@dataclass(frozen=True, slots=True)
class Keyword(Ability):
    """A keyword ability, `name` as in CR 702 in lower case ("first strike", "start your engines!"), with
    what it needs: `cost` (ward {2}, equip, plot, kicker, flashback, suspend), `amount` (suspend 4, toxic 1,
    crew 3), `quality` (protection: a tuple of predicates; enchant: what; landwalk: the land; affinity …)
    and further words in `words`. What it does is the engine's business, not spelt out here."""

    name: str
    cost: tuple[Cost, ...] = ()
    amount: Amount | None = None
    quality: object = None
    """A `Predicate`, or None."""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Chapter(Ability):
    """A chapter ability of a Saga: the numbers and what it does."""

    numbers: tuple[int, ...]
    body: Body


@dataclass(frozen=True, slots=True)
class Room(Ability):
    """A room of a dungeon: name, room ability, names of the rooms it leads to (CR 309.4)."""

    name: str
    body: Body
    leads_to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Visit(Ability):
    """The visit ability of an Attraction (CR 702.159); `prize` holds its prize instructions."""

    body: Body
    prize: Body | None = None


@dataclass(frozen=True, slots=True)
class MaxSpeedAbility(Ability):
    """Max speed — `ability` (CR 702.178a)."""

    ability: Ability


@dataclass(frozen=True, slots=True)
class Level(Ability):
    """A level band of a leveler (or a class level gained with `cost`, a station threshold): from `least` to
    `most` counters (None: and more), base power and toughness, abilities."""

    least: int
    most: int | None
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[Ability, ...] = ()
    cost: tuple[Cost, ...] = ()
    kind: str = "level"
    """level, class, station."""


@dataclass(frozen=True, slots=True)
class UnreadAbility(Ability):
    """A paragraph of which not even the kind is known; its `text` is unread."""
