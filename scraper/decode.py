"""Bytes to text: the encoding and the line ends are found by evidence, and the evidence is kept.

The order of proof: a byte-order mark; NUL bytes in the pattern of UTF-16; valid UTF-8; else a one-byte (or
Japanese) encoding, chosen by what the bytes above 127 become where they stand: see `scraper.codepages`.
Nothing is chosen because it merely did not raise: cp437 never raises.

Measured on 24 editions of the English rules, 2003-2026: cp1252 (8), UTF-8 with a mark (11), ASCII (3),
UTF-16 in both byte orders, cp437 and mac-roman; line ends CRLF, bare CR, and CR with some CR CR LF.

>>> decode("“Dandân”".encode("cp1252")).encoding
'cp1252'
>>> search_key("７０２．１７０ａ　けいかく “Plot”")
'702.170a けいかく "plot"'
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from scraper.codepages import best_codepage

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16 LE, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END = re.compile(r"\r\r\n|\r\n|\r|\n")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
"""A word processor may leave one or two in a text; a file full of them is none."""
_UTF8_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|\xe0[\xa0-\xbf][\x80-\xbf]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with the proof of its encoding.

    >>> decode(b"a\\r\\rb\\r\\n").text
    'a\\n\\nb\\n'
    """

    text: str
    """The characters of the source; every line end is one LF, a byte-order mark is gone."""
    encoding: str
    """Python's name of the codec: ascii, utf-8, utf-16-le, cp1252, cp437, mac-roman …"""
    evidence: tuple[str, ...]
    """What spoke for it, a sentence each; the last one counts the line ends."""


class DecodeError(ValueError):
    """Bytes that are not a text in any encoding we can prove, or a damaged one.

    >>> DecodeError("no text", "文章ではありません").ja
    '文章ではありません'
    """

    def __init__(self, en: str, ja: str) -> None:
        super().__init__(en)
        self.en = en
        self.ja = ja


def decode(data: bytes) -> Decoded:
    """The text of a file, with its encoding and the evidence for it.

    Raises DecodeError with the offset where a text contradicts its own mark, or for bytes that are no text.

    >>> found = decode(b"\\xfe\\xff\\x00H\\x00i")
    >>> found.text, found.encoding, found.evidence[0]
    ('Hi', 'utf-16-be', 'byte-order mark fe ff')
    >>> decode(b"\\xef\\xbb\\xbfa\\xff")
    Traceback (most recent call last):
    ...
    scraper.decode.DecodeError: not valid utf-8 at byte 4: b'\\xff' (after b'\\xef\\xbb\\xbfa')
    """
    text, encoding, evidence = _decode(data)
    controls = [match.start() for match in _CONTROL.finditer(text)]
    if "\0" in text or len(controls) * 1000 > len(text):
        at = text.find("\0") if "\0" in text else controls[0]
        raise DecodeError(
            f"no text: control character {text[at]!r} at character {at}, read as {encoding}: "
            f"{text[max(0, at - 20) : at + 20]!r}",
            f"テキストではありません：{encoding}として読んだ{at}文字目に制御文字{text[at]!r}があります",
        )
    return Decoded(_LINE_END.sub("\n", text), encoding, (*evidence, _line_ends(text)))


def search_key(text: str) -> str:
    """What two spellings of the same words share: for searching and comparing, never for showing.

    Width and case are folded (NFKC, casefold), katakana becomes hiragana, Latin letters lose their accents,
    quotes and dashes become plain ones, runs of white space one space.

    >>> search_key("ダンダーン Dandân — Æther’s")
    "だんだーん dandan - aether's"
    """
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_FOLD)
    folded = _ACCENTED.sub(_strip_accents, folded)
    return " ".join(folded.split())


_FOLD: dict[int, str] = {code: chr(code - 0x60) for code in range(0x30A1, 0x30F7)}
_FOLD |= {ord(char): "'" for char in "‘’‚‛′"} | {ord(char): '"' for char in "“”„‟″"}
_FOLD |= {ord(char): "-" for char in "‐‑‒–—―−"} | {ord("æ"): "ae", ord("œ"): "oe", 0xAD: ""}
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")


def _strip_accents(match: re.Match[str]) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", match[0]) if not unicodedata.combining(char))


def _decode(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strict(data, encoding, len(mark)), encoding, (f"byte-order mark {mark.hex(' ')}",)
    wide = _nul_pattern(data)
    if wide is not None:
        encoding, why = wide
        return _strict(data, encoding), encoding, (why,)
    if data.isascii():
        return data.decode("ascii"), "ascii", ("no byte above 127",)
    sequences = len(_UTF8_SEQUENCE.findall(data))
    try:
        return data.decode("utf-8"), "utf-8", (f"valid UTF-8 with {sequences} sequences of several bytes",)
    except UnicodeDecodeError:
        stray = sum(byte > 127 for byte in _UTF8_SEQUENCE.sub(b"", data))
        if sequences > 20 * stray:
            # Nearly all high bytes form UTF-8: the file is damaged, not written in another encoding.
            _strict(data, "utf-8")
    encoding, evidence = best_codepage(data)
    return _strict(data, encoding), encoding, evidence


def _strict(data: bytes, encoding: str, skip: int = 0) -> str:
    try:
        return data[skip:].decode(encoding)
    except UnicodeDecodeError as error:
        at = error.start + skip
        before = data[max(0, at - 20) : at]
        raise DecodeError(
            f"not valid {encoding} at byte {at}: {data[at : at + 4]!r} (after {before!r})",
            f"{at}バイト目が{encoding}として正しくありません：{data[at : at + 4]!r}",
        ) from error


def _nul_pattern(data: bytes) -> tuple[str, str] | None:
    """UTF-16 without a mark: ASCII characters in it carry a NUL on one side only."""
    even, odd = data[0::2].count(0), data[1::2].count(0)
    if max(even, odd) < 1 or max(even, odd) < 20 * min(even, odd) or max(even, odd) * 50 < len(data):
        return None
    encoding, side = ("utf-16-be", "even") if even > odd else ("utf-16-le", "odd")
    return encoding, f"{max(even, odd)} NUL bytes at {side} offsets, {min(even, odd)} at the others"


def _line_ends(text: str) -> str:
    counts = {"CR CR LF": 0, "CRLF": 0, "CR": 0, "LF": 0}
    names = {"\r\r\n": "CR CR LF", "\r\n": "CRLF", "\r": "CR", "\n": "LF"}
    for end in _LINE_END.findall(text):
        counts[names[end]] += 1
    found = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    return f"line ends: {found or 'none'}"
