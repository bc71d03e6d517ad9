"""Damage, in combat and by spells."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import Number, Person, Ref, Stat, Word
from kb.asking.staging.deeds import Measure, deed, outcome, wanted
from kb.asking.staging.deeds.combat import attack_with
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Table
from kb.asking.staging.using import use
from kb.asking.staging.world import Item


def _receivers(table: Table, told: Heeded) -> tuple[list[Item], list[str]]:
    items: list[Item] = []
    players: list[str] = []
    for one in told.each("to"):
        if isinstance(one, Person):
            players += table.players(one) or ["?"]
        elif isinstance(one, Ref):
            items += table.items(one)
        else:
            raise NotStaged("what is dealt damage can't be played", "ダメージを受けるものを扱えません")
    return items, players


def _sources(table: Table, told: Heeded) -> list[Item]:
    found: list[Item] = []
    for role in ("agent", "by"):
        for one in told.each(role):
            if isinstance(one, Person):
                continue
            found += table.source(one)
    return list({id(one): one for one in found}.values())


def _amount(told: Heeded) -> int | None:
    amount = told.role("amount")
    what = told.role("what")
    for one in (amount, what):
        if isinstance(one, Number) and isinstance(one.value, int):
            return one.value
        if (
            one is not None
            and not (isinstance(one, Number) and one.value == "some")
            and not isinstance(one, Word | Stat)
        ):
            raise NotStaged("how much damage is not said", "ダメージの量が述べられていません")
    return None


@deed("deal damage", "be dealt damage")
def deal(table: Table, told: Heeded) -> None:
    """CR 120: damage is dealt: by a spell or ability named, by combat, or by nobody knows what."""
    items, players = _receivers(table, told)
    sources = _sources(table, told)
    amount = _amount(told)
    combat = told.manner("combat")
    told.manner("first strike", "together")
    if not items and not players and table.attack is None:
        raise NotStaged(
            "to whom the damage is dealt is not said", "誰または何にダメージを与えるのかが述べられていません"
        )
    if told.negated:
        for name, kind in [
            *((one.key, "card") for one in items),
            *((one, "to") for one in players if one != "?"),
        ]:
            table.never_happens(
                told, event="damage", **{kind: name}, **({"by": sources[0].key} if sources else {})
            )
        return
    agent = next((one for one in told.each("agent") if isinstance(one, Person)), None)
    doer = table.player(agent) if agent is not None else ""
    sides = [one for one in players if one != "?"]
    victim = next(iter(sides), "") or next((one.side for one in items if one.side), "")
    player = (
        doer
        or next((one.side for one in sources if one.side), "")
        or (table.world.other(victim) if victim else "")
    )
    for name in [one for one in players if one == "?"]:
        players[players.index(name)] = table.world.other(player or "A")
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
    creatures = [one for one in sources if not one.is_spell and "creature" in one.types]
    spells = [one for one in sources if one not in creatures]
    if (
        told.manner("together")
        and amount is not None
        and len(creatures) == 1
        and len(sources) == 1
        and not table.attack
    ):
        for name in players:
            value = {"player": name, "amount": amount, "combat": True, "source": creatures[0].key}
            table.event(player or "A", "damage", value, told)
    elif combat or (
        creatures and not spells and (players or any(one in table.attackers for one in creatures))
    ):
        _combat_damage(table, told, creatures, players)
    elif spells or creatures:
        for source in sources:
            use(table, told, source, [*items, *players], player, "deal damage")
    else:
        amount = table.some_amount(told) if amount is None else amount
        for _ in range(2 if told.manner("twice") else 1):
            for kind, key in [*(("card", one.key) for one in items), *(("player", one) for one in players)]:
                table.event(player or "A", "damage", {kind: key, "amount": amount}, told)
    receivers: list[dict[str, Any]] = [
        *({"card": one.key} for one in items),
        *({"to": one} for one in players),
    ]
    origins: list[dict[str, Any]] = [{"by": one.key} for one in sources] or [{}]
    for one in receivers:
        for origin in origins:
            table.must_happen(told, event="damage", **one, **origin)
        if amount is not None and not table.asking:
            table.wanted_value(told, {"happened": {"event": "damage", "amount": True, **one}}, least=amount)


def _combat_damage(table: Table, told: Heeded, creatures: list[Item], players: list[str]) -> None:
    missing = [
        one
        for one in creatures
        if one not in table.attackers and one.key not in (table.blocks or {}).get("block", {})
    ]
    if missing:
        side = next((one.side for one in missing if one.side), "") or (
            table.world.other(players[0]) if players else ""
        )
        attack_with(table, told, missing, side, [])
    table.settle()
    if not table.asking:
        table.line.go(("combat_damage",))


@outcome("deal damage", "be dealt damage")
def dealt(table: Table, told: Heeded) -> Measure:
    """How much damage is dealt, and how often."""
    items, players = _receivers(table, told)
    sources = _sources(table, told)
    amount = wanted(told, "amount", "what")
    combat = {"combat": True} if told.manner("combat") else {}
    told.manner("together")  # in all
    checks: list[dict[str, Any]] = []
    besides: list[dict[str, Any]] = []
    agents = [one for one in told.each("agent") if isinstance(one, Person)]
    if agents and not sources:
        raise NotStaged("by what the damage is dealt is not said", "何によるダメージかが述べられていません")
    side = next((one.side for one in sources if one.side), "") or table.last_attacker()
    origins: list[dict[str, Any]] = [{"by": one.key} for one in sources] or [{}]
    for origin in origins:
        extra: dict[str, Any] = {**combat, **origin}
        for one in items:
            checks.append({"happened": {"event": "damage", "card": one.key, **extra}})
            besides.append({"zone": one.key})
        for name in players:
            whom = table.world.other(side) if name == "?" and side else name
            if whom == "?":
                raise NotStaged(
                    "who is dealt the damage is not said", "誰がダメージを受けるのかが述べられていません"
                )
            table.prefer(whom)
            checks.append({"happened": {"event": "damage", "to": whom, **extra}})
            besides.append({"life": whom})
        if not items and not players:
            checks.append({"happened": {"event": "damage", **extra}})
    return Measure(checks, besides, amounts=True, wanted=amount)


@deed("trample")
def got_through(table: Table, told: Heeded) -> None:
    """Damage got through: outside of combat it is dealt."""
    if table.attack is not None:
        raise NotStaged(
            "how damage got through can't be played", "どのようにダメージが通ったのかを扱えません"
        )
    deal(table, told)


@outcome("trample")
def gets_through(table: Table, told: Heeded) -> Measure:
    """CR 702.19b: how much of its combat damage an attacker may deal to whom it attacks, with something blocking it."""
    if table.attack is None and told.has("to"):
        return dealt(table, told)
    whole = told.manner("all")
    amount = wanted(told, "amount", "what") if not told.frame.roles.keys() & {"by"} else None
    _attackers_named(table, told)
    if table.attack is None or not table.attackers:
        raise NotStaged(
            "nothing attacks from which damage gets through", "ダメージを通す攻撃が述べられていません"
        )
    side = table.last_attacker()
    told.manner("combat", "first strike")
    victim = table.world.other(side) if side else ""
    for one in told.each("to"):
        if not isinstance(one, Person) or (table.players(one) or [victim]) != [victim]:
            raise NotStaged("to whom it gets through can't be played", "誰に通るのかを扱えません")
    if not victim:
        raise NotStaged("whose attacker it is is not said", "誰の攻撃クリーチャーかが述べられていません")
    check: dict[str, Any] = {"event": "damage", "to": victim, "combat": True}
    if len(table.attackers) == 1:
        check["by"] = table.attackers[0].key
    if whole:
        power = table.attackers[0].printed.power if len(table.attackers) == 1 else None
        if amount is not None or power is None or not power.isdigit():
            raise NotStaged("how much all of it is is not said", "全部でどれだけかが述べられていません")
        amount = int(power)
    return Measure([{"happened": check}], [{"life": victim}], amounts=True, wanted=amount, most=True)


def _attackers_named(table: Table, told: Heeded) -> None:
    """Whose damage it is: of one that attacks."""
    for role in ("agent", "by"):
        for one in told.each(role):
            if not isinstance(one, Ref) or not all(item in table.attackers for item in table.items(one)):
                raise NotStaged("whose damage gets through is not said", "何のダメージかが述べられていません")


@deed("assign damage")
def assign(table: Table, told: Heeded) -> None:
    """CR 510.1c: how combat damage is divided."""
    told.only("agent", Person)
    amount = table.number(told.either("amount", "what"))
    items, players = _receivers(table, told)
    if len(items) + len(players) != 1 or table.attack is None:
        raise NotStaged("how the damage is divided is not said", "ダメージの割り振りが述べられていません")
    name = items[0].key if items else players[0]
    division: dict[str, Any] = table.division
    division[name] = amount
