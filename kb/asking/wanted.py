"""What a question wants to be told: the role that is asked for, and the number behind "what is its power".

>>> hole_of(Clause("draw", {"what": Mention(noun="card", asked=True)}))
'what'
"""

from __future__ import annotations

from dataclasses import replace

from kb.asking.frames import Form, Frame, Query, Stat
from kb.asking.mentions import Clause, Mention
from kb.asking.recalled import is_same
from kb.asking.wordbook import wordbook


def how_much(frame: Frame, clause: Clause) -> Query:
    """ "What is its power", "how big is it": the number is wanted, whichever way round it is said."""
    frame = replace(frame, roles={role: _size(one) for role, one in frame.roles.items()})
    stat = next((one for one in frame.roles.values() if isinstance(one, Stat)), None)
    hole = clause.hole or hole_of(clause)
    if stat is None or stat.of is None:
        return Query(clause.form or "which", frame, hole, None, clause.negated)
    rest = {role: one for role, one in frame.roles.items() if one is not stat and role not in ("what", "as")}
    return Query("how many", replace(frame, roles={"what": stat, **rest}), "as", None, clause.negated)


def _size(filling: object) -> object:
    """ "Its power and toughness" is its size."""
    if not isinstance(filling, tuple) or not all(isinstance(one, Stat) for one in filling):
        return filling
    whose = {one.of for one in filling}
    alike = {one.name for one in filling} == {"power", "toughness"} and len(whose) == 1
    return Stat("size", whose.pop()) if alike else filling


def turned(clause: Clause) -> Clause:
    """ "What is the life that I gain", 得られるライフは何点: how much one gains is asked.

    >>> life = Mention(noun="life", clauses=(Clause("gain life", {"amount": Mention(pronoun="same")}),))
    >>> found = turned(Clause("be", {"what": life}, form="how many", hole="as"))
    >>> found.verb, found.form, found.hole
    ('gain life', 'how many', 'amount')
    """
    what = clause.roles.get("what")
    if clause.verb != "be" or not isinstance(what, Mention) or len(what.clauses) != 1 or clause.negated:
        return clause
    (inner,) = what.clauses
    hole = next((role for role, one in inner.roles.items() if is_same(one)), "")
    row = wordbook().nouns.get(what.noun)
    if row is None or row.kind != "amount" or not hole or set(clause.roles) - {"what", "as"}:
        return clause
    gap = replace(what, clauses=(), asked=True, definite=False)
    return replace(
        clause,
        verb=inner.verb,
        roles={**inner.roles, hole: gap},
        form="how many",
        hole=hole,
        modal=inner.modal,
        manner=clause.manner | inner.manner,
        when=clause.when or inner.when,
    )


def hole_of(clause: Clause) -> str:
    for role, filling in clause.roles.items():
        for one in filling if isinstance(filling, tuple) else (filling,):
            if isinstance(one, Mention) and (one.asked or one.pronoun in ("who", "which")):
                return role
    return ""


def claimed(claim: Clause, frame: Frame, asked: Clause) -> Query:
    """What "is he right?" asks: whether what he says is so.

    >>> claimed(Clause("die"), Frame("die"), Clause("be right", form="is")).form
    'does'
    """
    verb = wordbook().verbs.get(claim.verb)
    form: Form = "is" if verb is not None and verb.kind == "state" else "does"
    if claim.modal:
        form = "must" if claim.modal == "must" else "can"
    return Query(form, replace(frame, negated=claim.negated != asked.negated, modal=""))


def beside_the_question(clause: Clause, *, asked: bool) -> Clause:
    """What is told beside what is asked happens before it, as all that is told; "after" is kept for what comes after that."""
    plain = clause.form is None and (clause.link in ("before", "while")) == asked
    return replace(clause, link="then") if plain else clause
