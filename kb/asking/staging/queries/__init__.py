"""What is asked, as checks: a function for each form of question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kb.asking.frames import Query
from kb.asking.model import Verdict
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Asked, Table


@dataclass
class Question:
    """The checks that decide, and how their values are read."""

    deciding: list[Asked]
    read: Callable[[Sequence[Any]], tuple[Verdict, Any]]
    besides: list[Asked] = field(default_factory=list)
    guards: list[tuple[Asked, Any]] = field(default_factory=list)
    story: int | None = None
    without: tuple[str, ...] = ()
    """It is asked whether these things bring it about: it is played without them, too."""
    hinders: bool = False
    """It is asked whether they keep it from happening."""
    later: list[dict[str, Any]] = field(default_factory=list)
    """The deciding checks once more, a round of turns later: what only happens then was perhaps not meant."""


Form = Callable[[Table, Query], Question]
FORMS: dict[str, Form] = {}


def form(*names: str) -> Callable[[Form], Form]:
    """Register how a form of question is asked."""

    def register(function: Form) -> Form:
        for name in names:
            FORMS[name] = function
        return function

    return register


def ask(table: Table, query: Query) -> Question:
    """Lay out what is asked; raises NotStaged for what can't be."""
    found = FORMS.get(query.form)
    if found is None:
        raise NotStaged(
            f"questions of the form “{query.form}” can't be played", f"「{query.form}」の形の質問は扱えません"
        )
    if query.negated and query.form in ("does", "is"):
        # "doesn't it die?" asks whether it dies, "does it no longer die?" whether it doesn't: the frames don't tell which
        raise NotStaged(
            "whether it is asked that it is so or that it isn't can't be told",
            "肯定と否定のどちらを尋ねているのかが分かりません",
        )
    if query.frame is not None and query.frame.link == "before":
        raise NotStaged(
            "it is asked what is so before something that was told",
            "述べられたことが起こる前について尋ねられています",
        )
    laid = found(table, query)
    if query.frame is not None and query.frame.negated:
        return replace(laid, read=lambda values: _turned(laid.read(values)))
    return laid


def _turned(came: tuple[Verdict, Any]) -> tuple[Verdict, Any]:
    """ "He says that it doesn't die; is he right?": he is where it doesn't."""
    turned: dict[str, Verdict] = {"yes": "no", "no": "yes"}
    return turned.get(came[0], came[0]), came[1]


def yes_no(value: bool) -> tuple[Verdict, Any]:
    """A yes or a no."""
    return ("yes" if value else "no"), None
