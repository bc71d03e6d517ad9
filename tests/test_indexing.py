"""The index that is made of a store: editions in force first, older ones when they are asked for."""

from __future__ import annotations

import pytest

from index.search import Searcher
from kb.indexing import index_generation, rebuild_index
from kb.settings import load_settings
from kb.store import Store
from kb.terms import load_terms
from scraper.document import Document, RuleNumber, Source, Title


def edition(date, text):
    source = Source("cr", "Rules", edition=date)
    yield Document("cr:900", "chapter", "en", Title("Cogs"), "Cogs", source, RuleNumber(900))
    yield Document(
        "cr:900.1", "rule", "en", Title(), text, source, RuleNumber(900, 1), "cr:900", chapter="Cogs"
    )


def test_older_editions_of_the_store_are_found_when_they_are_asked_for(tmp_path):
    settings = load_settings({"MTGKB_HOME": str(tmp_path)})
    store = Store.open(settings)
    for date, text in (("2019-01-01", "A cog of brass turns."), ("2020-01-01", "A cog of steel turns.")):
        store.replace("cr", date, tuple(edition(date, text)), sha256="0" * 64, origin="test")
    rebuild_index(settings, store)
    searcher = Searcher(settings.index_folder, load_terms())
    assert [hit.edition for hit in searcher.search("900.1").hits if hit.id == "cr:900.1"] == ["2020-01-01"]
    assert [hit.snippet for hit in searcher.search("brass 2019-01-01").hits] == ["A cog of brass turns."]
    assert "cr:900.1" not in [hit.id for hit in searcher.search("brass").hits]


def test_the_engine_that_is_set_makes_the_index(tmp_path):
    pytest.importorskip("tantivy", reason="the tantivy engine needs the extra `fast`")
    settings = load_settings({"MTGKB_HOME": str(tmp_path), "MTGKB_ENGINE": "tantivy"})
    store = Store.open(settings)
    store.replace(
        "cr", "2020-01-01", tuple(edition("2020-01-01", "A cog turns.")), sha256="0" * 64, origin="test"
    )
    rebuild_index(settings, store)
    searcher = Searcher(settings.index_folder, load_terms())
    assert searcher.engine == "tantivy"
    assert searcher.search("900.1").hits[0].id == "cr:900.1"
    assert index_generation(settings) == store.generation()
    other = load_settings({"MTGKB_HOME": str(tmp_path)})
    assert index_generation(other) == -1  # so that it is built anew with the engine that is set now
