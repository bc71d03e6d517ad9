"""Instructions: what a spell or ability does as it resolves. Control flow is in `flow`, continuous
effects in `continuous`.

`who` is the player who follows the instruction. Everything that is done "to each" of several objects is
done at once. An instruction that names objects sets `It()` for the instructions after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.checker.oracle.ast.amounts import ONE, Duration
from kb.checker.oracle.ast.base import Ability, Amount, Change, Effect, Ref, Unread
from kb.checker.oracle.ast.filters import Zone
from kb.checker.oracle.ast.refs import YOU


@dataclass(frozen=True, slots=True)
class DealDamage(Effect):
    """`divided`: the amount is divided among `to` as chosen when targets are (CR 601.2d)."""

    source: Ref
    amount: Amount
    to: Ref
    divided: bool = False
    preventable: bool = True


@dataclass(frozen=True, slots=True)
class DamageTogether(Effect):
    """One source deals different amounts at once ("1 damage to any target, 2 damage to another target, and …")."""

    parts: tuple[DealDamage, ...]


@dataclass(frozen=True, slots=True)
class Destroy(Effect):
    """Destroy; `regenerate` False: it can't be regenerated."""

    what: Ref
    regenerate: bool = True


@dataclass(frozen=True, slots=True)
class Move(Effect):
    """Put objects into a zone: exile, return, put, manifest-like. Cards of several owners go each to its
    own owner's zone. `under`: controller of what enters (None: who follows the instruction when the verb is
    "put", the owner where the text says so is `OwnerOf(what)`)."""

    what: Ref
    to: Zone
    who: Ref = YOU
    origin: Zone | None = None
    """The zone the text names, None where it names none."""
    under: Ref | None = None
    tapped: bool = False
    attacking: bool = False
    transformed: bool = False
    face_down: bool = False
    position: Literal["", "top", "bottom", "random", "nth"] = ""
    """In a library. "bottom" and "top": in the order the owner likes; "random": at the bottom in random
    order; "nth": `depth` cards beneath the top."""
    depth: Amount | None = None
    counters: tuple[tuple[str, Amount], ...] = ()
    """Counters it enters or is exiled with."""
    attached_to: Ref | None = None
    entering: tuple[Change, ...] = ()
    """What the next sentence says it is or has: that applies as it enters (CR 611.2e)."""


@dataclass(frozen=True, slots=True)
class ExileUntil(Effect):
    """Exile until the duration ends, then return to the zone it was in (CR 610.3)."""

    what: Ref
    duration: Duration


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """Each of `who` draws."""

    who: Ref = YOU
    count: Amount = ONE


@dataclass(frozen=True, slots=True)
class Discard(Effect):
    """Each of `who` discards what the reference finds (a `Pick` of their hand, `All` of it, It)."""

    who: Ref
    what: Ref


@dataclass(frozen=True, slots=True)
class Mill(Effect):
    """Each of `who` mills."""

    who: Ref
    count: Amount


@dataclass(frozen=True, slots=True)
class GainLife(Effect):
    """Each of `who` gains life."""

    who: Ref
    amount: Amount


@dataclass(frozen=True, slots=True)
class LoseLife(Effect):
    """Each of `who` loses life; `pay`: the text says "pay", so it is only possible with that much life."""

    who: Ref
    amount: Amount
    pay: bool = False


@dataclass(frozen=True, slots=True)
class SetLife(Effect):
    """Life total becomes the amount."""

    who: Ref
    amount: Amount


@dataclass(frozen=True, slots=True)
class Sacrifice(Effect):
    """Each of `who` sacrifices what the reference finds among what they control."""

    who: Ref
    what: Ref


@dataclass(frozen=True, slots=True)
class Counter(Effect):
    """Counter spells or abilities; `to`: the zone the card goes to instead of a graveyard."""

    what: Ref
    to: Zone | None = None


@dataclass(frozen=True, slots=True)
class PutCounters(Effect):
    """Put counters on each of those (objects or players); `divided`: distribute among them."""

    on: Ref
    kind: str
    count: Amount
    who: Ref = YOU
    divided: bool = False


@dataclass(frozen=True, slots=True)
class RemoveCounters(Effect):
    """Remove counters; kind "" any kind; `count` None all."""

    on: Ref
    kind: str
    count: Amount | None
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class MoveCounters(Effect):
    """Move counters from one object to another."""

    origin: Ref
    to: Ref
    kind: str
    count: Amount | None


@dataclass(frozen=True, slots=True)
class ChooseTargets(Effect):
    """`who` may choose new targets for it."""

    what: Ref
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class Tap(Effect):
    """Tap."""

    what: Ref


@dataclass(frozen=True, slots=True)
class Untap(Effect):
    """Untap."""

    what: Ref


@dataclass(frozen=True, slots=True)
class Fight(Effect):
    """Both fight each other."""

    one: Ref
    other: Ref


@dataclass(frozen=True, slots=True)
class Attach(Effect):
    """Attach objects to another."""

    what: Ref
    to: Ref


@dataclass(frozen=True, slots=True)
class Regenerate(Effect):
    """Create a regeneration shield (CR 701.19a)."""

    what: Ref


@dataclass(frozen=True, slots=True)
class AddMana(Effect):
    """Add mana. `mana` holds the alternatives, each a string of symbols ("{G}{G}"); "any" stands for one
    mana of any color, "one color": all of one color, "combination": of any colors. `count`: how often."""

    who: Ref
    mana: tuple[str, ...]
    count: Amount = ONE
    only: str = ""
    """Words of a spending restriction or rider."""


@dataclass(frozen=True, slots=True)
class PayMana(Effect):
    """`who` pays mana: symbols, or `amount` generic mana."""

    who: Ref
    mana: str
    times: Amount = ONE
    x: Amount | None = None
    """What {X} is where the text says it."""


@dataclass(frozen=True, slots=True)
class Act(Effect):
    """A keyword action or other act named by its word, with all that it needs. name: scry, surveil,
    proliferate, populate, investigate, explore, goad, transform, convert, fateseal, manifest, "manifest
    dread", cloak, connive, amass, adapt, monstrosity, bolster, support, detain, learn, discover, incubate,
    suspect, "phase out", "remove from combat", "lose the game", "win the game", "end the turn", venture,
    "venture into undercity", "open attraction", "roll to visit", planeswalk, "chaos ensues", "take
    initiative", "become monarch", "the ring tempts", "start engines", "set in motion", exchange …
    Of the players: `who`; of objects: `what`; with a number: `amount`; with a word: `word`."""

    name: str
    who: Ref = YOU
    what: Ref | None = None
    amount: Amount | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class BecomePlotted(Effect):
    """Cards in exile become plotted."""

    what: Ref


@dataclass(frozen=True, slots=True)
class ChangeSpeed(Effect):
    """Raise (or lower, negative) the speed of players by an amount; not below `least`, when given."""

    who: Ref
    by: Amount
    least: int | None = None


@dataclass(frozen=True, slots=True)
class ChooseValue(Effect):
    """`who` chooses a color, creature type, card name, number, player, opponent … for this object, or (with
    `what`) objects that fit."""

    what: str
    who: Ref = YOU
    pick: Ref | None = None


@dataclass(frozen=True, slots=True)
class CastFree(Effect):
    """`who` casts (`play`: plays) cards while this resolves; `free`: without paying the mana cost."""

    who: Ref
    what: Ref
    free: bool = True
    play: bool = False


@dataclass(frozen=True, slots=True)
class ExtraTurn(Effect):
    """Take an extra turn (or phase: "combat", "main") after this one."""

    who: Ref
    what: str = "turn"
    count: Amount = ONE


@dataclass(frozen=True, slots=True)
class Skip(Effect):
    """Skip the next turn, step or phase of that name."""

    who: Ref
    what: str
    count: Amount = ONE


@dataclass(frozen=True, slots=True)
class CreateEmblem(Effect):
    """Get an emblem with abilities."""

    who: Ref
    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class UnreadEffect(Effect, Unread):
    """An instruction that could not be read."""
