"""Build an index to the side and swap it in at once.

    build_index(folder, documents, terms, generation) -> BuildReport

`documents` are `scraper.document.Document`s of all sources and editions, in any order. Of each source the
newest edition is the current one, unless `current` says otherwise; older ones are found only when asked for.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from index import layout, tables
from index.engines import DEFAULT, engine_named
from index.found import Finder, write_found
from index.prepare import Preparer, analysed, current_editions, term_document
from index.records import Records, write_records
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
    `current` (source id to edition) the documents may be a stream; without it they are held in memory.
    """
    started = time.perf_counter()
    maker = engine_named(engine)
    if current is None:
        documents = documents if isinstance(documents, list | tuple) else list(documents)
        current = current_editions(documents)
    book = TermBook(terms)
    preparer = Preparer(book, current)
    aside = layout.new_folder(folder, generation)
    try:
        own = map(term_document, book.terms.values())
        finder = Finder(book, current.get("cr", ""))
        write_records(aside, preparer.records(chain(own, finder.watch(documents))))
        write_found(aside / FOUND_FILE, finder.terms())
        records = Records(aside)
        for shard in SHARDS:
            maker.write(aside / shard, map(analysed, records.everything(shard)))
        tables.write_tables(aside, records, book)
        counts = records.counts()
        records.close()
        layout.write_manifest(
            aside, layout.Manifest(generation, engine, current, counts, preparer.book_digest)
        )
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    layout.publish(folder, aside)
    return BuildReport(generation, engine, counts, time.perf_counter() - started)
