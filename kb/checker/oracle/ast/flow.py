"""Control flow of instructions: if, may, unless, for each, modes, delayed triggers, dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from kb.checker.oracle.ast.amounts import ONE, Duration
from kb.checker.oracle.ast.base import Amount, Condition, Cost, Effect, Event, Node, Part, Ref
from kb.checker.oracle.ast.filters import Filter
from kb.checker.oracle.ast.refs import YOU


@dataclass(frozen=True, slots=True)
class TargetSpec(Node):
    """One "target …": between `least` and `most` things that fit, chosen as the spell is cast or the ability
    is put on the stack. `chooser` None: its controller."""

    filter: Filter
    least: Amount = ONE
    most: Amount = ONE
    chooser: Ref | None = None
    random: bool = False
    per: Ref | None = None
    """For each of those players so many, `Players("iterated")` being that player; all are one target group."""


@dataclass(frozen=True, slots=True)
class Body(Node):
    """What is done on resolution: targets (`Target(i)` counts them), then instructions in order; or modes.

    >>> Body().effects
    ()
    """

    effects: tuple[Effect, ...] = ()
    targets: tuple[TargetSpec, ...] = ()
    modes: Modes | None = None
    """Modes come before `effects`, which follow whatever was chosen."""


def walk_own(node: object) -> Iterator[Node]:
    """The nodes of a body's own instructions: a body below it that has targets counts them for itself.

    >>> later = Body((Effect(),), targets=(TargetSpec(Filter("creature")),))
    >>> [type(part).__name__ for part in walk_own((Effect(), later))]
    ['Effect']
    """
    if isinstance(node, tuple):
        for item in node:
            yield from walk_own(item)
    elif isinstance(node, Node) and not (isinstance(node, Body) and (node.targets or node.modes)):
        yield node
        for field in fields(node):
            yield from walk_own(getattr(node, field.name))


@dataclass(frozen=True, slots=True)
class Mode(Node):
    """One bullet; `cost`: an additional cost of the mode (spree, tiered); `name` of a named mode."""

    body: Body
    text: str
    cost: tuple[Cost, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Modes(Node):
    """Choose between `least` and `most` of the modes. `more`: conditions with other numbers ("if this spell
    was kicked, choose both instead"). `repeat`: the same mode may be chosen more than once."""

    options: tuple[Mode, ...]
    least: Amount
    most: Amount
    chooser: Ref = YOU
    repeat: bool = False
    more: tuple[tuple[Condition, Amount, Amount], ...] = ()
    random: bool = False
    fresh: str = ""
    """ "this turn" or "ever": a mode that hasn't been chosen yet."""


@dataclass(frozen=True, slots=True)
class If(Effect):
    """If the condition holds, `then`, else `otherwise`. `instead`: `then` replaces the instruction just
    before (CR 608.2e), which is in `otherwise`."""

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class May(Effect):
    """`who` may follow the instructions; sets `Did()`. Several players decide each for themselves."""

    who: Ref
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Pay(Effect):
    """`who` may pay costs; sets `Did()`. "You may pay {2}. If you do, …" is `Pay` then `If(Did(), …)`."""

    who: Ref
    cost: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class Unless(Effect):
    """`who` may pay the cost; if they don't (each for themselves), the instructions are followed."""

    who: Ref
    cost: tuple[Cost, ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Effect):
    """Follow the instructions once for each thing; inside, `It()` is the object and `Players("iterated")`
    the player. Used where the instruction differs from thing to thing, or counts repeat ("for each")."""

    of: Ref
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Effect):
    """Follow the instructions so many times."""

    times: Amount
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ChooseOne(Effect):
    """While it is followed, `who` chooses one of the alternatives ("discard a card or pay 2 life")."""

    who: Ref
    options: tuple[tuple[Effect, ...], ...]


@dataclass(frozen=True, slots=True)
class Delayed(Effect):
    """Create a delayed triggered ability (CR 603.7); `once` unless a duration is given; `reflexive`: "when
    you do" (603.12), its event is that the instruction before was done."""

    event: Event | None
    body: Body
    once: bool = True
    duration: Duration | None = None
    reflexive: bool = False


@dataclass(frozen=True, slots=True)
class ForDuration(Effect):
    """A continuous effect begins (CR 611.2)."""

    parts: tuple[Part, ...]
    duration: Duration


@dataclass(frozen=True, slots=True)
class RollDie(Effect):
    """Roll dice; `table`: (lowest, highest, instructions), `EventAmount()` inside is the result."""

    sides: int
    count: Amount = ONE
    table: tuple[tuple[int, int | None, tuple[Effect, ...]], ...] = ()
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class FlipCoin(Effect):
    """Flip a coin, instructions for a won and a lost flip."""

    who: Ref
    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] = ()
    count: Amount = ONE
