"""A question's letters made ready: three spellings of the same length, so that places in one are places in all.

>>> plain("Ｃａｎ I plot Æther? ダンダーン")
Letters(cased='Can I plot AEther? ダンダーン', norm='can i plot aether? ダンダーン', key='can i plot aether? だんだーん')
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from scraper.document import Lang

_LONGER: Final = {ord("æ"): "ae", ord("Æ"): "AE", ord("œ"): "oe", ord("Œ"): "OE", ord("ß"): "ss", 0xAD: ""}
_SAME: Final = {ord(char): "'" for char in "‘’‚‛′"} | {ord(char): '"' for char in "“”„‟″"}
_DASHES: Final = {ord(char): "-" for char in "‐‑‒–—―−"}
_HIRAGANA: Final = {code: chr(code - 0x60) for code in range(0x30A1, 0x30F7)}


@dataclass(frozen=True, slots=True)
class Letters:
    """`cased` keeps capitals, `norm` is in small letters, `key` has hiragana for katakana as names are keyed."""

    cased: str
    norm: str
    key: str


def plain(question: str) -> Letters:
    """Fold width, quotes, dashes and accents; never changes what is shown."""
    wide = unicodedata.normalize("NFKC", question.translate(_LONGER)).translate(_SAME | _DASHES)
    cased = "".join(map(_bare, " ".join(wide.split())))
    norm = "".join(char.lower() if len(char.lower()) == 1 else char for char in cased)
    return Letters(cased, norm, norm.translate(_HIRAGANA))


def _bare(char: str) -> str:
    if char.isascii() or not "\u00c0" <= char <= "\u024f":
        return char
    return unicodedata.normalize("NFD", char)[0]


def language(question: str) -> Lang:
    """The language of a question by its letters: one kana or kanji makes it Japanese.

    >>> language("Plotした後は？"), language("plot?")
    ('ja', 'en')
    """
    return "ja" if any(_is_japanese(char) for char in question) else "en"


def _is_japanese(char: str) -> bool:
    return "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uff66" <= char <= "\uff9f"
