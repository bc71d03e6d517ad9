"""Which fields of the nodes of Oracle texts the checker's code reads, found in its source (no code is run).

Types are followed as far as they are written down: annotations of parameters, variables, results and fields, `isinstance`,
`match` patterns, loops over tuples. What is not written down is not seen: then a field counts as unread, and a test says so.
"""

from __future__ import annotations

import ast as python
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path

from kb.checker.oracle import ast
from tests.node_types import (
    FIELDS,
    NODES,
    UNKNOWN,
    Env,
    Holds,
    Read,
    Type,
    Word,
    holding,
    inside,
    joined,
    merge,
)

ROOT = Path(__file__).parent.parent / "kb" / "checker"


class Reads(python.NodeVisitor):
    """Follows one module; `found` are the fields that it reads."""

    def __init__(
        self, returns: Mapping[str, Type], attributes: Mapping[str, Type], names: Iterable[str] = ()
    ) -> None:
        self.names = frozenset(names)
        """Node classes that the module imports by their bare names."""
        self.returns = returns
        self.attributes = attributes
        self.found: set[Read] = set()

    # --- types ---------------------------------------------------------------------------------------

    def annotation(self, node: python.expr | None) -> Type:
        """What an annotation says."""
        match node:
            case python.Constant(str(text)):
                return self.annotation(python.parse(text, mode="eval").body)
            case python.Attribute(python.Name("ast"), name):
                return frozenset({NODES[name]}) if name in NODES else UNKNOWN
            case python.Name(name):
                return frozenset({NODES[name]}) if name in self.names else UNKNOWN
            case python.BinOp(left, python.BitOr(), right):
                return self.annotation(left) | self.annotation(right)
            case python.Subscript(python.Name("type"), _):
                return UNKNOWN
            case python.Subscript(_, inside):
                parts = inside.elts if isinstance(inside, python.Tuple) else [inside]
                inner: Type = frozenset().union(*(self.annotation(part) for part in parts))
                return frozenset({Holds(inner)}) if inner else UNKNOWN
        return UNKNOWN

    def classes(self, node: python.expr) -> list[type[ast.Node]]:
        """The node classes that `isinstance` is asked about."""
        if isinstance(node, python.Tuple):
            return [one for part in node.elts for one in self.classes(part)]
        return [one for one in self.annotation(node) if isinstance(one, type)]

    def read(self, of: Type, name: str, *, below: bool = False) -> Type:
        """An attribute is read: note it, and give its type; `below`: on classes that derive from the one known, too."""
        result: set[object] = set()
        for one in of:
            if isinstance(one, Holds):
                if name == "part":  # of an `InEffect`
                    result |= one.inner
                continue
            if isinstance(one, Word):
                continue
            assert isinstance(one, type)
            for owner in {one, *(sub for sub in set(NODES.values()) if below and issubclass(sub, one))}:
                if (owner, name) in FIELDS:
                    self.found.add((owner, name))
                    result |= FIELDS[owner, name]
        return frozenset(result) or (UNKNOWN if of else self.attributes.get(name, UNKNOWN))

    def type_of(self, node: python.expr | None, env: Env) -> Type:
        """The type of an expression; what it reads is noted on the way."""
        match node:
            case None:
                return UNKNOWN
            case python.Constant(str(text)):
                return frozenset({Word(text)})
            case python.Name(name):
                return env.get(name, UNKNOWN)
            case python.Attribute(value, name):
                if isinstance(value, python.Name) and value.id == "ast":
                    return UNKNOWN
                found = self.read(self.type_of(value, env), name)
                return env.get(python.unparse(node)) or found
            case python.Subscript(value, index):
                self.type_of(index, env)
                return inside(self.type_of(value, env))
            case python.IfExp(test, then, other):
                self.type_of(test, env)
                yes, no = dict(env), dict(env)
                self.narrow(test, yes, True)
                self.narrow(test, no, False)
                return self.type_of(then, yes) | self.type_of(other, no)
            case python.BoolOp(op, values):
                inner = dict(env)
                result: Type = UNKNOWN
                for value in values:
                    result |= self.type_of(value, inner)
                    self.narrow(value, inner, isinstance(op, python.And))
                return result
            case python.NamedExpr(python.Name(name), value):
                env[name] = self.type_of(value, env)
                return env[name]
            case python.Call():
                return self.call(node, env)
            case (
                python.ListComp(element, generators)
                | python.SetComp(element, generators)
                | python.GeneratorExp(element, generators)
            ):
                return holding(self.type_of(element, self.bound(generators, env)))
            case python.DictComp(key, value, generators):
                inner = self.bound(generators, env)
                return holding(self.type_of(key, inner) | self.type_of(value, inner))
            case python.Tuple(elements) | python.List(elements) | python.Set(elements):
                return holding(frozenset().union(*(self.type_of(one, env) for one in elements)))
            case python.Starred(value):
                return inside(self.type_of(value, env))
            case python.Lambda(arguments, body):
                inner = {
                    name: what
                    for name, what in env.items()
                    if name not in {one.arg for one in arguments.args}
                }
                self.type_of(body, inner)
                return UNKNOWN
            case python.expr():
                for child in python.iter_child_nodes(node):
                    if isinstance(child, python.expr):
                        self.type_of(child, env)
        return UNKNOWN

    def call(self, node: python.Call, env: Env) -> Type:
        """The type of a call's result."""
        given = [self.type_of(one, env) for one in node.args]
        for keyword in node.keywords:
            self.type_of(keyword.value, env)
        match node.func:
            case python.Name("getattr"):
                names = [one.text for one in given[1] if isinstance(one, Word)]
                return frozenset().union(*(self.read(given[0], name, below=True) for name in names))
            case python.Name("parts" | "keyword_nodes" as name):
                wanted = self.classes(node.args[1]) if name == "parts" else [ast.Keyword]
                return holding(holding(frozenset(wanted)) if name == "parts" else frozenset(wanted))
            case python.Name(
                "list"
                | "tuple"
                | "sorted"
                | "reversed"
                | "set"
                | "iter"
                | "next"
                | "enumerate"
                | "zip" as name
            ):
                merged: Type = frozenset().union(*given)
                return inside(merged) if name == "next" else merged
            case python.Name(name):
                return self.returns.get(name, UNKNOWN)
            case python.Attribute(value, name):
                if not self.type_of(value, env):
                    return self.returns.get(name, UNKNOWN)
            case other:
                self.type_of(other, env)
        return UNKNOWN

    def bound(self, generators: Iterable[python.comprehension], env: Env) -> Env:
        """The variables of a comprehension."""
        inner = dict(env)
        for one in generators:
            self.bind(one.target, inside(self.type_of(one.iter, inner)), inner)
            for test in one.ifs:
                self.type_of(test, inner)
                self.narrow(test, inner, True)
        return inner

    def bind(self, target: python.expr, what: Type, env: Env) -> None:
        """Something is assigned; of a pair, each name may be any of what it holds."""
        if isinstance(target, python.Name):
            env[target.id] = what
        elif isinstance(target, python.Tuple | python.List):
            for one in target.elts:
                self.bind(one, inside(what) or what, env)
        elif isinstance(target, python.Attribute):
            self.type_of(target.value, env)

    def narrow(self, test: python.expr, env: Env, holds: bool) -> None:
        """What is known once a test was true (or false)."""
        match test:
            case python.Call(python.Name("isinstance"), [python.Name() | python.Attribute() as value, what]):
                name, asked = python.unparse(value), self.classes(what)
                if holds:
                    env[name] = frozenset(asked)
                elif asked:
                    env[name] = frozenset(one for one in env.get(name, UNKNOWN) if one not in asked)
            case python.UnaryOp(python.Not(), inner):
                self.narrow(inner, env, not holds)
            case python.BoolOp(op, values) if isinstance(op, python.And) == holds:
                for value in values:
                    self.narrow(value, env, holds)

    # --- statements ----------------------------------------------------------------------------------

    def run(self, body: Iterable[python.stmt], env: Env) -> bool:
        """Follow statements; whether they end by leaving."""
        return any(self.step(one, env) for one in body)

    def step(self, one: python.stmt, env: Env) -> bool:
        """Follow one statement."""
        match one:
            case python.FunctionDef():
                self.function(one, env)
            case python.ClassDef():
                self.run(one.body, dict(env))
            case python.If(test, body, other):
                self.type_of(test, env)
                yes, no = dict(env), dict(env)
                self.narrow(test, yes, True)
                self.narrow(test, no, False)
                left, right = self.run(body, yes), self.run(other, no)
                if left and right:
                    return True
                merge(env, no if left else yes if right else joined(yes, no))
            case python.For(target, source, body, other):
                self.bind(target, inside(self.type_of(source, env)), env)
                inner = dict(env)
                self.run(body, inner)
                self.run(other, inner)
                merge(env, joined(env, inner))
            case python.While(test, body, _):
                self.type_of(test, env)
                inner = dict(env)
                self.narrow(test, inner, True)
                self.run(body, inner)
            case python.With(items, body):
                for item in items:
                    self.type_of(item.context_expr, env)
                return self.run(body, env)
            case python.Try(body, handlers, other, final):
                self.run(body, env)
                for handler in handlers:
                    self.run(handler.body, dict(env))
                self.run([*other, *final], env)
            case python.Match(subject, cases):
                self.match(subject, cases, env)
            case python.Assert(test):
                self.type_of(test, env)
                self.narrow(test, env, True)
            case python.AnnAssign(target, annotation, value):
                self.type_of(value, env)
                self.bind(target, self.annotation(annotation), env)
            case python.Assign(targets, value):
                what = self.type_of(value, env)
                for target in targets:
                    self.bind(target, what, env)
            case python.Return(value):
                self.type_of(value, env)
                return True
            case python.Raise() | python.Continue() | python.Break():
                for child in python.iter_child_nodes(one):
                    if isinstance(child, python.expr):
                        self.type_of(child, env)
                return True
            case _:
                for child in python.iter_child_nodes(one):
                    if isinstance(child, python.expr):
                        self.type_of(child, env)
        return False

    def function(self, one: python.FunctionDef, env: Env) -> None:
        """Follow a function with what its annotations say."""
        inner = dict(env)
        for argument in (*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs):
            inner[argument.arg] = self.annotation(argument.annotation)
        self.run(one.body, inner)

    def match(self, subject: python.expr, cases: Iterable[python.match_case], env: Env) -> None:
        """Follow a match statement."""
        what = self.type_of(subject, env)
        for case in cases:
            inner = dict(env)
            classes = self.pattern(case.pattern, what, inner)
            if isinstance(subject, python.Name) and classes:
                inner[subject.id] = frozenset(classes)
            self.type_of(case.guard, inner)
            self.run(case.body, inner)

    def pattern(self, pattern: python.pattern, what: Type, env: Env) -> list[type[ast.Node]]:
        """Bind what a pattern takes apart; gives the classes that it asks for."""
        match pattern:
            case python.MatchClass(cls, positional, names, values):
                classes = self.classes(cls)
                for one in classes:
                    given = [
                        *zip((f.name for f in fields(one)), positional, strict=False),
                        *zip(names, values, strict=True),
                    ]
                    for name, inner in given:
                        if not (
                            isinstance(inner, python.MatchAs) and inner.name is None and inner.pattern is None
                        ):
                            self.pattern(inner, self.read(frozenset({one}), name), env)
                return classes
            case python.MatchOr(patterns):
                return [one for part in patterns for one in self.pattern(part, what, env)]
            case python.MatchAs(inner_pattern, name):
                classes = self.pattern(inner_pattern, what, env) if inner_pattern is not None else []
                if name is not None:
                    env[name] = frozenset(classes) or what
                return classes
        return []


def trees(root: Path = ROOT) -> dict[Path, python.Module]:
    """The modules whose reading counts: all but the reader of texts and what only measures."""
    return {
        path: python.parse(path.read_text(encoding="utf-8"))
        for path in sorted(root.rglob("*.py"))
        if "oracle" not in path.relative_to(root).parts
        and path.stem not in ("executable", "honoured", "vocabulary")
    }


def imported(module: python.Module) -> set[str]:
    """The node classes that a module imports by name."""
    return {
        alias.asname or alias.name
        for one in python.walk(module)
        if isinstance(one, python.ImportFrom) and (one.module or "").startswith("kb.checker.oracle.ast")
        for alias in one.names
        if alias.name in NODES
    }


def reads(modules: Iterable[python.Module]) -> set[Read]:
    """Every field of a node that some code reads."""
    modules = list(modules)
    returns: dict[str, Type] = {}
    attributes: dict[str, Type] = {}
    for module in modules:
        plain = Reads({}, {}, imported(module))
        for one in python.walk(module):
            if isinstance(one, python.FunctionDef):
                returns[one.name] = returns.get(one.name, UNKNOWN) | plain.annotation(one.returns)
            elif isinstance(one, python.ClassDef):
                for part in one.body:
                    if isinstance(part, python.AnnAssign) and isinstance(part.target, python.Name):
                        name = part.target.id
                        attributes[name] = attributes.get(name, UNKNOWN) | plain.annotation(part.annotation)
    found: set[Read] = set()
    for module in modules:
        following = Reads(returns, attributes, imported(module))
        following.run(module.body, {})
        found |= following.found
    return found
