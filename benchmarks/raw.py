"""The yardsticks: SQLite FTS5 and Tantivy bare, over the same tokens and with the same query tokens as an OR.

They understand nothing, rank by BM25 alone and fetch ten row numbers: what is left is the engine's own time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

from index.analysis import analyse
from index.engine import AnalysedDocument, AnalysedQuery, Clause
from index.opened import Generation
from index.prepare import analysed
from index.schema import SHARDS
from index.tantivy_engine import TantivyEngine
from index.understand import is_function_word

Search = Callable[[str], int]


def documents(generation: Generation, shards: Iterable[str] = SHARDS) -> Iterable[AnalysedDocument]:
    """Every analysed document of these shards."""
    for shard in shards:
        yield from map(analysed, generation.records.everything(shard))


def tokens_of(query: str, generation: Generation) -> list[str]:
    """The query's tokens without the words of grammar."""
    tokens = analyse(query, generation.book).tokens
    return list(dict.fromkeys(one for one in tokens if not is_function_word(one))) or list(tokens)


def fts5(generation: Generation, folder: Path, shards: Iterable[str] = SHARDS) -> Search:
    """A bare FTS5 table on disk."""
    connection = sqlite3.connect(folder / "fts5.sqlite")
    connection.execute(
        "CREATE VIRTUAL TABLE t USING fts5(body, content='', tokenize=\"unicode61 tokenchars ':._+-/{}'\")"
    )
    rows = ((one.key, " ".join(one.tokens)) for one in documents(generation, shards))
    with connection:
        connection.executemany("INSERT INTO t (rowid, body) VALUES (?, ?)", rows)

    def search(query: str) -> int:
        words = ('"' + word.replace('"', "") + '"' for word in tokens_of(query, generation))
        match = " OR ".join(words)
        if not match:
            return 0
        found = connection.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT 10", (match,))
        return len(found.fetchall())

    return search


def tantivy(generation: Generation, folder: Path, shards: Iterable[str] = SHARDS) -> Search:
    """A bare Tantivy index on disk."""
    engine = TantivyEngine()
    engine.write(folder / "tantivy", documents(generation, shards))
    reader = engine.open(folder / "tantivy")

    def search(query: str) -> int:
        clauses = tuple(Clause((token,)) for token in tokens_of(query, generation))
        return len(reader.search(AnalysedQuery(clauses), 10))

    return search
