"""CR 508.1d, 509.1c: as many requirements to attack or block as possible, without breaking a restriction.

A declaration is what each creature does: the things it attacks or blocks. A duty is one requirement, as the pairs of creature
and thing any one of which obeys it. The best declaration is looked for by trying; a search that isn't finished within its
bounds is no answer (`NotModelled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from kb.checker.choices import Option, choose
from kb.checker.state import Game, NotModelled

MOST_FORCED = 12
"""Ways of obeying the requirements that are tried one by one where the script declares nothing."""

Thing = int | str
Declaration = dict[int, tuple[Thing, ...]]
Legal = Callable[[Declaration], bool]

MOST_TRIED = 4_000
"""Declarations looked at before the search is given up."""
MOST_WAYS = 64
"""Ways in which one creature may act before the search is not begun."""


@dataclass(frozen=True, slots=True)
class Duty:
    """One requirement: obeyed by any of these pairs of a creature and what it attacks or blocks."""

    pairs: frozenset[tuple[int, Thing]]
    rule: str = ""
    """The rule that makes it a requirement, where it isn't only a text (goad)."""

    def obeyed(self, declared: Mapping[int, Iterable[Thing]]) -> bool:
        """Whether a declaration obeys it."""
        return any(
            (creature, thing) in self.pairs for creature, things in declared.items() for thing in things
        )


def obeyed(duties: Iterable[Duty], declared: Mapping[int, Iterable[Thing]]) -> list[Duty]:
    """The duties that a declaration obeys."""
    return [duty for duty in duties if duty.obeyed(declared)]


def ways_of(things: Iterable[Thing], most: int) -> list[tuple[Thing, ...]]:
    """What one creature may do: nothing, or up to so many of the things."""
    several = list(things)
    ways: list[tuple[Thing, ...]] = []
    for count in range(min(most, len(several)), -1, -1):
        for way in combinations(several, count):
            ways.append(way)
            if len(ways) > MOST_WAYS:
                raise NotModelled("too many ways to attack or block to tell which obey the requirements")
    return ways


class Search:
    """Looks for declarations that obey more duties than a given number.

    `able`: by creature what it may attack or block, and how many of them. `helpers`: whether a creature may have to act
    although no duty wants it, so that others may (menace); where it may not, only what obeys a duty is tried.
    """

    def __init__(
        self,
        able: Mapping[int, tuple[Iterable[Thing], int]],
        duties: list[Duty],
        legal: Legal,
        *,
        helpers: bool,
    ) -> None:
        self.duties = duties
        self.legal = legal
        self.helpers = helpers
        self.tried = 0
        self.own: dict[int, list[Duty]] = {i: [] for i in able}
        self.shared: list[Duty] = []
        for duty in duties:
            creatures = {creature for creature, _ in duty.pairs}
            if len(creatures) == 1 and creatures <= set(able):
                self.own[creatures.pop()].append(duty)
            else:
                self.shared.append(duty)
        bound = {creature for duty in duties for creature, _ in duty.pairs}
        self.creatures = sorted((i for i in able if helpers or i in bound), key=lambda i: (i not in bound, i))
        self.ways = {i: self._ordered(i, ways_of(*able[i])) for i in self.creatures}
        most = [max(len(obeyed(self.own[i], {i: way})) for way in self.ways[i]) for i in self.creatures]
        self.to_come = [sum(most[index:]) for index in range(len(most) + 1)]

    def _ordered(self, creature: int, ways: list[tuple[Thing, ...]]) -> list[tuple[Thing, ...]]:
        """Those that obey most come first; of equals what does least."""

        def worth(way: tuple[Thing, ...]) -> tuple[int, int]:
            return (-len(obeyed(self.duties, {creature: way})), len(way))

        return sorted(ways, key=worth)

    def better(self, than: int) -> Declaration | None:
        """A legal declaration that obeys more duties than that, or None where there is none."""
        return next(iter(self._walk(0, {}, than, 0, self.shared)), None)

    def best(self) -> tuple[int, list[Declaration]]:
        """How many duties can be obeyed at most, and the legal declarations that obey so many."""
        count, most = -1, self.better(-1)
        while most is not None:
            count = len(obeyed(self.duties, most))
            most = self.better(count)
        return count, list(self._walk(0, {}, count - 1, 0, self.shared)) if count >= 0 else []

    def _walk(
        self, index: int, declared: Declaration, than: int, own: int, shared: list[Duty]
    ) -> Iterator[Declaration]:
        """Declarations that go on from what is declared so far (`own` duties of the creatures obeyed, `shared` ones open)."""
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise NotModelled("too many ways to attack or block to tell which obey the requirements")
        if index == len(self.creatures):
            if len(obeyed(self.duties, declared)) > than and self.legal(declared):
                yield dict(declared)
            return
        creature = self.creatures[index]
        rest = set(self.creatures[index + 1 :])
        for way in self.ways[creature]:
            if way and not self.helpers and not self._each_wanted(creature, way, shared):
                continue
            if way:
                declared[creature] = way
            still = [duty for duty in shared if not duty.obeyed({creature: way})]
            possible = sum(any(other in rest for other, _ in duty.pairs) for duty in still)
            done = own + len(obeyed(self.own[creature], {creature: way}))
            if done + len(self.shared) - len(still) + possible + self.to_come[index + 1] > than:
                yield from self._walk(index + 1, declared, than, done, still)
            declared.pop(creature, None)

    def _each_wanted(self, creature: int, way: tuple[Thing, ...], shared: list[Duty]) -> bool:
        wanted = [*self.own[creature], *shared]
        return all(any((creature, thing) in duty.pairs for duty in wanted) for thing in way)


def smallest(declarations: list[Declaration]) -> list[Declaration]:
    """Those that contain no other of them: what the requirements force, without what a player may add."""
    pairs = [frozenset((i, thing) for i, way in one.items() for thing in way) for one in declarations]
    return [
        one for one, has in zip(declarations, pairs, strict=True) if not any(other < has for other in pairs)
    ]


def forced_way(game: Game, player: str, search: Search | None, what: str, too_many: str) -> Declaration:
    """The declaration that requirements leave where the script makes none: each way that obeys most is tried.

    Empty where nothing is required. Raises NotModelled, saying `too_many`, where the ways are more than are tried.
    """
    if search is None:
        return {}
    count, best = search.best()
    if count <= 0:
        return {}
    ways = smallest(best)
    if len(ways) > MOST_FORCED:
        raise NotModelled(too_many)
    found: Declaration = choose(game, player, [Option(way, ()) for way in ways], what)
    return found
