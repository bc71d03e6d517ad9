"""From a real MediaWiki to the store: what was written, edited, moved and deleted there is so here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb import update
from kb.errors import NotFound
from kb.settings import Settings, load_settings
from kb.store import Store
from kb.update import update_online
from scraper.fetch import Fetcher
from tests.local_site import direct
from tests.real_mediawiki import RealWiki, needs_mediawiki, real_wiki

pytestmark = needs_mediawiki


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealWiki]:
    with real_wiki(tmp_path_factory.mktemp("mediawiki")) as running:
        yield running


@pytest.fixture
def settings(tmp_path: Path, wiki: RealWiki, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A home of its own; the index is not built."""
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    made = load_settings({"MTGKB_HOME": str(tmp_path / "home"), "MTGKB_WIKI_URL": wiki.url})
    monkeypatch.setattr(
        update,
        "fetcher_of",
        lambda _settings: Fetcher(made.cache_folder / "http", "me@example.org", 0, transport=direct()),
    )
    return made


def test_the_wiki_and_the_store_stay_alike(settings: Settings, wiki: RealWiki) -> None:
    wiki.edit("消える頁", "消える文。")
    assert update_online(settings, ["wiki"])[0].failure is None
    store = Store.open(settings)
    watch = store.get("wiki:夜警")
    assert (watch.title.en, watch.title.reading) == ("Night Watch", "やけい")
    assert watch.facts["aliases"] == ("ナイトウォッチ",)
    assert watch.source.url == f"{wiki.url}wiki/%E5%A4%9C%E8%AD%A6"
    assert store.get("wiki:夜警#解説").parent == "wiki:夜警"
    assert store.get("wiki:消える頁").text == "消える文。"
    assert store.get("wiki:AC/DC: 見本?").text == "斜線のある題名。"
    assert {str(c.number) for c in store.cited_by("cr:614.5")} == {"614.5"}

    before = len(wiki.asked())
    wiki.delete("消える頁")
    wiki.edit("見張り", "見張り/Lookoutは、書き直した見本。")
    report = update_online(settings, ["wiki"])[0]
    assert (report.failure, report.removed) == (None, 1)
    with pytest.raises(NotFound):
        store.get("wiki:消える頁")
    assert store.get("wiki:見張り").text == "見張り/Lookoutは、書き直した見本。"
    with pytest.raises(NotFound):
        store.get("wiki:見張り#定義")
    assert store.get("wiki:夜警").title.en == "Night Watch"
    assert not [line for line in wiki.asked()[before:] if "action=parse" in line and "夜警" in line]


def test_a_wiki_that_is_down_leaves_the_store_as_it_was(settings: Settings, wiki: RealWiki) -> None:
    assert update_online(settings, ["wiki"])[0].failure is None
    pages = Store.open(settings).status()["sources"]["wiki"]
    (wiki.folder / "robots.txt").write_text("User-agent: *\nDisallow: /\n", encoding="utf-8")
    for record in (settings.cache_folder / "http" / "responses").glob("*/*.json"):
        if "robots.txt" in record.read_text(encoding="utf-8"):
            record.unlink()
    try:
        report = update_online(settings, ["wiki"])[0]
    finally:
        (wiki.folder / "robots.txt").unlink()
    assert "robots.txt" in str(report.failure)
    assert Store.open(settings).status()["sources"]["wiki"] == pages
