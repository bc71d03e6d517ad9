"""What any full-text engine must do: analysed documents in, analysed queries out, nothing else.

An engine never sees a user's string, a language or a rule number. It gets tokens that `index.analysis` has
made and gives back the keys of the documents that hold them, best first. So an engine is one small file.

>>> document = AnalysedDocument(key=7, tokens=("graveyard", "zone"))
>>> query = AnalysedQuery((Clause(("graveyard",)), Clause(("zone",), weight=0.5)))
>>> query.minimum, document.key
(1, 7)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class AnalysedDocument:
    """One document as an engine sees it.

    >>> AnalysedDocument(1, ("a", "b")).tokens
    ('a', 'b')
    """

    key: int
    """Number that the engine gives back; unique within a shard, at least 0, below 2**63."""
    tokens: tuple[str, ...]
    """Its tokens in the order of the text; a token repeated weighs more. Without spaces."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing a query looks for: any of these tokens, or all of them side by side.

    >>> Clause(("state-based", "action"), phrase=True).phrase
    True
    """

    tokens: tuple[str, ...]
    weight: float = 1.0
    phrase: bool = False
    """The tokens must stand one after the other; else one of them is enough."""
    required: bool = False
    """A document without it is no hit."""


@dataclass(frozen=True, slots=True)
class AnalysedQuery:
    """Clauses; a hit holds every required one and at least `minimum` of the others (if there are any).

    `minimum` is 1 for "any of them" and may be the number of the clauses for "all of them"; engines need not
    support numbers in between and treat them as 1.

    >>> AnalysedQuery((Clause(("zone",)),)).minimum
    1
    """

    clauses: tuple[Clause, ...]
    minimum: int = 1


@dataclass(frozen=True, slots=True)
class Scored:
    """A document's key and its BM25 score, which compares only within one search of one shard.

    >>> Scored(7, 1.5).key
    7
    """

    key: int
    score: float


class Reader(Protocol):
    """An open shard: immutable, safe to use from several threads."""

    def search(self, query: AnalysedQuery, limit: int) -> list[Scored]:
        """The best `limit` documents, best first, equal scores by key; [] when nothing matches."""
        ...

    def frequency(self, token: str) -> int:
        """In how many documents of the shard the token stands."""
        ...

    def __len__(self) -> int:
        """How many documents the shard holds."""
        ...

    def close(self) -> None:
        """Let go of files; a search after that is an error."""
        ...


class Engine(Protocol):
    """Makes and opens shards. A shard is a folder that belongs to the engine alone."""

    @property
    def name(self) -> str:
        """`whoosh` or `tantivy`: what `status` shows and the index remembers."""
        ...

    def write(self, folder: Path, documents: Iterable[AnalysedDocument], removed: Iterable[int] = ()) -> int:
        """Add documents to the shard in `folder` (made when absent), after deleting the keys `removed`.

        Returns how many documents were added. The folder is not being read by anybody meanwhile.
        """
        ...

    def open(self, folder: Path) -> Reader:
        """Open a shard; raises `EngineError` when it cannot be read."""
        ...


class EngineError(ValueError):
    """A shard cannot be read or written.

    >>> str(EngineError("no shard in 'x'"))
    "no shard in 'x'"
    """
