"""What holds of every game holds in each scenario that we have; and each of these looks sees what it is for."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from kb.checker import check
from kb.checker.event import Event
from kb.checker.event_data import TO, WHY
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.scenario import load_text, parse
from tests.card_base import card_base
from tests.invariants import Broken, Ledger, Watched, settled, watch
from tests.shared import CARDS, CASES, needs_shared

OWN = [
    pytest.param(scenario, id=scenario.id)
    for path in sorted((Path(__file__).parent / "cases" / "scenarios").glob("*.yaml"))
    for scenario in load_text(path.read_text(encoding="utf-8"))
]
WITH_CARDS = [
    *sorted((Path(__file__).parent / "cases" / "cards").glob("*.yaml")),
    *(sorted(CASES.glob("scenarios/*.yaml")) if CASES.is_dir() else []),
]


@functools.cache
def base():
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        return card_base([json.loads(line) for line in lines])


@pytest.mark.parametrize("scenario", OWN)
def test_every_scenario_of_ours_keeps_what_always_holds(scenario):
    watch(scenario)


@needs_shared
@pytest.mark.parametrize("path", WITH_CARDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_scenario_with_real_cards_keeps_what_always_holds(path):
    for scenario in load_text(path.read_text(encoding="utf-8")):
        try:
            watch(scenario, base())
        except Broken as broken:
            raise AssertionError(f"{scenario.id}: {broken}") from broken


OX = {"types": "Creature — Ox", "cost": "{1}", "pt": "2/4"}


def game(**setup):
    document = {
        "id": "x",
        "cards": {"Ox": OX},
        "setup": {"A": {"battlefield": ["Ox"], "hand": ["Forest"], **setup}},
    }
    return watch(parse(document)).game


def broken_by(change):
    """What the ledger says after the state was changed behind the events' back."""
    state = game()
    ledger = Ledger(state)
    change(state)
    return " ".join([*ledger.problems(state), *settled(state)])


def ox(state):
    return next(obj for obj in state.objects.values() if obj.printed.name == "Ox")


def _forget(state):
    state.zones["battlefield"].clear()


def _twice(state):
    state.zones["exile"] = [ox(state).id]


def _owner(state):
    ox(state).owner = "B"


def _life(state):
    state.players["A"].life = 7


def _counter(state):
    ox(state).counters["+1/+1"] = 1


def _poison(state):
    state.players["B"].counters["poison"] = 1


def _damage(state):
    ox(state).damage = 1


def _host(state):
    ox(state).attached_to = 999


def _steal(state):
    happen(state, Event("move", ox(state).id, player="B", data=having(TO("graveyard"), WHY("sacrifice"))))


def _discard(state):
    card = next(obj for obj in state.objects.values() if obj.zone == "hand")
    state.history.append(Event("discard", card.id, player="B"))  # the engine itself lets no such thing happen


def _from_nowhere(state):
    from kb.checker.state import new_object

    new_object(state, ox(state).printed, "A", "battlefield")


def _tale(state):
    from kb.checker.log import note

    note(state, "gain_life", {"player": "A", "n": 3})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_forget, "in no zone"), (_twice, "times in zones"), (_owner, "108.3"), (_life, "119.3"), (_counter, "122.1"),
        (_poison, "the counters of B"), (_damage, "120.3e"), (_host, "704.5"), (_steal, "701.21a"), (_discard, "701.9a"),
        (_from_nowhere, "no event put it there"), (_tale, "no such event happened"),
    ],
)  # fmt: skip
def test_each_look_sees_what_it_is_for(change, says):
    assert says in broken_by(change)


def test_what_a_handler_remembers_outside_the_game_is_seen(monkeypatch):
    from kb.checker.script_events import SCRIPT_EVENTS

    calls = []

    def forgetful(state, player, value):
        calls.append(value)
        happen(state, Event("gain_life", player=player, amount=len(calls)))

    monkeypatch.setitem(SCRIPT_EVENTS, "gain_life", forgetful)
    entry = {"at": "1.precombat_main", "event": {"gain_life": {"player": "A", "amount": 1}}}
    with pytest.raises(Broken, match="taken back and played again"):
        watch(parse({"id": "x", "script": [entry]}))
    assert isinstance(watch(parse({"id": "x"})), Watched)


def test_a_spell_that_nobody_knows_how_to_resolve_is_tried_once_and_leaves_the_stack():
    cards = {"Ox": OX, "Shape": {"types": "Creature — Shapeshifter", "cost": "{1}", "pt": "0/0", "text":
             "You may have Shape enter as a copy of a creature you control, except it doesn't copy that creature's color."}}  # fmt: skip
    document = {
        "id": "x", "cards": cards, "setup": {"A": {"hand": ["Shape"], "battlefield": ["Ox"]}},
        "script": [{"at": "1.precombat_main", "cast": "Shape", "choices": ["Ox"]}], "checks": [{"zone": "Shape"}],
    }  # fmt: skip
    state = watch(parse(document)).game
    assert sum(record.event == "resolve" for record in state.records) == 1
    assert not state.zones["stack"]
    assert (
        check(document).answers[0].status == "undetermined"
        or check(document).answers[0].value == "battlefield"
    )
