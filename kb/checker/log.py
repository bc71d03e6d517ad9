"""Records of what happened: the log of the report, and the provenance of every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from kb.checker.keys import Fact
from kb.checker.rules import Reason
from kb.checker.state import Game, NotModelled, Record, Taint

WATCH: Fact[Callable[[Game, Record], None]] = Fact("watch")
"""Is told of each record: a viewer that draws the zones as they were."""


def note(game: Game, event: str, slots: Mapping[str, Any] | None = None, reasons: Iterable[Reason] = (),
         touches: Iterable[str] = (), *, shown: bool = True) -> int:  # fmt: skip
    """Record that something happened; gives the record's id.

    `touches` names what it bears on: `life:A`, `zone:CARD`, `card:CARD`, `triggered:CARD` …, CARD being the number of
    the physical card. A check's `because` is found by these keys.
    """
    record = Record(
        len(game.records), game.turn, game.step, event, dict(slots or {}), list(reasons), frozenset(touches), game.cause,
        shown,
    )  # fmt: skip
    game.records.append(record)
    if (watch := game.facts.get(WATCH)) is not None:  # a viewer that draws the zones as they were
        watch(game, record)
    return record.id


@contextmanager
def because_of(game: Game, record: int | None) -> Iterator[None]:
    """What is noted inside was caused by that record."""
    before = game.cause
    game.cause = record
    try:
        yield
    finally:
        game.cause = before


EVERYTHING = frozenset({"everything"})


def taint(
    game: Game, problem: NotModelled, topics: frozenset[str] = EVERYTHING, since: int | None = None
) -> None:
    """Something not modelled has happened or is there: what it could bear on (`topics`) is undetermined from now on.

    `since`: the index of the first event that it could have to do with, where that isn't the next one.
    """
    began = (len(game.history) if since is None else since, len(game.records))
    found = Taint(problem.card, problem.text, problem.why, topics, began, problem.ja)
    if found not in game.taints:
        game.taints.append(found)


@contextmanager
def tainting(game: Game) -> Iterator[None]:
    """Inside, what isn't modelled taints the game instead of ending it."""
    try:
        yield
    except NotModelled as problem:
        taint(game, problem)


def because_read(game: Game, number: str, slots: Mapping[str, Any] | None = None, player: str = "") -> None:
    """A resolving spell or ability has read a number that a rule defines: its record says so.

    With a player, what the number 0 left alone (their life, hand and permanents) is explained by it too.
    """
    if game.cause is None or game.cache.get("layer"):
        return
    record = game.records[game.cause]
    if record.event != "resolve" or any(reason.rule == number for reason in record.reasons):
        return
    record.reasons.append(Reason(number, slots or {}))
    if player:
        touches = {f"life:{player}", f"count:hand:{player}", f"count:battlefield:{player}"}
        note(game, "reads", slots, [Reason(number, slots or {})], touches, shown=False)
