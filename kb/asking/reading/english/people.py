"""Words that mean all, any or none: "we both", "everyone", "somebody", "nobody", "nothing", "neither of them"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Number, Person
from kb.asking.mentions import Mention
from kb.asking.reading.english import small
from kb.asking.reading.english.describing import SAME
from kb.asking.reading.english.lexicon import knows
from kb.asking.reading.english.reader import Reader, Reading
from kb.checker.oracle.ast import Filter
from kb.checker.oracle.words import NUMBERS

_ALL: Final = frozenset({"everyone", "everybody"})
_SOME: Final = frozenset({"somebody", "someone", "anybody", "anyone"})


_BEFORE_NOUN: Final = small.POSSESSIVE.keys() | {"of", "the", "these", "those"}


def people(r: Reader, at: int) -> list[Reading]:
    """The readings of such a word there."""
    low, after = r.low(at), r.low(at + 1)
    if low in _ALL:
        other = after == "else"
        return [(at + 1 + other, Person("each opponent" if other else "each player"), 0.0)]
    if low in ("the", "a", "this", "that", "my") and (end := _across(r, at + 1)):
        return [(end, Person("opponent"), -0.2)]
    if low in _SOME:
        return [(at + 1, Person("somebody"), 0.0)]
    if low in ("we", "you", "us") and after in ("both", "all"):
        return [(at + 2, Person("each player"), 0.0)]
    if low in ("both", "all", "each") and r.says(at + 1, ("of", "us")):
        return [(at + 3, Person("each player"), 0.0)]
    if low == "all" and after in NUMBERS and r.kind(at + 2) != "card" and r.low(at + 2) not in _BEFORE_NOUN:
        return [(at + 2, Mention(pronoun="they", count=NUMBERS[after], text=r.text(at, at + 2)), 0.5)]
    if low == "each" and r.kind(at + 1) not in ("word", "card", "pt", "num"):
        return [(at + 1, Mention(pronoun="they", count="all", text="each"), 0.3)]
    if low == "neither" and after in ("player", "opponent"):
        return [(at + 2, Mention(noun=after, count="no", text=r.text(at, at + 2)), 0.0)]
    if low == "neither":
        size = 1 + 2 * (after == "of" and r.low(at + 2) in ("them", "those", "these"))
        return [(at + size, Mention(pronoun="both", count="no", text="neither"), 0.0)]
    if low == "nothing":
        return [(at + 1, Mention(filter=Filter("any"), noun="anything", count="no", text=low), 0.0)]
    if low == "nobody" or (low == "no" and after == "one"):
        end = at + 1 + (low == "no")
        return [(end, Mention(noun="player", count="no", text=r.text(at, end)), 0.0)]
    return []


_FACING: Final = tuple(
    tuple(words.split())
    for words in (
        "across from me", "across the table", "across the table from me", "opposite me", "on the other side of the table", "at the table", "at my table",
        "at my lgs", "at the lgs", "at my shop", "at the shop", "at the store", "at my store", "at fnm", "at the prerelease", "at my club", "in my group", "i was playing", "i played",
    )
)  # fmt: skip
_ACQUAINTED: Final = frozenset(
    {"friend", "opponent", "buddy", "pal", "mate", "foe", "adversary", "neighbor", "neighbour", "roommate"}
)
_ANYONE: Final = frozenset(
    {"guy", "person", "player", "dude", "man", "woman", "girl", "kid", "gal", "lady", "boy"}
)


def _across(r: Reader, at: int) -> int:
    """Where "guy across from me", "mono-black friend" ends; 0 where it doesn't stand there."""
    start = at
    while (
        start < at + 2 and r.kind(start) == "word" and r.kind(start + 1) == "word" and not knows(r.low(start))
    ):
        start += 1
    if r.low(start) not in _ACQUAINTED | _ANYONE:
        return 0
    ends = [start + 1 + len(words) for words in _FACING if r.says(start + 1, words)]
    if start > at and (r.low(start) in _ACQUAINTED or r.low(start) == "player"):
        ends.append(start + 1)
    return max(ends, default=0)


def lots(r: Reader, at: int) -> list[Reading]:
    """ "a couple of creatures", "a pair of lands", "lots of tokens"."""
    from kb.asking.reading.english.nouns import _described

    start = at + (r.low(at) == "a")
    count = small.LOTS.get(r.low(start))
    if count is None or (r.low(start + 1) != "of" and r.low(start) not in ("couple", "dozen")):
        return []
    after = start + 1 + (r.low(start + 1) == "of")
    return [
        (end, replace(one, count=count), cost)
        for end, one, cost in _described(r, after)
        if isinstance(one, Mention) and one.count == "several" and not one.definite
    ]


def described_person(
    r: Reader, at: int, person: Person, cost: float
) -> list[tuple[int, Mention, float, int]]:
    """ "A player who attacks me", "an opponent with no cards in hand", "my opponent at 3 life": what is said of a player beside."""
    noun = {"somebody": "player", "opponent": "opponent"}.get(person.who)
    if noun is None or r.low(at - 1) in ("someone", "somebody", "anyone", "anybody"):
        return []
    from kb.asking.reading.english import verbals
    from kb.asking.reading.english.nouns import noun_phrase
    from kb.asking.reading.english.phrase import VP, row
    from kb.asking.reading.english.tails import Item

    one = Mention(noun=noun, text=r.low(at - 1))
    found: list[Reading] = []
    said = at + (r.low(at) == "," and r.low(at + 1) == "who")
    if r.low(said) in ("who", "that"):
        for end, vp, more in verbals.finite(r, said + 1):
            end += said > at and r.low(end) == ","
            found += [(end, clause, more + extra) for clause, extra in verbals.alone(vp, SAME)]
    if r.low(at) in ("with", "at"):
        for end, what, more in noun_phrase(r, at + 1):
            if isinstance(what, Number) and not what.of and r.low(at) == "at":
                what = replace(what, of="life")
            amount = isinstance(what, Number) and what.of == "life"
            if amount or (r.low(at) == "with" and isinstance(what, Mention) and what.zone == "hand"):
                has = VP(row("have"), (Item("obj", what),), text=r.text(at, end))
                found += [(end, clause, more + extra + 0.6) for clause, extra in verbals.alone(has, SAME)]
    return [(end, replace(one, clauses=(clause,)), cost + more, 4) for end, clause, more in found]


def partitive(r: Reader, at: int) -> list[Reading]:
    """ "one of them", "two of the creatures", "each of my tokens", "any one of"."""
    from kb.asking.reading.english.nouns import COUNTS, simple

    if r.low(at) == "all" and (r.low(at + 1) in NUMBERS or r.kind(at + 1) == "num"):
        return partitive(r, at + 1)
    if r.says(at, ("the", "rest", "of")):
        return [
            (end, Mention(pronoun="the rest", definite=True, of=group, text=r.text(at, end)), cost)
            for end, group, cost in simple(r, at + 3)
            if isinstance(group, Mention)
        ]
    size = 1
    count: Any = (
        NUMBERS.get(r.low(at))
        or COUNTS.get(r.low(at))
        or ({"none": "no", "only": 1, "either": "any"}.get(r.low(at)))
    )
    if r.kind(at) == "num":
        count = int(r.low(at).replace(",", ""))
    if r.low(at) in ("any", "each") and r.low(at + 1) == "one":
        size, count = 2, 1
    if count is None or r.low(at + size) != "of":
        return []
    found: list[Reading] = []
    for end, group, cost in simple(r, at + size + 1):
        if isinstance(group, Mention):
            found.append(
                (
                    end,
                    Mention(
                        pronoun="one" if count == 1 else "ones", count=count, of=group, text=r.text(at, end)
                    ),
                    cost,
                )
            )
    return found
