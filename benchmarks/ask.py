"""Time to answer questions with all card names loaded, and the cold start of `mtgkb ask`.

    MTGKB_HOME=FOLDER python -m benchmarks.ask [LIST] [--rounds 3]

FOLDER holds the data (rules, cards); LIST is a list of questions as `mtgkb ask --file` takes it, by default our own.
Warm times are of the second round on; the search beside an undetermined answer is counted too. Aims: p50 50 ms,
p95 250 ms warm, 1.5 s cold. The processor's time is printed beside the time on the wall, which counts waiting for others.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import yaml

OWN = Path(__file__).resolve().parent.parent / "tests" / "cases" / "questions.yaml"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("list", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    questions = _questions(args.list)
    _warm(questions, args.rounds)
    _cold(questions[0])
    return 0


def _questions(path: Path | None) -> list[str]:
    from kb.commands.ask import questions

    if path is not None:
        return [words for _, words, _ in questions(path.read_text(encoding="utf-8"), path.name)]
    return [words for row in yaml.safe_load(OWN.read_text(encoding="utf-8")) for words in row[1:3]]


def _warm(questions: list[str], rounds: int) -> None:
    from kb.answer import ask
    from kb.library import Library

    library = Library.open()
    for question in questions:
        ask(question, None, library)
    wall, processor = [], []
    for _ in range(rounds):
        for question in questions:
            began, worked = time.perf_counter(), time.process_time()
            ask(question, None, library)
            wall.append(1000 * (time.perf_counter() - began))
            processor.append(1000 * (time.process_time() - worked))
    cards = len(library.store.name_keys("card"))
    print(f"{len(questions)} questions, {rounds} rounds, {cards} card names")
    print(f"warm, wall:      p50 {_part(wall, 50):.1f} ms, p95 {_part(wall, 95):.1f} ms")
    print(f"warm, processor: p50 {_part(processor, 50):.1f} ms, p95 {_part(processor, 95):.1f} ms")


def _part(times: list[float], percent: int) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


def _cold(question: str) -> None:
    for _ in range(3):
        began, before = time.perf_counter(), os.times()
        subprocess.run(
            [sys.executable, "-c", "from kb.cli import main; main()", "ask", question],
            check=False,
            capture_output=True,
        )
        after = os.times()
        worked = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"cold start: wall {time.perf_counter() - began:.2f} s, processor {worked:.2f} s")


if __name__ == "__main__":
    sys.exit(main())
