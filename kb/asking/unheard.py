"""What the older reader (`kinds`) can't hear in a question that was read: there it answers nothing.

>>> from kb.asking.frames import Frame, Query, Ref
>>> asked = Frame("block", {"to": Ref(0)})
>>> unheard(Question((), (), (Query("can", asked),)))
True
>>> unheard(Question((), (), (Query("can", Frame("block", {"what": Ref(0)})),)))
False
"""

from __future__ import annotations

from typing import Final

from kb.asking.frames import OPPONENT, Frame, Manner, Person, Question, inside

_LIMITS: Final[frozenset[Manner]] = frozenset({"only", "first", "second", "forever", "twice", "separately"})


def unheard(question: Question) -> bool:
    """Whether a word limits what is asked, who is asked of did nothing that was told, or what is blocked is asked of."""
    asked = [query.frame for query in question.queries if query.frame is not None]
    if any(frame.manner & _LIMITS for frame in asked) or any(frame.link == "before" for frame in asked):
        return True
    told = {person for frame in question.told for person in _persons(frame)}
    return any(_passive(frame) or _another(frame, told) for frame in asked)


def _passive(frame: Frame) -> bool:
    no_blocker = "what" not in frame.roles and "by" not in frame.roles
    return frame.verb == "block" and no_blocker and isinstance(frame.roles.get("agent", OPPONENT), Person)


def _another(frame: Frame, told: set[Person]) -> bool:
    who = frame.roles.get("agent", frame.roles.get("what"))
    return frame.verb in ("lose game", "lose", "win") and bool(told) and who not in told


def _persons(frame: Frame) -> set[Person]:
    return {one for one in inside(frame) if isinstance(one, Person)}
