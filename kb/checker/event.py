"""Events: one thing that happens or would happen. What kinds there are, and how to add one.

A kind is a name. `@applies(kind)` registers the function that changes the state; `@becomes(kind)` one that turns the
event into others of the same moment (damage into loss of life, destroy into a move), the event itself being kept, so
that triggers see it. `emits(kind)` declares a kind that changes no state but may be looked for (an attack, a roll).
What a text about it may refer to stands in `kb.checker.roles`.

| kind | fields |
| --- | --- |
| move | obj, data: to, why (draw, discard, destroy, sacrifice, cast, resolve, mill, rules, effect), controller, tapped, counters, face_down, position, depth, new (id after) |
| damage | source, obj or player, amount, data: combat |
| lose_life, gain_life | player, amount, source |
| draw | player; data: nth | discard, sacrifice, destroy, mill: obj, player |
| counters, remove_counters | obj or player, amount, data: counter |
| tap, untap, attach, unattach, becomes (data: state), turn_face_up, transform | obj |
| create_token | player, amount, data: printed, made (ids after) |
| cast, activate, trigger, resolve | obj (on the stack), player |
| attacks, blocks, becomes_blocked | obj, data: whom / other |
| step | player (whose turn), data: step |
| lose_game, win_game | player |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kb.checker.keys import Kept, Mark
from kb.checker.rules import Reason
from kb.checker.state import Game, known

_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(slots=True)
class Event:
    """One event. After it happened it stands in `Game.history` with turn and step."""

    kind: str
    obj: int | None = None
    player: str | None = None
    source: int | None = None
    amount: int = 0
    data: Kept[Event] = field(default_factory=Kept)
    reasons: list[Reason] = field(default_factory=list)
    applied: set[str] = field(default_factory=set)
    """Keys of the replacement effects that have had their one opportunity (614.5)."""
    touches: set[str] = field(default_factory=set)
    slots: dict[str, Any] = field(default_factory=dict)
    turn: int = 0
    step: str = ""
    record: int | None = None
    void: bool = False
    """It turned out that nothing happened."""

    def why(self, rule: str, variant: str = "", **slots: Any) -> Event:
        """Add a reason; gives the event itself."""
        self.reasons.append(Reason(rule, slots, variant))
        return self


STATES: dict[str, Mark[Any] | None] = {}
"""States that an object really enters, by an event `becomes` of that state, with the mark of those that it stays in."""
APPLIES: dict[str, Callable[[Game, Event], None]] = {}
BECOMES: dict[str, Callable[[Game, Event], list[Event]]] = {}
EMITTED: set[str] = set()


def applies(*kinds: str) -> Callable[[_F], _F]:
    """Register how an event of a kind changes the state."""

    def register(function: _F) -> _F:
        for kind in kinds:
            APPLIES[kind] = function
            EMITTED.add(kind)
        return function

    return register


def becomes(*kinds: str) -> Callable[[_F], _F]:
    """Register into which events of the same moment an event of a kind turns."""

    def register(function: _F) -> _F:
        for kind in kinds:
            BECOMES[kind] = function
            EMITTED.add(kind)
        return function

    return register


def emits(*kinds: str) -> None:
    """Declare kinds of events that change no state by themselves."""
    EMITTED.update(kinds)


def enters_state(*states: str | Mark[Any]) -> None:
    """Declare states that objects enter: what `ast.Becomes` may wait for beside the kinds of events of their own."""
    STATES.update((one, None) if isinstance(one, str) else (one.name, one) for one in states)


emits("proliferate", "cast", "activate", "trigger", "resolve", "attacks", "blocks", "becomes_blocked", "step", "play_land", "target",
      "unblocked", "search", "shuffle", "reveal", "roll_die", "flip_coin", "scry", "surveil", "tap_for_mana",
      "attack_player", "cycle", "countered")  # fmt: skip


def card_key(game: Game, identity: int, topic: str = "card") -> str:
    """Key of a record about a physical card: `zone:7`."""
    return f"{topic}:{known(game, identity).card}"
