"""Changes one place of the checker at a time and sees whether a test nearby notices.

`python -m tests.mutants [--count 300] [--seed 0] [--in PART_OF_A_PATH]`: draws places in the functions of `kb/checker`,
changes the code of the running function (a child process for each change), and plays the scenarios whose lines of code
include it: our own, those with real cards, those handed over. What is left is given to the tests of its part. Survivors
are listed; the last line says how many were noticed.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import functools
import gc
import io
import json
import os
import random
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "kb" / "checker"
LIMIT = 40
"""Seconds of processor time for one change; what takes longer is noticed."""
NEXT_TO: dict[str, list[str]] = {
    "kb/checker/oracle/": ["test_oracle_read.py", "test_oracle_meaning.py", "test_oracle_in_play.py"],
    "kb/checker/": ["test_checker_scenario.py", "test_checker_limits.py", "test_checker_phrases.py"],
}
"""Tests, besides the scenarios, that are near a part: by the first path that fits."""
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: where, and what."""

    path: str
    line: int
    what: str
    function: str
    """Name and first line of the outermost function around it."""
    tree: ast.Module
    """The changed module."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.what}"


def changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], ast.AST | None]]]:
    """What can be changed at a node: in words, and how (giving the node instead, None to drop a statement)."""
    if isinstance(node, ast.Compare):
        new = OPPOSITE.get(type(node.ops[0]))
        if new is not None:
            yield f"{type(node.ops[0]).__name__} to {new.__name__}", functools.partial(_compared, new)
    elif isinstance(node, ast.BoolOp):
        yield "and/or exchanged", _other_operator
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        yield f"{node.value!r} changed", _other_constant
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield "plus/minus exchanged", _other_sign
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "condition negated", _negated
    elif (
        isinstance(node, ast.Call)
        and len(node.args) >= 2
        and not any(isinstance(a, ast.Starred) for a in node.args)
    ):
        yield "first two arguments exchanged", _swapped
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Continue) and not (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant | ast.Yield | ast.YieldFrom)
    ):
        yield "statement dropped", lambda _node: ast.Pass()


def _compared(new: type[ast.cmpop], node: ast.Compare) -> ast.AST:
    node.ops[0] = new()
    return node


def _other_operator(node: ast.BoolOp) -> ast.AST:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def _other_constant(node: ast.Constant) -> ast.AST:
    return ast.Constant(not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1)


def _other_sign(node: ast.BinOp) -> ast.AST:
    node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
    return node


def _negated(node: Any) -> ast.AST:
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return node  # type: ignore[no-any-return]


def _swapped(node: ast.Call) -> ast.AST:
    node.args[0], node.args[1] = node.args[1], node.args[0]
    return node


class _At(ast.NodeTransformer):
    """Changes the node that comes at a place of the walk."""

    def __init__(self, place: int, change: Callable[[Any], ast.AST | None]) -> None:
        self.place, self.change, self.seen = place, change, -1

    def visit(self, node: ast.AST) -> Any:
        self.seen += 1
        if self.seen == self.place:
            made = self.change(node)
            return ast.copy_location(made, node) if made is not None else None
        return self.generic_visit(node)


def _order(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes in the order in which a transformer comes to them."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        yield from _order(child)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Outermost functions and methods."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield f"{node.name}", node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def places(within: str = "") -> list[tuple[str, int, int, str, str]]:
    """Every change that could be made: path, place in the walk, line, which of the node's changes, function."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if within not in name:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = {id(node): number for number, node in enumerate(_order(tree))}
        for function, node in _functions(tree):
            outside = {id(x) for part in getattr(node, "decorator_list", ()) for x in ast.walk(part)}
            for inner in ast.walk(node):
                if id(inner) not in outside and inner is not node and hasattr(inner, "lineno"):
                    found += [
                        (name, place[id(inner)], inner.lineno, what, function) for what, _ in changes(inner)
                    ]
    return found


def mutant(path: str, place: int, line: int, what: str, function: str) -> Mutant:
    """Make the change."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    node = next(node for number, node in enumerate(_order(tree)) if number == place)
    change = dict(changes(node))[what]
    changed = _At(place, change).visit(copy.deepcopy(tree))
    return Mutant(path, line, what, function, ast.fix_missing_locations(changed))


def install(one: Mutant) -> bool:
    """Give the running function its changed code; False where it isn't loaded."""
    code = compile(one.tree, str(ROOT / one.path), "exec")
    wanted = _code_of(code, one.function.split("."))
    if wanted is None:
        return False
    done = False
    for thing in gc.get_objects():
        if not isinstance(thing, types.FunctionType):
            continue
        old = thing.__code__
        if (
            old.co_filename == wanted.co_filename
            and old.co_qualname == wanted.co_qualname
            and old.co_firstlineno == wanted.co_firstlineno
        ):
            thing.__code__ = wanted
            done = True
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and (
            "/oracle/" in one.path
            or one.path.endswith("/cards.py")
            or thing.__module__.endswith(Path(one.path).stem)
        ):
            thing.cache_clear()
    return done


def _code_of(code: types.CodeType, names: list[str]) -> types.CodeType | None:
    for name in names:
        inner = [one for one in code.co_consts if isinstance(one, types.CodeType) and one.co_name == name]
        if not inner:
            return None
        code = inner[-1]
    return code


Test = tuple[str, Callable[[], None]]


def scenarios() -> list[Test]:
    """Every scenario of the tests, as a test of its answers."""
    from kb.checker.scenario import load_text
    from tests.card_base import card_base
    from tests.shared import CARDS, CASES

    base = None
    if CARDS.is_dir():
        with (CARDS / "cards.jsonl").open(encoding="utf-8") as lines:
            base = card_base([json.loads(line) for line in lines])
    found: list[Test] = []
    folders = [
        ROOT / "tests/cases/scenarios",
        *([ROOT / "tests/cases/cards", CASES / "scenarios"] if base else []),
    ]
    for folder in folders:
        for path in sorted(folder.glob("*.yaml")):
            own = folder != folders[1 if base else 0] or not base
            for scenario in load_text(path.read_text(encoding="utf-8")):
                if not hasattr(scenario, "checks"):
                    continue
                found.append(
                    (f"{path.stem}/{scenario.id}", functools.partial(_holds, scenario, base, strict=own))
                )
    return found


def _holds(scenario: Any, base: Any, *, strict: bool) -> None:
    """What the tests demand of a scenario's answers."""
    from kb.checker.runner import run

    report = run(scenario, base)
    for answer, one in zip(report.answers, report.to_json()["checks"], strict=True):
        assert answer.ok is not False, answer
        if strict or answer.status == "determined":
            assert answer.status == "determined", answer
            assert answer.cites, answer
        assert len(one["because"]) <= 6, one
        assert all(reason["say"]["en"] and reason["say"]["ja"] for reason in one["because"]), one


def lines_of(test: Callable[[], None]) -> frozenset[tuple[str, int]] | None:
    """The lines of the checker that a test runs; None where it fails unchanged."""
    seen: set[tuple[str, int]] = set()
    prefix = str(PACKAGE)

    def inner(frame: types.FrameType, event: str, _arg: object) -> Any:
        if event == "line":
            seen.add((frame.f_code.co_filename, frame.f_lineno))
        return inner

    def outer(frame: types.FrameType, _event: str, _arg: object) -> Any:
        return inner if frame.f_code.co_filename.startswith(prefix) else None

    sys.settrace(outer)
    try:
        test()
    except Exception:  # noqa: BLE001 - a test that fails already tells nothing
        return None
    finally:
        sys.settrace(None)
    return frozenset((Path(name).relative_to(ROOT).as_posix(), line) for name, line in seen)


def noticed(one: Mutant, tests: list[Test], *, nearby: bool = True) -> str:
    """By what a change is noticed ("" if by nothing), found out in a child process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, LIMIT)  # its signal ends the process
        by = ""
        with contextlib.suppress(SystemExit):
            by = _tried(one, tests, nearby=nearby)
        os.write(writing, by.encode()[:200])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        by = pipe.read().decode(errors="replace")
    status = os.waitpid(child, 0)[1]
    return by or ("time" if status else "")


def _tried(one: Mutant, tests: list[Test], *, nearby: bool) -> str:
    if not install(one):
        return "not loaded"
    for name, test in tests:
        try:
            test()
        except Exception as problem:  # noqa: BLE001 - any failure notices it
            return f"{name}: {type(problem).__name__}"
    files = (
        next((files for prefix, files in NEXT_TO.items() if one.path.startswith(prefix)), [])
        if nearby
        else []
    )
    if files:
        import pytest

        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            options = [
                "-x",
                "-q",
                "-n",
                "0",
                "-p",
                "no:cacheprovider",
                *(str(ROOT / "tests" / name) for name in files),
            ]
            if pytest.main(options):
                return "nearby tests"
    return ""


def covered(tests: list[Test]) -> dict[tuple[str, int], list[Test]]:
    """The tests that run each line, those that run little first."""
    by_line: dict[tuple[str, int], list[tuple[int, Test]]] = {}
    for test in tests:
        lines = lines_of(test[1])
        for line in lines or ():
            by_line.setdefault(line, []).append((len(lines or ()), test))
    return {
        line: [test for _, test in sorted(found, key=lambda one: one[0])] for line, found in by_line.items()
    }


def main(arguments: list[str] | None = None) -> int:
    """Draw, change, try, and say what nobody noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--in", dest="within", default="", help="only files whose path has this part")
    parser.add_argument("--at", action="append", default=[], help="every change of this path:line instead")
    parser.add_argument("--scenarios-only", action="store_true", help="leave out the other tests nearby")
    given = parser.parse_args(arguments)
    from kb.checker import modules  # registers every handler

    assert modules
    everywhere = places(given.within)
    if given.at:
        drawn = [one for one in everywhere if any(f"{one[0]}:{one[2]}".endswith(at) for at in given.at)]
    else:
        drawn = random.Random(given.seed).sample(everywhere, min(given.count, len(everywhere)))
    begun = time.monotonic()
    tests = covered(scenarios())
    print(
        f"{len(everywhere)} places, {len(tests)} lines run by scenarios, {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    killed = 0
    for number, place in enumerate(drawn, 1):
        one = mutant(*place)
        near = next(
            (
                tests[one.path, line]
                for line in range(one.line, one.line - 6, -1)
                if (one.path, line) in tests
            ),
            [],
        )
        by = noticed(one, near, nearby=not given.scenarios_only)
        killed += bool(by)
        if not by:
            print(f"survived: {one} in {one.function} ({len(near)} scenarios run it)", flush=True)
        if number % 25 == 0:
            print(
                f"{number}: {killed} noticed, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True
            )
    print(f"{killed} of {len(drawn)} noticed ({100 * killed / max(1, len(drawn)):.0f} %), seed {given.seed}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
