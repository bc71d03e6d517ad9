"""The order of hits is good, and the same whatever the engine: scored on the handed queries and on our own."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

import pytest

from index.build import build_index
from index.engines import NAMES
from index.search import Searcher
from kb.terms import load_terms
from scraper.cr import parse_cr
from scraper.decode import decode
from scraper.wiki import parse_saved
from tests.shared import CASES, CR, WIKI, needs_shared

OWN = Path(__file__).resolve().parent / "cases" / "search.jsonl"
EDITION = "2026-01-16"


@cache
def scorer():
    spec = importlib.util.spec_from_file_location("score_queries", CASES / "score_queries.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def scores(engine, folder):
    """The means of both query sets, without card names: no cards are loaded here."""
    documents = list(parse_cr(decode((CR / f"{EDITION}.txt").read_bytes()).text).documents)
    for path in sorted(WIKI.glob("*.txt")):
        documents += parse_saved(decode(path.read_bytes()).text, path.stem).documents()
    build_index(folder, documents, load_terms(), 1, engine=engine, current={"cr": EDITION})
    searcher = Searcher(folder, load_terms())
    means = []
    for path in (CASES / "queries.jsonl", OWN):
        queries = [query for query in scorer().read_queries(str(path)) if query["type"] != "card"]
        rows = scorer().run(
            queries,
            lambda query: [{"id": hit.id} for hit in searcher.search(query["q"], lang=query["lang"]).hits],
            1,
        )
        means.append((scorer().mean(rows), rows))
    return means


def means_of(engine, tmp_path_factory):
    if engine == "tantivy":
        pytest.importorskip("tantivy", reason="the tantivy engine needs the extra `fast`")
    return scores(engine, tmp_path_factory.getbasetemp() / f"scores-{engine}")


@needs_shared
@pytest.mark.parametrize("engine", NAMES)
def test_right_answers_come_first(engine, tmp_path_factory):
    (handed, _), (own, _) = means_of(engine, tmp_path_factory)
    assert (handed["s@1"] >= 0.90, handed["s@3"] >= 0.96, handed["ndcg@10"] >= 0.88) == (True, True, True), (
        handed
    )
    assert (own["s@1"] >= 0.84, own["s@3"] >= 0.93, own["ndcg@10"] >= 0.83) == (True, True, True), own


@needs_shared
@pytest.mark.parametrize("engine", NAMES)
def test_no_kind_of_query_is_left_behind(engine, tmp_path_factory):
    (_, rows), _ = means_of(engine, tmp_path_factory)
    for kind in {row["query"]["type"] for row in rows}:
        least = 0.95 if kind in ("number", "keyword", "kana") else 0.80
        mean = scorer().mean([row for row in rows if row["query"]["type"] == kind])
        assert mean["s@3"] >= least, kind


@needs_shared
def test_engines_score_alike(tmp_path_factory):
    one, other = (means_of(engine, tmp_path_factory) for engine in NAMES)
    for (mean, _), (against, _) in zip(one, other, strict=True):
        for measure in ("s@1", "s@3", "r@10", "mrr@10", "ndcg@10"):
            assert abs(mean[measure] - against[measure]) <= 0.02, measure
