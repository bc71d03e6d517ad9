"""The answer to a scenario, in the form of the spec."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.checker.explain import say, say_event
from kb.checker.rules import Reason, within
from kb.checker.state import Record

RULES_EDITION = "2026-01-16"
"""The edition whose numbers the executable rules carry."""


UNORDERED = ("junkyard", "completed", "colors", "result")
"""Checks whose lists have no order."""


@dataclass(frozen=True)
class Answer:
    """The answer to one check."""

    check: Mapping[str, Any]
    status: str
    """determined, undetermined or unreached."""
    value: Any = None
    because: tuple[Reason, ...] = ()
    why_not: Mapping[str, str] = field(default_factory=dict)
    """What is missing when it is undetermined, in both languages."""
    error: Mapping[str, str] | None = None
    """What is wrong with the question, in both languages."""
    illegal: Mapping[str, Any] | None = None
    """An answer of the script that a choice did not allow, and what was possible."""

    @property
    def has_expect(self) -> bool:
        """Whether the document says what it expects."""
        return "expect" in self.check

    @property
    def ok(self) -> bool | None:
        """Whether the value is the expected one and every rule of `cite` is named.

        None when the value isn't determined, or nothing is expected and nothing is missing.
        """
        if self.status != "determined":
            return None
        if self.not_cited:
            return False
        return self._as_expected() if self.has_expect else None

    def _as_expected(self) -> bool:
        expected = self.check["expect"]
        if (
            any(key in self.check for key in UNORDERED)
            and isinstance(self.value, list)
            and isinstance(expected, list)
        ):
            return same_value(sorted(self.value), sorted(map(str, expected)))
        return same_value(self.value, expected, next(iter(self.check)))

    @property
    def not_cited(self) -> list[str]:
        """Rules of `cite` of which neither they nor one below them is in the explanation."""
        given = [reason.rule for reason in self.because]
        return [one for one in self.check.get("cite", ()) if not any(within(rule, one) for rule in given)]

    @property
    def cites(self) -> bool:
        """Whether every rule of `cite` (or one below it) is in the explanation."""
        return not self.not_cited


def same_value(value: Any, expected: Any, key: str = "") -> bool:
    """Whether a value is what the document expects: counts of triggers also as booleans, lists of names as sets of results.

    >>> same_value(2, True), same_value(0, False), same_value("Island", "island"), same_value(1, 2)
    (True, True, True, False)
    """
    if isinstance(expected, bool) and isinstance(value, int) and not isinstance(value, bool):
        return (value > 0) is expected
    if isinstance(value, bool) and isinstance(expected, str):
        return {"yes": True, "no": False, "true": True, "false": False}.get(expected.casefold()) is value
    if isinstance(value, str) and isinstance(expected, str):
        if key == "types":
            return sorted(_words(value)) == sorted(_words(expected))
        return value.casefold() == expected.casefold()
    if isinstance(value, list) and isinstance(expected, list):
        return [str(item).casefold() for item in value] == [str(item).casefold() for item in expected]
    if isinstance(value, list) and isinstance(expected, str):
        return [str(item).casefold() for item in value] == [expected.casefold()]
    if isinstance(value, bool) != isinstance(expected, bool):
        return False
    return bool(value == expected)


def _words(line: str) -> list[str]:
    return line.casefold().replace("—", " ").replace(" - ", " ").split()


@dataclass(frozen=True)
class Report:
    """Everything the checker has to say about a scenario."""

    scenario: str
    answers: tuple[Answer, ...]
    records: tuple[Record, ...] = ()
    assumptions: tuple[Mapping[str, str], ...] = ()
    not_modelled: tuple[Mapping[str, str], ...] = ()
    edition: str = RULES_EDITION
    notes: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The answer's JSON of spec/scenario.md."""
        return {
            "scenario": self.scenario,
            "rules_edition": self.edition,
            "checks": [_answer_json(answer) for answer in self.answers],
            "log": [_record_json(record) for record in self.records if record.shown],
            "assumptions": [dict(one) for one in self.assumptions],
            "not_modelled": [dict(one) for one in self.not_modelled],
        }


def _answer_json(answer: Answer) -> dict[str, Any]:
    out: dict[str, Any] = {
        "check": dict(answer.check), "status": answer.status, "value": answer.value,
        "expected": answer.check.get("expect"), "ok": answer.ok,
        "because": [{"rule": reason.rule, "say": say(reason)} for reason in answer.because],
    }  # fmt: skip
    if answer.status == "determined" and answer.not_cited:
        out["not_cited"] = answer.not_cited
    if answer.illegal is not None:
        out["illegal_choice"] = dict(answer.illegal)
    if answer.error is not None:
        out["error"] = dict(answer.error)
    if answer.why_not:
        out["why"] = answer.why_not["en"]
        out["why_say"] = dict(answer.why_not)
    return out


def _record_json(record: Record) -> dict[str, Any]:
    rules = list(dict.fromkeys(reason.rule for reason in record.reasons))
    return {"turn": record.turn, "step": record.step, "event": record.event, "say": say_event(record.event, record.slots),
            "rules": rules}  # fmt: skip
