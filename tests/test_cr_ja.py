"""The Japanese rules: the same documents from the text, from HTML with and without ruby, from a site's page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scraper.citations import find_references
from scraper.cr_ja import EXAMPLE, parse_cr_ja, translation
from scraper.cr_model import Edition
from scraper.cr_validate import InvalidEdition, validate
from scraper.decode import decode
from scraper.document import Document, Title

FIXTURES = Path(__file__).parent / "fixtures" / "cr_ja"
NAME = "JPN_CR_20310501_2"


def read(name: str) -> str:
    return decode((FIXTURES / name).read_bytes()).text


@pytest.fixture(scope="module")
def plain() -> Edition:
    return parse_cr_ja(read(f"{NAME}.txt"))


def by_id(edition: Edition) -> dict[str, Document]:
    return {document.id: document for document in edition.documents}


def test_text_form(plain: Edition) -> None:
    assert plain.effective == "2031-05-01"
    assert plain.faults == plain.oddities == ()
    assert [document.id for document in plain.documents] == [
        *(
            "cr:0",
            "cr:1",
            "cr:100",
            "cr:100.1",
            "cr:100.1a",
            "cr:100.2",
            "cr:104",
            "cr:104.6",
            "cr:7",
            "cr:701",
        ),
        *("cr:701.1", "cr:701.2", "cr:701.2a", "cr:701.2k", "cr:701.2m", "cr:702", "cr:702.3", "cr:702.3a"),
        *(
            "glossary:+1/+1 Sample",
            "glossary:Big Box",
            "glossary:Line Up",
            "glossary:Watch",
            "glossary:見本順",
        ),
    ]
    counts = plain.counts
    assert (counts.sections, counts.chapters, counts.rules, counts.subrules) == (2, 4, 6, 5)
    assert (counts.examples, counts.glossary, counts.continuations) == (3, 5, 1)
    validate(plain)


def test_every_document_is_japanese_and_names_its_edition_and_patch(plain: Edition) -> None:
    assert {document.lang for document in plain.documents} == {"ja"}
    assert {document.source.id for document in plain.documents} == {"cr-ja"}
    assert {document.source.edition for document in plain.documents} == {"2031-05-01"}
    assert {document.source.name for document in plain.documents} == {
        "マジック総合ルール（和訳 20310501.2 版）"
    }
    assert translation(read(f"{NAME}.txt")) == "20310501.2"


def test_titles_parents_chapters(plain: Edition) -> None:
    found = by_id(plain)
    assert found["cr:0"].text.split("\n")[1:] == [
        "ここには、架空の見本が並んでいる。",
        '番号の"l"と"o"は使わない。',
    ]
    assert found["cr:701.2"].title == Title(en="Line Up", ja="並べる")
    assert found["cr:701.2m"].parent == "cr:701.2"
    assert found["cr:701.2m"].chapter == "見本の処理"
    assert (found["cr:104"].parent, found["cr:701"].parent) == ("cr:1", "cr:7")
    assert found["cr:104.6"].text.endswith("\n番号のない段落は、上の番号に属する。")
    assert found["cr:100.1"].title == Title()


def test_examples_in_both_forms(plain: Edition) -> None:
    assert by_id(plain)["cr:100.1a"].examples == (
        "歯車は部品である。",
        "影は部品ではない。",
        "名前のない歯車は、名前を得るまで部品ではない。",
    )


def test_citations_with_their_titles_and_ranges(plain: Edition) -> None:
    found = [(str(c.number), str(c.last), c.title) for c in by_id(plain)["cr:104.6"].citations]
    assert found == [("701.2b", "701.2d", ""), ("100", "100", "原則")]


def test_glossary_senses_and_terms_without_english(plain: Edition) -> None:
    found = by_id(plain)
    assert found["glossary:Line Up"].text.split("\n") == [
        "1. 部品を順に置くこと。",
        "2. 置かれた順番。",
        "rule 701.2〔並べる〕参照。",
    ]
    assert found["glossary:+1/+1 Sample"].title == Title(en="+1/+1 Sample", ja="+1/+1の見本")
    assert found["glossary:見本順"].title == Title(ja="見本順")


@pytest.mark.parametrize("name", [f"{NAME}.html", f"{NAME}.rb.html", "mtg-jp.html"])
def test_html_gives_what_the_text_gives(plain: Edition, name: str) -> None:
    edition = parse_cr_ja(read(name))
    assert edition.faults == ()
    assert edition.effective == "2031-05-01"
    assert edition.counts == plain.counts
    assert translation(read(name)) == "20310501.2"
    for ours, theirs in zip(edition.documents, plain.documents, strict=True):
        bare = replace(ours, facts=theirs.facts, title=replace(ours.title, reading=""))
        assert bare == theirs


def test_readings_are_kept_as_readings() -> None:
    found = by_id(parse_cr_ja(read(f"{NAME}.rb.html")))
    assert found["cr:702.3"].title == Title(en="Watch", ja="見張る", reading="みはる")
    assert found["cr:104"].title.reading == "おわりかた"
    assert found["glossary:Big Box"].title.reading == "おおばこ"
    assert found["glossary:+1/+1 Sample"].title.reading == "+1/+1のみほん"
    assert found["cr:701.2a"].facts["readings"] == ("部品=ぶひん", "並=なら", "名前=なまえ", "順=じゅん")
    texts = "".join(document.text + "".join(document.examples) for document in found.values())
    assert not any(reading in texts for reading in ("ぶひん", "なまえ", "みほん"))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("和訳 20310501.2 版", "和訳"), "版の日付"),
        (("10. 用語集", "十. 付録"), "用語集"),
        (("104. 終わり方\n\n104.6", "104.6"), "104"),
        (("1. 見本の考え方\n--------", "--------"), "1（見本の考え方）"),
    ],
)
def test_a_missing_landmark_stops_the_edition(change: tuple[str, str], fault: str) -> None:
    edition = parse_cr_ja(read(f"{NAME}.txt").replace(*change))
    with pytest.raises(InvalidEdition) as raised:
        validate(edition)
    assert fault in raised.value.ja


def test_half_the_rules_are_not_an_edition(plain: Edition) -> None:
    text = read(f"{NAME}.txt")
    half = parse_cr_ja(text[: text.index("702. 見本の能力", text.index("701.2m"))])
    with pytest.raises(InvalidEdition):
        validate(half, plain.counts)


def test_a_date_in_words_serves_where_the_title_has_none() -> None:
    text = EXAMPLE.replace("(和訳 20310501.0 版)", "").replace("架空の", "2031年5月1日発効。架空の", 1)
    assert parse_cr_ja(text).effective == "2031-05-01"
    assert parse_cr_ja(EXAMPLE.replace("20310501", "20311399")).effective == ""


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_line_ends_do_not_matter(plain: Edition, ends: str) -> None:
    data = read(f"{NAME}.txt").replace("\n", ends).encode("utf-8-sig")
    assert parse_cr_ja(decode(data).text).documents == plain.documents


def test_a_number_glued_to_its_text_is_a_number() -> None:
    text = EXAMPLE.replace("100.1a 部品", "100.1a2個の部品")
    assert by_id(parse_cr_ja(text))["cr:100.1a"].text == "2個の部品は物である。"


def test_a_section_is_named_like_a_rule() -> None:
    found = find_references("rule 8〔多人数〕、rule 3 章、rule 100〔原則〕参照")
    assert [(str(r.number), r.title, r.is_section) for r in found] == [
        ("8", "多人数", True),
        ("100", "原則", False),
    ]


def test_full_width_numbers_are_numbers() -> None:
    text = EXAMPLE.replace("100.1a 部品", "１００．１ａ　部品")
    assert by_id(parse_cr_ja(text))["cr:100.1a"].text == "部品は物である。"
