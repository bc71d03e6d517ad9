"""What a clause asks: its form, and which role is wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.asking.frames import Form
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese.tail import Tail
from kb.asking.wordbook import wordbook


def asking(clause: Clause, told: Tail, asks: str) -> Clause:
    """The clause as a question."""
    hole = next((role for role, value in clause.roles.items() if _wanted(value)), "")
    form: Form
    if clause.verb in {"become", "be", "happen"} and (asks == "how" or (clause.verb == "happen" and hole)):
        roles = {role: value for role, value in clause.roles.items() if role != hole}
        return replace(clause, verb="happen", roles=roles, form="what happens")
    if asks in {"when", "why"}:
        form = "when" if asks == "when" else "why"
    elif hole:
        form = _form(asks)
    elif told.must or clause.modal == "must":
        form = "must"
    elif clause.modal in {"can", "may"}:
        form = "can"
    elif wordbook().verbs[clause.verb].kind == "state":
        form = "is"
    else:
        form = "does"
    modal = "" if form in {"can", "must"} else clause.modal
    return replace(clause, form=form, hole=hole, modal=modal)


def hole_in(clause: Clause, asks: str) -> str:
    """The role of a clause that a question word after it asks for: 振るのは誰？"""
    empty = [
        role for role, value in clause.roles.items() if isinstance(value, Mention) and value.pronoun == "zero"
    ]
    if asks == "who":
        return next((role for role in ("agent", "what", "to") if role in empty), "")
    if asks == "where":
        return "to" if "to" not in clause.roles else ""
    return next((role for role in ("what", "amount", "agent", "to") if role in empty), "")


def _form(asks: str) -> Form:
    if asks == "where":
        return "where"
    if asks == "who":
        return "who"
    if asks == "how many":
        return "how many"
    return "which"


def _wanted(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_wanted, value))
    return isinstance(value, Mention) and value.asked
