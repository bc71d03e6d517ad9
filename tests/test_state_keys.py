"""What is kept (marks, facts, data of events) is kept under keys: a bare string, which could be misspelt, is refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

from kb.checker.event_data import TO
from kb.checker.keys import Kept, Mark, having
from kb.checker.marks import GOADED, KICKED, LINKED


@pytest.mark.parametrize(
    "use",
    [lambda kept: kept["to"], lambda kept: kept.get("to"), lambda kept: kept.get("toe", 1), lambda kept: kept.pop("to", None),
     lambda kept: kept.__setitem__("to", 1)],
)  # fmt: skip
def test_a_bare_string_is_refused(use: Callable[[Kept[Any]], Any]) -> None:
    with pytest.raises(TypeError, match="is no key"):
        use(having(TO("hand")))


def test_what_is_kept_is_found_under_its_key() -> None:
    kept = having(TO("hand"))
    assert (kept[TO], kept.get(TO), kept.pop(TO), kept.get(TO), TO in kept) == (
        "hand",
        "hand",
        "hand",
        None,
        False,
    )
    with pytest.raises(KeyError):
        kept[TO]


def test_a_key_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        Mark("kicked")


def test_a_key_of_another_kind_is_another() -> None:
    there: Mark[str] = Mark("to")
    assert having(there("exile")).get(TO) is None  # type: ignore[call-overload]


def test_a_family_has_one_key_for_each_word() -> None:
    assert LINKED["exiled"] is LINKED["exiled"]
    assert LINKED["exiled"] is not LINKED["chosen"]


@pytest.mark.parametrize(
    "taken", [copy, deepcopy, lambda one: pickle.loads(pickle.dumps(one)), lambda one: one.also()]
)
def test_a_copy_has_the_same_keys(taken: Callable[[Kept[Any]], Kept[Any]]) -> None:
    kept = having(GOADED({"A": 1}), KICKED(2))
    again = taken(kept)
    assert (type(again), again) == (Kept, kept)
    assert again is not kept


def test_what_is_kept_in_a_deep_copy_is_its_own() -> None:
    kept = having(GOADED({"A": 1}))
    deepcopy(kept)[GOADED]["B"] = 2
    assert kept[GOADED] == {"A": 1}
