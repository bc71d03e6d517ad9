"""Reading one ability of an invented card, for the tests of the reader."""

from __future__ import annotations

from kb.checker.oracle import ast
from kb.checker.oracle.ast import YOU, ControlledBy, Filter, HasType, Spell, Triggered
from kb.checker.oracle.coverage import unread_texts
from kb.checker.oracle.read import parse_oracle

CREATURE = Filter("permanent", (HasType("creature"),))
MY_CREATURES = Filter("permanent", (HasType("creature"), ControlledBy(YOU)))


def one(text: str, name: str = "Quiet Walrus", types: str = "Creature Walrus") -> ast.Ability:
    """The only ability of a text, with nothing unread."""
    abilities = parse_oracle(text, name, types.split())
    assert unread_texts(abilities) == ()
    assert len(abilities) == 1
    return abilities[0]


def spell(text: str) -> ast.Body:
    """The body of a one-paragraph instant."""
    ability = one(text, "Quick Cure", "Instant")
    assert isinstance(ability, Spell)
    return ability.body


def trigger(text: str, name: str = "Quiet Walrus") -> Triggered:
    """A triggered ability."""
    ability = one(text, name)
    assert isinstance(ability, Triggered)
    return ability
