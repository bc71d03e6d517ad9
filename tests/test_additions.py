"""The additions to the scenario document: setup keys, checks, moments, actions and what they don't know."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from kb.checker import ScenarioError, check
from kb.checker.scenario_schema import json_schema

CARDS = {
    "Elk": {"cost": "{G}", "types": "Creature — Elk", "pt": "3/3"},
    "Glade": {"types": "Land", "text": "{T}: Add {G}."},
    "Copier": {"cost": "{U}", "types": "Creature — Shapeshifter", "pt": "0/0",
               "text": "You may have Copier enter as a copy of any creature on the battlefield."},
    "Moth // Lantern": {"cost": "{1} // ", "types": "Creature — Insect // Artifact", "pt": "1/1 // ", "layout": "transform"},
    "Cart": {"cost": "{2}", "types": "Artifact — Vehicle", "pt": "3/3", "text": "Crew 1"},
}  # fmt: skip


def play(setup: dict[str, Any], checks: list[Any], script: Any = ()) -> list[Any]:
    document = {"id": "x", "cards": CARDS, "setup": setup, "script": list(script), "checks": checks}
    jsonschema.Draft202012Validator(json_schema()).validate(document)
    return [
        one["value"] if "error" not in one else one["error"]["en"]
        for one in check(document).to_json()["checks"]
    ]


def test_pools_libraries_emblems_and_the_time_of_day_are_set_up_and_asked_for() -> None:
    text = {"text": "Creatures you control get +1/+1."}
    setup = {
        "day": "night",
        "A": {"mana": "{R}{G}{R}", "library": ["Elk", "Glade"], "emblems": [text], "battlefield": ["Elk"]},
    }
    start = {"at": "start"}
    asked = [{**start, "mana_pool": "A"}, {**start, "mana_pool": "B"}, {**start, "library": "A"}, {**start, "emblems": "A"},
             {**start, "day_night": True}, {**start, "ring_bearer": "A"}, {**start, "power": "Elk"}]  # fmt: skip
    assert play(setup, asked) == ["{R}{R}{G}", "", ["Elk", "Glade"], ["Emblem"], "night", None, 4]


def test_a_count_may_ask_for_tapped_for_tokens_for_a_controller_and_for_the_name_there_is_now() -> None:
    mine = {"battlefield": [{"card": "Elk", "token": True}], "hand": [{"card": "Copier", "as": "it"}]}
    setup = {"A": mine, "B": {"battlefield": [{"card": "Elk", "tapped": True}]}}
    script = [{"at": "1.precombat_main", "player": "A", "cast": "it", "choices": ["Elk"]}]
    where = {"zone": "battlefield", "card": "Elk"}
    asked = [
        {"count": {**where, **more}} for more in ({}, {"tapped": True}, {"token": True}, {"controller": "B"})
    ]
    assert play(setup, [*asked, {"count": {"zone": "battlefield", "card": "Copier"}}], script) == [
        3,
        1,
        1,
        1,
        0,
    ]


def test_a_permanent_may_begin_transformed() -> None:
    setup = {"A": {"battlefield": [{"card": "Moth // Lantern", "as": "it", "transformed": True}]}}
    assert play(setup, [{"is_transformed": "it"}, {"types": "it"}]) == [True, "Artifact"]
    with pytest.raises(ScenarioError, match="no other face"):
        check(
            {
                "id": "x",
                "cards": CARDS,
                "setup": {"A": {"battlefield": [{"card": "Elk", "transformed": True}]}},
            }
        )


@pytest.mark.parametrize("key", [{"bestowed": True}, {"exerted": True}, {"unlocked": ["left"]}])
def test_what_is_set_up_and_not_modelled_leaves_what_follows_undetermined(key: dict[str, Any]) -> None:
    document = {
        "id": "x",
        "cards": CARDS,
        "setup": {"A": {"battlefield": [{"card": "Elk", **key}]}},
        "checks": [{"power": "Elk"}],
    }
    (found,) = check(document).answers
    assert found.status == "undetermined"
    assert "Elk" in found.why_not["en"]


def test_the_second_such_step_of_a_turn_is_never_reached_where_there_is_one() -> None:
    (found,) = check({"id": "x", "checks": [{"at": "1.declare_attackers/2", "life": "A"}]}).answers
    assert (found.status, found.value) == ("unreached", None)


@pytest.mark.parametrize(
    ("entry", "place", "knows"),
    [
        ({"attack": ["Elk"], "targets": ["B"]}, "script[0].targets", "choices"),
        ({"play": "Glade", "kicked": True}, "script[0].kicked", "from, face, choices"),
        ({"choose": [1], "choices": [2]}, "script[0].choices", "-"),
        ({"cast": "Elk", "ability": 1}, "script[0].ability", "from, method"),
    ],
)
def test_a_key_that_an_action_does_not_know_is_an_error_with_its_place(entry, place, knows) -> None:
    document = {"id": "x", "cards": CARDS, "script": [{"at": "1.precombat_main", **entry}]}
    with pytest.raises(ScenarioError) as raised:
        check(document)
    (fault,) = raised.value.faults
    assert fault.where == place
    assert knows in fault.en
    assert knows in fault.ja
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(json_schema()).validate(document)


def test_a_face_of_what_has_one_is_an_error() -> None:
    asked = [
        {"at": "1.precombat_main", "player": "A", "can": {key: card, "face": "Elk"}}
        for key, card in (("play", "Glade"), ("cast", "Elk"))
    ]
    for said in play({"A": {"hand": ["Glade", "Elk"]}}, asked):
        assert "one face" in said


def test_a_vehicle_is_crewed_by_name() -> None:
    setup = {"A": {"battlefield": ["Cart", "Elk"]}}
    script = [{"at": "1.precombat_main", "player": "A", "crew": "Cart", "choices": ["Elk"]}]
    assert play(setup, [{"at": "1.begin_combat", "types": "Cart"}, {"tapped": "Elk"}], script) == [
        "Artifact Creature — Vehicle",
        True,
    ]
