"""Scenarios with real cards, by name only: their texts are read from ../shared at test time.

A check with `expect` is never wrong. How many are right is a floor that only rises: texts that aren't read yet leave
some undetermined.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from kb.checker.runner import run
from kb.checker.scenario import load_text
from tests.card_base import card_base
from tests.shared import CARDS, needs_shared

pytestmark = needs_shared
FOLDER = Path(__file__).parent / "cases" / "cards"
SCENARIOS = [
    pytest.param(scenario, id=scenario.id)
    for path in sorted(FOLDER.glob("*.yaml"))
    for scenario in load_text(path.read_text(encoding="utf-8"))
]
FLOOR = 282


@functools.cache
def base():
    with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
        return card_base([json.loads(line) for line in lines])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_determined_answer_is_wrong(scenario):
    for one in run(scenario, base()).answers:
        if one.status == "determined":
            assert one.ok is not False, (dict(one.check), one.value, [reason.rule for reason in one.because])
            assert one.cites, (dict(one.check), [reason.rule for reason in one.because])


def test_enough_of_them_are_determined():
    answers = [one for param in SCENARIOS for one in run(param.values[0], base()).answers]
    right = sum(one.status == "determined" for one in answers)
    assert right >= FLOOR, f"{right} of {len(answers)}"
