"""Tables from AST node to function: how the engine follows what the reader of Oracle texts found.

A handler registers itself with one of the decorators below. A node without a handler is not modelled: following it
raises `NotModelled`, which makes answers undetermined, never wrong.

    @refs(ast.You)
    def you(game, ref, scope): return [scope.controller]

Things are object ids (int) or names of players (str).
"""

from __future__ import annotations

from collections import ChainMap, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from kb.checker.event_data import GATHERED, NEW
from kb.checker.honoured import refused_field
from kb.checker.keys import Kept, ScopeFact
from kb.checker.oracle.ast import Amount, Condition, Cost, Effect, Event, Node, Predicate, Ref, Unread, walk
from kb.checker.oracle.mentions import DOES_SO_MUCH
from kb.checker.state import Game, NotModelled, known

BEGAN: ScopeFact[int | None] = ScopeFact("began")
"""The next object's id as the resolution began."""
FOUND: ScopeFact[dict[int, int]] = ScopeFact("found")
"""Objects that had moved as a delayed ability was created, with what it found of them then."""


Thing = int | str
_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass
class Scope:
    """What the words of an ability refer to while it is followed."""

    source: int
    """`This()`: the object with the ability, perhaps gone."""
    controller: str
    """`You()`."""
    targets: list[list[Thing]] = field(default_factory=list)
    """For each target description, what is (still legally) targeted."""
    event: Any = None
    """The triggering or replaced event (kb.checker.events.Event)."""
    it: list[Thing] | None = None
    """What the instruction before dealt with (`It()`); None while nothing says, which is not the same as nothing."""
    seen: list[int] | None = None
    dealt: ChainMap[str, list[Thing]] = field(default_factory=ChainMap)
    """What this resolution has really revealed, milled, destroyed … so far, by what was done (`ThisWay()`)."""
    did: bool | None = None
    amount: int | None = None
    """What the instruction before did: `DoneAmount()`."""
    each: dict[str, int] | None = None
    """The same for each of the players who did it, where several did."""
    event_amount: int | None = None
    """Overrides the event's amount (a die's result)."""
    iterated: Thing | None = None
    actor: str | None = None
    """Who follows the instruction at hand and chooses for it, where that isn't the controller."""
    own: str = ""
    """Zone to which the choices of the actor are limited, to what is theirs there: what they sacrifice or discard."""
    affected: Thing | None = None
    """`Affected()`: which of several objects is changed or looked at just now."""
    x: int | None = None
    """The value of X; None where nobody chose one: unknown, never 0."""
    item: int | None = None
    """The spell or ability on the stack that is followed."""
    linked: str = ""
    """Key of what linked abilities of this object share (607)."""
    facts: Kept[Scope] = field(default_factory=Kept)
    queue: deque[Any] | None = None

    def inner(self, **changes: Any) -> Scope:
        """The same scope with changes, for an instruction inside another."""
        return replace(self, **changes)

    def did_to(self, how: str, things: Iterable[Thing]) -> None:
        """Note what an instruction has really done something to: "this way" (608.2c)."""
        self.dealt.maps[0].setdefault(how, []).extend(things)

    def once_of_several(self, **changes: Any) -> Scope:
        """The scope of one of several times: in it, "this way" means what was done that time, afterwards all of it."""
        return self.inner(dealt=self.dealt.new_child(), **changes)

    def all_times(self, times: Iterable[Scope]) -> None:
        """After several times: "this way" is what was done in any of them."""
        for one in times:
            for how, things in one.dealt.maps[0].items():
                self.did_to(how, things)

    def passed_over(self, instructions: tuple[Effect, ...] = ()) -> None:
        """Instructions were not followed: what they would have dealt with is nothing, where nothing else is known.

        Where they would have given an amount, what was done is 0, however much an instruction before them did.
        """
        if any(isinstance(node, DOES_SO_MUCH) for node in walk(instructions)):
            self.amount = 0
        self.it = [] if self.it is None else self.it
        self.seen = [] if self.seen is None else self.seen
        self.amount = 0 if self.amount is None else self.amount


class Table(dict[type[Any], Callable[..., Any]]):
    """Handlers by node class; calling it is the decorator that registers one."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __call__(self, *nodes: type[Any]) -> Callable[[_F], _F]:
        def register(function: _F) -> _F:
            for node in nodes:
                known_one = self.get(node)
                if known_one is not None and known_one.__module__ != function.__module__:
                    raise ValueError(f"{node.__name__} has a handler already: {known_one.__qualname__}")
                self[node] = function
            return function

        return register


refs = Table("refs")
"""`(game, ref, scope) -> list[Thing]`"""
predicates = Table("predicates")
"""`(game, predicate, thing, scope) -> bool`"""
amounts = Table("amounts")
"""`(game, amount, scope) -> int`"""
conditions = Table("conditions")
"""`(game, condition, scope) -> bool`"""
effects = Table("effects")
"""`(game, effect, scope) -> None`: follow an instruction; sets scope.it, scope.did, scope.amount."""
costs = Table("costs")
"""`(game, cost, scope, payer) -> None`: pay it, or raise Illegal."""
matches = Table("matches")
"""`(game, pattern, event, scope) -> int`: how often a pattern fits an event (0: not)."""


def _handler(table: Table, node: Node, game: Game, scope: Scope) -> Callable[..., Any]:
    handler = table.get(type(node))
    if handler is None:
        raise not_modelled(game, node, scope)
    field = refused_field(node)
    if field is not None:
        raise not_modelled(game, node, scope, f"{type(node).__name__}.{field} is not honoured")
    return handler


def not_modelled(game: Game, node: object, scope: Scope | None, why: str = "") -> NotModelled:
    """The exception that says which text of which card is not modelled."""
    card = known(game, scope.source).printed.name if scope is not None and scope.source else ""
    text = node.text if isinstance(node, Unread) else ""
    reason = why or ("this text is not read" if text else f"no handler for {type(node).__name__}")
    return NotModelled(reason, card, text)


def find(game: Game, ref: Ref, scope: Scope) -> list[Thing]:
    """What a reference finds now."""
    found: list[Thing] = _handler(refs, ref, game, scope)(game, ref, scope)
    return found


def fits(game: Game, predicate: Predicate, thing: Thing, scope: Scope) -> bool:
    """Whether a predicate is true of an object or player."""
    return bool(_handler(predicates, predicate, game, scope)(game, predicate, thing, scope))


def number(game: Game, amount: Amount, scope: Scope) -> int:
    """What an amount is now."""
    return int(_handler(amounts, amount, game, scope)(game, amount, scope))


def holds(game: Game, condition: Condition, scope: Scope) -> bool:
    """Whether a condition holds now."""
    return bool(_handler(conditions, condition, game, scope)(game, condition, scope))


def follow(game: Game, effect: Effect, scope: Scope) -> None:
    """Follow one instruction."""
    _handler(effects, effect, game, scope)(game, effect, scope)


def pay(game: Game, cost: Cost, scope: Scope, payer: str) -> None:
    """Pay one part of a cost."""
    _handler(costs, cost, game, scope)(game, cost, scope, payer)


def matched(game: Game, pattern: Event, event: Any, scope: Scope) -> int:
    """How often a pattern fits an event."""
    return int(_handler(matches, pattern, game, scope)(game, pattern, event, scope))


def player_of(game: Game, ref: Ref, scope: Scope) -> str | None:
    """The one player a reference finds, None when there is none."""
    found = players_of(game, ref, scope)
    if len(found) > 1:
        raise not_modelled(game, ref, scope, "which of several players it is")
    return found[0] if found else None


def _after_event(game: Game, thing: int, scope: Scope) -> int:
    """CR 400.7e, 400.7j: where the event that is spoken of moved the object and this resolution has moved it on, the object
    that the event made of it; while nothing has moved it on, it is still spoken of as it last was."""
    if thing in game.objects or scope.event is None:
        return thing
    for event in scope.event.data.get(GATHERED) or [scope.event]:
        new = event.data.get(NEW)
        if (
            event.obj == thing
            and new is not None
            and game.became.get(thing) == new
            and new not in game.objects
        ):
            return int(new)
    return thing


def present(game: Game, thing: Thing, scope: Scope) -> Thing:
    """CR 400.7j: an object that this very resolution moved is found as what it became; any other stays what it was."""
    began = scope.facts.get(BEGAN)
    if isinstance(thing, str) or began is None:
        return thing
    then = scope.facts.get(FOUND, {}).get(thing, thing)
    found = _after_event(game, then, scope)
    while found not in game.objects and game.became.get(found, -1) >= began:
        found = game.became[found]
    return found if found in game.objects else thing


def wherever(game: Game, thing: Thing, scope: Scope) -> Thing:
    """A card that was looked at, where this resolution has put it since; what only reads it later finds it moved once."""
    if thing in game.objects or isinstance(thing, str) or scope.facts.get(BEGAN) is not None:
        return present(game, thing, scope)
    return game.became.get(thing, thing)


def objects_of(game: Game, ref: Ref, scope: Scope) -> list[int]:
    """The objects a reference finds, those that this resolution has moved where they are now.

    Where it finds only players, it was not meant for this: not modelled.
    """
    found = [present(game, thing, scope) for thing in find(game, ref, scope)]
    objects = [thing for thing in found if isinstance(thing, int)]
    if found and not objects:
        raise not_modelled(game, ref, scope, "players are found where objects are meant")
    return objects


def players_of(game: Game, ref: Ref, scope: Scope) -> list[str]:
    """The players a reference finds; objects are not modelled where players are meant."""
    found = find(game, ref, scope)
    players = [thing for thing in found if isinstance(thing, str)]
    if found and not players:
        raise not_modelled(game, ref, scope, "objects are found where players are meant")
    return players
