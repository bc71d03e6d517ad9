"""Continuous effects that change rules rather than characteristics: prohibitions, permissions, costs (613.11).

`parts(game, ast.Cant)` gives those that are in effect now, with the scope to read them in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from kb.checker.characteristics import abilities, functions
from kb.checker.dispatch import Scope, Thing, find, fits, holds
from kb.checker.glances import may_be_among, may_have
from kb.checker.log import tainting
from kb.checker.marks import NOT_YET
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name, known

P = TypeVar("P", bound=ast.Part)


@dataclass(frozen=True, slots=True)
class InEffect(Generic[P]):
    """One part in effect."""

    part: P
    scope: Scope
    source: str
    """Name of the card it comes from."""


def all_parts(game: Game) -> list[InEffect[Any]]:
    """Every part of a static ability that functions, and of effects with a duration; cached by version."""
    cached = game.cache.get("parts")
    if cached is not None and cached[0] == game.version:
        known: list[InEffect[Any]] = cached[1]
        return known
    found: list[InEffect[Any]] = []
    for zone, ids in game.zones.items():
        for identity in ids:
            obj = game.objects[identity]
            if obj.ability is not None:
                continue
            here = zone in ("battlefield", "command", "stack")
            if not (
                may_have(game, identity, ast.Static)
                if here
                else may_be_among(obj.printed.abilities, ast.Static)
            ):
                continue
            for ability in abilities(game, identity):
                node = ability.node
                if not isinstance(node, ast.Static) or not (
                    functions(game, ability) or _of_spell(node, zone)
                ):
                    continue
                scope = Scope(identity, ability.controller)
                with tainting(game):
                    if node.condition is None or holds(game, node.condition, scope):
                        name = card_name(game, identity)
                        found += [
                            InEffect(part, scope, name)
                            for part in unwrapped(game, node.parts, scope)
                            if NOT_YET not in obj.marks
                            or not isinstance(part, ast.Cant)
                            or part.who == ast.This()
                        ]  # 614.17d: what only enters forbids nothing but to itself
    for effect in game.continuous:
        if not effect.ended:
            scope = effect.scope or Scope(effect.source, effect.controller)
            found.append(InEffect(effect.part, scope, card_name(game, effect.source)))
    game.cache["parts"] = (game.version, found)
    return found


def unwrapped(game: Game, given: tuple[Any, ...], scope: Scope) -> list[Any]:
    """The parts, those with a condition of their own only while it holds."""
    found = []
    for part in given:
        if isinstance(part, ast.While):
            if holds(game, part.condition, scope):
                found.append(part.part)
        else:
            found.append(part)
    return found


def _of_spell(node: ast.Static, zone: str) -> bool:
    """ "This spell can't be countered" functions on the stack (113.6g)."""
    return zone == "stack" and any(
        isinstance(part, ast.Cant) and part.verb == "be countered" and isinstance(part.who, ast.This)
        for part in node.parts
    )


def parts(game: Game, node: type[P]) -> Iterator[InEffect[P]]:
    """Parts of one kind that are in effect."""
    for one in all_parts(game):
        if isinstance(one.part, node):
            yield cast(InEffect[P], one)


def _is_one(game: Game, who: Thing, ref: ast.Ref, scope: Scope) -> bool:
    """Whether somebody or something is among those meant; "sources" are meant in every zone."""
    if isinstance(ref, ast.All) and isinstance(who, int) and _asked_alone(ref.filter):
        return fits(game, ref.filter, who, scope)
    return who in find(game, ref, scope)


def _asked_alone(what: ast.Filter) -> bool:
    """Whether one thing can be looked at without the others: of cards where the zones are named (a hidden library isn't searched)."""
    return what.kind == "object" or (
        what.kind == "card" and any(isinstance(part, ast.InZone) for part in ast.walk(what.where))
    )


@rule("101.2")
def forbidden(
    game: Game, verb: str, who: Thing, thing: Thing | None = None, is_mana: bool = False
) -> list[Reason]:
    """CR 101.2: an effect that says something can't happen wins over one that lets it happen.

    `is_mana`: what would be done is to activate a mana ability, which some prohibitions let alone. Gives the reasons why `who` can't do `verb` (to `thing`); empty when nothing forbids it.
    """
    reasons = []
    for one in parts(game, ast.Cant):
        cant = one.part
        if cant.verb != verb or cant.cost or cant.most is not None or cant.least is not None:
            continue
        if not _is_one(game, who, cant.who, one.scope) or (cant.during == "not mana" and is_mana):
            continue
        if cant.object is not None and (thing is None or not fits(game, cant.object, thing, one.scope)):
            continue
        if cant.but is not None and thing is not None and fits(game, cant.but, thing, one.scope):
            continue
        if cant.unless is not None and holds(game, cant.unless, one.scope):
            continue
        if cant.during and cant.during not in ("this turn", "") and not during(game, cant.during, who):
            continue
        reasons.append(Reason("101.2", {"by": one.source, "verb": verb, "card": str(who)}))
        reasons += by_rules(game, one.scope.source)
    return reasons


def counters_forbidden(game: Game, thing: Thing, kind: str) -> list[Reason]:
    """Why no counters of a kind can be put on an object or a player; empty when they can."""
    verb = "get" if isinstance(thing, str) else "have"
    return forbidden(game, f"{verb} counters", thing) or forbidden(game, f"{verb} {kind} counters", thing)


def by_rules(game: Game, identity: int) -> list[Reason]:
    """The rule by which the abilities of an object function where it is, if it has one of its own (a face-up plane)."""
    printed = known(game, identity).printed if identity else None
    number = printed.extra.get("rule") if printed is not None and printed.layout != "token" else None
    return [Reason(number, {"card": printed.name})] if number is not None and printed is not None else []


def during(game: Game, words: str, who: Thing) -> bool:
    """Whether it is the time that a prohibition names."""
    if words == "not mana":
        return True
    if words == "others' turns":
        return who != game.active
    if words == "combat":
        return game.combat is not None
    return words.replace(" step", "").replace(" ", "_") == game.step


def rule_changed(game: Game, name: str) -> list[InEffect[ast.RulePart]]:
    """The `RulePart`s of that name in effect."""
    return [one for one in parts(game, ast.RulePart) if one.part.name == name]
