"""What something is done for: "can I tap it to draw a card with X" asks for the ability whose cost and effect that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kb.asking.frames import Frame, Number, Person, Query, Ref
from kb.asking.model import Verdict
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.queries import FORMS, Question, ask
from kb.asking.staging.table import Table
from kb.asking.staging.telling import tell
from kb.asking.staging.using import DOES
from kb.asking.staging.world import Item
from kb.checker.oracle import ast


def for_something(table: Table, query: Query, aims: Sequence[Frame]) -> Question:
    """Lay out what is asked together with what it would be done for."""
    frame = query.frame
    if len(aims) != 1 or frame is None or aims[0].negated:
        raise NotStaged("what is only intended can't be laid out", "意図だけの行動は用意できません")
    aim = replace(aims[0], mood="fact", modal="", link="then")
    if query.form != "can":
        return _only_a_no(ask(table, query), table, aim)
    found = _ability(table, frame, aim)
    if found is not None:
        return _activated(table, frame, aim, *found)
    tell(table, replace(frame, mood="supposed", modal=""))
    return FORMS["does"](table, Query("does", aim))


def _only_a_no(found: Question, table: Table, aim: Frame) -> Question:
    """ "Does it stay so that I can cast it": where it doesn't, that is all; where it does, more is asked than can be told."""
    for one in aim.roles.values():
        if isinstance(one, Ref):
            table.items(one)

    def read(values: Sequence[Any]) -> tuple[Verdict, Any]:
        came = found.read(values)
        return came if came[0] == "no" else ("undetermined", None)

    return replace(found, read=read)


def _ability(table: Table, frame: Frame, aim: Frame) -> tuple[Item, ast.Activated] | None:
    """The one activated ability of a card that is named whose cost is what is done and whose effect is what it is for."""
    cost, effect = DOES.get(frame.verb), DOES.get(aim.verb)
    if cost is None or effect is None:
        return None
    refs = [one for part in (frame, aim) for one in part.roles.values() if isinstance(one, Ref)]
    found = []
    for item in {
        id(one): one for ref in refs if table.question.thing(ref).card for one in table.items(ref)
    }.values():
        for node in item.printed.abilities:
            if not isinstance(node, ast.Activated) or not any(effect(part) for part in ast.walk(node.body)):
                continue
            if any(cost(part) for one in node.cost for part in ast.walk(one)) or (
                frame.verb == "tap" and any(isinstance(one, ast.TapCost) for one in node.cost)
            ):
                found.append((item, node))
    return found[0] if len(found) == 1 else None


def _activated(table: Table, frame: Frame, aim: Frame, item: Item, node: ast.Activated) -> Question:
    """Whether it may be activated, with what is named paid for it."""
    told, meant = Heeded(frame), Heeded(aim)
    paid = [one for one in table.items(told.role("what")) if one is not item]
    agent = told.role("agent")
    for one in paid:
        table.world.need(one, "battlefield", player=table.player(agent) if agent is not None else "")
    meant.only("agent", Person, Ref)
    meant.only("by", Ref)
    how_much = meant.role("amount")
    if how_much is not None and not (isinstance(how_much, Number) and how_much.value == "some"):
        raise NotStaged("how much it is meant to do can't be played", "どれだけ行うつもりなのかを扱えません")
    aimed = meant.role("to") if meant.has("to") else meant.role("what") if node.body.targets else None
    for one in meant.each("what"):
        if isinstance(one, Ref) and one != aimed and table.question.thing(one).count != 1:
            raise NotStaged(
                "how much it is meant to do can't be played", "どれだけ行うつもりなのかを扱えません"
            )
        if isinstance(one, Ref) and one != aimed:
            table.world.spoken.add(one.thing)
    meant.laid_out()
    meant.close()
    roles = {"agent": agent, "what": Ref(item.thing), **({"to": aimed} if aimed is not None else {})}
    asked = FORMS["can"](table, Query("can", replace(frame, verb="activate", roles=roles)))
    action = asked.deciding[0].check["can"]
    if action.get("ability") != node.text:
        raise NotStaged("which ability is meant is not said", "どの能力のことかが述べられていません")
    if paid:
        action["choices"] = [one.key for one in paid]
    return asked
