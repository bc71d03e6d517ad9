"""Verb phrases: auxiliaries, modality, negation and voice around a verb of the book, with what follows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Number
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import heads, small
from kb.asking.reading.english.as_verbs import card_as_verb, loyalty_as_verb
from kb.asking.reading.english.building import build, viable
from kb.asking.reading.english.describing import STATES, complement
from kb.asking.reading.english.filling import ANY
from kb.asking.reading.english.lexicon import VerbForm, forms, lexicon
from kb.asking.reading.english.nouns import bare, noun_phrase
from kb.asking.reading.english.phrase import VP, passive, row
from kb.asking.reading.english.reader import Reader, Reading
from kb.asking.reading.english.states import controlled, had, put_on, worn
from kb.asking.reading.english.tails import Item, manner, tail
from kb.asking.wordbook import Verb

BE_FORMS: Final = {
    "be": "base",
    "being": "ing",
    "been": "past",
    "is": "fin",
    "are": "fin",
    "am": "fin",
    "'s": "fin",
    "was": "fin",
    "were": "fin",
}
_HAVE_FORMS: Final = {"have": "base", "having": "ing", "has": "fin", "had": "past"}
_GET_FORMS: Final = {"get": "base", "getting": "ing", "gets": "fin", "got": "past", "gotten": "past"}
_WRAPS: Final = {
    "have": "must", "need": "must", "get": "can", "want": "try", "try": "try", "attempt": "try", "decide": "try", "choose": "try", "plan": "try", "intend": "try",
    "like": "try", "hope": "try", "manage": "can", "continue": "", "start": "", "begin": "", "go": "", "proceed": "", "happen": "", "seem": "", "ought": "must",
    "keep": "", "end": "", "wind": "", "finish": "", "wish": "try", "mean": "try", "prefer": "try", "elect": "try", "opt": "try", "turn": "",
}  # fmt: skip
"""Verbs before "to …" with the modality that they are; "" adds none."""
_ABLE: Final = {
    "able": "can", "allowed": "can", "permitted": "can", "free": "can", "going": "", "about": "", "supposed": "must", "forced": "must", "required": "must",
    "obliged": "must", "obligated": "must", "bound": "must", "meant": "must", "welcome": "can", "told": "must", "instructed": "must",
}  # fmt: skip
_CAUSES: Final = {
    "let": "let",
    "allow": "let",
    "make": "make do",
    "force": "make do",
    "cause": "make do",
    "have": "make do",
    "help": "let",
}


def verb_phrase(r: Reader, at: int, form: str) -> list[Reading]:
    """Readings of a verb phrase whose verb stands in that form: base, fin, past, ing."""
    return r.once(("vp", at, form), lambda: _verb_phrase(r, at, form), each=14)


def finite(r: Reader, at: int) -> list[Reading]:
    """Readings of a verb phrase that makes a sentence."""
    return r.once(("finite", at), lambda: _finite(r, at), each=14)


def _adverbs(r: Reader, at: int) -> list[tuple[int, frozenset[str], bool]]:
    """Adverbs and "not" before a verb: all ways to take them."""
    found = [(at, frozenset[str](), False)]
    for end, said, no in found:
        if r.low(end) in ("not", "never") or (r.low(end) == "no" and r.low(end + 1) == "longer"):
            size = 2 if r.low(end) == "no" else 1
            if not no:
                found.append((end + size, said, True))
            continue
        for stop, name in manner(r, end)[:2]:
            if len(found) < 8:
                found.append((stop, said | {name} if name else said, no))
    return found


def _with(vp: VP, said: frozenset[str], no: bool, modal: str = "") -> VP:
    return replace(vp, manner=vp.manner | said, negated=vp.negated != no, modal=vp.modal or modal)


def _finite(r: Reader, at: int) -> list[Reading]:
    found: list[Reading] = []
    for start, said, no in _adverbs(r, at):
        low = r.low(start)
        if low in small.MODALS:
            for middle, more, neg in _adverbs(r, start + 1):
                for end, vp, cost in _plain(r, middle, "base"):
                    found.append((end, _with(vp, said | more, neg != no, small.MODALS[low]), cost))
        elif low in small.DO:
            for middle, more, neg in _adverbs(r, start + 1):
                for end, vp, cost in _plain(r, middle, "base"):
                    if neg or low == "did" or more:
                        found.append((end, _with(vp, said | more, neg != no), cost + 0.1))
        if low == "better" or (low == "had" and r.low(start + 1) == "better"):
            continue
        for form in ("fin", "base", "past"):
            found += [
                (end, replace(_with(vp, said, no), form=form), cost)
                for end, vp, cost in _plain(r, start, form)
            ]
    return found


def _verb_phrase(r: Reader, at: int, form: str) -> list[Reading]:
    found: list[Reading] = []
    for start, said, no in _adverbs(r, at):
        found += [(end, _with(vp, said, no), cost) for end, vp, cost in _plain(r, start, form)]
    return found


def _plain(r: Reader, at: int, form: str) -> list[Reading]:
    """A verb phrase from its first verb on."""
    return r.once(("plain", at, form), lambda: _from_verb(r, at, form), each=14)


def _from_verb(r: Reader, at: int, form: str) -> list[Reading]:
    low = r.low(at)
    if r.kind(at) == "card" and form == "base":
        return card_as_verb(r, at)
    if r.kind(at) == "loyalty" and form == "base":
        return loyalty_as_verb(r, at)
    if r.kind(at) not in ("word", "poss", "card"):
        return []
    found: list[Reading] = []
    if BE_FORMS.get(low) == form:
        doubt = 0.8 if r.kind(at) == "poss" else 0.0
        was = (
            "try" if low in ("was", "were") and r.low(at + 1) in ("going", "about") else ""
        )  # it may not have come to that
        found += [
            (end, _with(vp, frozenset(), False, was), cost + doubt) for end, vp, cost in after_be(r, at + 1)
        ]
    if _HAVE_FORMS.get(low) == form or (low == "had" and form == "fin"):
        for start, said, no in _adverbs(r, at + 1):
            found += [(end, _with(vp, said, no), cost) for end, vp, cost in _plain(r, start, "past")]
            if r.low(start) == "got":
                for end, items, cost in tail(r, start + 1):
                    have = VP(row("have"), items, text=r.text(at, end))
                    if items and viable(have):
                        found.append((end, _with(have, said, no), cost - 0.1))
            if r.low(start) == "been":
                found += [(end, _with(vp, said, no), cost) for end, vp, cost in after_be(r, start + 1)]
    if _GET_FORMS.get(low) == form:
        found += [(end, passive(vp), cost) for end, vp, cost in _plain(r, at + 1, "past") if not vp.passive]
    found += _wrapped(r, at, form)
    found += _causing(r, at, form)
    found += lexical(r, at, form)
    return found


def _wrapped(r: Reader, at: int, form: str) -> list[Reading]:
    found: list[Reading] = []
    for one in r.lemmas(at):
        if one not in _WRAPS or form not in _forms(r.low(at), one):
            continue
        spot = at + 1
        for start, said, no in _adverbs(r, spot):
            if r.low(start) != "to":
                continue
            for end, vp, cost in verb_phrase(r, start + 1, "base"):
                found.append((end, _with(vp, said, no, _WRAPS[one]), cost))
        if one in ("end", "wind") and r.low(spot) == "up":
            found += [(end, vp, cost - 1.0) for end, vp, cost in verb_phrase(r, spot + 1, "ing")]
        if one in ("continue", "start", "begin", "keep", "finish"):
            found += [(end, vp, cost) for end, vp, cost in verb_phrase(r, spot, "ing")]
        break
    return found


def _forms(low: str, lemma: str) -> frozenset[str]:
    for table, name in ((BE_FORMS, "be"), (_HAVE_FORMS, "have"), (_GET_FORMS, "get")):
        if lemma == name:
            found = {table[low]} if low in table else set()
            return frozenset(found | ({"fin"} if low == "had" else set()))
    return forms(low, lemma)


def _causing(r: Reader, at: int, form: str) -> list[Reading]:
    """ "lets me cast it", "makes a creature 1/1", "have all the damage go to it": a clause as the object."""
    found: list[Reading] = []
    for one in r.lemmas(at):
        name = _CAUSES.get(one)
        if name is None or form not in _forms(r.low(at), one):
            continue
        nouns = [*noun_phrase(r, at + 1), *gerund(r, at + 1), (at + 1, ANY, 0.4)]
        for middle, subject, cost in nouns:
            to = r.low(middle) == "to"
            if to != (one in ("allow", "force", "cause")) and one != "help":
                continue
            for end, vp, more in verb_phrase(r, middle + to, "base"):
                for clause, extra in alone(vp, subject):
                    found.append(
                        (
                            end,
                            VP(row(name), (Item("obj", clause),), text=r.text(at, end)),
                            cost + more + extra + 0.2,
                        )
                    )
            if one == "make":
                for end, vp, more in _states(r, middle):
                    for clause, extra in alone(vp, subject):
                        whole = VP(row(name), (Item("obj", clause),), text=r.text(at, end))
                        found.append((end, whole, cost + more + extra + 0.2))
        break
    return found


def lexical(r: Reader, at: int, form: str) -> list[Reading]:
    """A verb of the book with what follows it."""
    found: list[Reading] = []
    done = set[tuple[tuple[str, ...], str, str]]()
    for one in r.lemmas(at):
        if form not in _forms(r.low(at), one):
            continue
        for said in lexicon().verbs.get(one, ()):
            key = (said.words, said.verb.name, said.verb.en_object)
            if key in done or said.words[0] == "be":
                continue
            done.add(key)
            found += [one for one in _said(r, at, said) if viable(one[1], form == "past")]
    for said in lexicon().verbs.get(r.low(at), ()):
        if _ends_in(r, at, said, form):
            end = at + len(said.words)
            whole = [
                (stop, VP(said.verb, items, said.amount, text=r.text(at, stop)), cost - 0.3)
                for stop, items, cost in tail(r, end)
            ]
            found += [one for one in whole if viable(one[1], form == "past")]
    return found


def _ends_in(r: Reader, at: int, said: VerbForm, form: str) -> bool:
    """ "chump blocked", "mind controls": of several words the last one has the ending."""
    last = at + len(said.words) - 1
    if last == at or not r.says(at, said.words[:-1]) or r.low(last) == said.words[-1]:
        return False
    return said.words[-1] in r.lemmas(last) and form in forms(r.low(last), said.words[-1])


def _said(r: Reader, at: int, said: VerbForm) -> list[Reading]:
    rest = said.words[1:]
    found: list[Reading] = []
    end = _fixed(r, at + 1, rest)
    bonus = -0.3 * len(rest) - (0.2 if said.amount else 0)
    if end is not None:
        for stop, items, cost in tail(r, end):
            found.append((stop, VP(said.verb, items, said.amount, text=r.text(at, stop)), cost + bonus))
    if rest:
        for middle, what, cost in noun_phrase(r, at + 1):
            after = _fixed(r, middle, rest)
            if after is not None:
                for stop, items, more in tail(r, after):
                    vp = VP(said.verb, (Item("obj", what), *items), said.amount, text=r.text(at, stop))
                    found.append((stop, vp, cost + more + bonus))
    return found


def _fixed(r: Reader, at: int, words: tuple[str, ...]) -> int | None:
    """Where fixed words end, articles between them left out."""
    end = at
    for word in words:
        if r.low(end) in ("the", "a", "an", "right", "straight") and word != r.low(end):
            end += 1
        if r.low(end) != word and word not in r.lemmas(end):
            return None
        end += 1
    return end


def after_be(r: Reader, at: int) -> list[Reading]:
    """What follows a form of "be": passive, progressive, a modality, what something is, where it is."""
    return r.once(("be", at), lambda: _after_be(r, at), each=14)


def _after_be(r: Reader, at: int) -> list[Reading]:
    found: list[Reading] = []
    for start, said, no in _adverbs(r, at):
        found += [(end, _with(vp, said, no), cost) for end, vp, cost in _predicates(r, start)]
    return found


def _predicates(r: Reader, at: int) -> list[Reading]:
    state = 1.0 if r.low(at) in STATES else 0.0
    found = [(end, passive(vp), cost + state) for end, vp, cost in _plain(r, at, "past") if not vp.passive]
    found += [*_plain(r, at, "ing"), *put_on(r, at), *controlled(r, at)]
    if r.low(at) in _ABLE and r.low(at + 1) == "to":
        for end, vp, cost in verb_phrase(r, at + 2, "base"):
            going = 0.4 if r.low(at) == "going" else 0.0
            found.append((end, _with(vp, frozenset(), False, _ABLE[r.low(at)]), cost - going))
    return [*found, *_states(r, at)]


def _states(r: Reader, at: int) -> list[Reading]:
    """What something can be without "be": "cheaper", "a 1/1", "tapped"."""
    found: list[Reading] = []
    for said in lexicon().verbs.get("be", ()):
        after = _fixed(r, at, said.words[1:]) if len(said.words) > 1 else None
        if after is not None:
            for stop, items, cost in tail(r, after):
                vp = VP(said.verb, items, said.amount, text=r.text(at, stop))
                if viable(vp):
                    found.append((stop, vp, cost - 0.35))
    return [*found, *_being(r, at)]


def _being(r: Reader, at: int) -> list[Reading]:
    """What something is or where: the state itself."""
    found: list[Reading] = []
    be, where, have = row("be"), row("be in zone"), row("have")
    states: list[tuple[int, tuple[Item, ...], Verb, float]] = []
    for end, what, cost in complement(r, at):
        states.append((end, (Item("obj", what),), be, cost))
    for end, what, cost in noun_phrase(r, at):
        states.append((end, (Item("obj", what),), be, cost + 0.2))
    if r.low(at) in ("out", "around") or r.says(at, ("in", "play")) or r.says(at, ("on", "board")):
        size = 1 if r.low(at) in ("out", "around") else 2
        states.append(
            (
                at + size,
                (
                    Item(
                        "prep",
                        Mention(noun="battlefield", zone="battlefield", text=r.text(at, at + size)),
                        "on",
                    ),
                ),
                where,
                0.0,
            )
        )
    if r.low(at) in ("in", "on", "at", "under", "still"):
        for end, what, cost in bare(r, at + 1):
            if isinstance(what, Mention) and what.zone and heads.kind(what.noun) == "zone":
                states.append((end, (Item("prep", what, "in"),), where, cost))
            if isinstance(what, Number) and (r.low(at) == "at" or (r.low(at) == "on" and what.of == "life")):
                states.append((end, (Item("obj", replace(what, of=what.of or "life")),), have, cost))
            if (
                isinstance(what, Mention)
                and r.low(at) == "at"
                and what.noun
                and heads.kind(what.noun) == "amount"
            ):
                states.append((end, (Item("obj", what),), have, cost))
    for end, items, verb, cost in [*states, *had(r, at), *worn(r, at)]:
        for stop, more, extra in tail(r, end):
            vp = VP(verb, (*items, *more), text=r.text(at, stop))
            if all(one.kind not in ("obj", "comp") for one in more) and viable(vp):
                found.append((stop, vp, cost + extra + 0.1))
    return found


def gerund(r: Reader, at: int) -> list[Reading]:
    """ "plotting a card", "my opponent losing life": a clause as a thing."""
    return r.once(("gerund", at), lambda: _gerund(r, at), most=10)


def _gerund(r: Reader, at: int) -> list[Reading]:
    found: list[Reading] = []
    for end, vp, cost in verb_phrase(r, at, "ing"):
        whom = ANY if vp.passive and r.low(at - 1) == "from" else None  # "stop it from being tapped"
        found += [(end, clause, cost + more) for clause, more in alone(vp, whom)]
    if r.low(at).endswith("ing"):
        return found
    start = at + (r.low(at) == "the")
    if r.low(start) in ("act", "process") and r.low(start + 1) == "of":
        return gerund(r, start + 2)
    for middle, subject, cost in bare(r, at):
        start = middle + (r.kind(middle) == "poss")
        if r.low(start).endswith("ing") or r.low(start) in ("not", "never"):
            for end, vp, more in verb_phrase(r, start, "ing"):
                found += [(end, clause, cost + more + extra + 0.2) for clause, extra in alone(vp, subject)]
    return found


def alone(vp: VP, subject: Any) -> list[tuple[Clause, float]]:
    """The clause of a phrase, where it is one only."""
    return [(said.main, cost) for said, cost in build(vp, subject) if not said.before and not said.after]


def gapped(vp: VP, subject: Any, gap: Any) -> list[tuple[Clause, float]]:
    """The clause of a phrase with something put where its object is missing."""
    return [(said.main, cost) for said, cost in build(vp, subject, gap) if not said.before and not said.after]
