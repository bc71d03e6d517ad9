"""What a value of the checker's code may be, as far as its types are written down (for `field_reads`)."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from types import NoneType, UnionType

from kb.checker.oracle import ast

NODES: dict[str, type[ast.Node]] = {
    name: one for name, one in vars(ast).items() if isinstance(one, type) and issubclass(one, ast.Node)
}


@dataclass(frozen=True)
class Holds:
    """Something that holds things of a type: a tuple, a list, an iterator, or `InEffect` with its part."""

    inner: frozenset[object]


@dataclass(frozen=True)
class Word:
    """A string that is written in the code."""

    text: str


Type = frozenset[object]
"""The classes (`Holds`, `Word`) that a value may be; empty where nothing is known."""
UNKNOWN: Type = frozenset()
Env = dict[str, Type]
Read = tuple[type[ast.Node], str]


def field_types() -> dict[Read, Type]:
    """The types of the fields of every node class."""
    found: dict[Read, Type] = {}
    for one in set(NODES.values()):
        hints = typing.get_type_hints(one)
        for name in one.__dataclass_fields__:
            found[one, name] = _of_hint(hints[name])
    return found


def _of_hint(hint: object) -> Type:
    if isinstance(hint, type) and issubclass(hint, ast.Node):
        return frozenset({hint})
    origin = typing.get_origin(hint)
    arguments = [one for one in typing.get_args(hint) if one not in (Ellipsis, NoneType)]
    if origin in (typing.Union, UnionType):
        return frozenset().union(*(_of_hint(one) for one in arguments))
    if origin is tuple:
        inner: Type = frozenset().union(*(_of_hint(one) for one in arguments))
        return frozenset({Holds(inner)}) if inner else UNKNOWN
    return UNKNOWN


FIELDS = field_types()


def inside(what: Type) -> Type:
    """What something holds."""
    return frozenset().union(*(one.inner for one in what if isinstance(one, Holds)))


def holding(what: Type) -> Type:
    """Something that holds things of a type."""
    return frozenset({Holds(what)}) if what else UNKNOWN


def joined(one: Env, other: Env) -> Env:
    """What is known after either of two branches."""
    return {name: one.get(name, UNKNOWN) | other.get(name, UNKNOWN) for name in {*one, *other}}


def merge(env: Env, now: Env) -> None:
    env.clear()
    env.update(now)
