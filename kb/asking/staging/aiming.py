"""What was cast or activated without a word on its target, and is said later to be aimed at something."""

from __future__ import annotations

from typing import Any

from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Table
from kb.asking.staging.using import activate, cast, enters, modal, place_target, specs
from kb.asking.staging.world import Item
from kb.checker.oracle import ast


def aimed(table: Table, to: list[Any]) -> bool:
    """ "The land that is targeted": what was cast or activated last, and needs a target that nobody said, is aimed at it."""
    if not table.used or not to or not table.line.script or table.used[-1][1] is not table.line.script[-1]:
        return False
    tool, entry = table.used[-1]
    wanted = specs(tool) if "cast" in entry else _specs_of(tool, str(entry.get("ability", "")))
    if "targets" in entry or "choices" in entry or len(wanted) != len(to) or modal(tool):
        return False
    for spec, one in zip(wanted, to, strict=True):
        if isinstance(one, Item):
            place_target(table, spec, one)
    entry["targets"] = [one.key if isinstance(one, Item) else one for one in to]
    return True


def _specs_of(item: Item, text: str) -> tuple[ast.TargetSpec, ...]:
    for node in item.printed.abilities:
        if isinstance(node, ast.Activated) and node.text == text:
            return node.body.targets
    return ()


def spells_aimed_at(tool: Item, to: list[Any]) -> list[Item]:
    """ "Casts Counterspell on my Divination": that has been cast, where nobody said so."""
    wanted = specs(tool)
    return [
        one
        for one in to
        if isinstance(one, Item)
        and not one.now
        and one.printed.cost is not None
        and wanted
        and all(spec.filter.kind == "spell" for spec in wanted)
    ]


def activate_at(table: Table, told: Heeded, tool: Item, player: str, to: list[Any]) -> None:
    """A permanent is said to target something: by its one activated ability that targets, else by what triggers as it enters."""
    for one in to:
        if isinstance(one, Item):
            table.must_happen(told, event="target", card=one.key)
    found = [node for node in tool.printed.abilities if isinstance(node, ast.Activated) and node.body.targets]
    waits = [node for node in tool.printed.abilities if isinstance(node, ast.Triggered) and enters(node)]
    if not found and len(waits) == 1 and tool.start != "battlefield":
        cast(table, told, tool, player, to)
        return
    if len(found) != 1:
        raise NotStaged(
            f"by which ability {tool.card} targets it is not said",
            f"{tool.card}のどの能力が対象に取るのかが述べられていません",
        )
    activate(table, told, tool, player, found[0], to)
