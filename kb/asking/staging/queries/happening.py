"""Whether, how often and how much something happens; whether somebody may or must do it; whether something is so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.asking.frames import AbilityOf, Frame, Number, Person, Query, Ref, Stat
from kb.asking.model import Verdict
from kb.asking.staging.deeds import ACTS, DEEDS, OUTCOMES, STATES, Measure
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.queries import Question, form, yes_no
from kb.asking.staging.table import Asked, Table
from kb.asking.staging.telling import move_to, unknown_verb
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


def prepare(table: Table, frame: Frame) -> None:
    """Do what is asked about with the card that is named for it, where nobody has told it: then one sees what comes of it."""
    if frame.verb not in DEEDS or not tools(table, frame):
        return
    if frame.verb in STATES and frame.verb not in OUTCOMES:
        return
    table.asking = True
    try:
        DEEDS[frame.verb](table, Heeded(frame))
    finally:
        table.asking = False


def measured(table: Table, frame: Frame) -> tuple[Measure, Heeded]:
    """How one sees that it has happened."""
    told = Heeded(frame)
    found = OUTCOMES.get(frame.verb)
    if found is None:
        raise unknown_verb(frame.verb)
    moved = move_to(table, told)
    prepare(table, frame)
    measure = found(table, told)
    told.link, told.mood, told.negated  # noqa: B018 - how it hangs together with what was told, and "doesn't it"
    told.modal  # noqa: B018 - "would", "could": what is asked is whether it happens
    told.manner("again", "still", "only", "also", "first", "second")
    if told.frame.manner & {"again", "second", "only", "first", "still"}:
        _again(told)
    told.close()
    if moved:
        for one in measure.checks:
            one.setdefault("at", table.line.at)
    return measure, told


def _again(told: Heeded) -> None:
    """ "Again": after what has been told of the kind. Other such words can't be played yet."""
    words = told.frame.manner & {"only", "first", "second"}
    if words:
        raise NotStaged(
            f"“{', '.join(sorted(words))}” can't be played here",
            "「だけ」「最初」などの語はここでは扱えません",
        )


def _amounts(table: Table, measure: Measure) -> Question:
    if table.unsaid.vague:
        raise NotStaged("how many things there are was not said", "いくつあるのかが述べられていません")
    checks = [
        {**one, "happened": {**one["happened"], "amount": True}}
        if measure.amounts and "happened" in one
        else one
        for one in measure.checks
    ]
    return Question(
        [table.ask(one) for one in checks],
        lambda values: ("value", measure.total(values)),
        [table.ask(one) for one in measure.besides],
    )


def _whether(table: Table, measure: Measure, *, every: bool = False) -> Question:
    def read(values: Sequence[Any]) -> tuple[Verdict, Any]:
        if every and measure.total is sum:
            return yes_no(all(values))
        return yes_no(bool(measure.total(values)))

    return Question(
        [table.ask(one) for one in measure.checks], read, [table.ask(one) for one in measure.besides]
    )


def _holds(table: Table, frame: Frame) -> Question:
    told = Heeded(frame)
    moved = move_to(table, told)
    prepare(table, frame)
    found = STATES[frame.verb](table, told)
    told.link, told.mood, told.negated, told.modal  # noqa: B018 - see `measured`
    told.manner("still", "again")
    told.close()
    now = moved or bool(table.line.script)
    asked = [table.ask({**one, "at": table.line.at}) if now else table.ask_now(one) for one in found.checks]
    return Question(asked, lambda values: yes_no(found.test(list(values))))


@form("does", "is", "why")
def does(table: Table, query: Query) -> Question:
    """Whether it happens, or is so."""
    frame = frame_of(query)
    if frame.verb in STATES and (frame.verb not in OUTCOMES or query.form == "is"):
        return _holds(table, frame)
    if frame.verb in OUTCOMES:
        measure, told = measured(table, frame)
        found = _whether(table, measure, every=_about_all(frame))
        if told.frame.when is None and frame.verb not in _EVERY_TURN:
            found.later = [{**one, "at": _a_round_later(table)} for one in measure.checks]
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
    if frame.verb not in ACTS:
        return does(table, query)
    told = Heeded(frame)
    moved = move_to(table, told)
    before = {id(one) for one in table.world.every()}
    act = ACTS[frame.verb](table, told)
    respond = table.responds(told)
    told.mood, told.negated, told.modal  # noqa: B018 - "can't I": the answer says whether it can be done
    told.manner("still", "again", "first", "right away")
    if told.frame.manner & {"again", "first"}:
        raise NotStaged("“again” can't be played here", "「もう一度」はここでは扱えません")
    told.close()
    key = next(iter(act.action))
    items = [one for one in table.world.every() if one.key == act.action[key]]
    _give_targets(table, act.action, items, act.player)
    check = {"player": act.player, "can": act.action}
    where = [(one, one.now) for one in items if one.now]
    if key in ("attack", "block"):
        table.move(act)
        asked = table.ask({"at": table.line.at, **check})
        return Question([asked], lambda values: yes_no(bool(values[0])))
    if not respond and not moved:  # a moment that was said is the one that is asked about
        table.move(act)
    guards = [
        (table.ask_now({"zone": one.key}, respond=respond), zone)
        for one, zone in where
        if zone != "stack" and id(one) in before | {id(one)}
    ]
    asked = table.ask_now(check, respond=True)
    return Question([asked], lambda values: yes_no(bool(values[0])), guards=guards)


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
        told.mood, told.negated, told.modal, told.link  # noqa: B018 - see `can`
        told.close()
        table.move(act)
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


@form("how many")
def how_many(table: Table, query: Query) -> Question:
    """The number or amount."""
    frame = frame_of(query)
    filling = frame.roles.get(query.hole) if query.hole else None
    if frame.verb in ("be", "have", "control"):
        return _number_of(table, frame, query)
    if isinstance(filling, Ref) and query.hole in ("what", "agent", "to"):
        counted = _things_counted(table, frame, query, filling)
        if counted is not None:
            return counted
    if frame.verb in OUTCOMES:
        measure, _ = measured(table, frame)
        if isinstance(filling, Number) and filling.of == "times":
            measure.amounts = False
        return _amounts(table, measure)
    raise unknown_verb(frame.verb)


_KINDS = {
    "die": {"event": "die"}, "destroy": {"event": "destroy"}, "exile": {"event": "move", "to": "exile"}, "sacrifice": {"event": "sacrifice"},
    "enter": {"event": "enter"}, "attack": {"event": "attacks"}, "block": {"event": "blocks"}, "tap": {"event": "tap"},
    "create token": {"event": "create_token"}, "bounce": {"event": "move", "to": "hand"}, "leave": {"event": "leave"},
}  # fmt: skip


def _things_counted(table: Table, frame: Frame, query: Query, asked: Ref) -> Question | None:
    """ "How many creatures die": a kind of thing that is counted, not things of the situation."""
    if frame.verb not in _KINDS or query.hole != "what":
        return None
    told = Heeded(frame)
    move_to(table, told)
    thing = table.question.thing(asked)
    table.world.spoken.add(asked.thing)
    words = [*thing_words(thing)]
    check: dict[str, Any] = dict(_KINDS[frame.verb])
    if words:
        check["type"] = words[-1]
    agent = told.role("agent")
    for one in (told.role("by"), agent):
        if isinstance(one, Ref):
            check["by"] = table.one(one).key
    if isinstance(agent, Person):
        player = table.player(agent)
        if player:
            check["player"] = player
    if thing.whose is not None:
        check["player"] = table.player(thing.whose)
    told.role("what"), told.role("amount"), told.role("to")
    told.link, told.mood, told.negated, told.modal  # noqa: B018 - see `measured`
    told.close()
    if frame.roles.get("by") is not None and frame.verb != "create token":
        prepare(table, Frame(frame.verb, {key: one for key, one in frame.roles.items() if key != "what"}))
    if table.unsaid.vague:
        raise NotStaged("how many things there are was not said", "いくつあるのかが述べられていません")
    return Question([table.ask({"happened": check})], lambda values: ("value", values[0]))


def thing_words(thing: Any) -> list[str]:
    """The types that a thing is called by."""
    from kb.checker.oracle import ast

    return [one.name for one in ast.walk(thing.filter) if isinstance(one, ast.HasType)]


def _number_of(table: Table, frame: Frame, query: Query) -> Question:
    """ "How many counters does it have", "how big is it", "what is my life"."""
    told = Heeded(frame)
    moved = move_to(table, told)
    told.link, told.mood, told.negated, told.modal  # noqa: B018 - see `measured`
    told.manner("still")
    from kb.asking.staging.deeds.being import number_checks

    checks, read = number_checks(table, told, query)
    told.close()
    asked = [table.ask({**one, "at": table.line.at} if moved else one) for one in checks]
    return Question(asked, read)


@form("where")
def where(table: Table, query: Query) -> Question:
    """The zone in which it ends up."""
    frame = frame_of(query)
    told = Heeded(frame)
    moved = move_to(table, told)
    prepare(table, frame)
    items = table.items(told.role("what") or told.role("agent"))
    told.role("agent"), told.role("to"), told.role("at"), told.role("by"), told.role("from")
    told.link, told.mood, told.negated, told.modal  # noqa: B018 - see `measured`
    told.close()
    if not items:
        raise NotStaged(
            "of what the zone is asked is not said", "何の領域を尋ねているのかが述べられていません"
        )

    def read(values: Sequence[Any]) -> tuple[Verdict, Any]:
        return ("value", values[0]) if len(set(map(str, values))) == 1 else ("undetermined", None)

    return Question(
        [table.ask({"zone": one.key, **({"at": table.line.at} if moved else {})}) for one in items], read
    )


@form("who")
def who(table: Table, query: Query) -> Question:
    """The player for whom it is so."""
    frame = frame_of(query)
    hole = query.hole or "agent"
    if frame.verb in ("have", "control") and isinstance(frame.roles.get("what"), Ref):
        told = Heeded(frame)
        move_to(table, told)
        told.role("agent"), told.link, told.mood, told.negated, told.modal
        items = table.items(told.role("what"))
        told.close()
        return Question(
            [table.ask({"controller": one.key}) for one in items], lambda values: ("value", values[0])
        )
    if frame.verb in ("win", "lose game"):
        told = Heeded(frame)
        move_to(table, told)
        told.role("agent"), told.role("what"), told.link, told.mood, told.negated, told.modal
        told.close()

        def read(values: Sequence[Any]) -> tuple[Verdict, Any]:
            result = values[0]
            if not isinstance(result, list):
                return "value", result
            if frame.verb == "win":
                return "value", result[0] if len(result) == 1 else result
            losers = [one for one in table.world.players if one not in result]
            return "value", losers[0] if len(losers) == 1 else losers

        return Question([table.ask({"result": True})], read)
    if frame.verb not in OUTCOMES:
        raise unknown_verb(frame.verb)
    asked: list[tuple[str, Asked]] = []
    persons = [Person("me"), Person("opponent"), Person("third")][: table.question.players]
    prepare(table, frame)
    for person in persons:
        measure = OUTCOMES[frame.verb](table, Heeded(Frame(frame.verb, {**frame.roles, hole: person})))
        asked += [(table.players(person)[0], table.ask(one)) for one in measure.checks]
    names = [name for name, _ in asked]

    def chosen(values: Sequence[Any]) -> tuple[Verdict, Any]:
        found = [name for name, value in zip(names, values, strict=True) if value]
        return ("value", found[0]) if len(set(found)) == 1 else ("value", found or None)

    return Question([one for _, one in asked], chosen)


@form("what happens")
def what_happens(table: Table, query: Query) -> Question:
    """The story of the log, from the last deed on."""
    if query.frame is not None:
        prepare(table, query.frame)
    deeds = [number for number, one in enumerate(table.line.script) if "check" not in one]
    return Question(
        [table.ask({"refused": True})], lambda _: ("value", None), story=deeds[-1] if deeds else 0
    )


__all__ = ["AbilityOf", "Stat"]
