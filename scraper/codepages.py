"""Which one-byte (or Japanese) encoding a text is in, told by what its high bytes become where they stand.

Every candidate gives a reading of the whole file. A reading earns or loses by each character above 127 with
its neighbours: an accented letter inside a word is likely, a box-drawing line or a currency sign inside a
word is not; an opening quote stands before a word, a closing one behind; ® stands behind a name.

>>> best_codepage(b"El-Hajj\\x89j\\r")[0], best_codepage(b"El-Hajj\\xe2j\\r\\n")[0]
('mac-roman', 'cp1252')
>>> best_codepage(b"Juz\\xa0m\\r\\n")[0]
'cp437'
"""

from __future__ import annotations

import re

CANDIDATES = ("cp1252", "mac-roman", "cp437", "cp850")
"""In the order in which equal readings are preferred: the commonest first."""

KNOWN_WORDS = (
    "æther", "aethersphère", "cátinò", "dandân", "déjà", "el-hajjâj", "ghazbán", "ifh-bíff", "jötun",
    "jötunn", "junún", "juzám", "khabál", "lim-dûl", "ma'rûf", "maelström", "márton", "mishra’s", "naïve",
    "ring-wraïth", "séance", "théoden", "éomer", "éowyn", "lórien", "barad-dûr", "nazgûl", "andúril",
)  # fmt: skip
"""Names with an accent that rules texts hold: a reading that spells one of them is very likely right."""

_HIGH = re.compile(r"[^\x00-\x7f]")
_OPENING, _CLOSING = "“‘«", "”’»"
_LATIN = frozenset("àáâãäåæçèéêëìíîïñòóôõöøœùúûüýÿšžßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØŒÙÚÛÜÝŸŠŽ")
_SAMPLES = 4
_WEIGHT_OF_WORD = 20


def best_codepage(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The likeliest encoding and the evidence: score and sample of every candidate.

    >>> best_codepage("計画を行う".encode("cp932"))[0]
    'cp932'
    """
    high = sum(byte > 127 for byte in data)
    if high * 5 > len(data):
        japanese = _japanese(data)
        if japanese is not None:
            return japanese
    bare_cr = data.count(b"\r") > 0 and b"\n" not in data
    scores: list[tuple[int, int, str, str]] = []
    for place, encoding in enumerate(CANDIDATES):
        text = data.decode(encoding, errors="replace")
        score = sum(_judge(text, match.start()) for match in _HIGH.finditer(text))
        score += _WEIGHT_OF_WORD * _known_words(text)
        if bare_cr and encoding == "mac-roman":
            score += 1  # bare CR was the line end of the old Mac OS
        scores.append((score, -place, encoding, _sample(text)))
    best = max(scores)
    told = [f"{high} bytes above 127"]
    told += [f"{name}: {score:+d}, reads {sample}" for score, _, name, sample in sorted(scores, reverse=True)]
    return best[2], tuple(told)


def _japanese(data: bytes) -> tuple[str, tuple[str, ...]] | None:
    """cp932 or EUC-JP when one of them reads every byte and yields mostly kana and kanji."""
    found: list[tuple[float, str]] = []
    for encoding in ("cp932", "euc_jp"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue  # a contradiction is evidence against this encoding
        wide = _HIGH.findall(text)
        kana = sum("\u3040" <= char <= "\u30ff" for char in wide)
        common = sum("\u3000" <= char <= "\u9fff" for char in wide)
        if common * 10 >= len(wide) * 9:
            found.append((kana / len(wide), encoding))
    if not found:
        return None
    share, encoding = max(found)
    return encoding, (f"reads as {encoding} without a fault, {share:.0%} of the wide characters are kana",)


def _judge(text: str, at: int) -> int:
    """What the character at `at` is worth in its place, from -8 (impossible) to 5."""
    char = text[at]
    before = text[at - 1] if at else "\n"
    after = text[at + 1] if at + 1 < len(text) else "\n"
    if char == "\ufffd" or "\x80" <= char <= "\x9f" or "\u2500" <= char <= "\u259f":
        return -8
    if char in _LATIN:
        return _judge_letter(text, at, before, after)
    if char in _OPENING:
        return 5 if not before.isalnum() and not after.isspace() else -2
    if char in _CLOSING:
        if before.isspace() or (char == "”" and before.isalpha() and after.isalpha()):
            return -4
        return 5  # English has more apostrophes than accents
    if char == "–" and before.isalpha() and after.isalpha():
        return 1
    if char in "–—…":
        return 3 if before.isalnum() or before.isspace() or before in "\"'”’.)]}" else 1
    if char in "®™©":
        return 3 if before.isalpha() or before.isspace() else 0
    if char in "•·−½°×":
        return 1
    if char == "\xa0":
        return -3 if before.isalpha() and after.islower() else 1
    if before.isalpha() and after.isalpha():
        return -6
    return -2


def _judge_letter(text: str, at: int, before: str, after: str) -> int:
    if text[at].islower():
        if before.isalpha() and before.islower():
            return 4 if _is_word(text, at) else 0
        return 2 if before.isalpha() or after.islower() else -3
    if before.islower():
        return -5
    return 3 if after.islower() else -1


def _is_word(text: str, at: int) -> bool:
    """Whether the letters around make a word, unlike `601.2f–h`."""
    first = at
    while first and text[first - 1].isalpha():
        first -= 1
    last = at
    while last + 1 < len(text) and text[last + 1].isalpha():
        last += 1
    return last - first >= 3 and not (first and (text[first - 1].isdigit() or text[first - 1] == "."))


def _known_words(text: str) -> int:
    folded = text.casefold()
    return sum(word in folded for word in KNOWN_WORDS)


def _sample(text: str) -> str:
    """A few words that hold the characters in question."""
    words = dict.fromkeys(word.strip(".,:;()") for word in re.findall(r"\S*[^\x00-\x7f]\S*", text))
    return repr(" ".join(list(words)[:_SAMPLES]))
