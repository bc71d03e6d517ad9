"""What is asked of a deed as a whole: "is it possible for me to …", "is he right"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.asking.frames import Person
from kb.asking.mentions import Clause
from kb.asking.reading.english.building import build
from kb.asking.reading.english.nouns import noun_phrase
from kb.asking.reading.english.phrase import VP
from kb.asking.reading.english.reader import Reader, Reading
from kb.asking.reading.english.sentences import asked_of, built_of, chain
from kb.asking.reading.english.tails import tail
from kb.asking.reading.english.verbals import gerund
from kb.asking.wordbook import wordbook


def possible(r: Reader, at: int) -> list[Reading]:
    """ "is it possible for me to …", "is plotting a card allowed"."""
    found: list[Reading] = []
    words = ("possible", "legal", "allowed", "permitted", "ok", "okay", "fine")
    if (
        r.low(at) in ("is", "would")
        and r.low(at + 1) == "it"
        and r.low(at + 2 + (r.low(at + 2) == "be")) in words
    ):
        found += _for_somebody(r, at + 3 + (r.low(at + 2) == "be"))
    elif r.low(at) in ("is", "was") and r.low(at + 1) == "there":
        found += _any_way(r, at + 2)
    elif r.low(at) in ("is", "was"):
        for middle, clause, cost in gerund(r, at + 1):
            if r.low(middle) in words:
                for end, rest, more in tail(r, middle + 1):
                    for said, extra in build(VP(wordbook().verbs["be"], rest), None):
                        found.append(
                            (
                                end,
                                (
                                    replace(
                                        clause,
                                        form="can",
                                        when=clause.when or said.main.when,
                                        unread=(*clause.unread, *said.main.unread),
                                    ),
                                ),
                                cost + more + extra,
                            )
                        )
    return found


def _any_way(r: Reader, at: int) -> list[Reading]:
    """ "is there any way (for me) to save it"."""
    start = at + 1 + (r.low(at + 1) in ("possible", "legal", "other"))
    if r.low(at) not in ("a", "any", "some") or r.low(start) not in ("way", "chance", "possibility"):
        return []
    return _for_somebody(r, start + 1)


def _for_somebody(r: Reader, at: int) -> list[Reading]:
    """ "(for me) to save it": whether that one can."""
    options: list[tuple[int, Any]] = [(at, Person("me"))]
    if r.low(at) == "for":
        options = [(end, who) for end, who, _ in noun_phrase(r, at + 1)]
    found: list[Reading] = []
    for spot, who in options:
        for end, vps, cost in chain(r, spot + 1, "base") if r.low(spot) == "to" else []:
            built = built_of(vps, who)
            if built is not None:
                found.append((end, asked_of(built[0], "can"), cost + built[1]))
    return found


def right(r: Reader, at: int) -> list[Reading]:
    """ "is he right?", "is that true?"."""
    if r.low(at) not in ("is", "are", "am", "was"):
        return []
    found: list[Reading] = []
    for end, who, cost in noun_phrase(r, at + 1):
        if r.low(end) in ("right", "correct", "true", "wrong", "mistaken"):
            negated = r.low(end) in ("wrong", "mistaken")
            found.append(
                (
                    end + 1,
                    (
                        Clause(
                            "be right", {"what": who}, form="is", negated=negated, text=r.text(at, end + 1)
                        ),
                    ),
                    cost - 0.5,
                )
            )
    return found
