"""Crawling wikis that no longer exist as packages: old forms of API and pages, and wikis that misbehave."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, unquote

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.fetch import Fetcher
from scraper.fetch_errors import HttpError
from scraper.mediawiki import crawl
from scraper.mediawiki_mirror import Mirror, file_name
from scraper.mediawiki_model import CrawlError, WikiSite
from scraper.wiki import parse_html
from tests.local_site import Waits

BASE = "http://wiki.example/"
Serve = Callable[..., Fetcher]
Answer = Callable[[httpx.URL, dict[str, str]], httpx.Response | str | dict[str, object] | None]

OLD_PAGE = """<html><head><title>{0} - MTG Wiki</title><meta name="generator" content="MediaWiki 1.16.5" />
<script type="text/javascript">var skin="monobook", wgArticlePath = "/wiki/$1", wgScript = "/index.php",
wgPageName="{0}", wgTitle="{0}", wgArticleId="{1}", wgIsArticle=true, wgCurRevisionId="{1}";</script></head>
<body class="mediawiki"><div id="content"><h1 id="firstHeading" class="firstHeading">{0}</h1>
<div id="bodyContent"><h3 id="siteSub">提供：MTG Wiki</h3><div id="contentSub">{2}</div>
<!-- start content -->{3}</div></div>
<div id="footer"><li id="lastmod">最終更新 2031年5月1日 (木) 12:00</li></div></body></html>"""


def old_page(name: str, revision: int, body: str, sub: str = "") -> str:
    return OLD_PAGE.format(name, revision, sub, body)


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    return Mirror(tmp_path / "wiki")


@pytest.fixture
def served(tmp_path: Path) -> Serve:
    def make(answer: Answer, day: int = 2) -> Fetcher:
        def respond(request: httpx.Request) -> httpx.Response:
            query = {key: values[0] for key, values in parse_qs(request.url.query.decode()).items()}
            found = answer(request.url, query)
            if isinstance(found, httpx.Response):
                return found
            if isinstance(found, dict):
                return httpx.Response(200, json=found)
            return httpx.Response(404) if found is None else httpx.Response(200, html=found)

        clock = Waits(start=datetime(2031, 5, day, tzinfo=UTC)).clock
        return Fetcher(tmp_path / "cache", "me", transport=httpx.MockTransport(respond), clock=clock)

    return make


def path_of(url: httpx.URL) -> str:
    return unquote(url.raw_path.decode().partition("?")[0])


# A wiki of 2010 whose API is closed: ranges of titles, then tables, redirects marked by their cell's box.

OLD_WIKI = {
    "計画": old_page("計画", 11, "<p><b>計画</b>/<i>Plot</i>とは、見本。</p>"),
    "予顕": old_page("予顕", 12, "<p>見本。</p>"),
    "次元": old_page("次元", 13, "<p>見本。</p>"),
    "プロット": old_page(
        "計画",
        11,
        "<p>見本。</p>",
        '(<a href="/index.php?title=プロット&amp;redirect=no">プロット</a>から転送)',
    ),
}


def old_wiki(url: httpx.URL, query: dict[str, str]) -> str | None:
    path = path_of(url)
    if path == "/":
        return old_page("メインページ", 1, "<p>…</p>")
    if path.startswith("/wiki/"):
        return OLD_WIKI.get(path.removeprefix("/wiki/"))
    if path == "/index.php" and query.get("title") == "Special:AllPages":
        if "to" not in query:
            rows = """<table class="allpageslist"><tr><td><a href="/index.php?title=Special:AllPages&amp;from=%E4%B8%80
            &amp;to=%E4%BA%88">一～予</a></td></tr><tr><td><a href="/index.php?title=Special:AllPages&amp;from=%E6%AC%A1
            &amp;to=%E8%A8%88">次～計</a></td></tr></table>""".replace("\n            ", "")
        elif query["from"] == "一":
            rows = """<table><tr><td><a href="/wiki/%E4%BA%88%E9%A1%95">予顕</a></td>
            <td><div class="allpagesredirect"><a href="/wiki/%E3%83%97%E3%83%AD%E3%83%83%E3%83%88">プロット</a></div></td>
            <td><a href="/wiki/Category:X">カテゴリ</a></td></tr></table>"""
        else:
            rows = """<table><tr><td><a href="/wiki/%E6%AC%A1%E5%85%83">次元</a></td>
            <td><a href="/wiki/%E8%A8%88%E7%94%BB">計画</a></td><td><a href="http://else.example/wiki/X">よそ</a></td>
            </tr></table>"""
        return old_page("特別:ページ一覧", 0, rows)
    return None


def test_an_old_wiki_without_an_api(served: Serve, mirror: Mirror) -> None:
    report = crawl(served(old_wiki), mirror, BASE)
    assert (report.road, sorted(report.changed)) == ("html", ["予顕", "次元", "計画"])
    page = parse_html((mirror.pages_folder / "計画.html").read_text(encoding="utf-8"), "")
    assert (page.name, page.title.en, page.facts["aliases"]) == ("計画", "Plot", ("プロット",))
    assert page.revision == "2031-05-01"
    assert page.sections[0].text == "計画/Plotとは、見本。"


# A wiki whose API gives its lists in the old way.


def old_api(url: httpx.URL, query: dict[str, str]) -> str | dict[str, object] | None:
    if path_of(url) == "/":
        return '<meta name="generator" content="MediaWiki 1.18"><link rel="EditURI" href="/w/api.php?action=rsd">'
    if path_of(url) != "/w/api.php":
        return None
    if query.get("meta") == "siteinfo":
        general = {"server": "http://wiki.example", "script": "/w/index.php", "articlepath": "/wiki/$1"}
        return {"query": {"general": general}}
    if query.get("generator") == "allpages":
        name, more = ("計画", False) if "gapfrom" in query else ("予顕", True)
        number = 7 + more
        page = {"pageid": number, "ns": 0, "title": name}
        page["revisions"] = [{"revid": number, "timestamp": "2031-05-01T00:00:00Z"}]  # type: ignore[assignment]
        answer: dict[str, object] = {"query": {"pages": {str(number): page}}}
        return answer | ({"query-continue": {"allpages": {"gapfrom": "計画"}}} if more else {})
    if query.get("list") == "allpages":
        return {"query": {"allpages": []}}
    if query.get("action") == "parse":
        number = {"計画": 7, "予顕": 8}[query["page"]]
        return {
            "parse": {"title": query["page"], "revid": number, "text": {"*": "<p>文。</p>"}, "categories": []}
        }
    return None


def test_an_api_of_old(served: Serve, mirror: Mirror) -> None:
    report = crawl(served(old_api), mirror, BASE)
    assert (report.road, sorted(report.changed)) == ("api", ["予顕", "計画"])
    held = mirror.load().pages
    assert {title: (page.revision, page.date) for title, page in held.items()} == {
        "計画": (7, "2031-05-01"),
        "予顕": (8, "2031-05-01"),
    }


def test_an_old_crawl_compares_all_revisions(served: Serve, mirror: Mirror) -> None:
    asked: list[str] = []

    def noted(url: httpx.URL, query: dict[str, str]) -> str | dict[str, object] | None:
        asked.append(query.get("action", "") + query.get("page", ""))
        return old_api(url, query)

    fetcher = served(noted)
    crawl(fetcher, mirror, BASE)
    assert sorted(name for name in asked if name.startswith("parse")) == ["parse予顕", "parse計画"]
    state = mirror.load()
    state.finished = "2031-01-01T00:00:00+00:00"
    mirror.save(state)
    asked.clear()
    report = crawl(fetcher, mirror, BASE)
    assert (report.changed, report.unchanged, report.removed) == ([], 2, [])
    assert not [name for name in asked if name.startswith("parse")]


# Wikis that misbehave.


def test_an_error_of_the_api_is_told(served: Serve, mirror: Mirror) -> None:
    def broken(url: httpx.URL, query: dict[str, str]) -> str | dict[str, object] | None:
        if query.get("generator"):
            return {"error": {"code": "readapidenied", "info": "You need read permission"}}
        return old_api(url, query)

    with pytest.raises(CrawlError, match="readapidenied: You need read permission"):
        crawl(served(broken), mirror, BASE)


def test_a_list_in_a_circle_ends(served: Serve, mirror: Mirror) -> None:
    def circle(url: httpx.URL, query: dict[str, str]) -> str | dict[str, object] | None:
        if query.get("generator"):
            return {"query": {}, "continue": {"gapcontinue": "A", "continue": "-||"}}
        return old_api(url, query)

    with pytest.raises(CrawlError, match="goes in a circle"):
        crawl(served(circle), mirror, BASE)


def test_a_changed_layout_removes_nothing(served: Serve, mirror: Mirror) -> None:
    crawl(served(old_wiki), mirror, BASE)
    state = mirror.load()
    state.finished = "2031-01-01T00:00:00+00:00"
    mirror.save(state)

    def redone(url: httpx.URL, query: dict[str, str]) -> str | None:
        found = old_wiki(url, query)
        return (
            old_page("特別:ページ一覧", 0, "<section>新しい見た目</section>") if "title" in query else found
        )

    with pytest.raises(CrawlError, match="nothing was removed"):
        crawl(served(redone, day=3), mirror, BASE)
    assert len(list(mirror.pages_folder.iterdir())) == 3
    assert len(mirror.load().pages) == 3


def test_another_site_is_no_wiki(served: Serve, mirror: Mirror) -> None:
    with pytest.raises(CrawlError, match="not a MediaWiki"):
        crawl(served(lambda _url, _query: "<html><p>Domain for sale</p></html>"), mirror, BASE)


def test_a_page_without_a_content_is_told(served: Serve, mirror: Mirror) -> None:
    def hollow(url: httpx.URL, query: dict[str, str]) -> str | None:
        return "<html><p>Sorry</p></html>" if path_of(url) == "/wiki/計画" else old_wiki(url, query)

    with pytest.raises(CrawlError, match="not a page of a MediaWiki"):
        crawl(served(hollow), mirror, BASE, titles=["計画"])
    assert not mirror.pages_folder.exists()


def test_a_server_that_fails_keeps_what_came(served: Serve, mirror: Mirror) -> None:
    def failing(url: httpx.URL, query: dict[str, str]) -> httpx.Response | str | None:
        return httpx.Response(500) if path_of(url) == "/wiki/計画" else old_wiki(url, query)

    with pytest.raises(HttpError, match="500"):
        crawl(served(failing), mirror, BASE)
    assert sorted(mirror.load().pages) == ["予顕", "次元"]
    report = crawl(served(old_wiki), mirror, BASE)
    assert (report.resumed, report.changed) == (True, ["計画"])


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"base": "x"}', json.dumps({"pages": {"A": 1}})])
def test_a_damaged_state_means_fetching_again(served: Serve, mirror: Mirror, damage: str) -> None:
    crawl(served(old_wiki), mirror, BASE)
    (mirror.folder / "state.json").write_text(damage, encoding="utf-8")
    assert len(crawl(served(old_wiki), mirror, BASE).changed) == 3


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd.html"),
        ("a\\b:c", "a%5Cb%3Ac.html"),
        ("NUL", "%4EUL.html"),
        ("100%", "100%25.html"),
        ("終わり.", "終わり%2E.html"),
    ],
)
def test_titles_that_are_no_file_names(title: str, name: str) -> None:
    assert file_name(title) == name


@given(st.text(min_size=1, max_size=300))
def test_no_title_leads_out_of_the_folder(title: str) -> None:
    name = file_name(title.encode("utf-8", "ignore").decode())
    assert Path(name).name == name
    assert len(name.encode()) <= 255
    assert not name.startswith(".")


@given(st.sampled_from(["計画", "計画 (能力)", "AC/DC: 見本?", "100% & #1", "a'b\"c"]))
def test_a_page_address_is_one_path(title: str) -> None:
    site = WikiSite("", "", "http://wiki.example/wiki/$1")
    url = httpx.URL(site.page_url(title))
    assert url.query == b""
    assert unquote(url.raw_path.decode()) == "/wiki/" + title.replace(" ", "_")
