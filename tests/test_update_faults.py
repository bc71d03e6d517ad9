"""Updates from sites that fail: each fault is told, and what was held before is still held."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from kb import update
from kb.settings import Settings, load_settings
from kb.store import Store
from kb.update import UpdateReport, update_from, update_online
from scraper.fetch import Fetcher, Limits
from tests.invented import rules_text
from tests.local_site import Route, Site, Waits, answer, direct, in_turn, local_site

JAPANESE = (Path(__file__).parent / "fixtures" / "cr_ja" / "JPN_CR_20310501_2.txt").read_text(
    encoding="utf-8"
)
TODAY = date(2032, 1, 1)
PAGE = "/en/rules"
TEXT = "/downloads/MagicCompRules%2020310501.txt"
LINK = f'<html><body><a href="{TEXT}">TXT</a></body></html>'


@pytest.fixture
def site() -> Iterator[Site]:
    with local_site() as running:
        running.routes[PAGE] = answer(LINK, Content_Type="text/html")
        running.routes[TEXT] = answer(rules_text("2031-05-01"), Content_Type="text/plain")
        running.routes["/data/"] = answer('<a href="JPN_CR_20310501_2.txt">TXT</a>')
        running.routes["/data/JPN_CR_20310501_2.txt"] = answer(JAPANESE, Content_Type="text/plain")
        yield running


@pytest.fixture
def settings(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A home that holds the edition 2031-02-07, and no index."""
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    made = load_settings(
        {
            "MTGKB_HOME": str(tmp_path / "home"),
            "MTGKB_CR_URL": site.url + PAGE,
            "MTGKB_CR_JA_URL": f"{site.url}/data/",
        }
    )
    monkeypatch.setattr(
        update,
        "fetcher_of",
        lambda _settings: Fetcher(
            made.cache_folder / "http",
            "me@example.org",
            transport=direct(),
            clock=Waits().clock,
            limits=Limits(attempts=2, silence=0.3, size=1 << 22),
        ),
    )
    (tmp_path / "old.txt").write_text(rules_text("2031-02-07"), encoding="utf-8-sig")
    update_from(made, "cr", tmp_path / "old.txt")
    return made


def held(settings: Settings, source: str = "cr") -> list[str]:
    return [info.edition for info in Store.open(settings, today=lambda: TODAY).editions(source)]


def text_of(settings: Settings) -> str:
    return Store.open(settings, today=lambda: TODAY).get("cr:100.1a").text


def run(settings: Settings, name: str = "cr") -> UpdateReport:
    return update_online(settings, [name])[0]


def test_a_good_site_brings_the_next_edition(settings: Settings, site: Site) -> None:
    report = run(settings)
    assert report.failure is None
    assert [imported.edition for imported in report.imported] == ["2031-05-01"]
    assert sorted(held(settings)) == ["2031-02-07", "2031-05-01"]
    again = run(settings)
    assert (again.failure, again.imported) == (None, ())


def cut(handler: object) -> None:
    answer(rules_text("2031-05-01")[:3000], length=100_000)(handler)  # type: ignore[arg-type]
    handler.close_connection = True  # type: ignore[attr-defined]


def stalled(handler: object) -> None:
    answer("a", length=100_000)(handler)  # type: ignore[arg-type]
    import time

    time.sleep(0.5)


WHOLE = rules_text("2031-05-01")
FAULTS: dict[str, tuple[str, Route, str]] = {
    "the page is gone": (PAGE, answer("", 404), "404"),
    "the text is gone": (TEXT, answer("", 404), "404"),
    "asked to wait a day": (TEXT, answer("", 429, Retry_After="86400"), "asks to wait 86400 seconds"),
    "the server fails": (TEXT, answer("", 500), "500"),
    "redirects in a loop": (TEXT, answer("", 302, Location=TEXT + "?again"), "redirects in a loop"),
    "a truncated body": (TEXT, cut, "no answer"),
    "a body that stops": (TEXT, stalled, "timed out"),
    "gzip garbage": (TEXT, answer(b"\x1f\x8bgarbage", Content_Encoding="gzip"), "it says gzip"),
    "a bomb": (
        TEXT,
        answer(gzip.compress(b"\0" * (1 << 23)), Content_Encoding="gzip"),
        "larger than the limit",
    ),
    "a web page": (TEXT, answer("<!DOCTYPE html><p>Sorry", Content_Type="text/plain"), "sent a web page"),
    "a wrong encoding": (TEXT, answer(b"\xef\xbb\xbf" + b"\xff\xfe" * 400), "not valid utf-8"),
    "an empty page": (PAGE, answer(""), "no link to a text of the rules"),
    "a changed layout": (
        PAGE,
        answer("<main><button>Rules</button></main>"),
        "no link to a text of the rules",
    ),
    "an empty text": (TEXT, answer(""), "no effective date"),
    "half the rules": (TEXT, answer(rules_text("2031-05-01", 20)), "20 rules where the last edition has 40"),
    "the end is missing": (TEXT, answer(WHOLE[: len(WHOLE) // 2]), "no glossary"),
    "a forbidding robots.txt": ("/robots.txt", answer("User-agent: *\nDisallow: /"), "robots.txt"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_and_loses_nothing(settings: Settings, site: Site, fault: str) -> None:
    path, route, says = FAULTS[fault]
    good = site.routes.get(path, answer("", 404))
    before = text_of(settings)
    site.routes[path] = route
    report = run(settings)
    assert report.failure is not None
    assert says in report.failure.en  # type: ignore[attr-defined]
    assert report.failure.ja  # type: ignore[attr-defined]
    assert (held(settings), text_of(settings)) == (["2031-02-07"], before)
    failure = Store.open(settings).attempts()["cr"][1]
    assert failure is not None
    assert says in failure.en
    site.routes[path] = good
    if fault != "a forbidding robots.txt":  # what it said is believed for a day
        assert run(settings).failure is None
        assert sorted(held(settings)) == ["2031-02-07", "2031-05-01"]


def test_a_site_that_recovers_is_enough(settings: Settings, site: Site) -> None:
    site.routes[TEXT] = in_turn(answer("", 503, Retry_After="5"), answer(WHOLE))
    assert run(settings).failure is None
    assert "2031-05-01" in held(settings)


def test_one_failing_source_does_not_stop_the_others(settings: Settings, site: Site) -> None:
    site.routes[PAGE] = answer("", 500)
    reports = update_online(settings, ["cr", "cr-ja"])
    assert [report.failure is None for report in reports] == [False, True]
    assert held(settings, "cr-ja") == ["2031-05-01"]


def test_a_new_translation_begins_with_no_corrections(settings: Settings, site: Site) -> None:
    assert run(settings, "cr-ja").failure is None
    site.routes["/data/"] = answer('<a href="JPN_CR_20310801_0.txt">TXT</a>')
    text = JAPANESE.replace("20310501.2", "20310801.0")
    site.routes["/data/JPN_CR_20310801_0.txt"] = answer(text, Content_Type="text/plain")
    report = run(settings, "cr-ja")
    assert report.failure is None, report.failure
    assert sorted(held(settings, "cr-ja")) == ["2031-05-01", "2031-08-01"]
