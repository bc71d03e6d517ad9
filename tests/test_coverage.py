"""What the checker says it can do, against the real rules and cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kb import coverage, update
from kb.cli import main
from kb.library import Library
from kb.settings import load_settings
from kb.update import update_from
from tests.shared import CARDS, CR, needs_shared


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


def test_with_nothing_loaded_the_register_is_told_and_no_card(tmp_path: Path) -> None:
    runner = CliRunner(env={"MTGKB_LANG": "en", "MTGKB_HOME": str(tmp_path)})
    told = runner.invoke(main, ["coverage", "rules", "--json"])
    assert told.exit_code == 0
    assert json.loads(told.output)["edition"] is None
    assert json.loads(told.output)["executable"] > 300
    assert "mtgkb update cards" in runner.invoke(main, ["coverage", "cards"]).output
