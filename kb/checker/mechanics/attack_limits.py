"""Attacks and blocks as a whole: how many creatures may, and what each has to be paid for (CR 508.1c, 508.1j, 509.1b)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.checker.allowed import MAY_ATTACK
from kb.checker.blocking import BLOCK_COSTS, whole_block_rule
from kb.checker.combat import ATTACK_COSTS, ATTACKING, against, costs_to_attack, whole_attack_rule
from kb.checker.costs import mana_bill
from kb.checker.dispatch import Scope, find, holds, number
from kb.checker.mana import ManaBill, pay_mana
from kb.checker.oracle import ast
from kb.checker.parts import InEffect, parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, Obj, card_name
from kb.checker.vocabulary import knows

knows(
    ast.Cant,
    "verb",
    "attack you or yours",
    "attack alone",
    "block alone",
    "attack or block alone",
    "attack with others",
)
_BLOCK = ("block", "attack or block")


@whole_attack_rule
def limits_on_attacks(game: Game, player: str, chosen: dict[int, int | str]) -> list[Reason]:
    """Effects that let only so many creatures attack (508.1c)."""
    alone = _alone(game, list(chosen), ("attack alone", "attack or block alone"))
    if alone is not None:
        return [Reason("508.1c", {"card": card_name(game, next(iter(chosen))), "by": alone.source}, "alone")]
    only = _in_company(game, list(chosen))
    if only is not None:
        return [Reason("508.1c", {"card": only[0], "by": only[1].source}, "no")]
    for one in _limiting(game, ATTACKING):
        cant = one.part
        meant = [
            i
            for i, whom in chosen.items()
            if i in find(game, cant.who, one.scope) and against(game, one, whom)
        ]
        if cant.most is not None and len(meant) > number(game, cant.most, one.scope):
            return [Reason("508.1c", {"card": card_name(game, meant[0]), "by": one.source}, "most")]
    return []


@rule("508.1h")
def pay_for_attack(game: Game, player: str, chosen: dict[int, int | str]) -> None:
    """CR 508.1h: what it costs to attack is counted together and paid."""
    total = ManaBill()
    for one in _limiting(game, ATTACKING):
        cant = one.part
        times = sum(
            i in find(game, cant.who, one.scope) and against(game, one, whom) for i, whom in chosen.items()
        )
        _add(game, total, cant.cost, times, one.scope)
    _pay(game, player, total)


ATTACK_COSTS.append(pay_for_attack)


def _let_through(game: Game, obj: Obj, whom: int | str) -> list[Reason]:
    """What it costs to attack, and restrictions in effect that aren't about this creature or what it attacks."""
    slots = {"card": card_name(game, obj.id)}
    found = [Reason("508.1h", slots)] if costs_to_attack(game, obj, whom) else []
    for one in parts(game, ast.Cant):
        about = one.part.verb in ATTACKING and not one.part.cost and one.part.most is None
        if about and obj.id not in find(game, one.part.who, one.scope):
            found.append(Reason("508.1c", {**slots, "by": one.source}, "other"))
    return found


MAY_ATTACK.append(_let_through)


@whole_block_rule
def limits_on_blocks(game: Game, chosen: Mapping[int, Iterable[int | str]]) -> list[Reason]:
    """Effects that let only so many creatures block (509.1b)."""
    alone = _alone(game, list(chosen), ("block alone", "attack or block alone"))
    if alone is not None:
        return [Reason("509.1b", {"card": card_name(game, next(iter(chosen))), "by": alone.source}, "by")]
    for one in _limiting(game, _BLOCK):
        cant = one.part
        meant = [i for i in chosen if i in find(game, cant.who, one.scope)]
        if cant.most is not None and len(meant) > number(game, cant.most, one.scope):
            return [Reason("509.1b", {"card": card_name(game, meant[0]), "by": one.source}, "by")]
    return []


@rule("509.1d")
def pay_for_blocks(game: Game, player: str, chosen: dict[int, list[int]]) -> None:
    """CR 509.1d: what it costs to block is counted together and paid."""
    total = ManaBill()
    for one in _limiting(game, _BLOCK):
        times = sum(i in find(game, one.part.who, one.scope) for i in chosen)
        _add(game, total, one.part.cost, times, one.scope)
    _pay(game, player, total)


BLOCK_COSTS.append(pay_for_blocks)


def _alone(game: Game, chosen: list[int], verbs: Iterable[str]) -> InEffect[ast.Cant] | None:
    """What keeps the only creature that is chosen from being the only one (506.5)."""
    if len(chosen) != 1:
        return None
    for one in parts(game, ast.Cant):
        cant = one.part
        if cant.verb not in verbs or chosen[0] not in find(game, cant.who, one.scope):
            continue
        if cant.unless is None or not holds(game, cant.unless, one.scope):
            return one
    return None


def _in_company(game: Game, chosen: list[int]) -> tuple[str, InEffect[ast.Cant]] | None:
    """A creature that can only attack alone (506.5) and is declared with others, and what keeps it from that."""
    for one in parts(game, ast.Cant) if len(chosen) > 1 else ():
        if one.part.verb == "attack with others":
            meant = find(game, one.part.who, one.scope)
            for identity in chosen:
                if identity in meant:
                    return card_name(game, identity), one
    return None


def _limiting(game: Game, verbs: Iterable[str]) -> list[InEffect[ast.Cant]]:
    """Restrictions by number or cost that are in effect."""
    return [
        one
        for one in parts(game, ast.Cant)
        if one.part.verb in verbs
        and (one.part.cost or one.part.most is not None)
        and not (one.part.unless is not None and holds(game, one.part.unless, one.scope))
    ]


def _add(game: Game, total: ManaBill, cost: tuple[ast.Cost, ...], times: int, scope: Scope) -> None:
    for part in cost:
        if not isinstance(part, ast.ManaCost | ast.CountedMana):
            raise NotModelled("a cost other than mana to attack or block", card_name(game, scope.source))
        total.add(mana_bill(game, part, scope), times)


def _pay(game: Game, player: str, total: ManaBill) -> None:
    if total.total:
        pay_mana(game, player, total, "attack")
