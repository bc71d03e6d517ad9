"""State triggers (CR 603.8): abilities that trigger when a state of the game is true, once until they have left the stack."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope, holds
from kb.checker.event import Event
from kb.checker.history import Happened, remember, words_of
from kb.checker.log import note, tainting
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Trigger, card_name, known, stack
from kb.checker.triggers import watchers
from kb.checker.turn import SETTLING


@rule("603.8")
def look_at_states(game: Game) -> bool:
    """CR 603.8: a state trigger triggers as soon as its state is true, and not again while it is on the stack."""
    found = False
    for ability in watchers(game):
        node = ability.node
        if not isinstance(node, ast.Triggered) or not isinstance(node.event, ast.StateTrigger):
            continue
        waiting = any(
            obj.ability is not None and obj.ability.source == ability.source and obj.ability.node == node
            for obj in stack(game)
        )
        if waiting:
            continue
        with tainting(game):
            if holds(game, node.event.condition, Scope(ability.source, ability.controller)):
                card = known(game, ability.source).card
                name = card_name(game, ability.source)
                record = note(game, "trigger", {"card": name, "text": node.text}, [Reason("603.8", {"card": name})],
                              {f"triggered:{card}", f"card:{card}"})  # fmt: skip
                game.waiting.append(
                    Trigger(ability, ability.controller, Event("state", ability.source), record, game.queue)
                )
                called = chars(game, ability.source).name
                remember(game, "triggered", Happened(card, called, words_of(game, ability)))
                found = True
    return False if not found else _put(game)


def _put(game: Game) -> bool:
    from kb.checker.stack import put_triggers

    return put_triggers(game)


SETTLING.append(look_at_states)
