"""Amounts and kinds said in few words: "a three-drop", "two green mana", "three or four", "modular 1", "how many of those"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal

from kb.asking.frames import Number, Word
from kb.asking.mentions import Mention
from kb.asking.reading.english.reader import Reader, Reading
from kb.checker.oracle.ast import Filter, Measures
from kb.checker.oracle.ast import Number as Amount
from kb.checker.oracle.words import COLORS, NUMBERS

_NOTHING: Final = frozenset({"none", "nothing", "zero", "neither"})


def drop(r: Reader, at: int) -> list[Reading]:
    """ "a three-drop", "my 2-drop": what has that mana value."""
    low = r.low(at)
    number, end = "", at + 1
    if low.endswith(("-drop", "-drops")):
        number = low.split("-")[0]
    elif r.kind(at) == "num" and r.low(at + 1) == "-" and r.low(at + 2) in ("drop", "drops"):
        number, end = low, at + 3
    elif (r.kind(at) == "num" or low in NUMBERS) and r.low(at + 1) in ("drop", "drops"):
        number, end = low, at + 2
    value = int(number) if number.isdigit() else NUMBERS.get(number)
    if value is None:
        return []
    many: Literal["several"] | None = "several" if r.low(end - 1).endswith("drops") else None
    what = Filter("card", (Measures("mana value", "=", Amount(value)),))
    return [(end, Mention(filter=what, count=many, text=r.text(at, end)), -0.1)]


def x_is(r: Reader, at: int) -> list[Reading]:
    """ "X=3"."""
    if r.low(at - 1) in ("for", "with"):
        return []  # said of the whole phrase
    if r.low(at) == "x" and r.low(at + 1) in ("=", "equals") and r.kind(at + 2) == "num":
        return [(at + 3, Number(int(r.low(at + 2)), "x"), -0.2)]
    return []


def colored_mana(r: Reader, at: int) -> list[Reading]:
    """ "green mana"."""
    if r.low(at) in COLORS and r.low(at + 1) == "mana":
        return [(at + 2, Word("mana", "{" + COLORS[r.low(at)] + "}"), -0.2)]
    return []


def either(r: Reader, at: int, one: Any) -> list[Reading]:
    """ "three or four", "5 or just 1", "one token or two": which of the two numbers is asked."""
    first = _count(one)
    after = at + (r.low(at) == ",")
    if first is None or r.low(after) != "or":
        return []
    after += 1 + (r.low(after + 1) in ("just", "only", "even", "maybe"))
    found: list[tuple[int, Any]] = []
    if r.low(after) in ("the", "that", "this", "those", "these"):
        return []
    if r.low(after) in _NOTHING:
        found.append((after + 1, None))
    from kb.asking.reading.english.nouns import simple

    found += [(end, other) for end, other, _ in simple(r, after) if _count(other) is not None]
    out: list[Reading] = []
    for end, other in found:
        named = one if isinstance(one, Mention) else other if isinstance(other, Mention) else None
        of = next((each.of for each in (one, other) if isinstance(each, Number) and each.of), "")
        if named is not None:
            out.append((end, replace(named, count=None, asked=True, text=r.text(at, end)), 0.2))
        elif of:
            out.append((end, Mention(noun=of, asked=True, text=r.text(at, end)), 0.2))
        else:
            out.append((end, Mention(pronoun="which", asked=True, text="how many"), 0.4))
    return out


def _count(one: Any) -> int | None:
    if isinstance(one, Number):
        return one.value if isinstance(one.value, int) else None
    if (
        isinstance(one, Mention)
        and not one.pronoun
        and not one.cards
        and not one.definite
        and one.whose is None
    ):
        return one.count if isinstance(one.count, int) and not one.asked else None
    return None


def of_those(r: Reader, at: int) -> list[tuple[int, Mention]]:
    """ "how many of those", "how much of it": what stands after "how many"."""
    if r.low(at) != "of":
        return []
    from kb.asking.reading.english.nouns import simple

    return [
        (end, Mention(pronoun="ones", of=group, asked=True, text=r.text(at, end)))
        for end, group, _ in simple(r, at + 1)
        if isinstance(group, Mention)
    ]


def times(mana: Word, number: Any) -> Word | None:
    """Mana so often: two green mana are {G}{G}."""
    return replace(mana, name=mana.name * number) if isinstance(number, int) and 0 < number < 20 else None
