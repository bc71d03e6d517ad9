"""What a search gives back, as plain data in the form of the design.

>>> SearchResult(query="plot").to_json()["hits"]
[]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scraper.document import Kind, Lang


@dataclass(frozen=True, slots=True)
class Hit:
    """One document that was found.

    >>> Hit("cr:702.170a", "subrule", "en", "702.170a Plot", "…", "/rules/702.170a", 1.0).to_json()["url"]
    '/rules/702.170a'
    """

    id: str
    kind: Kind
    lang: Lang
    title: str
    """For people: `702.170a Plot`, `計画/Plot — ルール`."""
    snippet: str
    """A piece of the stored text around its best sentence, character for character; … where it is cut."""
    url: str
    score: float
    """Between 0 and 1; falls from hit to hit."""
    marks: tuple[tuple[int, int], ...] = ()
    """What of the snippet the query meant: (start, end) offsets into `snippet`."""
    title_ja: str = ""
    """The Japanese name beside `title`, where it is known."""
    source: str = ""
    """Id of the source: cr, cr-ja, wiki, cards, rulings, terms."""
    edition: str = ""
    why: str = ""
    """number, term, name, text: by what road it was found."""

    def to_json(self) -> dict[str, Any]:
        """The hit in the form of the design, with marks, source, edition and why beside it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "lang": self.lang,
            "title": self.title,
            "title_ja": self.title_ja,
            "snippet": self.snippet,
            "marks": [list(mark) for mark in self.marks],
            "url": self.url,
            "score": round(self.score, 4),
            "source": self.source,
            "edition": self.edition,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Everything a page or a client shows for a query.

    >>> SearchResult(query="x", total=0).to_json()["total"]
    0
    """

    query: str
    hits: tuple[Hit, ...] = ()
    total: int = 0
    took_ms: float = 0.0
    understood: Mapping[str, Any] = field(default_factory=dict)
    """What was made of the query: numbers, terms, cards, words, phrases, filters, corrections."""
    suggestions: tuple[str, ...] = ()
    """"Did you mean": queries that find something, best first."""
    facets: Mapping[str, int] = field(default_factory=dict)
    """How many of `total` are of each kind."""
    related: tuple[Mapping[str, str], ...] = ()
    """Terms near the ones understood: {"id", "en", "ja", "url"}."""
    advice: Mapping[str, str] = field(default_factory=dict)
    """For a query without hits: what to try, by language {"en", "ja"}."""

    def to_json(self) -> dict[str, Any]:
        """The result in the form of the design, with facets, related and advice beside it."""
        return {
            "query": self.query,
            "hits": [hit.to_json() for hit in self.hits],
            "total": self.total,
            "took_ms": round(self.took_ms, 2),
            "understood": dict(self.understood),
            "suggestions": list(self.suggestions),
            "facets": dict(self.facets),
            "related": [dict(one) for one in self.related],
            "advice": dict(self.advice),
        }
