"""MediaWiki by its HTML pages, for wikis whose API is closed: lists from special pages, revisions from pages.

Old and new skins: links of 全ページ in a table or a list, ranges of titles before them; the title and the
revision in the page's script, or its heading and its foot.

>>> page_variable('RLCONF={"wgPageName":"\\\\u8a08\\\\u753b","wgCurRevisionId":7};', "wgPageName")
'計画'
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import parse_qs, quote, unquote, urljoin, urlsplit

from bs4 import BeautifulSoup, Tag

from scraper.fetch import Fetcher
from scraper.fetch_errors import HttpError
from scraper.mediawiki_model import CrawledPage, CrawlError, PageInfo, Resolved, WikiSite, canonical
from scraper.wiki_lines import iso_date

_CONTENT = ("#mw-content-text .mw-parser-output", "#mw-content-text", "#bodyContent")
_LISTS = ".mw-allpages-body a, .mw-allpages-chunk a, .mw-allpages-table-chunk a, .allpages-chunk a"
_OLD_LISTS = "#bodyContent table a, #mw-content-text table a"
_CHANGES_KEPT = timedelta(days=7)
_CHANGES_SHOWN = 500
_LONGEST_LIST = 20_000


@dataclass(frozen=True, slots=True)
class HtmlReader:
    """Reads pages as a browser does. `since` is when the crawl began."""

    fetcher: Fetcher
    site: WikiSite
    since: datetime

    def all_pages(self) -> Iterator[PageInfo]:
        """Every article, without its revision: each has to be asked for."""
        for title, is_redirect in self._listed():
            if not is_redirect:
                yield PageInfo(title)

    def redirects(self) -> Mapping[str, str]:
        """Every redirect: where it leads is known by following it."""
        return self.resolve(title for title, is_redirect in self._listed() if is_redirect).redirects

    def in_category(self, name: str) -> Iterator[PageInfo]:
        """The articles of a category, page after page."""
        bare = name.partition(":")[2] or name
        url: str | None = self._script(f"Category:{bare}")
        seen: set[str] = set()
        while url and url not in seen:
            seen.add(url)
            soup, at = self._soup(url)
            listed = soup.select_one("#mw-pages")
            if listed is None:
                return
            for link in listed.select("li a, td a"):
                if title := self._title_of(link, at):
                    yield PageInfo(title)
            url = _next(listed, at, ("pagefrom", "from"), seen)

    def resolve(self, titles: Iterable[str]) -> Resolved:
        """Follow each title."""
        pages: dict[str, PageInfo] = {}
        redirects: dict[str, str] = {}
        missing: list[str] = []
        for title in dict.fromkeys(canonical(title) for title in titles):
            page = self.page(title)
            if page is None:
                missing.append(title)
                continue
            pages[page.info.title] = page.info
            if page.info.title != title:
                redirects[page.redirected_from or title] = page.info.title
        return Resolved(tuple(pages.values()), redirects, tuple(missing))

    def changed_since(self, when: datetime) -> tuple[str, ...] | None:
        """Titles on the page of recent changes; None when it may not reach back so far."""
        if self.since - when > _CHANGES_KEPT:
            return None
        days = (self.since - when).days + 1
        soup, at = self._soup(
            self._script(
                "Special:RecentChanges",
                days=str(days),
                limit=str(_CHANGES_SHOWN),
                hideminor="0",
                hidebots="0",
            )
        )
        content = _content(soup)
        titles = [self._title_of(link, at) for link in content.select("a")]
        found = tuple(dict.fromkeys(title for title in titles if title))
        return None if len(content.select("li, table.mw-enhanced-rc")) >= _CHANGES_SHOWN else found

    def page(self, title: str) -> CrawledPage | None:
        """The page as readers see it, without the skin."""
        try:
            found = self.fetcher.get(self.site.page_url(title), expect="html", since=self.since)
        except HttpError as error:
            if error.status in (404, 410):
                return None
            raise
        html = found.content.decode("utf-8", "replace")
        soup = BeautifulSoup(html, "html.parser")
        heading = soup.select_one("#firstHeading, h1.firstHeading")
        name = page_variable(html, "wgPageName") or (heading.get_text().strip() if heading else "")
        if not name or soup.select_one("#mw-content-text, #bodyContent") is None:
            raise CrawlError(
                f"{found.url}: not a page of a MediaWiki (no heading, no content)",
                f"{found.url}：MediaWiki のページではありません（見出しか本文がありません）",
            )
        if page_variable(html, "wgArticleId") == "0" or soup.select_one(".noarticletext"):
            return None
        revision = page_variable(html, "wgCurRevisionId") or page_variable(html, "wgRevisionId")
        foot = soup.select_one("#footer-info-lastmod, #lastmod")
        before = soup.select_one(".mw-redirectedfrom a, #contentSub a[href*='redirect=no']")
        categories = tuple(
            link.get_text().strip() for link in soup.select("#mw-normal-catlinks li a, #catlinks span a")
        )
        return CrawledPage(
            PageInfo(canonical(name), int(revision or 0), iso_date(foot.get_text()) if foot else ""),
            _content(soup).decode_contents(),
            categories,
            canonical(before.get_text()) if before else "",
        )

    def _listed(self) -> Iterator[tuple[str, bool]]:
        """Every title in the list of all pages, and whether it is a redirect."""
        todo = [self._script("Special:AllPages", namespace="0")]
        seen: set[str] = set()
        known: set[str] = set()
        while todo:
            url = todo.pop(0)
            if url in seen:
                continue
            seen.add(url)
            if len(seen) > _LONGEST_LIST:
                raise CrawlError(
                    f"{url}: the list of all pages does not end", f"{url}：全ページの一覧が終わりません"
                )
            soup, at = self._soup(url)
            links = soup.select(_LISTS) or soup.select(_OLD_LISTS)
            last = ""
            for link in links:
                title = self._title_of(link, at)
                if title and title not in known:
                    known.add(title)
                    last = max(last, title)
                    yield title, _is_redirect(link)
            todo += _ranges(soup, at, seen)
            if last and (following := _next(soup, at, ("from",), seen, after=last)):
                todo.append(following)

    def _soup(self, url: str) -> tuple[BeautifulSoup, str]:
        found = self.fetcher.get(url, expect="html", since=self.since)
        return BeautifulSoup(found.content.decode("utf-8", "replace"), "html.parser"), found.url

    def _script(self, title: str, **more: str) -> str:
        rest = "".join(f"&{key}={quote(value, safe='')}" for key, value in more.items())
        return f"{self.site.script}?title={quote(title, safe=':')}{rest}"

    def _title_of(self, link: Tag, at: str) -> str:
        """The article that a link leads to, '' for anything else."""
        url = urlsplit(urljoin(at, str(link.get("href") or "")))
        article = urlsplit(self.site.article)
        prefix, _, suffix = article.path.partition("$1")
        if url.netloc != article.netloc or (url.query and "title=" not in url.query):
            return ""
        if "title=" in url.query and url.path == urlsplit(self.site.script).path:
            query = parse_qs(url.query)
            if set(query) - {"title", "redirect"} and "redlink" not in query:
                return ""
            title = query["title"][0]
        elif (
            "$1" in article.path
            and url.path.startswith(prefix)
            and url.path.endswith(suffix)
            and not url.query
        ):
            title = unquote(url.path[len(prefix) : len(url.path) - len(suffix)])
        else:
            return ""
        name = canonical(title)
        return "" if _in_namespace(name) else name


def page_variable(html: str, name: str) -> str:
    """A variable that MediaWiki writes into a page's script, '' where it is missing.

    >>> page_variable("var wgPageName = '計画'; var wgCurRevisionId = 12;", "wgCurRevisionId")
    '12'
    """
    match = re.search(rf'["\']?\b{name}["\']?\s*[:=]\s*("(?:[^"\\]|\\.)*"|\'[^\']*\'|\d+)', html)
    if match is None:
        return ""
    value = match[1]
    if value.startswith('"'):
        try:
            return str(json.loads(value))
        except ValueError:
            return ""
    return value.strip("'")


_SPACES = """
special 特別 talk トーク ノート user 利用者 file image ファイル 画像 template テンプレート category カテゴリ help
ヘルプ mediawiki media メディア module モジュール project プロジェクト user_talk file_talk
"""
_NAMESPACES = frozenset(_SPACES.split())


def _in_namespace(title: str) -> bool:
    """Whether a title is of another namespace than the articles'."""
    before, colon, _ = title.partition(":")
    space = before.casefold().replace(" ", "_")
    return bool(colon) and (
        space in _NAMESPACES or space.endswith(("_talk", "・トーク", "‐ノート", "-ノート"))
    )


def _content(soup: BeautifulSoup) -> Tag:
    return next((found for found in map(soup.select_one, _CONTENT) if found), soup)


def _is_redirect(link: Tag) -> bool:
    marks = " ".join([*(link.get("class") or ()), *((link.parent.get("class") or ()) if link.parent else ())])
    return "redirect" in marks


def _ranges(soup: BeautifulSoup, at: str, seen: set[str]) -> list[str]:
    """The links of an old list that shows ranges of titles first."""
    found = []
    for link in soup.select("table.allpageslist a, .mw-allpages-alphaindexline a"):
        url = urljoin(at, str(link.get("href") or ""))
        if "from=" in url and "to=" in url and url not in seen:
            found.append(url)
    return list(dict.fromkeys(found))


def _next(holder: Tag, at: str, keys: tuple[str, ...], seen: set[str], after: str = "") -> str | None:
    """The link to the rest of a list: it begins behind what was shown (`after`)."""
    best: tuple[str, str] | None = None
    for link in holder.select("a[href]"):
        url = urljoin(at, str(link["href"]))
        query = parse_qs(urlsplit(url).query)
        start = next((query[key][0] for key in keys if key in query), "")
        if start and "to" not in query and url not in seen and canonical(start) > after:
            best = max(best, (start, url)) if best else (start, url)
    return best[1] if best else None
