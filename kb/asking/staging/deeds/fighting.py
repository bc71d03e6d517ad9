"""What creatures do besides attacking: fight, goad, crew, equip."""

from __future__ import annotations

from kb.asking.frames import Person, Ref
from kb.asking.staging.deeds import Measure, act, deed, means, outcome
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import MAIN
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import use
from kb.checker.oracle import ast


@deed("fight")
def fight(table: Table, told: Heeded) -> None:
    """CR 701.14: fight."""
    first = [
        *table.items(told.role("what")),
        *(table.items(told.role("agent")) if table.things_in(told, "agent") else []),
    ]
    second = table.items(told.role("to")) + table.items(told.role("with"))
    tools = table.items(told.role("by"))
    both = [*first, *second]
    agent = told.role("agent")
    player = (
        table.player(agent)
        if isinstance(agent, Person)
        else next((one.side for one in both if one.side), "A")
    )
    if len(both) != 2:
        raise NotStaged("who fights whom is not said", "何が何と格闘するのかが述べられていません")
    for item in both:
        table.world.need(item, "battlefield")
    if tools:
        use(table, told, tools[0], both, player, "fight")
    else:
        table.effect(
            player, "Target creature fights another target creature.", [one.key for one in both], told
        )


@deed("goad")
def goad(table: Table, told: Heeded) -> None:
    """CR 701.15: goad."""
    agent = told.role("agent")
    tools = [*table.items(told.role("by")), *(table.items(agent) if isinstance(agent, Ref) else [])]
    for item in table.items(told.role("what")):
        table.world.need(item, "battlefield")
        player = table.player(agent) if isinstance(agent, Person) else table.world.other(item.side or "A")
        if tools:
            use(table, told, tools[0], [item], tools[0].side or player, "goad")
        else:
            table.effect(player, "Goad target creature.", [item.key], told)


@deed("crew")
def crew(table: Table, told: Heeded) -> None:
    """CR 702.122: crew."""
    table.perform(crew_act(table, told), told)


@act("crew")
def crew_act(table: Table, told: Heeded) -> Act:
    """CR 702.122: crewing asked about."""
    agent = told.role("agent")
    by = [
        *table.items(told.role("by")),
        *table.items(told.role("with")),
        *(table.items(agent) if isinstance(agent, Ref) else []),
    ]
    item = table.one(told.role("what"))
    player = table.player(agent) if isinstance(agent, Person) else item.side or "A"
    for one in [item, *by]:
        table.world.need(one, "battlefield", player=player)
    choices = {"choices": [one.key for one in by]} if by else {}
    if not any(isinstance(node, ast.Keyword) and node.name == "crew" for node in item.printed.abilities):
        raise NotStaged(f"{item.card} is no Vehicle", f"{item.card}は機体ではありません")
    return Act(player, {"crew": item.key, **choices}, ())


@outcome("crew")
def crewed(table: Table, told: Heeded) -> Measure:
    """Whether the crew ability has resolved."""
    means(told)
    return Measure([{"happened": {"event": "activate", "card": table.one(told.role("what")).key}}])


@deed("equip")
def equip(table: Table, told: Heeded) -> None:
    """CR 702.6: equip."""
    table.perform(equip_act(table, told), told)
    table.items(told.role("what"))[0].acted = True


@act("equip")
def equip_act(table: Table, told: Heeded) -> Act:
    """CR 702.6: equipping asked about."""
    agent = told.role("agent")
    item = table.one(told.either("what", "by"))
    player = table.player(agent) if isinstance(agent, Person) else item.side or "A"
    table.world.need(item, "battlefield", player=player)
    to = table.items(told.role("to"))
    for one in to:
        table.world.need(one, "battlefield")
    aim = {"targets": [one.key for one in to]} if to else {}
    return Act(player, {"activate": item.key, "ability": "equip", **aim}, MAIN, own=True)
