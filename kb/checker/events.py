"""The one pipeline through which everything happens.

`happen(game, event, …)`: the events are proposed together; each is replaced or prevented (kb.checker.replacement); what is
left becomes further events of the same moment where its kind says so; all are applied; each is recorded; then triggered
abilities look at what happened (kb.checker.triggers), those about leaving the battlefield with the eyes of before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope, follow
from kb.checker.event import APPLIES, BECOMES, EMITTED, STATES, Event, card_key
from kb.checker.event_data import BY, COUNTER, COUNTERS, ENTERING, JOINED, JOINS, LKI, NEW, PART_OF, STATE, TO
from kb.checker.excess import note_excess
from kb.checker.keys import Fact, having
from kb.checker.log import because_of, note
from kb.checker.oracle import ast
from kb.checker.replacement import replaced
from kb.checker.rules import Reason, rule
from kb.checker.state import PHASED_OUT, Game, NotModelled, card_name, touch
from kb.checker.triggers import about_triggers, look, watchers

MOMENT: Fact[int | None] = Fact("moment")
"""Number of the moment in which things happen, while they do."""
MOMENTS: Fact[int] = Fact("moments")
"""How many moments there have been."""


QUIET = frozenset({
    "untap", "trigger", "resolve", "tap", "step", "target", "attach", "cast", "activate", "attacks", "blocks", "becomes_blocked",
    "unblocked", "attack_player", "plot", "foretell", "copy_spell", "mark_damage",
})  # fmt: skip
"""Kinds that the log doesn't list on their own."""
PASSING = frozenset({"step"})
"""Kinds that change nothing, as what they tell of has been touched already, and that no characteristic looks back at."""
FORK_LIMIT = 200_000
"""Events in one game: more than a scenario can mean; a loop is reported instead of running on."""


AFTER: list[Callable[[Game], None]] = []
"""What follows from any moment before triggers look: durations end (kb.checker.durations)."""


def happen(game: Game, *events: Event) -> list[Event]:
    """Let events happen at once; gives those that did, with what they became.

    Raises KeyError for a kind or a state that is not declared.
    """
    for event in events:
        if event.kind not in EMITTED:
            raise KeyError(f"no such kind of event: {event.kind!r}")
        if event.kind == "becomes" and event.data[STATE] not in STATES:
            raise KeyError(f"no such state to enter: {event.data[STATE]!r}")
    before, rules = watchers(game), about_triggers(game)
    outer = game.facts.get(MOMENT)
    game.facts[MOMENT] = game.facts[MOMENTS] = game.facts.get(MOMENTS, 0) + 1
    waiting, game.afterwards = game.afterwards, []
    try:
        happened = _now(game, events)
    finally:
        game.facts[MOMENT] = outer
        afterwards, game.afterwards = game.afterwards, waiting
    _record(game, happened)
    for follows in AFTER if happened else ():
        follows(game)
    look(game, happened, before, rules)
    for instructions, scope in afterwards:
        _besides(game, instructions, scope)
    return happened


@rule("615.5")
def _besides(game: Game, instructions: tuple[ast.Effect, ...], scope: Scope) -> None:
    """CR 615.5: what a prevention effect does besides takes place immediately after what it prevented would have happened."""
    reasons = [Reason("615.5", {"by": card_name(game, scope.source), "n": scope.amount})]
    with because_of(game, note(game, "besides", reasons=reasons, shown=False)):
        for instruction in instructions:
            follow(game, instruction, scope)


@rule("702.26b")
def _out_of_reach(game: Game, event: Event) -> bool:
    """CR 702.26b: nothing affects a phased-out permanent but its phasing in, or its owner leaving the game."""
    obj = game.objects.get(event.obj) if event.obj is not None else None
    return obj is not None and obj.zone == PHASED_OUT and event.kind not in ("phase_in", "cease")


def _now(game: Game, events: tuple[Event, ...]) -> list[Event]:
    """What happens at this moment: the events replaced, what they become, and all of it applied."""
    final: list[Event] = []
    proposed = deque(event for event in events if not _out_of_reach(game, event))
    while proposed:
        for event in replaced(game, proposed.popleft()):
            final.append(event)
            expansion = BECOMES.get(event.kind)
            if expansion is not None:
                for other in expansion(game, event):
                    other.applied |= {key for key in event.applied if other.kind == event.kind}
                    other.data.setdefault(PART_OF, event)
                    if not _joined(proposed, other):
                        proposed.append(other)
    _told_apart(game, final)
    happened = [event for event in final if not event.void]
    for event in happened:
        if event.kind == "move" and event.obj in game.objects:
            event.data[LKI] = chars(game, event.obj)
    there = {event.obj for event in happened if event.obj in game.objects}
    note_excess(game, happened)
    for event in happened:
        handler = APPLIES.get(event.kind)
        if handler is not None and event.obj in there and event.obj not in game.objects:
            event.void = True  # at the same time it left: what it last was stays what it was (603.10, 608.2h)
        elif handler is not None:
            handler(game, event)
    happened = [event for event in happened if not event.void]
    if any(event.kind not in PASSING or event.kind in APPLIES for event in happened):
        touch(game)  # once: what happens at the same time is judged by the state before
    return happened + [one for event in happened for given in GIVEN for one in given(game, event)]


GIVEN: list[Callable[[Game, Event], list[Event]]] = []
"""What an event that has been applied has brought along with it, to be seen as events of the same moment."""


@rule("122.6")
def _counters_given(game: Game, event: Event) -> list[Event]:
    """CR 122.6: what enters with counters has had them put on it, by its controller."""
    if event.kind != "move" or event.data.get(TO) != "battlefield":
        return []
    new = event.data.get(NEW)
    controller = game.objects[new].controller if new in game.objects else None
    return [
        Event("counters", new, amount=count, data=having(COUNTER(kind), BY(controller), ENTERING(True), PART_OF(event)))
        for kind, count in (event.data.get(COUNTERS) or {}).items() if count > 0
    ]  # fmt: skip


GIVEN.append(_counters_given)


def _joined(proposed: deque[Event], result: Event) -> bool:
    """Whether a result became part of one that the same source has at the same moment (`data["joins"]` says of which kind)."""
    joins = result.data.get(JOINS)
    if joins is None:
        return False
    for other in proposed:
        if other.data.get(JOINS) == joins:
            other.amount += result.amount
            other.reasons = [
                replace(reason, slots={**reason.slots, "n": other.amount}) if "n" in reason.slots else reason
                for reason in other.reasons
            ]
            other.data[JOINED] = True
            return True
    return False


@rule("702.15e")
def _told_apart(game: Game, events: list[Event]) -> None:
    """CR 702.15e: what one source with lifelink deals at one time is one gain of life, what several deal one for each."""
    gains = [event for event in events if JOINS in event.data]
    if len({event.data[JOINS] for event in gains}) > 1 or any(JOINED in event.data for event in gains):
        for event in gains:
            assert event.source is not None
            event.why("702.15e", source=card_name(game, event.source))


def _record(game: Game, happened: list[Event]) -> None:
    for event in happened:
        event.turn, event.step = game.turn, game.step
        slots = dict(event.slots)
        if event.player is not None:
            slots.setdefault("player", event.player)
        if event.amount:
            slots.setdefault("n", event.amount)
        if event.obj is not None:
            slots.setdefault("card", card_name(game, event.obj))
            event.touches.add(card_key(game, event.obj))
        if event.source is not None:
            slots.setdefault("source", card_name(game, event.source))
        parent = event.data.get(PART_OF)
        cause, game.cause = (
            game.cause,
            (parent.record if parent is not None and parent.record is not None else game.cause),
        )
        event.record = note(
            game, event.kind, slots, event.reasons, event.touches, shown=event.kind not in QUIET
        )
        game.cause = cause
        game.history.append(event)
        if len(game.history) > FORK_LIMIT:
            raise NotModelled("more happens in this game than is kept track of")
