"""How one sees that something has changed zones, or is still there."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import Person, Ref
from kb.asking.staging.deeds import Holds, Measure, outcome, state
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Table
from kb.asking.wordbook import described


def _of_each(table: Table, told: Heeded, besides: str = "zone", **asked: Any) -> Measure:
    items = table.items(told.role("what"))
    for item in items:
        if not item.now and not item.is_spell:
            table.world.need(item, "battlefield")
    found = Measure([{"happened": {**asked, "card": one.key}} for one in items])
    found.besides = [{besides: one.key} for one in items]
    return found


@outcome("die")
def died(table: Table, told: Heeded) -> Measure:
    """Whether it has died."""
    told.role("by"), told.role("agent")
    return _of_each(table, told, event="die")


@outcome("destroy")
def destroyed(table: Table, told: Heeded) -> Measure:
    """Whether it has been destroyed."""
    told.role("by"), told.role("agent")
    return _of_each(table, told, event="destroy")


@outcome("exile")
def exiled(table: Table, told: Heeded) -> Measure:
    """Whether it has been exiled."""
    told.role("by"), told.role("agent"), told.role("from")
    return _of_each(table, told, event="move", to="exile")


@outcome("bounce")
def bounced(table: Table, told: Heeded) -> Measure:
    """Whether it has been returned to a hand."""
    told.role("by"), told.role("agent"), told.role("from"), told.role("to")
    return _of_each(table, told, event="move", to="hand")


@outcome("return", "put", "move")
def moved(table: Table, told: Heeded) -> Measure:
    """Whether it has gone there."""
    told.role("by"), told.role("agent")
    to, origin = told.role("to"), told.role("from")
    zone = table.place(to) if to is not None and not isinstance(to, Ref | Person) else ""
    if not zone:
        zone = "battlefield" if told.verb == "return" else ""
    extra = {"to": zone} if zone else {}
    if origin is not None:
        extra["from"] = table.place(origin)
    for _ in told.each("with"):
        raise NotStaged("with what it comes can't be asked", "何とともに出るのかは扱えません")
    return _of_each(table, told, event="move", **extra)


@outcome("enter", "reanimate")
def entered(table: Table, told: Heeded) -> Measure:
    """Whether it has entered."""
    told.role("by"), told.role("agent"), told.role("to")
    return _of_each(table, told, event="enter")


@outcome("leave", "cease")
def left(table: Table, told: Heeded) -> Measure:
    """Whether it has left the battlefield."""
    told.role("from"), told.role("by")
    return _of_each(table, told, event="leave" if told.verb == "leave" else "cease")


@outcome("sacrifice")
def sacrificed(table: Table, told: Heeded) -> Measure:
    """Whether it has been sacrificed."""
    return _by_player(table, told, "sacrifice")


@outcome("discard")
def discarded(table: Table, told: Heeded) -> Measure:
    """How many cards have been discarded."""
    return _by_player(table, told, "discard")


@outcome("draw")
def drawn(table: Table, told: Heeded) -> Measure:
    """How many cards have been drawn."""
    return _by_player(table, told, "draw")


@outcome("mill")
def milled(table: Table, told: Heeded) -> Measure:
    """How many cards have been milled."""
    return _by_player(table, told, "mill")


@outcome("create token")
def created(table: Table, told: Heeded) -> Measure:
    """How many tokens have been created."""
    what = told.role("what")
    if isinstance(what, Ref):
        for item in table.items(what):
            table.world.never_placed(item)
    found = _by_player(table, told, "create_token", of_what=False)
    made = table.items(what)[0].made if isinstance(what, Ref) and table.items(what) else None
    if made is not None and made.subtypes:
        for one in found.checks:
            one["happened"]["type"] = made.subtypes[0]
    return found


def _by_player(table: Table, told: Heeded, kind: str, *, of_what: bool = True) -> Measure:
    agent = told.role("agent")
    told.role("amount")
    by = told.role("by") if told.has("by") else None
    told.role("by"), told.role("to")
    extra: dict[str, Any] = {}
    if isinstance(agent, Person):
        players = table.players(agent)
        if len(players) == 1:
            extra["player"] = players[0]
    elif agent is not None:
        extra["by"] = table.source(agent)[0].key
    if by is not None and not isinstance(by, Person):
        sources = table.source(by)
        if sources and "by" not in extra:
            extra["by"] = sources[0].key
    what = told.role("what")
    if of_what and isinstance(what, Ref) and not _only_a_word(table, what):
        return Measure([{"happened": {"event": kind, "card": one.key, **extra}} for one in table.items(what)])
    if of_what and isinstance(what, Ref):
        for item in table.items(what):
            table.world.never_placed(item)
    return Measure([{"happened": {"event": kind, **extra}}])


def _only_a_word(table: Table, ref: Ref) -> bool:
    """ "How many cards": a kind of thing, no object of the situation."""
    thing = table.question.thing(ref)
    return not thing.card and ref.thing not in table.world.items and thing.filter == described("card")


@outcome("search", "shuffle", "reveal")
def searched(table: Table, told: Heeded) -> Measure:
    """How often somebody has done so."""
    agent = told.role("agent")
    told.role("what"), told.role("by"), told.role("to")
    extra = {"player": table.player(agent)} if isinstance(agent, Person) else {}
    return Measure([{"happened": {"event": told.verb, **extra}}])


@state("remain")
def remains(table: Table, told: Heeded) -> Holds:
    """Whether it is still there at the end."""
    told.role("by"), told.role("at")
    items = table.items(told.role("what"))
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
    place = told.role("to")
    zone = table.place(place) if place is not None else "battlefield"
    return Holds([{"zone": one.key} for one in items], lambda values: all(value == zone for value in values))


@outcome("save")
def saved(table: Table, told: Heeded) -> Measure:
    """Whether it is still there after what it is saved from."""
    told.role("agent"), told.role("by"), told.role("from")
    items = table.items(told.role("what"))
    checks = [{"zone": one.key} for one in items]
    return Measure(checks, total=lambda values: int(all(value == "battlefield" for value in values)))
