"""A question about nothing is an error that says what there is; it never answers 0, false or null."""

from __future__ import annotations

from typing import Any

import pytest

from kb.checker import check
from kb.commands.check import check_exit

CARDS = {
    "Greeter": {"cost": "{G}", "types": "Creature — Elf", "pt": "1/1", "text": "When this creature enters, you gain 1 life."},
    "Echoing Spark": {"cost": "{R}", "types": "Sorcery", "text": "This spell deals 1 damage to target player.\nStorm"},
    "Old Ox": {"cost": "{1}{G}", "types": "Creature — Ox", "pt": "2/2", "text": "Undying"},
    "Smith": {"cost": "{1}{R}", "types": "Creature — Dwarf", "pt": "1/1",
              "text": "When this creature enters, you may sacrifice another creature. When you do, draw a card.\n"
                      "{T}: Create a 1/1 red Goblin creature token."},
    "Lender": {"cost": "{1}", "types": "Enchantment", "text": 'Other creatures you control have "When this creature dies, draw a card."'},
}  # fmt: skip
SETUP = {
    "A": {"hand": ["Greeter", "Echoing Spark"], "battlefield": ["Old Ox", {"card": "Smith", "as": "smith"}]}
}
CAST = [{"at": "1.precombat_main", "player": "A", "cast": "Greeter"}]


def answer(question: dict[str, Any], setup: dict[str, Any] = SETUP, script: Any = CAST) -> dict[str, Any]:
    document = {"id": "x", "cards": CARDS, "setup": setup, "script": script, "checks": [question]}
    found: dict[str, Any] = check(document).to_json()["checks"][0]
    return found


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"triggered": {"source": "Greeter", "text": "leaves"}}, ["'leaves'", "When this creature enters"]),
        ({"resolved": {"source": "Greeter", "text": "draw"}}, ["'draw'", "When this creature enters"]),
        ({"triggered": {"source": "Gretter", "text": "enters"}}, ["'Gretter'", "'Greeter'"]),
        ({"triggered": {"source": "smith", "text": "attacks"}}, ["'attacks'"]),
        ({"zone": "Nobody"}, ["'Nobody'"]),
        ({"power": "Nobody"}, ["'Nobody'"]),
        ({"count": {"card": "Nobody"}}, ["'Nobody'"]),
        ({"count": {"card": "Saproling Token"}}, ["'Saproling Token'"]),
        ({"count": {"type": "creatur"}}, ["'creatur'"]),
        ({"count": {"player": "C"}}, ["'C'", "A, B"]),
        ({"life": "C"}, ["'C'", "A, B"]),
        ({"has": {"card": "Old Ox", "ability": "flyng"}}, ["'flyng'", "Undying"]),
        ({"is_plotted": "Nobody"}, ["'Nobody'"]),
        ({"counters": {"card": "Nobody", "kind": "charge"}}, ["'Nobody'"]),
        ({"can": {"cast": "Nobody"}, "at": "1.precombat_main", "player": "A"}, ["'Nobody'"]),
        ({"can": {"attack": ["Nobody"]}, "at": "1.declare_attackers", "player": "A"}, ["'Nobody'"]),
        ({"can": {"block": {"Nobody": "Old Ox"}}, "at": "1.declare_blockers", "player": "B"}, ["'Nobody'"]),
    ],
)  # fmt: skip
def test_it_is_an_error_that_names_what_was_asked_and_what_there_is(question, says) -> None:
    found = answer(
        {**question, "expect": 0},
        script=[*CAST, {"at": "1.declare_attackers", "player": "A", "attack": ["Old Ox"]}],
    )
    assert (found["status"], found["value"], found["ok"]) == ("undetermined", None, None)
    assert all(word in found["error"]["en"] for word in says), found["error"]
    assert any("ぁ" <= char <= "ん" for char in found["error"]["ja"])
    assert check_exit([{"checks": [found]}]) == 2


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ({"triggered": {"source": "Greeter", "text": "enters"}}, 1),
        ({"resolved": {"source": "Greeter", "text": "gain 1 life"}}, 1),
        ({"resolved": {"source": "Greeter"}}, 1),
        ({"triggered": {"source": "Echoing Spark", "text": "when you cast this spell"}}, 0),
        ({"triggered": {"source": "Echoing Spark", "text": "storm"}}, 0),
        ({"triggered": {"source": "Old Ox", "text": "dies"}}, 0),
        ({"triggered": {"source": "Old Ox", "text": "undying"}}, 0),
        ({"triggered": {"source": "smith", "text": "When you do"}}, 0),
        ({"count": {"card": "Goblin Token"}}, 0),
        ({"count": {"card": "Greeter", "zone": "hand"}}, 0),
        ({"count": {"type": "Creature — Elf", "zone": "battlefield"}}, 1),
        ({"has": {"card": "Old Ox", "ability": "flying"}}, False),
        ({"has": {"card": "Old Ox", "ability": "protection from red"}}, False),
        ({"has": {"card": "Old Ox", "ability": "when this creature enters, you gain 1 life"}}, False),
        ({"counters": {"card": "Old Ox", "kind": "of some kind"}}, 0),
        ({"can": {"cast": "Old Ox"}, "at": "1.precombat_main", "player": "A"}, False),
    ],
)
def test_what_could_have_happened_and_did_not_is_answered(question, value) -> None:
    found = answer(question)
    assert "error" not in found, found["error"]
    assert (found["status"], found["value"]) == ("determined", value)


def test_an_ability_that_something_gives_may_be_asked_for() -> None:
    question = {"triggered": {"source": "Old Ox", "text": "when this creature dies, draw"}}
    assert answer(question, {"A": {"battlefield": ["Old Ox", "Lender"]}}, [])["value"] == 0
    assert answer(question, {"A": {"battlefield": ["Old Ox"]}}, [])["error"]


def test_storm_is_found_by_what_it_waits_for() -> None:
    script = [*CAST, {"at": "1.precombat_main", "player": "A", "cast": "Echoing Spark", "targets": ["B"]}]
    question = {"triggered": {"source": "Echoing Spark", "text": "when you cast this spell"}}
    assert answer(question, script=script)["value"] == 1


def test_a_reflexive_ability_has_its_own_words() -> None:
    setup = {"A": {"hand": ["Smith"], "battlefield": ["Old Ox"], "library": ["Greeter"] * 5}}
    script = [{"at": "1.precombat_main", "player": "A", "cast": "Smith", "choices": ["yes", "Old Ox"]}]
    for text, value in (("enters", 1), ("when you do", 1), ("draw a card", 1), ("sacrifice another", 1)):
        assert answer({"triggered": {"source": "Smith", "text": text}}, setup, script)["value"] == value, text


def test_objects_that_share_a_name_answer_where_they_agree() -> None:
    grown = {"card": "Old Ox", "counters": {"+1/+1": 1}}
    setup = {"A": {"battlefield": [{"card": "Old Ox", "count": 2}, grown]}}
    named = {"A": {"battlefield": [{"card": "Old Ox", "count": 2}, {**grown, "as": "big"}]}}
    alike = {"A": {"battlefield": [{"card": "Old Ox", "count": 2}], "hand": ["Old Ox"]}}
    assert answer({"power": "Old Ox"}, alike, [])["value"] == 2
    assert answer({"power": "big"}, named, [])["value"] == 3
    assert answer({"power": "Old Ox"}, named, [])["value"] == 2
    found = answer({"power": "Old Ox"}, setup, [])
    assert found["status"] == "undetermined"
    assert "2, 3" in found["error"]["en"]
    assert "`as`" in found["error"]["en"]
    assert "2, 3" in found["error"]["ja"]
    assert answer({"zone": "Old Ox"}, alike, [])["error"]
    assert answer({"counters": {"card": "Old Ox", "kind": "+1/+1"}}, setup, [])["error"]
    assert answer({"has": {"card": "Old Ox", "ability": "undying"}}, setup, [])["value"] is True


def test_two_objects_of_one_name_that_differ_are_told_apart() -> None:
    found = answer(
        {"power": "Old Ox"},
        {"A": {"battlefield": ["Old Ox", {"card": "Old Ox", "counters": {"+1/+1": 1}}]}},
        [],
    )
    assert (found["status"], found["value"]) == ("undetermined", None)
    assert "(2, 3)" in found["error"]["en"]


def test_a_script_that_names_nothing_leaves_what_follows_undetermined() -> None:
    script = [{"at": "1.precombat_main", "player": "A", "cast": "Greetar"}]
    found = answer({"life": "A"}, script=script)
    assert found["status"] == "undetermined"
    assert "'Greetar'" in found["why"]


DETAILED = {
    **CARDS,
    "Plain Bolt": {"cost": "{R}", "types": "Instant", "text": "Plain Bolt deals 3 damage to any target."},
    "Kick Bolt": {"cost": "{R}", "types": "Instant", "text": "Kicker {2}\nKick Bolt deals 3 damage to any target."},
    "Odd Engine": {"cost": "{1}", "types": "Artifact", "text": "{T}: You gain 1 life.\n{X}: You gain X life."},
    "Lofty Engine": {"cost": "{1}", "types": "Artifact Creature — Construct", "pt": "1/1", "text": "Flying\n{T}: You gain 1 life."},
}  # fmt: skip
HAND = {"A": {"hand": ["Plain Bolt", "Kick Bolt"], "battlefield": ["Odd Engine", "Lofty Engine"]}}


def detailed(question: dict[str, Any], script: Any = ()) -> dict[str, Any]:
    document = {
        "id": "x",
        "cards": DETAILED,
        "setup": HAND,
        "script": list(script),
        "checks": [{"at": "1.precombat_main", "player": "A", **question}],
    }
    found: dict[str, Any] = check(document).to_json()["checks"][0]
    return found


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ({"cast": "Plain Bolt", "x": 3, "targets": ["B"]}, ["'Plain Bolt'", "X", "3"]),
        ({"cast": "Plain Bolt", "modes": [1], "targets": ["B"]}, ["'Plain Bolt'", "modes"]),
        ({"cast": "Plain Bolt", "kicked": True, "targets": ["B"]}, ["'Plain Bolt'", "no optional cost"]),
        ({"cast": "Kick Bolt", "kicked": "buyback", "targets": ["B"]}, ["'buyback'", "Kicker {2}"]),
        ({"cast": "Kick Bolt", "kicked": 2, "targets": ["B"]}, ["2", "Kicker {2}"]),
        ({"activate": "Odd Engine", "ability": 1, "x": 2}, ["'Odd Engine'", "X"]),
        ({"activate": "Odd Engine", "modes": [1]}, ["'Odd Engine'", "modes"]),
        ({"activate": "Lofty Engine", "ability": 1}, ["'Lofty Engine'", "2: {T}: You gain 1 life"]),
        ({"activate": "Lofty Engine", "ability": 3}, ["'Lofty Engine'", "2: {T}: You gain 1 life"]),
    ],
)
def test_what_an_action_says_and_nothing_asks_for_is_an_error(action, says) -> None:
    of_script = [{"at": "1.precombat_main", "player": "A", **action}]
    for found in (detailed({"can": action}), detailed({"life": "B"}, of_script)):
        assert (found["status"], found["value"]) == ("undetermined", None)
        assert all(word in found["error"]["en"] for word in says), found["error"]
        assert any("ぁ" <= char <= "ん" for char in found["error"]["ja"])
        assert check_exit([{"checks": [found]}]) == 2


@pytest.mark.parametrize(
    "action",
    [
        {"cast": "Kick Bolt", "kicked": True, "targets": ["B"]},
        {"cast": "Kick Bolt", "kicked": "{2}", "targets": ["B"]},
        {"cast": "Plain Bolt", "kicked": False, "targets": ["B"]},
        {"activate": "Odd Engine", "x": 2},
        {"activate": "Odd Engine"},
    ],
)
def test_what_something_asks_for_is_none(action) -> None:
    found = detailed({"can": action})
    assert (found["status"], found["value"]) == ("determined", True), found
