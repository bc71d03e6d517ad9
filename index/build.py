"""Build an index to the side and swap it in at once.

    build_index(folder, documents, terms, generation) -> BuildReport

`documents` are `scraper.document.Document`s of all sources and editions, in any order. Of each source the
newest edition is the current one, unless `current` says otherwise; older ones are found only when asked for.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from index import increment, layout, tables
from index.engine import Engine
from index.engines import DEFAULT, engine_named
from index.found import Finder, write_found
from index.increment import Base
from index.prepare import Preparer, analysed, current_editions, term_document
from index.records import Records, remove_records, write_records
from index.schema import FOUND_FILE, SHARDS
from index.termbook import TermBook
from scraper.document import Document, Term


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: generation, engine, documents by kind, seconds.

    >>> BuildReport(3, "whoosh", {"rule": 2}, 0.5).total
    2
    """

    generation: int
    engine: str
    documents: Mapping[str, int]
    seconds: float
    added: int = 0
    """Records that were new or changed since the generation before."""
    removed: int = 0

    @property
    def total(self) -> int:
        """How many documents the index holds."""
        return sum(self.documents.values())


def build_index(
    folder: Path,
    documents: Iterable[Document],
    terms: Iterable[Term],
    generation: int,
    *,
    engine: str = DEFAULT,
    current: Mapping[str, str] | None = None,
) -> BuildReport:
    """Build the index of these documents and terms in `folder` and make it the one that searches use.

    `generation` is the store's; a running `Searcher` on the folder picks the new index up by itself. With
    `current` (source id to edition) the documents may be a stream; without it they are held in memory. What did
    not change since the generation in use is kept; a first build that was killed is gone on with.
    """
    started = time.perf_counter()
    maker = engine_named(engine)
    if current is None:
        documents = documents if isinstance(documents, list | tuple) else list(documents)
        current = current_editions(documents)
    book = TermBook(terms)
    preparer = Preparer(book, current)
    terms_digest = preparer.book_digest
    resumed = None if layout.current_folder(folder) else increment.resume(folder, engine, terms_digest)
    if resumed is not None:
        aside, base = resumed
    else:
        aside = layout.new_folder(folder, generation)
        base = increment.base_of(folder, maker, terms_digest, aside)
    try:
        if not base.known:
            increment.write_note(aside, engine, terms_digest, ())
        finder = Finder(book, current.get("cr", ""))
        own = map(term_document, book.terms.values())
        write_records(aside, base.changes(chain(own, finder.watch(documents)), preparer))
        remove_records(aside, base.gone)
        write_found(aside / FOUND_FILE, finder.terms())
        with closing(Records(aside)) as records:
            for shard in SHARDS:
                _write_shard(maker, aside, shard, base, records)
                if base.shards in (None, aside):
                    base.whole.add(shard)
                    increment.write_note(aside, engine, terms_digest, base.whole)
            tables.write_tables(aside, records, book)
            counts = records.counts()
        layout.write_manifest(aside, layout.Manifest(generation, engine, current, counts, terms_digest))
        increment.clear_note(aside)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    layout.publish(folder, aside)
    return BuildReport(
        generation, engine, counts, time.perf_counter() - started, sum(base.added.values()), len(base.gone)
    )


def _write_shard(maker: Engine, aside: Path, shard: str, base: Base, records: Records) -> None:
    """Make the shard hold the records: from the earlier one where little changed, else from nothing."""
    target = aside / shard
    if base.shards is not None and base.keeps(shard, records.size(shard), in_place=base.shards == aside):
        if base.shards != aside:
            shutil.copytree(base.shards / shard, target)
        if base.added[shard] or base.removed[shard]:
            fresh = map(analysed, records.everything(shard, base.next_key))
            maker.write(target, fresh, base.removed[shard])
        return
    shutil.rmtree(target, ignore_errors=True)
    maker.write(target, map(analysed, records.everything(shard)))
