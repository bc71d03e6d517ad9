"""Citations inside the rules that were left behind: the text kept a number while the rule it meant moved.

Every citation of the newest edition is walked back through the editions. Where the number of the rule that is
meant changed from one edition to the next and the citing text changed it too, the walk goes on with the older
number. Where the text kept the number, it now names another rule than it was written for.

>>> steps = (Pairing("2030", "2031", {"cr:724": "cr:726"}, frozenset(), frozenset({"cr:724"})),)
>>> old = Book("2030", (Unit("cr:1.1", "rule", "As in rule 724."), Unit("cr:724", "chapter", "…", "Subgames")))
>>> new = Book("2031", (Unit("cr:1.1", "rule", "As in rule 724."), Unit("cr:724", "chapter", "…", "Other"),
...                     Unit("cr:726", "chapter", "…", "Subgames")))
>>> left_behind([new, old], steps)
{('cr:1.1', 'cr:724'): ('2030', 'cr:724')}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kb.editions.model import Book, Pairing, Unit
from kb.editions.similar import key, likeness, profile
from kb.editions.titles import stem
from scraper.citations import find_references

_CONTEXT = 25
"""Characters in front of a number that tell which mention it is."""
STILL_THE_SAME = 0.3
"""Likeness from which on a number that a rule was split from still means that rule."""


def left_behind(
    newest_first: Iterable[Book], steps: Sequence[Pairing]
) -> dict[tuple[str, str], tuple[str, str]]:
    """For each stale citation (citing id, cited id, both of the newest edition): the edition and the id meant.

    `newest_first` gives the books one after the other, so that only two need to be in memory; `steps` are
    their pairings, oldest first.
    """
    books = iter(newest_first)
    newer = next(books)
    # (citing id, cited id) in the newest edition -> the same two in the edition reached so far
    walking = {(unit.id, cited): (unit.id, cited) for unit in newer.units for cited in cited_ids(unit)}
    stale: dict[tuple[str, str], tuple[str, str]] = {}
    for older, step in zip(books, reversed(steps), strict=True):
        still: dict[tuple[str, str], tuple[str, str]] = {}
        for first, (citing, cited) in walking.items():
            before_id = step.backward(citing)
            before = older.get(before_id) if before_id is not None else None
            if before is None or before_id is None:
                continue  # written anew in the newer edition
            meant = step.backward(cited) if cited in newer else None
            known = cited_ids(before)
            if meant is not None and meant in known:
                still[first] = (before_id, meant)
            elif (
                cited in known
                and cited in older
                and _was_kept(cited, before, newer[citing])
                and step.forward(cited) not in cited_ids(newer[citing])
                and _is_stale(citing, cited, older, newer, step)
            ):
                stale[first] = (older.edition, cited)
        walking, newer = still, older
    return stale


def _was_kept(cited: str, old: Unit, new: Unit) -> bool:
    """Whether the words in front of the number are the same in both: it is the same mention."""
    return not _contexts(old, cited).isdisjoint(_contexts(new, cited))


def _contexts(unit: Unit, cited: str) -> set[str]:
    found = set()
    for text in (unit.text, *unit.examples):
        for reference in find_references(text):
            if cited in (f"cr:{reference.number}", f"cr:{reference.last}"):
                found.add(key(text[: reference.start])[-_CONTEXT:])
    return found


def _is_stale(citing: str, cited: str, older: Book, newer: Book, step: Pairing) -> bool:
    """Whether the number was left behind; not where it still means much the same or the step that follows."""
    now = step.forward(cited)
    if now == cited or (now is not None and newer[now].parent == cited):
        return False
    old, new = older[cited], newer.get(cited)
    if new is None:
        return True
    if _follows(newer, citing, cited):
        return False  # “… go on with 616.1c”: the step behind this one, whatever it is
    if old.title or new.title:
        return stem(old.title) != stem(new.title)
    return likeness(profile(key(old.text)), profile(key(new.text))) < STILL_THE_SAME


def _follows(book: Book, citing: str, cited: str) -> bool:
    above = book[citing].parent
    siblings = [unit.id for unit in book.units if above and unit.parent == above]
    return cited in siblings and siblings.index(cited) == siblings.index(citing) + 1


def cited_ids(unit: Unit) -> frozenset[str]:
    """Ids of the rules that a unit and its examples cite.

    >>> sorted(cited_ids(Unit("cr:1.1", "rule", "See rules 601.2f–h.")))
    ['cr:601.2f', 'cr:601.2h']
    """
    return frozenset().union(*(_ids(text) for text in (unit.text, *unit.examples)))


@lru_cache(maxsize=50_000)
def _ids(text: str) -> frozenset[str]:
    return frozenset(
        f"cr:{number}" for reference in find_references(text) for number in (reference.number, reference.last)
    )
