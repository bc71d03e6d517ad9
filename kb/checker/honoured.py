"""Fields of nodes that no handler reads: a node that says something there is not modelled.

The register is small and exact: a test reads the code of the checker, finds which fields of every node class some handler
reads, and demands that what is left stands here. A new field is therefore either read or refused.
"""

from __future__ import annotations

from typing import Any

from kb.checker.oracle import ast

UNREAD_FIELDS: dict[type[ast.Node], dict[str, Any]] = {}
"""By class: the fields that nobody reads, with the value that says nothing."""


def refused_field(node: ast.Node) -> str | None:
    """The first field of a node in which it says something that no handler reads, or None."""
    unread = UNREAD_FIELDS.get(type(node))
    if unread is not None:
        for name, default in unread.items():
            if getattr(node, name) != default:
                return name
    return None
