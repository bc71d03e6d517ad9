"""A question as documents to play: the telling laid out once for each way in which what nobody said may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kb.asking.frames import AbilityOf, Counters, Frame, Place, Query, Ref, Thing, Word, inside
from kb.asking.frames import Question as Frames
from kb.asking.model import Both
from kb.asking.staging import deeds
from kb.asking.staging.doings_told import as_told
from kb.asking.staging.laying import own_cards, setup, without
from kb.asking.staging.libraries import stock
from kb.asking.staging.model import Case, Must, Nonsense, NotStaged, Part, Staged, Unstaged
from kb.asking.staging.paying import as_costs, responding
from kb.asking.staging.queries import ask, happening, values
from kb.asking.staging.queries.purpose import for_something
from kb.asking.staging.stated import stated
from kb.asking.staging.table import Table
from kb.asking.staging.telling import begin, begin_combat, begin_commanders, begin_dungeons, in_time, tell
from kb.asking.staging.unsaid import Unsaid
from kb.checker.oracle.ast import HasType

deeds.load()
assert happening
assert values


def stage(question: Frames, cards: Mapping[str, Any]) -> Staged | Unstaged:
    """What to play for a question; `cards` are those that it names, with their texts."""
    try:
        if question.unread:
            raise NotStaged(
                "not everything was read: " + ", ".join(question.unread),
                "読めなかった語があります：" + "、".join(question.unread),
            )
        if not question.queries:
            raise NotStaged("nothing is asked", "何も尋ねられていません")
        for thing in unconnected(question):
            names = {"card": "カード", "spell": "呪文", "permanent": "パーマネント"}
            raise NotStaged(
                f"which {thing.noun or 'thing'} is meant was not told",
                f"どの{names.get(thing.noun, 'もの')}のことかが述べられていません",
            )
        if says_too_little(question) and not all(
            stated(query, question.things) for query in question.queries
        ):
            raise NotStaged(
                "too little is said: which creature or card, and in what situation?",
                "情報が足りません。どのカードが、どのような状況にあるのかが述べられていません",
            )
        return Staged(tuple(_part(question, query, cards) for query in question.queries))
    except NotStaged as why:
        return Unstaged(why.why, isinstance(why, Nonsense))


_PLAIN = frozenset(
    {"creature", "permanent", "artifact", "enchantment", "land", "planeswalker", "instant", "sorcery"}
)


_OF_WHAT_IS_THERE: Final = frozenset(
    {
        "exile",
        "die",
        "destroy",
        "kill",
        "take out",
        "return",
        "put",
        "move",
        "bounce",
        "leave",
        "be in zone",
        "resolve",
        "counter",
    }
)
"""What happens to something that is there: a card that is drawn or cast needn't have been spoken of."""


def unconnected(question: Frames) -> list[Thing]:
    """Things that only what is asked speaks of, and says nothing of, beside a telling of others: "… Is the card exiled?"

    Whichever it is, it has to do with what was told; an invented one that has nothing to do with it would always answer no.

    >>> from kb.asking.frames import ME
    >>> from kb.checker.oracle.ast import Filter
    >>> card, bolt = Thing(1, Filter("card"), noun="card"), Thing(0, Filter("any"), "Lightning Bolt")
    >>> asked = (Query("does", Frame("exile", {"what": Ref(1)})),)
    >>> unconnected(Frames((bolt, card), (Frame("cast", {"agent": ME, "what": Ref(0)}),), asked)) == [card]
    True
    """
    if not question.told:
        return []
    told = {one.thing for frame in question.told for one in inside(frame) if isinstance(one, Ref)}
    frames = [
        one.frame for one in question.queries if one.frame is not None and one.frame.verb in _OF_WHAT_IS_THERE
    ]
    asked = {one.thing for frame in frames for one in inside(frame) if isinstance(one, Ref)}
    near = {
        one.thing for thing in question.things for one in (thing.among, thing.other_than) if one is not None
    }
    return [
        one
        for one in question.things
        if one.id in asked - told - near
        and not (one.card or one.filter.where or one.whose or one.zone or one.among or one.other_than)
        and one.noun in ("card", "permanent", "spell", "")
    ]


def says_too_little(question: Frames) -> bool:
    """Whether nothing is told and nothing said about the things asked of: "Can I block with my creature?"

    >>> from kb.asking.frames import ME, Frame
    >>> says_too_little(Frames((), (), (Query("does", Frame("win", {"agent": ME})),)))
    True
    """
    if question.told or any(one.frame is None or one.other is not None for one in question.queries):
        return False
    frames = [one.frame for one in question.queries if one.frame is not None]
    if any(frame.when is not None or frame.manner for frame in frames):
        return False
    kinds = Word | AbilityOf | Place | Counters | Frame
    said = [one for frame in frames for one in inside(frame) if isinstance(one, kinds)]
    if all(query.form == "is" and query.frame.verb == "be" for query in question.queries if query.frame):
        said = [one for one in said if not isinstance(one, Word) or one.kind != "pt"]
    if said or not all(_plain(thing) for thing in question.things):
        return False
    return bool(question.things) or not all(frame.verb == "concede" for frame in frames)


def _plain(thing: Thing) -> bool:
    words = (one.name if isinstance(one, HasType) else "" for one in thing.filter.where)
    return not thing.card and thing.count == 1 and all(word in _PLAIN for word in words)


def _part(question: Frames, query: Query, cards: Mapping[str, Any]) -> Part:
    said = stated(query, question.things)
    question, query = as_told(*responding(question, query))
    if said is not None and not question.told:
        return Part(query, (), said)
    first = Unsaid({})
    case = _case(question, query, cards, first)
    ways = first.combinations()
    if len(ways) == 1:
        return Part(query, (case,))
    return Part(query, tuple(_case(question, query, cards, Unsaid(way)) for way in ways))


def _case(question: Frames, query: Query, cards: Mapping[str, Any], unsaid: Unsaid) -> Case:
    table = Table(question, cards, unsaid)
    begin_commanders(table)
    begin(table)
    begin_combat(table, (*question.told, *([query.frame] if query.frame is not None else [])))
    aims = [frame for frame in question.told if frame.mood == "intended"]
    for frame in in_time(as_costs(table, [one for one in question.told if one not in aims])):
        tell(table, frame)
    asked = for_something(table, query, aims) if aims else ask(table, query)
    begin_dungeons(table)
    stock(table)
    _all_used(table)
    _unsaid_turn(table, query)
    return compiled(table, asked)


def _unsaid_turn(table: Table, query: Query) -> None:
    """Whose turn it is where nothing that was told says so: both are tried; "may I in the upkeep?" means one's own."""
    done = [one for one in table.line.script if "check" not in one]
    own_step = query.form == "can" and query.frame is not None and query.frame.when is not None
    if table.line.first or len(table.line.players) > 2 or not done or (own_step and not table.done):
        return
    mine = Both("it is your turn", "質問者のターン")
    theirs = Both("it is your opponent's turn", "対戦相手のターン")
    table.line.first = table.unsaid.open("turn", [("A", mine), ("B", theirs)])


def _all_used(table: Table) -> None:
    """Everything that was spoken of is on the table."""
    for thing in table.question.things:
        if thing.id not in table.world.items and thing.id not in table.world.spoken:
            mentioned = any(
                thing.among == Ref(other.id) or thing.other_than == Ref(other.id)
                for other in table.question.things
            )
            name = thing.card or thing.noun or "?"
            if not mentioned:
                raise NotStaged(
                    f"{name} is spoken of and nothing is done with it",
                    f"{name}が話に出ますが、何にも使われません",
                )
    if table.pending:
        raise NotStaged("a choice was told that nothing asks for", "求められていない選択が述べられています")
    for item in table.world.every():
        left = {one for one in item.states if not one.startswith("not:")}
        if left:
            raise NotStaged(
                f"“{', '.join(sorted(left))}” was not played",
                f"「{'、'.join(sorted(left))}」は扱えませんでした",
            )


def compiled(table: Table, asked: Any) -> Case:
    """The document of a telling, and where its checks are."""
    refused = table.ask({"refused": True})
    setup_: dict[str, Any] = setup(table.world)
    for number, one in enumerate(table.asked):
        one.index = number
    for number, one in enumerate(table.inside):
        one.index = len(table.asked) + number
    document: dict[str, Any] = {"id": "question", **table.top, "players": table.line.order}
    if table.question.players > 2:
        document.setdefault("variant", "multiplayer")
    if table.world.invented:
        document["cards"] = {name: dict(data) for name, data in table.world.invented.items()}
    document["cards"] = {**document.get("cards", {}), **own_cards(table.world)}
    if not document["cards"]:
        del document["cards"]
    if table.world.planes:
        setup_["planar_deck"] = list(table.world.planes)
    document["setup"] = setup_
    if table.line.script:
        document["script"] = table.line.script
    document["checks"] = [one.check for one in table.asked]
    return Case(
        document,
        tuple(one.index for one in asked.deciding),
        asked.read,
        refused.index,
        tuple(
            Must(tuple(one.index for one in want.checks), want.told, want.test, want.held)
            for want in table.wanted
        ),
        tuple(one.index for one in asked.besides),
        tuple((one.index, value) for one, value in asked.guards),
        dict(table.line.frames),
        table.unsaid.facts(),
        tuple(table.unsaid.assumptions),
        asked.story,
        table.unsaid.sides(),
        without(document, asked.without) if asked.without else None,
        asked.hinders,
        tuple(table.unsaid.turns),
        tuple(asked.later),
    )
