"""Offspring (CR 702.175) and gift (CR 702.174): optional additional costs that a permanent or a spell remembers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.checker.casting import additional_cost
from kb.checker.characteristics import chars, expands
from kb.checker.choices import NO, YES, Option, answer_for, choose
from kb.checker.dispatch import Scope, Thing, follow
from kb.checker.effects.acts import act
from kb.checker.keys import Mark
from kb.checker.log import note
from kb.checker.marks import DECIDED
from kb.checker.meaning.statuses import status
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.permissions import Permission
from kb.checker.resolving import FIRST_INSTRUCTIONS
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj, card_name, known, opponents
from kb.checker.triggers import KEYWORD_RULES
from kb.checker.unused import OPTIONAL_COSTS

OFFSPRING: Mark[bool] = Mark("offspring")
"""The offspring cost was paid."""
GIFT: Mark[str] = Mark("gift")
"""Who was promised the gift."""
DECIDED.extend((OFFSPRING, GIFT))


KEYWORD_RULES["Offspring"] = "702.175a"
KEYWORD_RULES["Gift"] = "702.174a"
ENTERS = ast.Moves(ast.SameAs(ast.This()), to="battlefield")
THEM = ast.Players("iterated")
FISH = ast.Token(types=("creature",), subtypes=("fish",), colors=("U",), power=ast.ONE, toughness=ast.ONE)
OCTOPUS = ast.Token(
    types=("creature",), subtypes=("octopus",), colors=("U",), power=ast.Number(8), toughness=ast.Number(8)
)
GIFTS: dict[str, ast.Effect] = {
    "gift a card": ast.Draw(THEM),
    "gift a food": ast.CreateToken(THEM, ast.ONE, ast.Token(predefined="Food")),
    "gift a treasure": ast.CreateToken(THEM, ast.ONE, ast.Token(predefined="Treasure")),
    "gift a tapped fish": ast.CreateToken(THEM, ast.ONE, FISH, tapped=True),
    "gift an octopus": ast.CreateToken(THEM, ast.ONE, OCTOPUS),
    "gift an extra turn": ast.ExtraTurn(THEM),
}
"""What the opponent gets, by the keyword (702.174d-j)."""
OPTIONAL_COSTS.update(("offspring", *GIFTS))


def _wanted(details: Mapping[str, Any], word: str) -> bool:
    """Whether the script says that the cost is paid: `kicked: gift`, or `kicked: true`."""
    wanted = details.get("kicked", False)
    words = [wanted] if isinstance(wanted, str) else wanted if isinstance(wanted, list) else []
    return wanted is True or any(word in str(one).casefold() for one in words)


def _has(game: Game, spell: Obj, names: tuple[str, ...]) -> list[ast.Keyword]:
    return [
        node
        for node in chars(game, spell.id).abilities
        if isinstance(node, ast.Keyword) and node.name in names
    ]


@additional_cost
@rule("702.175a")
def offspring(game: Game, spell: Obj, details: Mapping[str, Any], way: Permission) -> list[Any]:
    """CR 702.175a: an additional cost may be paid; when the permanent enters, a 1/1 token copy of it is created."""
    nodes = _has(game, spell, ("offspring",))
    if not nodes or not _wanted(details, "offspring"):
        return []
    spell.marks[OFFSPRING] = True
    _noted(game, spell, "702.175a")
    return list(nodes[0].cost)


@expands("offspring")
def small_copy(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """The ability that the paid cost gives."""
    if obj.zone != "battlefield" or not obj.marks.get(OFFSPRING):
        return []
    copy = ast.CreateCopy(ast.YOU, ast.ONE, ast.This(), (ast.SetPT(ast.ONE, ast.ONE),))
    return [ast.Triggered(text="Offspring (enters)", event=ENTERS, body=ast.Body((copy,)))]


@additional_cost
@rule("702.174a")
def gift(game: Game, spell: Obj, details: Mapping[str, Any], way: Permission) -> list[Any]:
    """CR 702.174a: as an additional cost an opponent may be chosen: the gift was promised."""
    nodes = _has(game, spell, tuple(GIFTS))
    if not nodes or not _wanted(details, "gift") or answer_for(game, [YES, NO]) == 1:
        return []
    others = [Option(name, (name,)) for name in opponents(game, spell.controller)]
    spell.marks[GIFT] = choose(game, spell.controller, others, "who gets the gift", forced=True)
    _noted(game, spell, "702.174a")
    return []


def _noted(game: Game, spell: Obj, number: str) -> None:
    reasons = [Reason(number, {"card": card_name(game, spell.id)})]
    if game.cause is not None:
        game.records[game.cause].reasons += reasons
    note(game, "kicked", {"card": card_name(game, spell.id)}, reasons, {f"card:{spell.card}"}, shown=False)


@expands(*GIFTS)
@rule("702.174b")
def given(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.174b: when a permanent whose gift was promised enters, that player gets it."""
    if obj.zone != "battlefield" or not obj.marks.get(GIFT):
        return []
    assert isinstance(node, ast.Keyword)
    return [
        ast.Triggered(
            text="Gift (enters)", event=ENTERS, body=ast.Body((ast.Act("give gift", word=node.name),))
        )
    ]


@act("give gift")
def give(game: Game, effect: ast.Act, scope: Scope) -> None:
    """The chosen opponent gets what the keyword names."""
    who = known(game, scope.source).marks.get(GIFT)
    if who is not None:
        follow(game, GIFTS[effect.word], scope.inner(iterated=who))


def _before_all_else(game: Game, obj: Obj, scope: Scope) -> None:
    """CR 702.174c: an instant or sorcery gives it before its other instructions are followed."""
    if {"instant", "sorcery"} & set(chars(game, obj.id).types):
        for node in _has(game, obj, tuple(GIFTS)):
            give(game, ast.Act("give gift", word=node.name), scope)


FIRST_INSTRUCTIONS.append(_before_all_else)


@status("gift promised")
def promised(game: Game, thing: Thing, scope: Scope) -> bool:
    """CR 702.174a: whether an opponent was chosen as the spell was cast."""
    return not isinstance(thing, str) and bool(known(game, thing).marks.get(GIFT))
