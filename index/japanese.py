"""Japanese text to tokens: Sudachi in its finest mode, normalised forms, with the surfaces beside them.

>>> normals("クリーチャーを唱えられる")
['クリーチャー', '唱える']
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sudachipy import Dictionary, SplitMode

from index.kana import is_kana, to_hiragana

_DROPPED = frozenset({"助詞", "助動詞", "補助記号", "空白"})
# Verbs and nouns that only carry grammar: 計画された is 計画.
_EMPTY = frozenset({"為る", "居る", "有る", "成る", "事", "物", "為", "時"})
_LOCAL = threading.local()
# Sudachi refuses texts above 49,149 bytes; a character has at most 4 in what is fed here.
_PIECE = 12_000
_CUT = re.compile(r"(?<=[。！？\n])")

_FUNCTION_WORDS = """
    為る 居る 有る 成る 出来る 言う 因る 於く 其れ 此れ 彼れ 何れ 其の 此の 何 何の 何う 如何 何時
    何処 誰 幾つ 幾ら 事 物 時 場合 為 様 通り 所 方 中 間 とき こと もの ため よう それ これ どう
    どれ どの どんな なに いつ どこ だれ いくつ なぜ 何故 ある いる する なる できる 貰う 呉れる
    仕舞う 見る 行く 来る 教える 下さい 可能 扱い 扱う 点 的 本当 又 更に 尚 及び 且つ 或いは
    若しくは もし まで から より 起こる 起きる 然る 然し 無い ない 良い いい
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
"""Normalised words of grammar and questions: they weigh little in a query."""


@dataclass(frozen=True, slots=True)
class Morpheme:
    """A word of the text.

    >>> morphemes("唱えた")[0]
    Morpheme(surface='唱え', normal='唱える', reading='トナエ', pos='動詞', start=0)
    """

    surface: str
    normal: str
    reading: str
    """Katakana, as Sudachi reads it: right for about five words in six of this game's."""
    pos: str
    start: int
    """Offset in the text."""


@cache
def _dictionary() -> Any:
    return Dictionary(dict="small")


def _tokenizer() -> Any:
    """One tokenizer a thread: Sudachi raises when two threads share one, and neither can be pickled."""
    tokenizer = getattr(_LOCAL, "tokenizer", None)
    if tokenizer is None:
        tokenizer = _LOCAL.tokenizer = _dictionary().create(mode=SplitMode.A)
    return tokenizer


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    if len(text) <= _PIECE:
        yield 0, text
        return
    at = 0
    for sentence in _CUT.split(text):
        for cut in range(0, len(sentence), _PIECE):
            yield at + cut, sentence[cut : cut + _PIECE]
        at += len(sentence)


def morphemes(text: str) -> list[Morpheme]:
    """All words of a text with their places, particles and punctuation too."""
    tokenizer = _tokenizer()
    return [
        Morpheme(
            found.surface(),
            found.normalized_form(),
            found.reading_form(),
            found.part_of_speech()[0],
            offset + found.begin(),
        )
        for offset, piece in _pieces(text)
        for found in tokenizer.tokenize(piece)
    ]


@dataclass(frozen=True, slots=True)
class Form:
    """A word with what its inflection says.

    >>> [(form.lemma, form.form) for form in forms("死んだら")]
    [('死ぬ', '連用形-撥音便'), ('だ', '仮定形-一般')]
    """

    surface: str
    lemma: str
    normal: str
    pos: tuple[str, str, str]
    form: str
    """Of a word that is inflected: 連用形-一般, 終止形-一般 …"""
    start: int
    """Offset in the text."""


def forms(text: str) -> list[Form]:
    """All words of a text with their dictionary forms, parts of speech and inflections."""
    tokenizer = _tokenizer()
    found = []
    for offset, piece in _pieces(text):
        for word in tokenizer.tokenize(piece):
            pos = word.part_of_speech()
            form = "" if pos[5] == "*" else pos[5]
            found.append(
                Form(
                    word.surface(),
                    word.dictionary_form(),
                    word.normalized_form(),
                    (pos[0], pos[1], pos[2]),
                    form,
                    offset + word.begin(),
                )
            )
    return found


def content(text: str) -> list[Morpheme]:
    """The words that say something: without particles, auxiliaries and punctuation.

    >>> [word.surface for word in content("墓地に落ちたトークン")]
    ['墓地', '落ち', 'トークン']
    """
    return [word for word in morphemes(text) if word.pos not in _DROPPED and word.normal not in _EMPTY]


def normals(text: str) -> list[str]:
    """The normalised forms of the words that say something, in order."""
    return [word.normal.casefold() for word in content(text)]


def tokens(text: str) -> tuple[list[str], list[str]]:
    """The normalised forms in order, and the surfaces that differ from them.

    >>> tokens("墓地に落ちたトークン")
    (['墓地', '落ちる', 'トークン'], ['落ち'])
    """
    found = content(text)
    forms = [word.normal.casefold() for word in found]
    surfaces = [w.surface.casefold() for w, form in zip(found, forms, strict=True) if w.surface != form]
    return forms, surfaces


def sound(text: str) -> str:
    """How Sudachi reads a text, in hiragana; words that it cannot read are left out.

    >>> sound("計画する"), sound("トランプル")
    ('けいかくする', 'とらんぷる')
    """
    if not text or is_kana(text):
        return to_hiragana(text)
    return to_hiragana("".join(word.reading for word in morphemes(text) if is_kana(word.reading)))


def inflection(word: str) -> str:
    """How the last word of a phrase is inflected, by Sudachi's name of its class; "" where it isn't.

    >>> inflection("手札に戻す"), inflection("唱える"), inflection("破壊")
    ('五段-サ行', '下一段-ア行', '')
    """
    found = _tokenizer().tokenize(word)
    kind = str(found[len(found) - 1].part_of_speech()[4])
    return "" if kind == "*" else kind
