"""Score the search on the handed queries, in process, with everything loaded.

    python -m benchmarks.score [--engine whoosh] [--small] [--misses] [--index FOLDER] [--queries FILE]

The measures are those of `score_queries.py` beside the queries, which is imported and not copied. `--small`
loads the rules in force and the wiki only, in seconds; without it cards, rulings and ten older editions are
loaded too. An index that is there already in FOLDER is used as it is, unless `--build` is given.
"""

from __future__ import annotations

import argparse
import importlib.util
import resource
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks import corpus
from index.build import build_index
from index.search import Searcher
from kb.terms import load_terms

CASES = corpus.DATA.parent / "cases"


def scorer() -> ModuleType:
    """The handed scorer as a module."""
    spec = importlib.util.spec_from_file_location("score_queries", CASES / "score_queries.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> int:
    """Build where asked, run the queries, print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--engine", default="whoosh")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--misses", action="store_true", help="list queries without a right hit at rank 1")
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--index", type=Path)
    parser.add_argument("--type", action="append")
    parser.add_argument("--queries", type=Path, default=CASES / "queries.jsonl")
    args = parser.parse_args()
    folder = args.index or Path(tempfile.mkdtemp(prefix="mtgkb-score-"))
    terms = load_terms()
    searcher = Searcher(folder, terms)
    if args.build or searcher.generation < 0:
        documents = [*corpus.rules(), *corpus.wiki()] if args.small else corpus.everything()
        report = build_index(
            folder, documents, terms, int(time.time()), engine=args.engine, current={"cr": corpus.CURRENT}
        )
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"built {report.total} documents in {report.seconds:.1f} s, peak {peak:.0f} MB")
        searcher = Searcher(folder, terms)
    module: Any = scorer()
    queries = module.read_queries(str(args.queries))
    queries = [query for query in queries if not args.type or query["type"] in args.type]
    took: list[float] = []

    def search(query: dict[str, Any]) -> list[dict[str, Any]]:
        result = searcher.search(query["q"], lang=query["lang"])
        took.append(result.took_ms)
        return [hit.to_json() for hit in result.hits]

    module.run(queries, search, 1)
    took.clear()
    rows = module.run(queries, search, 1)
    module.print_table(module.summary(str(args.queries), rows))
    took.sort()
    print(
        f"took p50 {took[len(took) // 2]:.2f} ms, p95 {took[int(len(took) * 0.95)]:.2f} ms, max {took[-1]:.1f} ms"
    )
    if args.misses:
        for row in rows:
            if row["first"] != 1:
                query = row["query"]
                print(
                    f"{query['id']} {query['q']!r} rank {row['first']} gold {query['gold']}\n    {row['hits'][:6]}"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
