"""The Japanese translation of the Comprehensive Rules -> the same documents as the English ones, in Japanese.

Takes the text (`JPN_CR_YYYYMMDD_N.txt`), the HTML with or without `<ruby>`, and a page of the official site.
Landmarks: the title with its edition, `和訳 20260116.0 版` (the English edition's date; the digit counts
corrections of the translation); the contents; sections 0 (introduction) to 9; section 10, the glossary. As
with the English text, what is missing is a fault of the edition and `scraper.cr_validate.validate` raises.

>>> edition = parse_cr_ja(EXAMPLE)
>>> edition.effective, [document.id for document in edition.documents]
('2031-05-01', ['cr:0', 'cr:1', 'cr:100', 'cr:100.1', 'cr:100.1a', 'glossary:Widget'])
>>> edition.documents[3].title.ja, edition.documents[3].title.en
('部品', 'Widget')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scraper.cr_ja_body import Reading, read_body, section_of
from scraper.cr_ja_glossary import read_glossary
from scraper.cr_ja_lines import JaLine, is_html, read_text
from scraper.cr_model import Counts, Edition, Fault
from scraper.document import Document, Source

__all__ = ["EXAMPLE", "SOURCE_ID", "parse_cr_ja", "translation"]

SOURCE_ID = "cr-ja"
URL = "https://mjmjp.info/data/"
OWNER = "Wizards of the Coast LLC; translation © its translators"

EXAMPLE = """\
========
マジック総合ルール(和訳 20310501.0 版)
========
--------
もくじ
--------
0. はじめに
1. 考え方
100. 原則
10. 用語集
--------
0. はじめに
--------
架空のゲームのルールである。

--------
1. 考え方
--------
100. 原則

100.1. 部品／Widget

100.1a 部品は物である。
例：歯車は部品である。

--------
10. 用語集
--------
部品／Widget
名前のある物。rule 100.1〔部品〕参照。
"""
"""A text in the form of the source, invented, for doctests."""

_EDITION = re.compile(r"(?:和訳|私訳|翻訳)?\s*(?P<date>(?:19|20)\d{6})\.(?P<patch>\d+)\s*版")
_DATE = re.compile(
    r"(?P<year>(?:19|20)\d{2})年\s*(?P<month>\d{1,2})月\s*(?P<day>\d{1,2})日\s*(?:付|より|から|に)?\s*"
    r"(?:版|発効|有効|施行|適用)"
)
_CONTENTS = re.compile(r"(?:もくじ|目次|目\s*次)")
_GLOSSARY = re.compile(r"(?:用語集|Glossary|グロッサリー?)(?:\s*[/／].*)?", re.IGNORECASE)
_TAG = re.compile(r"<rt\b[^>]*>[^<]*|<[^>]*>", re.IGNORECASE)
_CREDITS = re.compile(r"(?:クレジット|Credits|謝辞|著作権表記|著作権|権利表記|奥付)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Marks:
    contents: int
    """Index of the first line behind the contents' heading."""
    body: int
    glossary: int
    """Index of the glossary's heading."""
    end: int
    faults: tuple[Fault, ...]


def translation(text: str) -> str:
    """The translation's own edition, `20260116.0`; '' where the text has none.

    >>> translation(EXAMPLE)
    '20310501.0'
    """
    return _translation(_TAG.sub("", text) if is_html(text) else text)


def parse_cr_ja(text: str) -> Edition:
    """Read one edition; never raises for a bad text: its faults are in the result.

    >>> parse_cr_ja("ここには何もない").faults[0].ja
    '版の日付が見つかりません'
    """
    page = read_text(text)
    lines = page.lines
    edition = _translation(page.whole)
    effective = _effective(page.whole, edition)
    marks = _landmarks(lines)
    faults = list(marks.faults)
    if not effective:
        faults.insert(0, _missing("edition date", "版の日付", lines, "a title like “… 和訳 20260116.0 版”"))
    version = edition or effective
    source = Source(SOURCE_ID, f"マジック総合ルール（和訳 {version} 版）", URL, effective, OWNER)
    contents = _contents(lines[marks.contents : marks.body]) if marks.contents else ()
    reading = read_body(lines[marks.body : marks.glossary], source, dict(contents))
    first = marks.glossary + 1
    glossary = read_glossary(lines[first : marks.end], source, len(reading.documents))
    documents = (*reading.documents, *glossary.documents)
    faults += _lost_headings(contents, reading, lines, marks)
    return Edition(
        effective,
        documents,
        _counts(documents, reading.continuations),
        tuple(faults),
        reading.oddities,
        contents,
        {**reading.places, **glossary.places},
    )


def _counts(documents: Sequence[Document], continuations: int) -> Counts:
    kinds = [document.kind for document in documents]
    numbered = [document for document in documents if document.kind == "section" and document.id != "cr:0"]
    return Counts(
        sections=len(numbered),
        chapters=sum(document.kind == "chapter" and bool(document.title.ja) for document in documents),
        rules=kinds.count("rule"),
        subrules=kinds.count("subrule"),
        examples=sum(len(document.examples) for document in documents),
        glossary=kinds.count("glossary"),
        continuations=continuations,
    )


def _translation(text: str) -> str:
    match = _EDITION.search(text)
    return f"{match['date']}.{match['patch']}" if match else ""


def _effective(text: str, edition: str) -> str:
    if edition:
        found = _iso(int(edition[:4]), int(edition[4:6]), int(edition[6:8]))
        if found:
            return found
    match = _DATE.search(text)
    return _iso(int(match["year"]), int(match["month"]), int(match["day"])) if match else ""


def _iso(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _landmarks(lines: Sequence[JaLine]) -> _Marks:
    faults: list[Fault] = []
    headings = [at for at, line in enumerate(lines) if section_of(line.text)]
    contents = next((at + 1 for at, line in enumerate(lines) if _CONTENTS.fullmatch(line.text)), 0)
    body = _body(lines, [at for at in headings if at >= contents], has_contents=contents > 0)
    if body == len(lines):
        expected = "the first section's heading, behind the contents"
        faults.append(_missing("body", "本文", lines, expected))
    glossary = next((at for at in headings if at > body and _is_glossary(lines[at])), len(lines))
    if glossary == len(lines):
        glossary = next(
            (at for at in range(body + 1, len(lines)) if _is_plain_glossary(lines[at])), len(lines)
        )
    if glossary == len(lines):
        faults.append(_missing("glossary", "用語集", lines, "the heading “10. 用語集” behind the rules"))
    end = next((at for at in range(glossary + 1, len(lines)) if _ends_glossary(lines[at])), len(lines))
    return _Marks(contents, body, glossary, end, tuple(faults))


def _body(lines: Sequence[JaLine], headings: Sequence[int], *, has_contents: bool) -> int:
    """Where the first heading of the contents comes again; without contents, where it comes."""
    if not headings:
        return len(lines)
    if not has_contents:
        return headings[0]
    first = lines[headings[0]].text
    again = [at for at in headings[1:] if lines[at].text == first]
    return again[0] if again else len(lines)


def _is_glossary(line: JaLine) -> bool:
    found = section_of(line.text)
    return found is not None and _GLOSSARY.fullmatch(found[1]) is not None


def _is_plain_glossary(line: JaLine) -> bool:
    return line.heading and _GLOSSARY.fullmatch(line.text) is not None


def _ends_glossary(line: JaLine) -> bool:
    return _CREDITS.fullmatch(line.text) is not None


def _contents(lines: Sequence[JaLine]) -> tuple[tuple[str, str], ...]:
    found = []
    for line in lines:
        match = re.fullmatch(r"(\d{1,3})[.．]?\s*(\D.*)", line.text)
        if match is not None and len(match[1]) in (1, 2, 3):
            found.append((match[1], match[2].strip()))
    return tuple(found)


def _missing(en: str, ja: str, lines: Sequence[JaLine], expected: str) -> Fault:
    return Fault(
        f"no {en}: expected {expected}",
        f"{ja}が見つかりません",
        tuple((line.at, line.text) for line in lines if line.text)[:3],
    )


def _lost_headings(
    contents: Sequence[tuple[str, str]], reading: Reading, lines: Sequence[JaLine], marks: _Marks
) -> list[Fault]:
    """A heading that the contents name and the body lacks: text was lost."""
    held = {document.id for document in reading.documents}
    faults = []
    for number, title in contents:
        if f"cr:{number}" in held or _GLOSSARY.fullmatch(title) or _CREDITS.fullmatch(title):
            continue
        shown = next(
            (line for line in lines[marks.contents : marks.body] if line.text.startswith(number)), lines[0]
        )
        faults.append(
            Fault(
                f"{number} ({title!r}) is in the contents but not in the body",
                f"{number}（{title}）が目次にあるのに本文にありません",
                ((shown.at, shown.text),),
            )
        )
    return faults
