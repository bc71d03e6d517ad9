"""The parts that wiki pages are made of: title pairs, card boxes, info boxes, footnote marks.

Measured on saved pages: a title pair stands in the info box or opens the lead, its emphasis marks may be
broken (`次元'/Plane)は`), a kana reading may stand between (`増殖(ぞうしょく)/Proliferate`); a card box
opens with `English / 日本語 (cost)`, its type line follows directly, its text and its size after single blank
lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scraper.document import Title

_JA = r"ぁ-ゖァ-ヺー々〇一-鿿"
_ENGLISH = r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9 ,.'’!?&:+\-–—]*"
_READING = r"(?:\s*[(（](?P<reading>[ぁ-ゖー・\s]+)[)）])?"
_PAIR = re.compile(
    rf"(?P<ja>[^/／「」『』〈〉《》()（）、。\[\]\s]+(?: [^/／「」『』〈〉《》()（）、。\[\]\s]+)*){_READING}"
    rf"\s*[/／]\s*(?P<en>{_ENGLISH})"
)
_TERM = rf"[^/／「」『』〈〉《》()（）、。\[\]\s]+{_READING}[/／]{_ENGLISH}"
_OPENS = re.compile(rf"(?:(?P<bracket>[「『〈《(（〔])|^|(?<=。))(?P<pair>{_TERM})")
_PARTICLE = re.compile(r"[がはをにで]")
_CARD = re.compile(
    rf"(?P<en>[A-ZÀ-Þ0-9\"“_+][^/{_JA}]*(?: // [^/{_JA}]+)?) / (?P<ja>[^()（）]*[{_JA}][^()（）]*?)"
    r"\s*(?P<cost>(?:[(（][^()（）]{1,6}[)）])*)"
)
_SIZE = re.compile(r"[+\-]?[\d*+∞½]+/[+\-]?[\d*+∞½]+|\[?(?:初期)?忠誠(?:度|値)?[:：]?\s*[\dX]+\]?")
_NOTE = re.compile(r"\[((?:注|\*)?\s*\d{1,3})\]")

INFO_KEYS = ("種別", "登場セット", "CR", "初出", "登場", "読み", "英語名", "分類")


def find_pair(text: str) -> Title | None:
    """The 日本語/English pair that a heading or a bold phrase is, None where it is none.

    A heading that joins two pairs is not one pair.

    >>> find_pair("廃材置き場/Junkyard")
    Title(en='Junkyard', ja='廃材置き場', reading='')
    >>> find_pair("増殖(ぞうしょく)/Proliferate").reading
    'ぞうしょく'
    >>> find_pair("観覧/Visitと賞品/Prize") is None
    True
    """
    match = _PAIR.fullmatch(text.strip())
    return _title(match) if match and re.search(f"[{_JA}]", match["ja"]) else None


def _title(match: re.Match[str]) -> Title:
    english = match["en"].strip(" ,.:'’&+-–—")
    return Title(english, match["ja"].strip(" '’\"“”"), re.sub(r"\s", "", match["reading"] or ""))


def pairs_in(text: str) -> Iterator[Title]:
    """The pairs in running text whose Japanese side has a certain beginning.

    Where a Japanese term begins in a sentence is a guess unless a bracket opens before it, or a sentence
    begins with it and no particle stands inside.

    >>> [pair.en for pair in pairs_in("この束を「廃材置き場/Junkyard」と呼ぶ")]
    ['Junkyard']
    >>> list(pairs_in("プレイヤーが速度/Speedを持つ"))
    []
    """
    for match in _OPENS.finditer(text):
        pair = find_pair(match["pair"])
        if pair is not None and pair.en and (match["bracket"] or not _PARTICLE.search(pair.ja)):
            yield pair


def title_of(name: str, openings: Sequence[str]) -> Title:
    """The title pair of a page called `name`, from its info box's first line and its lead's beginning.

    >>> title_of("次元", ["次元'/Plane)はカード・タイプの一つ。"])
    Title(en='Plane', ja='次元', reading='')
    """
    plain = re.sub(r"\s*[(（][^()（）]*[)）]$", "", name)
    name_alone = rf"['\"“]*(?P<ja>{re.escape(plain)})['’\"”]*"
    own = re.compile(rf"{name_alone}{_READING}\s*[/／]\s*['\"“]*(?P<en>{_ENGLISH})")
    reading = re.compile(rf"{name_alone}[(（](?P<reading>[ぁ-ゖー・\s]+)[)）]")
    found = [match for match in map(own.match, openings) if match]
    kana = next((re.sub(r"\s", "", m["reading"]) for m in map(reading.match, openings) if m), "")
    if found:
        first = _title(found[0])
        return Title(first.en, plain, next((r for m in found if (r := _title(m).reading)), kana))
    return Title("", plain, kana)


@dataclass(frozen=True, slots=True)
class CardBox:
    """The first line of a card box, taken apart.

    >>> card_head("Longhorn Sharpshooter / 長角の名手 (2)(赤)").cost
    '(2)(赤)'
    """

    en: str
    ja: str
    cost: str


def card_head(line: str) -> CardBox | None:
    """The head of a card box if this line is one; a list of names in a sentence is not.

    >>> card_head("Making Space, Part 1/宇宙を作る") is None
    True
    """
    match = _CARD.fullmatch(line.strip())
    return CardBox(match["en"].strip(), match["ja"].strip(), match["cost"]) if match else None


def card_ranges(lines: Sequence[str], stops: frozenset[int] = frozenset()) -> list[tuple[int, int]]:
    """Where card boxes stand in lines (blank ones are ''): [first, behind the last) of each.

    A box ends behind its size (`4/3`, a loyalty), before two blank lines, before the next box, or before an
    index in `stops` (headings). Where nothing of this ends it, its text is one run of lines.

    >>> card_ranges(["Forest / 森", "基本土地 ― 森(Forest)", "", "(緑)", "", "", "…"])
    [(0, 4)]
    """
    ranges: list[tuple[int, int]] = []
    at = 0
    while at < len(lines):
        if card_head(lines[at]) and at + 1 < len(lines) and lines[at + 1] and at not in stops:
            end = _card_end(lines, at, stops)
            ranges.append((at, end))
            at = end
        else:
            at += 1
    return ranges


def _card_end(lines: Sequence[str], start: int, stops: frozenset[int]) -> int:
    blanks: list[int] = []
    at = start + 1
    while at < len(lines) and at not in stops and not card_head(lines[at]):
        if _SIZE.fullmatch(lines[at]):
            return at + 1
        if not lines[at]:
            if at + 1 >= len(lines) or not lines[at + 1]:
                return at if len(blanks) < 3 else blanks[1]
            blanks.append(at)
        at += 1
    if len(blanks) > 1:
        return blanks[1]
    return blanks[0] if blanks and blanks[0] == at - 1 else at


def note_marks(text: str) -> tuple[str, ...]:
    """The footnote marks in a text, in order, each once.

    >>> note_marks("…である[1][2]。また[1]")
    ('1', '2')
    """
    return tuple(dict.fromkeys(match[1] for match in _NOTE.finditer(text)))


@dataclass(frozen=True, slots=True)
class InfoBox:
    """A page's info box: the line above it and its keys with their values.

    >>> info_box(["計画/Plot", "種別 常在型能力", "CR CR:-"]).facts
    (('種別', ('常在型能力',)), ('CR', ('CR:-',)))
    """

    heading: tuple[str, ...]
    facts: tuple[tuple[str, tuple[str, ...]], ...]


def info_box(lines: Sequence[str]) -> InfoBox | None:
    """The info box that a run of lines without a blank one is; None where no line has a known key.

    A key stands before a tab or a space, or alone above its values; a line without a key goes on with the
    values of the one before.

    >>> info_box(["登場セット", "霊気走破", "霊気走破統率者デッキ"]).facts
    (('登場セット', ('霊気走破', '霊気走破統率者デッキ')),)
    """
    heading: list[str] = []
    facts: list[tuple[str, list[str]]] = []
    for line in lines:
        key, value = _key(line, known_only=not facts)
        if key:
            facts.append((key, [value] if value else []))
        elif facts:
            facts[-1][1].append(line)
        else:
            heading.append(line)
    return InfoBox(tuple(heading), tuple((k, tuple(v)) for k, v in facts)) if facts else None


def _key(line: str, *, known_only: bool) -> tuple[str, str]:
    for key in INFO_KEYS:
        if line == key:
            return key, ""
        if line.startswith(key) and line[len(key)] in " \t\u3000：":
            return key, line[len(key) + 1 :].strip()
    before, tab, behind = line.partition("\t")
    return (before.strip(), behind.strip()) if tab and not known_only else ("", "")
