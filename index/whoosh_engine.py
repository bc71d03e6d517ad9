"""Whoosh behind the engine protocol: embedded, pure Python, the default.

Queries are built as objects and never parsed; every search passes `optimize=False`, because the optimised
union loops for ever in some releases (measured: 26 of 1,577 ordinary OR queries in 2.7.4).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
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
_MOST_POSTINGS: Final = 20_000
_MOST_KEPT: Final = 400_000
"""Scored postings kept in memory: about 50 MB at most."""


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
    """One kept searcher over one shard; searching is reading only, so threads may share it.

    A query for any of some tokens is answered token by token: each one's postings are scored by Whoosh once
    and kept. Walking them side by side in Whoosh's tree of unions costs several times as much.
    """

    def __init__(self, shard: index.Index) -> None:
        self._shard = shard
        self._searcher = shard.searcher(weighting=scoring.BM25F())
        # A column is read by document number, much faster than stored fields.
        self._keys = self._searcher.reader().column_reader(_KEY) if len(self) else ()
        self._postings: dict[str, list[tuple[int, float]]] = {}
        self._kept = 0

    def search(self, wanted: AnalysedQuery, limit: int) -> list[Scored]:
        """The best documents, best first."""
        if limit < 1 or not wanted.clauses:
            return []
        if _is_plain_or(wanted) and sum(self._frequencies(wanted)) <= _MOST_POSTINGS:
            return self._any_of(wanted, limit)
        found = self._searcher.search(_build(wanted), limit=limit, optimize=False)
        return _ordered((int(self._keys[number]), float(score)) for number, score in found.items())

    def _frequencies(self, wanted: AnalysedQuery) -> Iterator[int]:
        return (self.frequency(token) for clause in wanted.clauses for token in clause.tokens)

    def _any_of(self, wanted: AnalysedQuery, limit: int) -> list[Scored]:
        scores: dict[int, float] = {}
        for clause in wanted.clauses:
            for token in clause.tokens:
                for key, score in self._scored(token):
                    scores[key] = scores.get(key, 0.0) + score * clause.weight
        best = heapq.nsmallest(limit, scores.items(), key=lambda pair: (-pair[1], pair[0]))
        return [Scored(key, score) for key, score in best]

    def _scored(self, token: str) -> list[tuple[int, float]]:
        """Keys and BM25 scores of the documents that hold a token."""
        kept = self._postings.get(token)
        if kept is not None:
            return kept
        found: list[tuple[int, float]] = []
        term = query.Term(_FIELD, token)
        for leaf, offset in self._searcher.leaf_searchers():
            matcher = term.matcher(leaf)
            while matcher.is_active():
                found.append((int(self._keys[matcher.id() + offset]), float(matcher.score())))
                matcher.next()
        if self._kept + len(found) > _MOST_KEPT:
            self._postings, self._kept = {}, 0
        self._postings[token] = found
        self._kept += len(found)
        return found

    def frequency(self, token: str) -> int:
        """In how many documents the token stands."""
        return int(self._searcher.doc_frequency(_FIELD, token))

    def __len__(self) -> int:
        return int(self._searcher.doc_count())

    def close(self) -> None:
        """Close the searcher and the files under it."""
        self._searcher.close()
        self._shard.close()


def _ordered(pairs: Iterable[tuple[int, float]]) -> list[Scored]:
    return [Scored(key, score) for key, score in sorted(pairs, key=lambda pair: (-pair[1], pair[0]))]


def _is_plain_or(wanted: AnalysedQuery) -> bool:
    if wanted.minimum > 1 or (wanted.minimum != 1 and len(wanted.clauses) > 1):
        return False
    return not any(clause.required or (clause.phrase and len(clause.tokens) > 1) for clause in wanted.clauses)


def _build(wanted: AnalysedQuery) -> query.Query:
    required = [_clause(clause) for clause in wanted.clauses if clause.required]
    others = [_clause(clause) for clause in wanted.clauses if not clause.required]
    if wanted.minimum >= len(others):
        required, others = required + others, []
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
