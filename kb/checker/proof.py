"""The proof of an answer: the rules it stands on, the deciding one first, from the records that bear on what was asked.

Candidates come in this order: the last record that touches the key and what caused it; what the state itself says (layers,
permissions); what refused a scripted action; earlier records of the key; whatever else happened to the cards asked about.
Rules that say what any such event or action does give way to those that decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from kb.checker.checks import Found
from kb.checker.rules import Reason
from kb.checker.state import Game, Record, known

MOST = 6
"""Rules that an answer names."""
PROCESS = frozenset(
    {
        "601.2", "602.2", "603.2", "603.3b", "117.1a", "117.3a", "508.1", "508.1f", "509.1", "510.2", "608.1",
        "305.1", "307.1", "304.1", "302.1", "301.1", "303.1", "306.1", "310.1", "704.3", "405.2", "405.5", "116.2a",
        "107.3a", "118.3", "605.1a", "703.4g", "601.2c", "601.2b", "500.1", "608.2c",
    }
)  # fmt: skip
"""How an action is taken or a step goes, whatever comes of it."""
RESULT = frozenset(
    {
        "122.1a", "602.2b", "601.2f", "305.2a", "111.4",
        "119.3", "120.3a", "120.3e", "120.3c", "111.1", "122.1", "400.7", "506.4", "510.1b", "510.1c", "510.1d", "603.6a",
        "603.6c", "603.10a", "608.3a", "608.2n", "701.8a", "701.21a", "701.9a", "700.4", "113.7a", "611.3a",
        "613.4c", "613.1f", "613.1d", "613.1b", "613.7", "613.9", "508.3a", "509.3a", "509.3c", "603.2b", "101.2", "614.6",
        "615.1", "614.12", "509.1h", "121.1", "309.4", "309.5a", "702.8a", "702.20b", "104.2a", "305.6", "707.10",
    }
)  # fmt: skip
"""What always comes of an event or effect of that kind: the answer's form, seldom what decides it."""
CHAIN = 6
"""How far causes are followed."""


def prove(game: Game, found: Found) -> tuple[Reason, ...]:
    """The rules that an answer stands on, each once, the one that decides it first."""
    keys = set(found.keys)
    about = set(found.records)
    touching = [record for record in game.records if record.touches & keys or record.id in about]
    recent = list(reversed(touching))
    candidates: list[Reason] = []
    for record in recent[:1]:
        candidates += chain(game, record)
    candidates += found.reasons
    candidates += _refusals(game)
    for record in recent[1:8]:
        candidates += chain(game, record)
    weak = _cards(found.keys) | {key for record in recent[:1] for key in _sources(game, record)}
    nearby = (one for one in reversed(game.records) if one.touches & weak and not one.touches & keys)
    for record in islice(nearby, 4):
        candidates += chain(game, record)
    doings = [record for record in game.records[-40:] if record.event in DOINGS and record.reasons]
    for record in doings[-2:]:  # what was done last may be what left it alone
        candidates += chain(game, record)
    return select(candidates, recent[0].reasons[:1] if recent else ())


DOINGS = frozenset({"resolve", "cast", "activate", "fizzle", "no_trigger", "refused", "replaced", "removed"})
"""Events that are somebody's doing, or that kept something from happening."""


def _sources(game: Game, record: Record) -> set[str]:
    """Keys of the source of what happened last: what it was made into may be what decided."""
    happened = next((event for event in reversed(game.history) if event.record == record.id), None)
    source = None if happened is None else happened.source
    if source is None or (source not in game.objects and source not in game.gone):
        return set()  # nobody's doing, or of something that never came to be
    return {f"card:{known(game, source).card}"}


def _cards(keys: Iterable[str]) -> set[str]:
    """Keys of anything that happened to the cards that the keys are about."""
    return {f"card:{card}" for key in keys for topic, _, card in [key.partition(":")] if card.isdigit()}


def rank(reason: Reason) -> int:
    """How telling a rule is: 0 one that decides, 1 one that says what comes of any such event, 2 how any action goes.

    >>> [rank(Reason(number)) for number in ("702.12b", "120.3a", "601.2")]
    [0, 1, 2]
    """
    return 2 if reason.rule in PROCESS else 1 if reason.rule in RESULT else 0


def select(candidates: Iterable[Reason], kept: Iterable[Reason] = ()) -> tuple[Reason, ...]:
    """Each rule once, the telling ones first, otherwise in the order given; `kept` are there even where many tell more."""
    once: dict[str, Reason] = {}
    for reason in candidates:
        once.setdefault(reason.rule, reason)
    ranked = sorted(once.values(), key=rank)
    chosen, rest = ranked[:MOST], ranked[MOST:]
    wanted = [reason for reason in rest if reason.rule in {one.rule for one in kept}]
    return tuple(chosen[: MOST - len(wanted)] + wanted)


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
