"""State that is kept under names (`facts`, `marks`, the `data` of an event, `done`): a name that is read is written somewhere.

A misspelt name would read as "nothing there". So every literal name by which such a dictionary is read has to be one by
which it is written, and the other way round: what is written and never read is dead, or misspelt where it is read.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "kb"
KEPT = ("facts", "marks", "data", "done")
READS = {"get", "pop"}
WRITES = {"setdefault"}


def literal(node: ast.expr) -> str | None:
    """A name as it stands in the code; of one that is put together, what stands before the first variable part."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        first = node.values[0]
        return f"{first.value}…" if isinstance(first, ast.Constant) else None
    return None


def kept(node: ast.expr) -> str | None:
    """Which of the dictionaries an expression is: `game.facts`, `obj.marks`, `event.data`, or a variable named so."""
    if isinstance(node, ast.Attribute) and node.attr in KEPT:
        return node.attr
    if isinstance(node, ast.Name) and node.id in KEPT:
        return node.id
    return None


def uses(tree: ast.AST) -> Iterator[tuple[str, str, bool, int]]:
    """(dictionary, name, whether it is written, line) of each literal use."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and (where := kept(node.value)) is not None:
            name = literal(node.slice)
            if name is not None:
                yield where, name, isinstance(node.ctx, ast.Store), node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            where = kept(node.func.value)
            name = literal(node.args[0])
            if where is not None and name is not None and node.func.attr in READS | WRITES:
                used = node.func.attr in WRITES
                yield where, name, used, node.lineno
                if used:
                    yield where, name, False, node.lineno  # what is kept there is used as well
            if where is not None and node.func.attr == "update" and isinstance(node.args[0], ast.Dict):
                yield from ((where, key, True, node.lineno) for key in names_of(node.args[0]))
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            where, name = kept(node.comparators[0]), literal(node.left)
            if where is not None and name is not None:
                yield where, name, False, node.lineno
        elif isinstance(node, ast.keyword) and node.arg in KEPT and isinstance(node.value, ast.Dict):
            yield from ((node.arg, key, True, node.value.lineno) for key in names_of(node.value))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                where = kept(target)
                if where is not None:
                    yield from ((where, key, True, node.lineno) for key in names_of(node.value))


def names_of(node: ast.Dict) -> Iterator[str]:
    for key in node.keys:
        name = literal(key) if key is not None else None
        if name is not None:
            yield name


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str], dict[bool, list[str]]]:
    places: dict[tuple[str, str], dict[bool, list[str]]] = defaultdict(lambda: {True: [], False: []})
    for path in sorted((ROOT / "checker").rglob("*.py")):
        for where, name, written, line in uses(ast.parse(path.read_text(encoding="utf-8"))):
            places[where, name][written].append(f"{path.relative_to(ROOT)}:{line}")
    return places


BY_STATE = "written by `happenings.become` under the state that the event enters"
WRITTEN_ELSEWHERE = {
    ("facts", "watch"): "the viewer of kb.replay sets it",
    ("marks", "limit_key"): "a Permission's marks, copied to the spell",
    ("marks", "monstrous"): BY_STATE,
    ("marks", "renowned"): BY_STATE,
    ("marks", "suspected"): BY_STATE,
    ("marks", "saddled"): BY_STATE,
    ("marks", "crewed"): BY_STATE,
    ("marks", "chosen:color"): "written under what the text lets one choose (`chosen:…`)",
    ("marks", "adventure"): "kept through the move by `Event.data['keep']`",
    ("marks", "echoed"): "written under the name of the keyword",
    ("done", "drawstep:…"): "written by `happenings.draw` under a name it has put together",
}
"""Names that are read and written under a name that isn't literal: where."""


def test_what_is_read_is_written_somewhere(found) -> None:
    silent = {
        (where, name): places[False]
        for (where, name), places in found.items()
        if not places[True] and (where, name) not in WRITTEN_ELSEWHERE and not _of_document(where, places)
    }
    assert silent == {}


def _of_document(where: str, places: dict[bool, list[str]]) -> bool:
    """Whether `data` there is an entry of the document, whose keys the schema holds."""
    return where == "data" and all(place.split(":")[0].endswith(DOCUMENT) for place in places[False])


DOCUMENT = (
    "checks.py", "cards.py", "setup.py", "attractions.py", "bestow.py", "exerted.py", "foretell.py", "more_state.py",
    "transforming.py", "phasing.py", "plot.py", "rooms.py",
)  # fmt: skip
"""Files whose `data` is an entry of the setup or a check."""


def test_the_exceptions_are_needed(found) -> None:
    assert [key for key in WRITTEN_ELSEWHERE if found[key][True] or not found[key][False]] == []


def test_misspelt_names_are_seen() -> None:
    seen = set(uses(ast.parse('game.facts["monarch"] = 1\nobj.marks.get("plotted")\nx in event.data')))
    assert {one[:3] for one in seen} == {("facts", "monarch", True), ("marks", "plotted", False)}
