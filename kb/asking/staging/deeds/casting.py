"""Spells: cast, play, target, counter, resolve."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import AbilityOf, Frame, Number, Person, Ref, Word
from kb.asking.staging.aiming import spells_aimed_at
from kb.asking.staging.deeds import Measure, act, deed, means, outcome
from kb.asking.staging.deeds.aims import aims
from kb.asking.staging.deeds.rooms import of_a_class, triggered
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import MAIN
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import cast, cast_act, does_so
from kb.asking.staging.world import Item
from kb.checker.oracle import ast


def details(table: Table, told: Heeded) -> dict[str, Any]:
    """How a spell is cast: from where, for which X, in which way."""
    found: dict[str, Any] = {}
    origin = told.role("from")
    if origin is not None:
        found["from"] = table.place(origin)
    amount = told.role("amount")
    if isinstance(amount, Number) and amount.of in ("x", "X", "") and isinstance(amount.value, int):
        found["x"] = amount.value
    elif amount is not None:
        raise NotStaged("an amount is said of a casting", "唱えることについて量が述べられています")
    price = told.role("for")
    if price is not None and not (isinstance(price, Word) and price.name in ("mana cost", "cost")):
        if isinstance(price, Word) and price.kind == "keyword":
            found["method"] = price.name
            found.setdefault("from", _FROM.get(price.name, "hand"))
        else:
            raise NotStaged("for what it is cast can't be played", "何を支払って唱えるのかを扱えません")
    for role in ("by", "as"):
        way = told.role(role)
        if isinstance(way, Word) and way.kind == "keyword":
            found["method"] = way.name
            if way.name in _FROM:
                found.setdefault("from", _FROM[way.name])
            if way.name in ("kicker", "multikicker"):
                del found["method"]
                found["kicked"] = True
        elif way is not None:
            raise NotStaged("how it is cast can't be played", "その唱え方は扱えません")
    if told.manner("face down"):
        found["method"] = "face_down"
    if told.manner("free"):
        raise NotStaged(
            "a casting without paying by nobody knows what",
            "何によるか分からない、マナを支払わない唱え方です",
        )
    return found


_FROM = {
    "flashback": "graveyard", "escape": "graveyard", "disturb": "graveyard", "unearth": "graveyard", "jump-start": "graveyard",
    "retrace": "graveyard", "aftermath": "graveyard", "plot": "exile", "foretell": "exile", "suspend": "exile", "harmonize": "graveyard",
}  # fmt: skip
"""Ways of casting that say where from."""


def caster(table: Table, told: Heeded, item: Item) -> str:
    agent = told.role("agent")
    if agent is not None:
        found = table.player(agent)
        if found:
            return found
    if item.side:
        return item.side
    if told.link == "response" and table.last_actor:
        return table.last_actor
    return table.line.active or "A"


def _spell_details(table: Table, told: Heeded, item: Item) -> dict[str, Any]:
    found = details(table, told)
    if (
        item.made is not None
        and found.get("method") in _FROM
        and found["method"] not in item.printed.text.lower()
    ):
        raise NotStaged(
            f"whether the card has {found['method']} was not said",
            f"そのカードが{found['method']}を持つかが述べられていません",
        )
    if "from" not in found and item.start in ("exile", "graveyard", "command", "library") and not item.acted:
        found["from"] = item.start
    return found


@deed("cast")
def cast_it(table: Table, told: Heeded) -> None:
    """CR 601: cast spells."""
    items = table.items(told.role("what"))
    if not items:
        raise NotStaged("what is cast is not said", "何を唱えるのかが述べられていません")
    to = aims(table, told)
    by = told.frame.roles.get("by")
    if isinstance(by, Ref):
        told.only("agent", Person)
        for tool in table.items(told.role("by")):
            player = caster(table, told, items[0])
            for item in items:
                table.world.need(item, "hand", player=player)
            cast(table, told, tool, player, items)
        for item in items:
            table.must_happen(
                told, event="enter" if item.printed.is_permanent_card else "cast", card=item.key
            )
            item.acted, item.now = True, "battlefield"
        return
    for item in items:
        player = caster(table, told, item)
        how = _spell_details(table, told, item)
        if "land" in item.printed.types and len(item.printed.types) == 1:
            play(table, told, item, player)
            continue
        for other in spells_aimed_at(item, to):
            cast(
                table,
                Heeded(Frame("cast", {"what": Ref(other.thing)})),
                other,
                other.side or table.world.other(player),
            )
        cast(table, told, item, player, to, **how)


@act("cast")
def cast_act_(table: Table, told: Heeded) -> Act:
    """CR 601: casting asked about."""
    item = table.one(told.role("what"))
    player = caster(table, told, item)
    how = _spell_details(table, told, item)
    if item.now == "exile" or item.start == "exile":
        how.setdefault("from", "exile")
    return cast_act(table, item, player, aims(table, told), how)


@outcome("cast")
def was_cast(table: Table, told: Heeded) -> Measure:
    """How often it is cast."""
    return of_stack(table, told, "cast")


def of_stack(table: Table, told: Heeded, kind: str) -> Measure:
    agent = told.role("agent")
    player = table.player(agent) if agent is not None else ""
    extra = {"player": player} if player else {}
    items = table.items(told.role("what"))
    if not items:
        return Measure([{"happened": {"event": kind, **extra}}])
    return Measure([{"happened": {"event": kind, "card": one.key, **extra}} for one in items])


def play(table: Table, told: Heeded, item: Item, player: str) -> None:
    """CR 305: play a land."""
    table.perform(_land_act(table, item, player), told)
    item.acted, item.now, item.holder = True, "battlefield", player


def _land_act(table: Table, item: Item, player: str) -> Act:
    table.world.need(item, item.start or "hand", player=player)
    where = {} if item.now == "hand" else {"from": item.now}
    return Act(player, {"play": item.key, **where}, MAIN, own=True)


@deed("play land")
def play_lands(table: Table, told: Heeded) -> None:
    """CR 305: play lands."""
    for item in table.items(told.role("what")):
        play(table, told, item, caster(table, told, item))


@act("play land")
def play_act(table: Table, told: Heeded) -> Act:
    """CR 305: playing a land asked about."""
    item = table.one(told.role("what"))
    return _land_act(table, item, caster(table, told, item))


@outcome("play land")
def was_played(table: Table, told: Heeded) -> Measure:
    """How often a land is played."""
    return of_stack(table, told, "play_land")


@deed("counter")
def counter(table: Table, told: Heeded) -> None:
    """CR 701.6: a spell is countered, by a spell that was named or by nobody knows what."""
    items = table.items(told.role("what"))
    tools = [
        *table.items(told.role("by")),
        *(table.items(told.role("agent")) if table.things_in(told, "agent") else []),
    ]
    agent = told.role("agent")
    player = "" if isinstance(agent, Ref) else table.player(agent)
    for item in items:
        if not item.acted:
            side = item.side or (table.world.other(player) if player else "A")
            quick = Heeded(Frame("cast", {"what": Ref(item.thing)}))
            cast(table, quick, item, side)
        player = player or table.world.other(item.side)
        if tools:
            for tool in tools:
                if table.is_blank(tool):
                    table.give_text(tool, "Counter target spell.")
                if not tool.acted:
                    tool_act = cast_act(table, tool, tool.side or player, [item], {})
                    table.perform_now(tool_act, told)
                    tool.acted, tool.now, tool.holder = True, "stack", tool.side or player
                    table.stacked.append(tool)
        else:
            value = {"text": "Counter target spell.", "player": player, "to": [item.key]}
            table.perform_now(Act(player, {"event": {"follow": value}}), told)
        table.must_happen(told, event="countered", card=item.key)
        item.now = "graveyard"


@outcome("counter")
def was_countered(table: Table, told: Heeded) -> Measure:
    """How often it is countered."""
    means(told)
    if (
        not told.has("by")
        and not any(one.verb == "counter" for one in table.question.told)
        and not any(
            item.now and item.card not in table.world.invented and does_so(item, "counter")
            for item in table.world.every()
        )
    ):
        raise NotStaged(
            "by what it would be countered was not said", "何によって打ち消されるのかが述べられていません"
        )
    items = table.items(told.role("what"))
    return Measure(
        [{"happened": {"event": "countered", "card": one.key}} for one in items],
        [{"resolved": {"source": one.key}} for one in items],
    )


@deed("resolve")
def resolve(table: Table, told: Heeded) -> None:
    """CR 608: what is on the stack resolves."""
    if of_a_class(told.frame.roles.get("what")) and not told.has("to"):
        triggered(table, told, told.role("what"), stays=False)
        return
    items = table.source(told.role("what"))
    if not items and not table.stacked:
        raise NotStaged("what it is that resolves was not told", "何が解決するのかが述べられていません")
    against = told.role("to")
    victim = table.player(against) if isinstance(against, Person) else ""
    for item in items:
        if not item.acted:
            cast(table, told, item, item.side or (table.world.other(victim) if victim else "A"))
        table.wanted_resolved(told, item)
    table.line.do("", {"resolve": 1}, told.frame, respond=True)
    table.settle()


_NTH = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}


def fragment(what: Any, item: Item | None = None) -> dict[str, str]:
    """By which words of its text an ability is named."""
    if not isinstance(what, AbilityOf) or not what.what:
        return {}
    if what.what in _NTH and item is not None:
        named = [node for node in item.printed.abilities if node.text]
        at = _NTH[what.what]
        if not -len(named) <= at < len(named):
            raise NotStaged(
                f"{item.card} has not so many abilities", f"{item.card}の能力はそこまでありません"
            )
        return {"text": named[at].text}
    words = _WAITS.get(what.what, what.what)
    if item is not None and words.casefold() not in item.printed.text.casefold():
        keywords = [node.name for node in item.printed.abilities if isinstance(node, ast.Keyword)]
        words = next(
            (one for one in keywords if one in words.casefold().split(" ")), words
        )  # "evoke sacrifice"
    return {"text": words}


_WAITS = {
    "die": "dies", "enter": "enters", "attack": "attacks", "leave": "leaves", "block": "blocks", "cast": "cast",
    "deal damage": "deals", "draw": "draw", "discard": "discard", "sacrifice": "sacrifice", "gain life": "gain", "lose life": "loses",
    "upkeep": "upkeep", "create token": "create", "play land": "land",
    "plot": "plotted",
}  # fmt: skip
"""The word of a triggered ability's text that tells what it waits for."""


@outcome("resolve")
def resolves(table: Table, told: Heeded) -> Measure:
    """How often it resolves."""
    what = told.role("what")
    return Measure([{"resolved": {"source": one.key, **fragment(what, one)}} for one in table.source(what)])


@outcome("fizzle")
def fizzles(table: Table, told: Heeded) -> Measure:
    """CR 608.2b: it doesn't resolve for want of a legal target."""
    items = table.source(told.role("what"))
    checks = [{"resolved": {"source": one.key}} for one in items]
    return Measure(checks, total=lambda values: sum(1 for value in values if not value))


@deed("kick")
def kick(table: Table, told: Heeded) -> None:
    """CR 702.33: the spell is cast kicked."""
    items = table.items(told.role("what"))
    for item in items:
        entry = next((one for one in reversed(table.line.script) if one.get("cast") == item.key), None)
        if entry is not None:
            entry["kicked"] = True
        else:
            cast(table, told, item, caster(table, told, item), aims(table, told), kicked=True)
    told.only("agent", Person)
