"""A wiki page as MediaWiki's HTML -> the neutral lines of `wiki_lines`.

Takes a whole page (old and new skins), the body that `action=render` and the API's `parse` give, and broken
markup: html.parser never refuses. Headings, lists and tables say what they are, so nothing is guessed but the
card boxes, which the wiki draws with `<hr>` and `<br>` in a box or between paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from scraper.wiki_lines import (
    BLANK,
    Furniture,
    FurnitureKind,
    Line,
    RawPage,
    iso_date,
    plain_marks,
    without_backlink,
)
from scraper.wiki_parts import card_ranges, find_pair

_FURNITURE: tuple[tuple[FurnitureKind, str], ...] = (
    ("site", "#siteSub, .tagline"),
    ("revision", "#mw-revision-info, .mw-revision"),
    ("redirect", "#contentSub .redirectedfrom, .mw-redirectedfrom"),
    ("navigation", "#jump-to-nav, .mw-jump-link, #siteNotice, .noprint"),
    ("toc", "#toc, .toc"),
    ("edit", ".editsection, .mw-editsection"),
    ("backlink", ".mw-cite-backlink"),
    ("footer", ".printfooter, #catlinks, .catlinks, #footer, #mw-navigation, #column-one"),
)
_ROOTS = (
    "#mw-content-text .mw-parser-output",
    "#mw-content-text",
    ".mw-parser-output",
    "#bodyContent",
    "body",
)
_BLOCK_NAMES = """
p div section article center blockquote table ul ol dl pre hr h1 h2 h3 h4 h5 h6 form fieldset figure
tr td th tbody thead dd dt li
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_SILENT = frozenset(
    ("script", "style", "noscript", "template", "head", "title", "meta", "link", "input", "button")
)
_TOP_HEADING = 2
_DEEPEST = 100
"""Elements inside each other beyond which a page's shape means nothing: from there on only its text counts."""


def read_html(html: str, name: str) -> RawPage:
    """MediaWiki's HTML of the page `name`, as neutral lines.

    >>> read_html("<h2><span class='mw-headline'>ルール</span></h2><ul><li>…</li></ul>", "計画").lines[-1]
    Line(kind='item', text='…', depth=1, mark='')
    """
    soup = BeautifulSoup(html, "html.parser")
    told = _told(soup)
    name = told.get("title", (name,))[0]
    revision, categories = told.get("date", ("",))[0] or _revision(soup), _categories(soup)
    furniture = _take_furniture(soup, name)
    root: Tag = next((found for found in map(soup.select_one, _ROOTS) if found), soup)
    walker = _Walker()
    walker.walk(root)
    walker.flush()
    lines = _with_cards(walker.lines)
    return RawPage(
        name,
        tuple(lines),
        tuple(furniture),
        revision,
        categories,
        told.get("alias", ()),
        told.get("url", ("",))[0],
        tuple(dict.fromkeys(walker.emphasised)),
    )


def _told(soup: BeautifulSoup) -> dict[str, tuple[str, ...]]:
    """What a crawl wrote into the head of the file (`scraper.mediawiki_mirror`)."""
    found: dict[str, tuple[str, ...]] = {}
    for meta in soup.select('meta[name^="mtgkb:"]'):
        key = str(meta["name"]).removeprefix("mtgkb:")
        found[key] = (*found.get(key, ()), str(meta.get("content") or ""))
    return found


def _revision(soup: BeautifulSoup) -> str:
    for selector in ("#mw-revision-info", "#contentSub", "#footer-info-lastmod", "#lastmod"):
        found = soup.select_one(selector)
        if found and (date := iso_date(found.get_text())):
            return date
    return ""


def _categories(soup: BeautifulSoup) -> tuple[str, ...]:
    links = soup.select("#mw-normal-catlinks a, #catlinks a")
    names = dict.fromkeys(link.get_text().strip() for link in links)
    return tuple(text for text in names if text and text not in ("カテゴリ", "Category", "Categories"))


def _take_furniture(soup: BeautifulSoup, name: str) -> list[Furniture]:
    found: list[Furniture] = []
    for heading in soup.select("#firstHeading, h1.pagetitle"):
        found.append(Furniture("name", _plain(heading) or name))
        heading.decompose()
    for kind, selector in _FURNITURE:
        for tag in soup.select(selector):
            if not tag.decomposed:
                found.append(Furniture(kind, _plain(tag)))
                tag.decompose()
    for tag in soup.select("#contentSub"):
        if text := _plain(tag):
            found.append(Furniture("revision" if iso_date(text) else "navigation", text))
        tag.decompose()
    return found


def _plain(tag: Tag) -> str:
    return " ".join(tag.get_text(" ").split())


class _Walker:
    """Walks the tree once; text gathers in `inline` until a block begins or ends."""

    def __init__(self, depth: int = 0) -> None:
        self.depth = depth
        self.lines: list[Line] = []
        self.emphasised: list[str] = []
        self.inline: list[str] = []

    def walk(self, node: Tag) -> None:
        if self.depth > _DEEPEST:
            self.inline.append(_collapse(node.get_text(" ")))
            return
        self.depth += 1
        for child in node.children:
            self._visit(child)
        self.depth -= 1

    def flush(self) -> None:
        self.lines.extend(Line("text", text) for text in _rows(self.inline))
        self.inline.clear()

    def _visit(self, node: PageElement) -> None:
        if isinstance(node, PreformattedString):
            return
        if isinstance(node, NavigableString):
            self.inline.append(_collapse(str(node)))
        elif isinstance(node, Tag) and node.name not in _SILENT:
            self._visit_tag(node)

    def _visit_tag(self, tag: Tag) -> None:
        if tag.name == "br":
            self.inline.append("\n")
        elif tag.name not in _BLOCKS:
            self._note_pair(tag)
            self.walk(tag)
        else:
            self.flush()
            self._block(tag)

    def _note_pair(self, tag: Tag) -> None:
        if tag.name in ("b", "strong", "a"):
            text = " ".join(tag.get_text().split())
            if find_pair(text):
                self.emphasised.append(text)

    def _block(self, tag: Tag) -> None:
        if re.fullmatch(r"h[1-6]", tag.name):
            level = max(int(tag.name[1]), _TOP_HEADING)
            self.lines.append(Line("heading", " ".join(tag.get_text().split()), level))
        elif tag.name in ("ul", "ol"):
            self._list(tag, 1)
        elif tag.name == "table":
            self._blank()
            self.lines.extend((*self._table(tag), BLANK))
        elif tag.name == "pre":
            rows = tag.get_text().splitlines()
            self.lines.extend((BLANK, *(Line("text", row.strip()) if row.strip() else BLANK for row in rows)))
        else:
            self._blank()
            self.walk(tag)
            self.flush()
            self._blank()
            if "card" in _classes(tag) and tag.name != "hr":
                self.lines.append(BLANK)

    def _blank(self) -> None:
        """One blank line however many blocks end here; two are the mark of a card box's end."""
        if self.lines and self.lines[-1] != BLANK:
            self.lines.append(BLANK)

    def _list(self, tag: Tag, depth: int) -> None:
        if depth > _DEEPEST:
            self.lines.append(Line("item", _collapse(tag.get_text(" ")).strip(), depth))
            return
        start = str(tag.get("start") or "")
        number = int(start) if start.isdecimal() else 1
        if depth == 1:
            _unnest(tag)
        for child in tag.find_all(["li", "ul", "ol"], recursive=False):
            if child.name != "li":
                self._list(child, depth + 1)
                continue
            self._item(child, depth, str(number) if tag.name == "ol" else "", "references" in _classes(tag))
            number += 1

    def _item(self, tag: Tag, depth: int, mark: str, is_note: bool) -> None:
        if is_note:
            for link in tag.select('a[href^="#cite_ref"], a[href^="#_ref"]'):
                holder = link.find_parent("sup") or link
                if not holder.decomposed:
                    holder.decompose()
        below = [child for child in tag.find_all(["ul", "ol"]) if child.find_parent("li") is tag]
        for child in below:
            child.extract()
        inner = _Walker(self.depth + depth)
        inner.walk(tag)
        inner.flush()
        self.emphasised.extend(inner.emphasised)
        text = "\n".join(line.text for line in inner.lines if line.text)
        text = re.sub(r"^[↑^]\s*", "", text) if is_note else without_backlink(text)
        self.lines.append(Line("ordered" if mark else "item", text, depth, mark))
        for child in below:
            self._list(child, depth + 1)

    def _table(self, tag: Tag) -> Iterator[Line]:
        for row in tag.find_all("tr"):
            if row.find_parent("table") is not tag:
                continue
            cells = []
            for cell in row.find_all(["th", "td"], recursive=False):
                inner = _Walker(self.depth)
                inner.walk(cell)
                inner.flush()
                self.emphasised.extend(inner.emphasised)
                cells.append("\n".join(line.text for line in inner.lines if line.text))
            for text in "\t".join(cells).strip("\n").split("\n"):
                if text.strip():
                    yield Line("text", text.strip())


def _classes(tag: Tag) -> list[str]:
    found = tag.get("class")
    return found if isinstance(found, list) else [found] if found else []


def _unnest(tag: Tag) -> None:
    """Items whose end tag is missing stand inside the one before; their list has them side by side."""
    for item in tag.find_all("li"):
        outer, own = item.find_parent("li"), item.find_parent(["ul", "ol"])
        if outer and own is not None and outer.find_parent(["ul", "ol"]) is own:
            outer.insert_after(item.extract())


def _collapse(text: str) -> str:
    return re.sub(r"[ \t\r\n\f]+", " ", text)


def _rows(inline: list[str]) -> Iterator[str]:
    for row in "".join(inline).split("\n"):
        if text := re.sub(r" {2,}", " ", row).strip():
            yield plain_marks(text)


def _with_cards(lines: list[Line]) -> list[Line]:
    """The lines with each card box as one line of its own kind."""
    plain = [line.text if line.kind == "text" else "" for line in lines]
    stops = frozenset(at for at, line in enumerate(lines) if line.kind not in ("text", "blank"))
    ends = dict(card_ranges(plain, stops))
    out: list[Line] = []
    at = 0
    while at < len(lines):
        if at in ends:
            out.append(Line("card", "\n".join(row for row in plain[at : ends[at]] if row)))
            at = ends[at]
        else:
            out.append(lines[at])
            at += 1
    return out
