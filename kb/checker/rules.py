"""The register of executable rules, and the reasons that cite them.

A rule of the Comprehensive Rules that the checker follows is one function, registered by its number. The first line
of its docstring says the rule in our own words. What happens in a game carries `Reason`s that name such rules.

>>> from kb.checker.rules import Reason
>>> Reason("704.5a", {"player": "A"}).rule
'704.5a'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])
_NUMBER = re.compile(r"[1-9]\d{2}\.\d{1,3}[a-z]?", re.ASCII)


class DuplicateRuleError(ValueError):
    """Two functions claim the same rule."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One executable rule."""

    number: str
    function: Callable[..., Any]
    summary: str
    """First line of the docstring, without the number."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that decided something, with what it spoke of: the slots fill the phrasebook's sentence."""

    rule: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    variant: str = ""
    """Which of the rule's sentences: '' or a name such as `no` (phrasebook key `702.170d/no`)."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Reason:
        """Frozen data is shared between copies of a game."""
        return self


_REGISTER: dict[str, Rule] = {}


def rule(*numbers: str) -> Callable[[_Function], _Function]:
    """Register a function as the executable form of one or more rules.

    The docstring's first line must begin with `CR NUMBER: `; raises ValueError otherwise, DuplicateRuleError for a number
    that another function has already.
    """

    def register(function: _Function) -> _Function:
        first = (function.__doc__ or "").strip().splitlines()[0] if function.__doc__ else ""
        match = re.match(r"CR ([\d., a-z-]+): (.+)", first)
        if match is None or not match.group(1).startswith(numbers[0]):
            raise ValueError(
                f"{function.__qualname__}: the docstring must begin with 'CR {numbers[0]}: …', got {first!r}"
            )
        for number in numbers:
            if not _NUMBER.fullmatch(number):
                raise ValueError(f"not a rule number: {number!r}")
            known = _REGISTER.get(number)
            if known is not None and _place(known.function) != _place(function):
                raise DuplicateRuleError(
                    f"{number} is {known.function.__qualname__}, and again {function.__qualname__}"
                )
            _REGISTER[number] = Rule(number, function, match.group(2))
        return function

    return register


def _place(function: Callable[..., Any]) -> tuple[str, str]:
    return function.__module__, function.__qualname__


def registered() -> Mapping[str, Rule]:
    """All executable rules by number; import kb.checker.modules first to have them all.

    >>> import kb.checker.modules
    >>> registered()["704.5f"].number
    '704.5f'
    """
    return dict(_REGISTER)


def within(number: str, cited: str) -> bool:
    """Whether a rule is the cited one or below it (702.170c is within 702.170).

    >>> within("702.170c", "702.170"), within("702.17", "702.1"), within("704.5f", "704.5f")
    (True, False, True)
    """
    if number == cited:
        return True
    if "." not in cited:
        return number.startswith(cited + ".")
    return number.startswith(cited) and number[len(cited) :].isalpha()
