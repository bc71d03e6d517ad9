"""A wiki page as a reader saved it from a browser -> the neutral lines of `wiki_lines`.

What is measured: no heading marks but an `[編集]` on some pages; bullets `•` with two spaces a level (some
pages begin at one level in); numbers `1.`; footnote marks `^[1]`, `^{1.0 1.1}` or `[1]`; a card box ends in
blank lines; `MOBILE` on or behind the last line; 目次 with or without its entries.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from scraper.wiki_lines import (
    BACKLINK,
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

_NAMES = """
概略 概要 定義 解説 ルール その他 開発秘話 脚注 注釈 出典 参考 参考文献 歴史 一覧 備考 関連項目 関連ページ
ストーリー 登場 登場カード 登場作品 登場記事 経歴 主なカード 該当カード 関連カード 主なデッキ
サンプルレシピ サンプルリスト 旧ルール 過去のルール 過去のオラクル 由来 訳語 採用例 利用 書式 補足 変遷 注意
"""
SECTION_NAMES = frozenset(_NAMES.split())
QUOTATION_HEADING = re.compile(r"引用\s*[:：]")

_EDIT = re.compile(r"^\[編集\]\s*|\s*\[編集\]$")
_ITEM = re.compile(r"(?P<indent>[ \t\u3000]*)(?:[•◦▪●‣]\s*|[-*]\s+)(?P<text>.*)")
_ORDERED = re.compile(r"(?P<indent>[ \t\u3000]*)(?P<mark>\d{1,2})[.)]\s+(?P<text>.*)")
_TOC_ENTRY = re.compile(r"\s*(?:[•◦▪●‣]\s*)?(?P<number>\d{1,2}(?:\.\d{1,2})*)\.?[\s\u3000]+(?P<name>\S.*)")
_NUMBERED = re.compile(r"[1-9]\d{2}(?:\.\d{1,3}[a-z]?)?\b|\d{1,2}[\s.]")
_FURNITURE: tuple[tuple[FurnitureKind, re.Pattern[str]], ...] = (
    ("site", re.compile(r"(?:提供\s*[:：]|出典\s*[:：]\s*MTG Wiki)\s*.*MTG Wiki.*")),
    ("revision", re.compile(r"\d{4}年\d{1,2}月\d{1,2}日.*時点における.*版(?:（.*）|\(.*\))?")),
    ("revision", re.compile(r"[(（]?(?:差分|← ?(?:前|古い)の?版|←).*版.*")),
    ("revision", re.compile(r"\(版間での差分\)")),
    ("navigation", re.compile(r"移動\s*[:：]\s*(?:案内|ナビゲーション)\s*[,、]\s*検索")),
    ("navigation", re.compile(r"(?:ナビゲーションに移動|検索に移動)+")),
    ("redirect", re.compile(r"[(（].+から転送[)）]")),
    ("mobile", re.compile(r"MOBILE")),
    ("footer", re.compile(r"[「\"“]https?://\S+[」\"”]\s*(?:より作成|から取得)")),
    ("footer", re.compile(r"(?:このページ(?:は|の)?.*)?最終更新.*\d{4}年.*")),
    ("footer", re.compile(r"QR Code\.gif|QRコード.*\.gif")),
    ("footer", re.compile(r"このページは\s*[\d,]+\s*回アクセスされました。?")),
)
_CATEGORIES = re.compile(r"カテゴリ\s*[:：]\s*(?P<names>.+)")
_SHORT, _SHORT_PAIR = 20, 40
"""Longest heading that is guessed from its looks, in characters: without and with an English name."""


def read_saved(text: str, name: str) -> RawPage:
    """Saved text of the page `name`, as neutral lines.

    >>> read_saved("計画\\n\\n提供:MTG Wiki\\n\\nルール\\n\\n  • …\\nMOBILE", "計画").lines[-1]
    Line(kind='item', text='…', depth=1, mark='')
    """
    return _Reader(text, name).read()


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.rows = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        self.furniture: list[Furniture] = []
        self.revision = ""
        self.categories: tuple[str, ...] = ()
        self.levels: dict[str, int] = {}

    def read(self) -> RawPage:
        self._take_mobile()
        self._take_furniture()
        edits = {at for at, row in enumerate(self.rows) if self._take_edit(at, row)}
        plain = [row.strip() for row in self.rows]
        known = edits | {at for at, row in enumerate(plain) if self._is_known(row, edits)}
        cards = card_ranges(plain, frozenset(known))
        headings = known if edits else known | self._guess_headings(plain, known, cards)
        lines = self._lines(plain, headings, cards)
        return RawPage(self.name, tuple(lines), tuple(self.furniture), self.revision, self.categories)

    def _drop(self, at: int, kind: FurnitureKind, text: str | None = None) -> None:
        self.furniture.append(Furniture(kind, self.rows[at].strip() if text is None else text))
        self.rows[at] = self.rows[at].replace(text, "") if text is not None else "\0"

    def _take_mobile(self) -> None:
        last = max((at for at, row in enumerate(self.rows) if row.strip()), default=-1)
        if last >= 0 and self.rows[last].rstrip().endswith("MOBILE"):
            self.rows[last] = self.rows[last].rstrip().removesuffix("MOBILE")
            self.rows = self.rows[: last + 1] if self.rows[last] else self.rows[:last]
            self.furniture.append(Furniture("mobile", "MOBILE"))

    def _take_furniture(self) -> None:
        first = next((at for at, row in enumerate(self.rows) if row.strip()), None)
        if first is not None and self.rows[first].strip() == self.name:
            self._drop(first, "name")
        toc = False
        for at, row in enumerate(self.rows):
            line = row.strip()
            entry = _TOC_ENTRY.fullmatch(row) if toc else None
            if entry:
                self.levels[entry["name"].strip()] = entry["number"].count(".") + 2
                self._drop(at, "toc")
            elif line in ("目次", "目次 |") or (toc and re.fullmatch(r"\[(?:非)?表示\]", line)):
                toc = True
                self._drop(at, "toc")
            elif line and line != "\0":
                toc = False
                self._take_line(at, line)
        self.rows = [row for row in self.rows if row != "\0"]

    def _take_line(self, at: int, line: str) -> None:
        if match := _CATEGORIES.fullmatch(line):
            self.categories = tuple(part.strip() for part in re.split(r"\s*[|｜]\s*", match["names"]))
            self._drop(at, "footer")
            return
        for kind, pattern in _FURNITURE:
            if pattern.fullmatch(line):
                if kind in ("revision", "footer"):
                    self.revision = self.revision or iso_date(line)
                self._drop(at, kind)
                return

    def _take_edit(self, at: int, row: str) -> bool:
        match = _EDIT.search(row.strip())
        if match is None:
            return False
        self.rows[at] = _EDIT.sub("", row.strip(), count=1)
        self.furniture.append(Furniture("edit", "[編集]"))
        return True

    def _is_known(self, line: str, edits: set[int]) -> bool:
        if QUOTATION_HEADING.match(line):
            return True
        return line in self.levels or (not edits and line in SECTION_NAMES)

    def _guess_headings(
        self, plain: Sequence[str], known: set[int], cards: Sequence[tuple[int, int]]
    ) -> set[int]:
        """Lines that stand alone, are short and no sentence, outside the lead, card boxes and quotations."""
        inside = {at for start, end in cards for at in range(start, end)}
        found: set[int] = set()
        guessing = False
        for at, line in enumerate(plain):
            if at in known:
                guessing = not QUOTATION_HEADING.match(line)
            elif guessing and line and at not in inside:
                alone = not plain[at - 1] and (at + 1 == len(plain) or not plain[at + 1])
                if alone and _looks_like_heading(line):
                    found.add(at)
        return found

    def _lines(
        self, plain: Sequence[str], headings: set[int], cards: Sequence[tuple[int, int]]
    ) -> list[Line]:
        ends = dict(cards)
        lines: list[Line] = []
        indents: list[int] = []
        at = 0
        while at < len(plain):
            line = plain[at]
            if at in headings:
                lines.append(Line("heading", line, self._level(line)))
            elif at in ends:
                rows = [row for row in plain[at : ends[at]] if row]
                lines.append(Line("card", "\n".join(rows)))
                at = ends[at] - 1
            elif listed := _ITEM.fullmatch(self.rows[at]) or _ORDERED.fullmatch(self.rows[at]):
                lines.append(_list_line(listed, indents))
                at += 1
                continue
            elif line and self.rows[at][0].isspace() and lines and lines[-1].kind in ("item", "ordered"):
                lines[-1] = replace(lines[-1], text=f"{lines[-1].text}\n{plain_marks(line)}")
                at += 1
                continue
            else:
                lines.append(Line("text", plain_marks(line)) if line else BLANK)
            if line:
                indents.clear()
            at += 1
        return lines

    def _level(self, line: str) -> int:
        if line in self.levels:
            return self.levels[line]
        return 2 if line in SECTION_NAMES or QUOTATION_HEADING.match(line) else 3


def _looks_like_heading(line: str) -> bool:
    if re.search(r"[。、，．,]|[:：]$", line):
        return False
    if any(pattern.match(line) for pattern in (_NUMBERED, _ITEM, BACKLINK)):
        return False
    return len(line) <= (_SHORT_PAIR if find_pair(line) or "/" in line else _SHORT)


def _list_line(match: re.Match[str], indents: list[int]) -> Line:
    """A list item whose depth is counted from the list's own outermost indent; `indents` is the open list."""
    width = len(match["indent"].replace("\t", "  ").replace("\u3000", "  "))
    while indents and indents[-1] > width:
        indents.pop()
    if not indents or indents[-1] < width:
        indents.append(width)
    mark = match.groupdict().get("mark") or ""
    text = plain_marks(without_backlink(match["text"].strip()))
    return Line("ordered" if mark else "item", text, len(indents), mark)
