"""Whatever comes to nothing says by which rule: one function makes an event void, and it asks for a reason."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from kb.checker.event import Event
from kb.checker.stopping import stop

ROOT = Path(__file__).resolve().parent.parent / "kb" / "checker"


def voids(path: Path) -> list[int]:
    """Lines in which an event is made void."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Attribute) and target.attr == "void" for target in node.targets)
    ]


def test_an_event_is_made_void_in_one_place_only():
    found = {path.name: len(voids(path)) for path in ROOT.rglob("*.py") if voids(path)}
    assert found == {"stopping.py": 1, "events.py": 1}  # events.py: what left at the same moment


def test_nothing_comes_to_nothing_without_a_reason():
    with pytest.raises(ValueError, match="nothing says why"):
        stop(None, Event("damage"))  # type: ignore[arg-type]
