"""What something is at, on or under: "down to 2 loyalty", "on my 2/2", "stuck under Pacifism"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kb.asking.frames import Number
from kb.asking.mentions import Mention
from kb.asking.reading.english import heads
from kb.asking.reading.english.building import viable
from kb.asking.reading.english.nouns import bare, noun_phrase, simple
from kb.asking.reading.english.phrase import VP, passive, row
from kb.asking.reading.english.reader import Reader, Reading
from kb.asking.reading.english.tails import Item, tail
from kb.asking.wordbook import Verb

_AT: Final = (
    ("down", "to"),
    ("up", "to"),
    ("back", "to"),
    ("back", "at"),
    ("left", "with"),
    ("left", "at"),
    ("at",),
)


def had(r: Reader, at: int) -> list[tuple[int, tuple[Item, ...], Verb, float]]:
    """ "down to 2 loyalty", "left with 3 cards", "up to 41": what somebody or something has by now."""
    found: list[tuple[int, tuple[Item, ...], Verb, float]] = []
    for words in _AT:
        start = at + len(words)
        start += r.low(start) in ("just", "only", "exactly")
        if not r.says(at, words):
            continue
        for end, what, cost in bare(r, start):
            if isinstance(what, Number) and what.of in ("", "life") and words != ("at",):
                found.append((end, (Item("obj", replace(what, of=what.of or "life")),), row("have"), cost))
            elif (
                isinstance(what, Mention)
                and what.noun
                and heads.kind(what.noun) == "counter"
                and what.of is None
            ):
                found.append((end, (Item("obj", what),), row("have"), cost))
    return found


def worn(r: Reader, at: int) -> list[tuple[int, tuple[Item, ...], Verb, float]]:
    """ "(stuck) under Pacifism": it is attached to what this is said of."""
    start = at + (r.low(at) in ("stuck", "locked", "held", "trapped"))
    if r.low(start) != "under":
        return []
    return [
        (end, (Item("obj", what),), row("attach").en_also[0], cost)
        for end, what, cost in noun_phrase(r, start + 1)
        if isinstance(what, Mention) and (what.cards or what.noun == "aura")
    ]


def controlled(r: Reader, at: int) -> list[Reading]:
    """ "(it is) under my opponent's control"."""
    from kb.asking.reading.english.tails import control

    if r.low(at) != "under":
        return []
    found: list[Reading] = []
    for end, owner in control(r, at + 1, "control"):
        for stop, more, extra in tail(r, end):
            vp = passive(VP(row("control"), (Item("prep", owner, "by"), *more), text=r.text(at, stop)))
            if all(one.kind not in ("obj", "comp") for one in more) and viable(vp):
                found.append((stop, vp, extra))
    return found


def put_on(r: Reader, at: int) -> list[Reading]:
    """ "(my Aura is) on a 2/2": attached to it."""
    if r.low(at) != "on":
        return []
    found: list[Reading] = []
    for end, what, cost in simple(r, at + 1):
        if not isinstance(what, Mention) or what.zone or (what.noun and heads.kind(what.noun) != "thing"):
            continue
        for stop, more, extra in tail(r, end):
            vp = passive(VP(row("attach"), (Item("prep", what, "to"), *more), text=r.text(at, stop)))
            if all(one.kind not in ("obj", "comp") for one in more) and viable(vp):
                found.append((stop, vp, cost + extra + 0.6))
    return found
