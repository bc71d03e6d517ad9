"""What can be waited for and what the engine lets happen are one register: it is held against the code that makes events."""

from __future__ import annotations

import ast as python
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import pytest

from kb.checker import check, modules
from kb.checker.event import EMITTED, STATES, Event
from kb.checker.event_data import STATE
from kb.checker.events import happen
from kb.checker.executable import problems
from kb.checker.keys import having
from kb.checker.meaning.states import STATE_KINDS, VERBS, is_emitted
from kb.checker.oracle import ast
from kb.checker.state import Game
from tests.field_reads import trees

assert modules.LOADED
NOT_THROUGH_HAPPEN = {"reflexive", "state"}
"""Events that a trigger is told of without the pipeline: "when you do", and a state that has become true."""


class Made(python.NodeVisitor):
    """The kinds of events, and the states, that a module makes."""

    def __init__(self, module: python.Module) -> None:
        self.module = module
        self.kinds: set[str] = set()
        self.states: set[str] = set()
        self.open: list[str] = []
        """What could not be followed to words."""
        self.inside: list[python.FunctionDef] = []

    def visit_FunctionDef(self, node: python.FunctionDef) -> None:
        self.inside.append(node)
        self.generic_visit(node)
        self.inside.pop()

    def visit_Call(self, node: python.Call) -> None:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, python.Name) else getattr(node.func, "attr", "")
        if name == "STATE":
            words = self.words(node.args[0])
            self.states |= words
            if not words:
                self.open.append(python.unparse(node))
        if name == "Event" and node.args:
            words = self.words(node.args[0])
            self.kinds |= words
            if not words:
                self.open.append(python.unparse(node))

    def words(self, node: python.expr, depth: int = 0) -> set[str]:
        """The words that an expression may be: followed through names, parameters and fields of nodes of the module."""
        if isinstance(node, python.Constant):
            return {node.value} if isinstance(node.value, str) else set()
        if isinstance(node, python.IfExp):
            return self.words(node.body, depth) | self.words(node.orelse, depth)
        if isinstance(node, python.JoinedStr):
            return {python.unparse(node)}
        if depth > 3:
            return set()
        if isinstance(node, python.Subscript):
            return self.words(node.value, depth + 1)
        if isinstance(node, python.Tuple):
            return {word for one in node.elts for word in self.words(one, depth + 1)}
        if isinstance(node, python.Name):
            return self.of_name(node.id, depth + 1)
        if isinstance(node, python.Attribute):  # a field of a node that this module makes
            return {word for value in self.given(node.attr) for word in self.words(value, depth + 1)}
        return set()

    def given(self, field: str) -> list[python.expr]:
        """What the nodes that this module defines are given for a field."""
        places: dict[str, int] = {}
        for one in python.walk(self.module):
            if isinstance(one, python.ClassDef):
                parts = [part.target for part in one.body if isinstance(part, python.AnnAssign)]
                names = [part.id for part in parts if isinstance(part, python.Name)]
                if field in names:
                    places[one.name] = names.index(field)
        return [
            one.args[places[one.func.id]]
            for one in python.walk(self.module)
            if isinstance(one, python.Call) and isinstance(one.func, python.Name)
            if one.func.id in places and len(one.args) > places[one.func.id]
        ]

    def of_name(self, name: str, depth: int) -> set[str]:
        found: set[str] = set()
        for one in self.module.body:  # a constant of this module, or of another
            if isinstance(one, python.Assign) and any(
                isinstance(t, python.Name) and t.id == name for t in one.targets
            ):
                found |= self.words(one.value, depth)
            if isinstance(one, python.ImportFrom) and name in [alias.name for alias in one.names]:
                value = getattr(import_module(one.module or ""), name)
                found |= {
                    word
                    for word in (value if isinstance(value, tuple) else (value,))
                    if isinstance(word, str)
                }
        for function in reversed(self.inside):
            for one in python.walk(function):
                if isinstance(one, python.Assign) and any(
                    isinstance(t, python.Name) and t.id == name for t in one.targets
                ):
                    found |= self.words(one.value, depth)
            names = [argument.arg for argument in function.args.args]
            if name in names:
                place = names.index(name)
                for one in python.walk(self.module):
                    if (
                        isinstance(one, python.Call)
                        and isinstance(one.func, python.Name)
                        and one.func.id == function.name
                        and len(one.args) > place
                    ):
                        found |= self.words(one.args[place], depth)
        return found


def made(modules: Iterable[tuple[Path, python.Module]]) -> tuple[set[str], set[str], list[str]]:
    """Kinds, states and what could not be followed, of modules."""
    kinds: set[str] = set()
    states: set[str] = set()
    left: list[str] = []
    for path, module in modules:
        one = Made(module)
        one.visit(module)
        kinds |= one.kinds
        states |= one.states
        left += [f"{path.name}: {text}" for text in one.open]
    return kinds, states, left


KINDS, MADE_STATES, OPEN = made(trees().items())


def test_each_kind_that_is_declared_is_made_somewhere_and_the_other_way_round():
    assert OPEN == []
    assert KINDS - NOT_THROUGH_HAPPEN == EMITTED


def test_each_state_that_is_declared_is_entered_somewhere_and_the_other_way_round():
    declared = {state for state in STATES if not state.startswith("level ")}
    assert {state for state in MADE_STATES if not state.startswith("f'level ")} == declared


def test_what_stands_for_a_kind_is_one():
    assert set(STATE_KINDS.values()) | set(VERBS.values()) <= EMITTED


@pytest.mark.parametrize(
    "state",
    [
        "exploits",
        "explores",
        "crews",
        "crewed",
        "saddles",
        "regenerates",
        "transformed into Owl",
        "monstrous",
        "renowned",
        "plotted",
    ],
)
def test_what_happens_can_be_waited_for(state: str):
    assert is_emitted(ast.Becomes(ast.Filter("permanent"), state))


@pytest.mark.parametrize(
    "pattern",
    [ast.Becomes(ast.Filter("permanent"), "unfrobnicated"), ast.Becomes(ast.Filter("permanent"), "frobnicated"), ast.Does(None, "expend"),
     ast.Does(None, "frobnicate"), ast.Happens("frobnication")],
)  # fmt: skip
def test_what_nothing_lets_happen_is_not_waited_for(pattern: ast.Becomes | ast.Does | ast.Happens):
    trigger = ast.Triggered(event=pattern, body=ast.Body())
    assert [one.kind for one in problems(trigger)] == ["event"]
    counted = ast.Compare(ast.Happened(pattern), ">=", ast.ONE)
    assert [one.kind for one in problems(counted)] == ["event"]


@pytest.mark.parametrize("event", [Event("frobnicate"), Event("becomes", data=having(STATE("frobnicated")))])
def test_what_is_not_declared_cannot_happen(event: Event):
    with pytest.raises(KeyError, match="frobnicate"):
        happen(Game({}), event)


def test_a_trigger_on_something_undeclared_is_not_modelled():
    cards = {
        "Odd Owl": {
            "types": "Creature — Bird",
            "pt": "1/1",
            "text": "Whenever you expend 4, you gain 1 life.",
        }
    }
    document = {
        "cards": cards,
        "id": "odd",
        "setup": {"A": {"battlefield": ["Odd Owl"]}},
        "checks": [{"life": "A", "expect": 20}],
    }
    (answer,) = check(document).answers
    assert answer.status == "undetermined"
    assert "expend" in answer.why_not["en"]
