"""Changes of zone by which a permanent comes or goes: return, put, enter, leave, reanimate, blink."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import Counters, Person, Place, Ref, Word
from kb.asking.staging.deeds import deed
from kb.asking.staging.deeds.zones import does, done, from_zone, not_done, tools_of
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged, kind_of
from kb.asking.staging.table import Table
from kb.asking.staging.using import use
from kb.asking.staging.world import Item


@deed("bounce")
def bounce(table: Table, told: Heeded) -> None:
    """It is returned to its owner's hand, or put where it is said."""
    items = table.items(told.role("what"))
    to = told.role("to")
    zone = "hand" if to is None or isinstance(to, Person) else table.place(to)
    origin = from_zone(table, told, items)
    if origin and zone == "battlefield":
        _reanimated(table, told, items)
        return
    does(
        table,
        told,
        items,
        "bounce",
        lambda player, item: table.event(player, "put", {"card": item.key, "to": zone}, told),
    )
    done(table, told, items, zone, event="move", to=zone)


@deed("return", "put", "move")
def put(table: Table, told: Heeded) -> None:
    """It goes to a zone."""
    items = table.items(told.role("what"))
    if isinstance(told.frame.roles.get("from"), Word) and told.frame.roles["from"].kind == "keyword":
        _came_back(table, told, items)
        return
    origin = from_zone(table, told, items)
    to = told.role("to")
    zone = table.place(to) if to is not None and not isinstance(to, Ref | Person) else ""
    if not zone:
        zone = (
            "battlefield"
            if any(one.now in ("graveyard", "exile") for one in items)
            else "hand"
            if told.verb == "return"
            else ""
        )
    if not zone or isinstance(to, Ref):
        raise NotStaged("where it goes is not said", "どこへ行くのかが述べられていません")
    _with(table, told, items)
    if told.negated:
        not_done(table, told, items, event="move", to=zone)
        return
    for item in items:
        if not item.now:
            starts = origin or ("graveyard" if zone == "battlefield" else "battlefield")
            table.world.need(item, starts)
    verb = "reanimate" if zone == "battlefield" else "bounce" if zone == "hand" else "put"
    does(table, told, items, verb, lambda player, item: _put(table, told, item, zone, player), harm=False)
    done(table, told, items, zone, event="move", to=zone)


def _came_back(table: Table, told: Heeded, items: list[Item]) -> None:
    """ "It came back from persist with a counter": it is there, with the counter, as the telling begins."""
    word = told.role("from")
    told.only("to", Place)
    for item in items:
        if item.acted or word.name not in item.printed.text.casefold():
            raise NotStaged("from what it came back was not told", "何によって戻ったのかが述べられていません")
        table.world.need(item, "battlefield")
        for one in told.each("with"):
            if not isinstance(one, Counters) or not isinstance(one.count, int):
                raise NotStaged("with what it comes can't be played", "何とともに出るのかを扱えません")
            item.setup.setdefault("counters", {})[one.kind] = one.count


def _put(table: Table, told: Heeded, item: Item, zone: str, player: str) -> None:
    value: dict[str, Any] = {"card": item.key, "to": zone}
    if zone == "battlefield":
        value["player"] = item.side or player
    table.event(item.side or player, "put", value, told)


def _with(table: Table, told: Heeded, items: list[Item]) -> None:
    """ "Came back with a -1/-1 counter": what it has has to be there then; here only what can be given is."""
    for one in told.each("with"):
        if isinstance(one, Counters) and isinstance(one.count, int):
            for item in items:
                table.wanted_value(
                    told, {"counters": {"card": item.key, "kind": kind_of(one)}}, least=one.count
                )
        else:
            raise NotStaged("with what it comes can't be played", "何とともに出るのかを扱えません")


@deed("enter")
def enter(table: Table, told: Heeded) -> None:
    """CR 603.6a: it enters: cast and resolved, or put there by what is named."""
    items = table.items(told.role("what"))
    tools, player = tools_of(table, told)
    from_zone(table, told, items)
    zone = told.role("to")
    if zone is not None and table.place(zone) != "battlefield":
        raise NotStaged("it enters another zone", "別の領域に入ることになっています")
    if told.each("as"):
        raise NotStaged("as what it enters can't be played", "何として出るのかを扱えません")
    _with(table, told, items)
    when_again = told.manner("again")
    if told.negated:
        not_done(table, told, items, event="enter")
        return
    for item in items:
        side = item.side or player or "A"
        if tools:
            for tool in tools:
                use(table, told, tool, items, side, "reanimate")
            break
        if item.now == "battlefield" and not when_again:
            if item.acted:
                continue
            raise NotStaged(f"{item.card} is already there", f"{item.card}はすでに戦場にあります")
        if item.setup.get("token"):
            raise NotStaged("a token that enters has to be created", "トークンは生成される必要があります")
        if not item.now or item.now == "hand":
            table.world.need(item, "hand", player=side)
            _put(table, told, item, "battlefield", side)
        else:
            _put(table, told, item, "battlefield", side)
        item.acted, item.now, item.holder = True, "battlefield", side
    for item in items:
        table.must_happen(told, event="enter", card=item.key)
        item.acted, item.now = True, "battlefield"


@deed("leave")
def leave(table: Table, told: Heeded) -> None:
    """CR 603.6c: it leaves the battlefield."""
    items = table.items(told.role("what"))
    from_zone(table, told, items)
    if told.negated:
        not_done(table, told, items, event="leave")
        return
    does(table, told, items, "exile", lambda player, item: table.event(player, "exile", item.key, told))
    done(table, told, items, "exile", event="leave")


@deed("reanimate")
def reanimate(table: Table, told: Heeded) -> None:
    """It is returned from a graveyard to the battlefield."""
    items = table.items(told.role("what"))
    from_zone(table, told, items)
    _reanimated(table, told, items)


def _reanimated(table: Table, told: Heeded, items: list[Item]) -> None:
    tools, player = tools_of(table, told)
    for item in items:
        if not item.now:
            table.world.need(item, "graveyard")
    side = player or (tools[0].side if tools else "") or items[0].side or "A"
    for item in items:
        if not item.side:
            table.world.control(item, side)
    if tools:
        for tool in tools:
            use(table, told, tool, items, side, "reanimate")
    else:
        for item in items:
            table.event(side, "put", {"card": item.key, "to": "battlefield", "player": side}, told)
    for item in items:
        table.must_happen(told, event="enter", card=item.key)
        item.acted, item.now, item.holder = True, "battlefield", side


@deed("blink")
def blink(table: Table, told: Heeded) -> None:
    """It is exiled and returned at once."""
    items = table.items(told.role("what"))
    text = "Exile target creature, then return it to the battlefield under its owner's control."
    does(
        table,
        told,
        items,
        "blink",
        text,
        harm=False,
    )
    for item in items:
        table.must_happen(told, event="leave", card=item.key)
        item.acted = True
