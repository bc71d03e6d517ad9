"""Changes of one place in the code of a running function: what can be changed, and how it is put into effect."""

from __future__ import annotations

import ast
import copy
import functools
import gc
import importlib.machinery
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "kb" / "checker"
SLOW_TO_MAKE = (".explain", ".gram.table")
"""Modules whose caches hold what no card's text is part of."""
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


Place = tuple[str, int, int, str, str]
"""Path, place in the walk, line, which of the node's changes, function."""


def places(within: str = "") -> list[Place]:
    """Every change that could be made."""
    found: list[Place] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if within not in name:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = {id(node): number for number, node in enumerate(_order(tree))}
        for function, node in _functions(tree):
            parts = [*getattr(node, "decorator_list", ()), getattr(node, "args", node)]
            outside = {id(x) for part in (*parts, *_promises(node)) for x in ast.walk(part)}
            for inner in ast.walk(node):
                if id(inner) not in outside and inner is not node and hasattr(inner, "lineno"):
                    found += [
                        (name, place[id(inner)], inner.lineno, what, function) for what, _ in changes(inner)
                    ]
    return found


def _promises(function: ast.AST) -> Iterator[ast.AST]:
    """What a function only promises, which never fails unless something else is wrong: `assert`, `strict=True`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            yield node
        elif isinstance(node, ast.keyword) and node.arg == "strict":
            yield node.value


def mutant(path: str, place: int, line: int, what: str, function: str) -> Mutant:
    """Make the change."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    node = next(node for number, node in enumerate(_order(tree)) if number == place)
    change = dict(changes(node))[what]
    changed = _At(place, change).visit(copy.deepcopy(tree))
    return Mutant(path, line, what, function, ast.fix_missing_locations(changed))


class _Probing(ast.NodeTransformer):
    """Puts in front of each of some nodes a call that tells its number."""

    def __init__(self, wanted: dict[int, list[int]]) -> None:
        self.wanted = wanted

    def visit(self, node: ast.AST) -> Any:
        numbers = self.wanted.get(id(node))
        if isinstance(node, ast.pattern):  # no call can stand there: the whole match tells
            return node
        if isinstance(node, ast.Match):
            numbers = [*(numbers or ()), *(n for x in ast.walk(node) for n in self._of_pattern(x))]
        seen = self.generic_visit(node)
        if not numbers:
            return seen
        name = ast.Name("__reached__", ast.Load())
        calls: list[ast.expr] = [ast.Call(name, [ast.Constant(number)], []) for number in numbers]
        if isinstance(seen, ast.While):
            seen.test = _told(calls, seen.test)
            return seen
        if isinstance(seen, ast.stmt):
            return [*(ast.Expr(call) for call in calls), seen]
        return _told(calls, seen)

    def _of_pattern(self, node: ast.AST) -> list[int]:
        return (
            [n for x in ast.walk(node) for n in self.wanted.get(id(x), ())]
            if isinstance(node, ast.pattern)
            else []
        )


def _told(calls: list[ast.expr], node: Any) -> ast.expr:
    return ast.Subscript(ast.Tuple([*calls, node], ast.Load()), ast.Constant(-1), ast.Load())


def probed(path: str, drawn: list[Place]) -> ast.Module:
    """A module in which each drawn place tells `__reached__` its number in the list whenever it is come to."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    nodes = list(_order(tree))
    wanted: dict[int, list[int]] = {}
    for number, place in enumerate(drawn):
        if place[0] == path:
            wanted.setdefault(id(nodes[place[1]]), []).append(number)
    return ast.fix_missing_locations(_Probing(wanted).visit(tree))  # type: ignore[no-any-return]


def nested(path: str, place: int) -> bool:
    """Whether a place is in a function within a function: one made long ago may be running."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    node = list(_order(tree))[place]
    inner = [
        x
        for _, function in _functions(tree)
        for x in ast.walk(function)
        if x is not function and isinstance(x, ast.FunctionDef | ast.Lambda)
    ]
    return any(node is y for x in inner for y in ast.walk(x))


def imported_as(trees: dict[str, ast.Module]) -> None:
    """Let modules that are imported from now on have these trees instead of what their files say."""
    plain = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: Any, name: str) -> types.CodeType | None:
        path = Path(self.get_filename(name))
        known = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
        return compile(trees[known], str(path), "exec") if known in trees else plain(self, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]


@functools.cache
def running() -> tuple[dict[tuple[str, str, int], list[types.FunctionType]], list[Any]]:
    """Functions by where their code stands, and caches."""
    functions: dict[tuple[str, str, int], list[types.FunctionType]] = {}
    caches = []
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType):
            functions.setdefault(_where(thing.__code__), []).append(thing)
        elif isinstance(thing, functools._lru_cache_wrapper):
            caches.append(thing)
    return functions, caches


def _where(code: types.CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _put(code: types.CodeType | None) -> bool:
    found = running()[0].get(_where(code), []) if code is not None else []
    for function in found:
        function.__code__ = code  # type: ignore[assignment]
    return bool(found)


def install(one: Mutant) -> bool:
    """Give the running function its changed code; False where it isn't loaded."""
    code = compile(one.tree, str(ROOT / one.path), "exec")
    done = _put(_code_of(code, one.function.split(".")))
    fresh(one.path)
    return done


def fresh(path: str) -> None:
    """Empty the caches that may hold what a file has made: for what reads cards all, else all but those of cards read."""
    reads = _reads(path.removesuffix(".py").replace("/", "."))
    for cache in running()[1]:
        home = str(cache.__module__)
        if (
            home.startswith("kb.checker.")
            and (reads or not _reads(home))
            and (not home.endswith(SLOW_TO_MAKE) or home.endswith(f".{Path(path).stem}"))
        ):
            cache.cache_clear()


def _reads(module: str) -> bool:
    """Whether a module reads cards (and imports nothing that plays them)."""
    return ".oracle." in module or module.endswith((".oracle", ".cards"))


def _code_of(code: types.CodeType, names: list[str]) -> types.CodeType | None:
    for name in names:
        inner = [one for one in code.co_consts if isinstance(one, types.CodeType) and one.co_name == name]
        if not inner:
            return None
        code = inner[-1]
    return code
