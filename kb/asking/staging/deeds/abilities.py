"""Abilities: activate, trigger."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import AbilityOf, Number, Ref, Word
from kb.asking.staging.deeds import Measure, act, deed, outcome, wanted
from kb.asking.staging.deeds.aims import aims
from kb.asking.staging.deeds.attractions import visit_ability
from kb.asking.staging.deeds.casting import caster, fragment, of_stack
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import activate, activate_act
from kb.asking.staging.world import Item
from kb.checker.oracle import ast


def _ability(table: Table, told: Heeded) -> tuple[Item, ast.Activated | None]:
    """Which activated ability of what is meant."""
    what = told.role("what")
    if what is None and table.things_in(told, "agent"):
        what = told.role("agent")
    said = what if isinstance(what, AbilityOf) else None
    if isinstance(what, Word) and what.kind == "keyword":
        said = AbilityOf(told.role("by") or told.role("from"), "keyword", what.name)
    alike = table.items(said.of if said is not None else what)
    if len({one.card for one in alike}) != 1:
        raise NotStaged("one object is needed here", "ここでは１つのオブジェクトが必要です")
    item = alike[0]
    found = [node for node in item.printed.abilities if isinstance(node, ast.Activated)]
    wanted = said.what if said is not None else ""
    if said is not None and said.kind not in ("", "activated", "loyalty", "mana", "keyword"):
        raise NotStaged("only activated abilities can be activated", "起動できるのは起動型能力だけです")
    if wanted:
        sign = wanted.replace("-", "−")
        named = [
            node
            for node in found
            if node.text.startswith((f"{sign}:", f"[{sign}]", f"{wanted}:"))
            or wanted.casefold() in node.text.casefold()
        ]
        if named:
            found = named
        elif any(isinstance(node, ast.Keyword) and node.name == wanted for node in item.printed.abilities):
            return item, None
        else:
            raise NotStaged(
                f"{item.card} has no ability “{wanted}”", f"{item.card}に「{wanted}」の能力はありません"
            )
    if said is not None and said.kind in ("mana", "loyalty"):
        found = [node for node in found if (node.is_mana if said.kind == "mana" else node.is_loyalty)]
    if len(found) > 1 and item.card in table.world.invented:
        found = found[:1]  # they are alike
    if len(found) > 1 and not (said is not None and said.kind == "mana"):
        found = [node for node in found if not node.is_mana] or found  # "for mana" is said where it is meant
    if len(found) > 1:
        raise NotStaged(
            f"{item.card} has several activated abilities", f"{item.card}には起動型能力が複数あります"
        )
    if not found:
        keys = [node for node in item.printed.abilities if isinstance(node, ast.Keyword) and node.cost]
        if len(keys) == 1:
            return item, None
        raise NotStaged(f"{item.card} has no activated ability", f"{item.card}には起動型能力がありません")
    return item, found[0]


def _activating(
    table: Table, told: Heeded
) -> tuple[Item, ast.Activated | None, str, list[Any], dict[str, Any]]:
    item, node = _ability(table, told)
    player = caster(table, told, item)
    amount = told.role("amount")
    how: dict[str, Any] = {}
    if isinstance(amount, Number) and amount.of in ("x", "X"):
        how["x"] = table.number(amount)
    elif amount is not None:
        raise NotStaged("an amount is said of an activation", "起動について量が述べられています")
    return item, node, player, aims(table, told), how


@deed("activate")
def activate_it(table: Table, told: Heeded) -> None:
    """CR 602: activate an ability."""
    item, node, player, to, how = _activating(table, told)
    times = 2 if told.manner("twice") else 1
    for _ in range(times):
        if node is None:
            table.perform(activate_act(table, item, player, node, to, how), told)
        else:
            activate(table, told, item, player, node, to, **how)
    item.acted = True


@act("activate")
def activate_asked(table: Table, told: Heeded) -> Act:
    """CR 602: activating asked about."""
    item, node, player, to, how = _activating(table, told)
    return activate_act(table, item, player, node, to, how)


@outcome("activate")
def was_activated(table: Table, told: Heeded) -> Measure:
    """How often it is activated."""
    return of_stack(table, told, "activate")


def _may_trigger(item: Item) -> bool:
    """Whether an invented object has an ability that can trigger: a keyword, or words of its own."""
    return any(not isinstance(one, ast.Spell) for one in item.printed.abilities)


_LINES = {
    "die": "When this creature dies, you gain 1 life.", "enter": "When this permanent enters, you gain 1 life.",
    "leave": "When this permanent leaves the battlefield, you gain 1 life.", "attack": "Whenever this creature attacks, you gain 1 life.",
    "block": "Whenever this creature blocks, you gain 1 life.", "plot": "When this card becomes plotted, you gain 1 life.",
}  # fmt: skip
"""An ability that waits for what is said, where nobody says which ability."""


def _nameless(table: Table, said: AbilityOf) -> list[Item]:
    """ "Does a 'when it dies' ability trigger": the nameless thing that was told of last has one."""
    if said.what not in _LINES or said.of is not None or not table.done:
        return []
    what = table.done[-1].roles.get("what")
    if not isinstance(what, Ref):
        return []
    items = [one for one in table.items(what) if one.card in table.world.invented]
    for item in items:
        table.add_line(item, _LINES[said.what])
    return items


def _whose_keyword(table: Table, said: Word) -> Any:
    """ "Does persist trigger": of the only thing told of that has it."""
    own = [
        item
        for item in table.world.every()
        if any(isinstance(node, ast.Keyword) and node.name == said.name for node in item.printed.abilities)
    ]
    things = {item.thing for item in own}
    return (
        AbilityOf(Ref(things.pop()), "triggered", said.name)
        if len(things) == 1 and own[0].thing >= 0
        else said
    )


def _by_what(table: Table, told: Heeded) -> None:
    """What it is said to trigger off: something that was told, or an object that is there."""
    for one in told.each("by"):
        if not isinstance(one, Ref) or not all(item.now for item in table.items(one)):
            raise NotStaged("off what it triggers was not told", "何によって誘発するのかが述べられていません")


@outcome("trigger")
def triggers(table: Table, told: Heeded) -> Measure:
    """CR 603: how often an ability has triggered."""
    _by_what(table, told)
    what = told.role("what")
    fillings = what if isinstance(what, tuple) else (what,)
    checks: list[dict[str, Any]] = []
    for one in fillings:
        if isinstance(one, Word) and one.kind == "keyword":
            one = _whose_keyword(table, one)
        if isinstance(one, Word):
            raise NotStaged("whose ability it is is not said", "どれの能力かが述べられていません")
        items = (
            table.source(one)
            or visit_ability(table, one)
            or (_nameless(table, one) if isinstance(one, AbilityOf) else [])
        )
        if not items:
            raise NotStaged("whose ability it is is not said", "どれの能力かが述べられていません")
        for item in items:
            if isinstance(one, AbilityOf) and one.what in _LINES and item.card in table.world.invented:
                table.add_line(item, _LINES[one.what])
            if item.made is not None and not _may_trigger(item):
                raise NotStaged("whose ability it is is not said", "どれの能力かが述べられていません")
            if not item.now:
                table.world.need(item, "battlefield")
            checks.append({"triggered": {"source": item.key, **fragment(one, item)}})
    return Measure(checks, wanted=wanted(told))


@deed("trigger")
def triggered(table: Table, told: Heeded) -> None:
    """Told that an ability triggers: it has to have done so; where it is answered, it is put on the stack first."""
    what = told.role("what")
    items = table.source(what)
    if not table.asking and not table.line.script:
        raise NotStaged("what makes it trigger was not told", "何によって誘発するのかが述べられていません")
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
        if not table.asking:
            table.wanted_value(told, {"triggered": {"source": item.key, **fragment(what, item)}}, least=1)
    table.up_to_trigger(items)
