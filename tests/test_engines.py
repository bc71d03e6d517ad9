"""The contract of engines: the same tests for each, and the same answers."""

from __future__ import annotations

import random
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.engine import AnalysedDocument, AnalysedQuery, Clause, EngineError
from index.engines import NAMES, engine_named
from index.layout import IndexUnusableError

DOCUMENTS = [
    AnalysedDocument(1, ("plot", "exile", "hand", "t:plot")),
    AnalysedDocument(2, ("exile", "exile", "exile", "zone")),
    AnalysedDocument(3, ("墓地", "カード", "置く", "n:404.1")),
    AnalysedDocument(7, ("hand", "zone", "{2}", "+1/+1", "plot")),
    AnalysedDocument(2**40, ("zone", "hand")),
]


@pytest.fixture(params=NAMES)
def engine(request):
    if request.param == "tantivy":
        pytest.importorskip("tantivy", reason="the tantivy engine needs the extra `fast`")
    return engine_named(request.param)


@pytest.fixture
def reader(engine, tmp_path):
    assert engine.write(tmp_path / "shard", iter(DOCUMENTS)) == len(DOCUMENTS)
    opened = engine.open(tmp_path / "shard")
    yield opened
    opened.close()


def keys(reader, *clauses, minimum=1, limit=10):
    return [hit.key for hit in reader.search(AnalysedQuery(clauses, minimum), limit)]


def test_any_of_the_clauses_is_enough(reader):
    assert sorted(keys(reader, Clause(("plot",)), Clause(("墓地",)))) == [1, 3, 7]


def test_all_of_the_clauses_are_asked_for_by_the_minimum(reader):
    assert keys(reader, Clause(("plot",)), Clause(("zone",)), minimum=2) == [7]


def test_required_clauses_must_match_and_others_may(reader):
    found = keys(reader, Clause(("zone",), required=True), Clause(("plot",)), minimum=0)
    assert found[0] == 7
    assert sorted(found) == [2, 7, 2**40]


def test_one_token_of_a_clause_is_enough(reader):
    assert sorted(keys(reader, Clause(("n:404.1", "t:plot")))) == [1, 3]


def test_a_phrase_stands_side_by_side_in_order(reader):
    assert keys(reader, Clause(("hand", "zone"), phrase=True)) == [7]
    assert keys(reader, Clause(("zone", "hand"), phrase=True)) == [2**40]


def test_tokens_of_every_kind_are_found_as_they_are(reader):
    for token, key in [("{2}", 7), ("+1/+1", 7), ("n:404.1", 3), ("カード", 3), ("t:plot", 1)]:
        assert keys(reader, Clause((token,))) == [key]


def test_more_of_a_token_and_a_rarer_token_weigh_more(reader):
    assert keys(reader, Clause(("exile",))) == [2, 1]
    assert keys(reader, Clause(("zone",)), Clause(("墓地",), weight=3))[0] == 3


def test_scores_fall_and_equal_ones_go_by_key(reader):
    hits = reader.search(AnalysedQuery((Clause(("zone",)), Clause(("hand",)))), 10)
    assert [(-hit.score, hit.key) for hit in hits] == sorted((-hit.score, hit.key) for hit in hits)


def test_the_limit_is_kept(reader):
    assert len(keys(reader, Clause(("zone",)), limit=2)) == 2
    assert keys(reader, Clause(("zone",)), limit=0) == []


def test_nothing_matches_nothing(reader):
    assert keys(reader, Clause(("nowhere",))) == []
    assert reader.search(AnalysedQuery(()), 10) == []
    assert keys(reader, Clause(("nowhere",), required=True), Clause(("zone",))) == []


def test_frequencies_and_size_are_counted(reader):
    assert [reader.frequency(token) for token in ("zone", "墓地", "nowhere")] == [3, 1, 0]
    assert len(reader) == len(DOCUMENTS)


def test_documents_are_added_and_removed_later(engine, tmp_path):
    engine.write(tmp_path / "shard", DOCUMENTS)
    assert engine.write(tmp_path / "shard", [AnalysedDocument(9, ("zone",))], removed=[2, 7]) == 1
    reader = engine.open(tmp_path / "shard")
    assert sorted(keys(reader, Clause(("zone",)))) == [9, 2**40]
    assert len(reader) == 4
    reader.close()


def test_an_open_reader_does_not_see_later_changes(engine, reader, tmp_path):
    engine.write(tmp_path / "shard", [AnalysedDocument(9, ("late",))])
    assert keys(reader, Clause(("late",))) == []


def test_an_empty_shard_finds_nothing(engine, tmp_path):
    engine.write(tmp_path / "shard", [])
    reader = engine.open(tmp_path / "shard")
    assert keys(reader, Clause(("zone",))) == []
    assert len(reader) == 0
    reader.close()


def test_a_folder_that_is_no_shard_says_so(engine, tmp_path):
    (tmp_path / "shard").mkdir()
    with pytest.raises(EngineError, match="'shard'"):
        engine.open(tmp_path / "shard")


def test_a_writer_that_fails_leaves_the_shard_as_it_was(engine, tmp_path):
    engine.write(tmp_path / "shard", DOCUMENTS)

    def broken():
        yield AnalysedDocument(50, ("half",))
        raise OSError("the source went away")

    with pytest.raises(OSError, match="went away"):
        engine.write(tmp_path / "shard", broken())
    reader = engine.open(tmp_path / "shard")
    assert keys(reader, Clause(("half",))) == []
    assert len(reader) == len(DOCUMENTS)
    reader.close()


@pytest.fixture(scope="module")
def words():
    rng = random.Random(446)
    vocabulary = [f"w{number}" for number in range(400)]
    weights = [1 / (number + 1) for number in range(400)]
    return vocabulary, weights, rng


@pytest.mark.parametrize("name", NAMES)
def test_random_or_queries_end(name, words, tmp_path):
    # Whoosh 2.7.4 loops for ever on one ordinary OR query in sixty.
    vocabulary, weights, rng = words
    if name == "tantivy":
        pytest.importorskip("tantivy", reason="the tantivy engine needs the extra `fast`")
    engine = engine_named(name)
    documents = [
        AnalysedDocument(key, tuple(rng.choices(vocabulary, weights, k=rng.randint(1, 30))))
        for key in range(1500)
    ]
    engine.write(tmp_path / "shard", documents)
    reader = engine.open(tmp_path / "shard")
    for _ in range(400):
        started = time.perf_counter()
        clauses = tuple(
            Clause((word,), rng.choice((0.5, 1.0, 1.3))) for word in rng.choices(vocabulary, weights, k=6)
        )
        reader.search(AnalysedQuery(clauses), 10)
        assert time.perf_counter() - started < 1
    reader.close()


def test_threads_share_a_reader(engine, words, tmp_path):
    vocabulary, weights, rng = words
    documents = [AnalysedDocument(key, tuple(rng.choices(vocabulary, weights, k=20))) for key in range(800)]
    engine.write(tmp_path / "shard", documents)
    reader = engine.open(tmp_path / "shard")
    queries = [
        AnalysedQuery(tuple(Clause((word,)) for word in rng.choices(vocabulary, weights, k=3)))
        for _ in range(40)
    ]
    expected = [reader.search(query, 10) for query in queries]
    wrong = []

    def work():
        for query, answer in zip(queries, expected, strict=True):
            if reader.search(query, 10) != answer:
                wrong.append(query)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    reader.close()


TOKENS = st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=12)


@given(tokens=st.lists(TOKENS, min_size=1, max_size=5), minimum=st.integers(0, 5), phrase=st.booleans())
@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("name", NAMES)
def test_no_token_breaks_an_engine(name, tokens, minimum, phrase, tmp_path_factory):
    if name == "tantivy":
        pytest.importorskip("tantivy", reason="the tantivy engine needs the extra `fast`")
    folder = tmp_path_factory.getbasetemp() / f"shared-{name}"
    engine = engine_named(name)
    if not folder.exists():
        engine.write(folder, DOCUMENTS)
    reader = engine.open(folder)
    reader.search(AnalysedQuery((Clause(tuple(tokens), phrase=phrase), Clause(("zone",))), minimum), 10)
    reader.close()


def test_an_unknown_engine_is_named_in_both_languages():
    with pytest.raises(IndexUnusableError, match="'solr'") as caught:
        engine_named("solr")
    assert "検索エンジン" in caught.value.ja
