"""What a crawl of a MediaWiki hands on: pages, where they are listed, what went wrong.

>>> canonical("  night_watch ")
'Night watch'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class WikiSite:
    """Where a wiki's parts are.

    >>> WikiSite("", "http://example.org/index.php", "http://example.org/wiki/$1").page_url("計画 (能力)")
    'http://example.org/wiki/%E8%A8%88%E7%94%BB_(%E8%83%BD%E5%8A%9B)'
    """

    api: str
    """Address of api.php, '' where there is none."""
    script: str
    """Address of index.php."""
    article: str
    """Address of a page, with $1 for its title."""

    def page_url(self, title: str) -> str:
        """Where readers find the page."""
        return self.article.replace("$1", quote(title.replace(" ", "_"), safe="()!*'~-._/:,;@"))


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page as a list names it.

    >>> PageInfo("計画").revision
    0
    """

    title: str
    revision: int = 0
    """Number of its current revision, 0 unknown."""
    date: str = ""
    """Day of that revision (ISO), '' unknown."""


@dataclass(frozen=True, slots=True)
class CrawledPage:
    """A page as it came."""

    info: PageInfo
    """Its canonical title, that is the one behind redirects."""
    body: str
    """HTML of the article, without the skin around it."""
    categories: tuple[str, ...] = ()
    redirected_from: str = ""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What given titles lead to."""

    pages: tuple[PageInfo, ...]
    redirects: Mapping[str, str]
    """Title of a redirect -> title of its page."""
    missing: tuple[str, ...] = ()


class WikiReader(Protocol):
    """One of the two roads into a wiki: its API, or its HTML pages."""

    @property
    def site(self) -> WikiSite:
        """Where it reads."""
        ...

    def all_pages(self) -> Iterator[PageInfo]:
        """Every article, without redirects."""
        ...

    def redirects(self) -> Mapping[str, str]:
        """Every redirect between articles."""
        ...

    def in_category(self, name: str) -> Iterator[PageInfo]:
        """The articles of a category, its subcategories not followed."""
        ...

    def resolve(self, titles: Iterable[str]) -> Resolved:
        """The pages that titles lead to, redirects followed."""
        ...

    def changed_since(self, when: datetime) -> tuple[str, ...] | None:
        """Titles edited, made, moved or deleted since then; None where the wiki cannot say."""
        ...

    def page(self, title: str) -> CrawledPage | None:
        """The page, None where there is none."""
        ...


class CrawlError(ValueError):
    """A wiki that is not as expected; `en` and `ja` are for people.

    >>> CrawlError("no pages listed", "ページがありません").ja
    'ページがありません'
    """

    def __init__(self, en: str, ja: str) -> None:
        super().__init__(en)
        self.en = en
        self.ja = ja


def canonical(title: str) -> str:
    """A title in the form that the wiki itself uses: spaces, a capital first letter.

    >>> canonical("計画#ルール")
    '計画'
    """
    plain = re.sub(r"[ _\u3000]+", " ", title.partition("#")[0]).strip(" :")
    return plain[:1].upper() + plain[1:]
