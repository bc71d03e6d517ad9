"""CR 603.2c: what happens at one moment and triggers an ability only once: "one or more", and what is a state of one thing.

A pattern has roles (who does it, to what). Those that the text calls "one or more" are gathered; each thing in a role that
it names singly ("a player", "a creature") is an occurrence of its own. So an event's key is what stands in the single roles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope, Table, fits, matched, not_modelled
from kb.checker.event import Event
from kb.checker.event_data import ATTACKERS, BY, EXCESS, GATHERED, MADE, OTHER, WHOM
from kb.checker.keys import having
from kb.checker.meaning.patterns import attacking_groups, done_to, fitting_blockers, moved_thing, subject
from kb.checker.oracle import ast
from kb.checker.state import Game, NotModelled, known

Key = tuple[object, ...]
keys = Table("keys")
"""`(game, pattern, event) -> Key or None`: what occurrence an event belongs to; None: one of its own."""


def gathers(pattern: ast.Event) -> bool:
    """Whether a pattern may take several events of one moment as one occurrence."""
    if isinstance(pattern, ast.AnyEvent):
        return any(gathers(part) for part in pattern.events)
    if isinstance(pattern, ast.EventIf):
        return gathers(pattern.event)
    if isinstance(pattern, ast.Damage):
        return pattern.batch or pattern.to_batch or pattern.passive or pattern.to is None
    return any(getattr(pattern, name, False) for name in ("batch", "on_batch", "whom_batch", "who_batch"))


def key_of(game: Game, pattern: ast.Event, event: Event, scope: Scope) -> Key | None:
    """The occurrence an event that fits belongs to; events of one moment with the same key trigger once."""
    if not gathers(pattern):
        return None
    if isinstance(pattern, ast.AnyEvent):
        for index, part in enumerate(pattern.events):
            if matched(game, part, event, scope):
                key = key_of(game, part, event, scope)
                return None if key is None else (index, *key)
        return None
    if isinstance(pattern, ast.EventIf):
        return key_of(game, pattern.event, event, scope)
    handler: Callable[[Game, ast.Event, Event], Key | None] | None = keys.get(type(pattern))
    if handler is None:
        raise not_modelled(game, pattern, scope, 'what "one or more" gathers here')
    return handler(game, pattern, event)


def _thing(event: Event) -> object:
    return event.obj if event.obj is not None else event.player


@keys(ast.Moves)
def moves(game: Game, pattern: ast.Moves, event: Event) -> Key:
    """Once for all that move; once for each player where it is "an opponent's graveyard" or control."""
    if not pattern.each_player or event.obj is None:
        return (event.player,) if pattern.each_player else ()
    thing = moved_thing(game, pattern, event) or event.obj
    return (chars(game, thing).controller if pattern.to == "battlefield" else known(game, thing).owner,)


@keys(ast.Attacks)
def attacks(game: Game, pattern: ast.Attacks, event: Event) -> Key:
    """Once, or once for each that is attacked where the text names it singly."""
    attacked = set(game.combat.attackers.values()) if game.combat is not None else set()
    if isinstance(pattern.whom, ast.AnyOf) and len(attacked) > 1:
        raise NotModelled("whether an attack on several of those is one occurrence")
    return () if pattern.whom is None or pattern.whom_batch else (event.data.get(WHOM),)


@keys(ast.Blocks)
def blocks(game: Game, pattern: ast.Blocks, event: Event) -> Key:
    """One or more that block, or that are blocked by one."""
    blocked = () if pattern.whom is None or pattern.whom_batch else (event.data.get(OTHER),)
    return (*(() if pattern.batch else (event.obj,)), *blocked)


@keys(ast.BecomesBlocked)
def becomes_blocked(game: Game, pattern: ast.BecomesBlocked, event: Event) -> Key:
    """Each attacker that becomes blocked by one or more."""
    return (event.obj,)


@keys(ast.Damage)
def damage(game: Game, pattern: ast.Damage, event: Event) -> Key:
    """Each source and each recipient that is named singly; what "is dealt damage" is dealt all of it at once.

    Where no recipient is named ("whenever this creature deals damage") all that the source deals is one occurrence.
    """
    many_sources = pattern.batch or (pattern.passive and pattern.source is None)
    together = pattern.to_batch or (pattern.to is None and not pattern.passive)
    return (() if many_sources else (event.source,)) + (() if together else (_thing(event),))


@keys(ast.Becomes)
def becomes(game: Game, pattern: ast.Becomes, event: Event) -> Key:
    """Once for all that enter the state; once for each player who makes them."""
    return () if pattern.by is None else (event.player,)


@keys(ast.BecomesTarget)
def becomes_target(game: Game, pattern: ast.BecomesTarget, event: Event) -> Key:
    """Once for each spell or ability that targets one or more."""
    return (event.source,)


@keys(ast.CountersPut)
def counters_put(game: Game, pattern: ast.CountersPut, event: Event) -> Key | None:
    """One or more counters on each object, or on one or more of them."""
    return (() if pattern.by is None else (event.data.get(BY),)) + (
        () if pattern.on_batch else (_thing(event),)
    )


@keys(ast.CountersRemoved)
def counters_removed(game: Game, pattern: ast.CountersRemoved, event: Event) -> Key:
    """One or more counters from each object."""
    return (_thing(event),)


@keys(ast.Does)
def does(game: Game, pattern: ast.Does, event: Event) -> Key:
    """What each player does to one or more, or one or more players do."""
    return () if pattern.who_batch else (event.player,)


def each(game: Game, pattern: ast.Event, event: Event, scope: Scope, count: int) -> list[Event]:
    """The occurrences in one event that an ability triggers for one by one, each with what it is about."""
    if isinstance(pattern, ast.AnyEvent):
        for part in pattern.events:
            if matched(game, part, event, scope):
                return each(game, part, event, scope, count)
    if isinstance(pattern, ast.EventIf):
        return each(game, pattern.event, event, scope, count)
    if isinstance(pattern, ast.AttacksWith) and event.kind == "attack_player":
        groups = attacking_groups(game, pattern, event, scope)
        return [
            _attack(event, whom, attackers)
            for whom, attackers in groups.items()
            if len(attackers) >= pattern.least
        ]
    if isinstance(pattern, ast.BecomesBlocked) and pattern.by is not None:
        blockers = fitting_blockers(game, pattern, event, scope)
        return [replace(event, data=event.data.also(OTHER(blocker))) for blocker in blockers]
    if event.kind == "create_token" and isinstance(pattern, ast.Moves):
        made = [token for token in event.data.get(MADE, ()) if fits(game, pattern.what, token, scope)]
        return [replace(event, obj=token) for token in made]
    if event.kind in ("create_token", "mill") and isinstance(pattern, ast.Does) and not pattern.nth:
        things = done_to(game, pattern, event, scope)
        return [replace(event, obj=thing) if isinstance(thing, int) else event for thing in things]
    return [event] * count


def _attack(event: Event, whom: int | str | None, attackers: list[int]) -> Event:
    """A player's attack on one of those attacked, or on all."""
    parts = [
        replace(event, obj=attacker, data=having(WHOM(event.data[ATTACKERS][attacker])))
        for attacker in attackers
    ]
    data = event.data.also(WHOM(whom), GATHERED(parts))
    return replace(event, amount=len(attackers), data=data)


def gathered(game: Game, pattern: ast.Event, events: list[tuple[Event, int]], scope: Scope) -> Event:
    """One event that stands for those of one occurrence: their things together, how many or how much there was."""
    first = events[0][0]
    inner = pattern.event if isinstance(pattern, ast.EventIf) else pattern
    if first.kind in ("damage", "counters", "remove_counters", "gain_life", "lose_life"):
        amount = sum(event.amount for event, _ in events)
        if isinstance(inner, ast.Damage) and inner.excess:
            amount = first.data[EXCESS]
    else:
        amount = sum(count for _, count in events)
    bound = [one for event, count in events for one in _things(game, inner, event, scope, count)]
    return replace(bound[0], amount=amount, data=bound[0].data.also(GATHERED(bound)))


def _things(game: Game, pattern: ast.Event, event: Event, scope: Scope, count: int) -> list[Event]:
    if event.kind in ("create_token", "mill"):
        return each(game, pattern, event, scope, count)
    thing = subject(game, pattern, event)
    return [event if thing is None else replace(event, obj=thing)]


def occurrences(
    game: Game,
    pattern: ast.Event,
    event: Event,
    events: list[Event],
    scope: Scope,
    seen: dict[Key, set[Key]],
    of: Key,
) -> list[Event]:
    """For what an ability triggers as it looks at one event of a moment; `seen` remembers what was gathered already.

    Raises NotModelled where the pattern can't be looked for.
    """
    count = matched(game, pattern, event, scope.inner(event=event))
    if not count:
        return []
    key = key_of(game, pattern, event, scope.inner(event=event))
    if key is None:
        return each(game, pattern, event, scope.inner(event=event), count)
    if of not in seen:
        seen[of] = set()
    if key in seen[of]:
        return []
    seen[of].add(key)
    together = []
    for other in events:
        there = scope.inner(event=other)
        number = matched(game, pattern, other, there)
        if number and key_of(game, pattern, other, there) == key:
            together.append((other, number))
    return [gathered(game, pattern, together, scope)]
