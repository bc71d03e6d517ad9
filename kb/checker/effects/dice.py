"""Dice and coins (CR 705, 706): results come from the document, else every result is tried."""

from __future__ import annotations

from kb.checker.choices import Option, choose
from kb.checker.dispatch import Scope, effects, number, players_of
from kb.checker.effects.flow import follow_all
from kb.checker.event import Event
from kb.checker.events import happen
from kb.checker.oracle import ast
from kb.checker.state import Game, NotModelled


@effects(ast.RollDie)
def roll_die(game: Game, effect: ast.RollDie, scope: Scope) -> None:
    """CR 706: roll dice; results come from the document, else every result is tried."""
    for player in players_of(game, effect.who, scope):
        results = [roll(game, player, effect.sides) for _ in range(number(game, effect.count, scope))]
        happen(
            game,
            *(Event("roll_die", player=player, amount=result, source=scope.source) for result in results),
        )
        for result in results:
            scope.amount = result
            if not effect.table:
                scope.event_amount = result  # "equal to the result", in what follows
            inner = scope.inner(event_amount=result)
            for low, high, instructions in effect.table:
                if low <= result and (high is None or result <= high):
                    follow_all(game, instructions, inner)


def roll(game: Game, player: str, sides: int) -> int:
    """One result."""
    if game.dice:
        result = game.dice.popleft()
        if not 1 <= result <= sides:
            raise NotModelled(f"a result of {result} on a die with {sides} sides")
        return result
    options = [Option(number_, (number_,)) for number_ in range(1, sides + 1)]
    return int(choose(game, player, options, f"result of a d{sides}"))


@effects(ast.FlipCoin)
def flip_coin(game: Game, effect: ast.FlipCoin, scope: Scope) -> None:
    """CR 705: flip coins."""
    for player in players_of(game, effect.who, scope):
        for _ in range(number(game, effect.count, scope)):
            if game.coins:
                won = game.coins.popleft() in ("heads", "win")
            else:
                won = bool(
                    choose(
                        game,
                        player,
                        [Option(True, ("win", "heads")), Option(False, ("lose", "tails"))],
                        "coin flip",
                    )
                )
            if won:
                happen(game, Event("flip_coin", player=player, source=scope.source))
            follow_all(game, effect.win if won else effect.lose, scope)
