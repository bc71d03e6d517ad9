"""Names of cards: what is a name, what is a reading, and which name is the card's own.

>>> plain_name("鏡（かがみ）の間（ま）")
('鏡の間', 'かがみのま')
>>> plain_name("化学防護服（中古）")
('化学防護服（中古）', '')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_KANJI = "々〆ヶ\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_KANA = "ぁ-ゖァ-ヺー・"
_FURIGANA = re.compile(rf"([{_KANJI}]+)[（(]([{_KANA}]+)[）)]")
_ANY_KANJI = re.compile(f"[{_KANJI}]")
_NO_NAMES = frozenset({"", "undefined", "null", "none", "nan"})

TWO_NAMES = frozenset({"split", "aftermath", "room"})
"""Layouts of which both halves together are the card's name; every other card is called by its front face."""

PARTS = " // "


def plain_name(text: str | None) -> tuple[str, str]:
    """A Japanese name without furigana, and the reading ('' when the name doesn't give all of it).

    Kana in brackets behind kanji is furigana; anything else in brackets belongs to the name. What a broken
    export writes for no name ("undefined") is none.

    >>> plain_name("T.A.P.P.E.R.（タッパー）")
    ('T.A.P.P.E.R.（タッパー）', '')
    >>> plain_name("undefined"), plain_name(None), plain_name("稲妻")
    (('', ''), ('', ''), ('稲妻', ''))
    """
    text = (text or "").strip()
    if text.casefold() in _NO_NAMES:
        return "", ""
    name = _FURIGANA.sub(r"\1", text)
    read = _FURIGANA.sub(r"\2", text)
    return name, read if read != name and not _ANY_KANJI.search(read) else ""


def real_text(text: str | None) -> str:
    """A text, or '' for what a broken export writes in its place.

    >>> real_text("undefined"), real_text(" 飛行\\n")
    ('', '飛行')
    """
    text = (text or "").strip()
    return "" if text.casefold() in _NO_NAMES else text


def own_name(layout: str, names: Sequence[str]) -> str:
    """The English name by which a card is known, from the names of its faces.

    >>> own_name("split", ["Fire", "Ice"]), own_name("transform", ["Delver of Secrets", "Insectile Aberration"])
    ('Fire // Ice', 'Delver of Secrets')
    """
    return PARTS.join(names) if layout in TWO_NAMES else names[0]


def joined(names: Iterable[str]) -> str:
    """The names of halves as one, '' when one of them is missing.

    >>> joined(["火", "氷"]), joined(["火", ""])
    ('火 // 氷', '')
    """
    names = tuple(names)
    return PARTS.join(names) if all(names) else ""
