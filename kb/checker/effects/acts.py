"""Keyword actions and other acts by their word (`ast.Act`): `@act("goad")` registers one; mechanics add theirs."""

from __future__ import annotations

from collections.abc import Callable

from kb.checker.choices import NO, Option, choose
from kb.checker.dispatch import Scope, effects, find, not_modelled, number, objects_of, players_of
from kb.checker.event import Event, enters_state
from kb.checker.event_data import BY, COUNTER, STATE, VALUE
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.marks import GOADED, MONSTROUS, PLOTTED
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.rules import rule
from kb.checker.state import Game, battlefield
from kb.checker.vocabulary import knows

Handler = Callable[[Game, ast.Act, Scope], None]
ACTS: dict[str, Handler] = {}

enters_state(GOADED, MONSTROUS, PLOTTED)


def act(*names: str) -> Callable[[Handler], Handler]:
    """Register what an act does: `(game, effect, scope)`."""

    def register(function: Handler) -> Handler:
        for name in names:
            if name in ACTS and ACTS[name].__qualname__ != function.__qualname__:
                raise ValueError(f"the act {name!r} has a handler already")
            ACTS[name] = function
        knows(ast.Act, "name", *names)
        return function

    return register


@effects(ast.Act)
def do_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Follow an act; one without a handler is not modelled."""
    handler = ACTS.get(effect.name)
    if handler is None:
        raise not_modelled(game, effect, scope, f"the action {effect.name!r}")
    handler(game, effect, scope)


@act("proliferate")
@rule("701.34a")
def proliferate(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.34a: choose any number of permanents and players with counters; each gets one more of each kind it has."""
    for player in players_of(game, effect.who, scope):
        things: list[int | str] = [obj.id for obj in battlefield(game) if any(obj.counters.values())]
        things += [name for name, one in game.players.items() if any(one.counters.values()) and not one.lost]
        picked: list[int | str] = []
        rest = list(things)
        while rest:
            options = [*(thing_option(game, thing) for thing in rest), Option(None, NO.names)]
            thing = choose(game, player, options, "what to proliferate")
            if thing is None:
                break
            picked.append(thing)
            rest.remove(thing)
        events = []
        for thing in picked:
            there = game.players[thing].counters if isinstance(thing, str) else game.objects[thing].counters
            for kind, count in there.items():
                if count:
                    event = Event(
                        "counters", amount=1, source=scope.source, data=having(COUNTER(kind), BY(player))
                    )
                    event.obj, event.player = (None, thing) if isinstance(thing, str) else (thing, None)
                    events.append(event.why("701.34a", counter=kind))
        happen(game, *events)
        happen(game, Event("proliferate", player=player, source=scope.source).why("701.34a"))


@act("lose the game")
def lose_the_game(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 104.3e: an effect makes players lose the game."""
    happen(
        game,
        *(
            Event("lose_game", player=player).why("104.3e", player=player)
            for player in players_of(game, effect.who, scope)
        ),
    )


@act("win the game")
def win_the_game(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 104.2b: an effect makes a player win the game."""
    for player in players_of(game, effect.who, scope):
        happen(game, Event("win_game", player=player).why("104.2b", player=player))


@act("goad")
@rule("701.15a")
def goad(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.15a: until your next turn it attacks each combat if able, and another player if able."""
    for thing in objects_of(game, effect.what or ast.It(), scope):
        if thing in game.objects:
            by = {**(game.objects[thing].marks.get(GOADED) or {}), scope.controller: game.turn}
            happen(
                game,
                Event(
                    "becomes",
                    thing,
                    player=scope.controller,
                    data=having(STATE("goaded"), VALUE(by)),
                ).why("701.15a"),
            )


@act("investigate")
def investigate(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.16a: create a Clue token."""
    from kb.checker.effects.tokens import make_tokens

    count = number(game, effect.amount, scope) if effect.amount is not None else 1
    for player in players_of(game, effect.who, scope):
        for _ in range(count):
            make_tokens(game, scope, player, 1, ast.Token(predefined="Clue"))


@act("populate")
def populate(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.36a: create a copy of a creature token you control."""
    from kb.checker.effects.tokens import copy_tokens

    for player in players_of(game, effect.who, scope):
        creature = ast.Filter("token", (ast.HasType("creature"), ast.ControlledBy(ast.You())))
        inner = scope.inner(controller=player)
        found = find(game, ast.Pick(creature, ast.Number(1), ast.Number(1)), inner)
        if found and isinstance(found[0], int):
            copy_tokens(game, inner, player, 1, found[0], ())


@act("monstrosity", "adapt")
def monstrosity(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.37a, 701.46a: counters, if it hasn't been done (or has no counters)."""
    for thing in objects_of(game, effect.what or ast.This(), scope):
        obj = game.objects.get(thing)
        if obj is None:
            continue
        count = number(game, effect.amount, scope) if effect.amount is not None else 0
        put = Event("counters", thing, amount=count, data=having(COUNTER("+1/+1"), BY(scope.controller)))
        if effect.name == "adapt":
            if not obj.counters.get("+1/+1"):
                happen(game, put.why("701.46a"))
        elif not obj.marks.get(MONSTROUS):
            happen(game, put.why("701.37a"))
            happen(game, Event("becomes", thing, data=having(STATE("monstrous"))))
