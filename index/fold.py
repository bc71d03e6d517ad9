"""The one normaliser of search keys: for texts, for the dictionary and for queries alike.

Keys only: what is stored and shown keeps the source's own characters.

>>> fold("Ｌｉｍ-Dûl’s　ﾌﾟﾛｯﾄ")
"lim-dul's プロット"
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_CHARS = str.maketrans(
    {
        **dict.fromkeys("‘’‚′`´ʼ", "'"),
        **dict.fromkeys("“”„″", '"'),
        **dict.fromkeys("‐‑‒–—―−﹣", "-"),
        **dict.fromkeys("〜～∼", "~"),
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ð": "d",
        "þ": "th",
        "ł": "l",
        "／": "/",
        "\u00ad": None,
        "\u200b": None,
        "\u200c": None,
        "\u200d": None,
        "\ufeff": None,
    }
)
_SPACES = re.compile(r"\s+")
_ACCENTED = re.compile("[\u00c0-\u024f]")
_LATIN_MARK = re.compile("[\u0300-\u036f]")


def fold(text: str) -> str:
    """NFKC, lower case, plain quotes and dashes, no accents on Latin letters, single spaces.

    Japanese voicing marks stay: が is not か.

    >>> fold("Æther  Vial"), fold("ガラク"), fold("７０４．５Ｚ")
    ('aether vial', 'ガラク', '704.5z')
    """
    if text.isascii():
        return _SPACES.sub(" ", text.lower()).strip()
    return _fold_any(text)


@lru_cache(maxsize=4096)
def _fold_any(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold().translate(_CHARS)
    if _ACCENTED.search(text):
        text = unicodedata.normalize("NFC", _LATIN_MARK.sub("", unicodedata.normalize("NFD", text)))
    return _SPACES.sub(" ", text).strip()


_JOINERS = re.compile(r"[\s・=\-'\",.:;!?/、。！？「」『』()\[\]~_]+")


def squeeze(text: str) -> str:
    """The folded text without spaces and punctuation: the key under which names are compared.

    >>> squeeze("クリンナップ・ステップ") == squeeze("クリンナップ ステップ")
    True
    >>> squeeze("Lim-Dûl's Vault")
    'limdulsvault'
    """
    return _JOINERS.sub("", fold(text))


_JAPANESE = re.compile("[々〆\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff66-\uff9f]")


def is_japanese(text: str) -> bool:
    """Whether there is a kana or a kanji in it.

    >>> is_japanese("plot"), is_japanese("X点"), is_japanese("ﾌﾟﾛｯﾄ")
    (False, True, True)
    """
    return _JAPANESE.search(text) is not None
