"""Things that happen: the patterns of triggers, replacement effects and of looking back at a turn."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.oracle.ast.base import Amount, Condition, Event, Predicate, Unread
from kb.checker.oracle.ast.filters import Zone

# A subject is a predicate, so that "this creature or another creature you control" is one `AnyOf`.
# `batch` is "one or more …" said of the subject: once for everything that happens at the same time (CR 603.2c). Where another
# role is "one or more", it has a field of its own (`to_batch`); what a text names singly stays an occurrence each
# (`kb.checker.meaning.batches`).


@dataclass(frozen=True, slots=True)
class Moves(Event):
    """Changes zones. `enters` is `Moves(x, to="battlefield")`; `dies` is battlefield to graveyard.
    `by` is the player whose action it is, where the text says so."""

    what: Predicate
    origin: Zone = "anywhere"
    to: Zone = "anywhere"
    batch: bool = False
    not_from: Zone | None = None
    """ "from anywhere other than the battlefield": battlefield."""
    each_player: bool = False
    """A batch for each player whose graveyard it is, or who gets them ("into an opponent's graveyard")."""


@dataclass(frozen=True, slots=True)
class Attacks(Event):
    """Is declared as an attacker, `whom` being the player, planeswalker or battle attacked; how: "",
    "alone", "unblocked" (attacks and isn't blocked), "with others" (and at least `others` others)."""

    what: Predicate
    whom: Predicate | None = None
    how: str = ""
    others: int = 0
    batch: bool = False
    whom_batch: bool = False


@dataclass(frozen=True, slots=True)
class AttacksWith(Event):
    """A player attacks (once a combat); with at least `least` creatures that fit, when `what` is given. `passive`: `whom` is
    attacked."""

    who: Predicate
    what: Predicate | None = None
    least: int = 1
    whom: Predicate | None = None
    passive: bool = False


@dataclass(frozen=True, slots=True)
class Blocks(Event):
    """`what` blocks `whom` (an attacker); either may be None for anything."""

    what: Predicate | None
    whom: Predicate | None = None
    batch: bool = False
    whom_batch: bool = False


@dataclass(frozen=True, slots=True)
class BecomesBlocked(Event):
    """An attacker becomes blocked; with `by`, once for each blocker that fits (CR 509.3d), with `batch` once for all of them."""

    what: Predicate
    by: Predicate | None = None
    batch: bool = False


@dataclass(frozen=True, slots=True)
class Damage(Event):
    """`source` deals damage to `to`; None is anything. combat None: either kind. `passive`: `to` "is dealt" it,
    all that is dealt at one time being one occurrence unless the text names its sources."""

    source: Predicate | None
    to: Predicate | None = None
    combat: bool | None = None
    batch: bool = False
    excess: bool = False
    to_batch: bool = False
    passive: bool = False


@dataclass(frozen=True, slots=True)
class Casts(Event):
    """A player casts a spell; `nth`: exactly the nth one each turn; copies: "or copies"; `play`: lands too.
    `origin` is the zone it is cast from; `target` says what it has to target."""

    who: Predicate
    what: Predicate
    nth: int = 0
    copies: bool = False
    origin: Zone = "anywhere"
    during: Predicate | None = None
    """The player whose turn it has to be."""


@dataclass(frozen=True, slots=True)
class Activates(Event):
    """A player activates an ability of `of` (loyalty, non-mana: `ability`)."""

    who: Predicate
    of: Predicate | None = None
    ability: str = ""


@dataclass(frozen=True, slots=True)
class BecomesTarget(Event):
    """Becomes the target of a spell or ability that fits."""

    what: Predicate
    of: Predicate
    first: bool = False
    batch: bool = False


@dataclass(frozen=True, slots=True)
class Becomes(Event):
    """Enters a state: tapped, untapped, plotted, "face up", transformed, attached, unattached, monstrous,
    "tapped for mana", phased in, destroyed, regenerated, saddled, crewed, renowned, mutates, exploited …"""

    what: Predicate
    state: str
    by: Predicate | None = None
    batch: bool = False


@dataclass(frozen=True, slots=True)
class CountersPut(Event):
    """Counters are put on something. `by`: the player who does it (None anyone)."""

    kind: str
    on: Predicate
    batch: bool = False
    by: Predicate | None = None
    nth: Amount | None = None
    on_batch: bool = False


@dataclass(frozen=True, slots=True)
class CountersRemoved(Event):
    """Counters are removed; `last`: the last one."""

    kind: str
    on: Predicate
    last: bool = False
    batch: bool = False


@dataclass(frozen=True, slots=True)
class Does(Event):
    """A player does something to objects that fit (or to nothing). verb: draw, discard, sacrifice, mill,
    cycle, "gain life", "lose life", scry, surveil, search, shuffle, "create token", "play land", explore,
    "complete dungeon", venture, "open attraction", "roll to visit", "roll die", "roll planar die",
    planeswalk, "lose the game", "win coin flip", "claim prize", "visit attraction", proliferate, "tap for
    mana", "expend", "commit a crime", foretell, plot, "take initiative", "become monarch" …
    `nth`: the nth time each turn; `result`: number rolled, name of the room or plane."""

    who: Predicate | None
    verb: str
    what: Predicate | None = None
    nth: int = 0
    batch: bool = False
    except_first_in_draw_step: bool = False
    during: Predicate | None = None
    """The player whose turn it has to be."""
    who_batch: bool = False


@dataclass(frozen=True, slots=True)
class StepBegins(Event):
    """The beginning of a step or phase ("upkeep", "draw", "precombat main", "postcombat main", "main",
    "combat", "declare attackers", "end of combat", "end", "cleanup", "untap") of those players' turns (None:
    each). `which`: "" each, "next", "first" (first main phase)."""

    step: str
    whose: Predicate | None = None
    which: str = ""


@dataclass(frozen=True, slots=True)
class Happens(Event):
    """Something without a player of its own: "chaos ensues", "encounter" (this phenomenon), "planeswalk
    here", "planeswalk away", "day night change"."""

    name: str


@dataclass(frozen=True, slots=True)
class StateTrigger(Event):
    """A state of the game rather than an event (CR 603.8)."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class EventIf(Event):
    """The event, if the condition holds as it happens ("attacks while saddled", "enters tapped", "you roll a 6":
    `EventAmount()`, `EventObject()` and `EventPlayer()` are those of the event). No intervening if: it isn't
    checked again."""

    event: Event
    condition: Condition


@dataclass(frozen=True, slots=True)
class AnyEvent(Event):
    """One of these."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class UnreadEvent(Event, Unread):
    """An event that could not be read."""
