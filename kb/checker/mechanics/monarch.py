"""The monarch (CR 724): a designation that draws a card each end step and passes with combat damage."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.checks import Found, check
from kb.checker.dispatch import Scope, players_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, applies, emits
from kb.checker.event_data import COMBAT, STEP
from kb.checker.events import happen
from kb.checker.facts import MONARCH
from kb.checker.inherent import trigger, watches
from kb.checker.mechanics.leaving import LEAVING
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check
from kb.checker.state import Game, living, touch, turn_order
from kb.checker.stopping import stop

emits("become_monarch")


@applies("become_monarch")
@rule("724.3")
def become(game: Game, event: Event) -> None:
    """CR 724.3: only one player is the monarch; whoever becomes it takes it from the other."""
    if game.facts.get(MONARCH) == event.player:
        stop(game, event, Reason("724.3", {"player": event.player}, "same"))
        return
    before = game.facts.get(MONARCH)
    if before is not None:
        event.why("724.3", player=event.player, other=before)
    game.facts[MONARCH] = event.player
    event.touches.add("monarch")


@act("become monarch")
@rule("724.1")
def become_monarch(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 724.1: an effect makes a player the monarch."""
    for player in players_of(game, effect.who, scope):
        happen(game, Event("become_monarch", player=player, source=scope.source).why("724.1", player=player))


@rule("724.4")
def pass_on(game: Game, player: str) -> None:
    """CR 724.4: when the monarch leaves, the active player becomes it, else the next in turn order who can."""
    if game.facts.get(MONARCH) != player:
        return
    for following in turn_order(game, game.active or player):
        if following == player:
            continue
        event = Event("become_monarch", player=following).why("724.4", player=following, other=player)
        happen(game, event)
        if not event.void:
            return
    game.facts[MONARCH] = None
    touch(game)


LEAVING.append(pass_on)


DRAW = "At the beginning of the monarch's end step, that player draws a card."
TAKE = (
    "Whenever a creature deals combat damage to the monarch, that creature's controller becomes the monarch."
)


@watches
@rule("724.2")
def inherent(game: Game, events: list[Event]) -> None:
    """CR 724.2: the monarch draws in their end step; combat damage by a creature to the monarch hands it on."""
    monarch = game.facts.get(MONARCH)
    if monarch not in living(game):
        return
    for event in events:
        if event.kind == "step" and event.data.get(STEP) == "end" and game.active == monarch:
            body = ast.Body((ast.Draw(),))
            node = ast.Triggered(text=DRAW, event=ast.StepBegins("end"), body=body)
            trigger(game, "monarch", node, str(monarch), event, [Reason("724.2", {"player": monarch})])
        if (
            event.kind == "damage"
            and event.data.get(COMBAT)
            and event.player == monarch
            and event.source is not None
        ):
            if "creature" not in chars(game, event.source).types or event.amount <= 0:
                continue
            body = ast.Body((ast.Act("become monarch", ast.ControllerOf(ast.EventObject())),))
            node = ast.Triggered(text=TAKE, event=ast.Damage(None), body=body)
            trigger(game, "monarch", node, str(monarch), event, [Reason("724.2", {"player": monarch})])


@check("is_monarch")
def is_monarch(game: Game, one: Check) -> Found:
    """Whether a player is the monarch."""
    monarch = game.facts.get(MONARCH)
    is_it = monarch == one.value
    slots = {"player": one.value, "other": monarch or ""}
    return Found(
        is_it, ("monarch",), [Reason("724.1", slots, "yes" if is_it else "no" if monarch else "none")]
    )
