"""CR 118.3: which sources pay a cost: whether any will do is found completely, then as few and as cheap ones as possible."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

from kb.checker.mana_made import Bundle
from kb.checker.mana_sources import SNOW, Source, Way
from kb.checker.state import NotModelled

MOST_TRIES = 4000
"""Combinations that are tried; beyond them it isn't known whether the cost can be paid."""
Want = frozenset[str]


@dataclass(frozen=True, slots=True)
class Payment:
    """A source in use: the mana that it makes, and that of it which is spent."""

    thing: int | None
    way: Way
    letters: tuple[str, ...]
    spent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Choice:
    """What one source may bring: a bundle, and the ways of the source that bring it."""

    source: Source
    bundle: Bundle
    ways: tuple[Way, ...]


def assign(wants: list[Want], generic: int, having: list[Source]) -> list[Payment] | None:
    """Sources that pay, or None where they don't suffice; raises NotModelled where there is too much to try."""
    kept = _solve(wants, generic, having)
    if kept is None:
        return None
    used = having
    for source in sorted(having, key=_dearness, reverse=True):
        fewer = [one for one in used if one is not source]
        found = _solve(wants, generic, fewer)
        if found is not None:
            used, kept = fewer, found
    return kept


def _dearness(source: Source) -> tuple[int, int, int, int]:
    """What is used last: sacrifices, what stands for mana, much mana at once, many colors. The pool is used first."""
    ways = source.ways
    return (
        0 if source.thing is None else 1,
        min(way.price for way in ways),
        max(len(way.bundle) for way in ways),
        len(frozenset().union(*(unit for way in ways for unit in way.bundle))),
    )


def _choices(source: Source) -> list[_Choice]:
    """The bundles of a source; single mana of any of its ways is one choice."""
    single = tuple(way for way in source.ways if len(way.bundle) == 1)
    found = [_Choice(source, way.bundle, (way,)) for way in source.ways if len(way.bundle) != 1]
    if single:
        unit = frozenset().union(*(way.bundle[0] for way in single))
        found.append(_Choice(source, (unit,), single))
    return found


def _solve(wants: list[Want], generic: int, having: list[Source]) -> list[Payment] | None:
    choices = [_choices(source) for source in having]
    tries = prod(len(one) for one in choices)
    for count, combination in enumerate(product(*choices)):
        if count >= MOST_TRIES:
            break
        found = _match(wants, generic, combination)
        if found is not None:
            return found
    if tries > MOST_TRIES:
        raise NotModelled("there are too many ways in which the mana could be made")
    return None


def _match(wants: list[Want], generic: int, chosen: tuple[_Choice, ...]) -> list[Payment] | None:
    """Symbols are matched to units of mana, what is left pays the generic part."""
    units = [(index, place) for index, choice in enumerate(chosen) for place in range(len(choice.bundle))]
    if len(units) < len(wants) + generic:
        return None
    taken: dict[tuple[int, int], int] = {}

    def match(want: int, seen: set[tuple[int, int]]) -> bool:
        for unit in units:
            if unit in seen or not wants[want] & chosen[unit[0]].bundle[unit[1]]:
                continue
            seen.add(unit)
            if unit not in taken or match(taken[unit], seen):
                taken[unit] = want
                return True
        return False

    if not all(match(want, set()) for want in range(len(wants))):
        return None
    begun = {index for index, _ in taken}
    rest = sorted(
        (unit for unit in units if unit not in taken), key=lambda unit: (unit[0] not in begun, unit)
    )
    spent = {
        **{unit: wants[want] for unit, want in taken.items()},
        **dict.fromkeys(rest[:generic], frozenset[str]()),
    }
    return [
        _payment(index, choice, spent)
        for index, choice in enumerate(chosen)
        if any(unit[0] == index for unit in spent)
    ]


def _payment(index: int, choice: _Choice, spent: dict[tuple[int, int], frozenset[str]]) -> Payment:
    letters: list[str] = []
    used: list[str] = []
    for place, unit in enumerate(choice.bundle):
        want = spent.get((index, place))
        letter = _letter(unit, want)
        letters.append(letter)
        if want is not None:
            used.append(letter)
    ways = choice.ways
    if len(choice.bundle) == 1:
        want = spent.get((index, 0)) or frozenset()
        ways = tuple(way for way in ways if not want or want & way.bundle[0]) or ways
    way = min(ways, key=lambda one: (one.price, bool(one.instead)))
    if len(choice.bundle) == 1 and letters[0] not in way.bundle[0]:
        want = spent.get((index, 0)) or frozenset()
        letters = used = [_letter(way.bundle[0], want)]
    return Payment(choice.source.thing, way, tuple(letters), tuple(used))


def _letter(unit: frozenset[str], want: frozenset[str] | None) -> str:
    """The mana that a unit is: one of the letters that are asked for where any is."""
    letters = sorted(unit - SNOW)
    return next((letter for letter in letters if letter in (want or ())), letters[0] if letters else "")
