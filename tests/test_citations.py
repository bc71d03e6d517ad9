"""Every form in which a rule is named, and what looks like one and is none."""

from __future__ import annotations

import pytest

from scraper.citations import find_citations, find_references


def spans(text):
    return [f"{r.number}" if r.end is None else f"{r.number}..{r.end}" for r in find_references(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See rule 702.170.", ["702.170"]),
        ("(see rule 509)", ["509"]),
        ("as rule 704.5z says", ["704.5z"]),
        ("rules 601.2f–h apply", ["601.2f..601.2h"]),
        ("rules 601.2g-h)", ["601.2g..601.2h"]),
        ("rules 601.2b and 601.2e–g.", ["601.2b", "601.2e..601.2g"]),
        ("rules 119.7–8).", ["119.7..119.8"]),
        ("rules 903.6–903.11.", ["903.6..903.11"]),
        ("rules 601.2f–601.2h", ["601.2f..601.2h"]),
        ("rules 608.3a and b are done", ["608.3a", "608.3b"]),
        ("rules 608.3a, b, and c are done", ["608.3a", "608.3b", "608.3c"]),
        ("Rules 212.4d-k apply", ["212.4d..212.4k"]),
        ("rules 614 and 615.", ["614", "615"]),
        ("rules 108.3, 110.2, 111.2, and 112.2.", ["108.3", "110.2", "111.2", "112.2"]),
        ("steps 101.4a through 101.4c", ["101.4a", "101.4c"]),
        ("section 8, “Multiplayer Rules.”", ["8"]),
        ("section 103, \"Starting the Game,\"", ["103"]),
        ("rule\xa0702.170", ["702.170"]),
        ("CR:702.170", ["702.170"]),
        ("CR：702.170a", ["702.170a"]),
        ("CR702.170aを参照", ["702.170a"]),
        ("CR 717", ["717"]),
        ("ルール702.170に従う", ["702.170"]),
        ("総合ルール 309を参照", ["309"]),
        ("ＣＲ：７０２．１７０ａ", ["702.170a"]),
        ("rule 601.2f～h参照", ["601.2f..601.2h"]),
        ("CR:903.6〜903.11", ["903.6..903.11"]),
    ],
)  # fmt: skip
def test_form_is_found(text, expected):
    assert spans(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "exactly 100 cards",
        "Renton, WA 98057-0707, USA",
        "Patent RE 37,957",
        "it costs $100.50",
        "a total of 1,234.5 points",
        "version 12.100.1",
        "in 2023 and 2024",
        "rule 1",
        "the rules 1000 times",
        "CR:-",
        "2–5の点灯",
        "see subsection 12345",
        "rule 702.1234 of another book",
    ],
)
def test_what_is_no_reference(text):
    assert spans(text) == []


def test_an_article_behind_a_rule_is_no_subrule():
    assert spans("See rules 608.3b and a player may act") == ["608.3b"]
    assert spans("Under rule 608.2a and b-movies alike") == ["608.2a"]
    assert spans("Under rule 601.2a, c is free") == ["601.2a"]


def test_titles_in_a_list_belong_to_their_numbers():
    text = "See rules 702.109, “Dash,” 702.152, “Blitz,” and 702.185, “Warp.”"
    assert [(str(r.number), r.title) for r in find_references(text)] == [
        ("702.109", "Dash"),
        ("702.152", "Blitz"),
        ("702.185", "Warp"),
    ]


def test_chapters_in_a_list_with_titles():
    text = "rules 903, “Commander,” and 904, “Archenemy.”"
    assert [(str(r.number), r.title) for r in find_references(text)] == [
        ("903", "Commander"),
        ("904", "Archenemy"),
    ]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("rule 702.179, “Start Your Engines!”", "Start Your Engines!"),
        ("rule 702.186, “∞ (Infinity).”", "∞ (Infinity)"),
        ('rule 419.8 "Sources of Damage."', "Sources of Damage"),
        ("rule 701.48〔アトラクションを開く〕参照", "アトラクションを開く"),
        ("rule 702.170. “Plot” is a word", ""),
    ],
)
def test_title_beside_a_number(text, title):
    assert find_references(text)[0].title == title


@pytest.mark.parametrize(
    ("text", "exception"),
    [
        ("何度でも適用できる（CR:614.5に対する例外）。", True),
        ("これはrule 614.5の例外である。", True),
        ("This is an exception to rule 614.5.", True),
        ("an exception to the procedure described in rule 510.1c.", True),
        ("(CR:614.5参照)", False),
        ("Without exception, rule 614.5 applies.", False),
    ],
)
def test_exceptions(text, exception):
    assert [r.exception for r in find_references(text)] == [exception]


@pytest.mark.parametrize(
    "text",
    ["Zuerst rules 601.2f–h, 119.7-8 and 702.5a.", "（CR:614.5に対する例外）とrule 701.48〔開く〕、309.1"],
)
def test_raw_is_what_stands_at_the_offset(text):
    for reference in find_references(text):
        assert text[reference.start : reference.start + len(reference.raw)] == reference.raw


def test_citations_carry_source_part_and_edition_and_leave_sections_out():
    found = find_citations(
        "See section 8 and rule 608.2b.", "cr:115.3", part="example:0", edition="2026-01-16"
    )
    assert [(c.source, str(c.number), c.part, c.edition) for c in found] == [
        ("cr:115.3", "608.2b", "example:0", "2026-01-16")
    ]


def test_a_range_that_does_not_rise_is_two_mentions_at_most():
    assert spans("rule 119.7–3") == ["119.7"]
    assert spans("601.2f-b") == ["601.2f"]
