"""What a bot that was written for the academyruins API asks, and gets."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from kb.library import Library
from kb.settings import load_settings
from kb.store import Store
from kb.web import create_app
from scraper.cr import parse_cr
from scraper.decode import decode
from tests.shared import CR, needs_shared

pytestmark = needs_shared


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    held = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("compat"))})
    store = Store.open(held)
    for edition in ("2023-11-17", "2024-06-07", "2026-01-16"):
        parsed = parse_cr(decode((CR / f"{edition}.txt").read_bytes()).text)
        store.replace("cr", parsed.effective, parsed.documents, sha256="", origin=edition)
    return create_app(library=Library.open(held)).test_client()


@pytest.fixture
def ask(client):
    def get(path, status=200, **query):
        answer = client.get(f"/compat/academyruins{path}", query_string=query)
        assert answer.status_code == status, answer.text
        assert answer.mimetype == "application/json"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        return answer.get_json()

    return get


def test_all_rules_come_by_number_in_the_order_of_the_book(ask) -> None:
    rules = ask("/cr")
    assert len(rules) > 3000
    plot = rules["702.170a"]
    assert set(plot) == {"ruleNumber", "ruleText", "examples", "fragment", "navigation"}
    assert (plot["ruleNumber"], plot["fragment"], plot["examples"]) == ("702.170a", "170a", None)
    assert plot["navigation"] == {"previousRule": "702.170", "nextRule": "702.170b"}
    assert rules["100.1"]["navigation"]["previousRule"] is None


def test_the_next_rule_at_the_end_of_a_chapter_is_the_first_of_the_next_one(ask) -> None:
    rules = ask("/cr")
    last = [number for number in rules if number.startswith("100.")][-1]
    assert rules[last]["navigation"]["nextRule"] == "101.1"
    assert rules["101.1"]["navigation"]["previousRule"] == last


def test_a_rule_and_its_definition(ask) -> None:
    assert ask("/cr/702.3")["ruleText"] == "Defender"
    assert ask("/cr/702.3", find_definition="true")["ruleNumber"] == "702.3b"
    assert ask("/cr/702.170", find_definition="true")["ruleNumber"] == "702.170a"
    assert ask("/cr/701.3", find_definition="true")["ruleNumber"] == "701.3a"
    assert ask("/cr/702.3", exact_match="false")["ruleNumber"] == "702.3b"
    assert ask("/cr/104.3a", find_definition="true")["ruleNumber"] == "104.3a"
    assert ask("/cr/999.1", 404) == {"detail": "Rule not found", "ruleNumber": "999.1"}


def test_the_fourth_example_is_not_lost(ask) -> None:
    found = ask("/cr/example/707.3")
    assert found["ruleNumber"] == "707.3"
    assert len(found["examples"]) == 4
    assert not any(one.startswith("Example") for one in found["examples"])
    assert ask("/cr/example/702.170a")["examples"] is None


def test_contents_and_keywords(ask) -> None:
    sections = ask("/cr/toc")
    assert [one["number"] for one in sections] == list(range(1, 10))
    assert sections[0]["title"] == "Game Concepts"
    assert {"number": 105, "title": "Colors"} in sections[0]["subsections"]
    words = ask("/cr/keywords")
    assert {"Plot", "Daybound", "Nightbound", "Defender"} <= set(words["keywordAbilities"])
    assert {"Attach", "Scry"} <= set(words["keywordActions"])
    assert "landfall" in words["abilityWords"]
    assert all(word == word.lower() or "’" in word for word in words["abilityWords"])


def test_the_glossary_by_exact_near_and_other_names(ask) -> None:
    whole = ask("/cr/glossary")
    assert whole["team vs. team variant"]["term"] == "Team vs. Team Variant"
    assert ask("/cr/glossary/Team%20vs.%20Team%20Variant")["term"] == "Team vs. Team Variant"
    assert ask("/cr/glossary/flyng")["term"] == "Flying"
    assert ask("/cr/glossary/flyng", 404, fuzzy="false") == {"detail": "Entry not found."}
    assert ask("/cr/glossary/plot", exact="true")["term"] == "Plot"
    assert ask("/cr/glossary/計画")["term"] == "Plot"
    assert ask("/cr/glossary/zzzzqqq", 404)["detail"] == "Entry not found."
    assert ask("/cr/unofficial-glossary")["plot"]["definition"].endswith("[Unofficial]")


def test_a_trace_goes_back_to_where_the_rule_began(ask) -> None:
    steps = ask("/cr/trace/702.170a")
    assert steps[-1]["action"] == "created"
    assert steps[-1]["old"] is None
    assert steps[-1]["diff"]["destCode"] == "MH3"
    moved = ask("/cr/trace/722.1")
    assert any(one["old"] and one["old"]["ruleNumber"] == "719.1" for one in moved), moved
    assert all(set(one) == {"action", "old", "new", "diff"} for one in moved)
    assert ask("/cr/trace/999.1", 404)["ruleNumber"] == "999.1"


def test_a_diff_by_set_codes(ask) -> None:
    found = ask("/diff/cr", old="lci", new="MH3", nav="true")
    assert (found["sourceCode"], found["destCode"], found["creationDay"]) == ("LCI", "MH3", "2024-06-07")
    assert found["destSet"] == "Modern Horizons 3"
    assert found["nav"] == {"prevSourceCode": None, "nextDestCode": "ECL"}
    added = [one for one in found["changes"] if one["old"] is None]
    assert "702.170a" in [one["new"]["ruleNumber"] for one in added]
    edited = next(one for one in found["changes"] if one["old"] and one["new"])
    assert "<<<<" in edited["old"]["ruleText"] + edited["new"]["ruleText"]
    assert {"from": "719.1", "to": "720.1"} in found["moves"]
    latest = ask("/diff/cr")
    assert (latest["sourceCode"], latest["destCode"]) == ("MH3", "ECL")
    assert "nav" not in latest
    assert ask("/diff/cr", old="MH3")["destCode"] == "ECL"
    assert ask("/diff/cr", 404, old="XXX", new="MH3")["old"] == "XXX"
