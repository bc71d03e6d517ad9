"""A sentence taken apart: the cheapest way to cover its words with units; what no unit covers is unread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Any, Final

from kb.asking.frames import Link
from kb.asking.mentions import Clause, Heard, Mention
from kb.asking.reading.english import heads, small
from kb.asking.reading.english.asking import question
from kb.asking.reading.english.building import STACK, build
from kb.asking.reading.english.indirect import claimed, tag
from kb.asking.reading.english.leftover import framing, leftover, words_of
from kb.asking.reading.english.nouns import noun_phrase
from kb.asking.reading.english.phrase import VP
from kb.asking.reading.english.reader import GivenUpError, Reader
from kb.asking.reading.english.sentences import asked, chain, statement
from kb.asking.reading.english.tails import manner
from kb.asking.reading.english.tokens import Tok
from kb.asking.reading.english.verbals import gerund
from kb.asking.wordbook import wordbook

_NEVER: Final = 1e9
_UNREAD: Final = 9.0
_UNIT: Final = 1.0
_JOINS: Final = frozenset({"and", "but", "so", "then", "or", "plus", "also"})
_SAYING: Final = frozenset(
    {"say", "claim", "think", "argue", "insist", "believe", "tell", "figure", "reckon", "guess", "assume"}
)
_TAGS: Final = frozenset({"right", "correct", "true", "yes", "no", "or", "not"})
_BREAKS: Final = frozenset(',;:-()"/')


@dataclass(frozen=True)
class Part:
    """A piece of the way through a sentence."""

    kind: str
    start: int
    end: int
    clauses: tuple[Clause, ...] = ()
    phrases: tuple[VP, ...] = ()
    """Of a part without a subject ("and then target it"), which is that of the sentence before it."""
    word: str = ""


def parts(r: Reader) -> list[Part]:
    """The cheapest cover of a sentence; what lies behind a word that nothing covers is looked at only where it must be."""
    size = len(r.toks)
    best: list[float] = [_NEVER] * (size + 1)
    came: list[Part | None] = [None] * (size + 1)
    best[0] = 0.0
    todo = [(0.0, 0)]
    while todo:
        cost, at = heappop(todo)
        if at == size:
            break
        if cost > best[at]:
            continue
        for part, more in _pieces(r, at):
            if cost + more < best[part.end] - 1e-9:
                best[part.end], came[part.end] = cost + more, part
                heappush(todo, (cost + more, part.end))
    found: list[Part] = []
    at = size
    while at > 0:
        part_before = came[at]
        assert part_before is not None
        found.append(part_before)
        at = part_before.start
    return found[::-1]


def _pieces(r: Reader, at: int) -> list[tuple[Part, float]]:
    low = r.low(at)
    found: list[tuple[Part, float]] = [(Part("unread", at, at + 1), _UNREAD)]
    if r.kind(at) == "mark" and low in _BREAKS:
        return [(Part("break", at, at + 1), 0.02)]
    if low in _JOINS:
        found.append((Part("join", at, at + 1, word=low), 0.1))
    for words in small.OPENERS.get(low, ()):
        if r.says(at, words):
            found.append((Part("filler", at, at + len(words)), 0.3))
    for size in (4, 3, 2, 1):
        link = " ".join(r.low(at + number) for number in range(size)) if at + size <= len(r.toks) else ""
        if link in small.LINKS and (at == 0 or r.kind(at - 1) == "mark" or r.low(at - 1) in _JOINS):
            found.append((Part("link", at, at + size, word=small.LINKS[link]), 0.25))
    if at and r.kind(at - 1) == "mark":
        for end, name in manner(r, at):
            if not name and end >= len(r.toks):
                found.append((Part("filler", at, end), 0.3))
    if at == 0 and (framed := framing(r)):
        found.append((Part("filler", 0, framed), 0.3))
    ends = tag(r, at)
    if ends is not None and at:
        found.append((Part("tag", at, ends), 0.1))
    if low in _TAGS and at and all(r.low(n) in _TAGS or r.kind(n) == "mark" for n in range(at, len(r.toks))):
        found.append((Part("tag", at, len(r.toks)), 0.1))
    try:
        found += [
            (Part("asked", at, end, clauses), _UNIT + max(cost, -2) * 0.3)
            for end, clauses, cost in question(r, at)
        ]
        found += [
            (Part("told", at, end, _all(said)), _UNIT + 0.05 + max(cost, -2) * 0.3)
            for end, said, cost in statement(r, at)
        ]
        found += _subordinate(r, at) + _with(r, at) + _claims(r, at) + _fragments(r, at) + _bare(r, at)
    except GivenUpError:
        pass
    return found


def _all(said: Any) -> tuple[Clause, ...]:
    return tuple(clause for one in said for clause in one.all)


def _subordinate(r: Reader, at: int) -> list[tuple[Part, float]]:
    found: list[tuple[Part, float]] = []
    if r.low(at) in ("upon", "on") and r.low(at + 1).endswith("ing"):
        for end, clause, cost in gerund(r, at + 1):
            found.append((Part("if", at, end, (clause,), word=r.low(at)), _UNIT + 0.1 + max(cost, -2) * 0.3))
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
            found.append((Part(kind, at, end, _all(said), word=words), _UNIT + max(cost, -2) * 0.3))
        if kind in ("after", "before", "while", "if"):
            for end, clause, cost in gerund(r, spot):
                found.append((Part(kind, at, end, (clause,), word=words), _UNIT + 0.1 + max(cost, -2) * 0.3))
        break
    return found


def _with(r: Reader, at: int) -> list[tuple[Part, float]]:
    """ "with Humility out", "with the trigger on the stack", "with no speed"."""
    low = r.low(at)
    if low not in ("with", "under"):
        return []
    inside = at > 0 and r.kind(at - 1) != "mark" and r.low(at - 1) not in _JOINS
    found: list[tuple[Part, float]] = []
    for end, what, cost in noun_phrase(r, at + 1):
        many = what if isinstance(what, tuple) else (what,)
        if not all(isinstance(one, Mention) for one in many):
            continue
        rest = [(end, "battlefield", 0.4)]
        if r.low(end) in ("out", "around") or r.says(end, ("in", "play")):
            rest.append((end + 1 + (r.low(end) == "in"), "battlefield", 0.0))
        stop = end
        if inside or (r.low(end) not in _AFTER_WITH and r.kind(end) == "word"):
            rest = rest[1:]
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


_AFTER_WITH: Final = small.DO | small.BE | small.MODALS.keys() | small.WH | {"has", "have", "had"}
"""A question begins with these; before anything else "with X" needs a comma to stand by itself."""


def _in_zone(many: tuple[Mention, ...], where: Mention) -> Clause:
    if all(one.noun and heads.kind(one.noun) in ("amount", "counter") for one in many):
        return Clause("have", {"what": many[0] if len(many) == 1 else many}, text="with")
    return Clause("be in zone", {"what": many[0] if len(many) == 1 else many, "at": where}, text="with")


def _bare(r: Reader, at: int) -> list[tuple[Part, float]]:
    """ "… and then target it": verb phrases whose subject stands in the sentence before."""
    if r.low(at - 1) not in _JOINS:
        return []
    found: list[tuple[Part, float]] = []
    for kind in ("base", "finite"):
        for end, vps, cost in chain(r, at, kind):
            found.append((Part(f"bare {kind}", at, end, (), vps), _UNIT + 1.0 + max(cost, -2) * 0.3))
    return found


def _with_subject(found: list[Part]) -> None:
    """Give the parts without a subject that of the sentence before them; where it has none they are unread."""
    for number, part in enumerate(found):
        if not part.phrases:
            continue
        before = next((one for one in found[number - 1 :: -1] if one.kind in ("asked", "told")), None)
        asks = part.kind == "bare base"
        clause = (
            None if before is None else next((c for c in before.clauses[::-1] if bool(c.form) == asks), None)
        )
        clauses: list[Clause] = []
        for vp in part.phrases:
            options = [] if clause is None else build(vp, subject_of(clause))
            if not options or clause is None:
                clauses = []
                break
            said = options[0][0]
            main = asked(said.main, clause.form) if clause.form is not None else said.main
            clauses += [*said.before, main, *said.after]
        found[number] = Part(
            before.kind if before and clauses else "unread", part.start, part.end, tuple(clauses)
        )


def subject_of(clause: Clause) -> Any:
    """What a clause is about."""
    verb = wordbook().verbs[clause.verb]
    return next(
        (clause.roles[role] for role in verb.en_takes["subject"].split("/") if role in clause.roles), None
    )


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
            found.append((Part("claim", at, stop, clauses), _UNIT + (cost + max(more, -2)) * 0.3))
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
    _with_subject(found)
    unread = leftover(r, found)
    if unread:
        lenient = Reader(sentence, lenient=True)
        nearer = parts(lenient)
        _with_subject(nearer)
        rest = leftover(lenient, nearer)
        if rest and words_of(rest) < words_of(unread):
            found, unread = nearer, rest
    mains = [one for one in found if one.kind in ("asked", "told", "claim")]
    tag_ = any(one.kind == "tag" for one in found)
    if (asks or tag_) and mains and not any(one.kind == "asked" for one in mains):
        last = max(n for n, one in enumerate(found) if one.kind in ("told", "claim"))
        if found[last].kind == "told":
            clauses = found[last].clauses
            asking = (
                claimed(clauses[0]) if tag_ and len(clauses) == 1 and clauses[0].negated else _asking(clauses)
            )
            found[last] = replace(found[last], kind="asked", clauses=asking)
    if not any(one.kind == "asked" for one in found) and any(one.kind == "told" for one in found):
        # "after I attacked he blocked": where nothing is asked nothing is supposed
        found = [
            replace(one, clauses=tuple(map(_as_fact, one.clauses))) if one.kind == "told" else one
            for one in found
        ]
        return Heard(tuple(_linked(found, told=True)), unread)
    return Heard(tuple(_linked(found)), unread)


def _as_fact(clause: Clause) -> Clause:
    """ "I cast it, sacrificing a creature": that is told too."""
    return replace(clause, mood="fact") if clause.mood == "supposed" and clause.link == "before" else clause


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
    "so": "then",
}
"""How a clause stands to the main clause told before it."""
_FIRST: Final[dict[str, Link]] = {"while": "while", "before": "before", "because": "because"}
"""How a main clause stands to the clause told before it."""


def _linked(found: list[Part], told: bool = False) -> list[Clause]:
    out: list[Clause] = []
    main = after = False
    pending: Link = "then"
    broken = asking = comma = False
    joined = ""
    behind: Link | None = None
    last = max((n for n, one in enumerate(found) if one.kind in ("asked", "told", "claim")), default=-1)
    for number, part in enumerate(found):
        if part.kind in ("break", "join"):
            comma = part.kind == "break" or (comma and broken)
            joined = part.word if part.kind == "join" else joined
            broken = True
            continue
        if part.kind == "link":
            pending = part.word  # type: ignore[assignment]
            continue
        if not part.clauses:
            continue
        if part.kind in ("asked", "told", "claim"):
            clauses = part.clauses
            if part.kind == "told" and after and joined in ("and", "or") and not comma and number < last:
                clauses = tuple(
                    replace(one, mood="supposed") if one.mood == "fact" else one for one in clauses
                )
                out += _link(clauses, "then")
                broken = False
                continue
            if part.kind == "told" and behind is not None and joined in ("and", "or") and not comma:
                clauses = tuple(
                    replace(one, mood="supposed") if one.mood == "fact" else one for one in clauses
                )
                out += _link(clauses, behind)
                broken = False
                continue
            behind = None
            if part.kind == "told" and main and joined == "so" and asking:
                clauses = tuple(replace(one, mood="intended") for one in clauses)
            out += _link(clauses, pending)
            main, after, pending = True, False, "then"
            asking = part.kind == "asked"
        elif (main and (not broken or number > last)) or (after and not broken):
            behind = _AFTERWARDS[part.kind] if part.kind in ("if", "even if") else None
            out += _link(_supposed(part, told), _AFTERWARDS[part.kind])
        else:
            behind = None
            out += _link(_supposed(part, told), pending)
            pending = _FIRST.get(part.kind, "then")
            main, after = False, True
        broken = False
    return out


def _supposed(part: Part, told: bool = False) -> tuple[Clause, ...]:
    if told and part.word in ("when", "after", "before", "once", "as soon as"):
        return part.clauses
    if part.kind in ("because", "although", "while", "so"):
        return part.clauses
    return tuple(replace(one, mood="supposed") if one.mood == "fact" else one for one in part.clauses)


def _link(clauses: tuple[Clause, ...], link: Link) -> tuple[Clause, ...]:
    first = clauses[0]
    return (replace(first, link=link) if link != "then" and first.link == "then" else first, *clauses[1:])
