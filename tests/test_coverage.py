"""What the checker says it can do, against the real rules and cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kb import coverage, update
from kb.checker.oracle.coverage import coverage as measure
from kb.cli import main
from kb.library import Library
from kb.settings import load_settings
from kb.update import update_from
from tests.shared import CARDS, CR, needs_shared
from tests.test_cards import ORACLE


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The current rules and every twentieth card; the whole base is measured in test_oracle_base."""
    settings = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("home"))})
    some = tmp_path_factory.mktemp("cards") / "cards.jsonl"
    lines = (CARDS / "cards.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    some.write_text("".join(lines[::20]), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(update, "rebuild_index", lambda *_: None)
        update_from(settings, "cr", CR / "2026-01-16.txt")
        update_from(settings, "cards", some)
    return Library.open(settings)


@needs_shared
def test_every_executable_rule_is_a_rule_of_the_edition(library: Library) -> None:
    found = coverage.rules(library)
    assert found["edition"] == "2026-01-16"
    assert found["unknown"] == []
    assert found["rules"] == 1157 + 1957
    state_based = next(one for one in found["chapters"] if one["chapter"] == "704")
    assert state_based["title"] == "State-Based Actions"
    assert "704.5f" not in state_based["missing"]
    assert state_based["executable"] + len(state_based["missing"]) == state_based["rules"]


@needs_shared
def test_so_much_of_the_card_base_is_read(library: Library) -> None:
    found = coverage.cards(library, patterns=5)
    assert found["cards"] > 1_600
    assert found["cards_percent"] >= 45
    assert found["abilities_percent"] >= 65
    assert len(found["unread"]) == 5
    assert 40 < found["cards_executable_percent"] < found["cards_percent"]
    assert found["abilities_executable_percent"] < found["abilities_percent"]
    assert len(found["not_executable"]) == 5


def test_with_nothing_loaded_the_register_is_told_and_no_card(tmp_path: Path) -> None:
    runner = CliRunner(env={"MTGKB_LANG": "en", "MTGKB_HOME": str(tmp_path)})
    told = runner.invoke(main, ["coverage", "rules", "--json"])
    assert told.exit_code == 0
    assert json.loads(told.output)["edition"] is None
    assert json.loads(told.output)["executable"] > 300
    assert "mtgkb update cards" in runner.invoke(main, ["coverage", "cards"]).output


def test_read_is_not_executable() -> None:
    def card(text: str) -> dict[str, object]:
        return {"name": "Owl", "types": ["Creature"], "text": text}

    played = "Flying\nWhen this creature enters, draw a card."
    for text, read, executable in (
        (played, 1, 1),
        ("Whenever you expend 4, draw a card.", 1, 0),  # nothing lets it happen
        ("Banding", 1, 0),  # a keyword without a handler
        ("Frobnicate the moon.", 0, 0),
    ):
        found = measure([card(text)], 5, coverage.missing)
        assert (found["cards_whole"], found["cards_executable"]) == (read, executable), text
    both = measure([card(played), card("Banding")], 5, coverage.missing)
    assert (both["cards_executable"], both["cards_executable_percent"]) == (1, 50.0)
    assert (both["abilities_executable"], both["abilities_executable_percent"]) == (2, 66.7)
    assert [one["count"] for one in both["not_executable"]] == [1]
    assert "banding" in both["not_executable"][0]["reason"]["en"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data home with the invented cards."""
    settings = load_settings({"MTGKB_HOME": str(tmp_path / "home")})
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    (tmp_path / "oracle-cards-20310501.json").write_text(json.dumps(ORACLE), encoding="utf-8")
    update_from(settings, "cards", tmp_path)
    return tmp_path / "home"


def test_the_measure_is_limited_to_a_list_of_names(home: Path, tmp_path: Path) -> None:
    runner = CliRunner(env={"MTGKB_LANG": "en", "MTGKB_HOME": str(home)})
    names = tmp_path / "names.txt"
    names.write_text("Test Bear\n\n  night cat \nDay Cat // Night Cat\n", encoding="utf-8")
    told = runner.invoke(main, ["coverage", "cards", "--json", "--names", str(names)])
    assert told.exit_code == 0, told.output
    assert json.loads(told.output)["cards"] == 2
    whole = runner.invoke(main, ["coverage", "cards", "--json"])
    assert json.loads(whole.output)["cards"] > 2


def test_every_unknown_name_of_the_list_is_quoted(home: Path) -> None:
    runner = CliRunner(env={"MTGKB_LANG": "en", "MTGKB_HOME": str(home)})
    told = runner.invoke(main, ["coverage", "cards", "--names", "-"], input="Test Bear\nTest Baer\nNobody\n")
    assert told.exit_code == 2
    assert '"Test Baer", "Nobody"' in told.output
    in_japanese = runner.invoke(main, ["coverage", "cards", "--lang", "ja", "--names", "-"], input="Nobody\n")
    assert "「Nobody」" in in_japanese.output
    assert runner.invoke(main, ["coverage", "rules", "--names", "-"], input="Test Bear\n").exit_code == 2
