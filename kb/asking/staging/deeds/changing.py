"""What changes a permanent: tap, steal, pump, abilities, counters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.asking.frames import AbilityOf, Counters, Person, Ref, Stat, Word
from kb.asking.staging.deeds import Measure, deed, means, outcome, wanted
from kb.asking.staging.deeds.being import check_of, stat_check
from kb.asking.staging.deeds.mana import make_mana, of_mana
from kb.asking.staging.deeds.zones import does, tools_of
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Table
from kb.asking.staging.using import use


def _one_effect(verb: str, text: str, *, harm: bool = True, **asked: Any) -> None:
    """A verb that is one instruction about objects."""

    def done(table: Table, told: Heeded) -> None:
        items = table.items(told.role("what"))
        if told.negated:
            tools_of(table, told)
            for item in items:
                table.never_happens(told, card=item.key, **asked)
            return
        does(
            table,
            told,
            items,
            verb,
            text,
            harm=harm,
        )
        for item in items:
            table.must_happen(told, card=item.key, **asked)
            item.acted = True

    def seen(table: Table, told: Heeded) -> Measure:
        means(told)
        items = table.items(told.role("what"))
        for item in items:
            if not item.now:
                table.world.need(item, "battlefield")
        return Measure([{"happened": {**asked, "card": one.key}} for one in items])

    deed(verb)(done)
    outcome(verb)(seen)


_one_effect("untap", "Untap target permanent.", harm=False, event="untap")
_one_effect("transform", "Transform target permanent.", harm=False, event="transform")
_one_effect("phase out", "Target permanent phases out.", event="phase_out")


@deed("tap")
def tap(table: Table, told: Heeded) -> None:
    """CR 701.26: it becomes tapped, for a cost or by an effect."""
    items = table.items(told.role("what"))
    if told.negated:
        tools_of(table, told)
        for item in items:
            table.never_happens(told, event="tap", card=item.key)
        return
    if of_mana(told.frame.roles.get("for")):
        for item in items:
            if table.persons_in(told, "agent"):
                table.world.control(item, table.player(told.role("agent")))
            make_mana(table, told, item, told.role("for"))
        return
    if told.has("for"):
        raise NotStaged("for what it is tapped can't be played", "何のためにタップするのかを扱えません")
    does(
        table,
        told,
        items,
        "tap",
        "Tap target permanent.",
    )
    for item in items:
        table.must_happen(told, event="tap", card=item.key)
        item.acted = True


@outcome("tap")
def tapped(table: Table, told: Heeded) -> Measure:
    """Whether it becomes tapped."""
    means(told)
    return Measure(
        [{"happened": {"event": "tap", "card": one.key}} for one in table.items(told.role("what"))]
    )


@deed("steal")
def steal(table: Table, told: Heeded) -> None:
    """CR 613.1b: another player gains control of it."""
    items = table.items(told.role("what"))
    told.only("from", Person)
    tools, player = tools_of(table, told)
    side = player or (
        table.world.other(items[0].side)
        if items and items[0].side
        else "B"
        if not tools
        else tools[0].side or "B"
    )
    for item in items:
        table.world.need(item, "battlefield")
        if not item.side:
            table.world.control(item, table.world.other(side))
        if tools:
            for tool in tools:
                use(table, told, tool, [item], tool.side or side, "steal")
        else:
            table.event(side, "gain_control", {"player": side, "card": item.key}, told)
        item.acted, item.holder = True, side


@deed("regenerate")
def regenerate(table: Table, told: Heeded) -> None:
    """CR 701.19: a shield is set up."""
    items = table.items(told.role("what"))
    does(
        table,
        told,
        items,
        "regenerate",
        "Regenerate target creature.",
        harm=False,
    )


@deed("pump")
def pump(table: Table, told: Heeded) -> None:
    """It gets +N/+N until end of turn."""
    items = table.items(told.either("what", "to"))
    amount = told.either("amount", "with")
    text = ""
    if isinstance(amount, Word) and amount.kind == "pt":
        text = f"Target creature gets {amount.name} until end of turn."
    elif not told.has("by"):
        raise NotStaged("by how much is not said", "どれだけ修整するのかが述べられていません")
    does(
        table,
        told,
        items,
        "pump",
        text,
        harm=False,
    )
    for item in items:
        item.acted = True


@outcome("pump")
def pumped(table: Table, told: Heeded) -> Measure:
    """Whether its power and toughness are what is printed on it and that much more or less."""
    means(told) if told.has("by") else told.only("agent", Person)
    amount = told.either("amount", "with")
    if not isinstance(amount, Word) or amount.kind != "pt":
        raise NotStaged("by how much is not said", "どれだけ修整するのかが述べられていません")
    more = [int(part) for part in amount.name.split("/")]
    checks: list[dict[str, Any]] = []
    wanted_: list[int] = []
    for item in table.items(told.either("what", "to")):
        printed = [item.printed.power, item.printed.toughness]
        if not all(one is not None and one.isdigit() for one in printed):
            raise NotStaged("its printed size is no number", "印刷されたサイズが数値ではありません")
        checks += [{"power": item.key}, {"toughness": item.key}]
        wanted_ += [int(str(one)) + plus for one, plus in zip(printed, more, strict=True)]
    return Measure(checks, total=lambda values: int(list(values) == wanted_))


@deed("gain ability", "lose ability")
def change_ability(table: Table, told: Heeded) -> None:
    """It gains or loses a keyword ability, for the turn or by something that lasts."""
    items = table.items(told.role("what"))
    said = told.role("with")
    gains = told.verb == "gain ability"
    if isinstance(said, Ref) and gains:
        for tool in table.items(said):
            use(table, told, tool, items, tool.side or "A", "become")
        for item in items:
            item.acted = True
        return
    if isinstance(said, Word) and said.kind == "keyword":
        text = f"Target creature {'gains' if gains else 'loses'} {said.name} until end of turn."
    elif said is None or isinstance(said, AbilityOf) or (isinstance(said, Word) and said.kind == "concept"):
        if not told.has("by") or said is not None:
            text = "" if gains else "Target creature loses all abilities until end of turn."
        else:
            text = ""
    else:
        raise NotStaged("which ability is not said", "どの能力かが述べられていません")
    if not text and not told.has("by"):
        raise NotStaged("which ability is not said", "どの能力かが述べられていません")
    does(
        table,
        told,
        items,
        told.verb,
        text,
        harm=False,
    )
    for item in items:
        item.acted = True


@deed("put counter")
def put_counter(table: Table, told: Heeded) -> None:
    """CR 122.6: counters are put on something."""
    what = told.role("what")
    number = told.role("amount")
    counters = what if isinstance(what, Counters) else number if isinstance(number, Counters) else None
    if counters is None or not counters.kind:
        raise NotStaged("which counters is not said", "どのカウンターかが述べられていません")
    count = counters.count if isinstance(counters.count, int) else table.number(number)
    agent = told.role("agent")
    tools, player = tools_of(table, told, "by")
    player = table.player(agent) if isinstance(agent, Person) else player
    if not told.has("to"):
        raise NotStaged(
            "on what the counters are put is not said", "カウンターを何に置くのかが述べられていません"
        )
    for one in told.each("to"):
        if isinstance(one, Person):
            side = table.player(one)
            table.event(
                player or side, "add_counter", {"player": side, "kind": counters.kind, "count": count}, told
            )
            continue
        for item in table.items(one):
            table.world.need(item, *([item.now] if item.now else ["battlefield"]))
            if tools:
                for tool in tools:
                    use(table, told, tool, [item], tool.side or player or item.side or "A", "put counter")
            else:
                table.event(
                    player or item.side or "A",
                    "add_counter",
                    {"card": item.key, "kind": counters.kind, "count": count},
                    told,
                )
            table.must_happen(told, event="counters", card=item.key)
            item.acted = True


@outcome("put counter")
def counters_put(table: Table, told: Heeded) -> Measure:
    """How many counters are put there."""
    what = told.role("what")
    count = wanted(told)
    if isinstance(what, Counters) and isinstance(what.count, int) and what.count > 1:
        count = what.count
    means(told) if told.has("by") else told.only("agent", Person)
    kind = {"kind": what.kind} if isinstance(what, Counters) and what.kind else {}
    checks: list[dict[str, Any]] = []
    for one in told.each("to"):
        if isinstance(one, Person):
            checks.append({"happened": {"event": "counters", "player": table.player(one), **kind}})
        else:
            checks += [
                {"happened": {"event": "counters", "card": item.key, **kind}} for item in table.items(one)
            ]
    return Measure(checks, amounts=True, wanted=count)


@deed("remove counter")
def remove_counter(table: Table, told: Heeded) -> None:
    """CR 122: counters are removed from something."""
    what = told.role("what")
    if not isinstance(what, Counters) or not what.kind or not isinstance(what.count, int):
        raise NotStaged("which counters is not said", "どのカウンターかが述べられていません")
    tools, player = tools_of(table, told)
    words = f"Remove {'a' if what.count == 1 else what.count} {what.kind} counter{'' if what.count == 1 else 's'} from target permanent."
    for item in table.items(told.role("from")):
        table.world.need(item, "battlefield")
        if tools:
            for tool in tools:
                use(table, told, tool, [item], tool.side or player or item.side or "A", "remove counter")
        else:
            table.effect(player or item.side or "A", words, [item.key], told)
        table.must_happen(told, event="remove_counters", card=item.key)
        item.acted = True


@deed("proliferate")
def proliferate(table: Table, told: Heeded) -> None:
    """CR 701.34: proliferate."""
    player = table.player(told.role("agent"), "A")
    table.effect(player, "Proliferate.", [], told)


@outcome("gain ability", "lose ability")
def ability_changed(table: Table, told: Heeded) -> Measure:
    """Whether it has the ability, or no longer has it."""
    said = told.role("with")
    means(told)
    items = table.items(told.role("what"))
    if not (isinstance(said, Word) and said.kind == "keyword"):
        raise NotStaged("which ability is not said", "どの能力かが述べられていません")
    gains = told.verb == "gain ability"
    checks = [{"has": {"card": one.key, "ability": said.name}} for one in items]
    return Measure(checks, total=lambda values: int(all(bool(value) == gains for value in values)))


@outcome("become", "become copy")
def became(table: Table, told: Heeded) -> Measure:
    """Whether it has become that."""
    means(told)
    said = told.either("as", "to")
    if isinstance(told.frame.roles.get("what"), Stat):
        number = table.number(said)
        return Measure([stat_check(table, told.role("what"))], total=lambda values: int(values[0] == number))
    if isinstance(said, Word) and said.name in ("attacking", "blocking", "blocked", "unblocked"):
        raise NotStaged(
            "what it becomes in combat can't be asked so", "戦闘での状態になるかどうかは扱えません"
        )
    items = table.items(told.role("what"))
    checks: list[dict[str, Any]] = []
    tests: list[tuple[int, int, Callable[[Any], bool]]] = []
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
        found, test = check_of(item, said, table)
        tests.append((len(checks), len(checks) + len(found), test))
        checks += found
    return Measure(
        checks, total=lambda values: int(all(test(list(values[low:high])) for low, high, test in tests))
    )


@outcome("steal")
def stolen(table: Table, told: Heeded) -> Measure:
    """Whether somebody else has gained control of it."""
    told.only("by", Ref)
    told.only("from", Person)
    items = table.items(told.role("what"))
    agent = told.role("agent")
    player = table.player(agent) if isinstance(agent, Person) else ""
    checks = [{"controller": one.key} for one in items]
    sides = [one.controller for one in items]
    return Measure(
        checks,
        total=lambda values: int(
            all(
                value == player if player else value != side
                for value, side in zip(values, sides, strict=True)
            )
        ),
    )
