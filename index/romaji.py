"""Japanese typed in Latin letters, Hepburn or kunrei, with or without long vowels.

>>> to_hiragana("hakai funou"), to_hiragana("syōkan"), to_hiragana("plot")
('はかいふのう', 'しょうかん', None)
"""

from __future__ import annotations

import re
import unicodedata

_PLAIN = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの",
    "h": "はひふへほ", "m": "まみむめも", "r": "らりるれろ", "l": "らりるれろ", "g": "がぎぐげご",
    "z": "ざじずぜぞ", "d": "だぢづでど", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ",
}  # fmt: skip
_GLIDED = {
    "ky": "き", "sy": "し", "sh": "し", "ty": "ち", "ch": "ち", "cy": "ち", "ny": "に", "hy": "ひ",
    "my": "み", "ry": "り", "gy": "ぎ", "zy": "じ", "jy": "じ", "j": "じ", "dy": "ぢ", "by": "び", "py": "ぴ",
}  # fmt: skip
_OTHERS = {
    "ya": "や", "yu": "ゆ", "yo": "よ", "wa": "わ", "wo": "を", "wi": "うぃ", "we": "うぇ",
    "fu": "ふ", "fa": "ふぁ", "fi": "ふぃ", "fe": "ふぇ", "fo": "ふぉ",
    "tsu": "つ", "tsa": "つぁ", "tse": "つぇ", "tso": "つぉ", "shi": "し", "chi": "ち", "ji": "じ",
    "va": "ヴぁ", "vi": "ヴぃ", "vu": "ヴ", "ve": "ヴぇ", "vo": "ヴぉ",
    "thi": "てぃ", "dhi": "でぃ", "she": "しぇ", "che": "ちぇ", "je": "じぇ",
}  # fmt: skip
_MACRONS = {
    "ā": "aa",
    "ī": "ii",
    "ū": "uu",
    "ē": "ee",
    "ō": "ou",
    "â": "aa",
    "î": "ii",
    "û": "uu",
    "ê": "ee",
    "ô": "ou",
}
_LETTERS = re.compile(r"[a-zāīūēōâîûêô'’\- ]+")


def _table() -> dict[str, str]:
    table = {
        onset + vowel: kana for onset, row in _PLAIN.items() for vowel, kana in zip("aiueo", row, strict=True)
    }
    for onset, kana in _GLIDED.items():
        for vowel, small in zip("auo", "ゃゅょ", strict=True):
            table[onset + vowel] = kana + small
    return table | _OTHERS


_SYLLABLES = _table()


def to_hiragana(text: str) -> str | None:
    """The kana that these letters spell, None when they are not romaji from end to end.

    Spaces, hyphens and apostrophes part syllables and are dropped. l is read as r.

    >>> to_hiragana("toranpuru"), to_hiragana("shinboru"), to_hiragana("shimboru"), to_hiragana("kekka")
    ('とらんぷる', 'しんぼる', 'しんぼる', 'けっか')
    """
    text = unicodedata.normalize("NFKC", text).casefold().strip()
    if not text or not _LETTERS.fullmatch(text):
        return None
    for macron, plain in _MACRONS.items():
        text = text.replace(macron, plain)
    out: list[str] = []
    for word in re.split(r"[ \-]+", text):
        kana = _word(word)
        if kana is None:
            return None
        out.append(kana)
    return "".join(out) or None


def _word(word: str) -> str | None:
    out: list[str] = []
    at = 0
    while at < len(word):
        if word[at] in "'’":
            at += 1
            continue
        for size in (3, 2, 1):
            kana = _SYLLABLES.get(word[at : at + size])
            if kana is not None and len(word[at : at + size]) == size:
                out.append(kana)
                at += size
                break
        else:
            letter, following = word[at], word[at + 1 : at + 2]
            if letter == "n" or (letter == "m" and following in ("b", "p", "m")):
                out.append("ん")
                at += (
                    2
                    if word[at : at + 2] == "nn"
                    and word[at + 2 : at + 3] not in ("a", "i", "u", "e", "o", "y")
                    else 1
                )
            elif following and letter not in "aiueo" and (letter == following or word[at : at + 2] == "tc"):
                out.append("っ")
                at += 1
            else:
                return None
    return "".join(out)
