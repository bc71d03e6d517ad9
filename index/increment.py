"""What of an earlier build can be kept: records that did not change, shards that hold just those.

A build starts from the generation in use, or from a first build that was killed: its folder has no manifest
yet, but a note of its process and of the shards that are whole.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from index import layout
from index.engine import Engine, EngineError
from index.prepare import Preparer
from index.records import FILE, Record
from index.schema import FORMAT, SHARDS
from scraper.document import Document

_NOTE = "building.json"


@dataclass(frozen=True, slots=True)
class Known:
    """A record of the earlier build."""

    key: int
    shard: str
    digest: str
    made: str


@dataclass(slots=True)
class Base:
    """What an earlier build left, and what the new one changes of it.

    >>> Base().next_key
    1
    """

    known: dict[tuple[str, str, str], Known] = field(default_factory=dict)
    """By id, source and edition."""
    shards: Path | None = None
    """Where shards of the earlier build lie, None when there are none."""
    whole: set[str] = field(default_factory=set)
    """Shards that hold just the known records."""
    same_terms: bool = False
    next_key: int = 1
    added: Counter[str] = field(default_factory=Counter)
    """How many records are new, by shard."""
    removed: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Keys that are gone, by shard."""

    @property
    def gone(self) -> list[int]:
        """Keys of all shards that are gone."""
        return [key for keys in self.removed.values() for key in keys]

    def changes(self, documents: Iterable[Document], preparer: Preparer) -> Iterator[Record]:
        """The records that are new or changed; what is left over afterwards is counted as removed."""
        seen: set[tuple[str, str, str]] = set()
        key = self.next_key
        for document in documents:
            place = (document.id, document.source.id, document.source.edition)
            if place in seen:
                continue
            seen.add(place)
            preparer.remember(document)
            known = self.known.get(place)
            digest = preparer.digest(document)
            if known is not None and self.same_terms and known.digest == digest:
                continue
            record = preparer.record(document, key, digest)
            if known is not None:
                if (known.digest, known.made) == (digest, record.made):
                    continue
                self.removed[known.shard].append(known.key)
            self.added[record.shard] += 1
            key += 1
            yield record
        for place, known in self.known.items():
            if place not in seen:
                self.removed[known.shard].append(known.key)

    def keeps(self, shard: str, size: int, *, in_place: bool) -> bool:
        """Whether adding to the earlier shard beats writing all of its `size` records anew.

        One that is not a copy is kept only unchanged: killed halfway it could not be trusted.
        """
        changed = self.added[shard] + len(self.removed[shard])
        return shard in self.whole and changed <= (0 if in_place else 0.3 * size)


def base_of(root: Path, engine: Engine, terms: str, aside: Path) -> Base:
    """The base for a build in the empty folder `aside`: the generation in use, or nothing."""
    folder = layout.current_folder(root)
    if folder is None:
        return Base()
    try:
        manifest = layout.read_manifest(folder)
        if manifest.engine != engine.name:
            return Base()
        base = _read(folder, set(SHARDS), manifest.terms == terms)
        sizes = Counter(one.shard for one in base.known.values())
        for shard in SHARDS:
            reader = engine.open(folder / shard)
            if len(reader) != sizes[shard]:
                base.whole.discard(shard)
            reader.close()
        shutil.copyfile(folder / FILE, aside / FILE)
    except (layout.IndexUnusableError, EngineError, OSError, sqlite3.Error):
        return Base()
    return base


def resume(root: Path, engine: str, terms: str) -> tuple[Path, Base] | None:
    """The folder of a first build that was killed, and what of it can be kept; None when there is none.

    Folders of dead builds that are of no use are removed.
    """
    for folder in sorted(root.glob("gen-*")) if root.is_dir() else ():
        note = _read_note(folder)
        if note is None or _alive(note.get("pid")):
            continue
        if (note.get("format"), note.get("engine"), note.get("terms")) == (FORMAT, engine, terms):
            with suppress(OSError, sqlite3.Error):
                base = _read(folder, set(note["whole"]), same_terms=True)
                write_note(folder, engine, terms, base.whole)
                return folder, base
        shutil.rmtree(folder, ignore_errors=True)
    return None


def write_note(folder: Path, engine: str, terms: str, whole: Iterable[str]) -> None:
    """Note beside an unfinished build who is at work on it and which shards are whole."""
    note = {"format": FORMAT, "engine": engine, "terms": terms, "pid": os.getpid(), "whole": sorted(whole)}
    fresh = folder / f"{_NOTE}.new"
    fresh.write_text(json.dumps(note), encoding="utf-8")
    fresh.replace(folder / _NOTE)


def clear_note(folder: Path) -> None:
    """The build is done."""
    (folder / _NOTE).unlink(missing_ok=True)


def _read_note(folder: Path) -> dict[str, Any] | None:
    try:
        note = json.loads((folder / _NOTE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return note if isinstance(note, dict) else None


def _alive(pid: object) -> bool:
    if not isinstance(pid, int) or pid == os.getpid():
        return False
    if os.name == "nt":  # there a signal 0 would end the process
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _read(folder: Path, whole: set[str], same_terms: bool) -> Base:
    uri = (folder / FILE).resolve().as_uri() + "?mode=ro"
    connection = sqlite3.connect(uri, uri=True)
    try:
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise sqlite3.DatabaseError(f"damaged records in {folder.name!r}")
        rows = connection.execute("SELECT id, source, edition, key, shard, digest, made FROM record")
        known = {(row[0], row[1], row[2]): Known(*row[3:]) for row in rows}
    finally:
        connection.close()
    last = max((one.key for one in known.values()), default=0)
    return Base(known, folder, whole, same_terms, last + 1)
