"""Kana as they are typed: hiragana and katakana, half width, long vowels, ヴ, full-size small kana.

>>> reading_key("ﾌｪｰｼﾞﾝｸﾞ") == reading_key("ふぇいじんぐ")
True
"""

from __future__ import annotations

import re
import unicodedata

_TO_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_SMALL = str.maketrans("ぁぃぅぇぉゃゅょゎっゕゖ", "あいうえおやゆよわつかけ")
_V = re.compile("ゔ([ぁぃぇぉ]?)")
_V_ROW = {"ぁ": "ば", "ぃ": "び", "ぇ": "べ", "ぉ": "ぼ", "": "ぶ"}
_ROWS = {
    "あ": "あかさたなはまやらわがざだばぱ",
    "い": "いきしちにひみりぎじぢびぴゐ",
    "う": "うくすつぬふむゆるぐずづぶぷ",
    "え": "えけせてねへめれげぜでべぺゑ",
    "お": "おこそとのほもよろごぞどぼぽを",
}
_VOWEL = {kana: vowel for vowel, row in _ROWS.items() for kana in row}
_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u30fc・\s]+")
_LONG_E = re.compile(f"([{_ROWS['え']}])い")
_LONG_O = re.compile(f"([{_ROWS['お']}])う")


def to_hiragana(text: str) -> str:
    """Katakana of any width as hiragana; everything else as it is.

    >>> to_hiragana("ﾌﾟﾛｯﾄ計画ヴ")
    'ぷろっと計画ゔ'
    """
    return unicodedata.normalize("NFKC", text).translate(_TO_HIRAGANA)


def is_kana(text: str) -> bool:
    """Whether it is written in kana alone (with ー, ・ and spaces).

    >>> is_kana("あとらくしょん"), is_kana("計画する"), is_kana("")
    (True, False, False)
    """
    return _KANA.fullmatch(unicodedata.normalize("NFKC", text)) is not None


def reading_key(text: str) -> str:
    """One key for all spellings of a sound: ー and えい, ヴァ and バ, シヨ and ショ, ヅ and ズ.

    >>> reading_key("ラガヴァン") == reading_key("らがばん")
    True
    >>> reading_key("アトラクシヨン") == reading_key("アトラクション")
    True
    """
    text = re.sub(r"[\s・'’-]+", "", to_hiragana(text))
    text = _V.sub(lambda match: _V_ROW[match.group(1)], text)
    text = text.translate(_SMALL).replace("ぢ", "じ").replace("づ", "ず").replace("を", "お")
    out: list[str] = []
    for char in text:
        if char in "ー~〜":
            if out:
                out.append(_VOWEL.get(out[-1], ""))
        else:
            out.append(char)
    return _LONG_O.sub(r"\1お", _LONG_E.sub(r"\1え", "".join(out)))


def loose_key(text: str) -> str:
    """The reading key without any lengthening: ゆうせんけん and ゆせんけん, クリーチャ and クリーチャー.

    >>> loose_key("ゆうせんけん") == loose_key("ゆせんけん")
    True
    >>> loose_key("クリーチャ") == loose_key("クリーチャー")
    True
    """
    out: list[str] = []
    for char in reading_key(text):
        before = _VOWEL.get(out[-1]) if out else None
        if char in "あいうえお" and before == char:
            continue
        out.append(char)
    return "".join(out)
