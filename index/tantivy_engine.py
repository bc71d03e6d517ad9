"""Tantivy behind the engine protocol: native code, the extra `fast`, for a hundred thousand documents at once.

It sees the same tokens as Whoosh, parted by spaces, and the same query objects; scores are BM25 in both.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import tantivy

from index.engine import AnalysedDocument, AnalysedQuery, Clause, EngineError, Reader, Scored

_FIELD: Final = "t"
_KEY: Final = "k"
_ANALYZER: Final = "given"
_HEAP: Final = 96_000_000


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(_KEY, indexed=True, fast=True)
    builder.add_text_field(_FIELD, tokenizer_name=_ANALYZER, index_option="position")
    return builder.build()


def _prepared(index: tantivy.Index) -> tantivy.Index:
    """Tokens come ready: the analyser only parts them at spaces."""
    index.register_tokenizer(_ANALYZER, tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    return index


class TantivyEngine:
    """Writes and opens Tantivy shards.

    >>> TantivyEngine().name
    'tantivy'
    """

    name = "tantivy"

    def write(self, folder: Path, documents: Iterable[AnalysedDocument], removed: Iterable[int] = ()) -> int:
        """Add documents to a shard after deleting keys."""
        folder.mkdir(parents=True, exist_ok=True)
        index = _prepared(tantivy.Index(_schema(), path=str(folder), reuse=True))
        # One thread: a second one would take the core that the analysis needs, and make more segments.
        writer = index.writer(heap_size=_HEAP, num_threads=1)
        count = 0
        try:
            for key in removed:
                writer.delete_documents_by_query(tantivy.Query.term_query(index.schema, _KEY, key))
            for document in documents:
                row = tantivy.Document()
                row.add_unsigned(_KEY, document.key)
                row.add_text(_FIELD, " ".join(document.tokens))
                writer.add_document(row)
                count += 1
            writer.commit()
        except BaseException:
            writer.rollback()
            raise
        writer.wait_merging_threads()
        return count

    def open(self, folder: Path) -> Reader:
        """Open a shard for searching."""
        try:
            if not tantivy.Index.exists(str(folder)):
                raise EngineError(f"no Tantivy shard in {folder.name!r}")
            index = _prepared(tantivy.Index.open(str(folder)))
            index.config_reader("manual", 0)
            index.reload()
            return TantivyReader(index)
        except (OSError, ValueError) as error:
            raise EngineError(f"no readable Tantivy shard in {folder.name!r}: {error}") from error


class TantivyReader:
    """One kept searcher: a snapshot that later writes do not touch."""

    def __init__(self, index: tantivy.Index) -> None:
        self._schema = index.schema
        self._searcher = index.searcher()

    def search(self, wanted: AnalysedQuery, limit: int) -> list[Scored]:
        """The best documents, best first."""
        built = self._build(wanted)
        if built is None or limit < 1:
            return []
        hits = self._searcher.search(built, limit, count=False).hits
        keys = self._searcher.fast_field_values(_KEY, [address for _, address in hits])
        scored = [Scored(int(key or 0), float(score)) for (score, _), key in zip(hits, keys, strict=True)]
        return sorted(scored, key=lambda one: (-one.score, one.key))

    def frequency(self, token: str) -> int:
        """In how many documents the token stands."""
        return int(self._searcher.doc_freq(_FIELD, token))

    def __len__(self) -> int:
        return int(self._searcher.num_docs)

    def close(self) -> None:
        """Nothing is held open: files are mapped and let go with the object."""

    def _build(self, wanted: AnalysedQuery) -> tantivy.Query | None:
        must, should = tantivy.Occur.Must, tantivy.Occur.Should
        required = [(must, self._clause(clause)) for clause in wanted.clauses if clause.required]
        others = [(should, self._clause(clause)) for clause in wanted.clauses if not clause.required]
        if not required and not others:
            return None
        if others and wanted.minimum >= len(others):
            return tantivy.Query.boolean_query(required + [(must, one) for _, one in others])
        least = min(wanted.minimum, 1) if required and others else None
        return tantivy.Query.boolean_query(required + others, minimum_number_should_match=least)

    def _clause(self, clause: Clause) -> tantivy.Query:
        query = tantivy.Query
        if clause.phrase and len(clause.tokens) > 1:
            built = query.phrase_query(self._schema, _FIELD, list(clause.tokens))
        else:
            terms = [query.term_query(self._schema, _FIELD, token) for token in clause.tokens]
            built = (
                terms[0]
                if len(terms) == 1
                else query.boolean_query([(tantivy.Occur.Should, term) for term in terms])
            )
        return built if clause.weight == 1 else query.boost_query(built, clause.weight)
