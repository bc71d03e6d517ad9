"""What can notice a change of the checker: the documents with their expected answers, and the unit tests of the checker.

A document notices a change where an answer that was right (the expected value, every rule of its `cite`, sentences in both
languages) is so no more, or an expected error is gone: what its own test in the suite would say, not every difference.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.mutating import PACKAGE, ROOT

UNITS = (
    "additions", "answers", "bad_questions", "bearing", "card_reading", "checker_limits", "checker_phrases", "checker_scenario",
    "digests", "duties", "emitted", "failures", "honoured", "illegal_choices", "oracle_meaning", "oracle_read", "pipeline", "roles",
    "standing",
)  # fmt: skip
"""Fast unit tests of the checker (`tests/test_….py`); the examples in the checker's docstrings are tests too."""
CARDS_TRIED = 20
"""Of the sample of every card (`tests.every_card`) so many are played."""
PATIENCE = 10, 3.0
"""A document that takes so many times as long as before and so many seconds more is stopped: the change is noticed."""


class TooLong(BaseException):
    """A document takes far longer than it did."""


@dataclass
class Document:
    """A document and what is right in it; `right` is filled in before anything is changed."""

    name: str
    answers: Callable[[], list[int]]
    """Plays it: the numbers of the checks that are right; raises where something is wrong in itself."""
    right: list[int] | None = None
    seconds: float = 0.0

    def notices(self) -> str:
        """How it notices the change that is in effect ("" if it doesn't)."""

        def stop(_signal: int, _frame: Any) -> None:
            raise TooLong

        signal.signal(signal.SIGPROF, stop)
        times, more = PATIENCE
        signal.setitimer(signal.ITIMER_PROF, self.seconds * times + more)
        try:
            right = self.answers()
        except TooLong:
            return f"{self.name}: takes too long"
        except Exception as problem:  # noqa: BLE001 - any failure notices it
            return f"{self.name}: {type(problem).__name__}"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        lost = set(self.right or ()) - set(right)
        return f"{self.name}: check {min(lost)}" if lost else ""


def _right(scenario: Any, base: Any) -> list[int]:
    """Which checks of a scenario are right, as the tests of the scenarios understand it."""
    from kb.checker.runner import run

    report = run(scenario, base)
    shown = report.to_json()["checks"]
    assert all(len(one["because"]) <= 6 for one in shown), shown
    return [
        number
        for number, (answer, one) in enumerate(zip(report.answers, shown, strict=True))
        if answer.status == "determined" and answer.ok is not False and answer.cites
        and all(reason["say"]["en"] and reason["say"]["ja"] for reason in one["because"])
    ]  # fmt: skip


def _plays(document: Any, base: Any) -> list[int]:
    """A card's life goes without an exception, and with nothing broken that always holds."""
    from kb.checker.scenario import parse
    from tests.invariants import watch

    watch(parse(document), base, again=False)
    return []


def documents() -> list[Document]:
    """Every scenario of the tests, and the lives of the first cards of the sample of every card."""
    from kb.checker.scenario import ScenarioError, load_text
    from tests import every_card
    from tests.card_base import card_base
    from tests.shared import CARDS, CASES

    found: list[Document] = []
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
            for one in load_text(path.read_text(encoding="utf-8")):
                if hasattr(one, "checks"):
                    found.append(Document(f"{path.stem}/{one.id}", functools.partial(_right, one, base)))
    if base is not None:
        for name in every_card.sampled(records, every_card.SAMPLE)[:CARDS_TRIED]:
            for document in every_card.documents(name, every_card.printed_of(name, base)):
                found.append(Document(f"card/{document['id']}", functools.partial(_plays, document, base)))
    return found


def measured(document: Document) -> bool:
    """Play a document unchanged and keep what is right and how long it took; False where it fails already."""
    begun = time.process_time()
    try:
        document.right = document.answers()
    except Exception:  # noqa: BLE001 - a document that fails already tells nothing
        return False
    document.seconds = time.process_time() - begun
    return True


class _Watching:
    """Tells before and after each test which one it is."""

    def __init__(self, before: Callable[[], None], after: Callable[[str], None]) -> None:
        self.before, self.after = before, after
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.before()
        result = yield
        if item.nodeid not in self.failed:
            self.after(item.nodeid)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)


def run_units(names: list[str], *plugins: object) -> int:
    """Run tests by their ids or paths, quietly; their exit code."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]
        return int(pytest.main([*(options if not plugins else options[1:]), *names], plugins=[*plugins]))


def measured_units(before: Callable[[], None], after: Callable[[str], None]) -> None:
    """Run every unit test unchanged; `after` is told each that passes."""
    files = [str(ROOT / "tests" / f"test_{name}.py") for name in UNITS]
    run_units([*(name for name in files if Path(name).exists()), str(PACKAGE)], _Watching(before, after))
