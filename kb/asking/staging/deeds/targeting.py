"""Targets: what is aimed at what, and whether it may be (CR 115)."""

from __future__ import annotations

from kb.asking.frames import AbilityOf, Person, Ref
from kb.asking.staging.aiming import activate_at, aimed
from kb.asking.staging.deeds import Measure, act, deed, outcome
from kb.asking.staging.deeds.casting import aims
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import cast, cast_act
from kb.asking.staging.world import Item


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
        data = {
            "cost": "{1}",
            "types": "Instant",
            "text": "Target permanent gains vigilance until end of turn.",
        }
        tools = [table.world.add("Nameless Instant", data, side, "hand")]
    place = told.role("at")
    for one in to:
        if isinstance(one, Item) and place is not None:
            table.world.need(one, table.place(place), player=table.player(getattr(place, "whose", None)))
    for tool in tools:
        if table.is_blank(tool):
            table.give_text(tool, "Target permanent gains vigilance until end of turn.")
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
        data = {
            "cost": "{1}",
            "types": "Instant",
            "text": "Target permanent gains vigilance until end of turn.",
        }
        tools = [table.world.add("Nameless Instant", data, player or "A", "hand")]
    return cast_act(table, tools[0], tools[0].side or player or "A", to, {})
