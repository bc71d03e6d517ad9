"""Questions: inversion, "how many", "where", "which one", "is it possible", "is he right"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Form, Number
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import heads, small
from kb.asking.reading.english.amounts import of_those
from kb.asking.reading.english.building import build
from kb.asking.reading.english.indirect import (
    first_of,
    indirect,
    order,
    rightness,
    target_for,
    too_late,
    true_that,
    verbless,
)
from kb.asking.reading.english.nouns import bare, noun_phrase
from kb.asking.reading.english.phrase import VP
from kb.asking.reading.english.possible import possible, right
from kb.asking.reading.english.reader import Reader, Reading
from kb.asking.reading.english.sentences import asked_of, built_of, chain, leading_times, subjects, told_of
from kb.asking.reading.english.tails import Item, tail
from kb.asking.reading.english.verbals import BE_FORMS, finite, verb_phrase
from kb.asking.wordbook import wordbook

_ASKED: Final = Mention(pronoun="which", asked=True, text="what")


def question(r: Reader, at: int) -> list[Reading]:
    """Readings of a question, as clauses with what is asked."""
    return r.once(("question", at), lambda: _question(r, at), most=14)


def _question(r: Reader, at: int) -> list[Reading]:
    found: list[Reading] = []
    for start, when, cost in leading_times(r, at):
        for end, said, more in [
            *_inverted(r, start),
            *_wh(r, start),
            *_with_what(r, start),
            *possible(r, start),
            *right(r, start),
            *indirect(r, start),
            *too_late(r, start),
            *target_for(r, start),
            *rightness(r, start),
            *first_of(r, start),
            *true_that(r, start),
            *verbless(r, start),
        ]:
            clauses = said
            if when is not None:
                first = next((one for one in said if one.form), said[0])
                if first.when is not None:
                    continue
                clauses = tuple(replace(one, when=when) if one is first else one for one in said)
            found.append((end, clauses, cost + more))
    return found


def _auxiliary(r: Reader, at: int) -> tuple[str, Form, int, bool] | None:
    """The kind of verb phrase that an auxiliary wants, the form asked, where the subject begins, "not"."""
    low = r.low(at)
    end = at + 1
    negated = r.low(end) == "not"
    end += negated
    if low in small.DO or low in ("will", "would", "shall"):
        return "base", "does", end, negated
    if low in ("can", "could", "may", "might"):
        return "base", "can", end, negated
    if low == "must":
        return "base", "must", end, negated
    if low in ("is", "are", "am", "was", "were"):
        return "be", "does", end, negated
    if low in ("has", "have", "had"):
        return "past", "does", end, negated
    return None


def _with_what(r: Reader, at: int) -> list[Reading]:
    """ "with how many counters does it come in", "to whose graveyard does it go": what is asked stands behind a preposition."""
    if r.low(at) not in small.PREPOSITIONS or r.low(at + 1) not in small.WH - {"whose"}:
        return []  # whose graveyard it is isn't asked for by any form
    found: list[Reading] = []
    for end, gap, form in wanted(r, at + 1):
        found += _inverted(r, end, gap, form, prep=r.low(at))
    return found


def _inverted(
    r: Reader, at: int, gap: Any = None, form: Form | None = None, hole: str = "", prep: str = ""
) -> list[Reading]:
    """ "does it die", "can my opponent respond"; `prep`: the preposition behind which the gap is."""
    aux = _auxiliary(r, at)
    if aux is None:
        return []
    kind, own, start, negated = aux
    found: list[Reading] = []
    for middle, subject, cost in subjects(r, start):
        begin = middle
        if isinstance(subject, tuple) and r.low(at) in ("is", "was"):
            continue  # "is a 2/2 with a counter and Giant Growth a 4/4": not two things
        no = negated
        if r.low(begin) == "not":
            begin, no = begin + 1, True
        for end, vps, more in chain(r, begin, kind):
            if prep:
                vps = (*vps[:-1], replace(vps[-1], items=(*vps[-1].items, Item("prep", None, prep))))
            built = built_of(vps, subject, gap)
            if built is None:
                continue
            where = hole or (hole_at(built[0][-1].main, gap) if gap is not None else "")
            use = form or own
            if gap is None and not form and (count := _counted_in(built[0][-1].main)):
                if own == "can" or _of_what_got(built[0][-1].main):
                    continue
                use, where = "how many", count
            clauses = asked_of(built[0], use, where, no) if gap is None or len(built[0]) == 1 else ()
            clauses = tuple(map(_of_life, clauses))
            if form is not None and own == "can" and form not in ("can",):
                clauses = tuple(replace(one, modal="can") if one.form else one for one in clauses)
            if clauses:
                found.append((end, clauses, cost + more + built[1]))
                found += [
                    (stop, said, cost + more + built[1] + extra)
                    for stop, said, extra in order(r, end, clauses)
                ]
    return found


_LIFE: Final = frozenset({"gain life", "lose life"})


def _counted_in(clause: Clause) -> str:
    """The role in which one of two numbers is asked for: "do I get three or four"."""
    return next((role for role, one in clause.roles.items() if isinstance(one, Mention) and one.asked), "")


def _of_life(clause: Clause) -> Clause:
    """ "Do I gain 5 or 1?": life."""
    amount = clause.roles.get("amount")
    if (
        clause.verb not in _LIFE
        or not isinstance(amount, Mention)
        or amount.noun
        or amount.text != "how many"
    ):
        return clause
    return clause.filled(amount=replace(amount, noun="life", pronoun=""))


def _of_what_got(clause: Clause) -> bool:
    """ "Do I get three or four": of what isn't said."""
    bare = any(
        isinstance(one, Mention) and one.asked and not one.noun and not one.of
        for one in clause.roles.values()
    )
    return bare and clause.text.split()[0].lower() in ("get", "gets", "got", "have", "make", "end")


def _times_of(clause: Clause, times: Mention) -> Clause:
    """How often it happens."""
    if clause.form is None or "amount" in clause.roles:
        return clause
    return replace(clause.filled(amount=times), hole="amount")


def hole_at(clause: Clause, gap: Any) -> str:
    for role, filling in clause.roles.items():
        if filling is gap or (isinstance(filling, tuple) and gap in filling):
            return role
    return ""


def _wh(r: Reader, at: int) -> list[Reading]:
    low = r.low(at)
    if low not in small.WH:
        return []
    found: list[Reading] = []
    if low == "what" and r.low(at + 1) in ("if", "when"):
        found.append((at + 1, (Clause("happen", {}, form="what happens", text="what"),), 0.0))
    if low == "what" and r.low(at + 1) in ("happens", "happen"):
        found += _happens(r, at)
    if low == "where":
        found += [(end, clauses, cost) for end, clauses, cost in _inverted(r, at + 1, None, "where", "to")]
        found += [(end, clauses, cost) for end, clauses, cost in _state(r, at + 1, "where", "at")]
    if low in ("when", "why"):
        found += _inverted(r, at + 1 + (r.low(at + 1) in ("exactly", "precisely")), None, low)  # type: ignore[arg-type]
    if low == "how" and (r.low(at + 1), r.low(at + 2)) == ("many", "times"):
        times = Mention(noun="time", asked=True, text="how many times")
        for end, clauses, cost in _inverted(r, at + 3, None, "how many"):
            found.append((end, tuple(_times_of(one, times) for one in clauses), cost - 0.2))
    found += _most(r, at)
    for end, gap, form in wanted(r, at):
        found += _inverted(r, end, gap, form)
        for stop, vps, cost in chain(r, end, "finite"):
            built = built_of(vps, gap)
            if built is not None:
                hole = hole_at(built[0][0].main, gap)
                clauses = asked_of(built[0][:1], form, hole) + told_of(built[0][1:])
                found.append((stop, clauses, cost + built[1]))
        if r.low(end) in BE_FORMS:
            found += _measured(r, end + 1, gap)
    if low == "how" and r.low(at + 1) in _BIG and r.low(at + 2) in ("does", "do", "will", "would"):
        for stop, what, cost in bare(r, at + 3):
            end = stop + 1 + (r.low(stop) == "end") * (r.low(stop + 1) == "up")
            if isinstance(what, Mention) and r.low(stop) in ("get", "become", "end", "grow"):
                size = Mention(noun="size", of=what, definite=True, text=r.text(at, end))
                found += _tailed(r, end, size, "how many", cost)
    if low == "how" and r.low(at + 1) in _BIG and r.low(at + 2) in BE_FORMS:
        for stop, what, cost in noun_phrase(r, at + 3):
            if isinstance(what, Mention):
                found += _tailed(
                    r,
                    stop,
                    Mention(noun="size", of=what, definite=True, text=r.text(at, stop)),
                    "how many",
                    cost,
                )
    return found


_BIG: Final = frozenset({"big", "large", "strong"})


def _most(r: Reader, at: int) -> list[Reading]:
    """ "what is the most damage I can deal": how much one can."""
    start = at + 3
    if r.low(at) != "what" or r.low(at + 1) not in BE_FORMS or r.low(at + 2) != "the":
        return []
    if r.low(start) not in ("most", "maximum", "max", "highest", "greatest", "largest"):
        return []
    start += 1 + 2 * (r.low(start + 1) in ("amount", "number") and r.low(start + 2) == "of")
    found: list[Reading] = []
    for end, what, cost in bare(r, start):
        if not isinstance(what, Mention) or what.pronoun or what.definite:
            continue
        gap = replace(what, asked=True, count=None)
        spot = end + (r.low(end) == "that")
        for middle, who, more in noun_phrase(r, spot):
            for stop, vps, extra in chain(r, middle, "finite"):
                built = built_of(vps, who, gap) if len(vps) == 1 and vps[0].modal == "can" else None
                if built is not None:
                    clauses = asked_of(built[0], "how many", hole_at(built[0][0].main, gap))
                    found.append((stop, clauses, cost + more + extra + built[1] - 0.3))
    return found


def wanted(r: Reader, at: int) -> list[tuple[int, Mention, Form]]:
    """What is asked for: "how many cards", "which creature", "who", "what"."""
    low, after = r.low(at), r.low(at + 1)
    found: list[tuple[int, Mention, Form]] = []
    if low == "how" and after in ("many", "much"):
        for end, what, _ in noun_phrase(r, at + 2):
            if isinstance(what, Mention) and not what.pronoun:
                found.append((end, replace(what, asked=True, count=None), "how many"))
        found += [(end, what, "how many") for end, what in of_those(r, at + 2)]
        bare = replace(_ASKED, text=r.text(at, at + 2))
        found.append((at + 2, bare, "how many"))
    elif low == "who" or low == "whom":
        found.append((at + 1, Mention(pronoun="who", asked=True, text="who"), "who"))
    elif low == "whose":
        for end, what, _ in noun_phrase(r, at + 1):
            if isinstance(what, Mention) and not what.pronoun:
                found.append((end, replace(what, asked=True), "which"))
    elif low in ("which", "what"):
        if after == "of":
            for end, what, _ in noun_phrase(r, at + 2):
                if isinstance(what, Mention):
                    found.append((end, replace(_ASKED, of=what, text=r.text(at, end)), "which"))
        if after == "player":
            found.append((at + 2, Mention(pronoun="who", asked=True, text="which player"), "who"))
        for end, what, _ in noun_phrase(r, at + 1):
            if isinstance(what, Mention) and not what.pronoun and not what.definite and what.whose is None:
                found.append((end, replace(what, asked=True), "which"))
        found.append((at + 1, _ASKED, "which"))
    return found


def embedded(r: Reader, at: int) -> list[Reading]:
    """ "which one stays", "which creature I keep", "which arrow to follow", as one clause."""
    if r.low(at) not in ("which", "what", "who", "how"):
        return []
    found: list[Reading] = []
    for start, gap, _ in wanted(r, at):
        options: list[tuple[int, VP, Any, Any, float]] = [
            (end, vp, gap, None, cost) for end, vp, cost in finite(r, start)
        ]
        if r.low(start) == "to":
            options += [(end, vp, None, gap, cost) for end, vp, cost in verb_phrase(r, start + 1, "base")]
        for middle, subject, cost in noun_phrase(r, start):
            options += [(end, vp, subject, gap, cost + more) for end, vp, more in finite(r, middle)]
        for end, vp, subject, hole, cost in options:
            for said, extra in build(vp, subject, hole):
                if not said.before and not said.after:
                    found.append((end, said.main, cost + extra))
    return found


def _measured(r: Reader, at: int, gap: Mention) -> list[Reading]:
    """ "what is the mana value of it"."""
    found: list[Reading] = []
    if gap.pronoun != "which":
        return found
    for stop, what, cost in noun_phrase(r, at):
        if isinstance(what, Mention) and what.noun and heads.kind(what.noun) == "amount":
            found += _tailed(r, stop, what, "how many", cost - 0.6)
        elif isinstance(what, Number) and what.value == "x":
            found += _tailed(r, stop, what, "how many", cost)
        elif isinstance(what, Mention):
            found += _tailed(r, stop, what, "which", cost + 0.3)
    return found


def _tailed(r: Reader, at: int, what: Mention | Number, form: Form, cost: float) -> list[Reading]:
    """A state asked about, with what follows it."""
    found: list[Reading] = []
    for end, rest, more in tail(r, at):
        for said, extra in build(VP(wordbook().verbs["be"], rest), what, _ASKED):
            found.append(
                (
                    end,
                    (*said.before, replace(said.main, form=form, hole="as"), *said.after),
                    cost + more + extra,
                )
            )
    return found


def _state(r: Reader, at: int, form: Form, hole: str) -> list[Reading]:
    if r.low(at) not in BE_FORMS:
        return []
    found: list[Reading] = []
    for stop, what, cost in noun_phrase(r, at + 1):
        for end, rest, more in tail(r, stop):
            for said, extra in build(VP(wordbook().verbs["be in zone"], rest), what):
                found.append(
                    (
                        end,
                        (*said.before, replace(said.main, form=form, hole=hole), *said.after),
                        cost + more + extra + 0.3,
                    )
                )
    return found


def _happens(r: Reader, at: int) -> list[Reading]:
    roles: dict[str, Any] = {}
    end = at + 2
    if r.low(end) == "to":
        return [
            (stop, (Clause("happen", {"to": what}, form="what happens", text=r.text(at, stop)),), cost)
            for stop, what, cost in noun_phrase(r, end + 1)
        ]
    return [(end, (Clause("happen", roles, form="what happens", text=r.text(at, end)),), 0.0)]
