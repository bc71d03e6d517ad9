"""Search at full size: build seconds, peak memory, first answer, latency, beside the bare engines.

    python -m benchmarks.search [--size small full] [--engine whoosh tantivy] [--home FOLDER]

small: the rules in force, one older edition, wiki, terms, about 10,000 documents. full: with cards, rulings and
nineteen older editions, about 150,000. Each figure comes from a process of its own. The queries are 200 of
every kind: the handed ones and some of our own. Times are of one noisy machine: the ratios count, and the time
of the processor beside the time on the wall shows how much of it was spent waiting for others.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

QUERIES = 200
ROUNDS = 3
OLDER = {"small": 1, "full": 19}


def main() -> int:
    """Run what is asked for and print it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", nargs="+", default=["small", "full"])
    parser.add_argument("--engine", nargs="+", default=["whoosh", "tantivy"])
    parser.add_argument("--home", type=Path)
    parser.add_argument("--step", help="one step in this process, as the others are run")
    args = parser.parse_args()
    if args.step:
        steps: dict[str, Callable[[str, str, Path], None]] = {"build": _build, "query": _query, "raw": _raw}
        steps[args.step](args.size[0], args.engine[0], args.home)
        return 0
    home = args.home or Path(tempfile.mkdtemp(prefix="mtgkb-bench-"))
    for size in args.size:
        for engine in args.engine:
            folder = home / f"{size}-{engine}"
            if not folder.exists():
                _step("build", size, engine, folder)
            _step("query", size, engine, folder)
        _step("raw", size, args.engine[0], home / f"{size}-{args.engine[0]}")
    return 0


def _step(step: str, size: str, engine: str, folder: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.search", "--step", step, "--size", size]
    subprocess.run([*command, "--engine", engine, "--home", str(folder)], check=True)


def _tell(size: str, what: str, figures: str) -> None:
    print(f"{size:<6} {what:<40} {figures}", flush=True)


def _build(size: str, engine: str, folder: Path) -> None:
    from benchmarks import corpus
    from index.build import build_index
    from kb.terms import load_terms

    stream = corpus.everything(OLDER[size]) if size == "full" else corpus.texts(OLDER[size])
    report = build_index(folder, stream, load_terms(), 1, engine=engine, current={"cr": corpus.CURRENT})
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    _tell(
        size,
        f"{engine}: build of {report.total} documents",
        f"{report.seconds:.1f} s ({time.process_time():.1f} s of processor), peak {peak:.0f} MB, {disk:.0f} MB on disk",
    )


def _query(size: str, engine: str, folder: Path) -> None:
    started = time.perf_counter()
    from index.search import Searcher
    from kb.terms import load_terms

    searcher = Searcher(folder, load_terms())
    searcher.search("does a plotted card use the stack?")
    wall, work = time.perf_counter() - started, time.process_time()
    _tell(size, f"{engine}: first answer after start", f"{wall:.2f} s ({work:.2f} s of processor)")
    queries = mixed_queries()
    _latency(
        size,
        f"{engine}: understanding, ranking, highlights",
        lambda query: len(searcher.search(query).hits),
        queries,
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    _tell(size, f"{engine}: memory of a searching process", f"{peak:.0f} MB")


def _raw(size: str, _engine: str, folder: Path) -> None:
    from benchmarks import raw
    from index import layout
    from index.opened import Generation
    from kb.terms import load_terms

    current = layout.current_folder(folder)
    assert current is not None
    generation = Generation(current, load_terms())
    queries = mixed_queries()
    for name, make in (("FTS5", raw.fts5), ("tantivy", raw.tantivy)):
        with tempfile.TemporaryDirectory() as scratch:
            started = time.perf_counter()
            search = make(generation, Path(scratch))
            _tell(size, f"bare {name}: build from tokens", f"{time.perf_counter() - started:.1f} s")
            _latency(size, f"bare {name}: top 10 by BM25", search, queries)


def _latency(size: str, what: str, search: Callable[[str], int], queries: list[str]) -> None:
    for query in queries:
        search(query)
    took: list[float] = []
    work: list[float] = []
    for _ in range(ROUNDS):
        for query in queries:
            started, working = time.perf_counter(), time.process_time()
            search(query)
            work.append((time.process_time() - working) * 1000)
            took.append((time.perf_counter() - started) * 1000)
    _tell(size, what, f"{_spread(took)}; processor {_spread(work)}")


def _spread(took: list[float]) -> str:
    took.sort()
    return f"p50 {took[len(took) // 2]:6.2f} ms, p95 {took[int(len(took) * 0.95)]:6.2f} ms"


def mixed_queries() -> list[str]:
    """200 queries of every kind."""
    from benchmarks import corpus

    handed = corpus.DATA.parent / "cases" / "queries.jsonl"
    own = Path(__file__).resolve().parent.parent / "tests" / "cases" / "search.jsonl"
    lines = handed.read_text(encoding="utf-8").splitlines()
    others = own.read_text(encoding="utf-8").splitlines()
    step = max(len(others) // max(QUERIES - len(lines), 1), 1)
    rows = [json.loads(line) for line in (*lines, *others[::step])]
    return [row["q"] for row in rows][:QUERIES]


if __name__ == "__main__":
    sys.exit(main())
