"""Everything that reads, over invented texts, over the real ones, and with nothing downloaded at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from kb import update
from kb.errors import BadInput, NotFound
from kb.library import Library
from kb.settings import load_settings
from kb.update import update_from
from tests.invented import rules_text
from tests.shared import CR, WIKI, needs_shared


@pytest.fixture
def empty(tmp_path: Path) -> Library:
    """A library with nothing downloaded."""
    return Library.open(load_settings({"MTGKB_HOME": str(tmp_path)}))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library of two real editions and the four pages; its index is not built."""
    settings = load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("home"))})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(update, "rebuild_index", lambda *_: None)
        for edition in ("2023-11-17", "2026-01-16"):
            update_from(settings, "cr", CR / f"{edition}.txt")
        update_from(settings, "wiki", WIKI)
    return Library.open(settings)


def test_with_nothing_downloaded_a_rule_is_told_by_our_terms(empty: Library) -> None:
    rule = empty.rule("702.170a")
    assert rule["text"] == {"en": None, "ja": None}
    assert rule["edition"] is None
    assert "plot" in [term["title"]["en"] for term in rule["terms"]]
    assert empty.glossary("けいかく")["title"] == {"en": "plot", "ja": "計画"}
    assert empty.term("plotted")["note"]["ja"]
    assert empty.status()["sources"] == {}
    assert empty.status()["terms"] > 100


def test_with_nothing_downloaded_an_unknown_rule_is_not_found(empty: Library) -> None:
    with pytest.raises(NotFound, match="mtgkb update cr"):
        empty.rule("999.9")
    with pytest.raises(BadInput, match="not a rule number: 'plot'"):
        empty.rule("plot")


def test_a_home_that_cannot_be_made_is_read_as_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    library = Library.open(load_settings({"MTGKB_HOME": str(tmp_path / "file" / "home")}))
    assert library.rule("702.170")["terms"]


def test_a_database_that_is_broken_is_told_and_never_taken_for_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "mtgkb.sqlite").write_bytes(b"This is no database at all." * 100)
    with pytest.raises(BadInput, match="cannot be opened"):
        Library.open(load_settings({"MTGKB_HOME": str(tmp_path)}))


def test_a_home_that_is_only_readable_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load_settings({"MTGKB_HOME": str(tmp_path / "home")})
    (tmp_path / "x.txt").write_text(rules_text("2020-01-01"), encoding="utf-8")
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    update_from(settings, "cr", tmp_path / "x.txt")
    monkeypatch.setattr("kb.store_sqlite.os.access", lambda *_: False)  # as root, every file can be written
    library = Library.open(settings)
    assert library.rule("100.1a")["edition"] == "2020-01-01"
    with pytest.raises(OperationalError, match="readonly"):
        library.store.record("cr", ok=True, en="", ja="")


def test_an_update_is_seen_by_a_library_that_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update, "rebuild_index", lambda *_: None)
    settings = load_settings({"MTGKB_HOME": str(tmp_path / "home")})
    library = Library.open(settings)
    with pytest.raises(NotFound):
        library.glossary("cog")
    (tmp_path / "x.txt").write_text(rules_text("2020-01-01"), encoding="utf-8")
    update_from(settings, "cr", tmp_path / "x.txt")
    assert library.glossary("cogs")["id"] == "glossary:Cog"
    assert library.rule("100.1a")["edition"] == "2020-01-01"


@needs_shared
@pytest.mark.parametrize(
    "text", ["702.170a", "CR:702.170a", "cr 702.170A", "７０２．１７０ａ", "rule 702.170a", "ルール702.170a"]
)
def test_every_way_to_write_a_number_leads_to_the_rule(real: Library, text: str) -> None:
    assert real.rule(text)["id"] == "cr:702.170a"


@needs_shared
@pytest.mark.parametrize(
    "text", ["けいかく", "計画", "plot", "plotted", "Plot", "PLOTTING", "glossary:Plot", "plotting a card"]
)
def test_every_name_of_plot_leads_to_plot(real: Library, text: str) -> None:
    assert real.glossary(text)["id"] in ("glossary:Plot", "glossary:Plotted")


@needs_shared
def test_a_rule_has_its_place_in_the_book(real: Library) -> None:
    rule = real.rule("702.170d")
    assert rule["number"] == "702.170d"
    assert rule["edition"] == "2026-01-16"
    assert rule["chapter"] == "Keyword Abilities"
    assert rule["parent"] == "702.170"
    assert (rule["previous"], rule["next"]) == ("702.170c", "702.170e")
    assert [(c["number"], c["end"]) for c in rule["cites"]] == [("601.2b", None), ("601.2f", "601.2h")]
    assert rule["source"]["en"]["owner"] == "Wizards of the Coast LLC"
    assert rule["source"]["ja"] is None
    assert rule["text"]["en"].startswith("A plotted card")


@needs_shared
def test_a_title_is_in_both_languages_and_the_children_in_order(real: Library) -> None:
    rule = real.rule("702.170")
    assert rule["title"] == {"en": "Plot", "ja": "計画"}
    assert rule["children"] == [f"702.170{letter}" for letter in "abcdef"]
    assert (rule["previous"], rule["next"]) == ("702.169", "702.171")
    citing = {entry["id"] for entry in rule["cited_by"]}
    assert citing >= {"cr:116.2k", "glossary:Plot", "wiki:計画"}


@needs_shared
@pytest.mark.parametrize("text", ["7", "section 7", "第7章", "７"])
def test_a_section_is_called_by_its_digit(real: Library, text: str) -> None:
    section = real.rule(text)
    assert (section["id"], section["kind"]) == ("cr:7", "section")
    assert section["children"][0] == "700"
    assert (section["previous"], section["next"]) == ("6", "8")


@needs_shared
def test_a_rule_inside_a_cited_range_shows_what_cites_it(real: Library) -> None:
    assert "cr:702.170d" in {entry["id"] for entry in real.rule("601.2g")["cited_by"]}


@needs_shared
def test_a_range_is_every_rule_of_it(real: Library) -> None:
    assert [rule["number"] for rule in real.rules("601.2f–h")] == ["601.2f", "601.2g", "601.2h"]
    assert [rule["number"] for rule in real.rules("119.7-8")] == ["119.7", "119.8"]


@needs_shared
def test_a_rule_stands_as_it_stood_in_its_edition(real: Library) -> None:
    assert real.rule("721", "2023-11-17")["title"]["en"] == "The Monarch"
    assert real.rule("721", "2023-11-17")["terms"] == []  # ours go by today's numbers
    assert real.rule("724")["title"]["en"] == "The Monarch"
    assert real.rule("721")["title"]["en"] == "Station Cards"
    with pytest.raises(NotFound, match="2023-11-17"):
        real.rule("702.170", "2023-11-17")  # plot came in 2024


@needs_shared
@needs_shared
def test_a_rule_that_is_not_held_names_the_edition_that_had_it(real: Library) -> None:
    with pytest.raises(NotFound, match="current Comprehensive Rules; the edition 2023-11-17 has it"):
        real.rule("509.5a")
    with pytest.raises(NotFound, match="no edition '2024-12-01' of the rules is held"):
        real.rule("702.170a", "2024-12-01")
    with pytest.raises(NotFound, match="in the edition '2023-11-17'"):
        real.rule("702.170a", "2023-11-17")


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("abilities", "glossary:Ability"),
        ("active player", "glossary:Active Player"),
        ("status", "glossary:Status"),
        ("STATE-BASED ACTION", "glossary:State-Based Actions"),
        ("ante", "glossary:Ante"),
    ],
)
def test_the_glossary_is_found_in_any_case_and_number(real: Library, text: str, id_: str) -> None:
    assert real.glossary(text)["id"] == id_


@needs_shared
def test_a_near_miss_names_what_was_near(real: Library) -> None:
    with pytest.raises(NotFound, match="near: planeswalker/プレインズウォーカー"):
        real.glossary("planeswlker")


@needs_shared
@pytest.mark.parametrize("title", ["計画", "Plot", "wiki:計画", "けいかく", "wiki:計画#ルール"])
def test_a_page_is_found_by_its_names(real: Library, title: str) -> None:
    page = real.wiki(title)
    assert page["id"] == "wiki:計画"
    assert page["title"]["en"] == "Plot"
    assert page["sections"]
    assert "wiki:計画#ルール" in page["parts"]


@needs_shared
def test_a_page_shows_what_it_quotes_and_from_which_edition(real: Library) -> None:
    quoted = real.wiki("次元")["quotations"]
    assert {q["edition"] for q in quoted} == {"20231117.0"}
    assert quoted[0]["number"].startswith("309")
