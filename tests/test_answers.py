"""No answer of a script is dropped: one that a choice refuses is said by the checks, one left over stands in the log."""

from __future__ import annotations

from typing import Any

from kb.checker import check

CARDS = {
    "Elk": {"types": "Creature — Elk", "pt": "3/3"},
    "Ox": {"types": "Creature — Ox", "pt": "2/4"},
    "Toll": {"cost": "{B}", "types": "Sorcery", "text": "You sacrifice a creature."},
    "Gaze": {"cost": "{U}", "types": "Sorcery", "text": "Scry 1."},
}


def report(choices: list[Any], mine: list[str], card: str = "Toll", **more: Any) -> dict[str, Any]:
    document = {
        "id": "x",
        "cards": CARDS,
        "setup": {
            "A": {"hand": [card], "battlefield": mine, "library": ["Elk", "Elk"]},
            "B": {"battlefield": ["Elk"]},
        },
        "script": [{"at": "1.precombat_main", "player": "A", "cast": card, "choices": choices}],
        "checks": [{"at": "1.end", "zone": "Ox"}, {"at": "1.end", "life": "A"}],
        **more,
    }
    return check(document).to_json()


def test_an_illegal_answer_is_said_where_the_value_depends_on_it() -> None:
    ox, life = report(["Elk"], ["Ox", {"card": "Ox", "as": "other", "counters": {"+1/+1": 1}}])["checks"]
    assert (ox["status"], ox["value"]) == ("undetermined", None)
    assert ox["illegal_choice"]["answer"] == "Elk"
    assert ox["illegal_choice"]["player"] == "A"
    assert "Ox" in ox["illegal_choice"]["possible"]
    assert "'Elk'" in ox["illegal_choice"]["say"]["ja"]
    assert "'Elk'" in ox["why"]
    assert life["value"] == 20


def test_an_illegal_answer_is_said_too_where_the_rules_leave_one_way() -> None:
    ox, _ = report(["Elk"], ["Ox"])["checks"]
    assert (ox["status"], ox["value"]) == ("determined", "graveyard")
    assert ox["illegal_choice"]["possible"] == ["Ox"]


def test_an_answer_of_a_wrong_kind_is_refused_too() -> None:
    _, life = report(["sideways"], ["Ox"], "Gaze")["checks"]
    assert life["illegal_choice"]["answer"] == "sideways"
    assert life["illegal_choice"]["possible"] == ["top", "bottom"]


def test_an_answer_that_no_choice_uses_stands_in_the_log_in_both_languages() -> None:
    found = report(["Ox", "yes", 3], ["Ox", "Elk"])
    said = [one["say"] for one in found["log"] if one["event"] == "unused_answer"]
    assert [("'yes'" in one["en"], "'yes'" in one["ja"]) for one in said] == [(True, True), (False, False)]
    assert "script[0].choices" in said[0]["en"]
    assert "illegal_choice" not in found["checks"][0]
    assert not [one for one in report(["Ox"], ["Ox", "Elk"])["log"] if one["event"] == "unused_answer"]


def test_what_is_left_of_the_answers_of_a_step_is_said_with_its_step() -> None:
    script = [{"at": "1.upkeep", "choose": ["yes"]}]
    (said,) = [one for one in report([], ["Ox"], script=script)["log"] if one["event"] == "unused_answer"]
    assert "1.upkeep" in said["say"]["en"]
