"""Encodings are found by evidence: real files where they are, and texts of ours in every encoding."""

from __future__ import annotations

import codecs

import pytest

from scraper.decode import DecodeError, decode, search_key
from tests.shared import CR, WIKI, needs_shared

ENCODINGS = {
    "2003-10-01": "cp1252", "2006-10-01": "mac-roman", "2009-10-01": "ascii", "2010-02-01": "cp1252",
    "2010-07-16": "ascii", "2011-09-30": "ascii", "2012-07-01": "ascii", "2013-04-29": "utf-16-be",
    "2013-07-11": "cp437", "2014-02-01": "cp1252", "2014-09-26": "cp1252", "2016-08-26": "utf-16-le",
    "2018-07-13": "cp1252", "2019-08-23": "utf-8", "2020-06-01": "utf-8", "2021-06-09": "utf-8",
    "2022-10-07": "cp1252", "2023-11-17": "utf-8", "2024-06-07": "utf-8", "2024-11-08": "utf-8",
    "2025-02-07": "utf-8", "2025-09-19": "utf-8", "2025-11-14": "utf-8", "2026-01-16": "utf-8",
}  # fmt: skip

ENGLISH = "A player’s “widget” — El-Hajjâj, Juzám, Dandân, Junún — gives 1–2 counters. "


@needs_shared
@pytest.mark.parametrize(("name", "encoding"), ENCODINGS.items())
def test_real_edition_is_read_in_its_encoding(name, encoding):
    assert decode((CR / f"{name}.txt").read_bytes()).encoding == encoding


@needs_shared
def test_names_with_accents_come_out_right_in_three_one_byte_encodings():
    assert "El-Hajjâj" in decode((CR / "2006-10-01.txt").read_bytes()).text
    old_dos = decode((CR / "2013-07-11.txt").read_bytes()).text
    assert all(name in old_dos for name in ("Dandân", "Juzám", "Junún", "Ma'rûf", "Æther Storm"))
    assert "Magic™" in decode((CR / "2014-09-26.txt").read_bytes()).text


@needs_shared
@pytest.mark.parametrize("name", ["2019-08-23", "2023-11-17", "2026-01-16"])
def test_bare_cr_with_twelve_cr_cr_lf_gives_lines(name):
    decoded = decode((CR / f"{name}.txt").read_bytes())
    assert "12 CR CR LF" in decoded.evidence[-1]
    assert "\r" not in decoded.text
    assert decoded.text.count("\n") > 7000


@needs_shared
def test_wiki_pages_are_utf8():
    for path in WIKI.glob("*.txt"):
        assert decode(path.read_bytes()).encoding == "utf-8"


@pytest.mark.parametrize("encoding", ["cp1252", "mac-roman"])
def test_quotes_and_accents_tell_windows_from_mac(encoding):
    decoded = decode((ENGLISH * 3).encode(encoding))
    assert (decoded.encoding, decoded.text) == (encoding, ENGLISH * 3)
    assert any(encoding in reason for reason in decoded.evidence)


@pytest.mark.parametrize("word", ["Dandân", "Juzám", "Junún", "Ma'rûf", "Æther Storm", "Jötun", "Déjà Vu"])
def test_one_accented_name_in_dos_encoding_is_not_read_as_windows(word):
    assert decode(f"Cards: {word} and more.\r\n".encode("cp437")).text == f"Cards: {word} and more.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le"])
def test_byte_order_marks(encoding):
    marks = {
        "utf-8": codecs.BOM_UTF8,
        "utf-16-le": codecs.BOM_UTF16_LE,
        "utf-16-be": codecs.BOM_UTF16_BE,
        "utf-32-le": codecs.BOM_UTF32_LE,
    }
    decoded = decode(marks[encoding] + "計画 “Plot”\r\n".encode(encoding))
    assert (decoded.encoding, decoded.text) == (encoding, "計画 “Plot”\n")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_told_by_its_nul_bytes(encoding):
    decoded = decode(("100. General\r\n" * 5).encode(encoding))
    assert decoded.encoding == encoding
    assert "NUL" in decoded.evidence[0]


def test_utf8_without_a_mark():
    assert decode("ルール 702.170〔計画〕".encode()).encoding == "utf-8"


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_old_japanese_encodings(encoding):
    text = "これはルールの文章です。「計画」を持つカードを追放する。" * 3
    decoded = decode(text.encode(encoding))
    assert (decoded.encoding, decoded.text) == (encoding, text)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\r\nb\r\n", "a\nb\n"),
        (b"a\rb\r", "a\nb\n"),
        (b"a\nb\n", "a\nb\n"),
        (b"a\r\r\nb\rc\r\n\r\nd\n", "a\nb\nc\n\nd\n"),
        (b"", ""),
    ],
)
def test_line_ends(data, text):
    assert decode(data).text == text


def test_damaged_utf8_is_an_error_that_says_where_not_mojibake():
    damaged = ("計画を行う。" * 20).encode() + b"\xe8\xa8 cut"
    with pytest.raises(DecodeError, match="at byte 360") as caught:
        decode(damaged)
    assert "360バイト目" in caught.value.ja


def test_a_dash_between_letters_of_rules_is_no_accent():
    assert decode("See rules 601.2f–h.".encode("cp1252")).text == "See rules 601.2f–h."


def test_binary_is_no_text():
    with pytest.raises(DecodeError, match="no text"):
        decode(bytes(range(32)) * 8)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("けいかく", "ケイカク"),
        ("Plot", "ＰＬＯＴ"),
        ("Lim-Dûl’s", "lim-dul's"),
        ("ガイア", "がいあ"),
        ("Æther", "aether"),
    ],
)
def test_search_keys_of_two_spellings_agree(one, other):
    assert search_key(one) == search_key(other)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("計画", "計"), ("702.1", "702.10")])
def test_search_keys_of_different_words_differ(one, other):
    assert search_key(one) != search_key(other)
