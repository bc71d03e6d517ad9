"""Checks about abilities: whether an object has one, how often one has triggered or resolved."""

from __future__ import annotations

from collections.abc import Callable

from kb.checker.characteristics import abilities, chars, is_keyword
from kb.checker.checks import NOT_TRIGGERED, Found, check, identity_of, permanent, state_reasons
from kb.checker.history import Happened, Topic, happened
from kb.checker.naming import nothing_called, sources
from kb.checker.oracle import ast
from kb.checker.questions import ASKED_FOR, must_be_ability, must_fit
from kb.checker.rules import Reason
from kb.checker.scenario import Check
from kb.checker.state import Game, Obj

ALIASES = ("speed", "monarch", "initiative", "planeswalking")
"""Names of abilities that no object has."""
ALIAS_TEXTS: dict[str, Callable[[str, str], bool]] = {}
"""For abilities without a source, by their name: whether the words asked for mean the ability of that text."""


@check("has")
def has(game: Game, one: Check) -> Found:
    """Whether it has an ability: a keyword, or an ability with that text."""
    obj = permanent(game, one.value["card"])
    wanted = one.value["ability"].casefold().strip(".")
    what = chars(game, obj.id)
    reasons = [
        *what.reasons.get("abilities", []),
        *what.reasons.get("types", []),
        *identity_of(game, obj),
    ]
    reasons += state_reasons(game, obj, "abilities")
    value = any(_is_ability(ability.node, wanted) for ability in abilities(game, obj.id))
    if not value:
        must_be_ability(game, one.value["card"], wanted)
    return Found(value, (f"abilities:{obj.card}",), reasons)


def _is_ability(node: ast.Ability, wanted: str) -> bool:
    if isinstance(node, ast.Keyword) and (
        node.name == wanted or (wanted.startswith(node.name + " ") and wanted in node.text.casefold())
    ):
        return True
    if isinstance(node, ast.Keyword) or is_keyword(wanted):
        return False
    return wanted in node.text.casefold()


@check("triggered", "resolved")
def triggered(game: Game, one: Check) -> Found:
    """How often an ability has triggered, or resolved: of every object of that name, each time once."""
    topic: Topic = "triggered" if one.key == "triggered" else "resolved"
    name, text = one.value["source"], str(one.value.get("text", "")).casefold()
    objects = sources(game, name)
    cards = {obj.card for obj in objects}
    if not cards and name not in ALIASES:
        raise nothing_called(game, name)
    by_name = name not in game.names
    counted = [
        past
        for past in happened(game, topic)
        if (past.card in cards or (by_name and past.name.casefold() == name.casefold())) and _says(past, text)
    ]
    if text or any(isinstance(node, ASKED_FOR[topic]) for obj in objects for node in _nodes(game, obj)):
        counted = [past for past in counted if not past.spell]
    if not counted and text and name not in ALIASES:
        must_fit(game, topic, name, text)
    cards = {past.card for past in counted} or cards
    reasons = [] if counted else [reason for why in NOT_TRIGGERED for reason in why(game, cards, text)]
    reasons += [] if counted else [Reason("603.2", {"card": name}, "no")]
    return Found(
        len(counted),
        (
            *(f"triggered:{card}" for card in sorted(cards)),
            *(f"card:{card}" for card in sorted(cards)),
            f"trigger:{name}",
        ),
        reasons,
    )


def _nodes(game: Game, obj: Obj) -> list[ast.Ability]:
    return [ability.node for ability in abilities(game, obj.id)]


def _says(past: Happened, asked: str) -> bool:
    if past.card == 0 and past.name in ALIAS_TEXTS:
        return ALIAS_TEXTS[past.name](past.words, asked)
    return asked in past.words.casefold()
