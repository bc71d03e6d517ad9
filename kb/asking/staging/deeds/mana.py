"""Mana and what things cost."""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import Frame, Number, Person, Ref, Stat, Word
from kb.asking.staging.deeds import Measure, deed, outcome, wanted
from kb.asking.staging.deeds.planar_cost import is_planar_roll, planar_cost
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Table
from kb.asking.staging.using import activate, cast
from kb.asking.staging.world import Item
from kb.checker.oracle import ast


def _makes_mana(item: Item) -> list[ast.Activated]:
    return [node for node in item.printed.abilities if isinstance(node, ast.Activated) and node.is_mana]


@deed("add mana")
def add_mana(table: Table, told: Heeded) -> None:
    """CR 605: a mana ability is activated."""
    told.only("amount", Number, Word, Stat)
    player = ""
    items: list[Item] = []
    for role in ("agent", "what", "by"):
        for one in told.each(role):
            if isinstance(one, Person):
                player = table.player(one)
            elif isinstance(one, Ref):
                items += table.items(one)
            elif not isinstance(one, Number | Stat):
                raise NotStaged("what makes the mana can't be played", "何がマナを出すのかを扱えません")
    if len(items) != 1 or _says_how_much(told):
        raise _WHICH
    if player and not items[0].side:
        table.world.control(items[0], player)
    make_mana(table, told, items[0], None)


def of_mana(said: Any) -> bool:
    """Whether what something is done for is mana."""
    return (isinstance(said, Number) and said.of == "mana" and said.value == "some") or (
        isinstance(said, Stat | Word) and said.name == "mana"
    )


def make_mana(table: Table, told: Heeded, item: Item, _for: Any) -> None:
    """CR 605: its one mana ability is activated; it has to be the one whose cost is what was told."""
    found = [
        node
        for node in _makes_mana(item)
        if told.verb != "sacrifice"
        or any(isinstance(part, ast.Sacrifice) for cost in node.cost for part in ast.walk(cost))
    ]
    if len(found) != 1:
        raise _WHICH
    activate(table, told, item, item.side or table.line.active or "A", found[0], [])
    item.now = "graveyard" if told.verb == "sacrifice" else item.now


_WHICH: Final = NotStaged(
    "by which ability mana is made is not said", "どの能力でマナを出すのかが述べられていません"
)


@outcome("add mana")
def mana_added(table: Table, told: Heeded) -> Measure:
    """Whether mana is made by tapping what was told of."""
    told.only("amount", Number, Word, Stat)
    items: list[Item] = []
    for role in ("agent", "what", "by"):
        for one in told.each(role):
            if isinstance(one, Ref):
                items += table.items(one)
            elif isinstance(one, Word) and one.kind != "mana":
                raise NotStaged("what makes the mana can't be played", "何がマナを出すのかを扱えません")
    if not items:
        items = [item for item, entry in table.used if "activate" in entry and _makes_mana(item)]
    if len(items) != 1 or not all(
        one.name in node.text
        for one in (told.role("what"), told.role("amount"))
        if isinstance(one, Word)
        for node in _makes_mana(items[0])
    ):
        raise _WHICH
    return Measure([{"happened": {"event": "tap_for_mana", "card": items[0].key}}])


def _says_how_much(told: Heeded) -> bool:
    amount = told.frame.roles.get("amount")
    return isinstance(amount, Word) or (isinstance(amount, Number) and amount.value != "some")


@outcome("cost")
def costs(table: Table, told: Heeded) -> Measure:
    """CR 601.2f: how much mana is spent to cast it, once everything that changes the cost has been counted."""
    what = told.role("what")
    told.only("by", Number, Stat)
    told.only("agent", Person)
    if is_planar_roll(what):
        return planar_cost(table, told, what)
    count = wanted(told, "amount")
    if isinstance(what, Frame):
        if (
            what.verb != "cast"
            or set(what.roles) - {"agent", "what"}
            or what.negated
            or what.when
            or what.manner
        ):
            raise NotStaged("what is paid for can't be played", "何に支払うのかを扱えません")
        agent, what = what.roles.get("agent"), what.roles.get("what")
        player = table.player(agent, "A")
    else:
        player = ""
    if not isinstance(what, Ref):
        raise NotStaged("what is paid for can't be played", "何に支払うのかを扱えません")
    item = table.one(what)
    if item.card in table.world.invented:
        raise NotStaged("what it costs is not said", "コストが述べられていません")
    if not item.acted:
        cast(table, told, item, player or item.side or "A", _aimed_at(item))
    return Measure([{"mana_spent": item.key}], wanted=count)


def _aimed_at(item: Item) -> list[Item]:
    """Something for it to be aimed at, where it needs that and nobody said what."""
    if not any(
        isinstance(part, ast.TargetSpec) for node in item.printed.abilities for part in ast.walk(node)
    ):
        return []
    raise NotStaged("what it is aimed at is not said", "何を対象にするのかが述べられていません")
