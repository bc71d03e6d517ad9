"""The neutral form of a wiki page: a stream of lines that both roads (saved text, HTML) produce.

Saved text and MediaWiki's HTML differ in how they show a heading or a list, not in what a page is made of.
`wiki_text` and `wiki_html` turn either into a `RawPage`; `wiki` makes documents from that alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

LineKind = Literal["blank", "heading", "text", "item", "ordered", "card"]
FurnitureKind = Literal[
    "name", "site", "revision", "navigation", "toc", "edit", "mobile", "redirect", "footer", "backlink"
]

BACKLINK = re.compile(r"(?:[↑^]\s*)(?:\^?\{?(?:\d+\.\d+[\s,]*)+\}?\s*)?")
_SUPERSCRIPT_MARK = re.compile(r"\^\{?(\[[^\[\]]{1,8}\])\}?")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page with its part in the page's shape.

    >>> Line("item", "…", depth=2).depth
    2
    """

    kind: LineKind
    text: str = ""
    depth: int = 0
    """Level of a heading (2 outermost), depth of a list item (1 outermost)."""
    mark: str = ""
    """Number of an ordered item."""


BLANK = Line("blank")


@dataclass(frozen=True, slots=True)
class Furniture:
    """Something on a saved page that is the site's, not the article's.

    >>> Furniture("mobile", "MOBILE").kind
    'mobile'
    """

    kind: FurnitureKind
    text: str


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page in the neutral form, before it is divided into sections.

    >>> RawPage("計画", (Line("text", "…"),)).lines[0].kind
    'text'
    """

    name: str
    lines: tuple[Line, ...]
    furniture: tuple[Furniture, ...] = ()
    revision: str = ""
    """Date of the revision (ISO), '' where the page doesn't say."""
    categories: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    """Titles that lead to the page."""
    address: str = ""
    """Where the page was fetched, '' unknown."""
    emphasised: tuple[str, ...] = ()
    """Bold phrases and link texts of an HTML page that hold a 日本語/English pair."""


def without_backlink(text: str) -> str:
    """A footnote's text without the arrows that lead back to its marks.

    >>> without_backlink("↑ ^{1.0 1.1} Making Space")
    'Making Space'
    """
    return BACKLINK.sub("", text, count=1) if text[:1] in "↑^" else text


def plain_marks(text: str) -> str:
    """Footnote marks in one form, `[1]`, however the superscript was saved.

    >>> plain_marks("…である^[1]。")
    '…である[1]。'
    """
    return _SUPERSCRIPT_MARK.sub(r"\1", text)


def iso_date(text: str) -> str:
    """The first Japanese date of a text as an ISO date, '' where there is none.

    >>> iso_date("2024年4月19日 (金) 21:57時点における版")
    '2024-04-19'
    """
    match = re.search(r"(\d{4})年(\d{1,2})月(\d{1,2})日", text)
    return f"{match[1]}-{int(match[2]):02}-{int(match[3]):02}" if match else ""
