"""Every scenario handed over is played: nothing determined is wrong, and what is right already stays right.

`cases/floors.yaml` holds, for each file, how many checks are right with every rule of their `cite`; it only rises.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from kb.checker import check_text
from tests.shared import CASES, needs_shared

pytestmark = needs_shared
FLOORS = yaml.safe_load((Path(__file__).parent / "cases" / "floors.yaml").read_text(encoding="utf-8"))
FILES = (
    sorted(path.stem for path in (CASES / "scenarios").glob("*.yaml"))
    if (CASES / "scenarios").is_dir()
    else []
)


def test_every_file_has_a_floor():
    assert set(FILES) == set(FLOORS)


@pytest.mark.parametrize("name", FILES)
def test_no_determined_answer_is_wrong_and_right_ones_stay(name):
    reports = check_text((CASES / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"))
    answers = [(report.scenario, answer) for report in reports for answer in report.answers]
    wrong = [f"{where}: {dict(one.check)} gave {one.value!r}" for where, one in answers if one.ok is False]
    assert not wrong, "\n".join(wrong)
    right = sum(one.status == "determined" and one.ok is not False and one.cites for _, one in answers)
    assert right >= FLOORS[name], f"{right} of {len(answers)} right, the floor is {FLOORS[name]}"


@pytest.mark.parametrize("name", FILES)
def test_a_proof_names_at_most_six_rules_in_both_languages(name):
    for report in check_text((CASES / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8")):
        for one in report.to_json()["checks"]:
            assert len(one["because"]) <= 6, (report.scenario, one["check"])
            for reason in one["because"]:
                assert reason["say"]["en"], reason
                assert reason["say"]["ja"], reason
