"""CR 101.4: what several players do each: they choose one after the other, then all of it happens at the same time."""

from __future__ import annotations

from kb.checker.dispatch import Scope
from kb.checker.effects.basic import after_move, move_events
from kb.checker.event import Event
from kb.checker.events import happen
from kb.checker.log import because_read
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Effect
from kb.checker.rules import rule
from kb.checker.state import Game

Chosen = tuple[Scope, list[Event]]
"""In which scope somebody does something, and what would happen by it."""


def chosen_first(instructions: tuple[Effect, ...], players: int) -> ast.Move | None:
    """The instruction that all of them follow at the same time once they have chosen; None where it isn't that simple."""
    if players < 2 or len(instructions) != 1:
        return None
    only = instructions[0]
    return only if isinstance(only, ast.Move) else None


def choose_for(game: Game, effect: ast.Move, scope: Scope) -> Chosen:
    """What a player chooses, and what would happen to it."""
    return scope, move_events(game, effect, scope)


@rule("101.4")
def at_once(game: Game, effect: ast.Move, chosen: list[Chosen]) -> None:
    """CR 101.4: where several players choose, the active player does so first, then the others in turn order; then all act at once."""
    if sum(bool(events) for _, events in chosen) > 1:
        because_read(game, "101.4")
    once: dict[int | None, Event] = {}
    for event in (one for _, events in chosen for one in events):
        once.setdefault(event.obj, event)
    happened = happen(game, *once.values())
    for scope, events in chosen:
        mine = {event.obj for event in events}
        after_move(game, effect, scope, [event for event in happened if event.obj in mine])
