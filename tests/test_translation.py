"""A translation that lags behind: its texts are found through the renumbering and marked when they are old."""

from __future__ import annotations

from datetime import date

import pytest

from kb import views
from kb.editions import service
from kb.editions.translation import japanese_below, japanese_of
from kb.store import Store
from scraper.citations import find_citations
from scraper.cr import parse_cr
from scraper.document import Document, RuleNumber, Source, Title
from tests.test_audit import NEW, OLD

JAPANESE = {
    "100": "歯車", "100.1": "回転", "100.1a": "歯車は、押されるたびに回る。", "100.2": "歯車には歯が十一枚ある。",
    "100.3": "灯りについてはrule 101参照。", "101": "灯り", "101.1": "灯りは消されるまで燃え続ける。",
}  # fmt: skip


def translated(edition):
    source = Source("cr-ja", "総合ルール", edition=edition)
    documents = []
    for order, (number, text) in enumerate(JAPANESE.items()):
        parsed = RuleNumber.parse(number)
        kind = "subrule" if parsed.letter else "rule" if parsed.rule else "chapter"
        title = Title(ja=text) if len(text) < 4 else Title()
        parent = f"cr:{parsed.parent}" if parsed.parent else "cr:1"
        cites = find_citations(text, f"cr:{number}")
        documents.append(
            Document(f"cr:{number}", kind, "ja", title, text, source, parsed, parent, order, citations=cites)
        )
    return documents


@pytest.fixture
def store():
    made = Store.open("sqlite://", today=lambda: date(2031, 7, 1))
    for text in (OLD, NEW):
        parsed = parse_cr(text)
        made.replace("cr", parsed.effective, parsed.documents, sha256="", origin="x")
    made.replace("cr-ja", "2030-05-01", translated("2030-05-01"), sha256="", origin="x")
    return made


@pytest.mark.parametrize(
    ("number", "then", "changed"),
    [("100.1a", "100.1a", False), ("100.2", "100.2", True), ("102.1", "101.1", False), ("102", "101", False)],
)
def test_a_text_is_carried_to_todays_number(store, number, then, changed):
    carried = japanese_of(store, f"cr:{number}")
    assert (carried.document.text, carried.edition, carried.changed) == (
        JAPANESE[then],
        "2030-05-01",
        changed,
    )


@pytest.mark.parametrize("number", ["101", "101.1", "100.4"])
def test_what_is_new_has_no_japanese_text_and_not_that_of_another_rule(store, number):
    assert japanese_of(store, f"cr:{number}") is None


def test_below_a_chapter(store):
    assert {id_: one.document.text for id_, one in japanese_below(store, "cr:102").items()} == {
        "cr:102.1": JAPANESE["101.1"]
    }
    assert japanese_below(store, "cr:101") == {}


def test_references_in_the_text_lead_to_todays_numbers(store):
    (citation,) = japanese_of(store, "cr:100.3").document.citations
    assert (str(citation.number), citation.raw) == ("102", "101")


def test_of_the_older_edition_the_text_is_its_own(store):
    carried = japanese_of(store, "cr:101.1", "2030-05-01")
    assert (carried.document.text, carried.changed) == (JAPANESE["101.1"], False)


def test_an_english_edition_that_is_not_held_is_not_guessed_at():
    made = Store.open("sqlite://", today=lambda: date(2031, 7, 1))
    parsed = parse_cr(NEW)
    made.replace("cr", parsed.effective, parsed.documents, sha256="", origin="x")
    made.replace("cr-ja", "2030-05-01", translated("2030-05-01"), sha256="", origin="x")
    assert japanese_of(made, "cr:100.1a").changed is None


def test_japanese_alone_is_shown_as_it_is():
    made = Store.open("sqlite://", today=lambda: date(2031, 7, 1))
    made.replace("cr-ja", "2030-05-01", translated("2030-05-01"), sha256="", origin="x")
    assert japanese_of(made, "cr:101.1").document.text == JAPANESE["101.1"]


def test_the_rule_as_json_says_where_its_japanese_text_is_from(store):
    found = views.rule(store, RuleNumber(102, 1), None, ())
    assert found["text"]["ja"] == JAPANESE["101.1"]
    assert found["ja_from"] == {"edition": "2030-05-01", "number": "101.1", "changed": False}
    assert views.rule(store, RuleNumber(101, 1), None, ())["text"]["ja"] is None


def test_a_life_has_the_japanese_texts_of_its_editions(store):
    life = service.trace(store, "102.1")["life"]
    assert [(one["edition"], one["number"], one.get("text_ja")) for one in life] == [
        ("2030-05-01", "101.1", JAPANESE["101.1"]),
        ("2031-05-01", "102.1", None),
    ]


def test_a_difference_has_the_japanese_texts_where_both_editions_have_them(store):
    newer = [one for one in translated("2031-05-01") if one.id == "cr:100.2"]
    (changed,) = newer
    store.replace(
        "cr-ja",
        "2031-05-01",
        [
            Document(
                "cr:100.2", "rule", "ja", Title(), "歯車には歯が十二枚ある。", changed.source, changed.number
            )
        ],
        sha256="",
        origin="x",
    )
    found = {one["number"]: one for one in service.diff(store, "2030-05-01", "2031-05-01")["changed"]}
    assert [piece for piece in found["100.2"]["ja"]["words"] if piece[0] != "same"] == [
        ["gone", "一"],
        ["new", "二"],
    ]
