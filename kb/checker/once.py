"""What is worked out once for each object, by identity: nodes never change, and comparing whole trees costs more than it saves.

>>> seen = []
>>> count = once(lambda given: seen.append(given) or len(given))
>>> words = ("a", "b")
>>> count(words), count(words), len(seen)
(2, 2, 1)
"""

from __future__ import annotations

from collections.abc import Callable
from dis import get_instructions
from functools import cache
from inspect import CO_VARARGS, CO_VARKEYWORDS
from typing import Any, TypeVar

G = TypeVar("G")
R = TypeVar("R")
MOST = 1 << 14
"""Objects kept at a time; all are forgotten when there are more."""


def once(function: Callable[[G], R]) -> Callable[[G], R]:
    """The function, asked once for each object; what it is given must never change."""
    kept: dict[int, tuple[G, R]] = {}

    def asked(given: G) -> R:
        found = kept.get(id(given))
        if found is not None:  # the object is kept too, so that no other one can have its identity
            return found[1]
        if len(kept) >= MOST:
            kept.clear()
        result = function(given)
        kept[id(given)] = given, result
        return result

    return asked


@cache
def needs_only_the_last(function: Callable[..., Any]) -> bool:
    """Whether a function of three arguments never looks at the first two, so that its result stays while the third does.

    >>> needs_only_the_last(lambda game, obj, node: [node]), needs_only_the_last(lambda game, obj, node: [obj])
    (True, False)
    """
    code = getattr(function, "__code__", None)
    if code is None or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
        return False
    unused = set(code.co_varnames[:2])
    if unused & set(code.co_cellvars):
        return False
    return not any("LOAD" in one.opname and one.argval in unused for one in get_instructions(code))
