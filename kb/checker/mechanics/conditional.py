"""CR 611.3a: why a permanent has, or lacks, what a conditional static ability says: the rules behind its condition."""

from __future__ import annotations

from collections.abc import Iterator

from kb.checker.characteristics import AbilityOf, chars, expanded, functions
from kb.checker.characteristics import abilities as abilities_of
from kb.checker.checks import STATE_REASONS, state_reasons
from kb.checker.dispatch import Scope, find, holds
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Condition, unread
from kb.checker.proof import chain
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, Obj, card_name
from kb.checker.telling import telling

STATE_RULES: dict[str, str] = {}
"""The rule that says when a player is in a state, by the words of `ast.PlayerIs`; mechanics add theirs."""
CHANGES = {
    "power": (ast.AddPT, ast.SetPT, ast.SwitchPT, ast.CopyOf),
    "abilities": (ast.AddAbility, ast.LoseAbility, ast.CantHave, ast.CopyOf),
    "types": (ast.AddTypes, ast.SetTypes, ast.RemoveTypes, ast.AllSubtypes, ast.ChosenType, ast.CopyOf),
    "colors": (ast.SetColors, ast.CopyOf),
    "controller": (ast.SetController,),
}


@rule("611.3a")
def conditional(game: Game, obj: Obj, topic: str) -> list[Reason]:
    """CR 611.3a: a static ability's effect isn't locked in; it applies just as long as its condition holds."""
    reasons: list[Reason] = []
    for identity in (*game.zones.get("battlefield", ()), *game.zones.get("command", ())):
        for ability in abilities_of(game, identity):
            node = ability.node
            if not isinstance(node, ast.Static) or not functions(game, ability):
                continue
            scope = Scope(identity, ability.controller)
            for part, condition in _conditions(node):
                if unread(condition) or not reaches(game, part, topic, obj, scope):
                    continue
                slots = {
                    "card": chars(game, obj.id).name,
                    "by": card_name(game, identity),
                    "player": ability.controller,
                }
                try:
                    variant = "" if holds(game, condition, scope) else "no"
                except NotModelled:
                    continue
                reasons += [Reason(number, slots, variant or "yes") for number in rules_of(condition)]
                reasons.append(Reason("611.3a", slots, variant))
    return reasons


@rule("611.2c")
def lasting(game: Game, obj: Obj, topic: str) -> list[Reason]:
    """CR 611.2c: what a resolved spell or ability changed for a time: the rules that led to that resolution."""
    reasons: list[Reason] = []
    for effect in game.continuous:
        part = effect.part
        if effect.ended or effect.record is None or not isinstance(part, ast.Modify):
            continue
        if not any(isinstance(change, CHANGES[topic]) for change in part.changes):
            continue
        if effect.affected is not None and obj.id in effect.affected:
            if isinstance(part.what, ast.All):
                reasons.append(Reason("611.2c", {"card": chars(game, obj.id).name}, "fixed"))
            reasons += chain(game, game.records[effect.record])
            if effect.until != "game":
                number = "611.2b" if effect.until in ("while", "until leaves") else "611.2a"
                reasons.append(Reason(number, {"card": chars(game, obj.id).name}))
    return reasons


@rule("303.4e")
def standing(game: Game, obj: Obj, topic: str) -> list[Reason]:
    """CR 303.4e: the static abilities that change it: an Aura's is its controller's; the rule of their keyword, what has given them."""
    reasons: list[Reason] = []
    for identity in (*game.zones.get("battlefield", ()), *game.zones.get("command", ())):
        source = game.objects[identity]
        for ability in abilities_of(game, identity):
            node = ability.node
            if not isinstance(node, ast.Static) or not functions(game, ability):
                continue
            scope = Scope(identity, ability.controller)
            if not any(reaches(game, part, topic, obj, scope) for part in _parts(node)):
                continue
            if ability.rule:
                reasons.append(Reason(ability.rule, {"card": card_name(game, identity)}))
            if source.attached_to == obj.id and ability.controller != chars(game, obj.id).controller:
                reasons.append(
                    Reason("303.4e", {"card": card_name(game, identity), "player": ability.controller})
                )
            reasons += given(game, ability) if identity != obj.id else []
    return reasons


def _parts(node: ast.Static) -> Iterator[ast.Part]:
    for part in node.parts:
        yield part.part if isinstance(part, ast.While) else part


def given(game: Game, ability: AbilityOf) -> list[Reason]:
    """Why an object has an ability that isn't its own by the card: what has given it."""
    obj = game.objects[ability.source]
    printed = chars(game, obj.id).printed
    if printed is None or ability.node in printed.abilities or ability.index < 0:
        return []
    if any(ability.node in expanded(game, obj, node) for node in printed.abilities):
        return []
    what = chars(game, obj.id)
    changed = (*what.reasons.get("abilities", ()), *what.reasons.get("types", ()))
    return telling([*changed, *state_reasons(game, obj, "abilities")])


def _conditions(node: ast.Static) -> Iterator[tuple[ast.Part, Condition]]:
    for part in node.parts:
        if isinstance(part, ast.While):
            yield part.part, part.condition
        elif node.condition is not None:
            yield part, node.condition


def reaches(game: Game, part: ast.Part, topic: str, obj: Obj, scope: Scope) -> bool:
    if not isinstance(part, ast.Modify) or unread(part):
        return False
    if not any(isinstance(change, CHANGES[topic]) for change in part.changes):
        return False
    return obj.id in find(game, part.what, scope)


def rules_of(condition: Condition) -> list[str]:
    """The rules that decide a condition about a player's state."""
    found = []
    for node in ast.walk(condition):
        if isinstance(node, ast.PlayerIs):
            words = "completed a dungeon" if node.state.startswith("completed ") else node.state
            found.append(STATE_RULES.get(words))
    return [number for number in found if number is not None]


STATE_REASONS += [standing, conditional, lasting]
