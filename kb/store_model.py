"""What the store tells about what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scraper.document import Title


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """An edition that the store holds."""

    pk: int
    source: str
    edition: str
    """ISO date it takes effect, '' for a source without editions."""
    counts: Mapping[str, int]
    """sections, chapters, rules, subrules, examples, glossary | pages | cards | rulings."""
    sha256: str
    origin: str
    imported_at: str
    """ISO, UTC."""
    standing: str = "past"
    """past, current or future, on the day of asking."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a document is, without its text."""

    kind: str
    title: Title
    """Without its reading."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An update that was tried."""

    at: str
    """ISO, UTC."""
    ok: bool
    en: str
    """Why it failed."""
    ja: str
