"""Targets: what is aimed at what, and whether it may be (CR 115)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kb.asking.frames import AbilityOf, Person, Ref
from kb.asking.staging.aiming import activate_at, aimed
from kb.asking.staging.deeds import Measure, act, deed, outcome
from kb.asking.staging.deeds.aims import aims
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import DOES, cast, cast_act, specs
from kb.asking.staging.world import Item
from kb.checker.oracle import ast

_AIMED: Final = {
    "cost": "{1}",
    "types": "Instant",
    "text": "Target permanent gains vigilance until end of turn.",
}
"""A spell of which nothing is said but that it is aimed at something: what it does there changes no answer."""


@outcome("target")
def targeted(table: Table, told: Heeded) -> Measure:
    """CR 115: how often it becomes the target."""
    told.only("agent", Person)
    by = table.items(told.role("by"))
    for one in table.items(told.frame.roles.get("what")):
        others = [item for item in table.world.every() if item is not one and (item.acted or item in by)]
        if one.acted and not others:  # what would target it is not told of, or it is itself what targets
            raise NotStaged(
                "by what it would be targeted is not said", "何の対象になるのかが述べられていません"
            )
    extra = {"by": by[0].key} if by else {}
    return Measure(
        [
            {"happened": {"event": "target", "card": one.key, **extra}}
            for one in table.items(told.role("what"))
        ]
    )


@deed("target")
def target(table: Table, told: Heeded) -> None:
    """CR 115: a spell or ability is aimed at something."""
    agent = told.role("agent")
    if isinstance(agent, AbilityOf) or isinstance(told.frame.roles.get("by"), AbilityOf):
        _targeted_by_ability(table, told)
        return
    tools = [*table.items(told.role("by")), *(table.items(agent) if isinstance(agent, Ref) else [])]
    player = "" if isinstance(agent, Ref) else table.player(agent)
    to = aims(table, told, "what")
    if not tools and not player and aimed(table, to):
        return
    if not tools:
        side = player or table.world.other(
            to[0].side if to and isinstance(to[0], Item) and to[0].side else "B"
        )
        tools = [table.world.add("Nameless Instant", _AIMED, side, "hand")]
    place = told.role("at")
    for one in to:
        if isinstance(one, Item) and place is not None:
            table.world.need(one, table.place(place), player=table.player(getattr(place, "whose", None)))
    for tool in tools:
        if table.is_blank(tool):
            table.give_text(tool, _AIMED["text"])
        if not tool.acted and tool.printed.is_permanent_card and "aura" not in tool.printed.subtypes:
            activate_at(table, told, tool, tool.side or player or "A", to)
            continue
        cast(table, told, tool, tool.side or player or "A", to)


def _targeted_by_ability(table: Table, told: Heeded) -> None:
    """An ability that has been put on the stack by what was told is aimed at something, and is still there."""
    said = told.role("by") if isinstance(told.frame.roles.get("by"), AbilityOf) else told.role("agent")
    told.only("agent", Person, AbilityOf)
    sources = table.source(said)
    to = aims(table, told, "what")
    for one in to:
        if isinstance(one, Item):
            table.world.need(one, "battlefield")
    table.up_to_trigger(sources)
    prefer = table.top.setdefault("prefer", [])
    prefer += [one.key if isinstance(one, Item) else one for one in to]
    for item in sources:
        for one in to:
            if isinstance(one, Item):
                table.must_happen(told, event="target", card=one.key)
        assert item
    table.keep = True


@act("target")
def target_asked(table: Table, told: Heeded) -> Act:
    """Whether it may be aimed at."""
    agent = told.role("agent")
    tools = [*table.items(told.role("by")), *(table.items(agent) if isinstance(agent, Ref) else [])]
    player = "" if isinstance(agent, Ref) else table.player(agent)
    to = aims(table, told, "what")
    if not tools:
        tools = [table.world.add("Nameless Instant", _AIMED, player or "A", "hand")]
    return cast_act(table, tools[0], tools[0].side or player or "A", to, {})


_DONE_TO: Final[Mapping[str, dict[str, str]]] = {
    "destroy": {"event": "destroy"},
    "deal damage": {"event": "damage"},
    "exile": {"event": "move", "to": "exile"},
    "bounce": {"event": "move", "to": "hand"},
}
"""What a spell may do to a thing that shows in one event."""


@outcome("apply")
def applies(table: Table, told: Heeded) -> Measure:
    """Whether a spell does to a thing what its text does: it is cast, and one looks whether that has happened to the thing."""
    does = table.things_in(told, "agent")
    tool = table.one(told.role("agent" if does else "what"))
    items = table.items(told.role("what" if does else "to"))
    parts = [part for node in tool.printed.abilities for part in ast.walk(node)]
    verbs = [verb for verb in _DONE_TO if any(DOES[verb](part) for part in parts)]
    if not tool.is_spell or tool.acted or tool.card in table.world.invented or not items or len(verbs) != 1:
        raise NotStaged(
            "whether that has an effect on it can't be played", "それに影響するかどうかは扱えません"
        )
    for item in items:
        table.world.need(item, "battlefield")
    side = items[0].side
    cast(
        table,
        told,
        tool,
        tool.side or (table.world.other(side) if side else "A"),
        items if specs(tool) else [],
    )
    return Measure([{"happened": {**_DONE_TO[verbs[0]], "card": one.key}} for one in items])
