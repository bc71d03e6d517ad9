"""Looking through libraries: reveal, look, search, shuffle."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.oracle.ast.base import Effect, Ref
from kb.checker.oracle.ast.filters import Zone
from kb.checker.oracle.ast.refs import YOU


@dataclass(frozen=True, slots=True)
class Reveal(Effect):
    """Reveal; the cards are `Seen()` and `It()`."""

    what: Ref
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class Look(Effect):
    """Look at cards; they are `Seen()` and `It()`."""

    what: Ref
    who: Ref = YOU


@dataclass(frozen=True, slots=True)
class RevealUntil(Effect):
    """Reveal (or exile, `to`) cards from the top until `count` that fit have been; those are `It()`."""

    who: Ref
    stop: Ref
    to: Zone | None = None


@dataclass(frozen=True, slots=True)
class Search(Effect):
    """`who` searches `whose` zones and finds what the `Pick` says; found cards are `It()`."""

    who: Ref
    whose: Ref
    zones: tuple[Zone, ...]
    find: Ref
    reveal: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle(Effect):
    """Each of `who` shuffles their library; with `what`, those cards are shuffled into it."""

    who: Ref
    what: Ref | None = None
