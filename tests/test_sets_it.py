"""What the resolution of pronouns believes of instructions, their handlers do.

After an instruction of `SETS_IT` "it" is what that instruction dealt with: so its handler has to set `scope.it` on every
way through it, or call a function that does. Otherwise "it" would be what an instruction before had dealt with.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

import pytest

from kb.checker import modules
from kb.checker.dispatch import effects
from kb.checker.oracle.mentions import SETS_IT

assert modules.LOADED


def sets(function: Callable[..., Any], seen: frozenset[str] = frozenset()) -> bool:
    """Whether every way through a function sets `scope.it`, by itself or by what it calls."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return _always(tree.body, function, seen | {function.__name__})


def _always(body: list[ast.stmt], function: Callable[..., Any], seen: frozenset[str]) -> bool:
    """Whether the statements set it before they end, and on every return among them."""
    for statement in body:
        if isinstance(statement, ast.Return):
            return statement.value is not None and _sets(statement, function, seen)
        if isinstance(statement, ast.Raise):
            return True
        if isinstance(statement, ast.If):
            both = [_always(branch, function, seen) for branch in (statement.body, statement.orelse)]
            if all(both) and statement.orelse:
                return True
            if not both[0] and any(
                isinstance(node, ast.Return) for node in ast.walk(ast.Module(statement.body, []))
            ):
                return False
        elif not isinstance(statement, ast.For | ast.While) and _sets(statement, function, seen):
            return True
    return False


def _sets(statement: ast.stmt, function: Callable[..., Any], seen: frozenset[str]) -> bool:
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute) and node.attr == "it" and isinstance(node.ctx, ast.Store):
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in seen:
            if node.func.id == "done":  # it says what was dealt with only where it is told
                if len(node.args) > 2:
                    return True
                continue
            called = inspect.unwrap(function).__globals__.get(node.func.id)
            ours = inspect.isfunction(called) and called.__module__.startswith("kb.checker")
            if ours and sets(called, seen):
                return True
    return False


@pytest.mark.parametrize("kind", sorted(SETS_IT, key=lambda one: one.__name__), ids=lambda one: one.__name__)
def test_the_handler_of_each_such_instruction_sets_it(kind: type[Any]) -> None:
    assert sets(effects[kind]), f"{effects[kind].__name__} has a way on which 'it' stays what it was"
