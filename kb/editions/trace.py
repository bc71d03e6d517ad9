"""The life of a rule through the editions held: born, changed, moved, removed; and where an old number is today.

Everything here works on pairings alone; texts are fetched for the few editions where something happened.

>>> steps = (Pairing("2030", "2031", {"cr:1.1": "cr:1.2"}, frozenset(), frozenset({"cr:1.1"})),)
>>> follow(("2030", "2031"), steps, "2031", "cr:1.2")
(('2030', 'cr:1.1'), ('2031', 'cr:1.2'))
>>> bearers(("2030", "2031"), steps, {"2030", "2031"}, "cr:1.1")
(Bearer(first='2030', last='2030', now='cr:1.2'), Bearer(first='2031', last='2031', now='cr:1.1'))
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kb.editions.model import Pairing


@dataclass(frozen=True, slots=True)
class Bearer:
    """A rule that bore a number in some editions."""

    first: str
    """The first edition in which it bore the number."""
    last: str
    now: str | None
    """Its id in the newest edition, None where it no longer exists."""


def follow(
    editions: Sequence[str], steps: Sequence[Pairing], edition: str, unit_id: str
) -> tuple[tuple[str, str], ...]:
    """Every edition in which the unit lives, with its id there; `steps[i]` pairs `editions[i]` and the next.

    `edition` is one in which `unit_id` is held.
    """
    at = editions.index(edition)
    before: list[tuple[str, str]] = []
    here: str | None = unit_id
    for place in range(at - 1, -1, -1):
        here = steps[place].backward(here) if here is not None else None
        if here is None:
            break
        before.append((editions[place], here))
    life = [*reversed(before), (edition, unit_id)]
    here = unit_id
    for place in range(at, len(steps)):
        here = steps[place].forward(here) if here is not None else None
        if here is None:
            break
        life.append((editions[place + 1], here))
    return tuple(life)


def carried(
    editions: Sequence[str], steps: Sequence[Pairing], edition: str, unit_id: str, target: str
) -> str | None:
    """The unit's id in another edition, None where it does not live there.

    >>> steps = (Pairing("2030", "2031", {"cr:1.1": "cr:1.2"}, frozenset(), frozenset()),)
    >>> carried(("2030", "2031"), steps, "2030", "cr:1.1", "2031")
    'cr:1.2'
    """
    start, end = editions.index(edition), editions.index(target)
    here: str | None = unit_id
    if start <= end:
        for place in range(start, end):
            here = steps[place].forward(here) if here is not None else None
    else:
        for place in range(start - 1, end - 1, -1):
            here = steps[place].backward(here) if here is not None else None
    return here


def bearers(
    editions: Sequence[str], steps: Sequence[Pairing], holding: Collection[str], unit_id: str
) -> tuple[Bearer, ...]:
    """The rules that bore the id, one after the other, and where each is in the newest edition.

    `holding` are the editions in which something has that id.
    """
    found: list[Bearer] = []
    first = ""
    for place, edition in enumerate(editions):
        if edition not in holding:
            continue
        first = first or edition
        goes_on = (
            place < len(steps) and editions[place + 1] in holding and steps[place].forward(unit_id) == unit_id
        )
        if not goes_on:
            now = carried(editions, steps, edition, unit_id, editions[-1])
            found.append(Bearer(first, edition, now))
            first = ""
    return tuple(found)
