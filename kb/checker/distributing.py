"""CR 601.2d: damage or counters that are divided among targets: announced with them, at least one each, and kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.checker.choices import Option, choose, queues
from kb.checker.dispatch import Scope, Thing, not_modelled, number, present
from kb.checker.dividing import MOST_DIVISIONS, given_division, read_map, shares
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, NotModelled, card_name
from kb.checker.targets import DIVISION, Plan

Divided = ast.DealDamage | ast.PutCounters


def divided_effects(body: ast.Body) -> Iterator[tuple[Divided, tuple[int, ...], ast.Amount]]:
    """The instructions of a body that divide something among targets: which target descriptions, and how much."""
    for node in ast.walk_own(body.effects):
        if isinstance(node, ast.DealDamage) and node.divided:
            yield node, _indices(node.to), node.amount
        elif isinstance(node, ast.PutCounters) and node.divided:
            yield node, _indices(node.on), node.count


def _indices(ref: ast.Ref) -> tuple[int, ...]:
    return tuple(node.index for node in ast.walk(ref) if isinstance(node, ast.Target))


@rule("601.2d")
def announce_division(game: Game, plan: Plan, scope: Scope, given: dict[Any, Any] | None) -> None:
    """CR 601.2d: as targets are announced, so is what each of them gets: at least one, and all of it together.

    `given` is the map that named the targets, if the script wrote one; else a map among the answers counts, else every
    legal division is tried. Sets `plan.division`, by target. Raises Illegal for an impossible one.
    """
    for effect, indices, amount in divided_effects(plan.body):
        things = [thing for index in indices for thing in plan.targets[index]]
        if not things:
            continue
        if plan.division is not None:
            raise not_modelled(game, effect, scope, "two divisions in one text")
        total = number(game, amount, scope.inner(targets=plan.targets))
        plan.division = _division(game, things, total, scope, given)


def _division(
    game: Game, things: list[Thing], total: int, scope: Scope, given: dict[Any, Any] | None
) -> dict[Any, Any]:
    name = card_name(game, scope.source)
    if total < len(things):
        raise Illegal(Reason("601.2d", {"card": name, "n": total}, "no"))
    if given is not None:
        division = read_map(game, given, things)
        if division is None or not _legal(division, total):
            raise Illegal(Reason("601.2d", {"card": name, "n": total}, "no"))
        return division
    what = f"how {name} divides {total}"
    names = ", ".join(str(thing_option(game, thing).names[0]) for thing in things)
    found = given_division(
        game,
        scope.controller,
        queues(game),
        things,
        lambda one: _legal(one, total),
        what,
        lambda: (f"{total} among {names}, at least 1 each",),
    )
    if found is not None:
        return found
    options: list[Option] = []
    for spread in shares(total - len(things), len(things)):
        options.append(Option({thing: 1 + n for thing, n in zip(things, spread, strict=True)}, ()))
        if len(options) > MOST_DIVISIONS:
            raise NotModelled("how it is divided is not given", name)
    chosen: dict[Any, Any] = choose(game, scope.controller, options, what)
    return chosen


def _legal(division: dict[Thing, int], total: int) -> bool:
    return sum(division.values()) == total and all(share >= 1 for share in division.values())


def share_of(game: Game, effect: Divided, thing: Thing, whole: int, others: int, scope: Scope) -> int:
    """What a target gets: what was announced for it, also when another one has become illegal (608.2b).

    `whole` is all there is, `others` how many share it. Raises NotModelled where nothing was announced for several.
    """
    division = scope.facts.get(DIVISION)
    if isinstance(division, dict):
        for key, share in division.items():
            if key == thing or present(game, key, scope) == thing:
                return int(share)
        raise not_modelled(game, effect, scope, "what is divided among others than the targets")
    if others == 1 and not any(isinstance(node, ast.Target) for node in ast.walk(effect)):
        return whole
    raise not_modelled(game, effect, scope, "how it is divided is not given")
