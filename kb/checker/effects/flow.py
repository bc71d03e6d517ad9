"""Control flow: may, if, unless, for each, choose, delayed triggers (ast.flow)."""

from __future__ import annotations

from kb.checker.choices import NO, YES, Option, answer_for, choose
from kb.checker.dispatch import (
    FOUND,
    Scope,
    effects,
    find,
    follow,
    holds,
    not_modelled,
    number,
    pay,
    players_of,
    present,
)
from kb.checker.effects.at_once import Chosen, at_once, choose_for, chosen_first
from kb.checker.event import Event
from kb.checker.facts import PREFER
from kb.checker.happenings import cant_draw
from kb.checker.history import words_created
from kb.checker.keys import ScopeFact
from kb.checker.meaning.picking import FORCED, choosable, for_player, picks_in
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Effect
from kb.checker.rules import Reason
from kb.checker.state import Delayed, Game, Illegal, card_name
from kb.checker.tracking import found_now
from kb.checker.undo import restore, snapshot

PAYS = (Option(True, (True, "yes", "paid")), Option(False, (False, "no", "unpaid")))
"""Whether something is paid: these two words answer no other choice."""
OUTER: ScopeFact[Scope] = ScopeFact("outer")
"""What the words of the text that created a delayed ability mean."""


def follow_all(game: Game, instructions: tuple[Effect, ...], scope: Scope) -> None:
    """CR 608.2c: instructions in the order written."""
    for instruction in instructions:
        follow(game, instruction, scope)


@effects(ast.If)
def if_(game: Game, effect: ast.If, scope: Scope) -> None:
    """CR 608.2c: a condition is looked at when the instruction is followed."""
    chosen = effect.then if holds(game, effect.condition, scope) else effect.otherwise
    follow_all(game, chosen, scope)
    if not chosen:
        scope.passed_over(effect.then)


def first_picks(game: Game, instructions: tuple[Effect, ...], scope: Scope) -> list[Option] | None:
    """What the first choice of the instructions would be between; None when they begin with no choice of objects."""
    if instructions and isinstance(instructions[0], ast.Search):
        return None
    for ref, inner in picks_in(game, instructions[:1], scope):
        return [thing_option(game, thing) for thing in choosable(game, ref, inner)]
    return None


@effects(ast.May)
def may(game: Game, effect: ast.May, scope: Scope) -> None:
    """CR 608.2d: optional instructions. Naming what would be chosen is a yes; where nothing could be chosen it is a no."""
    any_did = False
    players = players_of(game, effect.who, scope)
    alike = chosen_first(effect.effects, len(players))
    chosen: list[Chosen] = []
    for player in players:
        each = player != scope.controller or isinstance(effect.who, ast.Players)
        each = each or scope.actor not in (None, player)
        inner = for_player(scope, player, effect.who) if each else scope
        picks = first_picks(game, effect.effects, inner)
        if (picks is not None and not picks) or _cant_draw(game, effect.effects, inner):
            if game.cause is not None:
                game.records[game.cause].reasons.append(
                    Reason("608.2d", {"source": card_name(game, scope.source)})
                )
            continue
        words = PAYS if is_payment(effect.effects) else (YES, NO)
        if not says_yes(game, player, f"whether to use {card_name(game, scope.source)}", picks or [], words):
            continue
        inner.did = True
        if alike is not None:
            chosen.append(choose_for(game, alike, inner))
            continue
        follow_all(game, effect.effects, inner)
        any_did = any_did or inner.did
        scope.it, scope.seen, scope.amount = inner.it, inner.seen, inner.amount
    if alike is not None and chosen:
        at_once(game, alike, chosen)
        any_did = any(bool(inner.did) for inner, _ in chosen)
        last = chosen[-1][0]
        scope.it, scope.seen, scope.amount = last.it, last.seen, last.amount
    if not any_did:
        scope.passed_over(effect.effects)
    scope.did = any_did


def _cant_draw(game: Game, instructions: tuple[Effect, ...], scope: Scope) -> bool:
    """CR 121.3, 121.3a: nobody can choose that a player draws who can't draw cards."""
    first = instructions[0] if instructions else None
    if not isinstance(first, ast.Draw):
        return False
    return any(cant_draw(game, player) for player in players_of(game, first.who, scope))


def is_payment(instructions: tuple[Effect, ...]) -> bool:
    """Whether what may be done is paying something: then "paid" and "unpaid" answer it, and nothing else."""
    return bool(instructions) and all(
        isinstance(one, ast.Pay) or (isinstance(one, ast.LoseLife) and one.pay) for one in instructions[:1]
    )


def says_yes(
    game: Game, player: str, what: str, picks: list[Option], words: tuple[Option, Option] = (YES, NO)
) -> bool:
    """Ask yes or no; an answer that names one of the picks means yes and stays for the pick itself, a pick preferred by the
    document means yes too."""
    wrapped = [Option(("pick", option), option.names) for option in picks]
    index = answer_for(game, [*words, *wrapped])
    if index is None and any(name in option.names for name in game.facts.get(PREFER, ()) for option in picks):
        return True
    if index is None:
        return bool(choose(game, player, list(words), what))
    if index < 2:
        return index == 0
    name = picks[index - 2].names[0]
    queue = game.queue if game.queue is not None else game.step_queue
    queue.appendleft(_distinct_name(picks[index - 2]) or name)
    game.facts[FORCED] = True
    return True


def _distinct_name(option: Option) -> object:
    return option.names[-1] if option.names else None


@effects(ast.Pay)
def pay_(game: Game, effect: ast.Pay, scope: Scope) -> None:
    """CR 118.12: a payment during resolution that a player may make."""
    scope.did = False
    for player in players_of(game, effect.who, scope):
        if pays(game, effect.cost, scope, player):
            scope.did = True


def pays(game: Game, cost: tuple[ast.Cost, ...], scope: Scope, player: str) -> bool:
    """Whether the player chooses to pay and can; what can't be paid is not offered."""
    before = snapshot(game)
    inner = for_player(scope, player)
    if not payable(game, cost, inner, player):
        return False
    if not says_yes(
        game,
        player,
        f"whether to pay for {card_name(game, scope.source)}",
        _cost_picks(game, cost, inner, player),
        PAYS,
    ):
        return False
    try:
        for part in cost:
            pay(game, part, inner, player)
    except Illegal:
        restore(game, before)
        return False
    if inner.it:
        scope.it = inner.it
    scope.amount, scope.seen = inner.amount, inner.seen
    return True


def payable(game: Game, cost: tuple[ast.Cost, ...], scope: Scope, player: str) -> bool:
    """Whether a cost could be paid: objects to choose from exist, life suffices (118.3)."""
    inner = scope.inner(controller=player, iterated=player, actor=player)
    for ref, where in picks_in(game, cost, inner):
        if len(choosable(game, ref, where)) < number(game, ref.least, where):
            return False
    for part in cost:
        for node in ast.walk(part):
            if (
                isinstance(node, ast.LoseLife)
                and node.pay
                and game.players[player].life < number(game, node.amount, scope)
            ):
                return False
    return True


def _cost_picks(game: Game, cost: tuple[ast.Cost, ...], scope: Scope, player: str) -> list[Option]:
    inner = scope.inner(controller=player, iterated=player, actor=player)
    for ref, where in picks_in(game, cost, inner):
        return [thing_option(game, thing) for thing in choosable(game, ref, where)]
    return []


@effects(ast.Unless)
def unless(game: Game, effect: ast.Unless, scope: Scope) -> None:
    """CR 118.12a: unless a player pays, the instructions are followed; each player for themselves."""
    followed = False
    for player in players_of(game, effect.who, scope):
        inner = for_player(scope, player)
        if game.cause is not None:
            game.records[game.cause].reasons.append(Reason("118.12a", {"player": player}))
        if pays(game, effect.cost, inner, player):
            continue
        follow_all(game, effect.effects, inner)
        scope.it, scope.seen, scope.amount = inner.it, inner.seen, inner.amount
        followed = True
    scope.passed_over(() if followed else effect.effects)


@effects(ast.ForEach)
def for_each(game: Game, effect: ast.ForEach, scope: Scope) -> None:
    """Once for each thing."""
    times = []
    things = find(game, effect.of, scope)
    alike = chosen_first(effect.effects, sum(isinstance(thing, str) for thing in things))
    chosen: list[Chosen] = []
    for thing in things:
        inner = scope.once_of_several(
            it=[thing], iterated=thing if isinstance(thing, str) else scope.iterated
        )
        if alike is not None:
            chosen.append(choose_for(game, alike, inner))
        else:
            follow_all(game, effect.effects, inner)
        times.append(inner)
    if alike is not None:
        at_once(game, alike, chosen)
    scope.all_times(times)


@effects(ast.Repeat)
def repeat(game: Game, effect: ast.Repeat, scope: Scope) -> None:
    """So many times."""
    for _ in range(number(game, effect.times, scope)):
        follow_all(game, effect.effects, scope)


@effects(ast.ChooseOne)
def choose_one(game: Game, effect: ast.ChooseOne, scope: Scope) -> None:
    """One of several instructions; one that is impossible can't be chosen (608.2d)."""
    for player in players_of(game, effect.who, scope):
        inner = for_player(scope, player)
        options = []
        for index, option in enumerate(effect.options):
            picks = first_picks(game, option, inner)
            if picks is not None and not picks:
                continue
            names: list[object] = [index + 1]
            for pick in picks or []:
                names += pick.names
            options.append(Option(option, tuple(names)))
        if options:
            follow_all(
                game, choose(game, player, options, f"which of {card_name(game, scope.source)}"), inner
            )


@effects(ast.Delayed)
def delayed(game: Game, effect: ast.Delayed, scope: Scope) -> None:
    """CR 603.7, 603.12: a delayed or reflexive triggered ability begins to watch."""
    if effect.reflexive:
        if scope.did is None:
            raise not_modelled(game, effect, scope, "whether what came before was done")
        if not scope.did:
            return
        words = words_created(game, scope.item, scope.source, effect)
        node = ast.Triggered(text=words, event=ast.Happens("reflexive"), body=effect.body)
    else:
        if effect.event is None:
            raise not_modelled(game, effect, scope, "a delayed ability without an event")
        node = ast.Triggered(
            text=words_created(game, scope.item, scope.source, effect), event=effect.event, body=effect.body
        )
    duration = effect.duration.until if effect.duration is not None else "game"
    kept = scope.inner(targets=[[present(game, thing, scope) for thing in group] for group in scope.targets])
    kept.facts = scope.facts.also(OUTER(kept.inner()), FOUND(found_now(game, scope)))
    made = Delayed(node, scope.controller, scope.source, kept, effect.once and effect.duration is None, duration,
                   game.turn, game.queue, game.cause)  # fmt: skip
    if effect.reflexive:
        from kb.checker.triggers import trigger_delayed

        trigger_delayed(game, made, Event("reflexive"))
        return
    game.delayed.append(made)
