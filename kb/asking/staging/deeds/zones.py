"""Changes of zone that are done to a permanent: destroy, die, exile, sacrifice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.asking.frames import AbilityOf, Person, Ref, Word
from kb.asking.staging.deeds import deed
from kb.asking.staging.deeds.mana import make_mana, of_mana
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Table
from kb.asking.staging.using import explained, origin, use
from kb.asking.staging.world import Item
from kb.checker.oracle import ast


def tools_of(table: Table, told: Heeded, *roles: str) -> tuple[list[Item], str]:
    """What it is done with (cards in `by`, or as the agent), and the player who does it, "" where nobody is said."""
    tools: list[Item] = []
    player = ""
    for role in roles or ("by", "agent"):
        for one in told.each(role):
            if isinstance(one, Person):
                player = table.player(one) or player
            elif isinstance(one, Word):
                raise NotStaged("by what it is done can't be played", "それを行う手段を扱えません")
            else:
                tools += table.source(one)
    return tools, player


def does(
    table: Table,
    told: Heeded,
    items: list[Item],
    verb: str,
    fallback: str | Callable[[str, Item], None],
    *,
    harm: bool = True,
) -> None:
    """Have something done to objects: with what is named, else by an effect of those words, or by `fallback(player, item)`."""
    tools, player = tools_of(table, told)
    if not items:
        raise NotStaged("to what it is done is not said", "何に対して行うのかが述べられていません")
    for item in items:
        if not item.now and not item.is_spell:
            table.world.need(item, origin(tools, verb) or "battlefield")
    side = next((one.side for one in items if one.side), "")
    if not player and tools:
        player = tools[0].side
    if not player:
        player = (table.world.other(side) if side and harm else side) or ("B" if harm else "A")
    own = origin(tools, verb) in ("hand", "library")
    for item in items:
        if not item.side and own:
            table.world.control(item, player)
        elif not item.side and harm and (table.persons_in(told, "agent") or tools):
            table.world.control(item, table.world.other(player))
        elif not item.side and not harm and table.persons_in(told, "agent") and not tools:
            table.world.control(item, player)  # one helps what is one's own
    if tools:
        for tool in tools:
            use(table, told, tool, items, player, verb)
    elif not explained(table, verb, [one for one in items if not one.is_spell]):
        for item in items:
            if isinstance(fallback, str):
                table.effect(player, fallback, [item.key], told)
            else:
                fallback(player, item)


def done(table: Table, told: Heeded, items: list[Item], now: str, **asked: Any) -> None:
    for item in items:
        table.must_happen(told, card=item.key, **asked)
        item.acted = True
        if not table.asking:
            item.now = now


def not_done(table: Table, told: Heeded, items: list[Item], **asked: Any) -> None:
    tools_of(table, told)
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
        table.never_happens(told, card=item.key, **asked)


@deed("destroy")
def destroy(table: Table, told: Heeded) -> None:
    """CR 701.8: destroy."""
    items = table.items(told.role("what"))
    if told.negated:
        not_done(table, told, items, event="destroy")
        return
    told.manner("all", "together")
    does(table, told, items, "destroy", lambda player, item: table.event(player, "destroy", item.key, told))
    done(table, told, items, "graveyard", event="destroy")


@deed("kill", "take out")
def kill(table: Table, told: Heeded) -> None:
    """It is destroyed, or what is named does it in another way: damage, a smaller toughness, exile."""
    items = table.items(told.role("what"))
    gone = "die" if told.verb == "kill" else "leave"
    if told.negated:
        not_done(table, told, items, event=gone)
        return
    told.manner("all", "together")
    does(table, told, items, told.verb, lambda player, item: table.event(player, "destroy", item.key, told))
    done(table, told, items, "graveyard", event=gone)


@deed("die")
def die(table: Table, told: Heeded) -> None:
    """CR 700.4: it is put into a graveyard from the battlefield, by what is named or by nobody knows what."""
    items = table.items(told.role("what"))
    if told.negated:
        not_done(table, told, items, event="die")
        return
    told.manner("again", "all", "together")
    tools, player = tools_of(table, told)
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
    if len(items) > 1 and not tools:
        _at_once(table, told, items)
    elif tools or any(item.acted and item.now == "graveyard" for item in items):
        for tool in tools:
            use(table, told, tool, items, player, "die")
    elif not _in_combat(table, items):
        for item in items:
            table.event(player or "A", "put", {"card": item.key, "to": "graveyard"}, told)
    done(table, told, items, "graveyard", event="die")


def _in_combat(table: Table, items: list[Item]) -> bool:
    """Whether a combat that was told goes on in which they fight: they die of its damage."""
    return table.blocks is not None and all(
        one in table.attackers or one.key in table.blocks["block"] for one in items
    )


def _at_once(table: Table, told: Heeded, items: list[Item]) -> None:
    """Several die at the same time."""
    for item in items:
        table.world.need(item, "battlefield")
    side = items[0].side or "A"
    table.effect(
        table.world.other(side), "Destroy any number of target creatures.", [one.key for one in items], told
    )


@deed("exile")
def exile(table: Table, told: Heeded) -> None:
    """CR 701.13: exile."""
    items = table.items(told.role("what"))
    from_zone(table, told, items)
    if told.negated:
        not_done(table, told, items, event="move", to="exile")
        return
    if told.manner("instead") or _by_replacement(table, told):
        _exiled_instead(table, told, items)
        return
    does(table, told, items, "exile", lambda player, item: table.event(player, "exile", item.key, told))
    done(table, told, items, "exile", event="move", to="exile")


def _by_replacement(table: Table, told: Heeded) -> bool:
    """Whether what exiles it does so only to what would go to a graveyard."""
    by = told.frame.roles.get("by", told.frame.roles.get("agent"))
    if not isinstance(by, Ref):
        return False
    tools = table.items(by)
    return all(
        any(
            isinstance(node, ast.Static) and any(isinstance(part, ast.Replace) for part in node.parts)
            for node in tool.printed.abilities
        )
        and not any(isinstance(node, ast.Spell | ast.Activated) for node in tool.printed.abilities)
        for tool in tools
    )


def _exiled_instead(table: Table, told: Heeded, items: list[Item]) -> None:
    """What would die is exiled by what is named: it dies by an effect, and that is replaced."""
    tools, player = tools_of(table, told)
    for item in items:
        table.world.need(item, "battlefield")
    for tool in tools:
        table.world.need(
            tool,
            "battlefield",
            player=tool.side or (table.world.other(items[0].side) if items[0].side else ""),
        )
    for item in items:
        table.event(player or "A", "put", {"card": item.key, "to": "graveyard"}, told)
    done(table, told, items, "exile", event="move", to="exile")


def from_zone(table: Table, told: Heeded, items: list[Item]) -> str:
    zone = table.place(told.role("from")) if told.has("from") else ""
    if zone:
        for item in items:
            table.world.need(item, zone)
    return zone


@deed("sacrifice")
def sacrifice(table: Table, told: Heeded) -> None:
    """CR 701.21: sacrifice; to a cost or effect that is named, or by nobody knows what."""
    items = table.items(told.role("what"))
    agent = told.role("agent")
    player = table.player(agent) if isinstance(agent, Person) else ""
    if told.negated:
        for item in items:
            table.never_happens(told, event="sacrifice", card=item.key)
        table.items(told.role("by"))
        return
    cost = told.role("for")
    if of_mana(cost):
        for item in items:
            table.world.need(item, "battlefield", player=player)
            make_mana(table, told, item, cost)
        done(table, told, items, "graveyard", event="sacrifice")
        return
    if cost is not None:
        if not isinstance(cost, Word | AbilityOf) or (isinstance(cost, Word) and cost.kind != "keyword"):
            raise NotStaged(
                "for what it is sacrificed can't be played", "何のために生け贄に捧げるのかを扱えません"
            )
        for item in items:
            table.world.need(item, "battlefield", player=player)
        table.answer([one.key for one in items])
        done(table, told, items, "graveyard", event="sacrifice")
        return
    by = told.either("by", "to")
    tools = table.source(by) if by is not None and not isinstance(by, Person) else []
    if not items:
        raise NotStaged("what is sacrificed is not said", "何を生け贄に捧げるのかが述べられていません")
    for item in items:
        table.world.need(item, "battlefield", player=player)
    player = player or items[0].side or "A"
    for item in items:
        table.world.control(item, player)
    if tools:
        use_for(table, told, tools[0], items, player)
    elif not explained(table, "sacrifice", items):
        for item in items:
            table.event(player, "sacrifice", item.key, told)
    done(table, told, items, "graveyard", event="sacrifice")


def use_for(table: Table, told: Heeded, tool: Item, items: list[Item], player: str) -> None:
    """Sacrifice or discard to something: its cost, or what it tells a player to do; the objects answer its choices."""
    side = tool.side or player
    use(table, told, tool, [], side, told.verb)
    entry = table.line.script[-1] if table.line.script else {}
    entry.setdefault("choices", []).extend(one.key for one in items)
