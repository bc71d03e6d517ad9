"""The checker of scenarios: scenarios per second, cold start of `mtgkb check`, and the cost of growing boards.

    python -m benchmarks.checker [FOLDER of scenario files] [--rounds 3]

The board grows tenfold twice: creatures under an effect that changes them all, looked at; then all destroyed by one
spell with an ability that triggers on each death. `x n log n` is the time as a multiple of what n log n would make of
the smallest board's time (below 1: grows more slowly). Aim: no worse than n log n.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import time
from pathlib import Path

from kb.checker.runner import run
from kb.checker.scenario import Scenario, load_text, parse

ROOT = Path(__file__).resolve().parent.parent
CARDS = {
    "Bear": {"cost": "{1}{G}", "types": "Creature — Bear", "pt": "2/2"},
    "Banner": {"types": "Enchantment", "text": "Creatures you control get +1/+1."},
    "Blaze": {"cost": "{R}", "types": "Sorcery", "text": "Blaze deals 3 damage to each creature."},
    "Mourner": {
        "types": "Creature — Cleric",
        "pt": "0/9",
        "text": "Whenever another creature dies, you gain 1 life.",
    },
}
SIZES = (10, 100, 1000)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shared = ROOT.parent / "shared" / "cases" / "scenarios"
    parser.add_argument("folder", nargs="?", type=Path, default=shared)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    files = sorted(args.folder.glob("*.yaml"))
    scenarios = [one for path in files for one in load_text(path.read_text(encoding="utf-8"))]
    _rate(scenarios, args.rounds)
    if files:
        _cold(files[0])
    for name, board in (("looked at", _looked_at), ("destroyed", _destroyed)):
        _growth(name, [board(size) for size in SIZES])
    return 0


def _rate(scenarios: list[Scenario], rounds: int) -> None:
    for scenario in scenarios:
        run(scenario)
    wall, processor = time.perf_counter(), time.process_time()
    for _ in range(rounds):
        for scenario in scenarios:
            run(scenario)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    count = rounds * len(scenarios)
    print(
        f"{len(scenarios)} scenarios, {rounds} rounds, warm: {count / wall:.0f} per second ({count / processor:.0f} of processor)"
    )


def _cold(path: Path) -> None:
    code = "from kb.cli import main; main()"
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, "check", str(path)], check=False, capture_output=True, cwd=ROOT
    )
    print(
        f"cold start of mtgkb check {path.name}: {time.perf_counter() - began:.2f} s (exit {done.returncode})"
    )


def _looked_at(size: int) -> Scenario:
    setup = {"A": {"battlefield": [{"card": "Bear", "count": size}, "Banner"]}}
    return parse({"id": "x", "cards": CARDS, "setup": setup, "checks": [{"at": "2.upkeep", "power": "Bear"}]})


def _destroyed(size: int) -> Scenario:
    setup = {"A": {"battlefield": [{"card": "Bear", "count": size}, "Banner", "Mourner"], "hand": ["Blaze"]}}
    script = [{"at": "1.precombat_main", "cast": "Blaze"}]
    return parse({"id": "x", "cards": CARDS, "setup": setup, "script": script, "checks": [{"life": "A"}]})


def _growth(name: str, boards: list[Scenario]) -> None:
    first = 0.0
    for size, scenario in zip(SIZES, boards, strict=True):
        began = time.process_time()
        run(scenario)
        took = time.process_time() - began
        first = first or took
        grown = took / first / (size * math.log(size) / (SIZES[0] * math.log(SIZES[0])))
        print(f"board of {size:>5} {name}: {1000 * took:8.1f} ms, x n log n {grown:.2f}")


if __name__ == "__main__":
    sys.exit(main())
