"""Updates from a network that works, that has nothing new, and that is broken in every way; no socket is opened."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from kb import update
from kb.cli import main
from kb.settings import Settings, load_settings
from kb.store import Store
from scraper.fetch import Clock, Fetcher
from tests.invented import rules_text
from tests.test_cards import ALL, ATOMIC, ORACLE, RULINGS

Answer = httpx.Response | Callable[[httpx.Request], httpx.Response]
ENGLISH = "https://magic.wizards.com/en/rules"
LINKED = "https://media.wizards.com/2031/downloads/MagicCompRules%2020310501.txt"
BULK = "https://api.scryfall.com/bulk-data"


class Site:
    """A network made of the answers given; whatever else is asked for is not there."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.asked: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        url = str(request.url)
        self.asked.append(url)
        answer = self.answers.get(url, httpx.Response(404))
        return answer(request) if callable(answer) else answer

    def rules(self, text: str | bytes, link: str = LINKED) -> None:
        """Link this text as the current rules."""
        self.answers[ENGLISH] = html(f'<a href="{link}">TXT</a>')
        self.answers[link] = httpx.Response(200, content=text, headers={"Content-Type": "text/plain"})


def html(body: str) -> httpx.Response:
    return httpx.Response(
        200, text=f"<!DOCTYPE html><html>{body}</html>", headers={"Content-Type": "text/html"}
    )


def as_json(value: Any) -> httpx.Response:
    return httpx.Response(200, json=value)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A network without delays, a home of its own, no index."""
    site = Site()

    def fetcher_of(settings: Settings) -> Fetcher:
        transport, clock = httpx.MockTransport(site), Clock(sleep=lambda _seconds: None)
        return Fetcher(settings.cache_folder / "http", "me@example.org", 0, transport=transport, clock=clock)

    monkeypatch.setattr(update, "fetcher_of", fetcher_of)
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    monkeypatch.setenv("MTGKB_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MTGKB_LANG", "en")
    return site


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def store() -> Store:
    return Store.open(load_settings())


def test_the_linked_rules_come_in_and_are_not_read_again(site: Site) -> None:
    site.rules(rules_text("2020-01-01"))
    first = run("update", "cr")
    assert (first.exit_code, "cr 2020-01-01: sections 1" in first.output) == (0, True), first.output
    assert store().editions("cr")[0].origin == "MagicCompRules 20310501.txt"
    generation = store().generation()
    again = run("update", "cr")
    assert "cr: already current" in again.output
    assert store().generation() == generation


def test_an_edition_before_its_day_is_kept_and_marked(site: Site) -> None:
    site.rules(rules_text("2020-01-01"))
    run("update", "cr")
    site.rules(rules_text("2999-01-01", 41), LINKED.replace("20310501", "29990101"))
    assert run("update", "cr").exit_code == 0
    status = json.loads(run("status", "--json").output)["sources"]["cr"]
    assert status["current"] == "2020-01-01"
    assert [edition["standing"] for edition in status["editions"]] == ["current", "future"]
    assert "+ 2999-01-01" in run("status").output


def broken(request: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("slow", request=request)


FAULTS: list[tuple[str, Answer, str]] = [
    (ENGLISH, httpx.Response(404), "404"),
    (ENGLISH, httpx.Response(500), "500"),
    (ENGLISH, httpx.Response(429, headers={"Retry-After": "5000"}), "429"),
    (ENGLISH, httpx.Response(302, headers={"Location": ENGLISH}), "redirects in a loop"),
    (ENGLISH, html("<p>We moved.</p>"), "no link to a text of the rules"),
    (ENGLISH, broken, "timed out"),
    (LINKED, httpx.Response(404), "404"),
    (LINKED, html("Gone"), "expected a text, the server sent a web page"),
    (LINKED, httpx.Response(200, text=""), "no effective date"),
    (
        LINKED,
        httpx.Response(200, text=rules_text("2021-01-01", 20)),
        "20 rules where the last edition has 40",
    ),
    (LINKED, httpx.Response(200, text=rules_text("2021-01-01")[:3000]), "no glossary"),
    (LINKED, httpx.Response(200, content=b"\xef\xbb\xbfa\xff"), "not valid utf-8"),
]


@pytest.mark.parametrize(("url", "answer", "says"), FAULTS, ids=[says for *_, says in FAULTS])
def test_a_broken_source_says_why_and_what_was_held_stays(
    site: Site, monkeypatch: pytest.MonkeyPatch, url: str, answer: Answer, says: str
) -> None:
    site.rules(rules_text("2020-01-01"))
    run("update", "cr")
    before = list(store().documents())
    site.answers[url] = answer
    result = run("update", "cr", "--lang", "both")
    assert (result.exit_code, says in result.stderr) == (2, True), result.output
    assert list(store().documents()) == before
    failure = store().attempts()["cr"][1]
    assert failure is not None
    assert says in failure.en
    assert any("ぁ" <= char <= "ん" for char in failure.ja)
    assert "last update failed" in run("status").output


def test_one_source_that_fails_does_not_stop_the_others(site: Site) -> None:
    site.rules(rules_text("2020-01-01"))
    result = run("update")
    assert result.exit_code == 2
    assert "cr 2020-01-01" in result.stdout
    for name in ("cr-ja", "wiki", "cards", "rulings"):
        assert any(line.startswith(f"{name}: ") and "404" in line for line in result.stderr.splitlines())


def scryfall(site: Site, stamp: str = "20310501100303") -> None:
    entries = []
    for kind, content in (("oracle_cards", ORACLE), ("all_cards", ALL), ("rulings", RULINGS[:1])):
        url = f"https://data.scryfall.io/{kind}/{kind.replace('_', '-')}-{stamp}.json"
        entries.append({"type": kind, "download_uri": url, "size": 1000, "updated_at": "2031-05-01T10:03:03"})
        site.answers[url] = as_json(content)
    site.answers[BULK] = as_json({"object": "list", "data": entries})


def test_cards_and_rulings_come_from_the_bulk_files(site: Site) -> None:
    scryfall(site)
    result = run("update", "cards", "rulings")
    assert result.exit_code == 0, result.output
    assert "cards 2031-05-01: cards 4" in result.stdout
    assert "rulings 2031-05-01: rulings 1" in result.stdout
    shown = run("card", "検査熊").output
    assert "Test Bear / 検査熊  {1}{G}" in shown
    assert "Source: Scryfall, 2031-05-01" in shown
    card = json.loads(run("card", "Night Cat", "--json").output)
    assert card["name"] == "Day Cat"
    assert [ruling["text"] for ruling in card["rulings"]] == ["It turns."]


def test_the_same_bulk_files_are_not_downloaded_again_and_new_ones_replace_them(site: Site) -> None:
    scryfall(site)
    run("update", "cards")
    bodies = {
        path for path in (load_settings().cache_folder / "http" / "bodies").rglob("*") if path.is_file()
    }
    site.asked.clear()
    assert "cards: already current" in run("update", "cards").output
    assert not any("scryfall.io" in url for url in site.asked)
    changed = [{**ORACLE[0], "power": "9"}, *ORACLE[1:]]
    scryfall(site, "20310601100303")
    site.answers["https://data.scryfall.io/oracle_cards/oracle-cards-20310601100303.json"] = as_json(changed)
    run("update", "cards")
    assert "9/2" in run("card", "Test Bear").output
    left = {path for path in (load_settings().cache_folder / "http" / "bodies").rglob("*") if path.is_file()}
    assert len(bodies - left) == 1  # the old oracle_cards; all_cards came again with the same bytes


def test_without_a_name_cards_wait_a_week(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    scryfall(site)
    run("update", "cards")
    scryfall(site, "20310502100303")
    run("update")
    assert store().editions("cards")[0].edition == "2031-05-01"
    monkeypatch.setattr(update, "timedelta", lambda days: timedelta(days=days - 8))
    run("update")
    assert store().editions("cards")[0].edition == "2031-05-02"


def test_rulings_before_cards_say_to_load_the_cards(site: Site) -> None:
    scryfall(site)
    result = run("update", "rulings")
    assert result.exit_code == 2
    assert "update cards first" in result.stderr
    assert store().editions("rulings") == []


def test_mtgjson_is_taken_from_its_own_address(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    url = "https://mtgjson.com/api/v5/AtomicCards.json.gz"
    monkeypatch.setenv("MTGKB_CARDS_URL", url)
    packed = gzip.compress(json.dumps(ATOMIC).encode())
    site.answers[url] = httpx.Response(200, content=packed, headers={"Content-Type": "application/gzip"})
    result = run("update", "cards", "rulings")
    assert result.exit_code == 0, result.output
    assert "Source: MTGJSON" in run("card", "試験熊").output


def test_half_of_the_cards_is_refused(site: Site) -> None:
    scryfall(site)
    run("update", "cards")
    scryfall(site, "20310601100303")
    for kind in ("oracle_cards", "all_cards"):
        site.answers[f"https://data.scryfall.io/{kind}/{kind.replace('_', '-')}-20310601100303.json"] = (
            as_json(ALL[:2])
        )
    result = run("update", "cards")
    assert result.exit_code == 2
    assert "cards: 2 where 4 were held" in result.stderr
    assert "MTGKB_FALL_SHARE" in result.stderr
    assert store().status()["sources"]["cards"]["cards"] == 4


def test_a_bulk_file_that_breaks_off_leaves_the_cards_as_they_were(site: Site) -> None:
    scryfall(site)
    run("update", "cards")
    scryfall(site, "20310601100303")
    url = "https://data.scryfall.io/oracle_cards/oracle-cards-20310601100303.json"
    site.answers[url] = httpx.Response(200, content=json.dumps(ORACLE).encode()[:-60])
    result = run("update", "cards")
    assert (result.exit_code, "the JSON breaks off" in result.stderr) == (2, True), result.output
    assert store().status()["sources"]["cards"]["edition"] == "2031-05-01"


def test_a_file_is_imported_from_its_address(site: Site) -> None:
    site.answers["https://example.org/old.txt"] = httpx.Response(200, text=rules_text("2019-01-01"))
    result = run("update", "cr", "--from", "https://example.org/old.txt")
    assert (result.exit_code, "cr 2019-01-01" in result.output) == (0, True), result.output
    assert store().editions("cr")[0].origin == "old.txt"


def test_a_dry_run_from_the_network_changes_nothing(site: Site) -> None:
    site.rules(rules_text("2020-01-01"))
    result = run("update", "cr", "--dry-run")
    assert (result.exit_code, "nothing was changed" in result.output) == (0, True), result.output
    assert store().editions("cr") == []
    assert store().attempts() == {}
