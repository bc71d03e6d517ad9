"""Players: life, winning and losing, turns, mana."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import Counters, Number, Person, Ref, Stat, Word
from kb.asking.staging.deeds import Holds, Measure, act, deed, outcome, state, wanted
from kb.asking.staging.deeds.zones import tools_of
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Act, Table
from kb.asking.staging.using import explained, use


def _amount(table: Table, told: Heeded) -> int:
    said = told.either("amount", "what")
    if (
        said is None
        or (isinstance(said, Stat) and said.of is None)
        or (isinstance(said, Number) and said.value == "some")
    ):
        return table.some_amount(told)
    return table.number(said)


@deed("gain life", "lose life")
def life(table: Table, told: Heeded) -> None:
    """CR 119.3: a player gains or loses life."""
    kind = "gain_life" if told.verb == "gain life" else "lose_life"
    agent = told.role("agent")
    player = table.player(agent, "A") if not isinstance(agent, Ref) else ""
    tools, _ = tools_of(table, told, "by", "from")
    if isinstance(agent, Ref):
        raise NotStaged("a thing can't gain or lose life", "物はライフを得たり失ったりしません")
    if told.negated:
        if wanted(told, "amount", "what") is not None:
            raise NotStaged(
                "how much is not gained or lost is said", "得なかった、または失わなかった量が述べられています"
            )
        table.never_happens(told, event=kind, player=player)
        return
    amount = _amount(table, told) if told.has("amount") or told.has("what") or not tools else 0
    if told.manner("twice"):
        if tools or told.has("amount") or told.has("what"):
            raise NotStaged("how it is done twice is not said", "どのように２回行うのかが述べられていません")
        for _ in range(2):
            table.event(player, kind, {"player": player, "amount": amount}, told)
        return
    if tools:
        for tool in tools:
            use(
                table,
                told,
                tool,
                [player] if kind == "lose_life" else [],
                tool.side or table.world.other(player),
                told.verb,
            )
    elif amount and not explained(table, told.verb, []):
        table.event(player, kind, {"player": player, "amount": amount}, told)
    if amount:
        table.wanted_value(
            told, {"happened": {"event": kind, "player": player, "amount": True}}, least=amount
        ) if not table.asking else None
    elif not tools:
        table.never_happens(told, event=kind, player=player)  # "loses 0 life" is no loss (118.5's like)


@outcome("gain life", "lose life")
def life_changed(table: Table, told: Heeded) -> Measure:
    """How much life is gained or lost."""
    kind = "gain_life" if told.verb == "gain life" else "lose_life"
    count = wanted(told, "amount", "what")
    agent = told.role("agent")
    tools, drained = tools_of(table, told, "by", "from")
    if drained:
        table.prefer(drained)
    extra: dict[str, Any] = {"by": tools[0].key} if tools else {}
    if isinstance(agent, Person):
        player = table.player(agent)
        if player:
            extra["player"] = player
    found = Measure([{"happened": {"event": kind, **extra}}], amounts=True, wanted=count)
    if "player" in extra:
        table.prefer(extra["player"])
        found.besides = [{"life": extra["player"]}]
    return found


def _winner(table: Table, told: Heeded, wins: bool) -> Holds:
    player = table.player(told.either("agent", "what"), "A")
    _because_of(table, told, player)
    return Holds(
        [{"result": True}], lambda values: _has_won(values[0], player if wins else "", "" if wins else player)
    )


def _because_of(table: Table, told: Heeded, player: str) -> None:
    """ "Lose by ten poison counters": so many the player has."""
    by = told.role("by")
    if (
        isinstance(by, Counters)
        and by.kind == "poison"
        and isinstance(by.count, int)
        and not table.line.script
    ):
        table.world.facts[player].setdefault("poison", by.count)
    elif by is not None:
        raise NotStaged("by what it would be done can't be played", "何によって行うのかを扱えません")


def _has_won(result: Any, winner: str, loser: str) -> bool:
    if winner:
        return isinstance(result, list) and winner in result
    return isinstance(result, list) and loser not in result


@state("win")
def wins(table: Table, told: Heeded) -> Holds:
    """CR 104.2: whether a player wins."""
    return _winner(table, told, True)


@state("lose game")
def loses(table: Table, told: Heeded) -> Holds:
    """CR 104.3: whether a player loses."""
    return _winner(table, told, False)


@state("draw game")
def is_draw(_table: Table, told: Heeded) -> Holds:
    """CR 104.4: whether the game is a draw."""
    told.only("what", Word)
    told.only("agent", Person)
    return Holds([{"result": True}], lambda values: values[0] == "draw")


@deed("concede")
def concede(table: Table, told: Heeded) -> None:
    """CR 104.3a: a player leaves the game."""
    player = table.player(told.role("agent"), "A")
    table.event(player, "leave_game", player, told)


@act("concede")
def concede_asked(table: Table, told: Heeded) -> Act:
    """CR 104.3a: leaving the game asked about."""
    player = table.player(told.role("agent"), "A")
    return Act(player, {"event": {"leave_game": player}})


@deed("take turn")
def take_turn(table: Table, told: Heeded) -> None:
    """A player's turn comes."""
    told.only("what", Word)
    player = table.player(told.role("agent"), "A")
    table.line.next_turn(player)
