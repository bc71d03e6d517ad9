"""What each step of the search buys: the scores with one step left out, and with nearly all of them.

    python -m benchmarks.steps --index FOLDER

FOLDER holds an index that `benchmarks.score` built. Both query sets are scored: the handed one and our own.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.score import CASES, scorer
from index.cards import CardsMeant
from index.ranking import Ranked
from index.records import Record
from index.search import Searcher
from kb.terms import load_terms

OWN = Path(__file__).resolve().parent.parent / "tests" / "cases" / "search.jsonl"


def _as_found(records: Iterable[Record], *_: object, **__: object) -> list[Ranked]:
    return [Ranked(record, 1.0 / place) for place, record in enumerate(records, 1)]


def steps() -> dict[str, Sequence[AbstractContextManager[Any]]]:
    """Each step by name, as what has to be patched to leave it out."""
    nothing: tuple[str, ...] = ()
    return {
        "rule, glossary, page of a term first": [patch("index.defining.of_terms", lambda *_: [])],
        "readings and romaji": [patch("index.termbook.TermBook.sound", lambda *_: nothing)],
        "typing faults": [patch("index.typos.Typos.near", lambda *_: [])],
        "tables of card names": [patch("index.search.cards_meant", lambda *_: CardsMeant())],
        "terms as a bridge between languages": [
            patch("index.understand.TERM", 0.0),
            patch("index.understand.PART", 0.0),
        ],
        "plain words in the other language": [patch("index.understand.other_language", lambda _: nothing)],
        "names and notes of terms beside rules": [patch("index.opened.AIDS", 0.0)],
        "terms lend their score to rules": [patch("index.ranking.LENT", 0.0)],
        "share of the query that a text has": [patch("index.ranking.PARTIAL", 1.0)],
        "our order instead of the engine's": [patch("index.retrieve.rank", _as_found)],
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--index", type=Path, required=True)
    args = parser.parse_args()
    module: Any = scorer()
    sets = [module.read_queries(str(path)) for path in (CASES / "queries.jsonl", OWN)]
    print(f"{'without':<40} {'handed s@1':>11} {'s@3':>6} {'nDCG':>6} {'own s@1':>9} {'s@3':>6} {'nDCG':>6}")
    _row("(nothing left out)", [], args.index, sets, module)
    known = steps()
    for name, patches in known.items():
        _row(name, patches, args.index, sets, module)
    _row("all of these", [one for patches in steps().values() for one in patches], args.index, sets, module)


def _row(
    name: str,
    patches: Sequence[AbstractContextManager[Any]],
    folder: Path,
    sets: Sequence[list[dict[str, Any]]],
    module: Any,
) -> None:
    with ExitStack() as stack:
        for one in patches:
            stack.enter_context(one)
        searcher = Searcher(folder, load_terms())

        def search(query: dict[str, Any]) -> list[dict[str, Any]]:
            return [hit.to_json() for hit in searcher.search(query["q"], lang=query["lang"]).hits]

        means = [module.mean(module.run(queries, search, 1)) for queries in sets]
    figures = [mean[measure] for mean in means for measure in ("s@1", "s@3", "ndcg@10")]
    print(f"{name:<40} {figures[0]:>11.3f} {figures[1]:>6.3f} {figures[2]:>6.3f}", end=" ")
    print(f"{figures[3]:>9.3f} {figures[4]:>6.3f} {figures[5]:>6.3f}", flush=True)


if __name__ == "__main__":
    main()
