"""Pages and API of cards, and of what is held."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from kb import status, update
from kb.library import Library
from kb.settings import load_settings
from kb.sources.model import Raw
from kb.update import update_from
from kb.web import create_app
from tests.invented import rules_text
from tests.test_cards import ALL, ORACLE, RULINGS


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library of an invented game with its cards; its index is of our terms alone."""
    settings = load_settings({"MTGKB_HOME": str(tmp_path / "home")})
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    (tmp_path / "cards").mkdir()
    for name, content in (("oracle-cards", ORACLE), ("all-cards", ALL), ("rulings", RULINGS[:1])):
        (tmp_path / "cards" / f"{name}-20310501.json").write_text(json.dumps(content), encoding="utf-8")
    for source in ("cards", "rulings"):
        update_from(settings, source, tmp_path / "cards")
    (tmp_path / "rules.txt").write_text(rules_text("2020-01-01"), encoding="utf-8")
    update_from(settings, "cr", tmp_path / "rules.txt")
    return Library.open(settings)


@pytest.fixture
def client(library: Library) -> FlaskClient:
    return create_app(library=library).test_client()


@pytest.mark.parametrize("name", ["Day Cat", "night cat", "Day Cat // Night Cat"])
def test_a_card_page_shows_faces_and_rulings_under_any_of_its_names(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/cards/{name}")
    assert answer.status_code == 200
    for shown in ("Day Cat", "Night Cat", "1/1", "3/3", "It turns.", "Scryfall", "Wizards of the Coast"):
        assert shown in answer.text


def test_a_card_page_shows_both_languages(client: FlaskClient) -> None:
    page = client.get("/cards/検査熊?ui=ja").text
    assert "<title>検査熊" in page
    assert "トランプル" in page
    assert "印刷時のもの" in page


def test_an_unknown_card_is_not_found_with_near_names(client: FlaskClient) -> None:
    answer = client.get("/cards/Test Baer")
    assert answer.status_code == 404
    assert "Test Bear" in answer.text


def test_the_api_gives_the_card_or_all_that_share_a_name(client: FlaskClient) -> None:
    card = client.get("/api/v1/cards/Sun // Moon").get_json()
    assert card["id"] == "card:Sun // Moon"
    assert [face["name"]["ja"] for face in card["faces"]] == ["太陽", "月"]
    assert client.get("/api/v1/cards/Nothing").status_code == 404


def test_two_cards_that_share_a_japanese_name_are_both_shown(library: Library) -> None:
    def named(name: str, order: int) -> dict[str, object]:
        return {"name": name, "layout": "normal", "types": ["Land"], "text": "", "name_ja": "鏡の間"}

    lines = "\n".join(json.dumps(named(name, at)) for at, name in enumerate(("Hall", "Room"))).encode()
    from kb.pipeline import import_files
    from kb.sources import source

    import_files(library.store, source("cards"), [Raw("cards.jsonl", content=lines)], 1.0)
    client = create_app(library=library).test_client()
    page = client.get("/cards/鏡の間").text
    assert "Hall" in page
    assert "Room" in page
    found = client.get("/api/v1/cards/鏡の間").get_json()["cards"]
    assert [card["name"] for card in found] == ["Hall", "Room"]


def test_the_status_page_shows_every_source_and_the_last_failure(
    client: FlaskClient, library: Library
) -> None:
    library.store.record("wiki", ok=False, en="no answer from the wiki", ja="Wiki が応答しません")
    english = client.get("/status?ui=en").text
    for shown in ("Comprehensive Rules", "2020-01-01", "2031-05-01", "no answer from the wiki", "0 days ago"):
        assert shown in english
    assert "Wiki が応答しません" in client.get("/status?ui=ja").text


def test_a_stale_source_is_said_to_be_stale_where_its_text_is_shown(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "may be out of date" not in client.get("/rules/100.1a?ui=en").text

    class Later(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) + timedelta(days=400)

    monkeypatch.setattr(status, "datetime", Later)
    assert "may be out of date" in client.get("/rules/100.1a?ui=en").text
    assert "古い可能性があります" in client.get("/cards/Test Bear?ui=ja").text
