"""Instructions to players: draw, discard, mill, gain and lose life (ast.effects)."""

from __future__ import annotations

from kb.checker.dispatch import Scope, Thing, effects, number, objects_of, players_of
from kb.checker.effects.basic import done
from kb.checker.event import Event
from kb.checker.event_data import BY, NEW
from kb.checker.events import happen
from kb.checker.log import because_read
from kb.checker.meaning.picking import discarding, for_player
from kb.checker.oracle import ast
from kb.checker.parts import forbidden
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, known


@effects(ast.Draw)
@rule("121.2", "121.6b", "614.11a")
def draw(game: Game, effect: ast.Draw, scope: Scope) -> None:
    """CR 121.2, 121.6b, 614.11a: cards are drawn one at a time; where one is replaced, that is completed before the next."""
    counts = {
        player: number(game, effect.count, for_player(scope, player, effect.who))
        for player in players_of(game, effect.who, scope)
    }
    all_drawn: list[Thing] = []
    scope.each = {}
    for player, count in counts.items():
        if forbidden(game, "draw", player):
            continue
        drawn: list[Thing] = []
        resumed = False
        for _ in range(count):
            event = Event("draw", player=player, source=scope.source)
            event.reasons += [
                Reason(number_, {"player": player}) for number_ in ("121.6b", "614.11a")
            ] * resumed
            happened = happen(game, event)
            resumed = not event.void and not any(one.kind == "draw" for one in happened)
            drawn += [event.data[NEW] for event in happened if event.kind == "move" and NEW in event.data]
        all_drawn += drawn
        scope.each[player] = len(drawn)
    scope.it, scope.amount, scope.did = all_drawn, len(all_drawn), bool(all_drawn)


@effects(ast.Discard)
def discard(game: Game, effect: ast.Discard, scope: Scope) -> None:
    """CR 701.9: each player discards, all at once."""
    events = []
    for player in players_of(game, effect.who, scope):
        for thing in objects_of(game, effect.what, discarding(scope, player, effect.who)):
            if known(game, thing).owner == player:
                event = Event("discard", thing, player=player, source=scope.source)
                event.data[BY] = scope.controller
                if (
                    isinstance(effect.what, ast.Pick)
                    and not effect.what.random
                    and effect.what.chooser is None
                ):
                    event.why("701.9b", player=player)
                events.append(event)
    if len({event.player for event in events}) > 1:
        because_read(game, "101.4")
    happened = happen(game, *events)
    moved = [event for event in happened if event.kind == "move"]
    done(scope, moved, [event.data[NEW] for event in moved if NEW in event.data])
    scope.did_to("discarded", [event.data[NEW] for event in moved if NEW in event.data])


@effects(ast.Mill)
def mill(game: Game, effect: ast.Mill, scope: Scope) -> None:
    """CR 701.17: mill."""
    events = [
        Event(
            "mill",
            player=player,
            amount=number(game, effect.count, for_player(scope, player, effect.who)),
            source=scope.source,
        )
        for player in players_of(game, effect.who, scope)
    ]
    happened = happen(game, *events)
    moved = [event for event in happened if event.kind == "move"]
    scope.seen = [event.obj for event in moved if event.obj is not None]
    done(scope, moved, [event.data[NEW] for event in moved if NEW in event.data])
    scope.did_to("milled", scope.it or ())


@effects(ast.GainLife)
def gain_life(game: Game, effect: ast.GainLife, scope: Scope) -> None:
    """CR 119.3: gain life."""
    events = [
        Event(
            "gain_life",
            player=player,
            amount=number(game, effect.amount, for_player(scope, player, effect.who)),
            source=scope.source,
        )
        for player in players_of(game, effect.who, scope)
    ]
    done(scope, happen(game, *events))


@effects(ast.LoseLife)
def lose_life(game: Game, effect: ast.LoseLife, scope: Scope) -> None:
    """CR 119.3, 119.4: lose or pay life."""
    events = []
    for player in players_of(game, effect.who, scope):
        amount = number(game, effect.amount, for_player(scope, player, effect.who))
        if effect.pay and game.players[player].life < amount:
            continue
        event = Event("lose_life", player=player, amount=amount, source=scope.source)
        if effect.pay:
            event.why("118.3b", player=player, n=amount).why("119.4", player=player, n=amount)
        events.append(event)
    done(scope, happen(game, *events))


@effects(ast.SetLife)
def set_life(game: Game, effect: ast.SetLife, scope: Scope) -> None:
    """CR 119.5: setting a life total is gaining or losing the difference."""
    for player in players_of(game, effect.who, scope):
        difference = (
            number(game, effect.amount, for_player(scope, player, effect.who)) - game.players[player].life
        )
        kind = "gain_life" if difference > 0 else "lose_life"
        if difference:
            happen(game, Event(kind, player=player, amount=abs(difference), source=scope.source).why("119.5"))
