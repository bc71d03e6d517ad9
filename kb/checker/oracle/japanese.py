"""A card's text printed in Japanese, put into Oracle wording, so that the same grammar reads it.

Sentence by sentence, by templates with slots. A sentence that no template knows stays as it is: the grammar
then marks it as unread, and nothing is guessed.

>>> into_oracle("飛行", "試験", {"飛行": "Flying"})
'Flying'
>>> into_oracle("試験が戦場に出たとき、カード２枚を引く。", "試験", {})
'When this card enters, draw two cards.'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

_COLORS: Final = {
    "白": "W",
    "青": "U",
    "黒": "B",
    "赤": "R",
    "緑": "G",
    "◇": "C",
    "T": "T",
    "Q": "Q",
    "X": "X",
}
_SMALL: Final = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_OPEN: Final = str.maketrans({"（": "(", "）": ")", "｛": "{", "｝": "}"})


def cost_symbols(text: str) -> str:
    """Mana symbols as Japanese pages write them, in Oracle form.

    >>> cost_symbols("(3)(青)(緑)"), cost_symbols("(２)(赤/白)"), cost_symbols("(Ｘ)(黒/Φ)")
    ('{3}{U}{G}', '{2}{R/W}', '{X}{B/P}')
    """
    symbols = re.findall(r"\(([^()]+)\)", unicodedata.normalize("NFKC", text))
    return "".join("{" + "/".join(_symbol(part) for part in one.split("/")) + "}" for one in symbols)


def _symbol(part: str) -> str:
    part = part.strip()
    return "P" if part in {"Φ", "φ"} else _COLORS.get(part, part)


def _cards(number: str) -> str:
    count = int(number)
    return f"{_number(count)} card{'s' if count != 1 else ''}"


def _counters(number: str) -> str:
    count = int(number)
    return "a +1/+1 counter" if count == 1 else f"{_number(count)} +1/+1 counters"


def _number(count: int) -> str:
    return _SMALL[count] if count < len(_SMALL) else str(count)


_SLOTS: Final[Mapping[str, Callable[[str], str]]] = {"n": str, "cards": _cards, "counters": _counters}
"""How what stands in a template's slot is put into Oracle wording."""

_EVENTS: Final = (
    ("~が計画された状態になったとき", "When this card becomes plotted"),
    ("~が戦場に出たとき", "When this card enters"),
    ("~が死亡したとき", "When this creature dies"),
    ("~が攻撃するたび", "Whenever this creature attacks"),
    ("あなたのアップキープの開始時に", "At the beginning of your upkeep"),
    ("あなたがカード1枚を計画するたび|あなたが計画を行うたび", "Whenever you plot a card"),
)
"""Beginnings of triggered abilities, up to the comma."""

_ACTS: Final = (
    (
        r"1つを対象とする。(?:これ|~)はそれに(?P<n>\d+)点のダメージを与える",
        "it deals {n} damage to any target",
    ),
    (
        r"プレイヤー1人を対象とする。(?:これ|~)はそれに(?P<n>\d+)点のダメージを与える",
        "it deals {n} damage to target player",
    ),
    ("クリーチャー1体を対象とする。それを破壊する", "destroy target creature"),
    ("クリーチャー1体を対象とする。それを追放する", "exile target creature"),
    ("呪文1つを対象とする。それを打ち消す", "counter target spell"),
    ("呪文1つを対象とする。それを追放する", "exile target spell"),
    (r"(?:あなたは)?カード(?P<cards>\d+)枚を引く", "draw {cards}"),
    (r"あなたは(?P<n>\d+)点のライフを得る", "you gain {n} life"),
    (r"あなたは(?P<n>\d+)点のライフを失う", "you lose {n} life"),
    (r"占術(?P<n>\d+)を行う", "scry {n}"),
    (
        r"(?:あなたの)?ライブラリーの一番上にあるカード(?P<cards>\d+)枚を見る",
        "look at the top {cards} of your library",
    ),
    ("その中から土地でないカード1枚を追放してもよい", "you may exile a nonland card from among them"),
    (
        r"(?:あなたの)?手札から土地でない、?マナ総量が(?P<n>\d+)以下のカード1枚を追放してもよい",
        "you may exile a nonland card with mana value {n} or less from your hand",
    ),
    ("そうしたなら、それは計画された状態になる", "if you do, it becomes plotted"),
    ("(?:それ|そのカード)は計画された状態になる", "it becomes plotted"),
    ("残りを(?:あなたの)?手札に加える", "put the rest into your hand"),
    (
        "残りを(?:あなたの)?ライブラリーの一番下に望む順番で置く",
        "put the rest on the bottom of your library in any order",
    ),
    (r"~の上に\+1/\+1カウンター(?P<counters>\d+)個を置く", "put {counters} on this creature"),
)
"""Whole instructions, without their full stop. An instruction with a target is two sentences in Japanese."""


def into_oracle(text: str, name: str, keywords: Mapping[str, str]) -> str:
    """The text in Oracle wording, a line each; `keywords` maps Japanese keyword names to English ones.

    Reminder text in brackets is left out.
    """
    lines = (_line(line, name, keywords) for line in text.splitlines() if line.strip())
    return "\n".join(line for line in lines if line)


def _line(line: str, name: str, keywords: Mapping[str, str]) -> str:
    plain = unicodedata.normalize("NFKC", line.translate(_OPEN)).strip().replace(name, "~")
    plain, cost = _without_reminder(plain)
    if plain in keywords:
        return f"{keywords[plain]} {cost}".strip()
    listed = [part.strip() for part in re.split(r"[、,]", plain)]
    if not cost and all(part in keywords for part in listed):
        first, *rest = (keywords[part] for part in listed)
        return ", ".join([first, *(one.lower() for one in rest)])
    head, _, tail = plain.partition("、")
    event = _matched(head, _EVENTS)
    sentences = _sentences(tail if event else plain)
    if event is not None and sentences is not None:
        return f"{event}, " + _join(sentences, capital=False)
    if event is None and sentences is not None:
        return _join(sentences, capital=True)
    return line


def _without_reminder(text: str) -> tuple[str, str]:
    """The text without what stands in brackets, and the cost that stands behind a keyword.

    >>> _without_reminder("計画(3)(青)((3)(青)を支払って…)")
    ('計画', '{3}{U}')
    """
    kept, depth, inner, cost = "", 0, "", ""
    for letter in text:
        if letter == "(":
            depth += 1
            inner = "" if depth == 1 else inner + letter
        elif letter == ")" and depth:
            depth -= 1
            if depth == 0:
                if re.fullmatch(r"\d{1,2}|[白青黒赤緑XTQ◇](?:/[白青黒赤緑Φφ])?", inner) and not kept.endswith(
                    "。"
                ):
                    cost += cost_symbols(f"({inner})")
            else:
                inner += letter
        elif depth:
            inner += letter
        else:
            kept += letter
    return kept.strip(), cost


def _matched(text: str, templates: tuple[tuple[str, str], ...]) -> str | None:
    for form, oracle in templates:
        match = re.fullmatch(form, text)
        if match is not None:
            return oracle.format_map({slot: _SLOTS[slot](found) for slot, found in match.groupdict().items()})
    return None


def _sentences(text: str) -> list[str] | None:
    """Each instruction in Oracle wording; None as soon as one is not known."""
    parts = [part for part in text.split("。") if part.strip()]
    found: list[str] = []
    place = 0
    while place < len(parts):
        for length in (2, 1):
            whole = "。".join(part.strip() for part in parts[place : place + length])
            known = _matched(whole, _ACTS)
            if known is not None and place + length <= len(parts):
                found.append(known)
                place += length
                break
        else:
            return None
    return found or None


def _join(sentences: list[str], *, capital: bool) -> str:
    upper = [one[0].upper() + one[1:] for one in sentences]
    first = upper[0] if capital else sentences[0]
    return ". ".join([first, *upper[1:]]) + "."
