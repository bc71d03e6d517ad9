"""The Japanese rules as text or as HTML -> lines, with the readings that `<ruby>` gives kept beside the text.

Text comes a line per rule, headings between lines of `-`. HTML comes with headings, paragraphs, definition
lists or tables; what a reader sees as a line is a line here. Readings are never part of a line's text.

>>> lines = read_lines("<p>1. <ruby>計画<rp>(</rp><rt>けいかく</rt><rp>)</rp></ruby></p>")
>>> [(line.text, line.readings) for line in lines if line.text]
[('1. 計画', (('計画', 'けいかく'),))]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, PreformattedString, Tag

Run = tuple[str, str]
"""A piece of text with its reading, '' where it has none."""

_CJK = r"\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_RULER = re.compile(r"\s*(?:={4,}|-{4,}|＝{4,}|―{4,}|─{4,})\s*")
_NUMBER = re.compile(r"^\s*[1-9]\d{2}\.\d", re.MULTILINE)
_KANJI = re.compile(r"[㐀-鿿々〇]")
_BLOCK_NAMES = """
address article blockquote center dd div dl dt figure h1 h2 h3 h4 h5 h6 hr li main ol p pre section table
tbody td th thead tr ul body html
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_HOLDERS = frozenset(("html", "body", "main", "article", "section", "div", "table", "tbody", "tr", "td"))
_TOGETHER = frozenset(("dt", "dd", "br", "td", "th"))
"""Blocks that stand below each other without a blank line between."""
_SILENT_NAMES = "script style noscript template head nav header footer aside form button iframe select"
_SILENT = frozenset(_SILENT_NAMES.split())


_DEEPEST = 200
"""Elements inside each other beyond which only the text counts."""


@dataclass(frozen=True, slots=True)
class JaLine:
    """A line: its text in runs, whether the source shows it as a heading, and where it stands.

    >>> JaLine(1, (("計画", "けいかく"), ("を行う", ""))).text
    '計画を行う'
    """

    at: int
    """Line number from 1: in the text, or among the lines made of HTML."""
    runs: tuple[Run, ...] = ()
    heading: bool = False

    @property
    def text(self) -> str:
        """The characters of the line, without readings and outer white space."""
        return "".join(text for text, _ in self.runs).strip()

    @property
    def readings(self) -> tuple[Run, ...]:
        """What has a reading, with it."""
        return tuple((text, reading) for text, reading in self.runs if reading)

    def kana(self, part: str) -> str:
        """The hiragana of a part of the line, '' unless every kanji in it has a reading.

        >>> JaLine(1, (("計画", "けいかく"), ("カード", ""))).kana("計画カード")
        'けいかくかーど'
        >>> JaLine(1, (("計画", "けいかく"), ("札", ""))).kana("計画札")
        ''
        """
        whole = "".join(text for text, _ in self.runs)
        start = whole.find(part)
        if start < 0 or not self.readings:
            return ""
        end, at, pieces = start + len(part), 0, []
        for text, reading in self.runs:
            low, high = max(start - at, 0), min(end - at, len(text))
            if low < high:
                cut = text[low:high]
                if reading and cut != text:
                    return ""
                pieces.append(reading or cut)
            at += len(text)
        found = "".join(pieces)
        return "" if _KANJI.search(found) else hiragana(found)


def hiragana(text: str) -> str:
    """Katakana as hiragana, everything else as it is.

    >>> hiragana("マナ・コスト")
    'まな・こすと'
    """
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def is_html(text: str) -> bool:
    """Whether a text is a web page and no plain text.

    >>> is_html("<!DOCTYPE html><html>"), is_html("========\\nマジック総合ルール")
    (True, False)
    """
    return (
        re.search(r"<(?:!doctype|html|head|body|h[1-6]|p|div|dl|table|ruby)\b", text[:4000], re.I) is not None
    )


@dataclass(frozen=True, slots=True)
class JaText:
    """The lines of the part that holds the rules, and the whole as plain text."""

    lines: tuple[JaLine, ...]
    whole: str
    """For what may stand outside that part, as the title of a page does."""


def read_text(text: str) -> JaText:
    """A text or an HTML page as lines; rulers are gone, what stands between two is a heading.

    >>> found = read_text("--------\\n1. 考え方\\n--------\\n100. 原則")
    >>> [(line.text, line.heading) for line in found.lines]
    [('1. 考え方', True), ('100. 原則', False)]
    """
    if not is_html(text):
        return JaText(tuple(_text_lines(text.lstrip("\ufeff"))), text)
    soup = BeautifulSoup(text, "html.parser")
    for tag in soup(["script", "style"]):
        tag.decompose()
    return JaText(tuple(_html_lines(content_of(soup))), soup.get_text("\n"))


def read_lines(text: str) -> tuple[JaLine, ...]:
    """The lines alone.

    >>> [line.text for line in read_lines("<h2>1. 考え方</h2><p>100.1. …</p>") if line.text]
    ['1. 考え方', '100.1. …']
    """
    return read_text(text).lines


def content_of(soup: Tag) -> Tag:
    """The innermost element that holds every numbered rule and the glossary: a page without its frame.

    >>> page = "<body><div>site</div><div id=x><p>100.1. a</p><p>100.2. b</p><p>用語集</p></div></body>"
    >>> content_of(BeautifulSoup(page, "html.parser"))["id"]
    'x'
    """
    held, inner = _weight(soup), soup
    while True:
        parts = (child for child in inner.children if isinstance(child, Tag) and child.name in _HOLDERS)
        whole = next((part for part in parts if _weight(part) == held), None)
        if whole is None or not any(held):
            return inner
        inner = whole


def _weight(tag: Tag) -> tuple[int, int]:
    text = tag.get_text("\n")
    return len(_NUMBER.findall(text)), text.count("用語集")


def _text_lines(text: str) -> Iterator[JaLine]:
    rows = re.split(r"\r\n|\r|\n|\f", text)
    for at, row in enumerate(rows):
        if _RULER.fullmatch(row):
            continue
        heading = _is_ruler(rows, at - 1) and _is_ruler(rows, at + 1) and bool(row.strip())
        yield JaLine(at + 1, ((row, ""),) if row.strip() else (), heading)


def _is_ruler(rows: Sequence[str], at: int) -> bool:
    return 0 <= at < len(rows) and _RULER.fullmatch(rows[at]) is not None


def _html_lines(root: Tag) -> Iterator[JaLine]:
    walker = _Walker()
    walker.walk(root)
    walker.flush()
    for at, (runs, heading) in enumerate(walker.lines, 1):
        yield JaLine(at, runs, heading)


class _Walker:
    def __init__(self) -> None:
        self.depth = 0
        self.lines: list[tuple[tuple[Run, ...], bool]] = []
        self.open: list[Run] = []
        self.heading = False

    def walk(self, node: Tag) -> None:
        if self.depth > _DEEPEST:
            self.open.append((node.get_text(" "), ""))
            return
        self.depth += 1
        for child in node.children:
            self._visit(child)
        self.depth -= 1

    def flush(self) -> None:
        """End the line; a ruler that HTML shows as text is none."""
        runs = tuple(_trimmed(self.open))
        if runs and not _RULER.fullmatch("".join(text for text, _ in runs)):
            self.lines.append((runs, self.heading))
        self.open.clear()

    def _blank(self) -> None:
        if self.lines and self.lines[-1][0]:
            self.lines.append(((), False))

    def _visit(self, node: PageElement) -> None:
        if isinstance(node, PreformattedString):
            return
        if isinstance(node, NavigableString):
            self._text(str(node), keep=_inside_pre(node))
        elif not isinstance(node, Tag) or node.name in _SILENT:
            return
        elif node.name == "ruby":
            self.open.extend(ruby_runs(node))
        elif node.name == "br":
            self.flush()
        elif node.name in _BLOCKS:
            self._block(node)
        else:
            self.walk(node)

    def _text(self, text: str, *, keep: bool) -> None:
        if keep:
            first, *others = text.split("\n")
            self.open.append((first, ""))
            for row in others:
                self.flush()
                self.open.append((row, ""))
        else:
            self.open.append((text, ""))

    def _block(self, tag: Tag) -> None:
        together = tag.name in _TOGETHER
        if tag.name in ("td", "th") and self.open:
            self.open.append((" ", ""))
            self.walk(tag)
            return
        self.flush()
        if not together:
            self._blank()
        before, self.heading = self.heading, self.heading or re.fullmatch(r"h[1-6]", tag.name) is not None
        self.walk(tag)
        if tag.name not in ("td", "th"):
            self.flush()
        self.heading = before
        if not together:
            self._blank()


def _inside_pre(node: NavigableString) -> bool:
    return node.find_parent("pre") is not None


def _collapsed(text: str) -> str:
    """White space as a browser shows it; a line end between Japanese characters is none at all."""
    joined = re.sub(rf"(?<=[{_CJK}])[ \t]*[\r\n]+[ \t]*(?=[{_CJK}])", "", text)
    return re.sub(r"[ \t\r\n]+", " ", joined)


def _collapse(runs: Sequence[Run]) -> Iterator[Run]:
    """Runs with their white space collapsed; what stands at a run's edge is judged with its neighbour."""
    for place, (text, reading) in enumerate(runs):
        before = runs[place - 1][0][-1:] if place and text[:1].isspace() else ""
        behind = runs[place + 1][0][:1] if place + 1 < len(runs) and text[-1:].isspace() else ""
        whole = _collapsed(before + text + behind)
        yield whole[len(before) : len(whole) - len(behind)], reading


def ruby_runs(tag: Tag) -> list[Run]:
    """The runs of a `<ruby>`: base and reading in pairs, brackets for old browsers left out.

    >>> soup = BeautifulSoup("<ruby>計<rt>けい</rt>画<rt>かく</rt></ruby>", "html.parser")
    >>> ruby_runs(soup.ruby)
    [('計', 'けい'), ('画', 'かく')]
    """
    runs: list[Run] = []
    base = ""
    for child in tag.children:
        name = child.name if isinstance(child, Tag) else ""
        if isinstance(child, Tag) and name in ("rt", "rtc"):
            if base:
                runs.append((base, "".join(child.get_text().split())))
            base = ""
        elif isinstance(child, Tag) and name != "rp":
            base += _collapsed(child.get_text())
        elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
            base += _collapsed(str(child)).strip()
    return [*runs, (base, "")] if base else runs


def _trimmed(runs: Sequence[Run]) -> Iterator[Run]:
    """Runs without empty ones and without white space at the ends of the line."""
    kept = [(text, reading) for text, reading in _collapse(runs) if text]
    while kept and not kept[0][0].strip():
        kept.pop(0)
    while kept and not kept[-1][0].strip():
        kept.pop()
    for place, (text, reading) in enumerate(kept):
        if reading:
            yield text, reading
            continue
        cut = text.lstrip(" \t\r\n") if place == 0 else text
        cut = cut.rstrip() if place == len(kept) - 1 else cut
        yield re.sub(r" {2,}", " ", cut), reading
