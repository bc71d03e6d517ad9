"""Mechanics of their own: plot, foretell, suspend, Attractions, dungeons, planes, speed, and what something costs."""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import Person, Ref, Word
from kb.asking.staging.deeds import Holds, Measure, act, deed, outcome, state, wanted
from kb.asking.staging.deeds.attractions import rolls_to_visit
from kb.asking.staging.deeds.zones import tools_of
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import MAIN
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import use
from kb.asking.staging.world import Item
from kb.checker.cards import printed_from
from kb.checker.oracle import ast

_LINES = {"plot": "Plot {2}", "foretell": "Foretell {1}", "suspend": "Suspend 2—{1}", "cycle": "Cycling {1}"}


def _with_keyword(table: Table, item: Item, verb: str) -> None:
    """A card of which nothing is said has the ability that the deed needs."""
    line = _LINES[verb]
    name = line.split(" ")[0].casefold()
    if item.card in table.world.invented and not any(
        isinstance(one, ast.Keyword) and one.name == name for one in item.printed.abilities
    ):
        if item.acted:
            raise NotStaged("which card it is was not said", "どのカードなのかが述べられていません")
        data = table.world.invented[item.card]
        data["text"] = f"{data['text']}\n{line}".strip()
        item.printed = printed_from(item.card, data)


def _special(table: Table, told: Heeded, verb: str) -> tuple[Item, Act]:
    agent = told.role("agent")
    item = table.one(told.role("what"))
    player = table.player(agent) if isinstance(agent, Person) else item.side or "A"
    _with_keyword(table, item, verb)
    origin = table.place(told.role("from")) if told.has("from") else ""
    table.world.need(item, origin or "hand", player=player)
    action: dict[str, Any] = {verb: item.key}
    if origin and origin != "hand":
        action["from"] = origin
    steps = () if verb == "foretell" else MAIN
    return item, Act(player, action, steps, own=True)


@deed("plot", "foretell", "suspend")
def special(table: Table, told: Heeded) -> None:
    """CR 702.170, 702.143, 702.62: the special action, or what a card named makes so."""
    items = table.items(told.role("what"))
    tools, player = tools_of(table, told, "by")
    if told.when is not None and told.when.which in ("last", "first") and told.when.step == "turn":
        for item in items:
            _with_keyword(table, item, told.verb)
            table.world.need(item, "exile")
            item.setup[{"plot": "plotted", "foretell": "foretold", "suspend": "suspended"}[told.verb]] = 0
            told.only("agent", Person)
        return
    if tools:
        for tool in tools:
            use(table, told, tool, items, tool.side or player or "A", told.verb)
        return
    item, one = _special(table, told, told.verb)
    table.perform(one, told)
    item.acted, item.now = True, "exile"


@act("plot", "foretell", "suspend")
def special_asked(table: Table, told: Heeded) -> Act:
    """The special action asked about."""
    return _special(table, told, told.verb)[1]


@state("plot", "foretell")
def is_special(table: Table, told: Heeded) -> Holds:
    """Whether it is plotted, foretold."""
    told.only("agent", Person)
    key = {"plot": "is_plotted", "foretell": "is_foretold"}[told.verb]
    return Holds([{key: one.key} for one in table.items(told.role("what"))], all)


@deed("cycle")
def cycle(table: Table, told: Heeded) -> None:
    """CR 702.29: cycle a card."""
    item, one = _cycling(table, told)
    table.perform(one, told)
    item.acted, item.now = True, "graveyard"


def _cycling(table: Table, told: Heeded) -> tuple[Item, Act]:
    agent = told.role("agent")
    item = table.one(told.role("what"))
    player = table.player(agent) if isinstance(agent, Person) else item.side or "A"
    _with_keyword(table, item, "cycle")
    table.world.need(item, "hand", player=player)
    return item, Act(player, {"activate": item.key, "ability": "cycling", "from": "hand"})


@act("cycle")
def cycle_asked(table: Table, told: Heeded) -> Act:
    """Cycling asked about."""
    return _cycling(table, told)[1]


@outcome(
    "scry",
    "proliferate",
    "venture",
    "planeswalk",
    "roll die",
    "open attraction",
    "complete dungeon",
    "enter room",
    "cycle",
)
def has_done(table: Table, told: Heeded) -> Measure:
    """How often a player has done so."""
    if told.verb == "roll die":
        found = rolls_to_visit(table, told, moved=told.frame.when is not None)
        if found is not None:
            return found
    agent = told.role("agent")
    kind = _KINDS.get(told.verb, told.verb)
    ours = told.verb == "planeswalk" and agent == Person("each player")  # "we planeswalk"
    player = table.player(agent) if isinstance(agent, Person) and not ours else ""
    extra: dict[str, Any] = {"player": player} if player else {}
    by = told.only("by", Ref)
    if by is not None:
        extra["by"] = table.one(by).key
    if told.role("for") is not None:
        raise NotStaged("for what it is done can't be played", "何のために行うのかを扱えません")
    for role in ("what", "to", "from"):
        for one in told.each(role):
            if isinstance(one, Ref) and table.items(one)[0].start:
                extra["card"] = table.one(one).key
            elif isinstance(one, Ref):
                table.world.spoken.add(one.thing)
            elif not (isinstance(one, Word) and one.name in _SAYS_NOTHING.get(told.verb, ())):
                raise NotStaged("with what it is done can't be played", "何によって行うのかを扱えません")
    before = table.walked if told.verb == "planeswalk" else 0
    return Measure(
        [{"happened": {"event": kind, **extra}}],
        total=lambda values: max(0, values[0] - before),
        wanted=wanted(told),
    )


_KINDS: Final = {
    "roll die": "roll_die", "open attraction": "open_attraction", "complete dungeon": "complete_dungeon",
    "enter room": "enter_room",
}  # fmt: skip
"""The kinds of events of verbs that the checker calls otherwise."""
_SAYS_NOTHING: Final = {
    "roll die": ("die",),
    "venture": ("dungeon",),
    "complete dungeon": ("dungeon",),
}
"""Objects of verbs that every such event has."""
