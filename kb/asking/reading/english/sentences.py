"""Sentences and questions as units: what is told, what is supposed, what is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Form, Person
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import small
from kb.asking.reading.english.building import Said, build
from kb.asking.reading.english.nouns import noun_phrase
from kb.asking.reading.english.phrase import VP
from kb.asking.reading.english.reader import Reader, Reading
from kb.asking.reading.english.tails import Item, items, manner, tail
from kb.asking.reading.english.times import time
from kb.asking.reading.english.verbals import (
    BE_FORMS,
    after_be,
    finite,
    gerund,
    verb_phrase,
)
from kb.asking.wordbook import wordbook

_BEFORE_TIME: Final = {word for name in (*small.SUBORDINATE, *small.LINKS) for word in name.split()} | {
    "and", "but", "so", "then", "or", "that", "also", "plus", "say", "suppose", "imagine", "game",
}  # fmt: skip
_BEGINS: Final = small.SUBORDINATE.keys() | {
    "then",
    "just",
    "even",
    "both",
    "itself",
    "ever",
    "here",
    "one",
    "once",
    "now",
    "really",
    "at",
    "in",
}
"""Words without meaning of their own that may as well begin a clause, or a name of a place."""
_FULL: Final = small.MODALS.keys() | small.DO | small.BE | small.HAVE
_THEN: Final = (
    ("and", "then"),
    ("and", "later"),
    ("and", "also"),
    ("but", "then"),
    ("and",),
    ("but",),
    ("then",),
    ("or",),
)


def chain(r: Reader, at: int, kind: str) -> list[Reading]:
    """Verb phrases in a row with one subject: "attacks and is blocked"."""
    return r.once(("chain", at, kind), lambda: _chain(r, at, kind), each=14)


def _phrases(r: Reader, at: int, kind: str) -> list[Reading]:
    if kind == "finite":
        return finite(r, at)
    return after_be(r, at) if kind == "be" else verb_phrase(r, at, kind)


def _chain(r: Reader, at: int, kind: str) -> list[Reading]:
    found: list[Reading] = []
    for end, vp, cost in _phrases(r, at, kind):
        found.append((end, (vp,), cost))
        after = end + (r.low(end) == ",")
        words = next((one for one in _THEN if r.says(after, one)), None)
        if words is None:
            if after > end and kind == "finite" and r.kind(after) == "word" and r.low(after) not in _FULL:
                # "casts it, draws a card and attacks"
                rows = [one for one in chain(r, after, kind) if len(one[1]) > 1 and len(one[1]) < 4]
                found += [(stop, (vp, *more), cost + extra + 0.4) for stop, more, extra in rows]
            continue
        following = [*chain(r, after + len(words), kind)]
        if vp.passive and kind == "finite":
            # "is enchanted and blocked"
            following += [one for one in chain(r, after + len(words), "be") if one[1][0].passive]
        elif kind == "finite" and r.low(at) in BE_FORMS and vp.verb.kind == "state":
            # "is untapped and not summoning sick"
            following += [
                (e, v, c + 0.4) for e, v, c in chain(r, after + len(words), "be") if v[0].verb.kind == "state"
            ]
        found += [(stop, (vp, *more), cost + extra + 0.2) for stop, more, extra in following if len(more) < 4]
    return found


def subjects(r: Reader, at: int) -> list[Reading]:
    """What a sentence can be about: a noun phrase, or a deed ("plotting a card")."""
    return r.once(
        ("subject", at),
        lambda: [
            *noun_phrase(r, at),
            *((e, c, k + (0.5 if r.low(at).endswith("ing") else 1.1)) for e, c, k in gerund(r, at)),
            *_spell_on(r, at),
        ],
    )


def _spell_on(r: Reader, at: int) -> list[Reading]:
    """ "Lightning Bolt on my opponent during my turn": casting it."""
    if r.kind(at) != "card" or r.low(at + 1) not in ("on", "targeting"):
        return []
    tok = r.toks[at]
    card = Mention(cards=tok.cards, text=tok.text)
    found: list[Reading] = []
    for end, what, cost in noun_phrase(r, at + 2):
        clause = Clause("cast", {"what": card, "to": what}, text=r.text(at, end))
        found.append((end, clause, cost + 0.8))
        found += [(stop, replace(clause, when=when), cost + more + 0.8) for stop, when, more in time(r, end)]
    return found


def built_of(vps: tuple[VP, ...], subject: Any, gap: Any = None) -> tuple[list[Said], float] | None:
    """All phrases of a chain with their subject."""
    found: list[Said] = []
    total = 0.0
    for number, vp in enumerate(vps):
        options = build(vp, subject, gap if number == len(vps) - 1 else None)
        if not options:
            return None
        said, cost = options[0]
        found.append(said)
        total += cost
        if vp.form == "base" and third_person(subject):
            if number:
                return None  # "the trigger … and target it": said of somebody else
            total += 0.8
    return found, total


def third_person(subject: Any) -> bool:
    """Whether a verb said of it ends in s."""
    if isinstance(subject, Person):
        return subject.who in ("opponent", "somebody", "third", "owner", "controller")
    if not isinstance(subject, Mention) or subject.asked:
        return isinstance(subject, Clause)
    return subject.count in (None, 1) and subject.pronoun not in ("they", "both", "ones", "the rest", "same")


def told_of(said: list[Said]) -> tuple[Clause, ...]:
    return tuple(clause for one in said for clause in one.all)


def asked_of(said: list[Said], form: Form, hole: str = "", negated: bool = False) -> tuple[Clause, ...]:
    found: list[Clause] = []
    for one in said:
        found += one.before
        found.append(asked(one.main, form, hole, negated))
        found += one.after
    return tuple(found)


def asked(clause: Clause, form: Form, hole: str = "", negated: bool = False) -> Clause:
    """A clause as what is asked; its modality makes "does" a "can" or a "must"."""
    modal = clause.modal
    if form in ("does", "is"):
        if modal in ("can", "may"):
            form, modal = "can", ""
        elif modal == "must":
            form, modal = "must", ""
        else:
            verb = wordbook().verbs[clause.verb]
            form = "is" if verb.kind == "state" else "does"
    elif form == "can" and modal == "can":
        modal = ""
    hole = hole if hole in clause.roles or form == "where" else ""
    return replace(clause, form=form, hole=hole, modal=modal, negated=clause.negated != negated)


def statement(r: Reader, at: int) -> list[Reading]:
    """Readings of a clause with its subject before it."""
    return r.once(("statement", at), lambda: _statement(r, at), most=14)


def _statement(r: Reader, at: int) -> list[Reading]:
    found: list[Reading] = []
    for start, when, cost, lead in _leads(r, at):
        for middle, subject, more in subjects(r, start):
            for end, vps, extra in chain(r, middle, "finite"):
                if lead is not None:
                    vps = (replace(vps[0], items=(*vps[0].items, lead)), *vps[1:])
                built = built_of(vps, subject)
                if built is not None:
                    said = built[0] if when is None else _at(built[0], when)
                    if said is not None and not any(_asks(one.main) for one in said):
                        found.append((end, tuple(said), cost + more + extra + built[1]))
        if r.low(start) == "it" and r.low(start + 1) == "is":
            found += _moment(r, start + 2)
        if (
            r.low(start) in ("i", "we")
            and r.low(start + 1) in BE_FORMS
            and r.low(start + 2) in ("in", "at", "on", "still", "now")
        ):
            found += _moment(r, start + 2)
        if r.low(start) == "there" and r.low(start + 1) in BE_FORMS:
            for end, what, more in noun_phrase(r, start + 2):
                for stop, rest, extra in tail(r, end):
                    for said_one, last in build(VP(wordbook().verbs["be in zone"], rest), what):
                        found.append((stop, (said_one,), more + extra + last + 0.5))
    return found


def _asks(clause: Clause) -> bool:
    """Whether something in it is asked for: "three or four" is no statement."""
    return any(isinstance(one, Mention) and one.asked for one in clause.roles.values())


def _moment(r: Reader, at: int) -> list[Reading]:
    """ "it's my opponent's turn"."""
    from kb.asking.reading.english.times import stated

    return [
        (end, (Said(Clause("be time", {}, when=when, text=r.text(at - 2, end))),), -0.3)
        for end, when in stated(r, at)
    ]


def _leads(r: Reader, at: int) -> list[tuple[int, Any, float, Item | None]]:
    """What may stand before a sentence: a time, "now", "with X" of what it is done with."""
    found: list[tuple[int, Any, float, Item | None]] = []
    for start, when, cost in leading_times(r, at):
        while r.low(start) in ("now", "later", "then") and start < at + 4:
            start += 1
        found.append((start, when, cost, None))
        if r.low(start) == "in" and r.low(start + 1) == "response":
            for end, item, more in items(r, start):
                if item.kind == "response":
                    found.append((end + (r.low(end) == ","), when, cost + more, item))
        if (r.low(start), r.low(start + 1)) in (("because", "of"), ("due", "to"), ("thanks", "to")):
            for end, what, more in noun_phrase(r, start + 2):
                if isinstance(what, Mention) and not what.pronoun:
                    item = Item("prep", what, "because of")
                    found.append((end + (r.low(end) == ","), when, cost + more, item))
        if r.low(start) in ("with", "using", "via"):
            for end, what, more in noun_phrase(r, start + 1):
                if isinstance(what, Mention) and (what.count == "no" or what.zone):
                    continue
                found.append((end, when, cost + more + 0.2, Item("prep", what, r.low(start))))
    return found


def leading_times(r: Reader, at: int) -> list[tuple[int, Any, float]]:
    found: list[tuple[int, Any, float]] = [(at, None, 0.0)]
    if at and r.kind(at - 1) != "mark" and r.low(at - 1) not in _BEFORE_TIME:
        return found  # "loses life on my turn, does …": the time of what stands before it
    for end, name in manner(r, at):
        if not name and r.low(at) not in _BEGINS:
            found.append((end + (r.low(end) == ","), None, 0.1))
    for end, when, cost in time(r, at):
        found.append((end + (r.low(end) == ","), when, cost))
    return found


def _at(said: list[Said], when: Any) -> list[Said] | None:
    """The time that stands before a sentence is that of its first clause."""
    first = said[0]
    if first.main.when is not None:
        from kb.asking.reading.english.building import _both

        when = _both(first.main.when, when)
        if when is None:
            return None
    return [replace(first, main=replace(first.main, when=when)), *said[1:]]
