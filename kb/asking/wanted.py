"""What a question wants to be told: the role that is asked for, and the number behind "what is its power".

>>> hole_of(Clause("draw", {"what": Mention(noun="card", asked=True)}))
'what'
"""

from __future__ import annotations

from dataclasses import replace

from kb.asking.frames import Form, Frame, Query, Stat
from kb.asking.mentions import Clause, Mention
from kb.asking.wordbook import wordbook


def how_much(frame: Frame, clause: Clause) -> Query:
    """ "What is its power", "how big is it": the number is wanted, whichever way round it is said."""
    stat = next((one for one in frame.roles.values() if isinstance(one, Stat)), None)
    hole = clause.hole or hole_of(clause)
    if stat is None or stat.of is None:
        return Query(clause.form or "which", frame, hole, None, clause.negated)
    rest = {role: one for role, one in frame.roles.items() if one is not stat and role not in ("what", "as")}
    return Query("how many", replace(frame, roles={"what": stat, **rest}), "as", None, clause.negated)


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
