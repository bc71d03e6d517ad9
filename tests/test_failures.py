"""Each document answers for itself: what can't be read or played is an error in its place, everywhere alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

import kb.answer
from kb.asking.model import Answer
from kb.checker import check, check_each
from kb.checker.checks import CHECKS
from kb.cli import main
from kb.library import Library
from kb.settings import load_settings
from kb.web import create_app
from scraper.document import Lang

GOOD = {"id": "good", "checks": [{"life": "A", "expect": 20}]}
BROKEN = {"id": "broken", "checks": [{"life": "A"}]}
UNKNOWN = {"id": "unknown", "setup": {"A": {"hand": ["No Such Card"]}}, "checks": [{"life": "A"}]}
RUBBISH = {"id": "rubbish", "rubbish": 1}
POISON = {"id": "boom", "checks": [{"poison": "A"}]}


@pytest.fixture
def boom(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(game, one):
        raise ZeroDivisionError("of our own")

    monkeypatch.setitem(CHECKS, "poison", fails)


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(load_settings({"MTGKB_HOME": str(tmp_path)})).test_client()


def test_a_document_that_cannot_be_read_or_set_up_leaves_the_others_alone() -> None:
    found = [one.to_json() for one in check_each(json.dumps([GOOD, UNKNOWN, RUBBISH, 5, GOOD]))]
    assert [one["scenario"] for one in found] == ["good", "unknown", "rubbish", "[3]", "good"]
    assert [bool(one.get("error")) for one in found] == [False, True, True, True, False]
    assert all(one["checks"] == [] for one in found[1:4])
    assert "No Such Card" in found[1]["error"]["en"]
    assert "不明" in found[1]["error"]["ja"]
    assert found[2]["faults"][0]["where"] == "rubbish"


def test_a_key_given_twice_is_the_fault_of_its_own_document() -> None:
    for text in (
        "- {id: a}\n- {id: b, id: c}\n- {id: d}",
        '[{"id": "a"}, {"id": "b", "id": "c"}, {"id": "d"}]',
    ):
        found = [one.to_json() for one in check_each(text)]
        assert ["error" in one for one in found] == [False, True, False]
        assert "given twice" in found[1]["error"]["en"]


def test_aliases_hold_across_the_documents_of_a_list() -> None:
    found = check_each(
        "- {id: a, setup: &s {A: {life: 3}}, checks: [{life: A}]}\n- {id: b, setup: *s, checks: [{life: A}]}"
    )
    assert [one.to_json()["checks"][0]["value"] for one in found] == [3, 3]


def test_a_text_that_is_none_is_one_error_under_its_name() -> None:
    (found,) = check_each("a: [", name="mine.yaml")
    assert found.to_json()["scenario"] == "mine.yaml"


@pytest.mark.usefixtures("boom")
def test_an_exception_is_reported_with_what_where_and_when_and_no_paths() -> None:
    found = [one.to_json() for one in check_each(json.dumps([POISON, GOOD]))]
    assert found[1]["checks"][0]["ok"] is True
    crash = found[0]["crash"]
    assert (crash["exception"], crash["message"]) == ("ZeroDivisionError", "of our own")
    assert crash["where"][-1].startswith("tests.test_failures:fails:")
    assert crash["when"] == ["at 1.upkeep, checks[0]"]
    assert found[0]["error"].keys() == {"en", "ja"}
    assert "ZeroDivisionError" in found[0]["error"]["ja"]
    assert "/" not in json.dumps(found[0])


@pytest.mark.usefixtures("boom")
def test_the_command_plays_the_rest_and_ends_with_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MTGKB_HOME", str(tmp_path))
    (tmp_path / "one.json").write_text(json.dumps([POISON, UNKNOWN, GOOD]), encoding="utf-8")
    (tmp_path / "two.json").write_text(json.dumps(GOOD), encoding="utf-8")
    files = [str(tmp_path / name) for name in ("one.json", "none.json", "two.json")]
    done = CliRunner().invoke(main, ["check", *files, "--json"])
    assert done.exit_code == 2
    found = json.loads(done.stdout)
    assert [one["scenario"] for one in found] == ["boom", "unknown", "good", "none.json", "good"]
    shown = CliRunner().invoke(main, ["check", *files, "--lang", "ja"])
    assert shown.exit_code == 2
    assert shown.stdout.count("エラー: ") == 3
    assert "ZeroDivisionError: of our own" in shown.stderr
    assert CliRunner().invoke(main, ["check", files[2]]).exit_code == 0


@pytest.mark.usefixtures("boom")
def test_the_api_answers_each_of_a_list_and_refuses_a_single_one_that_is_not_valid(
    client: FlaskClient,
) -> None:
    answer = client.post("/api/v1/check", json=[POISON, RUBBISH, GOOD])
    assert answer.status_code == 200
    assert ["error" in one for one in answer.get_json()] == [True, True, False]
    assert "error" in client.post("/api/v1/check", json=POISON).get_json()[0]
    refused = client.post("/api/v1/check", json=RUBBISH)
    assert refused.status_code == 422
    assert refused.get_json()["scenario"] == "rubbish"
    assert refused.get_json()["checks"] == []


@pytest.mark.usefixtures("boom")
def test_the_editor_shows_each_error_beside_the_answers(client: FlaskClient) -> None:
    page = client.post("/check", data={"scenario": json.dumps([POISON, UNKNOWN, GOOD])}).text
    assert page.count("This scenario cannot be played") == 2
    assert "No Such Card" in page
    assert "as expected" in page


def test_a_rule_that_is_not_named_makes_it_not_ok() -> None:
    document = {
        "id": "x",
        "checks": [{"life": "A", "expect": 20, "cite": ["702.170a"]}, {"life": "A", "cite": ["704.5g"]}],
    }
    answers = check(document).to_json()["checks"]
    assert [(one["status"], one["value"], one["ok"], one["not_cited"]) for one in answers] == [
        ("determined", 20, False, ["702.170a"]),
        ("determined", 20, False, ["704.5g"]),
    ]


def test_a_question_on_which_the_program_fails_leaves_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = kb.answer._ask

    def fails(question: str, lang: Lang, library: Library) -> Answer:
        if question == "Boom?":
            error = ZeroDivisionError("of our own")
            error.add_note("at 1.upkeep, script[0]")
            raise error
        return answered(question, lang, library)

    monkeypatch.setattr(kb.answer, "_ask", fails)
    monkeypatch.setenv("MTGKB_HOME", str(tmp_path))
    (tmp_path / "list.txt").write_text("Boom?\nIs this a question?\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["ask", "--file", str(tmp_path / "list.txt"), "--json"])
    assert done.exit_code == 3
    failed, other = json.loads(done.stdout)
    assert failed["verdict"] == "undetermined"
    assert "at 1.upkeep, script[0]" in failed["answer"]["en"]
    assert "ZeroDivisionError: of our own" in failed["answer"]["ja"]
    assert failed["crash"]["where"][-1].startswith("tests.test_failures:fails:")
    assert "crash" not in other
    assert "ZeroDivisionError: of our own" in done.stderr
