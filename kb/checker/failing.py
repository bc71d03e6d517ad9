"""Failures stay apart: a document that can't be read or played is an error in its own place, the others are played.

>>> [one.to_json()["scenario"] for one in check_each("[{id: a}, {id: b, rubbish: 1}, {id: c}]")]
['a', 'b', 'c']
>>> check_each("[{id: b, rubbish: 1}]")[0].to_json()["checks"]
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from kb.checker.cards import CardBase
    from kb.checker.report import Report
    from kb.checker.schema_types import Fault

SHOWN_FRAMES: Final = 8
"""Places of a traceback that a report names, the innermost ones."""


@dataclass(frozen=True)
class Failure:
    """What stands in the place of a document that can't be read, set up or played."""

    scenario: str
    en: str
    ja: str
    faults: tuple[Fault, ...] = ()
    """What is wrong with the document, each with its place."""
    card: str = ""
    """The card that nobody knows."""
    crash: Crash | None = None
    """What a maintainer needs where the program itself failed."""

    def to_json(self) -> dict[str, Any]:
        """The error in the form of spec/scenario.md; `faults` or `crash` beside it say more."""
        out: dict[str, Any] = {
            "scenario": self.scenario,
            "error": {"en": self.en, "ja": self.ja},
            "checks": [],
        }
        if self.faults:
            out["faults"] = [{"where": one.where, "en": str(one), "ja": one.ja} for one in self.faults]
        if self.card:
            out["card"] = self.card
        if self.crash is not None:
            out["crash"] = self.crash.to_json()
        return out


@dataclass(frozen=True)
class Crash:
    """An exception that nobody expected: what it is, where in the program, and when in the game."""

    exception: str
    message: str
    where: tuple[str, ...]
    """Places in the program, the innermost last: `kb.checker.events:happen:48`. No paths of the machine."""
    when: tuple[str, ...] = ()
    """Moment and entry of the script."""

    @classmethod
    def of(cls, error: BaseException) -> Crash:
        """The report of an exception."""
        return cls(
            type(error).__name__,
            str(error)[:500],
            tuple(_places(error.__traceback__))[-SHOWN_FRAMES:],
            tuple(getattr(error, "__notes__", ())),
        )

    def to_json(self) -> dict[str, Any]:
        """What, where, when."""
        return {
            "exception": self.exception,
            "message": self.message,
            "where": list(self.where),
            "when": list(self.when),
        }

    def said(self) -> tuple[str, str]:
        """When, where and what, in both languages: how a sentence that begins with what failed goes on."""
        what = f"{self.exception}: {self.message}".rstrip(": ")
        when = f" ({'; '.join(self.when)})" if self.when else ""
        when_ja = f"（{'、'.join(self.when)}）" if self.when else ""
        where = self.where[-1] if self.where else "?"
        return (
            f"{when}, at {where}: {what}; this is a fault of the program",
            f"{when_ja}。場所 {where}、{what}。プログラムの不具合です",
        )

    def lines(self) -> list[str]:
        """A short traceback for a terminal."""
        return [*(f"  at {place}" for place in self.where), f"{self.exception}: {self.message}", *self.when]


def _places(trace: TracebackType | None) -> Iterator[str]:
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "?")
        yield f"{name}:{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
        trace = trace.tb_next


def check_each(text: str, card_base: CardBase | None = None, name: str = "") -> list[Report | Failure]:
    """Play every document of a text; what fails stands in its place as a Failure. Raises nothing.

    `name` is what a text is called that can't be read at all.
    """
    from kb.checker.scenario import ScenarioError, load_trees

    try:
        trees = load_trees(text)
    except ScenarioError as error:
        return [failure_of(error, name)]
    return [
        failure_of(tree, f"[{index}]") if isinstance(tree, ScenarioError) else _played(tree, index, card_base)
        for index, tree in enumerate(trees)
    ]


def _played(tree: Any, index: int, card_base: CardBase | None) -> Report | Failure:
    from kb.checker.runner import run
    from kb.checker.scenario import parse

    place = f"[{index}]"
    name = str(tree.get("id", place)) if isinstance(tree, dict) else place
    try:
        return run(parse(tree, place), card_base)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is this document's failure and no other's
        return failure_of(error, name)


def failure_of(error: Exception, name: str) -> Failure:
    """What to say of an exception: a fault of the document, or a crash with its report."""
    from kb.checker.cards import UnknownCardError
    from kb.checker.scenario import ScenarioError

    if isinstance(error, ScenarioError):
        return Failure(name, error.en, error.ja, faults=error.faults)
    if isinstance(error, UnknownCardError):
        return Failure(name, error.en, error.ja, card=error.name)
    crash = Crash.of(error)
    en, ja = crash.said()
    return Failure(
        name,
        f"scenario {name!r}: the checker failed while playing it{en}",
        f"シナリオ {name!r}：進行中にチェッカーが異常終了しました{ja}",
        crash=crash,
    )
