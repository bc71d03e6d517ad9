"""Keywords that the rules define by an ability, written here in our words and read as any card is (CR 702).

`X` in a text stands for the number of the keyword, the mana cost `{0}` for its cost.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from kb.checker.characteristics import expands
from kb.checker.mechanics.combat_keywords import amount_of
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.oracle.read import parse_oracle
from kb.checker.oracle.rewrite import rewrite
from kb.checker.rules import rule
from kb.checker.state import Game, Obj
from kb.checker.triggers import KEYWORD_RULES

TEXTS: dict[str, tuple[str, str]] = {
    "mobilize": (
        "702.181a",
        "Whenever this creature attacks, create X 1/1 red Warrior creature tokens that are tapped and attacking. "
        "Sacrifice those tokens at the beginning of the next end step.",
    ),
    "graft": (
        "702.58a",
        "This permanent enters with X +1/+1 counters on it.\n"
        "Whenever another creature enters, if this creature has a +1/+1 counter on it, you may move one +1/+1 counter "
        "from this creature onto that creature.",
    ),
    "ravenous": (
        "702.156a",
        "This permanent enters with X +1/+1 counters on it.\nWhen this permanent enters, if X is 5 or more, draw a card.",
    ),
    "provoke": (
        "702.39a",
        "Whenever this creature attacks, you may have target creature defending player controls block this permanent "
        "this combat if able. If you do, untap that creature.",
    ),
    "transmute": (
        "702.53a",
        "{0}, Discard this card: Search your library for one card with the same mana value as the discarded card, reveal "
        "it, put it into your hand, then shuffle. Activate only as a sorcery.",
    ),
    "reinforce": ("702.77a", "{0}, Discard this card: Put X +1/+1 counters on target creature."),
    "recover": (
        "702.59a",
        "Whenever a creature is put into your graveyard from the battlefield, you may pay {0}. If you do, return this "
        "permanent from your graveyard to your hand. Otherwise, exile this permanent.",
    ),
    "job select": (
        "702.182a",
        "When this Equipment enters, create a 1/1 colorless Hero creature token and attach this Equipment to it.",
    ),
}
"""The rule and the text of each."""
_FROM_THE_CARD = frozenset({"ravenous"})
"""Keywords whose X is the card's own."""


@cache
def _read(name: str) -> tuple[Ability, ...]:
    return parse_oracle(TEXTS[name][1], "", ("Creature",))


def _with(node: ast.Keyword) -> tuple[Ability, ...]:
    """The abilities of a keyword with its number and cost."""
    amount = ast.X() if node.name in _FROM_THE_CARD else amount_of(node)

    def change(part: Any) -> Any:
        if isinstance(part, ast.X):
            return amount
        if isinstance(part, ast.Pay):
            return replace(part, cost=_paid(part.cost, node))
        return part

    made = []
    for ability in _read(node.name):
        filled = rewrite(ability, change)
        if isinstance(filled, ast.Activated):
            filled = replace(filled, cost=_paid(filled.cost, node))
        made.append(replace(filled, text=node.text or node.name.capitalize()))
    return tuple(made)


def _paid(cost: tuple[ast.Cost, ...], node: ast.Keyword) -> tuple[ast.Cost, ...]:
    return tuple(one for part in cost for one in (node.cost if part == ast.ManaCost("{0}") else (part,)))


def _define(name: str, number: str) -> None:
    KEYWORD_RULES[name.split()[0].capitalize()] = number

    def text_of_the_rules(game: Game, obj: Obj, node: Ability) -> list[Ability]:
        assert isinstance(node, ast.Keyword)
        return list(_with(node))

    text_of_the_rules.__doc__ = f"CR {number}: {TEXTS[name][1]}"
    expands(name)(rule(number)(text_of_the_rules))


for _name, (_number, _) in TEXTS.items():
    _define(_name, _number)
