"""Auras and Equipment: attach, fall off."""

from __future__ import annotations

from kb.asking.frames import Person, Ref
from kb.asking.staging.deeds import Holds, Measure, act, deed, means, outcome, state
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import cast, cast_act
from kb.asking.staging.world import Item


def attach_to(table: Table, told: Heeded, what: Item, to: Item) -> None:
    """It is attached: from the beginning where neither has done anything, else by casting the Aura or equipping."""
    table.world.need(to, "battlefield")
    if not what.acted and not to.acted and not what.now:
        table.world.need(what, "battlefield")
        what.setup["attached_to"] = to.key
        if not what.side:
            table.world.control(what, to.side or "A")
        return
    if what.now == "battlefield" and "equipment" in what.printed.subtypes:
        player = what.side or to.side or "A"
        table.perform(
            Act(
                player,
                {"activate": what.key, "ability": "equip", "targets": [to.key]},
                ("precombat_main",),
                own=True,
            ),
            told,
        )
        return
    if "aura" in what.printed.subtypes and what.now in ("", "hand"):
        cast(table, told, what, what.side or to.side or "A", [to])
        return
    raise NotStaged("how it is attached is not said", "どのようにつけるのかが述べられていません")


@deed("attach")
def attach(table: Table, told: Heeded) -> None:
    """CR 701.3: attach."""
    agent = told.role("agent")
    for what in table.items(told.either("what", "by")):
        if isinstance(agent, Person):
            table.world.control(what, table.player(agent))
        for to in table.items(told.role("to")):
            if told.link == "then" or not table.line.script:
                attach_to(table, told, what, to)
            else:
                cast(table, told, what, what.side or "A", [to])


@act("attach")
def attach_asked(table: Table, told: Heeded) -> Act:
    """CR 702.6, 303.4: equipping with it, or casting the Aura, asked about."""
    agent = told.role("agent")
    player = table.player(agent) if isinstance(agent, Person) else ""
    what, to = table.one(told.role("what")), table.one(told.role("to"))
    told.only("by", Person)
    table.world.need(to, "battlefield")
    if "equipment" in what.printed.subtypes:
        table.world.need(what, "battlefield", player=player or what.side)
        if not to.side:
            table.world.control(to, what.side or "A")
        action = {"activate": what.key, "ability": "equip", "targets": [to.key]}
        return Act(what.side or "A", action, ("precombat_main",), own=True)
    if "aura" in what.printed.subtypes and what.now in ("", "hand"):
        return cast_act(table, what, player or what.side or "A", [to], {})
    raise NotStaged("how it is attached is not said", "どのようにつけるのかが述べられていません")


@outcome("attach")
def attached(table: Table, told: Heeded) -> Measure:
    """Whether it has become attached."""
    means(told)
    to = table.items(told.only("to", Ref))
    if to:
        checks = [
            {"happened": {"event": "attach", "card": one.key, "to": to[0].key}}
            for one in table.items(told.role("what"))
        ]
        return Measure(checks)
    return Measure(
        [{"happened": {"event": "attach", "card": one.key}} for one in table.items(told.role("what"))]
    )


@state("unattach")
def unattached(table: Table, told: Heeded) -> Holds:
    """Whether it is no longer attached to what it was."""
    told.only("from", Ref)
    items = table.items(told.role("what"))
    checks = [
        check
        for one in items
        for check in ({"zone": one.key}, {"happened": {"event": "unattach", "card": one.key}})
    ]
    return Holds(
        checks,
        lambda values: all(
            zone != "battlefield" or left for zone, left in zip(values[::2], values[1::2], strict=True)
        ),
    )
