"""Crawl a MediaWiki: by its API where it has one, else by its pages; all of it, or what is asked for.

The first crawl fetches everything; later ones ask what changed. It can be killed at any moment: the next run
goes on with what is on disk. Each page has one title; the redirects that lead to it are its aliases.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

from bs4 import BeautifulSoup

from scraper.fetch import Fetcher
from scraper.fetch_errors import HttpError, Refused, WrongContent
from scraper.mediawiki_api import ApiReader
from scraper.mediawiki_html import HtmlReader, page_variable
from scraper.mediawiki_mirror import CrawlState, Mirror, aliases_of
from scraper.mediawiki_model import CrawledPage, CrawlError, PageInfo, WikiReader, WikiSite

BASE = "http://mtgwiki.com/"
_SAVED_EVERY = 20
_OVERLAP = timedelta(hours=1)
"""Changes are asked for from before the last crawl began: our clock and the wiki's may differ."""
Progress = Callable[[int, int | None, str], None]
"""Told pages done, pages to do (None unknown), the title at hand."""


@dataclass(slots=True)
class CrawlReport:
    """What a crawl did; `changed` are the pages whose files are new."""

    folder: Path
    """The page files, ready to be imported."""
    road: str = "api"
    changed: list[str] = field(default_factory=list)
    unchanged: int = 0
    removed: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """Titles asked for that lead nowhere."""
    resumed: bool = False


def crawl(
    fetcher: Fetcher,
    mirror: Mirror,
    base: str = BASE,
    *,
    titles: Sequence[str] = (),
    categories: Sequence[str] = (),
    progress: Progress = lambda _done, _total, _title: None,
) -> CrawlReport:
    """Bring the mirror up to date: the given titles and categories, or, with neither, the whole wiki.

    Raises a FetchError or a CrawlError; what was written until then stays and is not fetched again.
    """
    state = mirror.load()
    if state.base != base:
        state = CrawlState(base)
    report = CrawlReport(mirror.pages_folder, resumed=bool(state.started))
    since = datetime.fromisoformat(state.started) if state.started else fetcher.clock.now()
    state.started = since.astimezone(UTC).isoformat()
    mirror.save(state)
    reader = discover(fetcher, base, since)
    report.road = "api" if isinstance(reader, ApiReader) else "html"
    plan = _partial(reader, titles, categories) if titles or categories else _whole(reader, state)
    report.missing = list(plan.missing) if titles or categories else []
    try:
        _fetch_pages(reader, mirror, state, plan, report, progress)
    finally:
        mirror.save(state)
    _remove(mirror, state, plan, report)
    state.redirects = {start: end for start, end in state.redirects.items() if start not in plan.checked}
    state.redirects |= plan.redirects
    _write_aliases(mirror, state, report)
    if not (titles or categories):
        state.finished = state.started
    state.started = ""
    mirror.save(state)
    return report


def discover(fetcher: Fetcher, base: str, since: datetime) -> WikiReader:
    """The road into the wiki at that address, found on its front page."""
    found = fetcher.get(base, expect="html", since=since)
    html = found.content.decode("utf-8", "replace")
    soup = BeautifulSoup(html, "html.parser")
    generator = soup.find("meta", attrs={"name": "generator"})
    if (
        not (generator and "MediaWiki" in str(generator.get("content")))
        and "mediawiki" not in html.casefold()
    ):
        raise CrawlError(f"{found.url}: not a MediaWiki", f"{found.url}：MediaWiki ではありません")
    edit = soup.find("link", rel="EditURI")
    api = urljoin(found.url, str(edit["href"]).partition("?")[0]) if edit else ""
    script = _script(soup, html, found.url)
    if api:
        site = _ask_site(fetcher, api, since)
        if site is not None:
            return ApiReader(fetcher, site, since)
    return HtmlReader(fetcher, WikiSite("", script, _article(soup, html, found.url, script)), since)


def _ask_site(fetcher: Fetcher, api: str, since: datetime) -> WikiSite | None:
    """What the API says about the wiki; None where it is closed."""
    url = f"{api}?action=query&meta=siteinfo&format=json"
    try:
        answer = json.loads(fetcher.get(url, expect="json", since=since).content)
        general = answer["query"]["general"]
        server = urljoin(api, str(general["server"]))
        script, article = str(general["script"]), str(general["articlepath"])
    except (HttpError, Refused, WrongContent, ValueError, KeyError, TypeError):
        return None
    return WikiSite(api, urljoin(server, script), urljoin(server, article))


def _script(soup: BeautifulSoup, html: str, at: str) -> str:
    named = page_variable(html, "wgScript")
    if named:
        return urljoin(at, named)
    for tag in soup.select("form[action*='index.php'], a[href*='index.php?'], link[href*='index.php?']"):
        return urljoin(at, str(tag.get("action") or tag.get("href")).partition("?")[0])
    return urljoin(at, "/index.php")


def _article(soup: BeautifulSoup, html: str, at: str, script: str) -> str:
    """The form of a page's address: said by the page, or seen in the address of the page itself."""
    if named := page_variable(html, "wgArticlePath"):
        return urljoin(at, named)
    name = page_variable(html, "wgPageName")
    for tag in soup.select("#ca-nstab-main a[href], [id^=ca-nstab] a[href], link[rel=canonical]"):
        url = urljoin(at, str(tag["href"]))
        for written in (quote(name, safe="()!*'~-._/:,;@"), name):
            if name and urlsplit(url).path.endswith("/" + written) and not urlsplit(url).query:
                return url[: -len(written)] + "$1"
    return f"{script}?title=$1"


@dataclass(frozen=True, slots=True)
class _Plan:
    """What to look at."""

    pages: Sequence[PageInfo]
    redirects: dict[str, str]
    gone: Sequence[str] = ()
    """Titles that are not pages any more."""
    missing: Sequence[str] = ()
    checked: frozenset[str] = frozenset()
    """Titles whose redirects are known anew."""


def _partial(reader: WikiReader, titles: Sequence[str], categories: Sequence[str]) -> _Plan:
    """The given titles and the pages of the given categories."""
    resolved = reader.resolve(titles)
    pages = {info.title: info for info in resolved.pages}
    for category in categories:
        pages |= {info.title: info for info in reader.in_category(category)}
    gone = (*resolved.missing, *resolved.redirects)
    return _Plan(tuple(pages.values()), dict(resolved.redirects), gone, resolved.missing, frozenset(gone))


def _whole(reader: WikiReader, state: CrawlState) -> _Plan:
    """Every page, or those that changed since the last whole crawl."""
    changed = None
    if state.finished:
        changed = reader.changed_since(datetime.fromisoformat(state.finished) - _OVERLAP)
    if changed is not None:
        resolved = reader.resolve(changed)
        gone = (*resolved.missing, *resolved.redirects)
        return _Plan(
            resolved.pages, dict(resolved.redirects), gone, resolved.missing, frozenset((*changed, *gone))
        )
    pages = tuple({info.title: info for info in reader.all_pages()}.values())
    _refuse_loss(pages, state)
    listed = {info.title for info in pages}
    gone = tuple(title for title in state.pages if title not in listed)
    return _Plan(pages, dict(reader.redirects()), gone, (), frozenset(state.redirects))


def _refuse_loss(pages: Sequence[PageInfo], state: CrawlState) -> None:
    """A list without pages, or with far fewer than are held, is a changed layout and no emptied wiki."""
    held = len(state.pages)
    if not pages or (held >= 20 and len(pages) < held * 0.8):
        raise CrawlError(
            f"{state.base}: its list of all pages has {len(pages)}, the mirror holds {held}; nothing was removed",
            f"{state.base}：全ページの一覧が {len(pages)} 件しかありません（手元には {held} 件）。何も削除していません",
        )


def _fetch_pages(
    reader: WikiReader,
    mirror: Mirror,
    state: CrawlState,
    plan: _Plan,
    report: CrawlReport,
    progress: Progress,
) -> None:
    for done, info in enumerate(plan.pages):
        progress(done, len(plan.pages), info.title)
        held = state.pages.get(info.title)
        if held is not None and info.revision and held.revision == info.revision:
            report.unchanged += 1
            continue
        page = reader.page(info.title)
        if page is None:
            if info.title not in report.missing:
                report.missing.append(info.title)
            continue
        if info.title == page.info.title:
            page = _dated(page, info)
        else:
            plan.redirects[info.title] = page.info.title
        before = state.pages.get(page.info.title)
        if before is not None and page.info.revision and before.revision == page.info.revision:
            report.unchanged += 1
            continue
        state.pages[page.info.title] = mirror.write(page, reader.site.page_url(page.info.title), ())
        report.changed.append(page.info.title)
        if len(report.changed) % _SAVED_EVERY == 0:
            mirror.save(state)
    progress(len(plan.pages), len(plan.pages), "")


def _dated(page: CrawledPage, info: PageInfo) -> CrawledPage:
    """The page with the revision's day that its list knows."""
    same = info.revision in (0, page.info.revision)
    date = page.info.date or (info.date if same else "")
    return replace(page, info=replace(page.info, date=date))


def _remove(mirror: Mirror, state: CrawlState, plan: _Plan, report: CrawlReport) -> None:
    """Take away what is no page any more: deleted, moved, or a redirect now."""
    listed = {info.title for info in plan.pages} - set(report.missing)
    for title in dict.fromkeys((*plan.gone, *report.missing)):
        if title in state.pages and title not in listed:
            mirror.remove(state.pages.pop(title))
            report.removed.append(title)


def _write_aliases(mirror: Mirror, state: CrawlState, report: CrawlReport) -> None:
    """Bring the redirects in the page files up to date; a file that differs is a changed one."""
    aliases = aliases_of(state.redirects)
    for title, held in list(state.pages.items()):
        wanted = aliases.get(title, ())
        if held.aliases != wanted:
            state.pages[title] = mirror.rename_aliases(held, wanted)
            if title not in report.changed:
                report.changed.append(title)
                report.unchanged -= 1
