"""Cards of hand and library, and tokens: discard, draw, mill, search, create."""

from __future__ import annotations

from kb.asking.frames import Person, Ref
from kb.asking.staging.deeds import deed
from kb.asking.staging.deeds.zones import done, tools_of, use_for
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Table
from kb.asking.staging.using import explained, use


@deed("discard")
def discard(table: Table, told: Heeded) -> None:
    """CR 701.9: discard."""
    agent = told.role("agent")
    player = table.player(agent, "A") if agent is None or isinstance(agent, Person) else "A"
    what = told.role("what")
    number = told.role("amount")
    items = table.items(what) if isinstance(what, Ref | tuple) else []
    tools = table.source(told.either("by", "to"))
    if told.negated:
        for item in items:
            table.never_happens(told, event="discard", card=item.key)
        return
    for item in items:
        table.world.need(item, "hand", player=player)
    if tools:
        use_for(table, told, tools[0], items, player)
    elif explained(table, "discard", items):
        pass
    elif items:
        for item in items:
            table.effect(player, "Discard a card.", [], told)
            table.answer([item.key])
    else:
        count = table.number(number if number is not None else what, 1)
        table.world.fill_hand(player, count)
        table.effect(player, f"Discard {count} cards." if count != 1 else "Discard a card.", [], told)
        table.must_happen(told, least=count, event="discard", player=player)
    done(table, told, items, "graveyard", event="discard")


@deed("draw")
def draw(table: Table, told: Heeded) -> None:
    """CR 121: draw cards, or a card that is named."""
    agent = told.role("agent")
    player = table.player(agent, "A") if agent is None or isinstance(agent, Person) else "A"
    what, amount = told.role("what"), told.role("amount")
    told.manner("first", "second")
    tools, _ = tools_of(table, told, "by")
    items = (
        table.items(what)
        if isinstance(what, Ref) and table.one(what).card not in table.world.invented
        else []
    )
    count = 1 if isinstance(what, Ref) else table.number(amount if amount is not None else what, 1)
    if isinstance(what, Ref) and not items:
        count = len(table.items(what))
        for item in table.items(what):
            item.start = item.now = item.start or "library"
    if told.negated:
        table.never_happens(told, event="draw", player=player)
        return
    for item in items:
        table.world.need(item, "library", player=player)
    if tools:
        for tool in tools:
            use(table, told, tool, [], player, "draw")
    elif not explained(table, "draw", []):
        table.event(player, "draw", {"player": player, "count": max(count, len(items))}, told)
    table.must_happen(told, least=count, event="draw", player=player)
    for item in items:
        item.acted, item.now = True, "hand"


@deed("mill")
def mill(table: Table, told: Heeded) -> None:
    """CR 701.17: mill."""
    agent = told.role("agent")
    player = table.player(agent, "A") if agent is None or isinstance(agent, Person) else "A"
    amount = told.role("amount")
    count = table.number(amount if amount is not None else told.role("what"), 1)
    tools, _ = tools_of(table, told, "by")
    if tools:
        for tool in tools:
            use(table, told, tool, [], player, "mill")
    elif not explained(table, "mill", []):
        table.effect(player, f"Mill {count} cards." if count != 1 else "Mill a card.", [], told)
    table.must_happen(told, least=count, event="mill", player=player)


@deed("search")
def search(table: Table, told: Heeded) -> None:
    """CR 701.23: search a library with what is named, and find it."""
    items = table.items(told.role("what"))
    agent = told.role("agent")
    player = table.player(agent, "A") if agent is None or isinstance(agent, Person) else "A"
    tools, _ = tools_of(table, told, "by", "from")
    for item in items:
        table.world.need(item, "library", player=player)
    if not tools:
        raise NotStaged(
            "with what the library is searched is not said", "何でライブラリーを探すのかが述べられていません"
        )
    for tool in tools:
        use(table, told, tool, [], player, "search")
    table.answer([one.key for one in items])
    for item in items:
        table.must_happen(told, event="move", card=item.key)
        item.acted, item.now = True, "battlefield"


@deed("create token")
def create(table: Table, told: Heeded) -> None:
    """CR 111: a token is created by nobody knows what, or by what is named."""
    agent = told.role("agent")
    player = table.player(agent, "A") if agent is None or isinstance(agent, Person) else "A"
    tools, _ = tools_of(table, told, "by")
    if isinstance(agent, Ref):
        tools += table.items(agent)
    what, amount = told.role("what"), told.role("amount")
    items = table.items(what) if isinstance(what, Ref) else []
    count = table.number(amount, 1) if not items else len(items)
    if tools:
        for tool in tools:
            use(table, told, tool, [], player, "create token")
    elif not explained(table, "create token", []):
        data = (
            items[0].made.data
            if items and items[0].made is not None
            else {"types": "Creature — Soldier", "pt": "1/1"}
        )
        value = {
            "player": player,
            "token": {key: one for key, one in data.items() if key != "cost"},
            "count": count,
        }
        table.event(player, "create_token", value, told)
    for item in items:
        table.world.never_placed(item)
    table.must_happen(told, least=1, event="create_token", player=player)
