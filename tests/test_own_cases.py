"""Our own scenarios (tests/cases/scenarios): invented cards, answers from the rules. Every check is right with its rules."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from kb.checker import check

FOLDER = Path(__file__).parent / "cases" / "scenarios"
DOCUMENTS = [
    pytest.param(document, id=document["id"])
    for path in sorted(FOLDER.glob("*.yaml"))
    for document in yaml.safe_load(path.read_text(encoding="utf-8"))
]

OURS = ("309", "311", "312", "701.49", "701.51", "701.52", "702.159", "702.178", "702.179", "704.5t", "704.5z", "704.6f", "717",
        "725", "800.4", "901")  # fmt: skip
"""Rules of the mechanics that these cases are about."""


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_answer_is_right_and_cites_its_rules(document):
    for one in check(document).answers:
        given = [reason.rule for reason in one.because]
        assert one.status == "determined", (dict(one.check), one.why_not)
        assert one.ok is not False, (dict(one.check), one.value)
        assert one.cites, (dict(one.check), given)
        assert len(given) <= 6, (dict(one.check), given)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_reason_has_a_sentence_of_its_own_in_both_languages(document):
    report = check(document).to_json()
    for one in report["checks"]:
        for reason in one["because"]:
            if not reason["rule"].startswith(OURS):
                continue
            say = reason["say"]
            assert say["en"], reason
            assert say["ja"], reason
            assert not say["ja"].startswith("総合ルール"), reason
            assert "  " not in say["en"], reason
