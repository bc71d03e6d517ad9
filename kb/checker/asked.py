"""Asking one check in one playing: what is found, why, and how many choices were open by then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kb.checker.answers import refused_answer
from kb.checker.basis import basis
from kb.checker.bearing import bearing_on
from kb.checker.checks import ask
from kb.checker.choices import Decider
from kb.checker.explain import gap, say_limit
from kb.checker.legality import can
from kb.checker.naming import BadQuestion
from kb.checker.proof import prove
from kb.checker.rules import Reason
from kb.checker.scenario import Check
from kb.checker.state import Game, NotModelled, Taint


@dataclass(frozen=True)
class Asked:
    """What one playing says about one check."""

    status: str
    value: Any = None
    because: tuple[Reason, ...] = ()
    why: Mapping[str, str] = field(default_factory=dict)
    """What is missing, in both languages."""
    opened: int = 0
    """Open choices that had arisen when it was asked."""
    error: dict[str, str] | None = None
    """What is wrong with the question, in both languages."""
    illegal: dict[str, Any] | None = None
    """An answer of the script that a choice did not allow."""
    over: str = ""
    """The check asks whether it is so in some playing, or in every one."""


def asked(game: Game, check: Check, decider: Decider, problems: list[dict[str, str]]) -> Asked:
    """Ask it now; what isn't modelled is added to the problems."""
    found = _answer(game, check, decider, problems)
    return replace(found, illegal=refused_answer(game), over=check.over)


def _answer(game: Game, check: Check, decider: Decider, problems: list[dict[str, str]]) -> Asked:
    opened = len(decider.taken)
    try:
        found = bearing_on(game, check)
        if found is None:
            if check.key == "can":
                value, because = can(game, check.player or game.active, check.value, decider)
            else:
                answer = ask(game, check)
                value, because = answer.value, prove(game, answer) or basis(check.key, check.value)
            found = bearing_on(game, check)  # found out while answering
        if found is None:
            return Asked("determined", value, because, opened=len(decider.taken))
    except BadQuestion as wrong:
        said = {"en": wrong.en, "ja": wrong.ja}
        return Asked("undetermined", why=said, opened=opened, error=said)
    except NotModelled as problem:
        return _undetermined(problem, opened, problems)
    return _undetermined(found, opened, problems)


def _undetermined(problem: NotModelled | Taint, opened: int, problems: list[dict[str, str]]) -> Asked:
    said = say_limit(problem)
    problems.append(gap(problem))
    error = said if problem.ja else None  # something of the document fits nothing
    return Asked("undetermined", why=said, opened=opened, error=error)
