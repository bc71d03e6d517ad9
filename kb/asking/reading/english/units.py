"""A sentence taken apart: the cheapest way to cover its words with units; what no unit covers is unread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from kb.asking.frames import Link
from kb.asking.mentions import Clause, Heard, Mention
from kb.asking.reading.english import small
from kb.asking.reading.english.building import STACK
from kb.asking.reading.english.nouns import noun_phrase
from kb.asking.reading.english.reader import GivenUpError, Reader
from kb.asking.reading.english.sentences import asked, question, statement
from kb.asking.reading.english.tokens import Tok
from kb.asking.reading.english.verbals import gerund

_UNREAD: Final = 9.0
_UNIT: Final = 1.0
_JOINS: Final = frozenset({"and", "but", "so", "then", "or", "plus", "also"})
_SAYING: Final = frozenset({"say", "claim", "think", "argue", "insist", "believe", "tell"})
_TAGS: Final = frozenset({"right", "correct", "true", "yes", "no", "or", "not"})
_BREAKS: Final = frozenset(',;:-()"/')


@dataclass(frozen=True)
class Part:
    """A piece of the way through a sentence."""

    kind: str
    start: int
    end: int
    clauses: tuple[Clause, ...] = ()


def parts(r: Reader) -> list[Part]:
    """The cheapest cover of a sentence."""
    size = len(r.toks)
    best: list[tuple[float, int, Part | None]] = [(1e9, -1, None)] * (size + 1)
    best[0] = (0.0, -1, None)
    for at in range(size):
        cost = best[at][0]
        if cost >= 1e9:
            continue
        for part, more in _pieces(r, at):
            if cost + more < best[part.end][0] - 1e-9:
                best[part.end] = (cost + more, at, part)
    found: list[Part] = []
    at = size
    while at > 0:
        _, before, taken = best[at]
        assert taken is not None
        found.append(taken)
        at = before
    return found[::-1]


def _pieces(r: Reader, at: int) -> list[tuple[Part, float]]:
    low = r.low(at)
    found: list[tuple[Part, float]] = [(Part("unread", at, at + 1), _UNREAD)]
    if r.kind(at) == "mark" and low in _BREAKS:
        return [(Part("break", at, at + 1), 0.02)]
    if low in _JOINS:
        found.append((Part("join", at, at + 1), 0.1))
    for words in small.OPENERS:
        if r.says(at, words):
            found.append((Part("filler", at, at + len(words)), 0.3))
    if low in _TAGS and at and all(r.low(n) in _TAGS or r.kind(n) == "mark" for n in range(at, len(r.toks))):
        found.append((Part("tag", at, len(r.toks)), 0.1))
    try:
        found += [
            (Part("asked", at, end, clauses), _UNIT + max(cost, 0) * 0.3)
            for end, clauses, cost in question(r, at)
        ]
        found += [
            (Part("told", at, end, _all(said)), _UNIT + 0.05 + max(cost, 0) * 0.3)
            for end, said, cost in statement(r, at)
        ]
        found += _subordinate(r, at) + _with(r, at) + _claims(r, at) + _fragments(r, at)
    except GivenUpError:
        pass
    return found


def _all(said: Any) -> tuple[Clause, ...]:
    return tuple(clause for one in said for clause in one.all)


def _subordinate(r: Reader, at: int) -> list[tuple[Part, float]]:
    found: list[tuple[Part, float]] = []
    start = at + (r.low(at) in ("just", "right", "only", "even") and r.low(at + 1) in small.SUBORDINATE)
    for size in (3, 2, 1):
        words = (
            " ".join(r.low(start + number) for number in range(size)) if start + size <= len(r.toks) else ""
        )
        kind = small.SUBORDINATE.get(words)
        if kind is None:
            continue
        if r.low(at) == "even" and kind == "if":
            kind = "even if"
        spot = (
            start
            + size
            + (r.low(start + size) == "that" and r.low(start + size + 1) not in ("creature", "card", "spell"))
        )
        for end, said, cost in statement(r, spot):
            found.append((Part(kind, at, end, _all(said)), _UNIT + max(cost, 0) * 0.3))
        if kind in ("after", "before", "while", "if"):
            for end, clause, cost in gerund(r, spot):
                found.append((Part(kind, at, end, (clause,)), _UNIT + 0.1 + max(cost, 0) * 0.3))
        break
    return found


def _with(r: Reader, at: int) -> list[tuple[Part, float]]:
    """ "with Humility out", "with the trigger on the stack", "with no speed"."""
    low = r.low(at)
    if low not in ("with", "under"):
        return []
    found: list[tuple[Part, float]] = []
    for end, what, cost in noun_phrase(r, at + 1):
        many = what if isinstance(what, tuple) else (what,)
        if not all(isinstance(one, Mention) for one in many):
            continue
        rest = [(end, "battlefield", 0.4)]
        if r.low(end) in ("out", "around") or r.says(end, ("in", "play")):
            rest.append((end + 1 + (r.low(end) == "in"), "battlefield", 0.0))
        stop = end
        if all(one.zone and one.noun != one.zone for one in many):
            zone = many[0].zone
            bare = tuple(replace(one, zone="", zone_of=None) for one in many)
            where = (
                STACK if zone == "stack" else Mention(noun=zone, zone=zone, whose=many[0].zone_of, text=zone)
            )
            found.append((Part("while", at, stop, (_in_zone(bare, where),)), _UNIT + 0.1))
            continue
        for stop, zone, extra in rest:
            where = Mention(noun=zone, zone=zone, text="out")
            found.append(
                (Part("while", at, stop, (_in_zone(many, where),)), _UNIT + 0.1 + extra + cost * 0.3)
            )
    return found


def _in_zone(many: tuple[Mention, ...], where: Mention) -> Clause:
    return Clause("be in zone", {"what": many[0] if len(many) == 1 else many, "at": where}, text="with")


def _claims(r: Reader, at: int) -> list[tuple[Part, float]]:
    """ "my opponent says that it dies"."""
    found: list[tuple[Part, float]] = []
    for end, who, cost in noun_phrase(r, at):
        if not any(one in _SAYING for one in r.lemmas(end)):
            continue
        spot = end + 1
        spot += r.low(spot) in ("me", "us")
        spot += r.low(spot) == "that"
        for stop, said, more in statement(r, spot):
            clauses = tuple(replace(one, says=who) for one in _all(said))
            found.append((Part("claim", at, stop, clauses), _UNIT + (cost + max(more, 0)) * 0.3))
    return found


def _fragments(r: Reader, at: int) -> list[tuple[Part, float]]:
    """ "Giant Growth on my 2/2:": a card that is cast on something."""
    if r.kind(at) != "card" or r.low(at + 1) not in ("on", "targeting"):
        return []
    tok = r.toks[at]
    card = Mention(cards=tok.cards, text=tok.text)
    return [
        (
            Part("told", at, end, (Clause("cast", {"what": card, "to": what}, text=r.text(at, end)),)),
            _UNIT + 1.5 + cost * 0.3,
        )
        for end, what, cost in noun_phrase(r, at + 2)
        if isinstance(what, Mention)
    ]


def heard(sentence: list[Tok], asks: bool) -> Heard:
    """What a sentence says."""
    r = Reader(sentence)
    found = parts(r)
    unread = tuple(
        r.text(one.start, one.end) for one in found if one.kind == "unread" and r.text(one.start, one.end)
    )
    mains = [one for one in found if one.kind in ("asked", "told", "claim")]
    tag = any(one.kind == "tag" for one in found)
    if (asks or tag) and mains and not any(one.kind == "asked" for one in mains):
        last = max(n for n, one in enumerate(found) if one.kind in ("told", "claim"))
        if found[last].kind == "told":
            found[last] = replace(found[last], kind="asked", clauses=_asking(found[last].clauses))
    return Heard(tuple(_linked(found)), unread)


def _asking(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """A statement that is a question: its last clause is asked."""
    at = max(n for n, one in enumerate(clauses) if one.mood != "intended")
    return tuple(asked(one, "does") if n == at else one for n, one in enumerate(clauses))


_AFTERWARDS: Final[dict[str, Link]] = {
    "if": "before",
    "after": "before",
    "before": "after",
    "while": "while",
    "because": "because",
    "although": "although",
    "even if": "although",
}
"""How a clause stands to the main clause told before it."""
_FIRST: Final[dict[str, Link]] = {"while": "while", "before": "before", "because": "because"}
"""How a main clause stands to the clause told before it."""


def _linked(found: list[Part]) -> list[Clause]:
    out: list[Clause] = []
    main = False
    pending: Link = "then"
    broken = False
    last = max((n for n, one in enumerate(found) if one.kind in ("asked", "told", "claim")), default=-1)
    for number, part in enumerate(found):
        if part.kind in ("break", "join"):
            broken = True
            continue
        if not part.clauses:
            continue
        if part.kind in ("asked", "told", "claim"):
            out += _link(part.clauses, pending)
            main, pending = True, "then"
        elif main and (not broken or number > last):
            out += _link(_supposed(part), _AFTERWARDS[part.kind])
        else:
            out += _link(_supposed(part), pending)
            pending = _FIRST.get(part.kind, "then")
            main = False
        broken = False
    return out


def _supposed(part: Part) -> tuple[Clause, ...]:
    if part.kind in ("because", "although", "while"):
        return part.clauses
    return tuple(replace(one, mood="supposed") if one.mood == "fact" else one for one in part.clauses)


def _link(clauses: tuple[Clause, ...], link: Link) -> tuple[Clause, ...]:
    first = clauses[0]
    return (replace(first, link=link) if link != "then" and first.link == "then" else first, *clauses[1:])
