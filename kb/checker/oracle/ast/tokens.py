"""Tokens and copies."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.oracle.ast.amounts import ONE
from kb.checker.oracle.ast.base import Ability, Amount, Change, Effect, Node, Ref
from kb.checker.oracle.ast.refs import YOU


@dataclass(frozen=True, slots=True)
class Token(Node):
    """The characteristics of a token. `predefined`: a name of CR 111.10 (Treasure, Food, "Monster Role" …),
    everything else then comes from the rules."""

    name: str = ""
    types: tuple[str, ...] = ()
    """Lower case, supertypes and card types in the order of the text."""
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple[Ability, ...] = ()
    predefined: str = ""


@dataclass(frozen=True, slots=True)
class CreateToken(Effect):
    """Each of `who` creates tokens."""

    who: Ref
    count: Amount
    token: Token
    tapped: bool = False
    attacking: bool = False
    attached_to: Ref | None = None


@dataclass(frozen=True, slots=True)
class CreateCopy(Effect):
    """Each of `who` creates tokens that are copies, except for the changes."""

    who: Ref
    count: Amount
    of: Ref
    changes: tuple[Change, ...] = ()
    tapped: bool = False
    attacking: bool = False


@dataclass(frozen=True, slots=True)
class CopySpell(Effect):
    """Copy a spell or ability on the stack; `retarget`: new targets may be chosen."""

    what: Ref
    count: Amount = ONE
    retarget: bool = False
    changes: tuple[Change, ...] = ()
    who: Ref = YOU
