"""A doing that is named as the cause of what is asked: "does plotting a card trigger it" tells that a card is plotted."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kb.asking.frames import Frame, Query, Question

_BROUGHT_ABOUT: Final = frozenset({"trigger", "speed up", "speed down", "raise"})
"""What doings bring about: whether it happens is asked with that done."""


def as_told(question: Question, query: Query) -> tuple[Question, Query]:
    """The question with the doing told that it names as the cause; nothing is changed where it names none."""
    frame = query.frame
    if frame is None or frame.verb not in _BROUGHT_ABOUT or query.form not in ("does", "can"):
        return question, query
    named = [role for role in ("agent", "by") if isinstance(frame.roles.get(role), Frame)]
    if len(named) != 1:
        return question, query
    doing = frame.roles[named[0]]
    if doing.negated or doing.modal or doing.mood != "fact" or doing.link != "then":
        return question, query
    roles = {
        role: one
        for role, one in frame.roles.items()
        if role != named[0] and not (role == "agent" and frame.verb != "trigger")
    }
    if named[0] == "by" and "agent" not in doing.roles and frame.roles.get("agent") is not None:
        doing = replace(doing, roles={**doing.roles, "agent": frame.roles["agent"]})
    told = replace(doing, mood="supposed")
    verb = "speed up" if frame.verb == "raise" else frame.verb
    return (
        replace(question, told=(*question.told, told)),
        replace(query, form="does", frame=replace(frame, verb=verb, roles=roles)),
    )
