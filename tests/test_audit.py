"""Citations checked against the current edition: the real findings one by one, and each kind in texts of ours."""

from __future__ import annotations

from datetime import date

import pytest

from kb.audit import audit
from kb.editions.citing import left_behind
from kb.editions.model import Book, Pairing, Unit
from kb.editions.nearest import nearest
from kb.errors import NotFound
from kb.store import Store
from scraper.citations import find_citations
from scraper.cr import parse_cr
from scraper.decode import decode
from scraper.document import Document, Quotation, RuleNumber, Source, Term, Title
from scraper.wiki import parse_saved
from tests.shared import CR, WIKI, needs_shared


def rules_text(date, *lines):
    return "\n\n".join([
        "Rules of an invented game", f"These rules are effective as of {date}.", "Contents", "1. Basics",
        *(line for line in lines if line[3:5] == ". " and line[:3].isdecimal()), "Glossary", "Credits", "1. Basics", *lines, "Glossary", "Cog\nA round thing.", "Credits", "",
    ])  # fmt: skip


OLD = rules_text(
    "May 1, 2030", "100. Cogs", "100.1. Turning", "100.1a A cog turns whenever somebody pushes it hard.",
    "100.2. Every cog has eleven teeth and one of them is blue.", "100.3. See rule 101 about the lamps.",
    "101. Lamps", "101.1. Lamps burn through the night unless they are blown out.",
)  # fmt: skip
NEW = rules_text(
    "May 1, 2031", "100. Cogs", "100.1. Turning", "100.1a A cog turns whenever somebody pushes it hard.",
    "100.2. Every cog has twelve teeth and one of them is green.", "100.3. See rule 101 about the lamps.",
    "100.4. See rule 102, “Lanterns,” and rule 100.9 about lamps that burn through the night.",
    "101. Doors", "101.1. Doors are shut by whoever came in last.",
    "102. Lamps", "102.1. Lamps burn through the night unless they are blown out.",
)  # fmt: skip


def wiki(text, *, edition="", quotations=(), title=("Lamp", "灯り")):
    citations = find_citations(text, "wiki:灯り", edition=edition)
    return Document(
        "wiki:灯り",
        "wiki",
        "ja",
        Title(*title),
        text,
        Source("wiki", "Wiki"),
        citations=citations,
        quotations=quotations,
    )


def findings(*documents, terms=(), edition=None):
    store = Store.open("sqlite://", today=lambda: date(2031, 7, 1))
    for text in (OLD, NEW):
        parsed = parse_cr(text)
        store.replace("cr", parsed.effective, parsed.documents, sha256="", origin="x")
    if documents:
        store.replace("wiki", "2031-06-01", documents, sha256="", origin="x")
    found = audit(store, terms, edition)
    return {(one["where"], one["cites"]): one for one in found["findings"]}


@pytest.mark.parametrize(
    ("text", "edition", "cites", "kind", "now", "suggestion"),
    [
        ("CR:100.1a", "20300501.0", "100.1a", "holds", "100.1a", None),
        ("CR:100.2", "20300501.0", "100.2", "changed", "100.2", "100.2"),
        ("CR:100.2", "20310501.0", "100.2", "holds", "100.2", None),
        ("CR:101.1", "20300501.0", "101.1", "moved", "102.1", "102.1"),
        ("CR:101.1", "20310501.0", "101.1", "holds", "101.1", None),
        ("CR:777.7", "", "777.7", "missing", None, None),
        ("rule 102〔Lamps〕", "20310501.0", "102", "holds", "102", None),
        ("rule 101〔Lamps〕", "20310501.0", "101", "title", "101", "102, “Lamps”"),
    ],
)  # fmt: skip
def test_each_kind(text, edition, cites, kind, now, suggestion):
    one = findings(wiki(text, edition=edition))["wiki:灯り", cites]
    assert (one["kind"], one["now"], one["suggestion"]) == (kind, now, suggestion)
    assert one["en"]
    assert one["ja"]


def test_a_page_that_quotes_a_number_put_to_another_use():
    page = wiki("灯りについて。", quotations=(Quotation(RuleNumber(101), "…", "20310501.0", "ja", "扉"),))
    one = findings(page)["wiki:灯り", "101"]
    assert (one["kind"], one["now"], one["suggestion"]) == ("different", "101", "102")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Every cog has twelve teeth and one of them is green.", "holds"),
        ("Every cog has eleven teeth and one of them is blue.", "changed"),
    ],
)
def test_an_english_quotation_is_compared_itself(text, kind):
    page = wiki("歯車。", quotations=(Quotation(RuleNumber(100, 2), text, "20300501.0", "en"),))
    assert findings(page)["wiki:灯り", "100.2"]["kind"] == kind


def test_a_page_about_something_else_may_quote_any_rule():
    page = wiki(
        "扉。", quotations=(Quotation(RuleNumber(101), "…", "20310501.0", "ja"),), title=("Door", "扉")
    )
    assert findings(page)["wiki:灯り", "101"]["kind"] == "holds"


def test_the_rules_own_citations_that_were_left_behind():
    found = findings()
    assert found["cr:100.3", "101"]["kind"] == "different"
    assert found["cr:100.3", "101"]["now"] == "102"
    assert found["cr:100.4", "102"]["kind"] == "title"
    assert found["cr:100.4", "102"]["suggestion"] == "102, “Lamps”"
    assert found["cr:100.4", "100.9"]["kind"] == "missing"


def test_the_same_number_in_other_words_is_another_citation():
    def books(text):
        return [
            Book("2031", (Unit("cr:9.1", "rule", text, "", "cr:9"), Unit("cr:724", "chapter", "…", "Other"),
                          Unit("cr:726", "chapter", "…", "Subgames"))),
            Book("2030", (Unit("cr:9.1", "rule", "A subgame is played as in rule 724.", "", "cr:9"),
                          Unit("cr:724", "chapter", "…", "Subgames"))),
        ]  # fmt: skip

    step = Pairing("2030", "2031", {"cr:724": "cr:726"}, frozenset(), frozenset({"cr:724"}))
    assert left_behind(books("A subgame is played as in rule 724."), (step,)) != {}
    assert left_behind(books("What is left is dealt with as in rule 724."), (step,)) == {}


def test_of_a_past_edition_only_what_was_there():
    found = findings(wiki("CR:101.1", edition="20300501.0"), edition="2030-05-01")
    assert found["wiki:灯り", "101.1"]["kind"] == "holds"
    assert found["cr:100.3", "101"]["kind"] == "holds"
    newer = findings(wiki("CR:102.1", edition="20310501.0"), edition="2030-05-01")
    assert ("wiki:灯り", "102.1") not in newer


def term(number):
    return Term("lamp", "lamp", "灯り", "あかり", "slang", (number,))


def test_a_rule_that_was_taken_out_is_not_taken_for_a_slip_of_the_hand():
    store = Store.open("sqlite://", today=lambda: date(2031, 7, 1))
    for text in (OLD, NEW.replace("100.2. Every cog has twelve teeth and one of them is green.\n\n", "")):
        parsed = parse_cr(text)
        store.replace("cr", parsed.effective, parsed.documents, sha256="", origin="x")
    store.replace("wiki", "2031-06-01", [wiki("CR:100.2", edition="20300501.0")], sha256="", origin="x")
    (one,) = (found for found in audit(store, ())["findings"] if found["where"] == "wiki:灯り")
    assert (one["kind"], one["now"], one["suggestion"]) == ("missing", None, None)
    assert "2030-05-01" in one["en"]


def test_our_terms_are_audited_too():
    assert findings(terms=(term("102"),))["term:lamp", "102"]["kind"] == "holds"
    assert findings(terms=(term("109"),))["term:lamp", "109"]["kind"] == "missing"


def test_a_slip_of_the_hand_is_mended_by_words_in_common():
    units = [
        Unit("cr:111.10", "rule", "A ready-made token has a name."),
        Unit("cr:110.1", "rule", "A permanent stays."),
        *(Unit(f"cr:200.{n}", "rule", f"Filler number {n} about cards") for n in range(60)),
    ]
    assert nearest("110.10", "It makes a ready-made token. See rule 110.10.", units) == "111.10"
    assert nearest("110.10", "Nothing in common here", units) is None


def test_nothing_held():
    with pytest.raises(NotFound):
        audit(Store.open("sqlite://"), ())


# -- the real texts -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    store = Store.open(f"sqlite:///{tmp_path_factory.mktemp('audit') / 'store.db'}")
    names = (
        "2009-10-01", "2020-06-01", "2021-06-09", "2022-10-07", "2023-11-17", "2024-06-07", "2024-11-08", "2025-02-07",
        "2025-09-19", "2025-11-14", "2026-01-16",
    )  # fmt: skip
    for name in names:
        parsed = parse_cr(decode((CR / f"{name}.txt").read_bytes()).text)
        store.replace("cr", parsed.effective, parsed.documents, sha256=name, origin=name)
    pages = [
        document
        for path in sorted(WIKI.glob("*.txt"))
        for document in parse_saved(path.read_text(encoding="utf-8"), path.stem).documents()
    ]
    store.replace("wiki", "2026-11-30", pages, sha256="w", origin="w")
    return store


def of_rules(found):
    return {
        (one["where"].partition(":")[2], one["cites"]): one["kind"]
        for one in found["findings"]
        if one["kind"] != "holds" and one["where"].startswith(("cr:", "glossary:"))
    }


ERRORS = {
    "2009-10-01": {("112.3a", "112.5a–112.5j"): "missing", ("605.3b", "405.3c"): "missing"},
    "2023-11-17": {
        ("Map", "110.10"): "missing", ("120.7", "609.7"): "title", ("721.5", "613"): "title",
        ("Supervillain Rumble", "806"): "title",
    },
    "2024-06-07": {
        ("Map", "110.10"): "missing", ("120.7", "609.7"): "title", ("502.2", "727"): "title",
        ("702.145b", "727"): "title", ("722.5", "613"): "title", ("Day", "727"): "title", ("Daybound", "727"): "title",
        ("Supervillain Rumble", "806"): "title", ("724.6", "724"): "different", ("801.17", "723"): "different",
    },
    "2025-02-07": {
        ("Map", "110.10"): "missing", ("120.7", "609.7"): "title", ("722.5", "613"): "title",
        ("Supervillain Rumble", "806"): "title", ("724.6", "724"): "different", ("801.17", "723"): "different",
    },
    "2025-11-14": {
        ("Map", "110.10"): "missing", ("120.7", "609.7"): "title", ("724.5", "613"): "title",
        ("Endure", "702.62"): "title", ("Supervillain Rumble", "806"): "title",
    },
    "2026-01-16": {
        ("Map", "110.10"): "missing", ("120.7", "609.7"): "title", ("724.5", "613"): "title",
        ("Endure", "702.62"): "title", ("Supervillain Rumble", "806"): "title",
    },
}  # fmt: skip
# Slips in the official texts that the table of known errors does not list; each was read.
READ = {
    ("201.4e", "713"): "different",  # meld cards, which are 712.4 since 713 is substitute cards
    ("607.2m", "614.12b"): "different",  # anchor words are 614.12c since September 2025
    ("Anchor Word", "614.12b"): "different",
    ("Last Known Information", "800.4h"): "different",  # 800.4i since a rule was put in before it
    ("118.7", "609.7"): "title",
}


@needs_shared
@pytest.mark.parametrize("edition", ERRORS)
def test_known_errors_of_the_official_texts_and_no_others(real, edition):
    found = of_rules(audit(real, (), edition))
    assert {key: kind for key, kind in found.items() if key not in READ} == ERRORS[edition]
    assert all(READ[key] == kind for key, kind in found.items() if key in READ)


@needs_shared
def test_suggestions_for_the_newest_edition(real):
    found = {(one["where"], one["cites"]): one["suggestion"] for one in audit(real, ())["findings"]}
    assert found["glossary:Map", "110.10"] == "111.10"
    assert found["glossary:Endure", "702.62"] == "701.63, “Endure”"
    assert found["cr:724.5", "613"] == "613, “Interaction of Continuous Effects”"
    assert found["cr:201.4e", "713"] == "712"


@needs_shared
def test_findings_on_the_four_wiki_pages(real):
    found = [one for one in audit(real, ())["findings"] if one["where"].startswith("wiki:")]
    told = {
        (one["where"].partition("#")[0], one["cites"], one["kind"], one["now"])
        for one in found
        if one["kind"] != "holds"
    }
    assert told == {
        ("wiki:次元", "309", "different", "309"),
        ("wiki:次元", "701.46", "moved", "701.49"),
        ("wiki:アトラクション", "701.48", "moved", "701.51"),
        ("wiki:アトラクション", "701.49", "moved", "701.52"),
    }
    assert {one["suggestion"] for one in found if one["cites"] == "309"} == {"311"}
    holds = {(one["where"].partition("#")[0], one["cites"]) for one in found if one["kind"] == "holds"}
    assert {
        ("wiki:アトラクション", "717"),
        ("wiki:アトラクション", "614.5"),
        ("wiki:計画", "702.170"),
    } <= holds
    assert ("wiki:エンジン始動！", "702.179") in holds


def ruling(text, day):
    return Document(
        "ruling:Lamp#1", "ruling", "en", Title("Lamp"), text, Source("rulings", "Rulings"),
        facts={"date": (day,)}, citations=find_citations(text, "ruling:Lamp#1"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "day", "kind", "now"),
    [
        ("Lamps you control needn't burn through the night. (101.1)", "2030-06-01", "moved", "102.1"),
        ("Doors you control needn't be shut by anybody. (101.1)", "2031-04-30", "holds", "101.1"),
        ("Doors you control needn't be shut by anybody. (101.1)", "2030-05-01", "moved", "102.1"),
    ],
)
def test_the_words_of_a_ruling_tell_which_of_two_editions_was_in_effect(text, day, kind, now):
    store = Store.open("sqlite://", today=lambda: date(2031, 7, 1))
    for rules in (OLD, NEW):
        parsed = parse_cr(rules)
        store.replace("cr", parsed.effective, parsed.documents, sha256="", origin="x")
    store.replace("rulings", "-", (ruling(text, day),), sha256="", origin="x")
    found = [one for one in audit(store, ())["findings"] if one["where"].startswith("ruling:")]
    assert [(one["kind"], one["now"], one["edition"]) for one in found] == [(kind, now, day)]
