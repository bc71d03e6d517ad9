"""The executable rules: scenario documents in, proven answers out.

>>> report = check({"id": "x", "checks": [{"life": "A", "expect": 20}]})
>>> report.answers[0].value, report.answers[0].ok
(20, True)
"""

from __future__ import annotations

from typing import Any

from kb.checker.cards import CardBase
from kb.checker.failing import Failure, check_each
from kb.checker.report import Report
from kb.checker.scenario import ScenarioError, load_text, parse

__all__ = ["CardBase", "Failure", "Report", "ScenarioError", "check", "check_each", "check_text"]


def check(document: dict[str, Any], card_base: CardBase | None = None) -> Report:
    """Play one scenario document (the tree of spec/scenario.md).

    Raises ScenarioError (a ValueError) for a document that isn't valid, UnknownCardError (a KeyError) for a card that neither
    the document nor the card base knows.
    """
    from kb.checker.runner import run

    return run(parse(document), card_base)


def check_text(text: str, card_base: CardBase | None = None) -> list[Report]:
    """Play every document of a file's text (YAML or JSON); raises as `check` does, `check_each` doesn't.

    >>> [report.scenario for report in check_text("[{id: a}, {id: b}]")]
    ['a', 'b']
    """
    from kb.checker.runner import run

    return [run(scenario, card_base) for scenario in load_text(text)]
