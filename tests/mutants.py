"""Changes one place of the checker at a time and sees whether a test notices.

`python -m tests.mutants [--count 300] [--seed 0] [--in PART_OF_A_PATH]`: draws places in the functions of `kb/checker`. First
every document and unit test (`tests.mutant_tests`) is run once with a probe at each place, which tells who comes there; then,
in a child process for each, the code of the running function is changed, and those who come there are run, the ones that
come to few places first, until one notices. Survivors are listed; the last line says how many were noticed.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import gc
import hashlib
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.mutant_tests import Document, documents, measured, measured_units, run_units
from tests.mutating import PACKAGE, ROOT, Mutant, Place, fresh, install, mutant, places, probe, running
from tests.shared import CASES

BUDGET = 15
"""Seconds of processor time for the documents of one change; what has not noticed it by then does not."""


class Reached:
    """Who comes to which place: found out once for a tree and a draw, and kept in the folder for temporary files."""

    def __init__(self, drawn: list[Place], tests: list[Document], *, units: bool) -> None:
        self.drawn, self.tests, self.units = drawn, tests, units

    def found(self) -> dict[str, Any]:
        """`documents`: for each that passes unchanged its places, right checks and seconds; `units`: places of each."""
        digest = hashlib.sha256(repr((self.drawn, self.units)).encode())
        for path in sorted([*PACKAGE.rglob("*"), *(ROOT / "tests").glob("*.py")]):
            if path.suffix in (".py", ".yaml"):
                digest.update(path.read_bytes())
        for path in sorted(
            path for folder in (ROOT / "tests" / "cases", CASES) for path in folder.rglob("*.yaml")
        ):
            digest.update(path.read_bytes())
        kept = Path(tempfile.gettempdir()) / f"mutants-{digest.hexdigest()[:24]}.json"
        if not kept.exists():
            child = os.fork()
            if child == 0:  # probes are never taken out again: so in a process of their own
                made = self._measure()
                kept.with_suffix(".new").write_text(json.dumps(made), encoding="utf-8")
                kept.with_suffix(".new").replace(kept)
                os._exit(0)
            os.waitpid(child, 0)
        return json.loads(kept.read_text(encoding="utf-8"))  # type: ignore[no-any-return]

    def _measure(self) -> dict[str, Any]:
        hits: set[int] = set()
        builtins.__reached__ = hits.add  # type: ignore[attr-defined]
        probe(self.drawn)
        found: dict[str, Any] = {"documents": {}, "units": {}}
        for number, test in enumerate(self.tests):
            fresh("/oracle/")
            hits.clear()
            if measured(test):
                found["documents"][str(number)] = [sorted(hits), test.right, test.seconds]

        def before() -> None:
            fresh("/oracle/")
            hits.clear()

        def after(name: str) -> None:
            found["units"][name] = sorted(hits)

        if self.units:
            measured_units(before, after)
        return found


def noticed(one: Mutant, near: list[Document], units: list[str]) -> str:
    """By what a change is noticed ("" if by nothing), found out in a child process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (BUDGET + 60, BUDGET + 90))
        by = "exit"
        with contextlib.suppress(SystemExit):
            by = _tried(one, near, units)
        os.write(writing, by.encode()[:200])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        by = pipe.read().decode(errors="replace")
    status = os.waitpid(child, 0)[1]
    return by or ("time" if status else "")


def _tried(one: Mutant, near: list[Document], units: list[str]) -> str:
    if not install(one):
        return ""
    begun = time.process_time()
    for test in near:
        if by := test.notices():
            return by
        if time.process_time() - begun > BUDGET:
            break
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    return "unit tests" if units and run_units(units) else ""


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--in", dest="within", default="", help="only files whose path has this part")
    parser.add_argument("--at", action="append", default=[], help="every change of this path:line instead")
    parser.add_argument("--scenarios-only", action="store_true", help="leave out the unit tests")
    parser.add_argument("--all", action="store_true", help="list what is noticed too, and by what")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Draw, change, try, and say what nobody noticed."""
    given = _arguments(arguments)
    from kb.checker import modules, runner  # registers every handler
    from tests import invariants

    assert modules
    assert runner
    assert invariants
    everywhere = places(given.within)
    if given.at:
        drawn = [one for one in everywhere if any(f"{one[0]}:{one[2]}".endswith(at) for at in given.at)]
    else:
        drawn = random.Random(given.seed).sample(everywhere, min(given.count, len(everywhere)))
    begun = time.monotonic()
    tests = documents()
    found = Reached(drawn, tests, units=not given.scenarios_only).found()
    weight = {int(number): len(hits) for number, (hits, _, _) in found["documents"].items()}
    for number, (_, right, seconds) in found["documents"].items():
        tests[int(number)].right, tests[int(number)].seconds = right, seconds
    print(f"{len(everywhere)} places, {len(weight)} documents and {len(found['units'])} unit tests pass, "
          f"{time.monotonic() - begun:.0f} s", flush=True)  # fmt: skip
    running()
    gc.collect()
    gc.freeze()  # so that the children share it
    result: Counter[str] = Counter()
    for number, place in enumerate(drawn):
        one = mutant(*place)
        numbers = [int(key) for key, (hits, _, _) in found["documents"].items() if number in hits]
        near = [tests[key] for key in sorted(numbers, key=lambda key: (weight[key], tests[key].seconds))]
        units = [name for name, hits in found["units"].items() if number in hits]
        by = noticed(one, near, units) if near or units else ""
        result["noticed" if by else "survived" if near or units else "not reached"] += 1
        if given.all or not by:
            who = f"by {by}" if by else f"({len(near)} documents, {len(units)} unit tests come there)"
            print(f"{'noticed' if by else 'survived'}: {one} in {one.function} {who}", flush=True)
        if number % 25 == 24:
            print(
                f"{number + 1}: {dict(result)}, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True
            )
    killed, left = result["noticed"], result["not reached"]
    print(f"{killed} of {len(drawn)} noticed ({100 * killed / max(1, len(drawn)):.1f} %), {result['survived']} not "
          f"noticed, {left} not reached; seed {given.seed}")  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
