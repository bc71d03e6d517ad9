"""The store: documents by edition, citations both ways, one transaction an update."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import MappingProxyType

import pytest
from sqlalchemy import create_engine

from kb import store_schema
from kb.errors import BadInput, NotFound
from kb.store import Store
from kb.store_rows import from_plain, to_plain
from scraper.document import Block, Citation, Document, Quotation, RuleNumber, Section, Source, Title
from tests.invented import rule

DAY = date(2031, 6, 1)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """An empty store; also on a PostgreSQL whose URL stands in MTGKB_TEST_POSTGRES, all of which is dropped."""
    if request.param == "sqlite":
        yield Store.open("sqlite://", today=lambda: DAY)
        return
    url = os.environ.get("MTGKB_TEST_POSTGRES")
    if url is None:
        pytest.skip("needs MTGKB_TEST_POSTGRES: the URL of a PostgreSQL database that may be emptied")
    engine = create_engine(url)
    store_schema.metadata.drop_all(engine)
    engine.dispose()
    store = Store.open(url, today=lambda: DAY)
    yield store
    store.close()


def cite(source: str, first: str, last: str = "", **more: object) -> Citation:
    end = RuleNumber.parse(last) if last else None
    return Citation(source, RuleNumber.parse(first), end, **more)  # type: ignore[arg-type]


def put(store: Store, edition: str, *documents: Document) -> None:
    store.replace("cr", edition, documents, sha256="0" * 64, origin="test")


def test_a_document_comes_back_as_it_was() -> None:
    page = Document(
        "wiki:歯車",
        "wiki",
        "ja",
        Title("Cog", "歯車", "はぐるま"),
        "　全角の　空白も—そのまま\n",
        Source("wiki", "Wiki", "http://x/歯車", "2031-05-01", "authors"),
        sections=(Section(Title(ja="ルール"), 2, (Block("item", "…", 2, notes=("1",)),)),),
        citations=(cite("wiki:歯車", "601.2f", "601.2h", raw="601.2f–h", start=3, exception=True),),
        quotations=(Quotation(RuleNumber(309, 1), "…", "20231117.0", "ja"),),
        facts=MappingProxyType({"sets": ("A", "B")}),
    )
    store = Store.open("sqlite://")
    store.replace("wiki", "2031-05-01", [page], sha256="", origin="")
    assert store.get("wiki:歯車") == page
    assert list(store.documents()) == [page]


def test_a_field_that_the_contract_gains_is_kept_without_a_change_here() -> None:
    plain = to_plain(replace(rule("100.1"), chapter="Things"))
    assert plain["chapter"] == "Things"
    assert from_plain(Document, plain) == replace(rule("100.1"), chapter="Things")


def test_what_is_not_held_is_named_in_both_languages(store: Store) -> None:
    with pytest.raises(NotFound, match="no document 'cr:999'") as caught:
        store.get("cr:999")
    assert "cr:999" in caught.value.ja
    assert isinstance(caught.value, KeyError)


def test_the_current_edition_is_the_newest_in_effect(store: Store) -> None:
    put(store, "2031-05-01", rule("100.1", "May"))
    put(store, "2031-07-01", rule("100.1", "July"))
    put(store, "2030-01-01", rule("100.1", "old"))
    assert store.get("cr:100.1").text == "May"
    assert store.get("cr:100.1", "2030-01-01").text == "old"
    standing = {info.edition: info.standing for info in store.editions("cr")}
    assert standing == {"2030-01-01": "past", "2031-05-01": "current", "2031-07-01": "future"}
    later = Store(store.engine, lambda: date(2031, 7, 1))
    assert later.get("cr:100.1").text == "July"


def test_an_edition_imported_again_replaces_itself_only(store: Store) -> None:
    put(store, "2031-04-01", rule("100.1", "April"))
    put(store, "2031-05-01", rule("100.1", "May"), rule("100.2", "gone later"))
    put(store, "2031-05-01", rule("100.1", "May again"))
    assert [document.text for document in store.documents()] == ["May again"]
    assert store.get("cr:100.1", "2031-04-01").text == "April"
    with pytest.raises(NotFound):
        store.get("cr:100.2")


def test_every_update_grows_the_generation(store: Store) -> None:
    before = store.generation()
    put(store, "2031-05-01", rule("100.1"))
    put(store, "2031-05-01", rule("100.1"))
    assert store.generation() == before + 2


def test_an_update_that_fails_midway_leaves_everything_as_it_was(store: Store) -> None:
    put(store, "2031-05-01", rule("100.1", "good", [cite("cr:100.1", "100.2")]))
    generation = store.generation()

    def broken():  # type: ignore[no-untyped-def]
        yield from (rule(f"100.{n}") for n in range(1, 900))
        yield from (rule(f"101.{n}") for n in range(1, 900))
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        store.replace("cr", "2031-05-01", broken(), sha256="", origin="")
    assert store.generation() == generation
    assert [document.text for document in store.documents()] == ["good"]
    assert [c.source for c in store.cited_by("cr:100.2")] == ["cr:100.1"]


def test_ranges_count_as_citing_what_lies_in_them(store: Store) -> None:
    put(
        store,
        "2031-05-01",
        rule("100.1", "", [cite("cr:100.1", "601.2f", "601.2h")]),
        rule("100.2", "", [cite("cr:100.2", "119.7", "119.8")], 1),
        rule("100.3", "", [cite("cr:100.3", "702.17")], 2),
        rule("100.4", "", [cite("cr:100.4", "800", "802")], 3),
    )
    found = {
        number: [c.source for c in store.cited_by(f"cr:{number}")]
        for number in ("601.2e", "601.2g", "601.2i", "119.8", "119.8c", "119.9", "702.170", "702.17", "801.4")
    }
    assert found == {
        "601.2e": [],
        "601.2g": ["cr:100.1"],
        "601.2i": [],
        "119.8": ["cr:100.2"],
        "119.8c": ["cr:100.2"],
        "119.9": [],
        "702.170": [],
        "702.17": ["cr:100.3"],
        "801.4": ["cr:100.4"],
    }


def test_what_cites_a_rule_in_an_edition_is_of_that_edition_and_of_the_wiki_today(store: Store) -> None:
    put(store, "2030-01-01", rule("100.1", "", [cite("cr:100.1", "100.9")]))
    put(store, "2031-05-01", rule("100.2", "", [cite("cr:100.2", "100.9")]))
    page = Document(
        "wiki:歯車",
        "wiki",
        "ja",
        Title(ja="歯車"),
        "",
        Source("wiki", "Wiki"),
        citations=(cite("wiki:歯車", "100.9"),),
    )
    store.replace("wiki", "", [page], sha256="", origin="")
    assert [c.source for c in store.cited_by("cr:100.9", "2030-01-01")] == ["cr:100.1", "wiki:歯車"]
    assert [c.source for c in store.cited_by("cr:100.9")] == ["cr:100.2", "wiki:歯車"]


def test_neighbours_follow_the_book_and_not_the_alphabet(store: Store) -> None:
    numbers = ["702.9", "702.9a", "702.9b", "702.10", "702.10a"]
    put(store, "2031-05-01", *(rule(number, order=at) for at, number in enumerate(numbers)))
    assert store.neighbours("cr:702.9") == (None, "cr:702.10")
    assert store.neighbours("cr:702.9b") == ("cr:702.9a", "cr:702.10a")
    assert [child.id for child in store.children("cr:702.9")] == ["cr:702.9a", "cr:702.9b"]


def test_numbers_between_keep_to_the_level_of_the_range(store: Store) -> None:
    numbers = ["119.6", "119.7", "119.7a", "119.8", "119.8a", "119.10"]
    put(store, "2031-05-01", *(rule(number, order=at) for at, number in enumerate(numbers)))

    def between(first: str, last: str) -> list[str]:
        return [str(n) for n in store.numbers_between(RuleNumber.parse(first), RuleNumber.parse(last))]

    assert between("119.7", "119.8") == ["119.7", "119.8"]
    assert between("119.7a", "119.8a") == ["119.7a", "119.8a"]


def test_a_translation_is_told_by_its_language(store: Store) -> None:
    put(store, "2031-05-01", rule("100.1", "English"))
    japanese = replace(rule("100.1", "日本語"), lang="ja", source=Source("cr-ja", "総合ルール"))
    store.replace("cr-ja", "2031-05-01.0", [japanese], sha256="", origin="")
    assert store.get("cr:100.1").text == "English"
    assert store.get("cr:100.1", lang="ja").text == "日本語"
    assert store.get("cr:100.1", "2031-05-01", lang="ja").text == "日本語"


def test_merged_pages_leave_the_others(store: Store) -> None:
    def page(name: str, text: str, *, section: bool = False) -> Document:
        return Document(
            name,
            "wiki",
            "ja",
            Title(ja=name),
            text,
            Source("wiki", "Wiki"),
            parent="" if not section else "x",
        )

    store.merge(
        "wiki",
        "2031-01-01",
        [page("wiki:甲", "1"), page("wiki:甲#節", "1"), page("wiki:乙", "1")],
        sha256="",
        origin="",
    )
    store.merge("wiki", "2030-01-01", [page("wiki:甲", "2")], sha256="", origin="")
    assert {(d.id, d.text) for d in store.documents("wiki")} == {("wiki:甲", "2"), ("wiki:乙", "1")}
    assert store.status()["sources"]["wiki"]["pages"] == 2
    assert store.status()["sources"]["wiki"]["edition"] == "2031-01-01"


def test_the_last_success_and_the_last_failure_are_remembered(store: Store) -> None:
    assert store.attempts() == {}
    store.record("cr", ok=True, en="", ja="")
    store.record("cr", ok=False, en="first", ja="一")
    store.record("cr", ok=False, en="second", ja="二")
    success, failure = store.attempts()["cr"]
    assert success is not None
    assert failure is not None
    assert failure.en == "second"


def test_readers_go_on_while_an_update_writes(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kb.sqlite'}"
    store, reader = Store.open(url), Store.open(url)
    put(store, "2020-01-01", rule("100.1", "before"))
    with store.writing() as connection:
        from kb.store_write import promote_edition, stage_edition

        pk = stage_edition(connection, "cr", "2020-01-01", [rule("100.1", "after")], sha256="", origin="")
        promote_edition(connection, pk)
        assert reader.get("cr:100.1").text == "before"
    assert reader.get("cr:100.1").text == "after"


def test_a_database_of_another_version_is_refused_with_what_to_do(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kb.sqlite'}"
    store = Store.open(url)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE meta SET value = '0' WHERE key = 'schema'")
    with pytest.raises(BadInput, match="is of version 0, this program needs") as caught:
        Store.open(url)
    assert "mtgkb update" in caught.value.ja
