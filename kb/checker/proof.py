"""The proof of an answer: the rules it stands on, the deciding one first, from the records that bear on what was asked.

Candidates come in this order: the last record that touches the key and what caused it; what the state itself says (layers,
permissions); earlier records of the key; beside them what refused a scripted action and whatever else happened to the
cards asked about; at last what was done at all. Rules that say what any such event or action does give way to those that
decide.
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
    near = [reason for record in recent[:1] for reason in chain(game, record)]
    near += found.reasons
    near += [reason for record in recent[1:8] for reason in chain(game, record)]
    beside = list(_refusals(game))
    weak = _cards(found.keys) | {key for record in recent[:4] for key in _sources(game, record)}
    nearby = (one for one in reversed(game.records) if one.touches & weak and not one.touches & keys)
    for record in islice(nearby, 4):
        beside += chain(game, record)
    doings = [record for record in game.records[-40:] if record.event in DOINGS and record.reasons]
    far = [reason for record in doings[-2:] for reason in chain(game, record)]  # may be what left it alone
    kept = [*(recent[0].reasons[:1] if recent else ()), *found.kept]
    return select(near, kept, beside, far)


NOTHING_CAME = frozenset({"unaffected", "no_trigger"})
"""Events that tell why something stayed as it was: what did happen comes before them."""
DOINGS = frozenset({
    "resolve", "cast", "activate", "fizzle", "no_trigger", "refused", "replaced", "removed", "suspend_card", "foretell_card",
    "plot_card", "turn_up", "unlock", "besides",
})  # fmt: skip
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


def select(
    near: Iterable[Reason],
    kept: Iterable[Reason] = (),
    beside: Iterable[Reason] = (),
    far: Iterable[Reason] = (),
) -> tuple[Reason, ...]:
    """Each rule once, the telling ones first, otherwise in the order given; `kept` are there even where many tell more.

    What bears on the answer itself comes before what happened beside it, and that before what was done at all: each
    before what is less telling of the former.
    """
    once: dict[str, tuple[int, Reason]] = {}
    for later, reasons in ((0, near), (1, beside), (3, far)):
        for reason in reasons:
            once.setdefault(reason.rule, (2 * rank(reason) + later, reason))
    ranked = [reason for _, reason in sorted(once.values(), key=lambda one: one[0])]
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
