"""Every edition gives the counts of its table; forms that occur in real texts, in a text of our own."""

from __future__ import annotations

import re
from itertools import pairwise
from textwrap import wrap

import pytest

from scraper.citations import find_references
from scraper.cr import EXAMPLE, Counts, InvalidEdition, parse_cr, validate
from scraper.decode import decode
from scraper.document import RuleNumber
from tests.shared import CR, needs_shared

# sections, chapters, rules, subrules, examples, glossary, continuation paragraphs,
# "rule(s) NNN", dotted numbers, ranges, "section N"
KNOWN = {
    "2009-10-01": (9, 114, 714, 886, 195, 424, 6, 930, 563, 27, 19),
    "2010-02-01": (9, 114, 718, 919, 200, 425, 6, 951, 581, 29, 19),
    "2010-07-16": (9, 120, 776, 975, 203, 442, 6, 1028, 618, 35, 18),
    "2011-09-30": (9, 123, 819, 1046, 217, 460, 6, 1091, 651, 35, 18),
    "2012-07-01": (9, 124, 831, 1062, 219, 465, 6, 1112, 667, 36, 18),
    "2013-04-29": (9, 124, 841, 1089, 223, 476, 6, 1130, 684, 37, 18),
    "2013-07-11": (9, 124, 841, 1100, 222, 478, 6, 1128, 680, 35, 18),
    "2014-02-01": (9, 124, 845, 1113, 222, 484, 6, 1140, 693, 36, 18),
    "2014-09-26": (9, 126, 864, 1144, 223, 496, 6, 1165, 713, 36, 18),
    "2016-08-26": (9, 129, 904, 1228, 238, 519, 6, 1236, 770, 43, 18),
    "2018-07-13": (9, 130, 934, 1366, 243, 544, 3, 1300, 818, 48, 17),
    "2019-08-23": (9, 131, 958, 1409, 245, 560, 3, 1336, 849, 51, 17),
    "2020-06-01": (9, 133, 976, 1459, 250, 571, 3, 1373, 880, 56, 17),
    "2021-06-09": (9, 133, 993, 1537, 260, 591, 3, 1413, 918, 59, 17),
    "2022-10-07": (9, 140, 1068, 1692, 270, 642, 2, 1580, 1037, 70, 16),
    "2023-11-17": (9, 142, 1100, 1799, 276, 668, 2, 1655, 1107, 76, 16),
    "2024-06-07": (9, 144, 1117, 1850, 278, 683, 2, 1700, 1134, 78, 16),
    "2024-11-08": (9, 144, 1124, 1883, 272, 698, 2, 1729, 1161, 81, 16),
    "2025-02-07": (9, 144, 1127, 1895, 274, 703, 2, 1738, 1169, 81, 16),
    "2025-09-19": (9, 146, 1151, 1942, 275, 721, 2, 1774, 1206, 85, 16),
    "2025-11-14": (9, 146, 1155, 1954, 276, 725, 2, 1780, 1213, 84, 16),
    "2026-01-16": (9, 146, 1157, 1957, 276, 725, 2, 1782, 1216, 84, 16),
}
OLD = {
    "2003-10-01": (5, 69, 319, 367, 89, 299),
    "2006-10-01": (6, 83, 425, 548, 155, 357),
}
OTHER_DATE = {
    "2013-04-29": "2013-05-01",
    "2013-07-11": "2013-07-13",
    "2014-09-26": "2014-09-25",
    "2021-06-09": "2021-06-18",
}


@pytest.fixture(scope="module")
def edition():
    held = {}

    def read(name):
        if name not in held:
            held[name] = parse_cr(decode((CR / f"{name}.txt").read_bytes()).text)
        return held[name]

    return read


def book(counts):
    return (
        counts.sections, counts.chapters, counts.rules, counts.subrules, counts.examples, counts.glossary,
    )  # fmt: skip


def references(documents):
    named = dotted = ranges = sections = 0
    for document in documents:
        if document.kind in ("section", "chapter"):
            continue
        for text in (document.text, *document.examples):
            for reference in find_references(text):
                named += reference.cue.strip().casefold() in ("rule", "rules")
                sections += reference.is_section
                dotted += len(re.findall(r"\d{3}\.\d", reference.raw))
                ranges += reference.end is not None and "." in reference.raw
    return named, dotted, ranges, sections


@needs_shared
@pytest.mark.parametrize(("name", "expected"), (KNOWN | OLD).items())
def test_counts_of_an_edition(edition, name, expected):
    parsed = edition(name)
    assert parsed.effective == OTHER_DATE.get(name, name)
    assert book(parsed.counts) == expected[:6]
    if name in KNOWN:
        assert parsed.counts.continuations == expected[6]
        assert references(parsed.documents) == expected[7:]
    validate(parsed)


@needs_shared
@pytest.mark.parametrize("name", KNOWN | OLD)
def test_every_document_is_whole(edition, name):
    documents = edition(name).documents
    ids = [document.id for document in documents]
    assert len(set(ids)) == len(ids)
    assert [document.order for document in documents] == list(range(len(ids)))
    for document in documents:
        assert document.text or document.kind == "section", document.id
        assert document.source.edition == edition(name).effective
        if document.kind in ("chapter", "rule", "subrule"):
            assert document.parent in ids, document.id
        if document.kind in ("rule", "subrule"):
            assert document.chapter
        for citation in document.citations:
            place = int(citation.part.removeprefix("example:")) if citation.part else None
            text = document.text if place is None else document.examples[place]
            assert text[citation.start :].startswith(citation.raw)


@needs_shared
def test_rules_with_four_examples(edition):
    documents = {document.id: document for document in edition("2026-01-16").documents}
    assert [len(documents[f"cr:{number}"].examples) for number in ("613.6", "707.3", "800.4a")] == [4, 4, 4]
    assert len(documents["cr:701.67b"].examples) == 1
    assert sum(bool(document.examples) for document in documents.values()) == 214


@needs_shared
def test_landmarks_of_the_newest_edition(edition):
    documents = {document.id: document for document in edition("2026-01-16").documents}
    titles = {
        number: documents[f"cr:{number}"].title.en for number in ("7", "702", "702.170", "702.179", "702.186")
    }
    assert titles == {
        "7": "Additional Rules",
        "702": "Keyword Abilities",
        "702.170": "Plot",
        "702.179": "Start Your Engines!",
        "702.186": "∞ (Infinity)",
    }
    assert documents["cr:704.5z"].chapter == "State-Based Actions"
    assert "cr:701.68" in documents
    assert "cr:702.189" in documents
    numbered = [d.number for d in documents.values() if d.kind == "rule"]
    assert (min(numbered), max(numbered)) == (RuleNumber(100, 1), RuleNumber(905, 6))
    assert documents["cr:606.5"].text.startswith("If ")
    assert documents["cr:119.1d"].text[0].isupper()
    assert len(documents["cr:205.4c"].text.split("\n")) == 2
    titled = [
        d
        for d in documents.values()
        if d.kind == "rule" and d.title.en and d.number.chapter not in (701, 702)
    ]
    assert [str(d.number) for d in titled] == [
        "205.2", "205.3", "205.4", "901.15", "903.12", "903.13", "904.12", "904.13",
    ]  # fmt: skip
    untitled = [
        d.id
        for d in documents.values()
        if d.kind == "rule" and d.number.chapter in (701, 702) and not d.title.en
    ]
    assert untitled == ["cr:701.1", "cr:702.1"]
    assert sum(d.title.en.endswith("(Obsolete)") for d in documents.values() if d.kind == "glossary") == 33


@needs_shared
def test_glossary_forms(edition):
    documents = {document.id: document for document in edition("2026-01-16").documents}
    for term in (
        "Active Player, Nonactive Player Order",
        "Venture into [Quality]",
        "Team vs. Team Variant",
        "Roll a d20",
    ):
        assert f"glossary:{term}" in documents
    assert "glossary:Concede" in {document.id for document in edition("2020-06-01").documents}
    glued = {document.id: document for document in edition("2021-06-09").documents}
    assert [line[:2] for line in glued["glossary:Ability"].text.split("\n")][:2] == ["1.", "2."]
    assert len([i for i in glued if i.startswith("glossary:") and i.endswith("1")]) == 0


@needs_shared
def test_wrapped_edition_is_joined_and_its_false_headings_are_not_rules(edition):
    documents = {document.id: document for document in edition("2003-10-01").documents}
    assert documents["cr:200.9c"].text.endswith('See rule 419.8 "Sources of Damage."')
    assert [len(part) > 200 for part in documents["cr:413.2d"].text.split("\n")] == [True, True]
    assert "See rule 103.4. If a player" in documents["cr:413.2d"].text
    assert "Face-down objects in" in documents["cr:217.8b"].text
    assert documents["cr:200.9c"].citations[0].title == "Sources of Damage"
    assert "-1/-1 until end" in documents["cr:415.1"].examples[0]
    assert len(documents["cr:415.3"].text.split("\n")) == 2


@needs_shared
def test_oddities_are_told_and_stop_nothing(edition):
    told = {name: [fault.en for fault in edition(name).oddities] for name in ("2006-10-01", "2009-10-01")}
    assert told["2006-10-01"] == ["432.2b does not follow 432.2a"]
    assert told["2009-10-01"] == ["113.9 does not follow 113.8", "number 702.30d is printed twice"]
    assert "cr:606.8b" in {document.id for document in edition("2006-10-01").documents}
    empty = next(d for d in edition("2006-10-01").documents if d.id == "cr:215")
    assert (empty.title.en, empty.kind) == ("", "chapter")


@needs_shared
def test_a_real_text_cut_in_half_is_refused(edition):
    text = decode((CR / "2026-01-16.txt").read_bytes()).text
    before = edition("2025-11-14").counts
    with pytest.raises(InvalidEdition) as caught:
        validate(parse_cr(text[: len(text) // 2]), before)
    names = " ".join(fault.en for fault in caught.value.faults)
    assert "no glossary" in names
    assert "no credits" in names
    assert "rules where the last edition has 1155" in names
    assert "chapter 903" in names
    assert "行" in caught.value.ja


@needs_shared
def test_a_real_text_that_lost_rules_inside_is_refused_with_its_lines(edition):
    lines = decode((CR / "2026-01-16.txt").read_bytes()).text.split("\n")
    kept = [line for line in lines if not re.match(r"70[12]\.[1-9]", line)]
    with pytest.raises(InvalidEdition, match="more than 5 % are gone") as caught:
        validate(parse_cr("\n".join(kept)), edition("2025-11-14").counts)
    assert all(fault.lines for fault in caught.value.faults)


@needs_shared
def test_each_edition_may_follow_the_one_before(edition):
    names = [*KNOWN]
    for before, name in pairwise(names):
        validate(edition(name), edition(before).counts)


@needs_shared
@pytest.mark.parametrize(("name", "width"), [("2006-10-01", 72), ("2009-10-01", 100), ("2026-01-16", 80)])
def test_a_text_wrapped_at_any_column_is_the_same_text(edition, name, width):
    lines = decode((CR / f"{name}.txt").read_bytes()).text.split("\n")
    wrapped = [
        piece
        for line in lines
        for piece in (wrap(line, width, break_long_words=False) if line.strip() else [""])
    ]
    parsed = parse_cr("\n".join(wrapped))
    assert book(parsed.counts) == book(edition(name).counts)
    assert [document.id for document in parsed.documents] == [
        document.id for document in edition(name).documents
    ]


# -- forms, in a text of our own ---------------------------------------------------------------------------

FORMS = """\
Rules of an invented game

These rules are effective as of June18, 2031

Contents

1. Basics
100. Things
101. More Things

2. Ends
200. Ending

Glossary
Credits

1. Basics

100. Things

100.1. Widgets

100.1a. A widget is a thing. See rules 100.2-3.
Example:Example: A cog is a widget.

Example: A wheel is one too.
     This paragraph has no number. See rule 200.

 100.2 Things have names.
100.3.All names differ.

101. More Things
\x20
101. 1a Nothing precedes this.

101.1.\tAfter the tab.

2. Ends

200. Ending

200.1. It ends. 3. It does not go on.

Glossary

Cog
A widget.
End, The “Last”
1. What comes last.

2. What remains.
Also a word.
Wheel1. A round thing.
2. A cog with no teeth.

Credits

These rules are effective as of June18, 2031.
"""


@pytest.fixture(scope="module")
def forms():
    return {document.id: document for document in parse_cr(FORMS).documents}


def test_forms_are_read(forms):
    assert [i for i in forms if i.startswith("cr:")] == [
        "cr:1", "cr:100", "cr:100.1", "cr:100.1a", "cr:100.2", "cr:100.3", "cr:101", "cr:101.1a", "cr:101.1",
        "cr:2", "cr:200", "cr:200.1",
    ]  # fmt: skip
    assert forms["cr:100.1a"].examples == ("A cog is a widget.", "A wheel is one too.")
    assert forms["cr:100.1a"].text.split("\n")[1] == "This paragraph has no number. See rule 200."
    assert forms["cr:100.2"].text == "Things have names."
    assert forms["cr:100.3"].text == "All names differ."
    assert forms["cr:101.1"].text == "After the tab."
    assert forms["cr:100.1"].title.en == "Widgets"
    assert forms["cr:100.1a"].parent == "cr:100.1"
    assert forms["cr:100.1"].parent == "cr:100"
    assert forms["cr:100"].parent == "cr:1"


def test_glossary_entries_without_blank_lines_and_with_glued_senses(forms):
    assert {i: d.text for i, d in forms.items() if i.startswith("glossary:")} == {
        "glossary:Cog": "A widget.",
        "glossary:End, The “Last”": "1. What comes last.\n2. What remains.\nAlso a word.",
        "glossary:Wheel": "1. A round thing.\n2. A cog with no teeth.",
    }


def test_effective_date_in_its_odd_form():
    assert parse_cr(FORMS).effective == "2031-06-18"
    assert parse_cr(EXAMPLE.replace("May 1, 2031.", "Friday, May 2nd, 2031")).effective == "2031-05-02"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("These rules are effective as of May 1, 2031.", "", "no effective date"),
        ("Contents\n", "", "no list of contents"),
        ("\n1. Basics\n\n100. Things\n\n100.1.", "\n100. Things\n\n100.1.", "no body"),
        ("\n100. Things\n\n100.1.", "\n100.1.", "chapter 100 ('Things') is in the contents but not"),
        ("\nGlossary\n\nWidget", "\nWidget", "no glossary"),
        ("\n\nCredits\n", "\n", "no credits"),
    ],
)
def test_a_missing_landmark_is_one_error(old, new, fault):
    assert old in EXAMPLE
    with pytest.raises(InvalidEdition) as caught:
        validate(parse_cr(EXAMPLE.replace(old, new)))
    assert fault in caught.value.en
    assert all(ord(char) < 0x3000 for char in caught.value.en)
    assert any(ord(char) > 0x3000 for char in caught.value.ja)


def test_all_faults_are_in_one_error():
    with pytest.raises(InvalidEdition) as caught:
        validate(parse_cr("<html><body>404</body></html>"), Counts(9, 146, 1157, 1957, 276, 725))
    assert len(caught.value.faults) >= 10


def test_a_count_may_fall_by_the_share_and_no_further():
    edition = parse_cr(EXAMPLE)
    validate(edition, {"rules": 2, "glossary": 1})
    validate(edition, {"rules": 4}, share=0.5)
    with pytest.raises(InvalidEdition, match="2 rules where the last edition has 5"):
        validate(edition, {"rules": 5}, share=0.5)


def test_line_ends_and_marks_do_not_matter():
    for data in (FORMS.encode(), FORMS.replace("\n", "\r").encode("utf-8-sig"), FORMS.encode("utf-16")):
        assert parse_cr(decode(data).text).documents == parse_cr(FORMS).documents
