"""The kinds of node that Oracle text is read into.

Every node is a frozen dataclass that derives from one of these kinds, so that an interpreter can be a
table from node class to function. A place where text could not be read holds the `Unread…` node of its
kind (`UnreadEffect`, `UnreadCondition` …) with the words; everything around it stays read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Self


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that Oracle text is read into."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Frozen data is shared between copies of a game."""
        return self


@dataclass(frozen=True, slots=True)
class Predicate(Node):
    """Something that is true or false of one object or player."""


@dataclass(frozen=True, slots=True)
class Ref(Node):
    """One or more objects or players, found when the text is followed."""


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """A number, found when the text is followed."""


@dataclass(frozen=True, slots=True)
class Condition(Node):
    """Something that is true or false of the game."""


@dataclass(frozen=True, slots=True)
class Event(Node):
    """A pattern for things that happen: triggers, replacements and looking back at a turn use it."""


@dataclass(frozen=True, slots=True)
class Effect(Node):
    """One instruction."""


@dataclass(frozen=True, slots=True)
class Change(Node):
    """What a continuous effect does to the objects it applies to (CR 613)."""


@dataclass(frozen=True, slots=True)
class Part(Node):
    """One continuous, cost-changing, rules-changing, replacement or prevention effect."""


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """One payment of a cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability(Node):
    """One ability; `text` is its paragraph of the Oracle text, reminder text left out."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """Mixed into the `Unread…` nodes: `isinstance(node, Unread)` finds what could not be read."""

    text: str


def parts(node: object) -> Iterator[Node]:
    """The nodes directly below a node (or a tuple of nodes), in order of their fields.

    >>> list(parts((Node(), (Node(),))))
    [Node(), Node()]
    """
    if isinstance(node, tuple):
        for item in node:
            if isinstance(item, Node):
                yield item
            else:
                yield from parts(item)
    elif isinstance(node, Node):
        for field in fields(node):
            value = getattr(node, field.name)
            yield from parts((value,))


def walk(node: object) -> Iterator[Node]:
    """The node and all nodes below it, in order of their fields.

    >>> [type(part).__name__ for part in walk(Node())]
    ['Node']
    """
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif isinstance(node, Node):
        yield node
        for field in fields(node):
            yield from walk(getattr(node, field.name))


def unread(node: object) -> tuple[str, ...]:
    """The texts below a node (or a tuple of nodes) that could not be read, in order.

    >>> unread(())
    ()
    """
    return tuple(part.text for part in walk(node) if isinstance(part, Unread))
