"""What the index keeps of each document beside the engine's postings: one SQLite file a generation.

The engine gives back keys; titles, texts and tokens come from here. The file is written once, then only read.
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from scraper.document import Kind, Lang, RuleNumber

FILE = "records.sqlite"
_BATCH = 2000
_MOST_KEPT = 20_000
_MOST_MARKS = 500


@dataclass(frozen=True, slots=True)
class Record:
    """A document as it is shown and ranked; the columns of the table, in order.

    >>> Record(1, "cr:702.170", "rule", "en", "cr", "2026-01-16", "current").number
    ''
    """

    key: int
    id: str
    kind: Kind
    lang: Lang
    source: str
    edition: str
    shard: str
    """current, cards, rulings or older."""
    number: str = ""
    parent: str = ""
    title: str = ""
    """The title in the document's own language, without number."""
    title_en: str = ""
    title_ja: str = ""
    names: str = ""
    """Everything the document is called, a line each."""
    chapter: str = ""
    heading: str = ""
    """The title of the rule above."""
    text: str = ""
    """What snippets are cut from: the source's own characters."""
    tokens: str = ""
    """The tokens of the text, with spaces between: what ranking looks at."""
    title_tokens: str = ""
    aids: str = ""
    """Tokens that others give: names and notes of terms that point here, chapter and parent."""
    cites: str = ""
    """Numbers of rules that the document cites, with spaces between."""
    digest: str = ""
    """Changes when the document changes."""
    made: str = ""
    """Changes when anything of the record changes, by other terms for instance."""


class Outline(NamedTuple):
    """What filters look at.

    >>> Outline(1, "rule", "en", "2031-05-01", "900.1").number
    '900.1'
    """

    key: int
    kind: Kind
    lang: Lang
    edition: str
    number: str


_COLUMNS = [field.name for field in fields(Record)]
_CREATE = f"""
CREATE TABLE record ({", ".join("key INTEGER PRIMARY KEY" if c == "key" else f"{c} TEXT" for c in _COLUMNS)});
CREATE INDEX record_id ON record (id);
CREATE INDEX record_number ON record (number, shard);
CREATE INDEX record_parent ON record (parent);
CREATE INDEX record_shard ON record (shard, key);
"""
_INSERT = f"INSERT INTO record VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM record"  # noqa: S608


def write_records(folder: Path, records: Iterable[Record]) -> int:
    """Add records to the file in `folder` (made when absent); what is killed midway keeps whole batches."""
    with closing(_open(folder)) as connection:
        count = 0
        rows = map(attrgetter(*_COLUMNS), records)
        while batch := list(islice(rows, _BATCH)):
            with connection:
                connection.executemany(_INSERT, batch)
            count += len(batch)
        return count


def remove_records(folder: Path, keys: Iterable[int]) -> None:
    """Remove the records of these keys."""
    with closing(_open(folder)) as connection, connection:
        connection.executemany("DELETE FROM record WHERE key = ?", ((key,) for key in keys))


def _open(folder: Path) -> sqlite3.Connection:
    path = folder / FILE
    fresh = not path.exists()
    connection = sqlite3.connect(path)
    # A lost power supply may cost the build, which is then made anew; a killed process must not.
    connection.execute("PRAGMA synchronous=OFF")
    if fresh:
        connection.executescript(_CREATE)
    return connection


class Records:
    """The records of one generation, read only; threads share the connection, one reading at a time."""

    def __init__(self, folder: Path) -> None:
        uri = (folder / FILE).resolve().as_uri() + "?mode=ro&immutable=1"
        self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        # A generation is let go of when the last search over it ends: nobody can say when to close it.
        self._finalizer = weakref.finalize(self, self._connection.close)
        self._lock = threading.Lock()
        self._cache: dict[int, Record] = {}
        self._rows("SELECT 1 FROM record LIMIT 1")

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    def _read(self, where: str, values: Sequence[object] = ()) -> list[Record]:
        return [Record(*row) for row in self._rows(f"{_SELECT} {where}", values)]

    def many(self, keys: Sequence[int]) -> list[Record]:
        """The records of these keys, in that order; keys that are not there are left out."""
        if len(self._cache) > _MOST_KEPT:
            self._cache = {}
        cache = self._cache
        missing = [key for key in keys if key not in cache]
        for at in range(0, len(missing), _MOST_MARKS):
            some = missing[at : at + _MOST_MARKS]
            marks = ",".join("?" * len(some))
            cache |= {record.key: record for record in self._read(f"WHERE key IN ({marks})", some)}
        return [cache[key] for key in keys if key in cache]

    def outlines(self, keys: Sequence[int]) -> list[Outline]:
        """Just enough of these records to filter them, in that order."""
        found: dict[int, Outline] = {}
        for at in range(0, len(keys), _MOST_MARKS):
            some = keys[at : at + _MOST_MARKS]
            marks = ",".join("?" * len(some))
            query = f"SELECT key, kind, lang, edition, number FROM record WHERE key IN ({marks})"  # noqa: S608
            found |= {row[0]: Outline(*row) for row in self._rows(query, some)}
        return [found[key] for key in keys if key in found]

    def by_id(self, document_id: str) -> list[Record]:
        """All editions of a document, newest first."""
        return self._read("WHERE id = ? ORDER BY edition DESC", (document_id,))

    def by_number(self, number: str) -> list[Record]:
        """Records of a rule number in all sources and editions, newest first, English before Japanese."""
        return self._read("WHERE number = ? ORDER BY edition DESC, lang", (number,))

    def children(self, above: Record) -> list[Record]:
        """The documents right below one, of its own source and edition, in the order of the book."""
        values = (above.id, above.source, above.edition)
        return _as_in_book(self._read("WHERE parent = ? AND source = ? AND edition = ? ORDER BY key", values))

    def of_chapter(self, chapter: int, shard: str = "current") -> list[Record]:
        """Every rule and subrule of a chapter, in the order of the book."""
        found = self._read(
            "WHERE number >= ? AND number < ? AND shard = ? ORDER BY key",
            (f"{chapter}", f"{chapter + 1}", shard),
        )
        return _as_in_book(found)

    def holding(self, text: str, limit: int) -> list[Record]:
        """Records in force whose text or names hold these characters as they are."""
        return self._read(
            "WHERE shard = 'current' AND (instr(text, ?) OR instr(names, ?)) ORDER BY key LIMIT ?",
            (text, text, limit),
        )

    def headings(self) -> list[tuple[int, str]]:
        """Keys and names of the glossary entries and wiki documents in force."""
        rows = self._rows(
            "SELECT key, names FROM record WHERE shard = 'current' AND kind IN ('glossary', 'wiki') ORDER BY key"
        )
        return [(int(key), str(names)) for key, names in rows]

    def everything(self, shard: str, first_key: int = 0) -> Iterator[Record]:
        """Every record of a shard, from a key on; read row by row, for builds."""
        where = "WHERE shard = ? AND key >= ? ORDER BY key"
        for row in self._connection.execute(f"{_SELECT} {where}", (shard, first_key)):
            yield Record(*row)

    def size(self, shard: str) -> int:
        """How many records a shard has."""
        return int(self._rows("SELECT count(*) FROM record WHERE shard = ?", (shard,))[0][0])

    def counts(self) -> dict[str, int]:
        """How many documents of each kind."""
        rows = self._rows("SELECT kind, count(*) FROM record GROUP BY kind ORDER BY kind")
        return {str(kind): int(count) for kind, count in rows}

    def close(self) -> None:
        """Close the file; a reading after that is an error."""
        self._finalizer()


def _as_in_book(records: list[Record]) -> list[Record]:
    """By number: what changed since the index was first made has keys behind everything else.

    >>> rows = [Record(1, "cr:1.1b", "subrule", "en", "cr", "", "current", "100.1b")]
    >>> rows.append(Record(2, "cr:1.1a", "subrule", "en", "cr", "", "current", "100.1a"))
    >>> [row.number for row in _as_in_book(rows)]
    ['100.1a', '100.1b']
    """
    return sorted(
        records, key=lambda one: RuleNumber.parse(one.number).sort_key if one.number else (0, 0, "")
    )
