"""The list of kinds of question.

>>> len(kinds()) > 5
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

from kb.asking.asked import Asked
from kb.asking.model import NotUnderstood, Reading

Builder = Callable[[Asked], Iterator[Reading | NotUnderstood]]

_BUILDERS: dict[str, Builder] = {}
_MODULES: Final = (
    "plot",
    "timing",
    "speed",
    "attractions",
    "planes",
    "combat",
    "values",
    "zones",
    "events",
    "watchers",
    "removal",
    "general",
    "wide_combat",
    "wide_targets",
    "wide_events",
    "wide_named",
)
"""Modules of `kb.asking.kinds`. A new kind is a module here and a decorated function."""


def kind(name: str) -> Callable[[Builder], Builder]:
    """Register the builder of a kind of question; a name stands once."""

    def register(builder: Builder) -> Builder:
        if name in _BUILDERS:
            raise ValueError(f"two builders for the kind of question {name!r}")
        _BUILDERS[name] = builder
        return builder

    return register


def kinds() -> tuple[Builder, ...]:
    """All builders, in order."""
    for module in _MODULES:
        import_module(f"kb.asking.kinds.{module}")
    return tuple(_BUILDERS.values())
