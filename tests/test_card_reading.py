"""What the model reads of a card and would not play is said on the command line, on the page and in the API, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kb import update
from kb.card_reading import abilities
from kb.cli import main
from kb.library import Library
from kb.settings import load_settings
from kb.update import update_from
from kb.web import create_app
from tests.test_cards import ORACLE

PHALANX = {
    "object": "card", "oracle_id": "o-9", "name": "Old Phalanx", "lang": "en", "layout": "normal", "mana_cost": "{1}{W}",
    "cmc": 2.0, "type_line": "Creature — Human", "power": "2", "toughness": "2", "colors": ["W"], "set": "tst",
    "oracle_text": "Flying\nBanding\nFrobnicate the moon.", "released_at": "2031-05-01",
}  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cards")
    (folder / "oracle-cards-20310501.json").write_text(json.dumps([*ORACLE, PHALANX]), encoding="utf-8")
    settings = load_settings({"MTGKB_HOME": str(folder / "home")})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(update, "rebuild_index", lambda *_: None)
        update_from(settings, "cards", folder)
    return folder / "home"


def test_each_ability_says_what_it_falls_short_of() -> None:
    face = {
        "name": {"en": "Old Phalanx"},
        "type": {"en": "Creature — Human"},
        "text": {"en": PHALANX["oracle_text"]},
    }
    flying, banding, frobnicate = abilities([face])
    assert (flying.state, flying.problems, flying.unread) == ("executable", (), ())
    assert (banding.state, banding.unread) == ("read", ())
    assert banding.to_json()["not_executable"] == [
        {
            "en": "no handler for the keyword 'banding'",
            "ja": "キーワード能力 'banding' を処理する手順がありません",
        }
    ]
    assert (frobnicate.state, frobnicate.unread) == ("unread", ("Frobnicate the moon",))


def test_the_command_says_which_sentence_falls_short_of_which(home: Path) -> None:
    runner = CliRunner(env={"MTGKB_HOME": str(home)})
    english = runner.invoke(main, ["card", "Old Phalanx", "--lang", "en"]).output
    assert "read, but not executable: Banding (no handler for the keyword 'banding')" in english
    assert "not read: Frobnicate the moon" in english
    japanese = runner.invoke(main, ["card", "Old Phalanx", "--lang", "ja"]).output
    assert (
        "読み取れるが実行できない能力：Banding（キーワード能力 'banding' を処理する手順がありません）"
        in japanese
    )
    assert "読み取れない文：Frobnicate the moon" in japanese
    assert "every ability is executable" in runner.invoke(main, ["card", "Test Bear", "--lang", "en"]).output


def test_the_page_and_the_api_say_it_too(home: Path) -> None:
    client = create_app(library=Library.open(load_settings({"MTGKB_HOME": str(home)}))).test_client()
    english = client.get("/cards/Old Phalanx?ui=en").text
    assert "no handler for the keyword" in english
    assert "read and played" in english
    assert '<q lang="en">Frobnicate the moon</q>' in english
    assert "を処理する手順がありません" in client.get("/cards/Old Phalanx?ui=ja").text
    told = client.get("/api/v1/cards/Old Phalanx").get_json()["abilities"]
    assert [one["state"] for one in told] == ["executable", "read", "unread"]
