"""Continuous effects that an instruction begins: for how long, on which objects, with which numbers (CR 611.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.checker.cards import COLOR_WORDS, Printed
from kb.checker.choices import Option, choose
from kb.checker.continuing import start
from kb.checker.dispatch import (
    BEGAN,
    FOUND,
    Scope,
    Thing,
    effects,
    find,
    not_modelled,
    number,
    player_of,
    present,
    refs,
)
from kb.checker.durations import UNTIL_LEAVES, lasts
from kb.checker.event import card_key
from kb.checker.layers import COPY_VALUES
from kb.checker.log import note
from kb.checker.oracle import ast
from kb.checker.permissions import EFFECT
from kb.checker.rules import Reason, rule
from kb.checker.state import PHASED_OUT, Continuous, Game, card_name, known
from kb.checker.tracking import found_now
from kb.checker.unread import part_problem
from kb.checker.vocabulary import is_known, knows


@effects(ast.ForDuration)
def for_duration(game: Game, effect: ast.ForDuration, scope: Scope) -> None:
    """CR 611.2: a continuous effect begins; objects whose characteristics it changes are fixed now (611.2c)."""
    scope = _as_they_are(game, scope)
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


def _as_they_are(game: Game, scope: Scope) -> Scope:
    """CR 400.7j: what this resolution has moved is meant as what it has become, also by the duration."""
    kept = scope.inner(targets=[[present(game, thing, scope) for thing in group] for group in scope.targets])
    kept.facts = scope.facts.also(FOUND(found_now(game, scope)))
    return kept


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
    facts = None
    if duration.of is not None:
        facts = [thing for thing in find(game, duration.of, scope) if isinstance(thing, int)]
    kept = scope.inner(targets=[list(group) for group in scope.targets])
    kept.facts = scope.facts.also(UNTIL_LEAVES(facts), BEGAN(None))
    for change in part.changes if isinstance(part, ast.Modify) else ():
        if isinstance(change, ast.CopyOf):
            kept.facts[COPY_VALUES] = _copy_values(game, change, scope)
    made = start(game, part, kept, affected, duration.until, duration.condition)
    kept.facts[EFFECT] = made.id
    return made


@rule("707.2b")
def _copy_values(game: Game, change: ast.CopyOf, scope: Scope) -> Printed | None:
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


def lasting_player(player: str) -> ast.Ref:
    """A reference to one player, for an effect that lasts."""
    return _Fixed(player)


@refs(_Fixed)
def fixed(game: Game, ref: _Fixed, scope: Scope) -> list[Thing]:
    """The player found when the effect began."""
    return [ref.player]
