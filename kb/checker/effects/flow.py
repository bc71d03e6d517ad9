"""Control flow: may, if, unless, for each, choose, delayed triggers (ast.flow)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.checker.cards import COLOR_WORDS
from kb.checker.choices import NO, YES, Option, answer_for, choose
from kb.checker.dispatch import (
    Scope,
    Thing,
    effects,
    find,
    follow,
    holds,
    not_modelled,
    number,
    pay,
    player_of,
    players_of,
    present,
    refs,
)
from kb.checker.durations import lasts
from kb.checker.event import Event, card_key
from kb.checker.log import note
from kb.checker.meaning.picking import choosable, for_player, picks_in
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Effect
from kb.checker.rules import Reason, rule
from kb.checker.state import PHASED_OUT, Continuous, Delayed, Game, Illegal, card_name, known, tick, touch
from kb.checker.undo import restore, snapshot
from kb.checker.unread import part_problem
from kb.checker.vocabulary import is_known, knows


def follow_all(game: Game, instructions: tuple[Effect, ...], scope: Scope) -> None:
    """CR 608.2c: instructions in the order written."""
    for instruction in instructions:
        follow(game, instruction, scope)


@effects(ast.If)
def if_(game: Game, effect: ast.If, scope: Scope) -> None:
    """CR 608.2c: a condition is looked at when the instruction is followed."""
    follow_all(game, effect.then if holds(game, effect.condition, scope) else effect.otherwise, scope)


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
    for player in players_of(game, effect.who, scope):
        each = player != scope.controller or isinstance(effect.who, ast.Players)
        each = each or scope.actor not in (None, player)
        inner = for_player(scope, player, effect.who) if each else scope
        picks = first_picks(game, effect.effects, inner)
        if picks is not None and not picks:
            if game.cause is not None:
                game.records[game.cause].reasons.append(
                    Reason("608.2d", {"source": card_name(game, scope.source)})
                )
            continue
        if not says_yes(game, player, f"whether to use {card_name(game, scope.source)}", picks or []):
            continue
        inner.did = True
        follow_all(game, effect.effects, inner)
        any_did = any_did or inner.did
        scope.it, scope.seen, scope.amount = inner.it, inner.seen, inner.amount
    scope.did = any_did


def says_yes(game: Game, player: str, what: str, picks: list[Option]) -> bool:
    """Ask yes or no; an answer that names one of the picks means yes and stays for the pick itself."""
    wrapped = [Option(("pick", option), option.names) for option in picks]
    index = answer_for(game, [YES, NO, *wrapped])
    if index is None:
        return bool(choose(game, player, [YES, NO], what))
    if index < 2:
        return index == 0
    name = picks[index - 2].names[0]
    queue = game.queue if game.queue is not None else game.step_queue
    queue.appendleft(_distinct_name(picks[index - 2]) or name)
    game.facts["forced"] = True
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
    ):
        return False
    try:
        for part in cost:
            pay(game, part, inner, player)
    except Illegal:
        restore(game, before)
        return False
    scope.it = inner.it or scope.it
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
    for player in players_of(game, effect.who, scope):
        inner = for_player(scope, player)
        if game.cause is not None:
            game.records[game.cause].reasons.append(Reason("118.12a", {"player": player}))
        if pays(game, effect.cost, inner, player):
            continue
        follow_all(game, effect.effects, inner)


@effects(ast.ForEach)
def for_each(game: Game, effect: ast.ForEach, scope: Scope) -> None:
    """Once for each thing."""
    for thing in find(game, effect.of, scope):
        inner = scope.inner(it=[thing], iterated=thing if isinstance(thing, str) else scope.iterated)
        follow_all(game, effect.effects, inner)


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
        if not scope.did:
            return
        node = ast.Triggered(text="reflexive", event=ast.Happens("reflexive"), body=effect.body)
    else:
        if effect.event is None:
            raise not_modelled(game, effect, scope, "a delayed ability without an event")
        node = ast.Triggered(text=describe(game, scope), event=effect.event, body=effect.body)
    duration = effect.duration.until if effect.duration is not None else "game"
    kept = scope.inner(targets=[[present(game, thing, scope) for thing in group] for group in scope.targets])
    kept.facts = {**scope.facts, "outer": kept.inner(it=list(scope.it), seen=list(scope.seen))}
    made = Delayed(node, scope.controller, scope.source, kept, effect.once and effect.duration is None, duration,
                   game.turn, game.queue, game.cause)  # fmt: skip
    if effect.reflexive:
        from kb.checker.triggers import trigger_delayed

        trigger_delayed(game, made, Event("reflexive"))
        return
    game.delayed.append(made)


def describe(game: Game, scope: Scope) -> str:
    """The text of what is being followed."""
    if scope.item is not None:
        obj = known(game, scope.item)
        if obj.ability is not None:
            return str(obj.ability.node.text)
    return str(known(game, scope.source).printed.text)


@effects(ast.ForDuration)
def for_duration(game: Game, effect: ast.ForDuration, scope: Scope) -> None:
    """CR 611.2: a continuous effect begins; objects whose characteristics it changes are fixed now (611.2c)."""
    if not lasts(game, effect.duration, scope):
        meant = [thing for part in effect.parts for thing in _meant(game, part, scope)]
        touches = {
            card_key(game, i, topic)
            for i in meant
            for topic in ("controller", "tapped", "power", "abilities")
        }
        slots = {"card": card_name(game, scope.source)}
        note(game, "no_effect", slots, [Reason("611.2b", slots, "no")], touches, shown=False)
        return
    for part in effect.parts:
        affected: tuple[int, ...] | None = None
        if isinstance(part, ast.Modify):
            things = [present(game, thing, scope) for thing in find(game, part.what, scope)]
            affected = tuple(
                thing for thing in things
                if isinstance(thing, int) and thing in game.objects and game.objects[thing].zone != PHASED_OUT
            )  # fmt: skip
            if not affected:
                continue
            if any(
                isinstance(node, ast.Affected) for node in ast.walk(part.changes)
            ):  # each has its own numbers
                for identity in affected:
                    one = _fixed(game, part, scope.inner(affected=identity))
                    begin(game, one, scope, (identity,), effect.duration)
                continue
            part = _fixed(game, part, scope)
        begin(game, part, scope, affected, effect.duration)


def _meant(game: Game, part: ast.Part, scope: Scope) -> list[int]:
    """The objects that a part is about, for what is said of it."""
    ref = (
        part.what
        if isinstance(part, ast.Modify)
        else part.who
        if isinstance(part, ast.Cant | ast.Must)
        else None
    )
    return [] if ref is None else [thing for thing in find(game, ref, scope) if isinstance(thing, int)]


knows(ast.Duration, "until", "end of turn", "this turn", "turn", "end of combat", "game", "while", "until leaves",
      "your next turn", "end of your next turn", "their next turn", "planeswalk", "planeswalk from a plane")  # fmt: skip


def begin(
    game: Game, part: ast.Part, scope: Scope, affected: tuple[int, ...] | None, duration: ast.Duration
) -> Continuous:
    """Start a continuous effect."""
    if not is_known(ast.Duration, "until", duration.until):
        raise not_modelled(game, duration, scope, f"the duration {duration.until!r}")
    problem = part_problem(part)
    if problem is not None:
        raise not_modelled(game, part, scope, problem)
    owner = scope.controller
    until = duration.until
    facts = None
    if duration.of is not None:
        facts = [thing for thing in find(game, duration.of, scope) if isinstance(thing, int)]
    made = Continuous(
        game.next_id, tick(game), part, owner, scope.source, affected, until, game.turn, game.active, game.cause,
        scope.inner(targets=[list(group) for group in scope.targets], it=list(scope.it)), duration.condition,
    )  # fmt: skip
    game.next_id += 1
    made.scope.facts = {**scope.facts, "until_leaves": facts, "began": None, "effect": made.id}
    for change in part.changes if isinstance(part, ast.Modify) else ():
        if isinstance(change, ast.CopyOf):
            made.scope.facts["copy_values"] = _copy_values(game, change, scope)
    game.continuous.append(made)
    touch(game)
    return made


@rule("707.2b")
def _copy_values(game: Game, change: ast.CopyOf, scope: Scope) -> object:
    """CR 707.2b: what becomes a copy keeps the values it copied; later changes of the original don't matter."""
    from kb.checker.effects.tokens import copied_values

    found = [thing for thing in find(game, change.of, scope) if isinstance(thing, int)]
    changes = tuple(
        ast.AddAbility(_followed(game, scope)) if isinstance(one, ast.HasThisAbility) else one
        for one in change.changes
    )
    return copied_values(game, found[0], changes, scope) if found else None


def _followed(game: Game, scope: Scope) -> ast.Ability:
    """The ability that is being followed ("except it has this ability")."""
    obj = None if scope.item is None else known(game, scope.item)
    if obj is None or obj.ability is None:
        raise not_modelled(game, ast.HasThisAbility(), scope, "which ability it keeps")
    node: ast.Ability = obj.ability.node
    return node


CHOSEN_COLOR = ast.Status("color of your choice")


def _of_a_chosen_color(ability: ast.Ability) -> bool:
    return isinstance(ability, ast.Keyword) and ability.quality == CHOSEN_COLOR


def _with_color(game: Game, ability: ast.Ability, scope: Scope) -> ast.Ability:
    """CR 608.2d: the color is chosen as the instruction is followed."""
    options = [Option(letter, (word, letter)) for letter, word in COLOR_WORDS.items()]
    letter = choose(game, scope.controller, options, f"color for {card_name(game, scope.source)}")
    assert isinstance(ability, ast.Keyword)
    return replace(ability, quality=ast.HasColor(letter), text=f"protection from {COLOR_WORDS[letter]}")


def _fixed(game: Game, part: ast.Modify, scope: Scope) -> ast.Modify:
    """CR 608.2h, 611.2d: amounts in a one-shot effect are found once, when it begins."""
    changes: list[ast.Change] = []
    for change in part.changes:
        if isinstance(change, ast.AddPT):
            changes.append(
                ast.AddPT(
                    ast.Number(number(game, change.power, scope)),
                    ast.Number(number(game, change.toughness, scope)),
                )
            )
        elif isinstance(change, ast.SetPT):
            power = None if change.power is None else ast.Number(number(game, change.power, scope))
            toughness = (
                None if change.toughness is None else ast.Number(number(game, change.toughness, scope))
            )
            changes.append(ast.SetPT(power, toughness))
        elif isinstance(change, ast.AddAbility) and _of_a_chosen_color(change.ability):
            changes.append(ast.AddAbility(_with_color(game, change.ability, scope)))
        elif isinstance(change, ast.SetController):
            player = player_of(game, change.player, scope)
            changes.append(ast.SetController(_Fixed(player)) if player else change)
        elif isinstance(change, ast.SetColors) and "choice" in change.colors:
            changes.append(replace(change, colors=(_color(game, scope),)))
        else:
            changes.append(change)
    return ast.Modify(part.what, tuple(changes))


def _color(game: Game, scope: Scope) -> str:
    """A color of the controller's choice, as its letter."""
    options = [Option(letter, (word, letter)) for letter, word in COLOR_WORDS.items()]
    return str(choose(game, scope.controller, options, f"a color for {card_name(game, scope.source)}"))


@dataclass(frozen=True, slots=True)
class _Fixed(ast.Ref):
    """A player found once."""

    player: str


@refs(_Fixed)
def fixed(game: Game, ref: _Fixed, scope: Scope) -> list[Thing]:
    """The player found when the effect began."""
    return [ref.player]
