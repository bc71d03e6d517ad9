"""Whoosh behind the engine protocol: embedded, pure Python, the default.

Queries are built as objects and never parsed; every search passes `optimize=False`, because the optimised
union loops for ever in some releases (measured: 26 of 1,577 ordinary OR queries in 2.7.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from whoosh import fields, index, query, scoring
from whoosh.analysis import RegexTokenizer
from whoosh.filedb.filestore import FileStorage

from index.engine import AnalysedDocument, AnalysedQuery, Clause, EngineError, Reader, Scored

_FIELD: Final = "t"
_KEY: Final = "k"
_LIMIT_MB: Final = 192


def _schema() -> fields.Schema:
    """Nothing in it is alive: Whoosh pickles the schema, and tokens come ready, parted by spaces."""
    return fields.Schema(
        k=fields.NUMERIC(int, bits=64, signed=False, sortable=True, unique=True),
        t=fields.TEXT(analyzer=RegexTokenizer(r"[^ ]+"), phrase=True, stored=False),
    )


class WhooshEngine:
    """Writes and opens Whoosh shards.

    >>> WhooshEngine().name
    'whoosh'
    """

    name = "whoosh"

    def write(self, folder: Path, documents: Iterable[AnalysedDocument], removed: Iterable[int] = ()) -> int:
        """Add documents to a shard after deleting keys; one segment when it is new."""
        folder.mkdir(parents=True, exist_ok=True)
        storage = FileStorage(str(folder), supports_mmap=True)
        fresh = not index.exists_in(str(folder))
        shard = storage.create_index(_schema()) if fresh else storage.open_index()
        writer = shard.writer(limitmb=_LIMIT_MB)
        count = 0
        try:
            for key in removed:
                writer.delete_by_term(_KEY, key)
            for document in documents:
                writer.add_document(k=document.key, t=" ".join(document.tokens))
                count += 1
            writer.commit(merge=True)
        except BaseException:
            with suppress(Exception):  # the first error is the one to tell
                writer.cancel()
            raise
        finally:
            shard.close()
        return count

    def open(self, folder: Path) -> Reader:
        """Open a shard for searching."""
        try:
            shard = FileStorage(str(folder), supports_mmap=True, readonly=True).open_index()
            return WhooshReader(shard)
        except (index.IndexError, OSError, ValueError, KeyError, EOFError) as error:
            raise EngineError(f"no readable Whoosh shard in {folder.name!r}: {error}") from error


class WhooshReader:
    """One kept searcher over one shard; searching is reading only, so threads may share it."""

    def __init__(self, shard: index.Index) -> None:
        self._shard = shard
        self._searcher = shard.searcher(weighting=scoring.BM25F())
        # A column is read by document number, much faster than stored fields.
        self._keys = self._searcher.reader().column_reader(_KEY) if len(self) else ()

    def search(self, wanted: AnalysedQuery, limit: int) -> list[Scored]:
        """The best documents, best first."""
        built = _build(wanted)
        if built is None or limit < 1:
            return []
        found = self._searcher.search(built, limit=limit, optimize=False)
        scored = [Scored(int(self._keys[number]), float(score)) for number, score in found.items()]
        return sorted(scored, key=lambda one: (-one.score, one.key))

    def frequency(self, token: str) -> int:
        """In how many documents the token stands."""
        return int(self._searcher.doc_frequency(_FIELD, token))

    def __len__(self) -> int:
        return int(self._searcher.doc_count())

    def close(self) -> None:
        """Close the searcher and the files under it."""
        self._searcher.close()
        self._shard.close()


def _build(wanted: AnalysedQuery) -> query.Query | None:
    required = [_clause(clause) for clause in wanted.clauses if clause.required]
    others = [_clause(clause) for clause in wanted.clauses if not clause.required]
    if wanted.minimum >= len(others):
        required, others = required + others, []
    if not required and not others:
        return None
    if not others:
        return required[0] if len(required) == 1 else query.And(required)
    any_of = others[0] if len(others) == 1 else query.Or(others)
    if not required:
        return any_of
    must = required[0] if len(required) == 1 else query.And(required)
    return query.And([must, any_of]) if wanted.minimum > 0 else query.AndMaybe(must, any_of)


def _clause(clause: Clause) -> query.Query:
    terms = [query.Term(_FIELD, token, boost=clause.weight) for token in clause.tokens]
    if len(terms) == 1:
        return terms[0]
    if clause.phrase:
        return query.Phrase(_FIELD, list(clause.tokens), boost=clause.weight)
    return query.Or(terms)
