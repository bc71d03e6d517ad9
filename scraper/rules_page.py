"""The pages that link the rules -> the address of the text.

The English page links a TXT, a DOCX and a PDF; only the current edition, maybe with one of the old names
beside it. The name may hold a space or `%20`, an underscore, or no date. What the name says orders the
links; what edition it is, the text alone says.

>>> page = '<a href="https://media.wizards.com/2031/downloads/MagicCompRules%2020310501.txt">TXT</a>'
>>> find_rules(page, "https://magic.wizards.com/en/rules").url
'https://media.wizards.com/2031/downloads/MagicCompRules%2020310501.txt'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup

from scraper.fetch import Fetched, Fetcher

ENGLISH_PAGE = "https://magic.wizards.com/en/rules"
JAPANESE_PAGE = "https://mjmjp.info/data/"

_ENGLISH = re.compile(r"(?:Magic|MTG)?[ _-]*Comp(?:rehensive)?[ _-]*Rules.*\.txt", re.IGNORECASE)
_JAPANESE = re.compile(r"JPN_CR_(?P<date>\d{8})_(?P<patch>\d+)\.txt", re.IGNORECASE)
_DATE = re.compile(r"(?<!\d)((?:19|20)\d{2})[-_]?(\d{2})[-_]?(\d{2})(?!\d)")
_BARE_ADDRESS = re.compile(r"https?:(?:\\?/){2}[^\"'<>\n]*?\.txt", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class RulesLink:
    """A link to a rules text.

    >>> RulesLink("20310501", 0, "https://example.org/x.txt") > RulesLink("", 0, "https://example.org/y.txt")
    True
    """

    date: str
    """The date in the name, YYYYMMDD, '' where it has none."""
    patch: int
    """The count of corrections in the name of a translation."""
    url: str


class NoRulesLink(ValueError):  # noqa: N818
    """A page that links no rules text: its layout has changed, or it is another page.

    >>> NoRulesLink("https://example.org/", ("https://example.org/a.pdf",)).links
    ('https://example.org/a.pdf',)
    """

    def __init__(self, page: str, links: tuple[str, ...]) -> None:
        self.page = page
        self.links = links
        shown = ", ".join(links[:5]) or "no file at all"
        shown_ja = "、".join(links[:5]) or "ファイルへのリンクはひとつもありません"
        self.en = f"{page}: no link to a text of the rules (a name like “MagicCompRules 20260116.txt”); found {shown}"
        self.ja = (
            f"{page}：ルールのテキスト（「MagicCompRules 20260116.txt」のような名前）へのリンクがありません。"
            f"見つかったもの：{shown_ja}"
        )
        super().__init__(self.en)


def rules_links(html: str, page: str) -> tuple[RulesLink, ...]:
    """Every link to an English rules text, the newest name first; one without a date comes last.

    >>> page = "<a href='/d/MagicCompRules.txt'>a</a><a href='/d/MagicCompRules 20310501.txt'>b</a>"
    >>> [link.date for link in rules_links(page, "https://example.org/")]
    ['20310501', '']
    """
    found = {
        url: RulesLink(_date(name), 0, url) for url, name in _files(html, page) if _ENGLISH.fullmatch(name)
    }
    return tuple(sorted(found.values(), key=lambda link: link.date, reverse=True))


def find_rules(html: str, page: str) -> RulesLink:
    """The link to the current English text; raises NoRulesLink."""
    links = rules_links(html, page)
    if not links:
        raise NoRulesLink(page, tuple(url for url, _ in _files(html, page)))
    return links[0]


def find_japanese(html: str, page: str) -> RulesLink:
    """The link to the newest Japanese text, by date and then by corrections; raises NoRulesLink.

    >>> page = "<a href='JPN_CR_20310501_0.txt'>a</a><a href='JPN_CR_20310501_1.txt'>b</a>"
    >>> find_japanese(page, JAPANESE_PAGE).patch
    1
    """
    found = [
        RulesLink(match["date"], int(match["patch"]), url)
        for url, name in _files(html, page)
        if (match := _JAPANESE.fullmatch(name))
    ]
    if not found:
        raise NoRulesLink(page, tuple(url for url, _ in _files(html, page)))
    return max(found)


def fetch_rules(fetcher: Fetcher, page: str = ENGLISH_PAGE) -> Fetched:
    """The current English text from the network; raises FetchError or NoRulesLink.

    Where the newest link is dead, an older one that the page still has is not taken: it would be an old
    edition under the name of the current one.
    """
    found = fetcher.get(page, expect="html")
    link = find_rules(found.content.decode("utf-8", "replace"), found.url)
    return fetcher.get(link.url, expect="text")


def fetch_japanese(fetcher: Fetcher, page: str = JAPANESE_PAGE) -> Fetched:
    """The newest Japanese text from the network; raises FetchError or NoRulesLink."""
    found = fetcher.get(page, expect="html")
    link = find_japanese(found.content.decode("utf-8", "replace"), found.url)
    return fetcher.get(link.url, expect="text")


def _files(html: str, page: str) -> Iterator[tuple[str, str]]:
    """Address and file name of everything linked that ends like a file; links in scripts included."""
    soup = BeautifulSoup(html, "html.parser")
    base = soup.find("base", href=True)
    start = urljoin(page, str(base["href"])) if base else page
    links = [str(tag["href"]).strip() for tag in soup.find_all("a", href=True)]
    links += [match[0].replace("\\/", "/") for match in _BARE_ADDRESS.finditer(html)]
    seen = set()
    for link in links:
        try:
            url = urljoin(start, link)
            path = urlsplit(url).path
        except ValueError:
            continue
        name = unquote(path).rsplit("/", 1)[-1]
        key = unquote(url)
        if re.search(r"\.\w{2,5}$", name) and key not in seen and url.startswith(("http://", "https://")):
            seen.add(key)
            yield url, name


def _date(name: str) -> str:
    match = _DATE.search(name)
    return "".join(match.groups()) if match else ""
