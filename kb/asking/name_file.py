"""The names of all cards in a file that is looked into instead of read: a question needs a few of 65,000.

>>> import tempfile
>>> from pathlib import Path
>>> path = Path(tempfile.mkdtemp()) / "names.sqlite"
>>> write(path, [("card:Test Bear", "Test Bear", "試験熊")], {"test bear": [0], "試験熊": [0]})
>>> held = NameFile(path)
>>> held.keys["test bear"], "ox" in held.keys, held.rows[0][1], held.sizes("te")
([0], False, 'Test Bear', (9,))
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Final, overload

Row = tuple[str, ...]
"""Id of the document, English name, Japanese name, names of its faces."""
_FORM: Final = (
    "CREATE TABLE row (at INTEGER PRIMARY KEY, names TEXT NOT NULL)",
    "CREATE TABLE key (key TEXT PRIMARY KEY, places TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE size (start TEXT PRIMARY KEY, sizes TEXT NOT NULL) WITHOUT ROWID",
)


def write(path: Path, rows: Sequence[Row], keys: Mapping[str, Sequence[int]]) -> None:
    """Write the file whole or not at all; raises OSError or sqlite3.Error where the folder can't be written."""
    aside = path.with_suffix(f".{os.getpid()}.tmp")
    aside.unlink(missing_ok=True)
    try:
        db = sqlite3.connect(aside, isolation_level=None)
        try:
            db.execute("PRAGMA journal_mode=OFF")
            db.execute("BEGIN")
            for form in _FORM:
                db.execute(form)
            db.executemany(
                "INSERT INTO row VALUES (?, ?)", ((at, json.dumps(row)) for at, row in enumerate(rows))
            )
            db.executemany(
                "INSERT INTO key VALUES (?, ?)", ((key, json.dumps([*at])) for key, at in keys.items())
            )
            db.executemany(
                "INSERT INTO size VALUES (?, ?)",
                ((start, json.dumps(one)) for start, one in sizes_of(keys).items()),
            )
            db.execute("COMMIT")
        finally:
            db.close()
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def sizes_of(keys: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """Lengths of names by their first two characters, longest first.

    >>> sizes_of({"test": [0], "tent pole": [1]})
    {'te': (9, 4)}
    """
    found: dict[str, set[int]] = defaultdict(set)
    for key in keys:
        found[key[:2]].add(len(key))
    return {start: tuple(sorted(one, reverse=True)) for start, one in found.items()}


class NameFile:
    """An open file of names; what was looked up once is kept. Raises sqlite3.Error where it is no such file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = self._open()
        self._process = os.getpid()
        self._lock = Lock()
        self._sizes: dict[str, tuple[int, ...]] = {}
        self.rows: Sequence[Row] = _Rows(self)
        self.keys: Mapping[str, Sequence[int]] = _Keys(self)
        self.one("SELECT count(*) FROM size")  # no such file, or another form: said here

    def _open(self) -> sqlite3.Connection:
        where = f"{self._path.absolute().as_uri()}?mode=ro&immutable=1"
        return sqlite3.connect(where, uri=True, check_same_thread=False)

    def _held(self) -> sqlite3.Connection:
        """The connection of this process: SQLite's don't live through a fork of the server's workers."""
        if self._process != os.getpid():
            self._db, self._process = self._open(), os.getpid()
        return self._db

    def one(self, query: str, *values: Any) -> Any:
        """The first column of the first row, None for none."""
        with self._lock:
            found = self._held().execute(query, values).fetchone()
        return None if found is None else found[0]

    def all(self, query: str) -> list[Any]:
        """The first column of every row."""
        with self._lock:
            return [row[0] for row in self._held().execute(query)]

    def sizes(self, start: str) -> tuple[int, ...]:
        """Lengths of the names that begin with two characters, longest first."""
        if start not in self._sizes:
            found = self.one("SELECT sizes FROM size WHERE start = ?", start)
            self._sizes[start] = () if found is None else tuple(json.loads(found))
        return self._sizes[start]


class _Rows(Sequence[Row]):
    def __init__(self, file: NameFile) -> None:
        self._file = file
        self._held: dict[int, Row] = {}

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | Sequence[Row]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        if at not in self._held:
            found = self._file.one("SELECT names FROM row WHERE at = ?", at)
            if found is None:
                raise IndexError(at)
            self._held[at] = tuple(json.loads(found))
        return self._held[at]

    def __len__(self) -> int:
        return int(self._file.one("SELECT count(*) FROM row"))


class _Keys(Mapping[str, Sequence[int]]):
    def __init__(self, file: NameFile) -> None:
        self._file = file
        self._held: dict[str, Sequence[int] | None] = {}

    def _find(self, key: str) -> Sequence[int] | None:
        if key not in self._held:
            found = self._file.one("SELECT places FROM key WHERE key = ?", key)
            if len(self._held) > _MOST_HELD:
                self._held.clear()  # words of questions, most of which are no names
            self._held[key] = None if found is None else json.loads(found)
        return self._held[key]

    def __getitem__(self, key: str) -> Sequence[int]:
        found = self._find(key)
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._find(key) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._file.all("SELECT key FROM key"))

    def __len__(self) -> int:
        return int(self._file.one("SELECT count(*) FROM key"))


_MOST_HELD: Final = 100_000
