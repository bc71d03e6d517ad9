"""Whether something happens or is so; whether somebody may or must do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.asking.frames import Frame, Person, Query, Ref, When
from kb.asking.model import Verdict
from kb.asking.staging.deeds import ACTS, DEEDS, OUTCOMES, STATES, Measure
from kb.asking.staging.deeds.doings import SPECIAL, lay_out, on_stack
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.queries import Question, form, yes_no
from kb.asking.staging.queries.causing import CAUSES, causing
from kb.asking.staging.queries.multiplying import is_multiplied, multiplied
from kb.asking.staging.script import Line
from kb.asking.staging.table import Act, Table
from kb.asking.staging.telling import move_to, same_turn, unknown_verb
from kb.asking.staging.using import specs
from kb.asking.staging.world import Item


def frame_of(query: Query) -> Frame:
    """The frame asked about."""
    if query.frame is None:
        raise NotStaged("what is asked is not said", "何を尋ねているのかが述べられていません")
    return query.frame


def tools(table: Table, frame: Frame) -> list[Item]:
    """Cards by which it would be done that nobody has used yet."""
    found: list[Item] = []
    for role in ("by", "agent"):
        filling = frame.roles.get(role)
        for one in filling if isinstance(filling, tuple) else (filling,):
            if isinstance(one, Ref):
                found += [item for item in table.items(one) if not item.acted]
    return found


def _acted(table: Table, frame: Frame) -> bool:
    return any(item.acted for item in table.items(frame.roles.get("what")))


def nothing_to_answer(table: Table) -> bool:
    """Whether what was told last doesn't use the stack: a special action (116.2) or a mana ability (605.3b)."""
    return not table.stacked and (table.made_mana or (bool(table.done) and table.done[-1].verb in SPECIAL))


def prepare(table: Table, frame: Frame) -> None:
    """Do what is asked about with the card that is named for it, where nobody has told it: then one sees what comes of it."""
    if frame.verb == "enter" and frame.roles.get("as") is not None and not _acted(table, frame):
        frame = Frame("enter", {key: one for key, one in frame.roles.items() if key not in ("as", "with")})
    elif frame.verb not in DEEDS or not tools(table, frame):
        return
    if frame.verb in STATES and frame.verb not in OUTCOMES:
        return
    table.asking = True
    try:
        DEEDS[frame.verb](table, Heeded(frame))
    finally:
        table.asking = False


def measured(table: Table, frame: Frame, done: Frame | None = None) -> tuple[Measure, Heeded]:
    """How one sees that it has happened; `done` is what is done for it, where a role of the frame is only asked for."""
    told = Heeded(frame)
    found = OUTCOMES.get(frame.verb)
    if found is None:
        raise unknown_verb(frame.verb)
    moved = move_to(table, told)
    prepare(table, frame if done is None else done)
    nothing = frame.link == "response" and nothing_to_answer(table)
    measure = found(table, told)
    same_turn(table, frame)
    if nothing:
        raise NotStaged("what is responded to is not on the stack", "対応する対象がスタックにありません")
    told.as_asked()
    told.manner("again", "still", "only", "also", "first", "second", "instead", "right away")
    if told.frame.manner & {"again", "second", "only", "first", "still"}:
        _again(told)
    told.close()
    if not measure.checks:
        raise NotStaged("of what it is asked is not said", "何について尋ねているのかが述べられていません")
    if table.line.script:
        for one in measure.checks:
            if not {"happened", "triggered", "resolved", "zone"} & one.keys():
                one.setdefault("at", table.line.at)  # a state is asked when it was told
    if moved:
        for one in measure.checks:
            one.setdefault("at", _end_of(told.frame.when, table.line))
    if not measure.checks:
        raise NotStaged("of what it is asked was not said", "何について尋ねているのかが述べられていません")
    measure.checks = [as_told(table, one) for one in measure.checks]
    return measure, told


def _end_of(when: When | None, line: Line) -> str:
    """What happens "this turn" or "in combat" is asked when that is over; of a moment, then."""
    last = {"combat": "end_combat", "turn": "end", "": "end"}.get(when.step if when is not None else "-")
    return (
        line.at
        if last is None or (when is not None and when.how != "at" and when.how != "during")
        else f"{line.turn}.{last}"
    )


def _again(told: Heeded) -> None:
    """ "Again": after what has been told of the kind. Other such words can't be played yet."""
    words = told.frame.manner & {"only", "first", "second"}
    if words:
        raise NotStaged(
            f"“{', '.join(sorted(words))}” can't be played here",
            "「だけ」「最初」などの語はここでは扱えません",
        )


def amounts(table: Table, measure: Measure, *, most: bool = False) -> Question:
    if table.unsaid.vague:
        raise NotStaged("how many things there are was not said", "いくつあるのかが述べられていません")
    checks = [
        {**one, "happened": {**one["happened"], "amount": True}}
        if measure.amounts and "happened" in one
        else one
        for one in measure.checks
    ]
    more = {"over": "most"} if (most or measure.most) and measure.total is sum and len(checks) == 1 else {}
    return Question(
        [table.ask({**one, **more}) for one in checks],
        lambda values: counted(measure.total(values)),
        [table.ask(one) for one in measure.besides],
    )


def as_told(table: Table, check: dict[str, Any]) -> dict[str, Any]:
    """What happened by itself before the first thing told is not what is asked about."""
    if "happened" not in check or not table.line.script:
        return check
    return {**check, "happened": {**check["happened"], "told": True}}


def counted(total: Any) -> tuple[Verdict, Any]:
    """Who asks how many or how much takes it that there is something: nothing at all is more likely another meaning."""
    return ("value", total) if total else ("undetermined", None)


def _whether(table: Table, measure: Measure, *, every: bool = False, over: str = "") -> Question:
    if measure.wanted is not None:
        return _so_much(table, measure, measure.wanted)

    def read(values: Sequence[Any]) -> tuple[Verdict, Any]:
        if every and measure.total is sum:
            return yes_no(all(values))
        return yes_no(bool(measure.total(values)))

    over = over or ("some" if measure.most else "")
    more: dict[str, Any] = {"over": over} if over and measure.total is sum else {}
    return Question(
        [table.ask({**one, **more}) for one in measure.checks],
        read,
        [table.ask(one) for one in measure.besides],
    )


def _so_much(table: Table, measure: Measure, wanted: int) -> Question:
    """ "Does he draw two cards?": fewer is no; whether more is a yes too nobody can tell."""
    measured_ = amounts(table, measure)

    def read(values: Sequence[Any]) -> tuple[Verdict, Any]:
        total = measured_.read(values)[1] or 0
        return ("undetermined", None) if total > wanted else yes_no(total == wanted)

    return Question(measured_.deciding, read, measured_.besides)


def _holds(table: Table, frame: Frame) -> Question:
    told = Heeded(frame)
    moved = move_to(table, told)
    prepare(table, frame)
    found = STATES[frame.verb](table, told)
    same_turn(table, frame)
    told.as_asked()
    told.manner("still", "again", *(("forever",) if frame.verb == "remain" else ()))
    told.close()
    if not found.checks:
        raise NotStaged("of what it is asked was not said", "何について尋ねているのかが述べられていません")
    now = moved or bool(table.line.script)
    asked = [
        table.ask({**one, "at": table.line.at})
        if now
        else table.ask(one)
        if "result" in one  # nobody has lost before the game has begun
        else table.ask_now(one)
        for one in found.checks
    ]
    return Question(asked, lambda values: yes_no(found.test(list(values))))


@form("does", "is", "why")
def does(table: Table, query: Query) -> Question:
    """Whether it happens, or is so."""
    frame = frame_of(query)
    if frame.verb in CAUSES and isinstance(frame.roles.get("what"), Frame):
        return causing(table, frame)
    if frame.link == "response" and nothing_to_answer(table) and frame.verb in DEEDS:
        told = Heeded(frame)
        _only_spoken_of(table, told)
        return _after_special(table, table.done[-1])
    if is_multiplied(table, frame):
        return multiplied(table, frame)
    if frame.verb in STATES and (frame.verb not in OUTCOMES or query.form == "is"):
        return _holds(table, frame)
    if frame.verb in OUTCOMES:
        measure, told = measured(table, frame)
        over = {"can": "some", "must": "every"}.get(query.form, "")
        found = _whether(table, measure, every=_about_all(frame), over=over)
        if told.frame.when is None and frame.verb not in _EVERY_TURN and not table.rolled:
            found.later = [{**one.check, "at": _a_round_later(table)} for one in found.deciding]
        return found
    raise unknown_verb(frame.verb)


_EVERY_TURN = frozenset({"draw", "untap", "remain"})
"""What happens in each turn by itself, so that nothing follows from its happening later."""


def _a_round_later(table: Table) -> str:
    """The end of the turns that follow, one for each player."""
    return f"{table.line.turn + len(table.line.players)}.end"


def _about_all(frame: Frame) -> bool:
    """ "Do they die?" asks about each of them; "does somebody draw" about any."""
    return isinstance(frame.roles.get("what"), Ref | tuple)


@form("can")
def can(table: Table, query: Query) -> Question:
    """Whether it is allowed; of what isn't anybody's action, whether it happens."""
    frame = frame_of(query)
    if frame.verb in ("counter", "respond") and isinstance(frame.roles.get("what"), Frame):
        return _to_a_doing(table, frame)
    if frame.verb not in ACTS or (frame.verb == "roll die" and frame.roles.get("for") is not None):
        return does(table, query)  # what isn't anybody's action: whether it happens
    told = Heeded(frame)
    if frame.verb == "respond" and nothing_to_answer(table):
        _only_spoken_of(table, told)
        return _after_special(table, table.done[-1])
    moved = move_to(table, told)
    act = ACTS[frame.verb](table, told)
    if told.link == "response" and not table.answerable and not nothing_to_answer(table):
        raise NotStaged("what is responded to is not on the stack", "対応する対象がスタックにありません")
    respond = table.responds(told)
    told.as_asked()
    told.manner("still", "again", "first", "right away")
    if told.frame.manner & {"again", "first"}:
        raise NotStaged("“again” can't be played here", "「もう一度」はここでは扱えません")
    told.close()
    if frame.link == "response" and not table.line.script:
        raise NotStaged("to what it would respond was not told", "何に対応するのかが述べられていません")
    key = next(iter(act.action))
    items = [one for one in table.world.every() if one.key == act.action[key]]
    _give_targets(table, act.action, items, act.player)
    check = {"player": act.player, "can": act.action}
    where = [(one, one.now) for one in items if one.now]
    if key in ("attack", "block"):
        if moved and frame.when is not None and frame.when.whose is not None:
            act.own = False  # in that turn, whoever's it is
        table.move(act)
        same_turn(table, frame)
        asked = table.ask({"at": table.line.at, **check})
        return Question([asked], lambda values: _may(table, frame, act, values[0]))
    if not respond and not moved:  # a moment that was said is the one that is asked about
        table.move(act)
    guards = [
        (table.ask_now({"zone": one.key}, respond=respond), zone)
        for one, zone in where
        if zone != "stack"
        and not (told.has("from") and one.acted)  # where it is said to be it may no longer be
    ]
    if frame.link == "response" and nothing_to_answer(table):
        return _after_special(table, table.done[-1])
    asked = table.ask_now(check, respond=True)
    return Question([asked], lambda values: _may(table, frame, act, values[0]), guards=guards)


def _may(table: Table, frame: Frame, act: Act, value: Any) -> tuple[Verdict, Any]:
    """That the other player may do in their turn what one may do only there says nothing where nobody said whose turn it is."""
    if value and act.own and act.player != "A" and frame.when is None and not table.done:
        return "undetermined", None
    return yes_no(bool(value))


def _only_spoken_of(table: Table, told: Heeded) -> None:
    """What is named for something that can't be done at all is laid out, and no more."""
    for role in ("what", "to", "by", "agent"):
        for one in told.each(role):
            for item in table.items(one) if isinstance(one, Ref) else ():
                if not item.now:
                    table.world.need(item, "hand" if item.is_spell else "battlefield")
    told.as_asked()
    told.close()


def _after_special(table: Table, frame: Frame) -> Question:
    """Nothing is on the stack after a special action, so there is nothing to respond to."""
    asked = [table.ask_now(one, respond=True) for one in on_stack(frame)]
    return Question(
        asked[:1], lambda values: ("undetermined", None) if values[0] else ("no", None), asked[1:]
    )


def _to_a_doing(table: Table, frame: Frame) -> Question:
    """Whether what somebody does can be countered or responded to: not where nothing is on the stack then."""
    told = Heeded(frame)
    told.only("agent", Person)
    told.as_asked()
    inner = told.role("what")
    told.close()
    lay_out(table, told, inner)
    asked = [table.ask_now(one, respond=True) for one in on_stack(inner)]

    def read(values: Sequence[Any]) -> tuple[Verdict, Any]:
        return ("no", None) if not values[0] else ("undetermined", None)

    return Question(asked[:1], read, asked[1:])


def _give_targets(table: Table, action: dict[str, Any], items: list[Item], player: str) -> None:
    """Where a spell needs something to be aimed at and nobody named it, a creature is there."""
    if "cast" not in action or "targets" in action or "choices" in action or not items:
        return
    wanted = specs(items[0])
    if wanted and not any(one.now == "battlefield" for one in table.world.every()):
        table.world.add(
            "Nameless Target",
            {"types": "Creature", "cost": "{2}", "pt": "2/2", "text": ""},
            table.world.other(player),
            "battlefield",
        )
        table.assume("There is something that it can be aimed at.", "適正な対象があるものとします。")


@form("must")
def must(table: Table, query: Query) -> Question:
    """Whether it is forced: with nobody choosing it, it happens all the same."""
    frame = frame_of(query)
    if frame.verb in ("attack", "block"):
        told = Heeded(frame)
        move_to(table, told)
        act = ACTS[frame.verb](table, told)
        told.as_asked()
        told.close()
        table.move(act)
        same_turn(table, frame)
        keys = act.action["attack"] if frame.verb == "attack" else list(act.action["block"])
        kind = "attacks" if frame.verb == "attack" else "blocks"
        asked = [table.ask({"happened": {"event": kind, "card": key}}) for key in keys]
        table.line.go(("end_combat",))
        besides = [
            table.ask(
                {
                    "at": f"{table.line.turn}.declare_{'attackers' if frame.verb == 'attack' else 'blockers'}",
                    "player": act.player,
                    "can": act.action,
                }
            )
        ]
        table.ask({"at": table.line.at, "life": "A"})
        return Question(asked, lambda values: yes_no(all(values)), besides)
    if frame.verb in OUTCOMES or frame.verb in STATES:
        return does(table, query)
    raise unknown_verb(frame.verb)
