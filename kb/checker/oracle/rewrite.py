"""Rebuilding trees of nodes: every node is frozen, so a change makes a new tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from kb.checker.oracle.ast import Amount, CostChange, CountedMana, ManaCost, Node, PayMana, X

T = TypeVar("T")


_FIELDS: dict[type, tuple[str, ...]] = {}


def field_names(kind: type[Node]) -> tuple[str, ...]:
    """Names of a node's fields; looked up once for each class, because this is asked for every node."""
    known = _FIELDS.get(kind)
    if known is None:
        known = _FIELDS[kind] = tuple(field.name for field in fields(kind))
    return known


def rewrite(node: Any, change: Callable[[Any], Any]) -> Any:
    """The tree with every node replaced by what `change` makes of it, from the top; a node that `change`
    returns as it is has its fields rewritten. One node in two places stays one.

    >>> from kb.checker.oracle.ast import Half, Number, X
    >>> rewrite(Half(X(), True), lambda node: Number(4) if isinstance(node, X) else node)
    Half(amount=Number(value=4), up=True)
    """
    return _rewrite(node, change, {})


def _rewrite(node: Any, change: Callable[[Any], Any], known: dict[int, Any]) -> Any:
    if isinstance(node, tuple):
        items = tuple(_rewrite(item, change, known) for item in node)
        return items if any(a is not b for a, b in zip(items, node, strict=True)) else node
    if not isinstance(node, Node):
        return node
    if id(node) in known:
        return known[id(node)]
    changed = change(node)
    if changed is node:
        updates = {}
        for name in field_names(type(node)):
            old = getattr(node, name)
            if isinstance(old, Node | tuple):
                new = _rewrite(old, change, known)
                if new is not old:
                    updates[name] = new
        changed = replace(node, **updates) if updates else node
    known[id(node)] = changed
    return changed


def where_x(node: T, amount: Amount) -> T:
    """ "Where X is …": every X of the tree is that amount, also the {X} of mana that is paid; costs that change change so often.

    >>> from kb.checker.oracle.ast import ManaCost, Number
    >>> where_x(ManaCost("{X}"), Number(2))
    CountedMana(symbols='{X}', x=Number(value=2), times=Number(value=1))
    """

    def change(part: Any) -> Any:
        if isinstance(part, X):
            return amount
        if isinstance(part, ManaCost) and "{X}" in part.symbols:
            return CountedMana(part.symbols, amount)
        if isinstance(part, PayMana) and "{X}" in part.mana and part.x is None:
            return replace(part, x=amount, who=rewrite(part.who, change))
        if isinstance(part, CostChange) and part.by == "{X}":
            return replace(part, by="{1}", times=amount, what=rewrite(part.what, change))
        return part

    result: T = rewrite(node, change)
    return result


def substitute(node: T, old: Node, new: Node) -> T:
    """The tree with one node replaced wherever it stands."""
    result: T = rewrite(node, lambda part: new if part == old else part)
    return result
