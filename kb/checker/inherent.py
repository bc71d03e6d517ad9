"""CR 113.8: triggered abilities that no object has: of a player's speed, of the initiative, of a Planechase game.

Such an ability stands on no card: its source is the object 0, which only exists so that looking at it finds nothing.
`watches` registers a function that sees what happened at one moment; `trigger` lets an inherent ability trigger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kb.checker.cards import Cards, Printed
from kb.checker.characteristics import AbilityOf
from kb.checker.event import Event
from kb.checker.event_data import ALIASES
from kb.checker.history import Happened, remember
from kb.checker.log import because_of, note
from kb.checker.oracle import ast
from kb.checker.rules import Reason
from kb.checker.scenario import Scenario
from kb.checker.setup import SETUPS
from kb.checker.state import Game, Obj, Record, Trigger
from kb.checker.triggers import INHERENT

Watch = Callable[[Game, list[Event]], None]


def watches(function: Watch) -> Watch:
    """Register a function that is told what happened at one moment."""
    INHERENT.append(function)
    return function


def trigger(
    game: Game, alias: str, node: ast.Triggered, controller: str, event: Event, reasons: Iterable[Reason]
) -> None:
    """Let an ability without a source trigger; the script and the checks call it by its alias ("speed")."""
    with because_of(game, event.record):
        record = note(
            game,
            "trigger",
            {"card": alias, "text": node.text, "player": controller},
            reasons,
            {f"trigger:{alias}", f"trigger:{alias}:{controller}"},
        )
    named = replace(event, data=event.data.also(ALIASES((alias,))))
    game.waiting.append(Trigger(AbilityOf(0, -1, node, controller), controller, named, record, game.queue))
    remember(game, "triggered", Happened(0, alias, node.text))


def not_triggered(
    game: Game, alias: str, controller: str, event: Event, reason: Reason, touches: Iterable[str] = ()
) -> None:
    """Note why an inherent ability did not trigger."""
    with because_of(game, event.record):
        note(
            game,
            "no_trigger",
            {"card": alias, "player": controller},
            [reason],
            {f"trigger:{alias}", f"trigger:{alias}:{controller}", *touches},
            shown=False,
        )


def activation(game: Game, event: Event) -> Record:
    """The record that an activation's results go back to."""
    assert event.record is not None
    record = game.records[event.record]
    parent = game.records[record.cause] if record.cause is not None else record
    return parent if parent.event == "activate" else record


def _nothing(game: Game, scenario: Scenario, cards: Cards) -> None:
    """The source of what has none."""
    game.gone[0] = Obj(0, 0, Printed(""), "", "", "nowhere", 0)


SETUPS.append(_nothing)
