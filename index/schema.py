"""The declaration of an index, on one screen.

A generation is a folder:

    index/CURRENT                     the name of the folder in use, swapped by one rename
    index/gen-00000012-ab12cd/
        manifest.json                 format, engine, generation, current editions, counts
        records.sqlite                what is shown and ranked              (index/records.py)
        names.bin, typos-*.bin        exact tables: card names, spellings   (index/names.py, index/typos.py)
        found.json                    terms that the texts themselves name  (index/found.py)
        current/ cards/ rulings/ older/   one shard of the engine each

A shard holds one field: the tokens of title (three times), text, examples, and what others say about the
document. Positions are kept for phrases, nothing is stored: texts are in the records.

>>> shard_of("cr", "2026-01-16", {"cr": "2026-01-16"}), shard_of("cr", "2009-10-01", {"cr": "2026-01-16"})
('current', 'older')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FORMAT: Final = 6
"""Grows whenever an older index cannot be read, or would be searched wrongly, by this code."""

SHARDS: Final = ("current", "cards", "rulings", "older")
"""Searched apart: 33,000 cards do not drown the rules, old editions cost nothing until asked for."""

FOUND_FILE: Final = "found.json"

TITLE_WEIGHT: Final = 3
"""How often the tokens of a title are repeated."""


def shard_of(source: str, edition: str, current: Mapping[str, str]) -> str:
    """The shard of a document of this source and edition; `current` names each source's edition in force."""
    by_source = {"cards": "cards", "rulings": "rulings"}.get(source)
    if by_source is not None:
        return by_source
    return "current" if not edition or current.get(source, edition) == edition else "older"
