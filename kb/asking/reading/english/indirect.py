"""Questions that aren't put as questions: "I want to know whether …", "is it too late to …", "before or after …", "is that so?"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import ME, Manner
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.english import small
from kb.asking.reading.english.nouns import noun_phrase
from kb.asking.reading.english.reader import Reader, Reading
from kb.asking.reading.english.sentences import asked, asked_of, built_of, chain, statement, told_of
from kb.asking.reading.english.verbals import BE_FORMS

_LEADS: Final = (
    (("i", "we"), ("want to know", "would like to know", "need to know", "am wondering", "are wondering", "wonder", "am asking", "was wondering", "am not sure", "am unsure",
                   "do not know", "was asked", "cannot tell", "am curious", "have to know", "wanted to know", "wanted to ask", "want to ask", "am trying to find out")),
    (("can", "could", "would"), tuple(f"{who} {verb}" for who in ("you", "someone", "somebody", "anyone", "anybody")
                                      for verb in ("tell me", "please tell me", "explain", "explain to me", "clarify", "confirm", "say"))),
    (("does", "do"), ("anyone know", "anybody know", "someone know", "you know", "you guys know")),
    (("please", "just"), ("tell me", "explain", "clarify")),
    (("not", "my", "the", "our"), ("sure", "question is", "only question is", "real question is", "confusion is", "doubt is")),
)  # fmt: skip
"""What is said before a question that has the order of a statement: first words, and what may follow them."""
_WORDS: Final = tuple(
    (first, *rest.split()) for firsts, rests in _LEADS for first in firsts for rest in rests
)
_MAIN: Final = small.DO | small.BE | small.MODALS.keys() | small.HAVE
_PRONOUNS: Final = frozenset({"it", "he", "she", "they", "that", "this", "i", "we", "there"})
_POSSIBLE: Final = frozenset({"possible", "legal", "allowed", "permitted", "ok", "okay", "fine", "doable"})
_TRUE: Final = tuple((*one.split(), "that") for one in ("so", "true", "correct", "right", "the case"))
_SO: Final = (("so",), ("the", "case"), ("how", "it", "works"), ("how", "that", "works"), ("how", "this", "works"), ("accurate",))  # fmt: skip


def indirect(r: Reader, at: int) -> list[Reading]:
    """ "I want to know whether it dies", "could you tell me how many cards I draw", "whether it dies" where that is all."""
    found: list[Reading] = []
    for start in _led(r, at):
        if r.low(start) in ("if", "whether"):
            spot = start + 1 + 2 * r.says(start + 1, ("or", "not"))
            for end, said, cost in statement(r, spot):
                clauses = told_of(said)
                last = max((n for n, one in enumerate(clauses) if one.mood != "intended"), default=-1)
                found.append((end, tuple(asked(one, "does") if n == last else one for n, one in enumerate(clauses)), cost))  # fmt: skip
        else:
            found += _wh(r, start)
    return found


def _led(r: Reader, at: int) -> list[int]:
    ends = [at + len(words) for words in _WORDS if r.says(at, words)]
    if r.low(at) == "whether":
        ends.append(at)
    return [end + (r.low(end) == ":") for end in ends]


def _wh(r: Reader, at: int) -> list[Reading]:
    """ "how many cards I draw", "which of them dies": what is wanted stands first, then a statement."""
    from kb.asking.reading.english.asking import hole_at, wanted

    found: list[Reading] = []
    for start, gap, form in wanted(r, at):
        for middle, subject, cost in noun_phrase(r, start):
            for end, vps, more in chain(r, middle, "finite"):
                built = built_of(vps, subject, gap)
                if built is not None:
                    clauses = asked_of(built[0], form, hole_at(built[0][-1].main, gap))
                    found.append((end, clauses, cost + more + built[1]))
    return found


def too_late(r: Reader, at: int) -> list[Reading]:
    """ "is it too late for him to respond": that one can't any more is what is asked, as a claim is."""
    if r.low(at) not in ("is", "was") or r.low(at + 1) != "it":
        return []
    start = at + 2 + (r.low(at + 2) in ("already", "now", "then"))
    if not r.says(start, ("too", "late")):
        return []
    who: list[tuple[int, Any]] = [(start + 2, ME)]
    if r.low(start + 2) == "for":
        who = [(end, one) for end, one, _ in noun_phrase(r, start + 3)]
    found: list[Reading] = []
    for spot, one in who:
        if r.low(spot) != "to":
            continue
        for end, vps, cost in chain(r, spot + 1, "base"):
            built = built_of(vps, one)
            if built is None or len(built[0]) != 1:
                continue
            said = built[0][0]
            claim = claimed(replace(said.main, negated=not said.main.negated, modal="can"), r.text(at, end))
            found.append((end, (*said.before, claim[0], *said.after, claim[1]), cost + built[1] - 0.3))
    return found


def claimed(clause: Clause, text: str = "") -> tuple[Clause, Clause]:
    """Whether it is so, asked of what is said to be so: "it doesn't die, right?"."""
    right = Clause("be right", {"what": Mention(pronoun="this", text="that")}, form="is", text=text)
    return replace(clause, says=ME), right


def true_that(r: Reader, at: int) -> list[Reading]:
    """ "is it true that it can't block"."""
    if r.low(at) not in ("is", "was") or r.low(at + 1) != "it":
        return []
    words = next((one for one in _TRUE if r.says(at + 2, one)), None)
    if words is None:
        return []
    found: list[Reading] = []
    for end, said, cost in statement(r, at + 2 + len(words)):
        if len(said) == 1 and said[0].main.negated:
            claim = claimed(said[0].main, r.text(at, end))
            found.append((end, (*said[0].before, claim[0], *said[0].after, claim[1]), cost - 0.5))
    return found


def target_for(r: Reader, at: int) -> list[Reading]:
    """ "is it a legal target for the spell": whether that can target it."""
    if r.low(at) not in ("is", "are", "was", "would"):
        return []
    found: list[Reading] = []
    for middle, what, cost in noun_phrase(r, at + 1):
        end = middle + (r.low(middle) in ("still", "even", "now", "be"))
        manner: frozenset[Manner] = frozenset({"still"}) if r.low(middle) == "still" else frozenset()
        end += r.low(end) in ("a", "an")
        if r.low(end) not in ("legal", "valid", "possible", "eligible"):
            continue
        end += 1
        if r.low(end) not in ("target", "targets") or r.low(end + 1) not in ("for", "of"):
            continue
        for stop, by, more in noun_phrase(r, end + 2):
            clause = Clause(
                "target", {"by": by, "what": what}, form="can", manner=manner, text=r.text(at, stop)
            )
            found.append((stop, (clause,), cost + more - 0.6))
    return found


def rightness(r: Reader, at: int) -> list[Reading]:
    """ "is that so?", "did he?", "is it?" after somebody's claim; "is that possible?" after what one wants to do."""
    size = len(r.toks)
    negated = r.low(at + 1) == "not"
    end = at + 2 + negated
    if r.low(at) not in _MAIN or r.low(end - 1) not in _PRONOUNS:
        return []
    this = Mention(pronoun="this", text="that")
    spot = end + (r.low(end) in ("really", "even", "actually", "still"))
    found: list[Reading] = []
    if end == size and not negated:
        found.append((end, (Clause("be right", {"what": this}, form="is", text=r.text(at, end)),), -0.3))
    if r.low(at) in ("is", "would", "was") and r.low(end - 1) in ("that", "this", "it"):
        spot += r.low(spot) == "be"
        for words in _SO:
            if r.says(spot, words) and not negated:
                stop = spot + len(words)
                found.append(
                    (stop, (Clause("be right", {"what": this}, form="is", text=r.text(at, stop)),), -0.5)
                )
        if r.low(spot) in _POSSIBLE and spot + 1 == size and not negated:
            found.append(
                (spot + 1, (Clause("be possible", {}, form="can", text=r.text(at, spot + 1)),), -0.5)
            )
    return found


def tag(r: Reader, at: int) -> int | None:
    """Where a question tag ends that begins there: ", doesn't it?", "or not", "or none of it"."""
    size = len(r.toks)
    if r.low(at) == "or" and " ".join(r.low(n) for n in range(at + 1, size)) in ("not", "no", "none", "none of it", "none of them", "not at all"):  # fmt: skip
        return size
    if not at or r.kind(at - 1) != "mark" or r.low(at) not in _MAIN:
        return None
    end = at + 1 + (r.low(at + 1) == "not")
    return size if end > at + 1 and r.low(end) in _PRONOUNS and end + 1 == size else None


def verbless(r: Reader, at: int) -> list[Reading]:
    """ "How much damage in total?": as much as is dealt."""
    from kb.asking.reading.english.asking import wanted
    from kb.asking.reading.english.tails import manner

    found: list[Reading] = []
    for end, gap, form in wanted(r, at) if r.low(at) == "how" else []:
        if gap.noun != "damage" or gap.of is not None:
            continue
        ways = [(end, ""), *manner(r, end)]
        for stop, way in ways:
            if stop == len(r.toks) or r.kind(stop) == "mark" or r.low(stop) in ("if", "when", "after"):
                said: Any = frozenset({way} if way else ())
                asks = Clause(
                    "deal damage",
                    {"amount": gap},
                    form=form,
                    hole="amount",
                    manner=said,
                    text=r.text(at, stop),
                )
                found.append((stop, (asks,), 1.0))
    return found


def order(r: Reader, at: int, clauses: tuple[Clause, ...]) -> list[Reading]:
    """ "… before or after that happens": which of the two is first."""
    words = ("before", "or", "after")
    if not (r.says(at, words) or r.says(at, words[::-1])) or len(clauses) != 1:
        return []
    (main,) = clauses
    if main.form != "does" or main.when is not None:
        return []
    found: list[Reading] = []
    for end, said, cost in statement(r, at + 3):
        if len(said) == 1 and not said[0].before and not said[0].after:
            found.append((end, (replace(main, form="order", other=said[0].main),), cost - 0.3))
    return found


def first_of(r: Reader, at: int) -> list[Reading]:
    """ "which is first: I draw, or it dies", "what comes first, …"."""
    if r.low(at) not in ("which", "what") or r.low(at + 1) not in (*BE_FORMS, "comes", "happens"):
        return []
    start = at + 2
    if r.low(start) != "first":
        return []
    start += 1 + (r.low(start + 1) in (":", ","))
    found: list[Reading] = []
    for end, one, cost in statement(r, start):
        after = end + (r.low(end) == ",")
        if r.low(after) != "or":
            continue
        for stop, other, more in statement(r, after + 1):
            if all(len(part) == 1 and not part[0].before and not part[0].after for part in (one, other)):
                clause = replace(one[0].main, form="order", other=other[0].main)
                found.append((stop, (clause,), cost + more - 0.5))
    return found
