"""Single events and values, where no scenario can ask: what can't be done doesn't happen, and what is equal."""

from __future__ import annotations

import pytest

from kb.checker.event import Event
from kb.checker.event_data import COUNTER, LEFT
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.report import same_value
from kb.checker.scenario import parse
from tests.invariants import watch

OX = {"types": "Creature — Ox", "cost": "{1}", "pt": "2/4"}


def game():
    document = {"id": "x", "cards": {"Ox": OX}, "setup": {"A": {"battlefield": ["Ox"], "hand": ["Ox"]}}}
    return watch(parse(document)).game


def one(state, zone):
    return next(obj for obj in state.objects.values() if obj.printed.name == "Ox" and obj.zone == zone)


def test_nobody_sacrifices_what_they_do_not_control():  # 701.21a
    state = game()
    ox = one(state, "battlefield")
    assert happen(state, Event("sacrifice", ox.id, player="B")) == []
    assert ox.id in state.zones["battlefield"]


def test_what_is_not_on_the_battlefield_is_not_sacrificed():  # 701.21a
    state = game()
    card = one(state, "hand")
    assert happen(state, Event("sacrifice", card.id, player="A")) == []
    assert card.id in state.zones["hand:A"]


def test_a_card_in_hand_is_not_destroyed_and_not_tapped():  # 701.8a, 701.26a
    state = game()
    card = one(state, "hand")
    assert happen(state, Event("destroy", card.id)) == []
    assert happen(state, Event("tap", card.id)) == []
    assert not card.tapped


@pytest.mark.parametrize("amount", [0, -1])
@pytest.mark.parametrize("kind", ["gain_life", "lose_life"])
def test_no_life_is_no_event(kind, amount):  # 119.8, 107.1b
    state = game()
    assert happen(state, Event(kind, player="A", amount=amount)) == []
    assert state.players["A"].life == 20


def test_no_counters_are_no_event():
    state = game()
    ox = one(state, "battlefield")
    assert happen(state, Event("counters", ox.id, amount=0, data=having(COUNTER("+1/+1")))) == []
    assert not ox.counters


def test_as_many_counters_are_removed_as_there_are():
    state = game()
    ox = one(state, "battlefield")
    happen(state, Event("counters", ox.id, amount=2, data=having(COUNTER("charge"))))
    (event,) = happen(state, Event("remove_counters", ox.id, amount=5, data=having(COUNTER("charge"))))
    assert (event.amount, event.data[LEFT], ox.counters) == (2, 0, {})


@pytest.mark.parametrize(
    ("value", "expected", "same"),
    [
        (2, True, True), (0, True, False), (0, False, True), (3, False, False), (True, 1, False), (1, 1, True),
        (False, "no", True), (True, "no", False), ("Island", "ISLAND", True), (["A"], "a", True), (["A", "B"], "a", False),
        (["A", "B"], ["a", "b"], True), (["B", "A"], ["a", "b"], False), (None, None, True), (None, False, False),
    ],
)  # fmt: skip
def test_what_counts_as_the_expected_value(value, expected, same):
    assert same_value(value, expected) is same


def test_a_type_line_is_compared_by_its_words():
    assert same_value("Artifact Creature — Golem", "creature artifact - golem", "types")
    assert not same_value("Artifact — Golem", "Artifact Creature — Golem", "types")
