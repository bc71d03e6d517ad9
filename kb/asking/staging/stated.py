"""What the rules call things: predicates of classes that nothing in a game shows, each with its rule.

>>> stated(Query("is", Frame("be", {"what": Stat("speed"), "as": Word("concept", "counter")}))).verdict
'no'
>>> stated(Query("does", Frame("stack", {"what": Word("concept", "state-based action")}))).because[0].rule
'704.3'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kb.asking.frames import AbilityOf, Counters, Frame, Number, Person, Place, Query, Ref, Stat, Thing, Word
from kb.asking.model import Step
from kb.asking.staging.classes import IN_COMMAND_ZONE, IS, MAX_SPEED, ON_STACK, Row
from kb.asking.staging.model import Outcome

_LEAVES: Final = frozenset(
    {"destroy", "kill", "take out", "exile", "sacrifice", "bounce", "die", "cast", "counter"}
)
"""What can't be done to what stays in the command zone."""


def stated(query: Query, things: Sequence[Thing] = ()) -> Outcome | None:
    """The answer where a rule says what such things are; None where something has to be played."""
    frame = query.frame
    if frame is None or query.negated or frame.when is not None or frame.manner or frame.link != "then":
        return None
    if query.form in ("how many", "which"):
        return _number(frame)
    if query.form not in ("is", "does", "can"):
        return None
    row = _of_stack(frame) or _kept(frame) or _above_max(frame) or _is(frame, things)
    if row is None:
        return None
    holds, rule, say = row
    return Outcome("yes" if holds != frame.negated else "no", kind="stated", because=(Step(rule, say),))


def _filled(frame: Frame) -> dict[str, Any]:
    return {role: one for role, one in frame.roles.items() if one is not None}


def _of_stack(frame: Frame) -> Row | None:
    """Whether it uses the stack; whether somebody can respond to it; that nobody can counter what isn't there."""
    roles = _filled(frame)
    what = roles.pop("what", None)
    if frame.verb in ("respond", "counter"):
        agent = roles.pop("agent", None)
        if agent is not None and not isinstance(agent, Person):
            return None
    if roles or frame.verb not in ("stack", "respond", "counter"):
        return None
    if isinstance(what, AbilityOf) and isinstance(what.of, Ref):
        return None
    row = ON_STACK.get(_name(what))
    return None if row is None or (row[0] and frame.verb == "counter") else row


def _kept(frame: Frame) -> Row | None:
    """CR 309.2c, 311.2: what stays in the command zone, whatever would move it."""
    roles = _filled(frame)
    what = roles.pop("what", None)
    row = IN_COMMAND_ZONE.get(_name(what)) if isinstance(what, Word) else None
    if row is None or frame.verb not in _LEAVES or roles.keys() - {"agent", "by"}:
        return None
    return False, row[0], row[1]


def _is(frame: Frame, things: Sequence[Thing]) -> Row | None:
    roles = _filled(frame)
    subject = roles.pop("what", roles.pop("agent", None) if "what" not in roles else None)
    role = next((one for one in ("as", "to", "at") if one in roles), "")
    other = roles.pop(role, None)
    if roles:
        return None
    speed = _max_speed(frame.verb, subject, other)
    return speed or (IS.get((frame.verb, _name(subject, things), _name(other, things))) if subject else None)


def _max_speed(verb: str, one: Any, other: Any) -> Row | None:
    """ "Is speed 3 max speed?"."""
    if verb != "be" or Word("concept", "max speed") not in (one, other):
        return None
    number = other if isinstance(other, Number) else one
    if not isinstance(number, Number) or number.of not in ("speed", "") or not isinstance(number.value, int):
        return None
    return number.value == MAX_SPEED[0], MAX_SPEED[1], MAX_SPEED[2]


def _above_max(frame: Frame) -> Row | None:
    """CR 702.179d: speed rises only while it is less than 4."""
    roles = _filled(frame)
    what = roles.pop("what", None)
    number = roles.pop(next(iter(roles), ""), None) if len(roles) == 1 else None
    least = {"exceed": MAX_SPEED[0], "be": MAX_SPEED[0] + 1, "become": MAX_SPEED[0] + 1}.get(frame.verb)
    if not isinstance(what, Stat) or what.name != "speed" or not isinstance(number, Number) or roles:
        return None
    if least is None or not isinstance(number.value, int) or number.value < least:
        return None
    return False, "702.179d", MAX_SPEED[2]


def _number(frame: Frame) -> Outcome | None:
    """ "What is max speed?"."""
    if frame.verb != "be" or frame.negated:
        return None
    said = [one for one in _filled(frame).values() if not (isinstance(one, Number) and one.value == "some")]
    if said != [Word("concept", "max speed")]:
        return None
    return Outcome("value", MAX_SPEED[0], kind="stated", because=(Step(MAX_SPEED[1], MAX_SPEED[2]),))


def _name(filling: Any, things: Sequence[Thing] = ()) -> str:
    """What a filling is called, where it is a class rather than a thing."""
    if isinstance(filling, Stat):
        return filling.name
    if isinstance(filling, Word):
        return filling.name
    if isinstance(filling, Place):
        return filling.zone
    if isinstance(filling, Counters):
        return "counter"
    if isinstance(filling, AbilityOf):
        return filling.what or filling.kind
    if isinstance(filling, Ref):
        return _plain(things[filling.thing]) if filling.thing < len(things) else ""
    return _doing(filling) if isinstance(filling, Frame) else ""


def _plain(thing: Thing) -> str:
    """A thing of which only its noun is said: "a permanent"."""
    said = thing.card or thing.whose or thing.owner or thing.zone or thing.filter.where or thing.count != 1
    return "" if said else thing.noun


def _doing(frame: Frame) -> str:
    """What somebody does, where the class of doing is all that is said."""
    what, goal = frame.roles.get("what"), frame.roles.get("for")
    if frame.negated or frame.manner or frame.when is not None:
        return ""
    if frame.verb == "roll die":
        if what == Word("concept", "planar die"):
            return "roll planar die"
        return "roll to visit" if isinstance(goal, Frame) and goal.verb == "visit" else ""
    if frame.verb == "lose game":
        by = frame.roles.get("by")
        return frame.verb if isinstance(by, Counters) and by.kind == "poison" else ""
    return frame.verb
