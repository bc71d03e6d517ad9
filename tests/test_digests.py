"""Executable rules against the text they were written for."""

from __future__ import annotations

import json

import pytest

from kb.checker.rules import Rule
from kb.editions.digests import Baseline, baseline, compare, digest
from kb.editions.history import History
from kb.editions.model import Book, Unit
from kb.editions.pairing import pair
from scraper.cr import parse_cr
from scraper.decode import decode
from tests.shared import CR, needs_shared


def rule(number: str) -> Rule:
    return Rule(number, rule, "…")


OLD = Book(
    "2030-05-01",
    (
        Unit("cr:100.1", "rule", "A cog turns whenever somebody pushes it hard."),
        Unit("cr:100.2", "rule", "A lamp burns until it is blown out by a player."),
        Unit("cr:100.3", "rule", "See rule 100.2 for the colours of lamps."),
        Unit("cr:100.4", "rule", "Nobody may leave before the last lamp is out."),
    ),
)
NEW = Book(
    "2031-05-01",
    (
        Unit("cr:100.1", "rule", "A cog turns whenever somebody pushes or pulls it hard."),
        Unit("cr:100.2", "rule", "Doors are shut by whoever came in last."),
        Unit("cr:100.3", "rule", "See rule 100.5 for the colours of lamps."),
        Unit("cr:100.5", "rule", "A lamp burns until it is blown out by a player."),
    ),
)
BASE = Baseline("2030-05-01", {unit.name: digest(unit.text) for unit in OLD.units})
EXPECTED = {
    "100.1": ("changed", "100.1"),
    "100.2": ("moved", "100.5"),
    "100.3": ("unchanged", "100.3"),
    "100.9": ("unknown", None),
}


def history():
    ids = {book.edition: frozenset(unit.id for unit in book.units) for book in (OLD, NEW)}
    return History((OLD.edition, NEW.edition), (pair(OLD, NEW),), ids)


@pytest.mark.parametrize("with_history", [True, False])
def test_each_state(with_history):
    found = compare(map(rule, EXPECTED), NEW, history() if with_history else None, BASE)
    assert {one.number: (one.state, one.now) for one in found} == EXPECTED
    assert all(one.en and one.ja and one.function.endswith("rule") for one in found)


def test_a_rule_that_was_taken_out():
    (gone,) = compare([rule("100.4")], NEW, history(), BASE)
    assert (gone.state, gone.now) == ("missing", None)


@needs_shared
def test_the_digests_shipped_are_those_of_their_edition():
    units = Book.of("2026-01-16", parse_cr(decode((CR / "2026-01-16.txt").read_bytes()).text).documents).units
    kinds = ("chapter", "rule", "subrule")
    assert dict(baseline().digests) == {unit.name: digest(unit.text) for unit in units if unit.kind in kinds}


def test_no_text_is_shipped_with_the_digests():
    assert all(len(value) == 10 and int(value, 16) >= 0 for value in baseline().digests.values())
    assert json.dumps(dict(baseline().digests)).isascii()
