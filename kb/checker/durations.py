"""CR 611.2b: when effects with a duration of their own end: "for as long as", "until … leaves the battlefield"."""

from __future__ import annotations

from kb.checker.dispatch import Scope, find, holds
from kb.checker.events import AFTER
from kb.checker.keys import ScopeFact
from kb.checker.log import note, tainting
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.scenario_schema import COMBAT_STEPS
from kb.checker.state import PHASED_OUT, Continuous, Game, card_name, known, touch

UNTIL_LEAVES: ScopeFact[list[int] | None] = ScopeFact("until_leaves")
"""What the effect lasts as long as."""


_SINGLE = (ast.This, ast.Target, ast.It, ast.EventObject)
"""References to one object that a duration can track; once it is gone, the effect can't see it any more."""


@rule("611.2b")
def lasts(game: Game, duration: ast.Duration, scope: Scope) -> bool:
    """CR 611.2b: an effect "for as long as" something is so does nothing where that isn't so as it would begin."""
    if duration.until == "while" and duration.condition is not None:
        return _still(game, duration.condition, scope)
    if duration.until == "until leaves" and duration.of is not None:
        things = [thing for thing in find(game, duration.of, scope) if isinstance(thing, int)]
        return not things or any(_there(game, thing) for thing in things)
    return True


def _there(game: Game, identity: int) -> bool:
    return identity in game.objects and game.objects[identity].zone == "battlefield"


def _still(game: Game, condition: ast.Condition, scope: Scope) -> bool:
    """Whether the condition holds, of objects that are still there: last known information is no "as long as"."""
    for node in ast.walk(condition):
        if not isinstance(node, _SINGLE):
            continue
        things = [thing for thing in find(game, node, scope) if isinstance(thing, int)]
        if things and not any(
            thing in game.objects and game.objects[thing].zone != PHASED_OUT for thing in things
        ):
            return False
    return holds(game, condition, scope)


@rule("611.2a")
def expire(game: Game) -> None:
    """CR 611.2a: an effect lasts as long as stated; once it has ended it never begins again."""
    ended = [effect for effect in game.continuous if _over(game, effect)]
    if ended:
        for effect in ended:
            effect.ended = True
            _explain(game, effect)
        game.continuous = [effect for effect in game.continuous if not effect.ended]
        touch(game)
    locked = [
        effect
        for effect in game.continuous
        if effect.affected is not None and not any(i in game.objects for i in effect.affected)
    ]
    if locked:
        game.continuous = [effect for effect in game.continuous if effect not in locked]


def end_until_turn(game: Game, player: str) -> None:
    """Effects that last until the turn that begins now end."""
    over = [effect for effect in game.continuous if _until_turn(effect, player, game.turn)]
    for effect in over:
        _explain(game, effect, "611.2a")
    game.continuous = [effect for effect in game.continuous if effect not in over]


def _until_turn(effect: Continuous, player: str, turn: int) -> bool:
    if effect.made_turn >= turn:
        return False
    if effect.until == "their next turn":
        watched = effect.scope.iterated if effect.scope is not None else None
        return watched is None or watched == player
    return effect.until == "your next turn" and effect.controller == player


def _explain(game: Game, effect: Continuous, number: str = "611.2b") -> None:
    things = list(effect.affected or ())
    part = effect.part
    if isinstance(part, ast.Cant) and effect.scope is not None:
        with tainting(game):
            things += [thing for thing in find(game, part.who, effect.scope) if isinstance(thing, int)]
    topics = ("controller", "power", "abilities", "types", "tapped", "zone")
    touches = {f"{topic}:{known(game, i).card}" for i in things for topic in topics}
    if touches:
        slots = {"card": card_name(game, effect.source)}
        note(game, "duration_over", slots, [Reason(number, slots)], touches, shown=False)


def _over(game: Game, effect: Continuous) -> bool:
    if effect.until == "until leaves":
        things = effect.scope.facts.get(UNTIL_LEAVES) or []
        return bool(things) and not any(_there(game, i) for i in things)
    if effect.condition is not None and effect.until == "while":
        return not _still(game, effect.condition, effect.scope)
    return effect.until == "end of combat" and game.combat is None and game.step not in COMBAT_STEPS


def _at_once(game: Game) -> None:
    """A duration ends as soon as what it waits for has happened, not only when the rules are next looked at."""
    if any(effect.until in ("while", "until leaves") for effect in game.continuous):
        with tainting(game):
            expire(game)


AFTER.append(_at_once)
