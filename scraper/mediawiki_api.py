"""MediaWiki by its API: lists of 500, revisions known before a page is fetched.

Written for what old versions give too: answers in the first format, `query-continue` beside `continue`.

>>> dict(continuation({"query-continue": {"allpages": {"gapfrom": "B"}}}))
{'gapfrom': 'B'}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from scraper.fetch import Fetcher
from scraper.mediawiki_model import CrawledPage, CrawlError, PageInfo, Resolved, WikiSite, canonical

Answer = Mapping[str, Any]
_TITLES_AT_ONCE = 50
_CHANGES_KEPT = timedelta(days=7)
"""Old wikis forget changes after a week; for a longer time all revisions are compared."""
_GONE = frozenset(("missingtitle", "nosuchpageid", "invalidtitle", "pagecannotexist"))


@dataclass(frozen=True, slots=True)
class ApiReader:
    """Reads through api.php. `since` is when the crawl began: what is younger on disk is not asked again."""

    fetcher: Fetcher
    site: WikiSite
    since: datetime

    def all_pages(self) -> Iterator[PageInfo]:
        """Every article with its revision."""
        wanted = {"generator": "allpages", "gapnamespace": "0", "gapfilterredir": "nonredirects"}
        for answer in self._query(wanted | {"gaplimit": "500"} | _REVISIONS):
            yield from _infos(answer)

    def redirects(self) -> Mapping[str, str]:
        """Every redirect; listed first, then resolved in lots."""
        wanted = {"list": "allpages", "apnamespace": "0", "apfilterredir": "redirects", "aplimit": "500"}
        titles = [
            str(page["title"]) for answer in self._query(wanted) for page in _listed(answer, "allpages")
        ]
        return self.resolve(titles).redirects

    def in_category(self, name: str) -> Iterator[PageInfo]:
        """The articles of a category."""
        bare = name.partition(":")[2] or name
        wanted = {"generator": "categorymembers", "gcmtitle": f"Category:{bare}", "gcmnamespace": "0"}
        for answer in self._query(wanted | {"gcmlimit": "500"} | _REVISIONS):
            yield from _infos(answer)

    def resolve(self, titles: Iterable[str]) -> Resolved:
        """The pages that titles lead to, fifty a request."""
        wanted = list(dict.fromkeys(canonical(title) for title in titles))
        pages: dict[str, PageInfo] = {}
        redirects: dict[str, str] = {}
        missing: list[str] = []
        for start in range(0, len(wanted), _TITLES_AT_ONCE):
            lot = "|".join(wanted[start : start + _TITLES_AT_ONCE])
            for answer in self._query({"titles": lot, "redirects": "1"} | _REVISIONS):
                query = answer.get("query", {})
                redirects |= {str(r["from"]): canonical(str(r["to"])) for r in query.get("redirects", ())}
                pages |= {info.title: info for info in _infos(answer)}
                missing += [str(page["title"]) for page in _pages(answer) if "missing" in page]
        return Resolved(tuple(pages.values()), redirects, tuple(dict.fromkeys(missing)))

    def changed_since(self, when: datetime) -> tuple[str, ...] | None:
        """Titles in the list of recent changes; None when it may not reach back so far."""
        if self.since - when > _CHANGES_KEPT:
            return None
        until = when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        wanted = {"list": "recentchanges", "rcend": until, "rcnamespace": "0", "rctype": "edit|new|log"}
        found: dict[str, None] = {}
        for answer in self._query(wanted | {"rcprop": "title|loginfo", "rclimit": "500"}):
            for change in _listed(answer, "recentchanges"):
                found[str(change["title"])] = None
                for target in _targets(change):
                    found[target] = None
        return tuple(found)

    def page(self, title: str) -> CrawledPage | None:
        """The page with its templates expanded."""
        wanted = {"action": "parse", "page": title, "prop": "text|revid|categories", "redirects": "1"}
        answer = self._ask(wanted)
        if str(answer.get("error", {}).get("code")) in _GONE:
            return None
        parsed = _without_error(answer, self.site.api)["parse"]
        text = parsed["text"]
        categories = (c.get("*", c.get("category", "")) for c in parsed.get("categories", ()))
        redirected = [str(r["from"]) for r in parsed.get("redirects", ())]
        return CrawledPage(
            PageInfo(canonical(str(parsed["title"])), int(parsed.get("revid") or 0)),
            str(text["*"] if isinstance(text, dict) else text),
            tuple(str(category).replace("_", " ") for category in categories),
            redirected[0] if redirected else "",
        )

    def _query(self, wanted: Mapping[str, str]) -> Iterator[Answer]:
        """The answers of a list, one after the other."""
        more: Mapping[str, str] = {}
        asked: set[tuple[tuple[str, str], ...]] = set()
        while True:
            answer = _without_error(self._ask({"action": "query"} | dict(wanted) | dict(more)), self.site.api)
            yield answer
            more = continuation(answer)
            key = tuple(sorted(more.items()))
            if not more:
                return
            if key in asked:
                raise CrawlError(
                    f"{self.site.api}: its list goes in a circle at {dict(more)!r}",
                    f"{self.site.api}：一覧が循環しています（{dict(more)!r}）",
                )
            asked.add(key)

    def _ask(self, wanted: Mapping[str, str]) -> Answer:
        url = f"{self.site.api}?{urlencode(dict(wanted) | {'format': 'json'})}"
        found = self.fetcher.get(url, expect="json", since=self.since)
        try:
            answer = json.loads(found.content)
        except ValueError as error:
            raise CrawlError(f"{url}: no JSON ({error})", f"{url}：JSON ではありません（{error}）") from error
        return answer if isinstance(answer, dict) else {}


_REVISIONS = {"prop": "revisions", "rvprop": "ids|timestamp"}


def continuation(answer: Answer) -> Mapping[str, str]:
    """What to ask for next: the new form, or the old one in which each list has its own.

    >>> continuation({"continue": {"gapcontinue": "B", "continue": "-||"}})["gapcontinue"]
    'B'
    >>> dict(continuation({"query": {}}))
    {}
    """
    if "continue" in answer:
        return {key: str(value) for key, value in answer["continue"].items()}
    old = answer.get("query-continue", {})
    return {key: str(value) for parts in old.values() for key, value in parts.items()}


def _without_error(answer: Answer, api: str) -> Answer:
    if "error" in answer:
        error = answer["error"]
        said = f"{error.get('code')}: {error.get('info')}"
        raise CrawlError(f"{api}: the wiki answered {said}", f"{api}：Wiki がエラーを返しました（{said}）")
    return answer


def _pages(answer: Answer) -> list[Answer]:
    pages = answer.get("query", {}).get("pages", {})
    return list(pages.values() if isinstance(pages, dict) else pages)


def _listed(answer: Answer, name: str) -> list[Answer]:
    return list(answer.get("query", {}).get(name, ()))


def _infos(answer: Answer) -> Iterator[PageInfo]:
    for page in _pages(answer):
        revisions = page.get("revisions") or [{}]
        if "missing" not in page and "invalid" not in page and int(page.get("ns", 0)) == 0:
            newest = revisions[0]
            yield PageInfo(
                str(page["title"]), int(newest.get("revid") or 0), str(newest.get("timestamp", ""))[:10]
            )


def _targets(change: Answer) -> Iterator[str]:
    """Where a moved page went, as new and old versions say it."""
    for holder, key in (("logparams", "target_title"), ("move", "new_title")):
        parts = change.get(holder)
        if isinstance(parts, dict) and key in parts:
            yield str(parts[key])
