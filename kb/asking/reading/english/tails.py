"""What follows a verb: objects, prepositional phrases, adverbs, times, and what it is done for, without or in response to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from kb.asking.frames import ME, Number, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import small
from kb.asking.reading.english.describing import complement
from kb.asking.reading.english.nouns import bare, noun_phrase
from kb.asking.reading.english.reader import Reader, Reading
from kb.asking.reading.english.times import of_the_world, time

_DEEP: Final = 7
_CAST_SO: Final = {
    "overloaded": "overload", "kicked": "kicker", "bestowed": "bestow", "evoked": "evoke", "dashed": "dash", "mutated": "mutate", "cleaved": "cleave",
    "escaped": "escape", "flashbacked": "flashback", "morphed": "morph", "blitzed": "blitz", "spliced": "splice", "fused": "fuse", "awakened": "awaken",
}  # fmt: skip
"""How a card is cast, said as what it is: "cast it kicked"."""
_PARTICLES: Final = frozenset(
    ["up", "down", "out", "off", "back", "away", "over", "in", "on", "through", "apart", "around"]
)


@dataclass(frozen=True, slots=True)
class Item:
    """One part after a verb: kind is obj, prep, manner, when, comp, particle, purpose, without, means, response, unread."""

    kind: str
    value: Any
    word: str = ""


def tail(r: Reader, at: int) -> list[Reading]:
    """Readings of everything that follows a verb there, the empty one too."""
    return r.once(("tail", at), lambda: _tail(r, at), 20, 14, _shape)


def _shape(items: tuple[Item, ...]) -> tuple[tuple[str, str, bool, str], ...]:
    """Of which parts it consists."""
    return tuple(
        (one.kind, one.word, isinstance(one.value, Clause), getattr(one.value, "verb_name", ""))
        for one in items
    )


def _tail(r: Reader, at: int) -> list[Reading]:
    found: list[Reading] = [(at, (), 0.0)]
    for end, item, cost in items(r, at):
        for stop, more, extra in tail(r, end):
            if item.kind == "purpose" and any(one.kind in ("obj", "comp", "particle") for one in more):
                continue
            if item.kind == "unread" and more and more[0].kind == "unread":
                continue
            if len(more) >= _DEEP or (item.kind == "obj" and sum(one.kind == "obj" for one in more) > 1):
                continue
            found.append((stop, (item, *more), cost + extra + 0.01))
    return found


def items(r: Reader, at: int) -> list[Reading]:
    """Readings of one part."""
    return r.once(("item", at), lambda: _items(r, at), most=16)


def manner(r: Reader, at: int) -> list[tuple[int, str]]:
    """The adverbs of manner that begin there, the longest first."""
    found: list[tuple[int, str]] = []
    for size in small.MANNER_SIZES.get(r.low(at), ()):
        words = " ".join(r.low(at + number) for number in range(size)) if at + size <= len(r.toks) else ""
        if words and words in small.MANNERS:
            found.append((at + size, small.MANNERS[words]))
    if end := of_the_world(r, at):
        found.append((end, ""))
    return found


def _items(r: Reader, at: int) -> list[Reading]:
    if at >= len(r.toks):
        return []
    low, found = r.low(at), []
    if r.kind(at) == "mark":
        return _besides(r, at + 1) if low == "," else []
    found += _besides(r, at)
    for end, name in manner(r, at):
        found.append((end, Item("manner", name), 0.0))
    if low in ("nothing", "zero") and {"cost", "pay"} & {*r.lemmas(at - 1)}:
        found.append((at + 1, Item("obj", Number(0, "mana")), -0.3))
    if low == "though" and (at + 1 == len(r.toks) or r.kind(at + 1) == "mark"):
        found.append((at + 1, Item("manner", ""), 0.0))
    for end, when, cost in time(r, at):
        found.append((end, Item("when", when), cost - 0.1))
    if low in ("like", "as"):
        found += _as_others(r, at)
    for end, what, cost in noun_phrase(r, at):
        found.append((end, Item("obj", what), cost))
    if (
        low in small.PREPOSITIONS
        or low in ("along", "together", "alongside")
        or (low, r.low(at + 1)) in (("because", "of"), ("due", "to"), ("thanks", "to"))
    ):
        found += _prepositional(r, at)
    if low in _CAST_SO:
        found.append((at + 1, Item("prep", Word("keyword", _CAST_SO[low]), "with"), 0.5))
    if low in _PARTICLES:
        found.append((at + 1, Item("particle", low), 0.3))
    for end, what, cost in complement(r, at):
        found.append((end, Item("comp", what), cost + 0.3))
    if low == "in" and r.low(at + 1) in ("response", "reply"):
        found += _response(r, at + 2)
    if r.says(at, ("as", "a", "response")):
        found += _response(r, at + 3)
    found += _verbal(r, at)
    if r.lenient:
        found += _passed_over(r, at)
    return found


def _as_others(r: Reader, at: int) -> list[Reading]:
    """ "like a normal Aura would": what others do, which says nothing of this."""
    return [
        (end + 1, Item("manner", ""), cost + 0.5)
        for end, _, cost in bare(r, at + 1)
        if r.low(end) in ("would", "does", "do", "will", "can") and _ends(r, end + 1)
    ]


def _ends(r: Reader, at: int) -> bool:
    return at == len(r.toks) or r.kind(at) == "mark" or r.low(at) in ("and", "but", "or", "so")


_SKIP: Final = 30.0
"""What a word passed over costs: as much as one that no clause takes."""
_LONG: Final = 6
"""Words in a row that are passed over."""
_NEW_CLAUSE: Final = small.SUBORDINATE.keys() | small.WH | {"and", "but", "so", "then", "or", "that"}


def _passed_over(r: Reader, at: int) -> list[Reading]:
    """Words that nothing takes, in a clause that is read: "in the name of", "toothless"."""
    found: list[Reading] = []
    for end in range(at + 1, min(at + _LONG, len(r.toks)) + 1):
        if r.kind(end - 1) == "mark" or r.low(end - 1) in _NEW_CLAUSE:
            break
        found.append((end, Item("unread", r.text(at, end)), _SKIP * (end - at)))
    return found


_ALONGSIDE: Final = (
    ("at", "the", "same", "time", "as"),
    ("at", "the", "exact", "same", "time", "as"),
    ("at", "the", "very", "same", "time", "as"),
    ("along", "with"),
    ("together", "with"),
    ("alongside",),
)


def _prepositional(r: Reader, at: int) -> list[Reading]:
    from kb.asking.reading.english import verbals
    from kb.asking.reading.english.following import zone_at

    low = r.low(at)
    found: list[Reading] = []
    edge = at + 1 + (r.low(at + 1) == "the")
    if low == "on" and r.low(edge) in ("top", "bottom") and _ends(r, edge + 1):
        place = Mention(noun="library", zone="library", what=r.low(edge), text=r.text(at, edge + 1))
        found.append((edge + 1, Item("prep", place, "on"), 0.0))
    size = (
        2
        if (low, r.low(at + 1))
        in (
            ("away", "from"),
            ("out", "of"),
            ("on", "top"),
            ("because", "of"),
            ("off", "of"),
            ("due", "to"),
            ("thanks", "to"),
        )
        else 1
    )
    word = (
        "off"
        if size == 2 and low == "off"
        else "because of"
        if low in ("due", "thanks")
        else " ".join(r.low(at + number) for number in range(size))
    )
    for end, what, cost in noun_phrase(r, at + size):
        found.append((end, Item("prep", what, word), cost + 0.05))
    if low in ("under", "on"):
        for end, owner in control(r, at + 1, "control" if low == "under" else "side"):
            found.append((end, Item("prep", owner, "under control"), 0.0))
    for words in _ALONGSIDE:
        if r.says(at, words):
            for end, what, cost in noun_phrase(r, at + len(words)):
                found.append(
                    (end + (r.low(end) in small.DO and words[0] == "at"), Item("alongside", what), cost)
                )
    if low == "with":
        for end, what, cost in noun_phrase(r, at + 1):
            if isinstance(what, Mention) and what.zone in ("stack", "battlefield") and what.noun != what.zone:
                there = replace(what, zone="", zone_of=None)
                stack = Mention(noun=what.zone, zone=what.zone, whose=what.zone_of, text=f"the {what.zone}")
                clause = Clause("be in zone", {"what": there, "at": stack}, text=r.text(at, end))
                found.append((end, Item("beside", clause), cost - 0.3))
    if low == "with" and r.low(at + 1) == "x":
        after = at + 2 + (r.low(at + 2) in ("=", "is", "being", "equals"))
        if r.kind(after) == "num" and after > at + 2:
            found.append((after + 1, Item("x", Number(int(r.low(after)), "x")), 0.0))
    if low == "for" and r.low(at + 1) == "x" and r.low(at + 2) in ("=", "equals") and r.kind(at + 3) == "num":
        found.append((at + 4, Item("x", Number(int(r.low(at + 3)), "x")), 0.0))
    if low in ("by", "to") and (r.kind(at + 1) == "num"):
        found.append((at + 2, Item("prep", Number(int(r.low(at + 1))), low), 0.0))
    if low == "by" and r.low(at + 1) in small.PERSONS and r.low(at + 1) == "itself":
        found.append((at + 2, Item("manner", "alone"), 0.0))
    for end, said, cost in verbals.gerund(r, at + size):
        found.append((end, Item("prep", said, word), cost + 0.3))
    for end, zone in zone_at(r, at + size):
        if zone.what:
            found.append((end, Item("prep", zone, word), 0.0))
    if not noun_phrase(r, at + size):
        found.append((at + 1, Item("prep", None, low), 0.9))
    return found


def sided(r: Reader, at: int, word: str) -> int:
    """Where "control" or "side (of the table)" ends; 0 where it doesn't stand there."""
    if r.low(at) != word:
        return 0
    if word == "side" and r.says(at + 1, ("of", "the")) and r.low(at + 3) in ("table", "board", "battlefield", "field"):  # fmt: skip
        return at + 4
    return at + 1


def control(r: Reader, at: int, word: str) -> list[tuple[int, Any]]:
    """ "my control", "its owner's control", "on my side of the table"."""
    end = sided(r, at + 1, word)
    if end and r.low(at) in small.POSSESSIVE:
        owner = small.POSSESSIVE[r.low(at)]
        return [
            (
                end,
                ME if owner == "me" else Mention(pronoun="he" if owner == "he" else "they", text=r.low(at)),
            )
        ]
    return [
        (stop, owner)
        for end, owner, _ in bare(r, at)
        if r.kind(end) == "poss" and (stop := sided(r, end + 1, word))
    ]


_PAID: Final = frozenset({"sacrifice", "discard", "pay", "exile", "tap", "remove counter", "reveal", "crew"})
"""What is done as one does another thing with it: "casts it, sacrificing a creature"."""
_CHOSEN: Final = frozenset({"choose", "target"})


def _besides(r: Reader, at: int) -> list[Reading]:
    """ "… sacrificing my creature", "… naming me": with what, or with which choice, it is done."""
    if not r.low(at).endswith("ing") or r.kind(at) != "word":
        return []
    from kb.asking.reading.english import verbals

    return [
        (end, Item("means" if vp.verb_name in _PAID else "choosing", vp), cost + 0.9)
        for end, vp, cost in verbals.verb_phrase(r, at, "ing")
        if (vp.verb_name in _PAID or vp.verb_name in _CHOSEN) and not vp.passive
    ]


def _response(r: Reader, at: int) -> list[Reading]:
    from kb.asking.reading.english import verbals

    found: list[Reading] = [(at, Item("response", None), 0.0)]
    if r.low(at) != "to":
        return found
    for end, what, cost in noun_phrase(r, at + 1):
        found.append((end, Item("response", what), cost))
    for end, said, cost in verbals.gerund(r, at + 1):
        found.append((end, Item("response", said), cost))
    return found


def _verbal(r: Reader, at: int) -> list[Reading]:
    from kb.asking.reading.english import verbals
    from kb.asking.reading.english.following import zone_at
    from kb.asking.reading.english.phrase import denied

    low = r.low(at)
    found: list[Reading] = []
    start = at + 2 if r.says(at, ("in", "order")) else at + 1 if r.says(at, ("so", "as")) else at
    if r.low(start) == "to":
        found += [
            (end, Item("purpose", vp), cost + 0.4)
            for end, vp, cost in verbals.verb_phrase(r, start + 1, "base")
        ]
        if r.low(start + 1) == "not":
            found += [
                (end, Item("purpose", denied(vp)), cost + 0.4)
                for end, vp, cost in verbals.verb_phrase(r, start + 2, "base")
            ]
    if low == "without":
        found += [(end, Item("without", said), cost) for end, said, cost in _doing(r, at + 1)]
    if low in ("by", "through"):
        found += [(end, Item("means", said), cost + 0.1) for end, said, cost in _doing(r, at + 1)]
    if low == "instead" and r.low(at + 1) == "of":
        found += [(end, Item("instead", said), cost) for end, said, cost in _doing(r, at + 2)]
        found += [
            (end, Item("manner", "instead"), 0.3)
            for end, zone in zone_at(r, at + 2)
            if zone.noun == zone.zone
        ]
    found += _embedded(r, at) + _same_turn(r, at)
    for end, said, cost in verbals.gerund(r, at):
        found.append((end, Item("obj", said), cost + 0.3))
    return found


def _doing(r: Reader, at: int) -> list[Reading]:
    """A deed whose subject is that of the clause it belongs to, as a phrase; one with its own, as a clause."""
    from kb.asking.reading.english import verbals

    found = verbals.verb_phrase(r, at, "ing")
    return found or [one for one in verbals.gerund(r, at) if "agent" in one[1].roles]


def _same_turn(r: Reader, at: int) -> list[Reading]:
    """ "the turn it comes in", "on the same turn I drew it": that turn, and what happened in it before."""
    from kb.asking.reading.english.sentences import statement

    start = at + (r.low(at) in ("on", "in", "during"))
    start += r.low(start) in ("the", "that")
    start += r.low(start) == "same"
    if start == at or r.low(start) != "turn":
        return []
    start += 1 + (r.low(start + 1) in ("that", "in", "when"))
    return [
        (end, Item("turn", said[0].main), cost)
        for end, said, cost in statement(r, start)
        if len(said) == 1 and not said[0].before and not said[0].after
    ]


def _embedded(r: Reader, at: int) -> list[Reading]:
    """ "which one stays", "which Attraction to open": a question as an object."""
    from kb.asking.reading.english.asking import embedded

    return [(end, Item("obj", clause), cost + 0.3) for end, clause, cost in embedded(r, at)]
