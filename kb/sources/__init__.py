"""The sources that an update knows; each is a module of its own, loaded when it is used.

>>> NAMES[:3]
('cr', 'cr-ja', 'wiki')
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from kb.errors import BadInput
from kb.sources.model import SourceAdapter

NAMES: Final = ("cr", "cr-ja", "wiki", "cards", "rulings")
"""Every source, in the order in which `mtgkb update` brings them up to date."""


def source(name: str) -> SourceAdapter:
    """The source of that name; raises BadInput that lists them.

    >>> source("cr").id
    'cr'
    """
    if name not in NAMES:
        raise BadInput(
            f"no source {name!r} (expected one of {', '.join(NAMES)})",
            f"情報源 {name!r} はありません（使えるもの：{'、'.join(NAMES)}）",
        )
    adapter: SourceAdapter = import_module(f"kb.sources.{name.replace('-', '_')}").SOURCE
    return adapter
