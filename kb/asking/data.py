"""Reading the data files of this package."""

from __future__ import annotations

from typing import Any, Final

import yaml

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml reads ten times as fast where it is there."""


def tree(text: str) -> Any:
    """What a YAML text says.

    >>> tree("{a: [1, 2]}")
    {'a': [1, 2]}
    """
    return yaml.load(text, Loader=_LOADER)  # noqa: S506 - both are safe
