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


def test_what_one_action_leaves_answers_nothing_of_another_and_is_said() -> None:
    script = [
        {"at": "1.precombat_main", "player": "A", "cast": "Look Away", "choices": ["Ox"]},
        {"at": "1.postcombat_main", "player": "A", "cast": "Toll"},
    ]
    cards = {
        "Look Away": {"cost": "{R}", "types": "Sorcery", "text": "You gain 1 life."},
        "Toll": {"cost": "{R}", "types": "Sorcery", "text": "You sacrifice a creature."},
        "Ox": {"types": "Creature — Ox", "pt": "2/4"},
        "Elk": {"types": "Creature — Elk", "pt": "3/3"},
    }
    document = {
        "id": "x",
        "cards": cards,
        "setup": {"A": {"hand": ["Look Away", "Toll"], "battlefield": ["Ox", "Elk"]}},
        "script": script,
        "checks": [{"zone": "Ox"}, {"life": "A"}],
    }
    found = check(document).to_json()
    ox, life = found["checks"]
    assert (ox["status"], life["value"]) == ("undetermined", 21)
    said = [one["say"]["en"] for one in found["log"] if one["event"] == "unused_answer"]
    assert len(said) == 1
    assert "script[0].choices" in said[0]


def test_the_rule_of_a_sacrifice_names_what_is_sacrificed() -> None:
    cards = {
        "Keeper": {
            "types": "Creature — Elf",
            "pt": "1/1",
            "text": "Whenever you sacrifice a creature, put a +1/+1 counter on this creature.",
        },
        "Ox": {"types": "Creature — Ox", "pt": "2/4"},
    }
    document = {
        "id": "x",
        "cards": cards,
        "setup": {"A": {"battlefield": ["Keeper", "Ox"]}},
        "script": [{"at": "1.precombat_main", "player": "A", "event": {"sacrifice": "Ox"}}],
        "checks": [{"power": "Keeper"}],
    }
    (power,) = check(document).to_json()["checks"]
    assert power["value"] == 2
    (said,) = [one["say"] for one in power["because"] if one["rule"] == "701.21a"]
    assert said["en"].startswith("Ox ")
    assert said["ja"].startswith("Ox")


TWICE = {
    "types": "Creature — Elf",
    "pt": "1/1",
    "text": "At the beginning of your upkeep, you gain 3 life.\nAt the beginning of your upkeep, you lose half your life, rounded up.",
}


def test_an_ability_is_named_by_its_source_and_a_fragment_where_one_source_has_several() -> None:
    for first, life in (("half", 11), ("gain 3", 13)):
        document = {
            "id": "x",
            "cards": {"Twice": TWICE},
            "setup": {"A": {"battlefield": ["Twice"]}},
            "script": [{"at": "1.upkeep", "choose": [{"source": "Twice", "text": first}]}],
            "checks": [{"at": "1.precombat_main", "life": "A"}],
        }
        found = check(document).to_json()
        assert found["checks"][0]["value"] == life, first


def test_yes_answers_whether_and_a_second_answer_says_which() -> None:
    copier = {"cost": "{U}", "types": "Creature — Shapeshifter", "pt": "0/0",
              "text": "You may have Copier enter as a copy of any creature on the battlefield."}  # fmt: skip
    for choices, zone in ((["yes", "Elk"], "battlefield"), (["Elk"], "battlefield"), (["no"], "graveyard")):
        document = {
            "id": "x",
            "cards": {**CARDS, "Copier": copier},
            "setup": {
                "A": {"hand": [{"card": "Copier", "as": "it"}], "battlefield": ["Ox"]},
                "B": {"battlefield": ["Elk"]},
            },
            "script": [{"at": "1.precombat_main", "player": "A", "cast": "it", "choices": choices}],
            "checks": [{"zone": "it"}],
        }
        found = check(document).to_json()
        assert found["checks"][0]["value"] == zone, choices
        assert not [one for one in found["log"] if one["event"] in ("unused_answer", "illegal_choice")]


def test_a_mode_is_named_by_a_fragment_or_its_printed_number() -> None:
    modal = {
        "types": "Enchantment",
        "text": "At the beginning of your upkeep, choose one —\n• You gain 3 life.\n• You lose 2 life.",
    }
    for answer, life in (("gain 3", 23), ("You lose 2 life.", 18), (2, 18)):
        document = {
            "id": "x",
            "cards": {"Modal": modal},
            "setup": {"A": {"battlefield": ["Modal"]}},
            "script": [{"at": "1.upkeep", "choose": [answer]}],
            "checks": [{"at": "1.precombat_main", "life": "A"}],
        }
        assert check(document).to_json()["checks"][0]["value"] == life


def test_what_is_left_of_the_answers_of_a_step_is_said_with_its_step() -> None:
    script = [{"at": "1.upkeep", "choose": ["yes"]}]
    (said,) = [one for one in report([], ["Ox"], script=script)["log"] if one["event"] == "unused_answer"]
    assert "1.upkeep" in said["say"]["en"]


def test_one_effect_alone_is_not_explained_by_timestamps():
    banner = {"types": "Enchantment", "text": "Creatures you control have base power and toughness 4/4."}
    document = {
        "id": "alone",
        "cards": {"Banner": banner, "Second Banner": banner, "Ox": {"types": "Creature — Ox", "pt": "2/4"}},
        "setup": {"A": {"battlefield": ["Banner", "Ox"]}},
        "checks": [{"at": "1.precombat_main", "power": "Ox", "expect": 4}],
    }
    (answer,) = check(document).answers
    assert answer.ok
    assert "613.7" not in [reason.rule for reason in answer.because]
    document["setup"]["A"]["battlefield"].append("Second Banner")
    (answer,) = check(document).answers
    assert "613.7" in [reason.rule for reason in answer.because]


def test_ways_are_tried_in_which_only_the_second_of_two_choices_is_taken_otherwise() -> None:
    shown = check(
        {
            "id": "x",
            "cards": {
                **CARDS,
                "Cover": {
                    "cost": "{W}",
                    "types": "Instant",
                    "text": "Choose one —\n• Draw a card.\n• Creatures you control gain indestructible until end of turn.",
                },
                "Fork": {
                    "cost": "{B}",
                    "types": "Sorcery",
                    "text": "Choose one —\n• You gain 1 life.\n• Destroy all creatures you control.",
                },
            },
            "setup": {"A": {"hand": ["Cover", "Fork"], "battlefield": ["Ox"]}},
            "script": [
                {"at": "1.precombat_main", "player": "A", "cast": "Cover"},
                {"at": "1.precombat_main", "player": "A", "cast": "Fork"},
            ],
            "checks": [{"at": "1.end", "zone": "Ox"}],
        }
    ).to_json()["checks"]
    assert (shown[0]["status"], shown[0]["value"]) == ("undetermined", None)
