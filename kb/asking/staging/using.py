"""How a card that something is done with is used: cast, activated, or simply there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import MAIN
from kb.asking.staging.table import Act, Table
from kb.asking.staging.world import Item
from kb.asking.wordbook import wordbook
from kb.checker.oracle import ast


def _moves(*zones: str) -> Any:
    return lambda part: isinstance(part, ast.Move) and part.to in zones


def _is(*nodes: type) -> Any:
    return lambda part: isinstance(part, nodes)


A = TypeVar("A", bound=ast.Ability)
DOES: Final[Mapping[str, Any]] = {
    "destroy": _is(ast.Destroy),
    "kill": lambda part: isinstance(part, ast.Destroy | ast.DealDamage | ast.Sacrifice | ast.AddPT),
    "take out": lambda part: (
        isinstance(part, ast.Destroy | ast.DealDamage | ast.AddPT) or _moves("exile", "hand", "library")(part)
    ),
    "die": lambda part: isinstance(part, ast.Destroy | ast.DealDamage | ast.Sacrifice | ast.AddPT),
    "exile": lambda part: isinstance(part, ast.ExileUntil) or _moves("exile")(part),
    "bounce": _moves("hand", "library"),
    "reanimate": _moves("battlefield"),
    "put": _is(ast.Move),
    "return": _moves("hand", "battlefield"),
    "blink": _moves("battlefield"),
    "deal damage": _is(ast.DealDamage),
    "be dealt damage": _is(ast.DealDamage),
    "draw": _is(ast.Draw),
    "discard": _is(ast.Discard),
    "mill": _is(ast.Mill),
    "gain life": _is(ast.GainLife),
    "lose life": _is(ast.LoseLife, ast.DealDamage),
    "sacrifice": _is(ast.Sacrifice),
    "counter": _is(ast.Counter),
    "tap": _is(ast.Tap),
    "untap": _is(ast.Untap),
    "fight": _is(ast.Fight),
    "put counter": _is(ast.PutCounters),
    "remove counter": _is(ast.RemoveCounters),
    "steal": lambda part: isinstance(part, ast.SetController),
    "pump": lambda part: isinstance(part, ast.AddPT),
    "create token": _is(ast.CreateToken, ast.CreateCopy),
    "copy": _is(ast.CopySpell, ast.CreateCopy),
    "search": _is(ast.Search),
    "regenerate": _is(ast.Regenerate),
    "gain ability": lambda part: isinstance(part, ast.AddAbility),
    "lose ability": lambda part: isinstance(part, ast.LoseAbility),
    "become": _is(ast.Modify),
    "animate": _is(ast.Modify),
    "become copy": lambda part: isinstance(part, ast.CopyOf),
    "add mana": _is(ast.AddMana),
}
"""Which instruction of a card's text does what a verb says."""


def has_flash(item: Item) -> bool:
    """Whether it may be cast whenever an instant may."""
    return "instant" in item.printed.types or any(
        isinstance(node, ast.Keyword) and node.name == "flash" for node in item.printed.abilities
    )


def enchants(item: Item) -> bool:
    """Whether it is cast onto something."""
    return "aura" in item.printed.subtypes


def specs(item: Item) -> tuple[ast.TargetSpec, ...]:
    """The target descriptions of an instant or sorcery."""
    return tuple(
        spec for node in item.printed.abilities if isinstance(node, ast.Spell) for spec in node.body.targets
    )


def modal(item: Item) -> bool:
    """Whether its modes are chosen as it is cast."""
    return any(isinstance(node, ast.Spell) and node.body.modes is not None for node in item.printed.abilities)


def chooses(item: Item) -> bool:
    """Whether its text has somebody choose objects or modes."""
    return modal(item) or any(
        isinstance(part, ast.TargetSpec | ast.Pick | ast.Modes)
        for node in item.printed.abilities
        for part in ast.walk(node)
    )


def place_target(table: Table, spec: ast.TargetSpec | None, item: Item) -> None:
    """What is aimed at has to be where such a target is: a spell on the stack, a card in its graveyard, a permanent."""
    kind = spec.filter.kind if spec is not None else "permanent"
    if kind == "spell":
        if item.now == "stack" or any(one.get("cast") == item.key for one in table.line.script):
            item.now = "stack"
            return
        raise NotStaged(
            "a spell is spoken of that nobody is told to cast", "誰も唱えていない呪文が対象になっています"
        )
    if kind == "card":
        zone = next((one.zone for one in ast.walk(spec) if isinstance(one, ast.InZone)), "graveyard")
        table.world.need(item, zone)
    elif kind != "ability":
        table.world.need(item, "battlefield")


def cast_act(table: Table, item: Item, player: str, to: Sequence[Any], details: Mapping[str, Any]) -> Act:
    """The casting of a card, aimed at objects (items) or players (names)."""
    table.world.need(item, str(details.get("from", "hand")), player=player)
    action: dict[str, Any] = {"cast": item.key, **details}
    wanted = specs(item)
    things = [one for one in to if isinstance(one, Item)]
    for number, one in enumerate(things):
        if wanted or enchants(item):
            place_target(table, wanted[min(number, len(wanted) - 1)] if wanted else None, one)
        elif not one.now:
            table.world.need(one, origin([item], "") or "battlefield")
    called = [one.key if isinstance(one, Item) else one for one in to]
    if called and (wanted or enchants(item)) and not modal(item):
        action["targets"] = called
    elif called and modal(item):
        action["choices"] = called
    elif called and chooses(item):
        prefer = table.top.setdefault("prefer", [])
        prefer += [one for one in called if one not in prefer]
    instant = has_flash(item)
    return Act(player, action, () if instant else MAIN, own=not instant)


def cast(table: Table, told: Heeded, item: Item, player: str, to: Sequence[Any] = (), **details: Any) -> None:
    """Cast a card."""
    if to and any(spec.filter.kind == "spell" for spec in specs(item)):
        table.perform_now(cast_act(table, item, player, to, details), told)
    else:
        table.perform(cast_act(table, item, player, to, details), told)
    item.acted, item.now, item.holder = True, "stack", player
    item.states.discard("on the stack")
    table.stacked.append(item)
    table.used.append((item, table.line.script[-1]))


def abilities(item: Item, verb: str, kind: type[A]) -> Iterator[A]:
    """Its abilities of a kind whose instructions do what the verb says."""
    test = DOES.get(verb)
    for node in item.printed.abilities:
        if isinstance(node, kind) and (test is None or any(test(part) for part in ast.walk(node))):
            yield node


def enters(node: ast.Ability) -> bool:
    """Whether an ability waits for its own permanent to enter."""
    event = getattr(node, "event", None)
    return (
        isinstance(event, ast.Moves)
        and event.to == "battlefield"
        and any(isinstance(one, ast.This) for one in ast.walk(event))
    )


def use(table: Table, told: Heeded, item: Item, to: Sequence[Any], player: str, verb: str) -> None:
    """Do something with a card: cast it, activate it, or have it on the battlefield, whichever does what the verb says."""
    if item.acted and (item.is_spell or item.now == "stack"):
        return  # it has been cast: what is told now is what it does
    player = item.side or player or "A"
    if table.is_blank(item):
        give_verb(table, item, verb, told)
    if item.is_spell or (enchants(item) and not item.start and to):
        cast(table, told, item, player, to)
        return
    found = list(abilities(item, verb, ast.Activated))
    if len(found) > 1:
        raise NotStaged(
            f"{item.card} could do that in several ways", f"{item.card}がそれを行う方法が複数あります"
        )
    if found and not any(abilities(item, verb, ast.Triggered)):
        activate(table, told, item, player, found[0], to)
        return
    waits = [node for node in abilities(item, verb, ast.Triggered) if enters(node)]
    if waits and not item.acted and item.start != "battlefield":
        cast(table, told, item, player, to)
        return
    test = DOES.get(verb)
    if test is not None and verb not in _OF_COMBAT and not does_so(item, verb):
        raise NotStaged(
            f"nothing that {item.card} says does this (“{verb}”)",
            f"{item.card}のテキストにそれを行う能力がありません",
        )
    table.world.need(item, "battlefield", player=item.side or player)


_OF_COMBAT = frozenset({"die"})
"""What creatures bring about by fighting, whatever their texts say."""


def does_so(item: Item, verb: str) -> bool:
    """Whether anything in its text does what the verb says, or isn't read."""
    test = DOES[verb]
    return any(
        test(part) or isinstance(part, ast.Unread | ast.Keyword)
        for node in item.printed.abilities
        for part in ast.walk(node)
    )


def activate(
    table: Table,
    told: Heeded,
    item: Item,
    player: str,
    node: ast.Activated,
    to: Sequence[Any],
    **details: Any,
) -> None:
    """Activate an ability of a permanent."""
    table.perform(activate_act(table, item, player, node, to, details), told)
    item.acted = True
    table.used.append((item, table.line.script[-1]))


def activate_act(
    table: Table,
    item: Item,
    player: str,
    node: ast.Activated | None,
    to: Sequence[Any],
    details: Mapping[str, Any],
) -> Act:
    """The activation of an ability, aimed at objects or players."""
    zone = node.zone if node is not None else "battlefield"
    table.world.need(item, zone, player=player)
    action: dict[str, Any] = {"activate": item.key, **details}
    if node is not None:
        action["ability"] = node.text
    if zone != "battlefield":
        action["from"] = zone
    wanted = node.body.targets if node is not None else ()
    things = [one for one in to if isinstance(one, Item)]
    for number, one in enumerate(things):
        place_target(table, wanted[min(number, len(wanted) - 1)] if wanted else None, one)
    if to and wanted:
        action["targets"] = [one.key if isinstance(one, Item) else one for one in to]
    slow = node is not None and (node.is_loyalty or "sorcery" in node.limits)
    return Act(player, action, MAIN if slow else (), own=slow)


def explained(table: Table, verb: str, items: Sequence[Item]) -> bool:
    """Whether something that was cast or activated before does what is told now; the objects answer what it asks for."""
    test = DOES.get(verb)
    if test is None:
        return False
    for tool, entry in reversed(table.used):
        if not any(test(part) for node in tool.printed.abilities for part in ast.walk(node)):
            continue
        things = [one for one in specs(tool) if one.filter.kind != "player"]
        if items and things and "cast" in entry and "targets" not in entry and not modal(tool):
            entry["targets"] = [one.key for one in items]
        elif items:
            prefer = table.top.setdefault("prefer", [])
            prefer += [one.key for one in items if one.key not in prefer]
        return True
    return False


def origin(tools: Sequence[Item], verb: str) -> str:
    """The zone from which the cards take what they do that to: the battlefield where their texts name no other."""
    test = DOES.get(verb)
    for tool in tools:
        for node in tool.printed.abilities:
            if test is not None and not any(test(part) for part in ast.walk(node)):
                continue
            for what in ast.walk(node):
                if isinstance(what, ast.Filter) and what.kind == "card":
                    zone = next((one.zone for one in what.where if isinstance(one, ast.InZone)), "")
                    if zone and zone != "anywhere":
                        return str(zone)
                    if any(isinstance(one, ast.FromAmong) for one in what.where) and _looks_at_top(node):
                        return "library"
    return ""


def _looks_at_top(node: ast.Ability) -> bool:
    """Whether it takes cards from among those on top of a library."""
    return any(isinstance(part, ast.TopCards) for part in ast.walk(node))


_OF_ALL = frozenset({"board wipe"})
"""Nouns of spells that do to all what is said of one."""


def give_verb(table: Table, item: Item, verb: str, told: Heeded) -> None:
    """An invented spell of which nobody said what it does gets the words of the verb."""
    row = wordbook().verbs.get(verb)
    text = row.oracle if row is not None else ""
    if not text:
        return
    if item.thing >= 0 and table.question.things[item.thing].noun in _OF_ALL:
        if verb not in ("destroy", "die", "kill", "take out"):
            raise NotStaged(
                "what it does to all of them is not said", "全体に何をするのかが述べられていません"
            )
        table.give_text(item, "Destroy all creatures.")
        return
    kind = "creature"
    for one in told.frame.roles.values():
        for ref in one if isinstance(one, tuple) else (one,):
            if hasattr(ref, "thing"):
                found = table.items(ref)
                if found and not found[0].is_spell and found[0] is not item:
                    kind = next((word for word in found[0].printed.types), "permanent")
    amount = told.frame.roles.get("amount")
    number = getattr(amount, "value", None)
    slots = {
        "what": kind,
        "to": kind,
        "by": "This spell",
        "agent": "You",
        "from": kind,
        "amount": number,
        "with": "",
    }
    if "{amount}" in text and not isinstance(number, int):
        raise NotStaged("how much is not said", "数量が述べられていません")
    text = (
        text.format(**slots).replace("to creature", "to any target").replace("to permanent", "to any target")
    )
    table.give_text(item, text)
