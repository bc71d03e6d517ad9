"""One verb behind several: surviving is not dying, hitting is dealing damage, playing a card is casting it or playing a land.

Frames keep the verb that was said, so that answers speak as the question did; what is staged is the plain form. A reduction looks at
the roles and changes nothing where it doesn't fit. Where it turns the question round, the answer is turned back.

>>> asked, turned = plain_query(Query("does", Frame("survive", {"what": Ref(0)})), lambda ref: frozenset())
>>> asked.frame.verb, turned
('die', True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kb.asking.frames import AbilityOf, Frame, Query, Question, Ref, Stat, Word

TypesOf = Callable[[Ref], frozenset[str]]
"""The card types of a thing, in small letters."""
Reduction = Callable[[Frame, TypesOf], Frame]
_REDUCTIONS: dict[str, Reduction] = {}


def reduces(*verbs: str) -> Callable[[Reduction], Reduction]:
    """Register what stands behind verbs."""

    def register(function: Reduction) -> Reduction:
        for verb in verbs:
            if verb in _REDUCTIONS:
                raise ValueError(f"two reductions of {verb!r}")
            _REDUCTIONS[verb] = function
        return function

    return register


def plain(frame: Frame, types_of: TypesOf) -> Frame:
    """The plain form of a frame, frames inside it too.

    >>> plain(Frame("play", {"what": Ref(0)}), lambda ref: frozenset({"land"})).verb
    'play land'
    """
    if frame.verb in _SAME:
        frame = _as(frame, _SAME[frame.verb])
    elif frame.verb in _OPPOSITE:
        frame = _as(frame, _OPPOSITE[frame.verb], turned=True)
    elif frame.verb in _REDUCTIONS:
        frame = _REDUCTIONS[frame.verb](frame, types_of)
    inner = {
        role: plain(one, types_of) if isinstance(one, Frame) else one for role, one in frame.roles.items()
    }
    return replace(frame, roles=inner)


def plain_query(query: Query, types_of: TypesOf) -> tuple[Query, bool]:
    """The plain form of what is asked, and whether its answer has to be turned round."""
    if query.frame is None:
        return query, False
    frame = plain(query.frame, types_of)
    other = None if query.other is None else plain(query.other, types_of)
    turned = frame.negated != query.frame.negated
    form = query.form
    if query.frame.verb == "keep" and form in ("can", "does"):
        form = "does"  # whether it stays is no choice of anybody's
    if frame.verb in _STATES and form == "does":
        form = "is"
    return replace(query, form=form, frame=replace(frame, negated=query.frame.negated), other=other), turned


def plain_question(question: Question, types_of: TypesOf) -> tuple[Question, tuple[bool, ...]]:
    """A whole question in its plain form, and which of its answers have to be turned round."""
    asked = [plain_query(query, types_of) for query in question.queries]
    told = tuple(plain(frame, types_of) for frame in question.told)
    return replace(question, told=told, queries=tuple(one for one, _ in asked)), tuple(
        turned for _, turned in asked
    )


_STATES: Final = frozenset({"be", "have", "control", "be in zone"})
_OPPOSITE: Final = {"survive": "die"}
_SAME: Final = {
    "hit": "deal damage",
    "declare": "attack",
    "enchant": "attach",
    "give ability": "gain ability",
    "give pt": "pump",
    "get pt": "pump",
    "get counter": "put counter",
    "lose counter": "remove counter",
    "answer": "respond",
}
"""Verbs whose roles are filled alike."""


def _as(frame: Frame, verb: str, *, turned: bool = False) -> Frame:
    return replace(frame, verb=verb, negated=frame.negated != turned)


def _of_speed(frame: Frame) -> bool:
    what = frame.roles.get("what")
    return isinstance(what, Stat) and what.name == "speed"


@reduces("lose", "go away", "be gone", "cease")
def lose(frame: Frame, _types_of: TypesOf) -> Frame:
    """Speed that is lost or goes away is no longer there."""
    return _as(frame, "lose speed") if _of_speed(frame) else frame


@reduces("remain")
def remain(frame: Frame, _types_of: TypesOf) -> Frame:
    """Speed that remains isn't lost."""
    return _as(frame, "lose speed", turned=True) if _of_speed(frame) else frame


@reduces("raise")
def raise_(frame: Frame, _types_of: TypesOf) -> Frame:
    """What raises speed makes it rise: by what is its means."""
    agent = frame.roles.get("agent")
    cause = isinstance(agent, Ref | Frame)
    if not _of_speed(frame) or (cause and "by" in frame.roles):
        return frame
    roles = {role: one for role, one in frame.roles.items() if role != "agent"}
    return replace(_as(frame, "speed up"), roles={**roles, "by": agent} if cause else roles)


@reduces("keep")
def keep(frame: Frame, _types_of: TypesOf) -> Frame:
    """What one keeps remains."""
    if _of_speed(frame):
        return _as(frame, "lose speed", turned=True)
    if isinstance(frame.roles.get("what"), Ref | tuple):
        return replace(
            _as(frame, "remain"), roles={role: one for role, one in frame.roles.items() if role != "agent"}
        )
    return frame


@reduces("roll to visit")
def roll_to_visit(frame: Frame, _types_of: TypesOf) -> Frame:
    """CR 701.52a: a die is rolled for one's Attractions."""
    roles = {role: one for role, one in frame.roles.items() if role != "what"}
    goal = frame.roles.get("what") or Word("concept", "visit")
    return replace(_as(frame, "roll die"), roles={**roles, "for": goal})


@reduces("play")
def play(frame: Frame, types_of: TypesOf) -> Frame:
    """CR 701.18: a land is played, any other card is cast."""
    what = frame.roles.get("what")
    if not isinstance(what, Ref):
        return frame
    types = types_of(what)
    if "land" in types:
        return _as(frame, "play land")
    return _as(frame, "cast") if types else frame


@reduces("use")
def use(frame: Frame, types_of: TypesOf) -> Frame:
    """An ability is activated, a card that is no permanent is cast; a permanent's use is one of its abilities."""
    what = frame.roles.get("what")
    if isinstance(what, AbilityOf):
        return _as(frame, "activate")
    if isinstance(what, Ref):
        return _as(frame, "cast" if types_of(what) & {"instant", "sorcery"} else "activate")
    return frame


@reduces("stop")
def stop(frame: Frame, _types_of: TypesOf) -> Frame:
    """To stop doing or being something: then it is no longer so."""
    what = frame.roles.get("what")
    if not isinstance(what, Frame) or "by" in frame.roles:
        return frame
    subject = frame.roles.get("agent")
    inner = {**({} if subject is None else {"what": subject}), **what.roles}
    if what.verb in ("attack", "block"):
        state = Word("concept", {"attack": "attacking", "block": "blocking"}[what.verb])
        return replace(what, verb="be", roles={"what": inner["what"], "as": state}, negated=not frame.negated)
    if what.verb in _STATES:
        return replace(what, roles=inner, negated=not frame.negated)
    return frame
