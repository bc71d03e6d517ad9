"""Checks of the stack and of the result of the game."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.checks import STILL_IN, Found, check
from kb.checker.marks import RECORD
from kb.checker.oracle import ast
from kb.checker.rules import Reason
from kb.checker.scenario import Check
from kb.checker.stack import unordered
from kb.checker.state import Game, NotModelled, living, stack


@check("stack")
def on_stack(game: Game, one: Check) -> Found:
    """Names on the stack, top first."""
    if unordered(game):
        raise NotModelled("in which order abilities that do the same were put on the stack")
    names = []
    for obj in reversed(stack(game)):
        names.append(
            obj.ability.source_name
            if obj.ability is not None
            else (chars(game, obj.id).name or obj.printed.name)
        )
    put = [obj.ability.record if obj.ability is not None else obj.marks.get(RECORD) for obj in stack(game)]
    records = tuple(record for record in put if record is not None)
    reasons = _of_stack(game)
    return Found(names, ("stack",), reasons, records, tuple(reasons[:1]))


def _of_stack(game: Game) -> list[Reason]:
    """Why things are on the stack in that order, and why an ability that makes mana is there at all."""
    there = stack(game)
    reasons: list[Reason] = []
    if sum(obj.ability is not None and obj.ability.kind == "triggered" for obj in there) > 1:
        reasons.append(Reason("603.3b", {"card": there[-1].printed.name}))
    if len(there) > 1:
        reasons.append(Reason("405.2"))
    for obj in there:
        node = obj.ability.node if obj.ability is not None else None
        if isinstance(node, ast.Activated) and any(
            isinstance(part, ast.AddMana) for part in ast.walk(node.body)
        ):
            slots = {"card": obj.ability.source_name}
            number = "605.5a" if node.body.targets else "605.5"
            reasons += [Reason("605.1a", slots, "not"), Reason(number, slots)]
    return reasons + [
        Reason("601.2a", {"card": obj.printed.name}) for obj in there[-1:] if obj.ability is None
    ]


@check("result")
def result(game: Game, one: Check) -> Found:
    """none, draw, or the players who have won."""
    if game.over == "draw":
        return Found("draw", ("result",))
    if game.over == "won":
        return Found([name for name, player in game.players.items() if player.won], ("result",))
    return Found("none", ("result",), _still_in(game))


def _still_in(game: Game) -> list[Reason]:
    """Rules that would end the game but don't yet: an empty library, poison, low life."""
    reasons = []
    for name in living(game):
        player = game.players[name]
        if not game.zones.get(f"library:{name}"):
            reasons.append(Reason("704.5b", {"player": name}, "not"))
        if player.counters.get("poison"):
            reasons.append(Reason("704.5c", {"player": name, "n": player.counters["poison"]}, "not"))
        if player.life <= 5:
            reasons.append(Reason("704.5a", {"player": name, "n": player.life}, "not"))
        reasons += [reason for why in STILL_IN for reason in why(game, name)]
    return reasons
