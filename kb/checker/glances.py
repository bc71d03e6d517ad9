"""A cheap look at whether an object can have abilities of a kind, before all of them are written out."""

from __future__ import annotations

from kb.checker.characteristics import INTRINSIC, chars, expansion_of
from kb.checker.once import once
from kb.checker.oracle.ast import Ability
from kb.checker.state import Game


def may_have(game: Game, identity: int, kind: type[Ability]) -> bool:
    """Whether an ability of that kind can be among those of an object."""
    what = chars(game, identity)
    return not INTRINSIC.keys().isdisjoint(what.subtypes) or may_be_among(what.abilities, kind)


def may_be_among(nodes: tuple[Ability, ...], kind: type[Ability]) -> bool:
    """Whether one of the nodes is of that kind, or stands for others that could be."""
    stands, kinds = _kinds(nodes)
    return stands or any(issubclass(one, kind) for one in kinds)


@once
def _kinds(nodes: tuple[Ability, ...]) -> tuple[bool, frozenset[type[Ability]]]:
    """Whether one of the nodes stands for others, and the kinds of all."""
    return any(expansion_of(node) is not None for node in nodes), frozenset(map(type, nodes))
