"""Speed (CR 702.179): how it rises, that nothing takes it away, and what has start your engines! going away."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import Number, Person, Ref, Stat
from kb.asking.model import Both
from kb.asking.staging.deeds import Holds, Measure, deed, means, outcome, state, wanted
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Table


def _whose(table: Table, told: Heeded) -> str:
    """The player whose speed is spoken of; nothing but speed is."""
    what = told.role("what")
    if not isinstance(what, Stat) or what.name != "speed" or isinstance(what.of, Ref):
        raise NotStaged("only of speed this can be played", "速度についてのみ扱えます")
    return table.player(what.of, "A")


def _has_speed(table: Table, player: str, number: int = 1) -> None:
    """Who asks whether it changes has one, where nobody said otherwise."""
    if "speed" not in table.world.facts[player]:
        table.world.facts[player]["speed"] = number
        who = "You have" if player == "A" else f"{player} has"
        table.assume(
            f"{who} speed {number}.",
            f"{'あなた' if player == 'A' else player}の速度は{number}とします。",
        )


@outcome("speed up")
def speed_up(table: Table, told: Heeded) -> Measure:
    """By how much a player's speed rises."""
    player = _whose(table, told)
    means(told)
    count = wanted(told)
    _has_speed(table, player)
    to = told.role("to")
    if to is not None:
        goal = table.number(to)
        return Measure([{"speed": player}], total=lambda values: int(values[0] == goal))
    return Measure(
        [{"happened": {"event": "change_speed", "player": player}}],
        [{"speed": player}],
        amounts=True,
        wanted=count,
    )


@outcome("speed down")
def speed_down(table: Table, told: Heeded) -> Measure:
    """Whether a player's speed is lower afterwards."""
    player = _whose(table, told)
    means(told)
    _has_speed(table, player, 2)
    before = table.world.facts[player]["speed"] or 0
    return Measure([{"speed": player}], total=lambda values: int((values[0] or 0) < before))


@outcome("lose speed")
def speed_lost(table: Table, told: Heeded) -> Measure:
    """CR 702.179b: whether a player no longer has speed, or less."""
    told.only("agent", Person)
    told.only("by", Ref)
    player = _whose(table, told)
    if not any("start your engines!" in item.printed.text.casefold() for item in table.world.every()):
        _has_speed(table, player, 2)
    before = table.world.facts[player].get("speed") or 1
    return Measure([{"speed": player}], total=lambda values: int((values[0] or 0) < before))


@state("start at")
def starts_at(table: Table, told: Heeded) -> Holds:
    """What a player's first speed is."""
    player = _whose(table, told)
    number = table.number(told.role("from"))
    if "speed" in table.world.facts[player]:
        raise NotStaged("there is a speed already", "すでに速度があります")
    return Holds([{"speed": player}], lambda values: values[0] == number, lambda values: values[0])


@deed("lose", "lose control")
def loses(table: Table, told: Heeded) -> None:
    """A player no longer has permanents: they leave, or another player gains control of them; where that isn't said both are tried."""
    agent = told.role("agent")
    told.manner("all")
    if told.negated or not table.things_in(told, "what"):
        raise NotStaged("what is lost, and by what, can't be played", "何を、何によって失うのかを扱えません")
    player = table.player(agent, "A")
    taken = told.verb == "lose control"
    if not taken:
        ways = {"gone": ("the permanents leave the battlefield", "パーマネントが戦場を離れる"),
                "taken": ("another player takes them", "他のプレイヤーが奪う")}  # fmt: skip
        chosen = table.unsaid.open("how it is lost", [(key, Both(en, ja)) for key, (en, ja) in ways.items()])
        taken = chosen == "taken"
    for item in table.items(told.role("what")):
        table.world.need(item, "battlefield", player=player)
        other = table.world.other(player)
        if taken:
            table.event(other, "gain_control", {"player": other, "card": item.key}, told)
            item.holder = other
        else:
            table.event(player, "put", {"card": item.key, "to": "graveyard"}, told)
            item.now = "graveyard"
            table.must_happen(told, event="leave", card=item.key)
        item.acted = True


def no_speed(table: Table, player: str, said: Any, *, negated: bool) -> bool:
    """ "I have no speed": so everybody begins."""
    if not negated or not isinstance(said, Stat | Number) or table.line.script:
        return False
    name = said.of if isinstance(said, Number) else said.name
    if name != "speed" or (isinstance(said, Number) and said.value != "some"):
        return False
    table.world.facts[player]["speed"] = None
    return True
