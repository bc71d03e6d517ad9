"""Fields of nodes that no handler reads, or only for some words: a node that says something else there is not modelled.

The register is small and exact: a test reads the code of the checker, finds which fields of every node class some handler
reads, and demands that what is left stands in `UNREAD_FIELDS`. A new field is therefore either read or refused.
"""

from __future__ import annotations

from typing import Any

from kb.checker.oracle import ast

UNREAD_FIELDS: dict[type[ast.Node], dict[str, tuple[Any, ...]]] = {
    ast.Must: {"during": ("", "this turn", "this combat")},  # the effect's own duration ends it
}
"""By class: the fields that nobody reads, with the values that say nothing more."""

_AGAINST = frozenset({"attack", "block", "attack or block", "be blocked", "attack you or yours"})
_CASTING = frozenset({"cast", "cast spells", "be cast", "play", "play land"})
ONLY_WITH: dict[tuple[type[ast.Node], str], tuple[str, frozenset[str]]] = {
    (ast.Cant, "object"): ("verb", _AGAINST | _CASTING | {"be targeted", "activate", "activate abilities", "be made to sacrifice"}),
    (ast.Cant, "but"): ("verb", _AGAINST | _CASTING | {"be targeted", "activate", "activate abilities"}),
    (ast.Must, "object"): ("verb", frozenset({"attack", "block"})),
    (ast.Can, "origin"): ("verb", frozenset({"cast", "play", "plot"})),
    (ast.Can, "free"): ("verb", frozenset({"cast", "play"})),
    (ast.Can, "cost"): ("verb", frozenset({"cast", "play"})),
    (ast.Can, "during"): ("verb", frozenset({"cast", "play"})),
    (ast.Can, "limit"): ("verb", frozenset({"cast", "play"})),
    (ast.Can, "what"): ("verb", frozenset({"cast", "play", "plot", "cast as though flash", "not untap", "look", "look at",
                                           "look at top", "look at face-down"})),
    (ast.RulePart, "what"): ("name", frozenset({"damage stays", "assign as unblocked", "triggers additional", "deck any number", "can be commander",
                                                "plot cost is mana cost", "costs at least"})),
    (ast.RulePart, "who"): ("name", frozenset({"skip untap step", "skip upkeep step", "skip draw step", "triggers additional", "no combat damage",
                                               "damage by toughness"})),
    (ast.RulePart, "event"): ("name", frozenset({"no triggers", "triggers additional"})),
    (ast.RulePart, "amount"): ("name", frozenset({"triggers additional", "costs at least"})),
    (ast.Keyword, "words"): ("name", frozenset({"partner with", "flashback"})),  # flashback "mana cost": it has none of its own
    (ast.CostChange, "least"): ("action", frozenset({"cast", "activate", "equip"})),
}  # fmt: skip
"""Fields that handlers read only where another field has one of those words."""


def refused_field(node: ast.Node) -> str | None:
    """The first field of a node in which it says something that no handler reads, or None."""
    unread = _CHECKED.get(type(node))
    if unread is None:
        return None
    for name, values in UNREAD_FIELDS.get(type(node), {}).items():
        if getattr(node, name) not in values:
            return name
    for name, beside, words in unread:
        if getattr(node, name) != _default(type(node), name) and getattr(node, beside) not in words:
            return name
    return None


def _default(node: type[ast.Node], name: str) -> object:
    return node.__dataclass_fields__[name].default


_CHECKED: dict[type[ast.Node], list[tuple[str, str, frozenset[str]]]] = {
    node: [(name, beside, words) for (of, name), (beside, words) in ONLY_WITH.items() if of is node]
    for node in {*UNREAD_FIELDS, *(of for of, _ in ONLY_WITH)}
}
"""What is looked at for each class: found at once, since every node that is followed is asked."""
