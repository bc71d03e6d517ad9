"""Which rule of an older edition is which of a newer one: by number, title, text, and place.

Steps, each on what the steps before left over:
1. same id and same text, under the same heading;
2. same title, where only one unit of the kind has it in each edition (702.170 “Plot”);
3. same text but for rule numbers and typography, where it is unique, or under paired parents in order;
4. below paired parents, the likeliest partners;
5. anywhere, texts that are nearly the same;
6. parents whose children mostly went to one new parent;
7. same id below paired parents, with something of the text left.

>>> old = Book("2030", (Unit("cr:100", "chapter", "Things", "Things"), Unit("cr:100.1", "rule", "A widget turns.")))
>>> new = Book("2031", (Unit("cr:101", "chapter", "Things", "Things"), Unit("cr:101.2", "rule", "A widget turns.")))
>>> dict(pair(old, new).moved)
{'cr:100': 'cr:101', 'cr:100.1': 'cr:101.2'}
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from kb.editions.model import Book, Pairing, Unit
from kb.editions.similar import Profile, key, likeness, profile

BELOW_PARENTS = 0.45
"""Likeness that two units under paired parents need."""
ANYWHERE = 0.62
"""Likeness that two units anywhere need: near the same text."""
SAME_ID = 0.3
SAME_ID_BELOW_PARENTS = 0.15
"""Likeness below which a unit that keeps its id counts as another one."""
_BONUS_ID = 0.06
_BONUS_PARENT = 0.06
_CANDIDATES = 6
_RARE = 40
"""A pair of words in more units than this tells nothing."""


@dataclass(slots=True)
class _State:
    """What is paired so far."""

    old: Book
    new: Book
    forward: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    profiles: dict[tuple[bool, str], Profile] = field(default_factory=dict)

    def join(self, old: Unit, new: Unit) -> None:
        self.forward[old.id] = new.id
        self.taken.add(new.id)

    def left_old(self) -> list[Unit]:
        return [unit for unit in self.old.units if unit.id not in self.forward]

    def left_new(self) -> list[Unit]:
        return [unit for unit in self.new.units if unit.id not in self.taken]

    def profile(self, unit: Unit, *, is_new: bool) -> Profile:
        place = (is_new, unit.id)
        if place not in self.profiles:
            self.profiles[place] = profile(key(unit.text))
        return self.profiles[place]

    def parents_paired(self, old: Unit, new: Unit) -> bool:
        return bool(old.parent) and self.forward.get(old.parent) == new.parent

    def score(self, old: Unit, new: Unit) -> float:
        alike = likeness(self.profile(old, is_new=False), self.profile(new, is_new=True))
        return alike + _BONUS_ID * (old.id == new.id) + _BONUS_PARENT * self.parents_paired(old, new)


def pair(old: Book, new: Book, known: Mapping[str, str] | None = None) -> Pairing:
    """Pair two editions; the same input gives the same result.

    Examples belong to their rule and play no part. Glossary entries pair among themselves. `known` maps ids
    that are paired already, by the editions that lie between.
    """
    state = _State(old, new)
    for one, other in (known or {}).items():
        state.join(old[one], new[other])
    _same_place(state)
    _same_key(state, _title_key)
    _same_key(state, _text_key)
    _twins(state)
    _below_parents(state)
    _anywhere(state)
    _parents_of_children(state)
    _below_parents(state)
    _same_id(state)
    moved = {one: other for one, other in state.forward.items() if one != other}
    removed = frozenset(unit.id for unit in state.left_old())
    added = frozenset(unit.id for unit in state.left_new())
    return Pairing(old.edition, new.edition, moved, removed, added)


def _heading(book: Book, unit: Unit) -> str:
    """The title that a subrule stands under, else the chapter's."""
    above = book.get(unit.parent)
    if above is None:
        return ""
    return above.title or _heading(book, above)


def _same_place(state: _State) -> None:
    for unit in state.old.units:
        other = state.new.get(unit.id)
        if unit.id in state.forward or other is None or other.id in state.taken:
            continue
        if unit.kind != other.kind or unit.text != other.text:
            continue
        if unit.kind == "glossary" or _heading(state.old, unit) == _heading(state.new, other):
            state.join(unit, other)


def _title_key(unit: Unit) -> Hashable:
    if not unit.title:
        return None
    if unit.kind == "glossary":
        return ("glossary", unit.title.casefold().removesuffix(" (obsolete)"))
    return (unit.kind, key(unit.title))


def _text_key(unit: Unit) -> Hashable:
    return None if unit.title and unit.kind != "glossary" else (unit.kind == "glossary", key(unit.text))


def _same_key(state: _State, key_of: Callable[[Unit], Hashable]) -> None:
    """Join what has the same key and is alone with it on both sides."""
    olds, news = _grouped(state.left_old(), key_of), _grouped(state.left_new(), key_of)
    for value, units in olds.items():
        others = news.get(value, [])
        if len(units) == len(others) == 1:
            state.join(units[0], others[0])


def _grouped(units: Iterable[Unit], key_of: Callable[[Unit], Hashable]) -> dict[Hashable, list[Unit]]:
    groups: dict[Hashable, list[Unit]] = defaultdict(list)
    for unit in units:
        value = key_of(unit)
        if value is not None:
            groups[value].append(unit)
    return groups


def _twins(state: _State) -> None:
    """Texts that occur several times: paired under paired parents, in order."""
    news = _grouped(state.left_new(), _text_key)
    for value, units in _grouped(state.left_old(), _text_key).items():
        others = [unit for unit in news.get(value, ()) if unit.id not in state.taken]
        for unit in units:
            best = [other for other in others if state.parents_paired(unit, other)]
            if best:
                chosen = next((other for other in best if other.id == unit.id), best[0])
                state.join(unit, chosen)
                others.remove(chosen)


def _below_parents(state: _State) -> None:
    children: dict[str, list[Unit]] = defaultdict(list)
    for unit in state.left_new():
        if unit.parent:
            children[unit.parent].append(unit)
    scored = [
        (state.score(unit, other), unit, other)
        for unit in state.left_old()
        for other in children.get(state.forward.get(unit.parent, ""), ())
        if unit.parent and not (unit.title and other.title)
    ]
    _join_best(state, scored, BELOW_PARENTS)


def _anywhere(state: _State) -> None:
    """The likeliest partner among those that share rare pairs of words."""
    index: dict[tuple[str, ...], list[Unit]] = defaultdict(list)
    for unit in state.left_new():
        for item in state.profile(unit, is_new=True):
            index[item].append(unit)
    scored = []
    for unit in state.left_old():
        shared: Counter[str] = Counter()
        for item in state.profile(unit, is_new=False):
            holders = index.get(item, ())
            if len(item) == 2 and len(holders) <= _RARE:
                shared.update(holder.id for holder in holders)
        for other_id, _ in shared.most_common(_CANDIDATES):
            other = state.new[other_id]
            if (unit.kind == "glossary") == (other.kind == "glossary") and not (unit.title and other.title):
                scored.append((state.score(unit, other), unit, other))
    _join_best(state, scored, ANYWHERE)


def _join_best(state: _State, scored: list[tuple[float, Unit, Unit]], least: float) -> None:
    """Join the likeliest first; each unit once."""
    order = {unit.id: place for place, unit in enumerate(state.old.units)}
    for score, unit, other in sorted(scored, key=lambda found: (-found[0], order[found[1].id])):
        if score < least:
            break
        if unit.id not in state.forward and other.id not in state.taken:
            state.join(unit, other)


def _parents_of_children(state: _State) -> None:
    """A parent whose text says little, or changed: most of its children went to one new parent."""
    went: dict[str, Counter[str]] = defaultdict(Counter)
    came: Counter[str] = Counter()
    for old_id, new_id in state.forward.items():
        above = state.new[new_id].parent
        went[state.old[old_id].parent][above] += 1
        came[above] += 1
    for unit in reversed(state.left_old()):
        for above, count in went.get(unit.id, Counter()).most_common(1):
            other = state.new.get(above)
            if (
                other is not None
                and above not in state.taken
                and count * 2 > went[unit.id].total()
                and count * 2 > came[above]
                and unit.kind == other.kind
            ):
                state.join(unit, other)


def _same_id(state: _State) -> None:
    for unit in state.left_old():
        other = state.new.get(unit.id)
        if other is None or other.id in state.taken:
            continue
        least = SAME_ID_BELOW_PARENTS if state.parents_paired(unit, other) else SAME_ID
        alike = likeness(state.profile(unit, is_new=False), state.profile(other, is_new=True))
        if unit.kind == "glossary" or alike >= least:
            state.join(unit, other)
