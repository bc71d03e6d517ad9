"""Changes one place of the checker at a time and sees whether a test nearby notices.

`python -m tests.mutants [--count 300] [--seed 0] [--in PART_OF_A_PATH]`: draws places in the functions of `kb/checker`,
changes the code of the running function (a child process for each change), and plays the scenarios whose lines of code
include it: our own, those with real cards, those handed over. What is left is given to the tests of its part. Survivors
are listed; the last line says how many were noticed.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import json
import os
import random
import signal
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.mutating import PACKAGE, ROOT, Mutant, install, mutant, places

LIMIT = 40
"""Seconds of processor time for one change; what takes longer is noticed."""
NEXT_TO: dict[str, list[str]] = {
    "kb/checker/oracle/": ["test_oracle_read.py", "test_oracle_meaning.py", "test_oracle_in_play.py"],
    "kb/checker/": ["test_checker_scenario.py", "test_checker_limits.py", "test_checker_phrases.py"],
}
"""Tests, besides the scenarios, that are near a part: by the first path that fits."""
CARDS_TRIED = 20
"""Of the sample of every card (`tests.every_card`) so many are played for each change that their lines include."""
Test = tuple[str, Callable[[], None]]


def scenarios() -> list[Test]:
    """Every scenario of the tests, as a test of its answers; and the first cards of the sample of every card."""
    from kb.checker.scenario import ScenarioError, load_text
    from tests.card_base import card_base
    from tests.every_card import SAMPLE, documents, printed_of, sampled
    from tests.shared import CARDS, CASES

    found: list[Test] = []
    base, records = None, []
    paths = sorted((ROOT / "tests/cases/scenarios").glob("*.yaml"))
    if CARDS.is_dir():
        with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        base = card_base(records)
        paths += [
            *sorted((ROOT / "tests/cases/cards").glob("*.yaml")),
            ROOT / "tests/cases/oracle_in_play.yaml",
        ]
        for folder in ("scenarios", "play", "rulings", "faults"):
            paths += sorted((CASES / folder).glob("*.yaml"))
    for path in paths:
        with contextlib.suppress(ScenarioError):
            for scenario in load_text(path.read_text(encoding="utf-8")):
                if hasattr(scenario, "checks"):
                    found.append((f"{path.stem}/{scenario.id}", Answers(scenario, base)))
    for name in sampled(records, SAMPLE)[:CARDS_TRIED] if base is not None else ():
        for document in documents(name, printed_of(name, base)):
            found.append((f"card/{document['id']}", functools.partial(_plays, document, base)))
    return found


class Answers:
    """The answers of a scenario: those that are right, unchanged, with their rules have to stay so."""

    def __init__(self, scenario: Any, base: Any) -> None:
        self.scenario, self.base = scenario, base
        self.right: list[int] | None = None

    def __call__(self) -> None:
        """Play it and look at the answers."""
        from kb.checker.runner import run

        report = run(self.scenario, self.base)
        shown = report.to_json()["checks"]
        right = [
            number
            for number, (answer, one) in enumerate(zip(report.answers, shown, strict=True))
            if answer.status == "determined" and answer.ok is not False and answer.cites
            and all(reason["say"]["en"] and reason["say"]["ja"] for reason in one["because"])
        ]  # fmt: skip
        if self.right is None:
            self.right = right
        assert set(self.right) <= set(right), (right, self.right)
        assert all(len(one["because"]) <= 6 for one in shown), shown


def _plays(document: Any, base: Any) -> None:
    """A card's life goes without an exception, and with nothing broken that always holds."""
    from kb.checker.scenario import parse
    from tests.invariants import watch

    watch(parse(document), base, again=False)


def lines_of(test: Callable[[], None]) -> frozenset[tuple[str, int]] | None:
    """The lines of the checker that a test runs; None where it fails unchanged."""
    seen: set[tuple[str, int]] = set()
    prefix = str(PACKAGE)

    def inner(frame: types.FrameType, event: str, _arg: object) -> Any:
        if event == "line":
            seen.add((frame.f_code.co_filename, frame.f_lineno))
        return inner

    def outer(frame: types.FrameType, _event: str, _arg: object) -> Any:
        return inner if frame.f_code.co_filename.startswith(prefix) else None

    sys.settrace(outer)
    try:
        test()
    except Exception:  # noqa: BLE001 - a test that fails already tells nothing
        return None
    finally:
        sys.settrace(None)
    return frozenset((Path(name).relative_to(ROOT).as_posix(), line) for name, line in seen)


def noticed(one: Mutant, tests: list[Test], *, nearby: bool = True) -> str:
    """By what a change is noticed ("" if by nothing), found out in a child process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, LIMIT)  # its signal ends the process
        by = ""
        with contextlib.suppress(SystemExit):
            by = _tried(one, tests, nearby=nearby)
        os.write(writing, by.encode()[:200])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        by = pipe.read().decode(errors="replace")
    status = os.waitpid(child, 0)[1]
    return by or ("time" if status else "")


def _tried(one: Mutant, tests: list[Test], *, nearby: bool) -> str:
    if not install(one):
        return "not loaded"
    for name, test in tests:
        try:
            test()
        except Exception as problem:  # noqa: BLE001 - any failure notices it
            return f"{name}: {type(problem).__name__}"
    files = (
        next((files for prefix, files in NEXT_TO.items() if one.path.startswith(prefix)), [])
        if nearby
        else []
    )
    if files:
        import pytest

        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            options = [
                "-x",
                "-q",
                "-n",
                "0",
                "-p",
                "no:cacheprovider",
                *(str(ROOT / "tests" / name) for name in files),
            ]
            if pytest.main(options):
                return "nearby tests"
    return ""


def covered(tests: list[Test]) -> dict[tuple[str, int], list[Test]]:
    """The tests that run each line, those that run little first."""
    by_line: dict[tuple[str, int], list[tuple[int, Test]]] = {}
    for test in tests:
        lines = lines_of(test[1])
        for line in lines or ():
            by_line.setdefault(line, []).append((len(lines or ()), test))
    return {
        line: [test for _, test in sorted(found, key=lambda one: one[0])] for line, found in by_line.items()
    }


def main(arguments: list[str] | None = None) -> int:
    """Draw, change, try, and say what nobody noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--in", dest="within", default="", help="only files whose path has this part")
    parser.add_argument("--at", action="append", default=[], help="every change of this path:line instead")
    parser.add_argument("--scenarios-only", action="store_true", help="leave out the other tests nearby")
    given = parser.parse_args(arguments)
    from kb.checker import modules  # registers every handler

    assert modules
    everywhere = places(given.within)
    if given.at:
        drawn = [one for one in everywhere if any(f"{one[0]}:{one[2]}".endswith(at) for at in given.at)]
    else:
        drawn = random.Random(given.seed).sample(everywhere, min(given.count, len(everywhere)))
    begun = time.monotonic()
    tests = covered(scenarios())
    print(
        f"{len(everywhere)} places, {len(tests)} lines run by scenarios, {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    killed = 0
    for number, place in enumerate(drawn, 1):
        one = mutant(*place)
        near = next(
            (
                tests[one.path, line]
                for line in range(one.line, one.line - 6, -1)
                if (one.path, line) in tests
            ),
            [],
        )
        by = noticed(one, near, nearby=not given.scenarios_only)
        killed += bool(by)
        if not by:
            print(f"survived: {one} in {one.function} ({len(near)} scenarios run it)", flush=True)
        if number % 25 == 0:
            print(
                f"{number}: {killed} noticed, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True
            )
    print(f"{killed} of {len(drawn)} noticed ({100 * killed / max(1, len(drawn)):.0f} %), seed {given.seed}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
