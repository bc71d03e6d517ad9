"""Crawling a real MediaWiki, by its API and by its pages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from scraper.document import Document
from scraper.fetch import Fetcher
from scraper.fetch_errors import Refused
from scraper.mediawiki import CrawlReport, crawl
from scraper.mediawiki_mirror import Mirror
from scraper.wiki import WikiPage, parse_html, parse_saved
from tests.local_site import direct
from tests.real_mediawiki import RealWiki, needs_mediawiki, real_wiki

pytestmark = needs_mediawiki
ROOT = Path(__file__).resolve().parent.parent
SAVED = Path(__file__).parent / "fixtures" / "wiki"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealWiki]:
    with real_wiki(tmp_path_factory.mktemp("mediawiki")) as running:
        yield running


@pytest.fixture(params=["api", "html"])
def wiki(installed: RealWiki, request: pytest.FixtureRequest) -> Iterator[RealWiki]:
    if request.param == "html":
        installed.close_api()
    yield installed
    installed.open_api()


@pytest.fixture
def fetcher(tmp_path: Path) -> Iterator[Fetcher]:
    with Fetcher(tmp_path / "cache", "me@example.org", interval=0, transport=direct()) as made:
        yield made


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    return Mirror(tmp_path / "wiki")


def pages(mirror: Mirror) -> dict[str, WikiPage]:
    read = [parse_html(path.read_text(encoding="utf-8"), path.stem) for path in mirror.pages_folder.iterdir()]
    return {page.name: page for page in read}


def undated(documents: tuple[Document, ...]) -> list[Document]:
    """Documents without what a saved text cannot know: the revision's day, redirects, categories."""
    return [
        replace(
            document,
            source=replace(document.source, edition="", url=""),
            facts=MappingProxyType(
                {key: value for key, value in document.facts.items() if key not in ("aliases", "categories")}
            ),
        )
        for document in documents
    ]


def test_every_page_comes_once_under_its_own_title(wiki: RealWiki, fetcher: Fetcher, mirror: Mirror) -> None:
    report = crawl(fetcher, mirror, wiki.url)
    assert report.road == ("html" if (wiki.folder / "closed").exists() else "api")
    found = pages(mirror)
    assert {"夜警", "見張り", "AC/DC: 見本?"} <= set(found)
    assert "ナイトウォッチ" not in found
    assert sorted(report.changed) == sorted(found)
    assert found["夜警"].facts["aliases"] == ("ナイトウォッチ",)
    assert found["夜警"].facts["categories"] == ("キーワード能力", "見本")
    assert found["夜警"].revision == time.strftime("%Y-%m-%d", time.gmtime())


@pytest.mark.parametrize("name", ["夜警", "見張り"])
def test_rendered_pages_are_the_documents_of_the_saved_text(
    wiki: RealWiki, fetcher: Fetcher, mirror: Mirror, name: str
) -> None:
    crawl(fetcher, mirror, wiki.url, titles=[name])
    rendered = pages(mirror)[name]
    saved = parse_saved((SAVED / f"{name}.txt").read_text(encoding="utf-8"), name)
    for ours, theirs in zip(rendered.sections, saved.sections, strict=True):
        assert ours == theirs
    assert undated(rendered.documents()) == undated(saved.documents())


def test_given_titles_and_categories_only(wiki: RealWiki, fetcher: Fetcher, mirror: Mirror) -> None:
    report = crawl(fetcher, mirror, wiki.url, titles=["ナイトウォッチ", "無い頁"], categories=["見本"])
    assert sorted(pages(mirror)) == ["夜警"]
    assert report.missing == ["無い頁"]


def test_later_runs_fetch_what_changed(wiki: RealWiki, fetcher: Fetcher, mirror: Mirror) -> None:
    for title in ("変わる頁", "消える頁", "動く頁"):
        wiki.edit(title, f"{title}の文。")
    crawl(fetcher, mirror, wiki.url)
    before = len(wiki.asked())
    wiki.edit("変わる頁", "新しい文。")
    wiki.edit("増える頁", "増えた文。")
    wiki.edit("番人", "#転送 [[見張り]]")
    wiki.delete("消える頁")
    wiki.move("動く頁", "動いた頁")
    report = crawl(fetcher, mirror, wiki.url)
    found = pages(mirror)
    assert {"変わる頁", "増える頁", "動いた頁", "見張り"} <= set(report.changed)
    assert sorted(report.removed) == ["動く頁", "消える頁"]
    assert not {"動く頁", "消える頁", "番人"} & set(found)
    assert found["変わる頁"].sections[0].text == "新しい文。"
    assert found["動いた頁"].facts["aliases"] == ("動く頁",)
    assert "番人" in found["見張り"].facts["aliases"]
    asked = [line for line in wiki.asked()[before:] if "AC/DC" in line or "メインページ" in line]
    assert not [line for line in asked if "action=parse" in line]
    for title in ("変わる頁", "増える頁", "番人", "動いた頁", "動く頁"):
        wiki.delete(title)


def test_a_third_run_without_changes_changes_nothing(
    wiki: RealWiki, fetcher: Fetcher, mirror: Mirror
) -> None:
    crawl(fetcher, mirror, wiki.url)
    report = crawl(fetcher, mirror, wiki.url)
    assert (report.changed, report.removed) == ([], [])


def test_what_robots_txt_forbids_is_not_crawled(wiki: RealWiki, fetcher: Fetcher, mirror: Mirror) -> None:
    robots = wiki.folder / "robots.txt"
    robots.write_text("User-agent: *\nDisallow: /wiki/\nDisallow: /api.php\n", encoding="utf-8")
    try:
        with pytest.raises(Refused, match=r"robots\.txt"):
            crawl(fetcher, mirror, wiki.url, titles=["夜警"])
    finally:
        robots.unlink()


def test_a_killed_crawl_goes_on(wiki: RealWiki, tmp_path: Path, mirror: Mirror) -> None:
    for number in range(8):
        wiki.edit(f"連番{number}", f"{number}番目の文。")
    script = f"""
        from pathlib import Path
        from scraper.fetch import Fetcher
        from scraper.mediawiki import crawl
        from scraper.mediawiki_mirror import Mirror
        from tests.local_site import direct
        fetcher = Fetcher(Path({str(tmp_path / "cache")!r}), "me", interval=0.05, transport=direct())
        crawl(fetcher, Mirror(Path({str(mirror.folder)!r})), {wiki.url!r},
              titles=[f"連番{{n}}" for n in range(8)], progress=lambda *told: print(*told, flush=True))
    """
    begun = len(wiki.asked())
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(b"3 "):
            process.send_signal(signal.SIGKILL)
            break
    process.stdout.close()
    process.wait()
    held = set(pages(mirror)) if mirror.pages_folder.exists() else set()
    with Fetcher(tmp_path / "cache", "me", interval=0, transport=direct()) as fetcher:
        report = crawl(fetcher, mirror, wiki.url, titles=[f"連番{n}" for n in range(8)])
    assert report.resumed
    assert set(pages(mirror)) == {f"連番{n}" for n in range(8)} > held
    requests = [line for line in wiki.asked()[begun:] if "連番" in line and "titles=" not in line]
    assert len(requests) - len(set(requests)) <= 1  # the one under way when it was killed
    for number in range(8):
        wiki.delete(f"連番{number}")


def test_everything_can_be_read_again_without_the_network(
    wiki: RealWiki, fetcher: Fetcher, mirror: Mirror
) -> None:
    report: CrawlReport = crawl(fetcher, mirror, wiki.url)
    first = {name: page.documents() for name, page in pages(mirror).items()}
    assert len(first) == len(report.changed)
    asked = len(wiki.asked())
    assert {name: page.documents() for name, page in pages(mirror).items()} == first
    assert len(wiki.asked()) == asked
