"""What follows the head of a noun phrase: "with flying", "in my graveyard", "of that spell", "that came in this turn", "I plotted"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import ME, OPPONENT, Number, Person, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import heads, small
from kb.asking.reading.english.attached import KINDS, attached, of_mine, on, renamed
from kb.asking.reading.english.describing import SAME, keyword_at, size_of
from kb.asking.reading.english.filling import suits
from kb.asking.reading.english.lexicon import WAYS
from kb.asking.reading.english.phrase import passive
from kb.asking.reading.english.reader import Reader, Reading
from kb.checker.oracle.ast import Filter, HasCounter, HasKeyword, Measures, Negated, Predicate
from kb.checker.oracle.ast import Number as Amount
from kb.checker.oracle.words import NUMBERS

_STATS: Final = {
    ("power",): "power", ("toughness",): "toughness", ("mana", "value"): "mana value", ("cmc",): "mana value", ("converted", "mana", "cost"): "mana value",
    ("base", "power"): "base power", ("loyalty",): "loyalty",
}  # fmt: skip


def follow(r: Reader, at: int, one: Mention) -> list[Reading]:
    """Readings of one thing said after a head, with the mention that has it.

    What stands behind a relative clause belongs to that rather than to the noun: "a spell cast with flashback".
    """
    far = 0.5 if any(clause.text for clause in one.clauses) else 0.0
    return [(end, more, cost + far) for end, more, cost in _follow(r, at, one)]


def _follow(r: Reader, at: int, one: Mention) -> list[Reading]:
    if r.low(at) == "," and r.low(at + 1) in ("who", "which") and not one.pronoun:
        return [
            (end + (r.low(end) == ","), more, cost + 0.4) for end, more, cost in _relative(r, at + 1, one)
        ]
    if r.low(at) == ",":
        return renamed(r, at + 1, one)
    if at >= len(r.toks) or r.low(at) in (".", "?"):
        return []
    kind = heads.kind(one.noun) if one.noun else "thing"
    found: list[Reading] = []
    if kind == "thing":
        found += of_mine(r, at, one)
    if one.cards and r.low(at) == "the" and r.low(at + 1) in KINDS:
        found.append((at + 2, one, 0.3))
    if kind in ("thing", "ability"):
        found += _place(r, at, one)
        found += _control(r, at, one) + on(r, at, one)
    if kind in ("thing", "ability", "concept", "counter", "amount"):
        found += _relative(r, at, one)
    if kind == "thing":
        found += _with(r, at, one)
        if r.low(at) == "like" or r.says(at, ("such", "as")):
            found += _like(r, at + 1 + (r.low(at) == "such"), one)
    if r.low(at) in ("left", "remaining") and one.count not in (None, "no"):
        found.append((at + 1, one, 0.0))
    sized = (
        size_of(r.low(at + 1)) if r.low(at) == "(" and r.kind(at + 1) == "pt" and r.low(at + 2) == ")" else ()
    )
    if sized and kind == "thing":
        found.append((at + 3, _plus(one, *sized), 0.0))
    if r.low(at) in ("itself", "themselves", "himself", "herself"):
        found.append((at + 1, one, 0.2))
    if kind == "counter" and r.low(at) == "on":
        found += [
            (end, replace(one, of=what), cost + 0.4)
            for end, what, cost in simple(r, at + 1)
            if isinstance(what, Mention)
        ]
    if r.low(at) in ("of", "from", "for", "off") and not one.pronoun:
        found += _of(r, at, one, kind)
    return found


def simple(r: Reader, at: int) -> list[Reading]:
    from kb.asking.reading.english.nouns import bare, simple

    short = [(end, what, cost) for end, what, cost in bare(r, at)]
    long = [(end, what, cost + 0.05) for end, what, cost in simple(r, at)]
    ends = {end for end, _, _ in short}
    return [*short, *(item for item in long if item[0] not in ends)]


def _of(r: Reader, at: int, one: Mention, kind: str) -> list[Reading]:
    if r.low(at) in ("from", "for", "off") and kind != "ability" and (kind, r.low(at)) != ("amount", "from"):
        return []
    if kind not in ("ability", "amount", "counter", "zone", "concept", "person") and one.noun not in (
        "copy",
        "target",
    ):
        return []
    found: list[Reading] = []
    for end, what, cost in simple(r, at + 1):
        if isinstance(what, Mention | Person):
            if kind in ("zone",):
                found.append((end, replace(one, whose=what), cost))
            elif isinstance(what, Person):
                found.append((end, replace(one, whose=what, definite=True), cost))
            else:
                found.append((end, replace(one, of=what, definite=True), cost))
    return found


def _like(r: Reader, at: int, one: Mention) -> list[Reading]:
    if r.kind(at) != "card" or one.cards:
        return []
    tok = r.toks[at]
    return [(at + 1, replace(one, cards=tok.cards, noun="", filter=None), 0.2)]


def zone_at(r: Reader, at: int) -> list[tuple[int, Mention]]:
    """A zone with whose it is: "my graveyard", "the stack", "exile", "the top of my library"."""
    from kb.asking.reading.english.nouns import bare

    start = at + (r.low(at) == "the")
    if r.low(start) in ("top", "bottom") and r.low(start + 1) == "of":
        found = []
        for end, zone in zone_at(r, start + 2):
            found.append((end, replace(zone, what=r.low(start))))
        return found

    return [
        (end, what)
        for end, what, _ in bare(r, at)
        if isinstance(what, Mention) and what.zone and heads.kind(what.noun) == "zone"
    ]


def _place(r: Reader, at: int, one: Mention) -> list[Reading]:
    if r.low(at) in ("still", "already") and r.low(at + 1) in ("on", "in"):
        return _place(r, at + 1, one)
    if r.low(at) not in ("on", "in", "from", "onto") or one.zone or one.pronoun:
        return []
    found: list[Reading] = []
    for end, zone in zone_at(r, at + 1):
        if r.low(at) == "from" and one.noun and heads.kind(one.noun) == "ability":
            continue
        owner = zone.whose if isinstance(zone.whose, Person) else None
        if zone.whose is not None and owner is None:
            continue
        found.append((end, replace(one, zone=zone.zone, zone_of=owner), 0.5 if r.low(at) == "from" else 0.3))
    return found


def _control(r: Reader, at: int, one: Mention) -> list[Reading]:
    from kb.asking.reading.english.tails import sided

    word = {"under": "control", "on": "side"}.get(r.low(at))
    end = sided(r, at + 2, word) if word else 0
    if end and r.low(at + 1) in small.POSSESSIVE and one.whose is None:
        owner = {"me": ME, "he": OPPONENT}.get(small.POSSESSIVE[r.low(at + 1)])
        return [] if owner is None else [(end, replace(one, whose=owner), 0.3)]
    return []


def _with(r: Reader, at: int, one: Mention) -> list[Reading]:
    low = r.low(at)
    found: list[Reading] = []
    if low == "without" or (low == "with" and r.low(at + 1) == "no"):
        for end, name in keyword_at(r, at + (1 if low == "without" else 2)):
            found.append((end, _plus(one, Negated(HasKeyword(name))), 0.0))
    if low == "whose":
        for words, stat in _STATS.items():
            after = at + 1 + len(words)
            value = _number(r, after + 1)
            if r.says(at + 1, words) and r.low(after) in ("is", "was") and value is not None:
                op, end = _compared(r, after + 2)
                found.append((end, _plus(one, Measures(stat, op, Amount(value))), 0.0))
    that = (
        2
        if low in ("that", "which") and r.low(at + 1) in ("has", "have", "had")
        else 1
        if low == "with"
        else 0
    )
    if not that:
        return found
    if r.low(at + that) in ("protection", "hexproof") and r.low(at + that + 1) == "from":
        for end, what, cost in simple(r, at + that + 2):
            roles = {"what": Word("keyword", r.low(at + that)), "from": what, "agent": SAME}
            has = Clause("have", roles, text=r.text(at, end))
            found.append((end, replace(one, clauses=(*one.clauses, has)), cost))
        return found
    start = at + that + (r.low(at + that) in ("both", "just", "only"))
    for end, preds, cost in having(r, start):
        way = (
            bool(one.cards)
            and low == "with"
            and any(isinstance(p, HasKeyword) and p.name in WAYS for p in preds)
        )
        found.append((end, _plus(one, *preds), cost + way))
    if low == "with" and one.pronoun == "":
        found += attached(r, at + 1, one)
        known = {end for end, _, _ in found}
        for end, what, cost in simple(r, at + 1):
            if end not in known and _quality(what):
                has = Clause("have", {"what": what, "agent": SAME}, text=r.text(at, end))
                found.append((end, replace(one, clauses=(*one.clauses, has)), cost + 0.6))
    return found


def _quality(what: Any) -> bool:
    """Whether it is something that a thing has rather than something that is used."""
    if not isinstance(what, Mention):
        return isinstance(what, Number) and what.of not in ("", "life")
    return bool(what.noun) and heads.kind(what.noun) in ("concept", "ability", "amount", "counter")


def _plus(one: Mention, *preds: Predicate) -> Mention:
    base = one.filter or Filter("any" if one.cards else "permanent", ())
    return replace(one, filter=Filter(base.kind, (*base.where, *preds)))


def having(r: Reader, at: int, deep: int = 0) -> list[tuple[int, tuple[Predicate, ...], float]]:
    """What stands after "with": keywords, counters, a size, and several of these."""
    found: list[tuple[int, tuple[Predicate, ...], float]] = []
    for end, name in keyword_at(r, at):
        if not any(
            word in (*r.lemmas(end), r.low(end)) for word in ("counter", "trigger", "ability", "cost")
        ):
            found.append((end, (HasKeyword(name),), 0.9 if r.kind(at) == "card" else 0.0))
            break
    found += _counters(r, at) + _stats(r, at)
    if r.kind(at) == "pt":
        sized = size_of(r.low(at))
        if sized:
            found.append((at + 1, sized, 0.2))
    joined = list(found)
    if deep < 4:
        for end, preds, cost in found:
            after = end + (r.low(end) == ",")
            after += r.low(after) in ("and", "but", "or")
            if after == end:
                continue
            after += r.low(after) == "with"
            joined += [
                (stop, (*preds, *more), cost + extra) for stop, more, extra in having(r, after, deep + 1)
            ]
    return joined


def _counters(r: Reader, at: int) -> list[tuple[int, tuple[Predicate, ...], float]]:
    from kb.asking.reading.english.nouns import bare

    found: list[tuple[int, tuple[Predicate, ...], float]] = []
    for end, what, cost in bare(r, at):
        if (
            not isinstance(what, Mention)
            or not what.noun
            or heads.kind(what.noun) != "counter"
            or what.of is not None
        ):
            continue
        count = what.count
        name = what.what or ("loyalty" if what.noun == "loyalty counter" else "")
        if count == "no":
            pred: Predicate = Negated(HasCounter(name))
        elif isinstance(count, int) and count != 1:
            pred = HasCounter(name, Amount(count))
        elif count in (None, 1, "some"):
            pred = HasCounter(name)
        else:
            continue
        while r.low(end) in ("left", "remaining") or (
            r.low(end) in ("already", "still") and r.low(end + 1) == "on"
        ):
            end += 1
        if r.low(end) == "on" and r.low(end + 1) in ("it", "them", "him", "her"):
            end += 2
        while r.low(end) in ("left", "remaining") or (
            r.low(end) in ("already", "still") and r.low(end + 1) == "on"
        ):
            end += 1
        found.append((end, (pred,), cost))
    return found


def _stats(r: Reader, at: int) -> list[tuple[int, tuple[Predicate, ...], float]]:
    found: list[tuple[int, tuple[Predicate, ...], float]] = []
    start = at + (r.low(at) in ("a", "an"))
    number = _number(r, start)
    for words, stat in _STATS.items():
        if r.says(start, words):
            after = start + len(words)
            after += r.low(after) in ("of", "equal")
            after += r.low(after) == "to"
            value = _number(r, after)
            if value is None:
                continue
            op, end = _compared(r, after + 1)
            found.append((end, (Measures(stat, op, Amount(value)),), 0.0))
        elif number is not None and r.says(start + 1, words):
            found.append((start + 1 + len(words), (Measures(stat, "=", Amount(number)),), 0.0))
    return found


def _compared(r: Reader, at: int) -> tuple[Any, int]:
    if r.low(at) in ("or", "and") and r.low(at + 1) in ("less", "fewer", "lower", "smaller"):
        return "<=", at + 2
    if r.low(at) in ("or", "and") and r.low(at + 1) in ("more", "greater", "higher", "bigger"):
        return ">=", at + 2
    return "=", at


def _number(r: Reader, at: int) -> int | None:
    if r.kind(at) == "num":
        return int(r.low(at).replace(",", ""))
    if r.kind(at) == "loyalty" and r.low(at).startswith("-"):
        return int(r.low(at))
    return NUMBERS.get(r.low(at))


def _relative(r: Reader, at: int, one: Mention) -> list[Reading]:
    from kb.asking.reading.english import verbals

    if len(one.clauses) > 2 or one.pronoun in ("he", "it", "they", "same"):
        return []
    key = ("relative", at)
    found: list[Reading] = []
    for end, clause, cost in r.once(key, lambda: _relatives(r, at, verbals), each=8):
        more = suits(clause, one)
        if more is not None:
            far = 0.6 if one.of is not None else 0.0
            found.append((end, replace(one, clauses=(*one.clauses, clause)), cost + more + far))
    return found


def _relatives(r: Reader, at: int, verbals: Any) -> list[Reading]:
    found: list[Reading] = []
    low = r.low(at)
    if r.kind(at) not in ("word", "card", "poss"):
        return []
    that = low in ("that", "which", "who", "whom")
    start = at + that
    if that:
        for end, vp, cost in verbals.finite(r, start):
            found += [(end, clause, cost + more) for clause, more in verbals.alone(vp, SAME)]
    elif low not in small.FUNCTION and low != "left":
        for form in ("ing", "past"):
            for end, vp, cost in verbals.verb_phrase(r, at, form):
                if form == "past":
                    vp = passive(vp)
                found += [(end, clause, cost + more + 0.7) for clause, more in verbals.alone(vp, SAME)]
        if low in _WEARING:
            found += _wearing(r, at)
    elif low == "being":
        for end, vp, cost in verbals.after_be(r, at + 1):
            found += [(end, clause, cost + more + 0.7) for clause, more in verbals.alone(vp, SAME)]
    if (
        that
        or low in small.PERSONS
        or low in small.POSSESSIVE
        or low in ("an", "a", "the", "he", "they", "she", "it", "each")
        or r.kind(at) == "card"
        or low.startswith("opponent")
    ):
        for middle, subject, cost in _subjects(r, start):
            for end, vp, more in verbals.finite(r, middle):
                found += [
                    (end, clause, cost + more + extra + 0.3)
                    for clause, extra in verbals.gapped(vp, subject, SAME)
                ]
    return found


_WEARING: Final = frozenset({"wearing", "carrying", "holding", "wielding"})


def _wearing(r: Reader, at: int) -> list[Reading]:
    return [
        (end, Clause("attach", {"what": what, "to": SAME}, text=r.text(at, end)), cost)
        for end, what, cost in simple(r, at + 1)
        if isinstance(what, Mention)
    ]


def _subjects(r: Reader, at: int) -> list[Reading]:
    from kb.asking.reading.english.nouns import bare

    return bare(r, at)
