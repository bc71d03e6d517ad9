"""How each verb is done: a function for each family, found by the verb's name.

`@deed("destroy")` registers how it is done as told, `@act("cast")` which single action of the rules it is (asked of with "can"),
`@outcome("die")` by which checks one sees whether, how often and how much it has happened, `@state("have")` by which checks a state holds.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kb.asking.frames import AbilityOf, Number, Person, Ref, Stat, Word
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Act, Table


@dataclass
class Measure:
    """Checks whose values together say how often or how much something has happened."""

    checks: list[dict[str, Any]]
    besides: list[dict[str, Any]] = field(default_factory=list)
    """Checks asked only for the reasons that they give."""
    amounts: bool = False
    """The checks give amounts (of life, damage …), not times."""
    total: Callable[[Sequence[Any]], Any] = sum
    most: bool = False
    """What is asked is what may come of the players' choices: the most of it."""
    wanted: int | None = None
    """How often or how much is asked about: "does he draw two cards?"."""


@dataclass
class Holds:
    """Checks with the values that mean that a state holds; `value` gives the state's own value where it is asked for."""

    checks: list[dict[str, Any]]
    test: Callable[[Sequence[Any]], bool]
    value: Callable[[Sequence[Any]], Any] | None = None


Deed = Callable[[Table, Heeded], None]
Single = Callable[[Table, Heeded], Act]
Outcome = Callable[[Table, Heeded], Measure]
State = Callable[[Table, Heeded], Holds]
DEEDS: dict[str, Deed] = {}
ACTS: dict[str, Single] = {}
OUTCOMES: dict[str, Outcome] = {}
STATES: dict[str, State] = {}


def means(told: Heeded) -> None:
    """By what it would come about: cards, which have been used then; nothing else can be honoured by looking at what came of it."""
    for role in ("by", "agent"):
        for one in told.each(role):
            if not isinstance(one, Ref) and not (isinstance(one, AbilityOf) and isinstance(one.of, Ref)):
                if isinstance(one, Person) and role == "agent" and told.has("by"):
                    continue
                if isinstance(one, Word) and one.kind == "keyword" and role == "by" and one.name in _RETURN:
                    continue  # it comes about by that or not at all
                raise NotStaged(
                    "by whom or what it would be done can't be played",
                    "誰が、または何によって行うのかを扱えません",
                )


_RETURN = frozenset({"undying", "persist", "unearth"})
"""Keywords by which a thing returns."""


def wanted(told: Heeded, *roles: str) -> int | None:
    """How many or how much is asked about, where a number is said; what only says that a number is asked for is none."""
    found: int | None = None
    for role in roles or ("amount",):
        for one in told.each(role):
            if isinstance(one, Number) and isinstance(one.value, int):
                found = one.value
            elif not (isinstance(one, Number) and one.value == "some") and not (
                isinstance(one, Stat) and one.of is None
            ):
                raise NotStaged("this amount can't be asked about", "この量については扱えません")
    return found


def _register(table: dict[str, Any], verbs: tuple[str, ...]) -> Callable[[Any], Any]:
    def register(function: Any) -> Any:
        for verb in verbs:
            table[verb] = function
        return function

    return register


def deed(*verbs: str) -> Callable[[Deed], Deed]:
    """Register how verbs are done."""
    return _register(DEEDS, verbs)


def act(*verbs: str) -> Callable[[Single], Single]:
    """Register which action of the rules verbs are."""
    return _register(ACTS, verbs)


def outcome(*verbs: str) -> Callable[[Outcome], Outcome]:
    """Register how one sees that it has happened."""
    return _register(OUTCOMES, verbs)


def state(*verbs: str) -> Callable[[State], State]:
    """Register how one sees that it is so."""
    return _register(STATES, verbs)


FAMILIES = (
    "casting", "targeting", "abilities", "priority", "combat", "damage", "fighting", "zones", "moves", "library", "gone", "players", "being", "having",
    "attaching", "changing", "attractions", "mechanics", "copies", "planar", "planar_cost", "mana",
    "speed",
)  # fmt: skip
"""The modules of this package."""


def load() -> None:
    """Import every family."""
    for name in FAMILIES:
        importlib.import_module(f"{__name__}.{name}")
