"""A query in, ranked hits out.

    searcher = Searcher(folder, terms)
    searcher.search("けいかく").to_json()

`lang` is the language of the reader: it decides in which language titles are shown and breaks ties, and never
hides a hit. To see one language only, a query says `lang:ja`.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from index import layout, present
from index.cards import CardsMeant, cards_meant
from index.hits import Hit, SearchResult
from index.opened import Generation
from index.retrieve import find
from index.snippets import needles_of
from index.understand import understand
from scraper.document import Kind, Term

__all__ = ["Hit", "SearchResult", "Searcher"]

Reader = Literal["en", "ja", "both"]
_MOST_HITS = 100


class Searcher:
    """Searches one index folder; looks itself whether a newer index was swapped in.

    Safe to share between threads. Without an index, or with one that cannot be read, it finds nothing and says
    so in `problem`; whoever owns the documents builds it anew.
    """

    def __init__(self, folder: Path, terms: Iterable[Term]) -> None:
        self.folder = folder
        self.terms = tuple(terms)
        self.problem: layout.IndexUnusableError | None = None
        self._stamp: tuple[int, int, int] | None = None
        self._generation: Generation | None = None
        self._lock = threading.Lock()
        self._refresh()

    @property
    def generation(self) -> int:
        """Generation of the index in use, -1 when there is none."""
        opened = self._refresh()
        return opened.manifest.generation if opened else -1

    @property
    def engine(self) -> str:
        """Name of the engine that made the index in use, '' when there is none."""
        opened = self._refresh()
        return opened.manifest.engine if opened else ""

    @property
    def documents(self) -> int:
        """How many documents the index in use holds."""
        opened = self._refresh()
        return sum(opened.manifest.documents.values()) if opened else 0

    def _refresh(self) -> Generation | None:
        """The generation in use; opens the newer one when another was swapped in."""
        seen = layout.stamp(self.folder)
        if seen == self._stamp:
            return self._generation
        with self._lock:
            if seen != self._stamp:
                folder = layout.current_folder(self.folder)
                try:
                    # Searches in other threads may still use the old one: it is closed when they let go of it.
                    self._generation = Generation(folder, self.terms) if folder else None
                    self.problem = None
                except layout.IndexUnusableError as problem:
                    self._generation, self.problem = None, problem
                self._stamp = seen
            return self._generation

    def search(
        self,
        q: str,
        *,
        lang: Reader = "both",
        kinds: Iterable[Kind] = (),
        limit: int = 10,
        offset: int = 0,
    ) -> SearchResult:
        """Find; never raises for any string. `kinds` () means all."""
        started = time.perf_counter()
        opened = self._refresh()
        limit, offset = min(max(limit, 0), _MOST_HITS), max(offset, 0)
        if opened is None:
            return SearchResult(q, advice=present.NO_INDEX)
        book = opened.book
        meant = understand(q, book, kinds=kinds, words=opened.words, sounds=opened.sounds)
        reader = "ja" if lang == "ja" or (lang == "both" and meant.japanese) else "en"
        cards = cards_meant(meant, opened) if not meant.filters.scopes else CardsMeant()
        ranked = find(meant, cards, opened, book, reader, offset + limit)
        needles = needles_of(meant, book)
        shown = ranked[offset : offset + limit]
        if not meant.filters.langs:
            shown = [replace(one, record=opened.in_language(one.record, reader)) for one in shown]
        best = max((one.score for one in ranked), default=1.0)
        result = SearchResult(
            query=q,
            hits=tuple(present.hit(one, needles, book, reader, best) for one in shown),
            total=len(ranked),
            understood=present.understood(meant, cards, book),
            suggestions=present.suggestions(meant, cards, ranked),
            facets=dict(Counter(one.record.kind for one in ranked)),
            related=present.related(meant, book),
            advice={} if ranked else present.nothing_found(meant),
        )
        return replace(result, took_ms=(time.perf_counter() - started) * 1000)
