"""CR 509: declaring blockers: what may block what, and what becomes blocked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from kb.checker.characteristics import chars, has_keyword, keyword_nodes
from kb.checker.combat import lifted, restrictions
from kb.checker.dispatch import Scope, find, fits, number
from kb.checker.oracle import ast
from kb.checker.parts import parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj, battlefield, card_name, known
from kb.checker.targets import protects

BlockRule = Callable[[Game, Obj, Obj], "list[Reason]"]
BLOCK_RULES: list[BlockRule] = []


WholeBlockRule = Callable[[Game, "Mapping[int, Iterable[int | str]]"], "list[Reason]"]
WHOLE_BLOCK_RULES: list[WholeBlockRule] = []

BLOCK_COSTS: list[Callable[[Game, str, dict[int, list[int]]], None]] = []
"""What has to be paid for the declared blocks (509.1d-f): paid, or `Illegal`."""


def whole_block_rule(function: WholeBlockRule) -> WholeBlockRule:
    """Register what may forbid the declared blocks as a whole, such as numbers of blockers; it changes nothing."""
    WHOLE_BLOCK_RULES.append(function)
    return function


def block_rule(function: BlockRule) -> BlockRule:
    """Register what may forbid a block: `(game, blocker, attacker)`."""
    BLOCK_RULES.append(function)
    return function


def extra_blocks(game: Game, obj: Obj) -> int:
    extra = 0
    for one in parts(game, ast.Can):
        if one.part.verb == "block additional" and obj.id in find(game, one.part.who, one.scope):
            extra += 1000 if one.part.count is None else number(game, one.part.count, one.scope)
    return extra


def costs_to_block(game: Game, obj: Obj) -> bool:
    """Whether the creature can block only if something is paid (509.1c: then no requirement makes it block)."""
    return any(
        one.part.cost
        and one.part.verb in ("block", "attack or block")
        and obj.id in find(game, one.part.who, one.scope)
        and not lifted(game, one, None, None)
        for one in parts(game, ast.Cant)
    )


def why_not_block(game: Game, player: str, obj: Obj, attacker: Obj) -> list[Reason]:
    """Why a creature can't block an attacker; empty when it can."""
    assert game.combat is not None
    what = chars(game, obj.id)
    slots = {"card": what.name, "attacker": card_name(game, attacker.id), "player": player}
    if obj.zone != "battlefield" or what.controller != player or "creature" not in what.types:
        return [Reason("509.1a", slots, "no")]
    if obj.tapped:
        return [Reason("509.1a", slots, "tapped")]
    if _attacked_player(game, attacker) != player:
        return [Reason("509.1a", slots, "not_attacked")]
    reasons = [reason for forbid in BLOCK_RULES for reason in forbid(game, obj, attacker)]
    return [*reasons, Reason("509.1b", slots, "no")] if reasons else []


def _attacked_player(game: Game, attacker: Obj) -> str | None:
    assert game.combat is not None
    whom = game.combat.attackers.get(attacker.id)
    if isinstance(whom, int):
        other = known(game, whom)
        return other.protector or chars(game, whom).controller
    return whom


@block_rule
def cant_block(game: Game, obj: Obj, attacker: Obj) -> list[Reason]:
    """CR 509.1b: restrictions by effects, on either side."""
    slots = {"card": card_name(game, obj.id), "attacker": card_name(game, attacker.id)}
    found = [
        Reason("509.1b", {**slots, "by": name}, "by")
        for name in restrictions(game, obj, ("block", "attack or block"), attacker.id)
    ]
    found += [
        Reason("509.1b", {**slots, "by": name}, "by")
        for name in restrictions(game, attacker, ("be blocked",), obj.id)
    ]
    return found


@block_rule
@rule("702.9b", "702.17b")
def flying(game: Game, obj: Obj, attacker: Obj) -> list[Reason]:
    """CR 702.9b, 702.17b: only a creature with flying or reach can block one with flying."""
    if has_keyword(game, attacker.id, "flying") and not (
        has_keyword(game, obj.id, "flying") or has_keyword(game, obj.id, "reach")
    ):
        return [
            Reason("702.9b", {"card": card_name(game, attacker.id), "blocker": card_name(game, obj.id)}, "no")
        ]
    return []


@block_rule
@rule("702.28b", "702.31b", "702.36b", "702.118b", "702.147a")
def evasion(game: Game, obj: Obj, attacker: Obj) -> list[Reason]:
    """CR 702.28b, 702.31b, 702.36b, 702.118b, 702.147a: shadow, horsemanship, fear, skulk, decayed."""
    blocker, attacking = chars(game, obj.id), chars(game, attacker.id)
    slots = {"card": attacking.name, "blocker": blocker.name}
    found = []
    if has_keyword(game, attacker.id, "shadow") != has_keyword(game, obj.id, "shadow"):
        found.append(Reason("702.28b", slots, "no"))
    if has_keyword(game, attacker.id, "horsemanship") and not has_keyword(game, obj.id, "horsemanship"):
        found.append(Reason("702.31b", slots, "no"))
    if has_keyword(game, attacker.id, "fear") and not ("artifact" in blocker.types or "B" in blocker.colors):
        found.append(Reason("702.36b", slots, "no"))
    if has_keyword(game, attacker.id, "intimidate") and not (
        "artifact" in blocker.types or blocker.colors & attacking.colors
    ):
        found.append(Reason("702.13b", slots, "no"))
    if has_keyword(game, attacker.id, "skulk") and (blocker.power or 0) > (attacking.power or 0):
        found.append(Reason("702.118b", slots, "no"))
    if has_keyword(game, obj.id, "decayed"):
        found.append(Reason("702.147a", slots, "no"))
    return found


@block_rule
@rule("702.14c", "702.16f")
def landwalk_and_protection(game: Game, obj: Obj, attacker: Obj) -> list[Reason]:
    """CR 702.14c, 702.16f: landwalk while the defending player has the land; protection from the blocker's quality."""
    found = []
    player = chars(game, obj.id).controller
    for node in chars(game, attacker.id).abilities:
        if isinstance(node, ast.Keyword) and node.name.endswith("walk"):
            quality = (
                node.quality
                if isinstance(node.quality, ast.Predicate)
                else ast.HasType(node.name.removesuffix("walk"))
            )
            scope = Scope(attacker.id, chars(game, attacker.id).controller)
            lands = [
                i
                for i in battlefield(game)
                if chars(game, i.id).controller == player and "land" in chars(game, i.id).types
            ]
            if any(fits(game, quality, land.id, scope) for land in lands):
                found.append(Reason("702.14c", {"card": card_name(game, attacker.id)}, "no"))
    for node in keyword_nodes(game, attacker.id, "protection"):
        if protects(game, attacker.id, node, obj.id):
            found.append(
                Reason(
                    "702.16f",
                    {"card": card_name(game, attacker.id), "blocker": card_name(game, obj.id)},
                    "no",
                )
            )
    return found


@rule("702.111b")
def whole_reasons(game: Game, chosen: Mapping[int, Iterable[int | str]]) -> list[Reason]:
    """CR 702.111b: why blocks break a restriction on the declaration as a whole: menace, numbers of blockers."""
    for forbid in WHOLE_BLOCK_RULES:
        reasons = forbid(game, chosen)
        if reasons:
            return reasons
    by_attacker: dict[int, int] = {}
    for attackers in chosen.values():
        for attacker in attackers:
            assert isinstance(attacker, int)
            by_attacker[attacker] = by_attacker.get(attacker, 0) + 1
    for attacker, count in by_attacker.items():
        slots = {"card": card_name(game, attacker)}
        if has_keyword(game, attacker, "menace") and count < 2:
            return [Reason("702.111b", slots, "no"), Reason("509.1b", slots, "no")]
        for least, most, source in numbers_of_blockers(game, attacker):
            if count < least or (most is not None and count > most):
                return [Reason("509.1b", {**slots, "by": source}, "by")]
    return []


def numbers_of_blockers(game: Game, attacker: int) -> list[tuple[int, int | None, str]]:
    """What effects say of the number of an attacker's blockers: at least, at most, whose effect it is."""
    found = []
    for one in parts(game, ast.Cant):
        cant = one.part
        if cant.verb != "be blocked" or (cant.least is None and cant.most is None):
            continue
        if attacker not in find(game, cant.who, one.scope) or lifted(game, one, None, None):
            continue
        least = 0 if cant.least is None else number(game, cant.least, one.scope)
        most = None if cant.most is None else number(game, cant.most, one.scope)
        found.append((least, most, one.source))
    return found
