"""Combat: attack and block."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import Person
from kb.asking.staging.deeds import Holds, Measure, act, deed, outcome, state
from kb.asking.staging.heed import Heeded
from kb.asking.staging.invented import Made
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Act, Table
from kb.asking.staging.world import Item


def fighters(table: Table, told: Heeded) -> tuple[list[Item], str]:
    """What attacks or blocks, and the player who has it do so."""
    agent = told.role("agent")
    player = "" if agent is None or table.things_in(told, "agent") else table.player(agent)
    items = [*table.items(told.role("what")), *(table.items(agent) if table.things_in(told, "agent") else [])]
    by = told.role("by")
    items += table.items(by) if by is not None else []
    side = player or next((one.side for one in items if one.side), "")
    if not side and items and told.verb == "block" and not table.line.active:
        side = table.world.whose(items[0])
    return items, side


def _creature(table: Table, player: str, *, of_nobody: bool = True) -> Item:
    """The creature of that player that has been told of, where nobody said which one does it; else one that nobody described."""
    told = [
        one
        for one in table.world.every()
        if one.thing >= 0
        and "creature" in one.types
        and one.side in (("", player) if of_nobody else (player,))
        and one.now in ("", "battlefield")
        and one not in table.attackers
    ]
    if len(told) > 1:
        raise NotStaged(
            "which creature does it is not said", "どのクリーチャーがそれを行うのかが述べられていません"
        )
    if told:
        table.world.need(told[0], "battlefield", player=player)
        return told[0]
    made = Made(types=["creature"], power=2, toughness=2)
    item = table.world.add("Nameless Creature", made.data, player, "battlefield")
    table.assume("A creature that was not described is a 2/2.", "説明のないクリーチャーは2/2とします。")
    return item


def _whom(table: Table, told: Heeded, player: str) -> list[Any]:
    """What is attacked: players by name, planeswalkers and battles."""
    found: list[Any] = []
    for one in told.each("to"):
        if isinstance(one, Person):
            found += [name for name in table.players(one) if name != player]
        else:
            for item in table.items(one):
                table.world.need(item, "battlefield")
                found.append(item)
    return found


def _still_tapped(table: Table, items: list[Item], player: str) -> None:
    """What is said to be tapped is so when attackers are declared, not only before the turn's untap step."""
    for item in items:
        if item.setup.get("tapped") and not item.acted and table.line.turn == 1:
            if table.line.moved:
                raise NotStaged("when it was tapped was not said", "いつタップされたのかが述べられていません")
            table.line.go(("precombat_main", "begin_combat"), player)
            table.line.do(player, {"event": {"follow": {"text": "Tap target creature.", "to": [item.key]}}})
            item.acted = True


def attack_with(table: Table, told: Heeded, items: list[Item], player: str, whom: list[Any]) -> None:
    """CR 508: declare attackers; those of one combat are declared together."""
    player = player or next((one.side for one in items if one.side), "") or table.line.active or "A"
    for item in items:
        table.world.need(item, "battlefield", player=player)
        _as_declared(item, "attacking")
    names = [one.key for one in items]
    if len(whom) > 1:
        raise NotStaged("several are attacked at once", "複数の対象が同時に攻撃されています")
    target = whom[0] if whom else ""
    value: Any = (
        {name: target if isinstance(target, str) else target.key for name in names} if target else names
    )
    entry = table.attack
    if entry is not None and table.line.active == player and not (told.manner("again")):
        table.attackers += [one for one in items if one not in table.attackers]
        entry["attack"] = _joined(entry["attack"], value)
        return
    table.end_combat()
    _still_tapped(table, items, player)
    table.perform_at(Act(player, {"attack": value}, ("declare_attackers",), own=True), told)
    table.attack = table.line.script[-1]
    table.attackers = list(items)
    for item in items:
        item.acted = True


def _joined(one: Any, other: Any) -> Any:
    if isinstance(one, list) and isinstance(other, list):
        return [*one, *(name for name in other if name not in one)]
    if isinstance(one, dict) and isinstance(other, dict):
        return {**one, **other}
    raise NotStaged(
        "some of the attackers attack nobody in particular",
        "攻撃先が述べられていない攻撃クリーチャーがあります",
    )


def _as_declared(item: Item, state_: str) -> None:
    """What is called attacking or blocking becomes so by this."""
    item.states.discard(state_)


@deed("attack")
def attack(table: Table, told: Heeded) -> None:
    """CR 508.1: attack."""
    items, player = fighters(table, told)
    told.manner("alone", "together")
    whom = _whom(table, told, player)
    if not items:
        if not player:
            raise NotStaged("what attacks is not said", "何が攻撃するのかが述べられていません")
        items = table.called("attacking", player) or [_creature(table, player)]
    if told.negated:
        for item in items:
            table.world.need(item, "battlefield", player=player)
            table.never_happens(told, event="attacks", card=item.key)
        return
    if not player and whom and isinstance(whom[0], str):
        player = table.world.other(whom[0])
    attack_with(table, told, items, player, whom)
    if told.manner("alone"):
        table.wanted_value(told, {"happened": {"event": "attacks"}}, least=len(items))


@act("attack")
def attack_asked(table: Table, told: Heeded) -> Act:
    """CR 508.1: attacking asked about."""
    items, player = fighters(table, told)
    whom = _whom(table, told, player)
    if not items:
        raise NotStaged("what attacks is not said", "何が攻撃するのかが述べられていません")
    player = (
        player
        or (table.world.other(whom[0]) if whom and isinstance(whom[0], str) else "")
        or table.line.active
        or "A"
    )
    for item in items:
        table.world.need(item, "battlefield", player=player)
    _still_tapped(table, items, player)
    target = whom[0] if whom else ""
    names = [one.key for one in items]
    value: Any = (
        {name: target if isinstance(target, str) else target.key for name in names} if target else names
    )
    return Act(player, {"attack": value}, ("declare_attackers",), own=True)


@outcome("attack")
def attacked(table: Table, told: Heeded) -> Measure:
    """How often it attacks."""
    items, player = fighters(table, told)
    whom = told.each("to")
    extra = {"to": table.player(whom[0])} if whom and isinstance(whom[0], Person) else {}
    if whom and not extra:
        extra = {"to": table.one(whom[0]).key}
    for item in items:
        table.world.need(item, "battlefield", player=player)
    if not items:
        return Measure([{"happened": {"event": "attacks", "player": player, **extra}}])
    return Measure([{"happened": {"event": "attacks", "card": one.key, **extra}} for one in items])


def _attackers(table: Table, told: Heeded, role: str, blocker: str) -> list[Item]:
    """The attackers that are blocked; they are declared first where nobody has said so."""
    filling = told.role(role)
    items = table.items(filling) if filling is not None and not table.persons_in(told, role) else []
    if not items:
        items = list(table.attackers)
        if len(items) > 1 and not told.manner("all"):
            raise NotStaged(
                "which attacker is blocked is not said",
                "どの攻撃クリーチャーをブロックするのかが述べられていません",
            )
    if not items:
        side = table.world.other(blocker or "B")
        items = table.called("attacking", side) or [_creature(table, side, of_nobody=False)]
    missing = [one for one in items if one not in table.attackers]
    if missing:
        side = next((one.side for one in missing if one.side), "") or (
            table.world.other(blocker) if blocker else ""
        )
        attack_with(table, told, missing, side, [])
    return items


def attackers_for(table: Table, told: Heeded, blocker: str) -> list[Item]:
    """The attackers that are blocked where nobody says which."""
    return _attackers(table, told, "to", blocker)


def block_with(table: Table, told: Heeded, blockers: list[Item], attackers: list[Item], player: str) -> None:
    """CR 509: declare blockers; those of one combat are declared together."""
    attacking = table.line.active
    player = player or next((one.side for one in blockers if one.side), "") or table.world.other(attacking)
    for item in blockers:
        table.world.need(item, "battlefield", player=player)
        _as_declared(item, "blocking")
        item.acted = True
    names = [one.key for one in attackers]
    value = {one.key: names[0] if len(names) == 1 else names for one in blockers}
    if table.blocks is not None and table.blocks.get("player") == player:
        table.blocks["block"].update(value)
        return
    table.perform_at(Act(player, {"block": value}, ("declare_blockers",)), told)
    table.blocks = table.line.script[-1]


@deed("block")
def block(table: Table, told: Heeded) -> None:
    """CR 509.1: block."""
    items, player = fighters(table, told)
    told.manner("alone", "together")
    if told.negated:
        attackers = _attackers(table, told, "to", player)
        for item in attackers:
            table.never_happens(told, event="becomes_blocked", card=item.key)
        for item in items:
            table.world.need(item, "battlefield", player=player or table.world.other(table.line.active))
        return
    if not items and player:
        items = table.called("blocking", player) or [_creature(table, player)]
    attackers = _attackers(table, told, "to", player)
    if not items:
        side = table.world.other(table.line.active)
        items = table.called("blocking", side) or [_creature(table, side)]
    block_with(table, told, items, attackers, player)


@act("block")
def block_asked(table: Table, told: Heeded) -> Act:
    """CR 509.1: blocking asked about."""
    items, player = fighters(table, told)
    if not items and player:
        items = [_creature(table, player)]
    attackers = _attackers(table, told, "to", player)
    player = player or table.world.other(table.line.active)
    if not items:
        items = [_creature(table, player)]
    for item in items:
        table.world.need(item, "battlefield", player=player)
    names = [one.key for one in attackers]
    value = {one.key: names[0] if len(names) == 1 else names for one in items}
    return Act(player, {"block": value}, ("declare_blockers",))


@outcome("block")
def blocked(table: Table, told: Heeded) -> Measure:
    """How often it blocks."""
    items, player = fighters(table, told)
    attackers = _attackers(table, told, "to", player)
    player = player or table.world.other(table.line.active)
    for item in items:
        table.world.need(item, "battlefield", player=player)
    table.line.go(("declare_blockers",))
    if not items:
        return Measure([{"happened": {"event": "becomes_blocked", "card": one.key}} for one in attackers])
    return Measure([{"happened": {"event": "blocks", "card": one.key}} for one in items])


@deed("be blocked")
def become_blocked(table: Table, told: Heeded) -> None:
    """CR 509.1h: something blocks it."""
    items = table.items(told.role("what"))
    by = told.either("by", "agent")
    for item in items:
        side = item.side or table.line.active or "A"
        if item not in table.attackers:
            attack_with(table, told, [item], side, [])
        if told.negated:
            table.never_happens(told, event="becomes_blocked", card=item.key)
            continue
        defender = table.world.other(side)
        blockers = (
            table.items(by)
            if by is not None and not isinstance(by, Person)
            else [_creature(table, defender, of_nobody=False)]
        )
        block_with(table, told, blockers, [item], defender)


@state("be blocked")
def is_blocked(table: Table, told: Heeded) -> Holds:
    """CR 509.1h: whether it is blocked."""
    items = table.items(told.role("what"))
    by = told.role("by")
    if by is not None:
        pairs = [{"happened": {"event": "blocks", "card": one.key}} for one in table.items(by)]
        return Holds(pairs, all)
    return Holds([{"happened": {"event": "becomes_blocked", "card": one.key}} for one in items], all)


@deed("go unblocked")
def unblocked(table: Table, told: Heeded) -> None:
    """Nothing blocks it."""
    for item in table.items(told.role("what")):
        if item not in table.attackers:
            attack_with(table, told, [item], item.side, [])
        table.never_happens(told, event="becomes_blocked", card=item.key)


@state("go unblocked")
def is_unblocked(table: Table, told: Heeded) -> Holds:
    """Whether nothing blocks it."""
    items = table.items(told.role("what"))
    return Holds([{"happened": {"event": "unblocked", "card": one.key}} for one in items], all)
