"""Scenario documents: what is accepted, and that every fault is named with its place in both languages."""

from __future__ import annotations

import json

import jsonschema
import pytest
import yaml

from kb.checker.scenario import MAX_NODES, Moment, ScenarioError, load_text, load_tree, parse
from kb.checker.scenario_schema import json_schema
from tests.shared import CASES, needs_shared


def faults_of(tree):
    with pytest.raises(ScenarioError) as caught:
        parse(tree)
    return caught.value


def test_moments_sort_in_the_order_of_play():
    given = ["2.upkeep", "start", "1.end", "1.draw"]
    assert [str(m) for m in sorted(map(Moment.parse, given))] == ["start", "1.draw", "1.end", "2.upkeep"]


@pytest.mark.parametrize(
    ("tree", "where"),
    [
        ({"id": "x", "chekcs": []}, "chekcs"),
        ({"id": "x", "script": [{"cast": "A", "fro": "hand"}]}, "script[0].fro"),
        ({"id": "x", "checks": [{"life": 3}]}, "checks[0].life"),
        ({"id": "x", "checks": [{"at": "1.lunch", "life": "A"}]}, "checks[0].at"),
        ({"id": "x", "checks": [{"life": "A", "zone": "B"}]}, "checks[0]"),
        ({"id": "x", "setup": {"Z": {}}}, "setup.Z"),
        ({"id": "x", "setup": {"A": {"speed": 7}}}, "setup.A.speed"),
        ({"id": "x", "script": [{"event": {"explode": 1}}]}, "script[0].event"),
        ({"id": "x", "script": [{"player": "Q", "pass": True}]}, "script[0].player"),
        ({"id": "x", "checks": [{"life": "A", "cite": ["7.1"]}]}, "checks[0].cite[0]"),
        ({"id": "x", "players": ["A"]}, "players"),
    ],
)
def test_a_fault_names_its_place_in_both_languages(tree, where):
    error = faults_of(tree)
    assert where in [fault.where.split(": ")[0] for fault in error.faults] or any(
        fault.where.startswith(where) for fault in error.faults
    )
    assert error.en
    assert error.ja
    assert where in error.ja


def test_all_faults_are_reported_at_once():
    assert len(faults_of({"id": "x", "dice": ["six"], "mana": "much"}).faults) == 2


def test_a_key_given_twice_is_an_error_in_yaml_and_json():
    for text in ("id: x\nid: y", '{"id": "x", "id": "y"}'):
        with pytest.raises(ScenarioError, match="given twice"):
            load_tree(text)


def test_an_alias_bomb_is_refused_before_it_is_walked():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(ScenarioError, match=str(MAX_NODES)):
        load_tree("\n".join(lines))


def test_objects_of_python_are_not_built():
    with pytest.raises(ScenarioError):
        load_tree("!!python/object/apply:os.getcwd []")


def test_deep_nesting_is_an_error_not_a_crash():
    with pytest.raises(ScenarioError):
        load_tree("[" * 5000 + "]" * 5000)


def test_yaml_and_json_give_the_same_scenario():
    tree = {"id": "x", "checks": [{"at": "1.upkeep", "life": "A", "expect": 20}]}
    assert load_text(json.dumps(tree)) == load_text(yaml.safe_dump(tree))


@needs_shared
def test_the_json_schema_accepts_every_case_handed_over():
    validator = jsonschema.Draft202012Validator(json_schema())
    count = 0
    for path in sorted((CASES / "scenarios").glob("*.yaml")):
        for document in yaml.safe_load(path.read_text(encoding="utf-8")):
            validator.validate(document)
            count += 1
    assert count == 108


def test_the_json_schema_refuses_an_unknown_key():
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(json_schema()).validate({"id": "x", "colour": "red"})
