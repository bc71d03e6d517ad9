"""From files to answers: seconds and peak memory to parse, store and index the rules in force and the wiki
pages, and search latency beside SQLite FTS5 over the same analysed documents in the same run.

    python -m benchmarks.first_light

Times are of one noisy machine; the ratio to FTS5 is what counts.
"""

from __future__ import annotations

import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import corpus, raw
from index.build import build_index
from index.opened import Generation
from index.search import Searcher
from kb.store import Store
from kb.terms import load_terms

QUERIES = (
    "702.170a", "CR:704.5z", "７０２．１７０", "plot", "plotted", "計画", "けいかく", "keikaku", "deathtouch", "接死",
    "state-based actions", "状況起因処理", "priority", "優先権", "tramlpe", "summoning sickness", "召喚酔い",
    "does a copy of a spell count as cast", "呪文のコピーは唱えたことになるか", "combat damage step",
    "戦闘ダメージ・ステップ", "who chooses the order of triggered abilities", "誘発型能力の順番は誰が決める",
    "legend rule", "レジェンド・ルール", "replacement effect", "置換効果", "hand size at end of turn",
    "手札の上限", "can a tapped creature block", "タップ状態のクリーチャーはブロックできるか", "mana cost",
)  # fmt: skip


def main() -> int:
    """Run everything once and print it."""
    started = time.perf_counter()
    rules = corpus.rules()
    pages = list(corpus.wiki())
    _tell("parse", started)
    home = Path(tempfile.mkdtemp(prefix="mtgkb-light-"))
    started = time.perf_counter()
    store = Store.open(f"sqlite:///{home / 'store.sqlite'}")
    store.replace("cr", corpus.CURRENT, rules, sha256="0" * 64, origin="benchmark")
    store.replace("wiki", "", pages, sha256="0" * 64, origin="benchmark")
    _tell("store", started)
    started = time.perf_counter()
    terms = load_terms()
    report = build_index(home / "index", store.documents(), terms, 1, current={"cr": corpus.CURRENT})
    _tell(f"index {report.total} documents", started)
    started = time.perf_counter()
    searcher = Searcher(home / "index", terms)
    searcher.search("plot")
    _tell("first answer", started)
    ours = _latency(lambda query: len(searcher.search(query).hits))
    generation = Generation(next((home / "index").glob("gen-*")), terms)
    beside = _latency(raw.fts5(generation, home, ("current",)))
    _row("mtg-kb on Whoosh (understanding, ranking, highlights)", ours)
    _row("SQLite FTS5 (bare, top 10 by bm25)", beside)
    print(f"ratio p50 {ours[0] / beside[0]:.1f}, p95 {ours[1] / beside[1]:.1f}")
    return 0


def _tell(what: str, started: float) -> None:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:<28} {time.perf_counter() - started:7.2f} s   peak {peak:6.0f} MB")


def _row(name: str, figures: tuple[float, float]) -> None:
    print(f"{name:<55} p50 {figures[0]:7.2f} ms   p95 {figures[1]:7.2f} ms")


def _latency(search: Callable[[str], int], rounds: int = 5) -> tuple[float, float]:
    """p50 and p95 in ms over all queries, after one round to warm up."""
    for query in QUERIES:
        search(query)
    took: list[float] = []
    for _ in range(rounds):
        for query in QUERIES:
            started = time.perf_counter()
            search(query)
            took.append((time.perf_counter() - started) * 1000)
    took.sort()
    return statistics.median(took), took[int(len(took) * 0.95)]


if __name__ == "__main__":
    sys.exit(main())
