"""CR 601.2f: what raises and lowers the cost of a spell or ability while it is cast or activated."""

from __future__ import annotations

from kb.checker.allowed import MAY_CAST
from kb.checker.characteristics import abilities
from kb.checker.dispatch import Scope, find, fits, holds, number
from kb.checker.marks import CAST_FROM
from kb.checker.meaning.predicates import of_spell
from kb.checker.oracle import ast
from kb.checker.parts import by_rules, parts
from kb.checker.rules import Reason
from kb.checker.state import Game, Obj


def cost_changes(
    game: Game, player: str, identity: int, action: str, origin: str
) -> tuple[list[tuple[str, int, int]], list[Reason]]:
    """Increases and reductions of a cost in effect: (symbols, sign, least), and the reasons that name them."""
    changes: list[tuple[str, int, int]] = []
    reasons: list[Reason] = []
    for one in parts(game, ast.CostChange):
        part = one.part
        if part.action != action or (part.who is not None and player not in find(game, part.who, one.scope)):
            continue
        if part.origin is not None and part.origin not in ("anywhere", origin):
            continue
        if not fits(game, of_spell(part.what) if action == "cast" else part.what, identity, one.scope):
            continue
        times = number(game, part.times, one.scope)
        changes += [(part.by, part.sign, part.least)] * times
        reasons += by_rules(game, one.scope.source)
        rule_number = "118.7" if part.sign < 0 else "601.2f"
        reasons.append(Reason(rule_number, {"by": one.source, "n": part.by}))
        if part.sign < 0:
            reasons.append(Reason("601.2f", {"by": one.source, "n": part.by}))
    spell = game.objects[identity]
    for ability in abilities(
        game, identity
    ):  # "This spell costs {1} less …" functions while it is cast (113.6e)
        node = ability.node
        if isinstance(node, ast.Static) and action == "cast":
            scope = Scope(identity, player)
            if node.condition is not None and not holds(game, node.condition, scope):
                continue
            for own in node.parts:
                if isinstance(own, ast.CostChange) and _about_this(own.what):
                    changes += [(own.by, own.sign, own.least)] * number(game, own.times, scope)
                    if ability.rule:
                        reasons.append(Reason(ability.rule, {"card": spell.printed.name, "n": own.by}))
                    reasons.append(Reason("601.2f", {"by": spell.printed.name, "n": own.by}))
    return changes, reasons


def untaxed(game: Game, spell: Obj) -> list[Reason]:
    """CR 601.2f: what changes the costs of other spells leaves this one's alone."""
    changes = [one for one in parts(game, ast.CostChange) if one.part.action == "cast"]
    if (
        not changes
        or cost_changes(game, spell.controller, spell.id, "cast", str(spell.marks.get(CAST_FROM, "hand")))[0]
    ):
        return []
    return [Reason("601.2f", {"card": spell.printed.name, "by": one.source}, "other") for one in changes[:1]]


MAY_CAST.append(untaxed)


def _about_this(what: ast.Predicate) -> bool:
    return any(isinstance(node, ast.This) for node in ast.walk(what))
