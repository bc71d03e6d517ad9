"""Numbers, zones, players, and what happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kb.asking.frames import Frame, Number, Person, Place, Query, Ref, Word
from kb.asking.model import Verdict
from kb.asking.staging.deeds import OUTCOMES, means
from kb.asking.staging.deeds.being import number_checks
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.queries import Question, form
from kb.asking.staging.queries.happening import amounts, counted, frame_of, measured, prepare
from kb.asking.staging.queries.multiplying import is_multiplied, multiplied
from kb.asking.staging.table import Asked, Table
from kb.asking.staging.telling import move_to, unknown_verb


@form("how many")
def how_many(table: Table, query: Query) -> Question:
    """The number or amount."""
    frame = frame_of(query)
    filling = frame.roles.get(query.hole) if query.hole else None
    if is_multiplied(table, frame):
        return multiplied(table, frame)
    if frame.verb == "become" and query.hole in ("as", "to", "amount"):
        frame = replace(frame, verb="be")
    if frame.verb in ("become", "become copy"):
        raise NotStaged("how many of something become can't be asked", "何体になるかは扱えません")
    if frame.verb in ("be", "have", "control"):
        return _number_of(table, frame, query)
    if isinstance(filling, Ref) and query.hole in ("what", "agent", "to"):
        counted = _things_counted(table, frame, query, filling)
        if counted is not None:
            return counted
    if (
        frame.verb in OUTCOMES
        and isinstance(agent := frame.roles.get("agent"), Person)
        and agent.who in ("each player", "somebody")
        and frame.verb in _BY_PLAYERS
    ):
        return _of_each_player(table, frame)
    if frame.verb in OUTCOMES:
        left_out = query.hole if isinstance(filling, Ref) and frame.verb in _BY_NUMBER else ""
        done = Frame(frame.verb, {role: one for role, one in frame.roles.items() if role != left_out})
        measure, _ = measured(table, frame, done)
        if isinstance(filling, Number) and filling.of == "times":
            measure.amounts = False
        return amounts(table, measure, most=frame.modal in ("can", "may"))
    raise unknown_verb(frame.verb)


def _of_each_player(table: Table, frame: Frame) -> Question:
    """ "How much life does everybody gain": a number where it is the same for all; of somebody, where it is one player."""
    agent = frame.roles["agent"]
    persons = [Person("me"), Person("opponent"), Person("third")][: table.question.players]
    found = [
        amounts(table, measured(table, replace(frame, roles={**frame.roles, "agent": one}))[0])
        for one in persons
    ]

    def read(values: Sequence[Any]) -> tuple[Verdict, Any]:
        came, at = [], 0
        for one in found:
            came.append(one.read(values[at : at + len(one.deciding)])[1])
            at += len(one.deciding)
        some = [one for one in came if one]
        same = len(set(some)) == 1 and (
            len(some) == len(came) if agent.who == "each player" else len(some) == 1
        )
        return ("value", some[0]) if same else ("undetermined", None)

    return Question([asked for one in found for asked in one.deciding], read)


_BY_PLAYERS = ("gain life", "lose life", "draw", "discard", "mill", "create token", "sacrifice")
_BY_NUMBER = ("draw", "mill")
"""Done with so many cards, not with cards of the situation: which they are isn't said."""
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
    told.only("what", Ref)
    told.as_asked()
    told.close()
    if frame.roles.get("by") is not None and frame.verb != "create token":
        prepare(table, Frame(frame.verb, {key: one for key, one in frame.roles.items() if key != "what"}))
    if table.unsaid.vague:
        raise NotStaged("how many things there are was not said", "いくつあるのかが述べられていません")
    most = {"over": "most"} if frame.modal in ("can", "may") else {}
    return Question([table.ask({"happened": check, **most})], lambda values: counted(values[0]))


def thing_words(thing: Any) -> list[str]:
    """The types that a thing is called by."""
    from kb.checker.oracle import ast

    return [one.name for one in ast.walk(thing.filter) if isinstance(one, ast.HasType)]


def _number_of(table: Table, frame: Frame, query: Query) -> Question:
    """ "How many counters does it have", "how big is it", "what is my life"."""
    told = Heeded(frame)
    moved = move_to(table, told)
    told.as_asked()
    told.manner("still")
    checks, read = number_checks(table, told, query)
    told.close()
    on_stack = table.keep and any("mana_value" in one for one in checks)
    # how big it is is asked of the step in which it was told: what lasts until end of turn is over later
    moved = moved or bool(table.line.script and any({"power", "toughness"} & one.keys() for one in checks))
    asked = [
        table.ask_now(one, respond=True)
        if on_stack
        else table.ask({**one, "at": table.line.at} if moved else one)
        for one in checks
    ]
    return Question(asked, read)


@form("which")
def which(table: Table, query: Query) -> Question:
    """ "What size", "which zone": a value that stands at the hole."""
    frame = frame_of(query)
    if frame.verb in ("be", "become") and query.hole in ("as", "amount", ""):
        return _number_of(table, replace(frame, verb="be"), query)
    raise NotStaged("which of several it is can't be asked", "どれであるかは扱えません")


@form("where")
def where(table: Table, query: Query) -> Question:
    """The zone in which it ends up."""
    frame = frame_of(query)
    told = Heeded(frame)
    moved = move_to(table, told)
    prepare(table, frame)
    items = table.items(told.either("what", "agent"))
    means(told)
    for role in ("to", "at"):
        told.only(role, Word, Place)  # the hole
    told.as_asked()
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
        told.only("agent", Person)
        told.as_asked()
        items = table.items(told.role("what"))
        told.close()
        return Question(
            [table.ask({"controller": one.key}) for one in items], lambda values: ("value", values[0])
        )
    if frame.verb in ("win", "lose game"):
        told = Heeded(frame)
        move_to(table, told)
        told.only("agent", Person)
        told.only("what", Word)
        told.as_asked()
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


@form("order")
def order(table: Table, query: Query) -> Question:
    """Which of two things happens first."""
    frames = [frame_of(query), query.other]
    asked: list[Asked] = []
    sizes: list[int] = []
    for frame in frames:
        if frame is None or frame.verb not in OUTCOMES:
            raise NotStaged("what is compared can't be played", "比べるものを扱えません")
        measure, _ = measured(table, frame)
        if any("happened" not in one for one in measure.checks):
            raise NotStaged("what is compared can't be played", "比べるものを扱えません")
        asked += [
            table.ask({**one, "happened": {**one["happened"], "first": True}}) for one in measure.checks
        ]
        sizes.append(len(measure.checks))

    def read(values: Sequence[Any]) -> tuple[Verdict, Any]:
        one = [value for value in values[: sizes[0]] if value is not None]
        other = [value for value in values[sizes[0] :] if value is not None]
        if not one or not other or min(one) == min(other):
            return "undetermined", None
        return "value", "first" if min(one) < min(other) else "second"

    return Question(asked, read)


def _of_the_game(values: Sequence[Any]) -> tuple[Verdict, Any]:
    """How the game ends, where it does."""
    return ("value", "draw") if values[0] == "draw" else ("undetermined", None)


@form("what happens")
def what_happens(table: Table, query: Query) -> Question:
    """The story of the log, from the last deed on."""
    if query.frame is not None and query.frame.verb == "happen":
        subject = query.frame.roles.get("what")
        if isinstance(subject, Word) and subject.name in ("outcome", "game"):
            return Question([table.ask({"result": True})], _of_the_game)
    if query.frame is not None:
        prepare(table, query.frame)
    deeds = [number for number, one in enumerate(table.line.script) if "check" not in one]
    return Question(
        [table.ask({"refused": True})], lambda _: ("value", None), story=deeds[-1] if deeds else 0
    )
