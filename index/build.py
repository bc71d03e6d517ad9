"""Build an index to the side and swap it in at once.

    build_index(folder, documents, terms, generation) -> BuildReport

`documents` are `scraper.document.Document`s of all sources and editions, in any order. Of each source the
newest edition is the current one, unless `current` says otherwise; older ones are found only when asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

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
    engine: str = "whoosh",
    current: Mapping[str, str] | None = None,
) -> BuildReport:
    """Build the index of these documents and terms in `folder` and make it the one that searches use.

    `generation` is the store's; a running `Searcher` on the folder picks the new index up by itself.
    """
    raise NotImplementedError("arrives with index/shards.py")
