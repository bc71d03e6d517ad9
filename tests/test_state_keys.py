"""What is kept (marks, facts, data of events) is kept under keys: a bare string, which could be misspelt, is refused."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from pathlib import Path
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


ROOT = Path(__file__).resolve().parent.parent / "kb"
FILES = [*sorted((ROOT / "checker").rglob("*.py")), ROOT / "replay.py"]
KINDS = {"Mark", "Fact", "PlayerFact", "ScopeFact", "Datum", "Count"}
UNWRITTEN = {"SUSPECTED"}
"""What is asked for though nothing that is modelled brings it about."""
UNREAD = {"EXERTED"}
"""By what objects are told apart that are alike otherwise (`thing_option`)."""


def stores(node: ast.AST) -> list[ast.expr]:
    """The expressions by which a node keeps something under a key: `KEY(…)`, `kept[KEY] = …`, `enters_state(KEY)`."""
    if isinstance(node, ast.Call):
        return [node.func, *(node.args if getattr(node.func, "id", "") == "enters_state" else ())]
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
    return []


def test_what_is_kept_is_read_and_what_is_read_is_kept() -> None:
    declared: set[str] = set()
    written: set[str] = set()
    read: set[str] = set()
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name) and getattr(node.value.func, "id", "") in KINDS:
                    declared.add(target.id)
        nodes = list(ast.walk(tree))
        stored = {id(one) for node in nodes for one in stores(node)}
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                (written if id(node) in stored else read).add(node.id)
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "setdefault":
                written |= {one.id for one in node.args if isinstance(one, ast.Name)}
            if isinstance(node, ast.Tuple):  # of a count, put together before it is used
                written |= {one.id for one in node.elts[:1] if isinstance(one, ast.Name)}
    assert len(declared) > 100
    assert declared - written == UNWRITTEN
    assert declared - read == UNREAD
