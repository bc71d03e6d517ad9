"""The dictionary as it was read, kept beside the database: YAML of 1.3 MB costs a third of a second each time a command starts.

>>> import tempfile
>>> term = Term("plot", "plot", "計画", "けいかく", "keyword_ability", ("702.170",))
>>> folder = Path(tempfile.mkdtemp())
>>> keep(folder, "abc", (term,))
>>> kept(folder, "abc") == (term,), kept(folder, "other")
(True, None)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from scraper.document import Term


def digest(files: Mapping[str, str]) -> str:
    """What tells one state of the files from another.

    >>> digest({"a.yaml": "x"}) == digest({"a.yaml": "y"})
    False
    """
    found = sha256()
    for name, text in files.items():
        found.update(f"{name}\0{text}\0".encode())
    return found.hexdigest()[:20]


def kept(folder: Path, key: str) -> tuple[Term, ...] | None:
    """The terms kept for that state; None where there are none, or the file is damaged."""
    try:
        rows = json.loads((folder / f"terms-{key}.json").read_text(encoding="utf-8"))
        return tuple(map(_term, rows))
    except (OSError, ValueError, TypeError, AttributeError):
        return None  # not there yet, half written, or of another version: read anew


def _term(row: Mapping[str, Any]) -> Term:
    held: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in row.items()
    }
    return Term(**held)


def keep(folder: Path, key: str, terms: Sequence[Term]) -> None:
    """Keep them, and no older ones; a folder that can't be written keeps nothing."""
    from scraper.fetch_cache import write_whole  # what downloads is loaded only where something is written

    path = folder / f"terms-{key}.json"
    try:
        write_whole(path, json.dumps([asdict(term) for term in terms], ensure_ascii=False))
    except OSError:
        return
    for old in folder.glob("terms-*.json"):
        if old != path:
            with suppress(OSError):
                old.unlink()
