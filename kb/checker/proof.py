"""The proof of an answer: which rules were decisive, at most six, from the records that bear on what was asked.

Candidates come in this order: the last record that touches the key and what caused it; what the state itself says (layers,
permissions); what refused a scripted action; earlier records of the key. General rules give way to telling ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.checker.checks import Found
from kb.checker.rules import Reason
from kb.checker.state import Game, Record

MOST = 6
GENERAL = frozenset({"601.2", "602.2", "603.2", "122.1", "117.1a", "508.1", "509.1", "510.2", "701.8a", "608.1", "101.2",
                     "305.1", "508.1f", "704.3", "603.3b", "307.1", "302.1", "301.1", "303.1", "306.1", "310.1"})  # fmt: skip
"""Rules that say what always happens: named only when nothing more telling fills the proof."""
COMMON = frozenset(
    {
        "120.3e",
        "510.1b",
        "119.3",
        "603.6a",
        "608.3a",
        "602.2b",
        "400.7",
        "304.1",
        "302.1",
        "301.1",
        "303.1",
        "306.1",
        "307.1",
        "702.8a",
        "611.3a",
        "506.4",
        "603.10a",
        "120.3a",
        "603.6c",
        "111.1",
        "111.7",
        "613.7",
        "613.9",
        "309.4",
        "309.5a",
    }
)
"""Rules that are often at work: they give way to rarer ones."""
CHAIN = 6
"""How far causes are followed."""


def prove(game: Game, found: Found) -> tuple[Reason, ...]:
    """The decisive rules of an answer, in the order of importance, each once."""
    touching = [record for record in game.records if record.touches & set(found.keys)]
    recent = list(reversed(touching))
    candidates: list[Reason] = []
    for record in recent[:1]:
        candidates += chain(game, record)
    candidates += found.reasons
    candidates += _refusals(game)
    for record in recent[1:6]:
        candidates += chain(game, record)
    if not candidates:  # nothing touched it: what was done last is what left it alone
        for record in reversed(game.records[-40:]):
            if record.event in ("resolve", "cast", "activate", "fizzle", "no_trigger", "refused"):
                candidates += chain(game, record)
                break
    return select(candidates)


def select(candidates: Iterable[Reason]) -> tuple[Reason, ...]:
    """Each rule once, telling ones first, at most six."""
    once: dict[str, Reason] = {}
    for reason in candidates:
        once.setdefault(reason.rule, reason)
    ranked = sorted(once.values(), key=lambda reason: (reason.rule in GENERAL) * 2 + (reason.rule in COMMON))
    kept = {id(reason) for reason in ranked[:MOST]}
    return tuple(reason for reason in once.values() if id(reason) in kept)


def chain(game: Game, record: Record) -> Iterator[Reason]:
    """Reasons of a record and of what caused it."""
    current: Record | None = record
    for _ in range(CHAIN):
        if current is None:
            return
        yield from current.reasons
        current = game.records[current.cause] if current.cause is not None else None


def _refusals(game: Game) -> Iterator[Reason]:
    """Scripted actions that did not happen: the latest first."""
    refused = [record for record in game.records if record.event == "refused"]
    for record in reversed(refused[-2:]):
        yield from record.reasons
