"""Planes, dungeons, Attractions and dice: what stands beside the battlefield."""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import Person, Ref, Stat, Word
from kb.asking.staging.deeds import Holds, Measure, act, deed, outcome, state, wanted
from kb.asking.staging.deeds.aims import aims
from kb.asking.staging.deeds.attractions import by_a_card, number_rolled, roll_kind, to_visit
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import MAIN
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import cast
from kb.checker.oracle import ast

ROOMS: Final = (
    "First Room — You gain 1 life. (Leads to: Left Room, Right Room)\n"
    "Left Room — You gain 2 life. (Leads to: Last Room)\nRight Room — You gain 3 life. (Leads to: Last Room)\nLast Room — Draw a card."
)
"""The rooms of a dungeon that nobody named."""


def planechase(table: Table) -> None:
    """The game is one of Planechase: two planes that nobody named are there where none is."""
    table.top["variant"] = "planechase"
    for number in (1, 2):
        name = f"Nameless Plane {number}"
        table.world.invented.setdefault(
            name, {"types": f"Plane — Nowhere {number}", "text": "Whenever chaos ensues, you gain 1 life."}
        )
    table.world.planes = table.world.planes or ["Nameless Plane 1", "Nameless Plane 2"]


def _planar(told: Heeded) -> bool:
    what = told.frame.roles.get("what")
    return isinstance(what, Word) and what.name == "planar die"


@deed("roll die")
def roll(table: Table, told: Heeded) -> None:
    """CR 706: a die is rolled; the planar die as the special action, to visit Attractions, or by nobody knows what."""
    agent = told.role("agent")
    player = table.player(agent, "A") if agent is None or isinstance(agent, Person) else "A"
    times = 2 if told.manner("twice") else 1
    if told.negated:
        for kind in ("roll_die", "roll_planar_die"):
            table.never_happens(told, event=kind)
        return
    if _planar(told):
        told.only("what", Word)
        planechase(table)
        table.top.setdefault("planar_dice", []).extend(["blank"] * times)
        for _ in range(times):
            table.perform(Act(player, {"planar_die": True}, MAIN, own=True), told)
        return
    kind, number = roll_kind(table, told), number_rolled(told)
    if times > 1 or (not kind and number is None):
        raise NotStaged("what is rolled is not said", "出目が述べられていません")
    if kind == "visit":
        to_visit(table, told, player, number)
    else:
        by_a_card(table, told, player, number)


@act("roll die")
def roll_act(table: Table, told: Heeded) -> Act:
    """CR 901.9: rolling the planar die asked about."""
    player = table.player(told.role("agent"), "A")
    if not _planar(told):
        raise NotStaged(
            "only the planar die is rolled because somebody wants to", "任意に振れるのは次元ダイスだけです"
        )
    told.only("what", Word)
    planechase(table)
    return Act(player, {"planar_die": True}, MAIN, own=True)


@deed("planeswalk")
def planeswalk(table: Table, told: Heeded) -> None:
    """CR 701.31: planeswalk."""
    planechase(table)
    player = table.player(told.role("agent"), "A")
    table.walked += 1
    table.event(player, "planeswalk", player, told)


@deed("open attraction")
def open_attraction(table: Table, told: Heeded) -> None:
    """CR 701.51: open an Attraction."""
    player = table.player(told.role("agent"), "A")
    what = told.role("what")
    deck = table.world.facts[player].setdefault("attractions", [])
    if isinstance(what, Ref):
        for item in table.items(what):
            if item.card in table.world.invented:
                table.world.spoken.add(item.thing)
            else:
                deck.append(item.card)
                table.world.spoken.add(item.thing)
    if not deck and not table.world.empty_decks:
        table.world.invented.setdefault(
            "Nameless Attraction", {"types": "Artifact — Attraction", "text": "Visit — You gain 1 life."}
        )
        deck.append("Nameless Attraction")
    table.event(player, "open_attraction", {"player": player, "count": 1}, told)


def dungeon(table: Table, player: str, names: list[str]) -> None:
    """The dungeons that a player owns; one that nobody named where none is."""
    if not names:
        table.world.invented.setdefault("Nameless Dungeon", {"types": "Dungeon", "text": ROOMS})
        names = ["Nameless Dungeon"]
    owned = table.world.facts[player].setdefault("dungeons", [])
    owned += [name for name in names if name not in owned]


@deed("venture")
def venture(table: Table, told: Heeded) -> None:
    """CR 701.49: venture into the dungeon."""
    player = table.player(told.role("agent"), "A")
    told.only("what", Word)
    told.manner("again")
    to = told.role("to")
    names: list[str] = []
    if isinstance(to, Ref):
        item = table.one(to)
        table.world.spoken.add(item.thing)
        names = [] if item.card in table.world.invented else [item.card]
    elif to is not None and not isinstance(to, Word):
        raise NotStaged("into what it is ventured can't be played", "どこを探索するのかを扱えません")
    dungeon(table, player, names)
    table.event(player, "venture", player, told)


@state("start speed", "have speed")
def speed(table: Table, told: Heeded) -> Holds:
    """CR 702.179: whether a player has that speed, or any."""
    player = table.player(told.either("agent", "what"), "A")
    number = wanted(told)
    return Holds(
        [{"speed": player}],
        lambda values: values[0] == number if number is not None else bool(values[0]),
        lambda values: values[0],
    )


@outcome("get")
def gets(table: Table, told: Heeded) -> Measure:
    """What a player gets: a token, counters, speed."""
    agent, what = told.role("agent"), told.role("what")
    means_only = told.only("by", Ref)
    if isinstance(what, Stat) and what.name == "speed":
        player = table.player(agent, "A")
        return Measure([{"speed": player}], total=lambda values: int(bool(values[0])))
    if isinstance(what, Ref):
        thing = table.question.thing(what)
        words = [one.name for one in ast.walk(thing.filter) if isinstance(one, ast.HasType)]
        if not thing.card and words and words[-1] not in ("card", "creature", "land", "artifact"):
            table.world.spoken.add(what.thing)
            extra: dict[str, Any] = {"type": words[-1]}
            if isinstance(agent, Person):
                extra["player"] = table.player(agent, "A")
            if means_only is not None:
                extra["by"] = table.one(means_only).key
            more = [one for one in ast.walk(thing.filter) if isinstance(one, ast.Measures | ast.HasKeyword)]
            if more or (thing.count != 1 and not isinstance(thing.count, int)):
                raise NotStaged("what the token is like can't be asked", "どのようなトークンかは扱えません")
            count = thing.count if thing.count != 1 else None
            return Measure([{"happened": {"event": "create_token", **extra}}], wanted=count)
    raise NotStaged("what one gets can't be played", "何を得るのかを扱えません")


@state("be gone", "go away")
def is_gone(table: Table, told: Heeded) -> Holds:
    """Whether it is no longer on the battlefield."""
    items = table.items(told.either("what", "agent"))
    for item in items:
        if not item.now:
            table.world.need(item, "battlefield")
    return Holds(
        [{"zone": one.key} for one in items], lambda values: all(value != "battlefield" for value in values)
    )


@deed("be summoning sick")
def sick(table: Table, told: Heeded) -> None:
    """CR 302.6: it came under its controller's control this turn."""
    for item in table.items(told.role("what")):
        if item.acted:
            raise NotStaged(
                "whether it is summoning sick follows from what was told",
                "召喚酔いかどうかは話の流れから決まります",
            )
        table.world.need(item, "battlefield")
        item.setup["sick"] = not told.negated


@deed("evoke", "flash back")
def other_ways(table: Table, told: Heeded) -> None:
    """CR 702.74, 702.34: ways of casting that are verbs of their own."""
    way, zone = {"evoke": ("evoke", "hand"), "flash back": ("flashback", "graveyard")}[told.verb]
    for item in table.items(told.role("what")):
        agent = told.role("agent")
        player = table.player(agent) if isinstance(agent, Person) else item.side or "A"
        more = {"from": zone} if zone != "hand" else {}
        cast(table, told, item, player, aims(table, told), method=way, **more)
