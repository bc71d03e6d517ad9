"""What belongs to what: "the Aura on my creature", "a creature with two Auras on it", "a creature of mine"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kb.asking.frames import ME, Person
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import heads
from kb.asking.reading.english.describing import SAME
from kb.asking.reading.english.reader import Reader, Reading
from kb.checker.oracle.ast import Measures


def on(r: Reader, at: int, one: Mention) -> list[Reading]:
    """ "the Aura on my creature", "my Quiet Season on it": what it is attached to."""
    aura = one.cards or one.noun in ("aura", "equipment", "enchantment")
    from kb.asking.reading.english.following import simple

    if r.low(at) != "on" or not aura or one.zone or one.pronoun:
        return []
    return [
        (
            end,
            replace(
                one,
                clauses=(*one.clauses, Clause("attach", {"what": SAME, "to": what}, text=r.text(at, end))),
            ),
            cost + (1.3 if one.cards else 0.7),
        )
        for end, what, cost in simple(r, at + 1)
        if isinstance(what, Mention)
        and not what.zone
        and (what.pronoun or not what.noun or heads.kind(what.noun) == "thing")
    ]


def attached(r: Reader, at: int, one: Mention) -> list[Reading]:
    """ "a creature with Giant Growth on it", "with two Auras attached"."""
    from kb.asking.reading.english.following import simple

    found: list[Reading] = []
    for end, what, cost in simple(r, at):
        if not isinstance(what, Mention) or what.pronoun or (what.noun and heads.kind(what.noun) != "thing"):
            continue
        if r.low(end) == "on" and r.low(end + 1) in ("it", "them", "him", "her"):
            stop = end + 2
        elif r.low(end) == "attached":
            stop = end + 1 + 2 * (r.low(end + 1) == "to" and r.low(end + 2) in ("it", "them"))
        else:
            continue
        on = Clause("attach", {"what": what, "to": SAME}, text=r.text(at, stop))
        found.append((stop, replace(one, clauses=(*one.clauses, on)), cost + 0.1))
    return found


KINDS: Final = frozenset(
    {
        "card",
        "keyword",
        "creature",
        "planeswalker",
        "artifact",
        "enchantment",
        "land",
        "instant",
        "sorcery",
        "spell",
    }
)
"""What a name is called after it: "Unearth the card"."""
_MINE: Final[dict[str, Mention | Person]] = {
    "mine": ME, "ours": ME, "yours": ME, "his": Mention(pronoun="he", text="his"), "hers": Mention(pronoun="he", text="hers"),
    "theirs": Mention(pronoun="they", text="theirs"),
}  # fmt: skip


def of_mine(r: Reader, at: int, one: Mention) -> list[Reading]:
    """ "a creature of mine", "that token of my opponent's"."""
    from kb.asking.reading.english.nouns import bare

    if r.low(at) != "of" or one.whose is not None:
        return []
    if r.low(at + 1) in _MINE:
        return [(at + 2, replace(one, whose=_MINE[r.low(at + 1)]), 0.0)]
    return [
        (end + 1, replace(one, whose=who), cost)
        for end, who, cost in bare(r, at + 1)
        if r.kind(end) == "poss" and isinstance(who, Person)
    ]


def _both(one: Mention, what: Mention) -> Mention | None:
    """A definite thing with the size that is said of it afterwards; None where they may be two things."""
    if one.filter is None or what.filter is None or not (one.definite or one.whose is not None):
        return None
    sized = [
        any(isinstance(pred, Measures) for pred in each.filter.where) for each in (one, what) if each.filter
    ]
    if (
        sized != [False, True]
        or one.count not in (None, 1)
        or what.count not in (None, 1)
        or what.whose is not None
    ):
        return None
    return replace(one, filter=replace(one.filter, where=(*one.filter.where, *what.filter.where)))


def renamed(r: Reader, at: int, one: Mention) -> list[Reading]:
    """ "Gravel Hound, a 2/2 with flying, …", "a 2/2, Gravel Hound": the same thing, said twice."""
    from kb.asking.reading.english.following import simple

    if one.pronoun or one.of is not None or (one.noun and heads.kind(one.noun) != "thing"):
        return []
    found: list[Reading] = []
    for end, what, cost in simple(r, at) if r.low(at) in ("a", "an") or r.kind(at) == "card" else []:
        done = end >= len(r.toks) or r.kind(end) == "mark"
        if not done or not isinstance(what, Mention) or what.clauses or (what.cards and one.cards):
            continue
        if r.low(end) == "," and r.low(end + 1) in ("a", "an", "and", "or", "two", "three"):
            continue
        if not what.cards and not one.cards:
            whole = _both(one, what)
            if whole is not None:
                found.append((end + (r.low(end) == ","), replace(whole, text=r.text(at, end)), cost + 0.8))
            continue
        named, like = (one, what) if one.cards else (what, one)
        if (
            like.filter is None
            or like.count not in (None, 1)
            or named.filter is not None
            or named.count not in (None, 1)
        ):
            continue
        both = replace(
            one, cards=named.cards, filter=replace(like.filter, kind="any"), noun="", text=r.text(at, end)
        )
        found.append((end + (r.low(end) == ","), both, cost + 0.8))
    return found
