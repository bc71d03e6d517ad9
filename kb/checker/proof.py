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
from kb.checker.telling import rank

MOST = 6
"""Rules that an answer names."""
CHAIN = 6
"""How far causes are followed."""


def prove(game: Game, found: Found) -> tuple[Reason, ...]:
    """The rules that an answer stands on, each once, the one that decides it first."""
    keys = set(found.keys)
    about = set(found.records)
    touching = [record for record in game.records if record.touches & keys or record.id in about]
    recent = sorted(touching, key=lambda record: (record.event in NOTHING_CAME, -record.id))
    candidates: list[Reason] = []
    for record in recent[:1]:
        candidates += chain(game, record)
    candidates += found.reasons
    candidates += _refusals(game)
    for record in recent[1:8]:
        candidates += chain(game, record)
    weak = _cards(found.keys) | {key for record in recent[:2] for key in _sources(game, record)}
    nearby = (one for one in reversed(game.records) if one.touches & weak and not one.touches & keys)
    for record in islice(nearby, 4):
        candidates += chain(game, record)
    doings = [record for record in game.records[-40:] if record.event in DOINGS and record.reasons]
    for record in doings[-2:]:  # what was done last may be what left it alone
        candidates += chain(game, record)
    return select(candidates, recent[0].reasons[:1] if recent else ())


NOTHING_CAME = frozenset({"unaffected", "no_trigger"})
"""Events that tell why something stayed as it was: what did happen comes before them."""
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
