"""Helpers of the verb phrases: from a player to the instruction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Act,
    Amount,
    Cost,
    CountedMana,
    DoCost,
    Effect,
    ManaCost,
    Number,
    PayMana,
    Ref,
    Several,
    Times,
)
from kb.checker.oracle.grammar import REJECT
from kb.checker.oracle.raw import PlayerPronoun, Sequence

Doing = Callable[[Ref], Effect]

ZERO = Number(0)


def owner(who: Ref) -> Ref:
    """Whose hand it is from the point of view of the player who acts."""
    return who if who == YOU else PlayerPronoun("their")


def several(*refs: Ref) -> Ref:
    """All of these."""
    return Several(refs)


def times(amount: Amount, per: Amount) -> Any:
    """ "Two … for each": REJECT for an amount that can't be multiplied."""
    if amount == ONE:
        return per
    if isinstance(amount, Number):
        return Times(amount.value, per)
    return REJECT


def multiplied(build: Callable[[Ref, Amount], Effect], amount: Amount, per: Amount) -> Any:
    """An instruction whose amount is multiplied by "for each"."""
    total = times(amount, per)
    return REJECT if total is REJECT else (lambda who: build(who, total))


def acting(name: str) -> Callable[[], Doing]:
    """A keyword action of nothing but a player."""
    return lambda: lambda who: Act(name, who)


def acting_on(name: str) -> Callable[[Ref], Doing]:
    """A keyword action on an object."""
    return lambda ref: lambda who: Act(name, who, ref)


def acting_by(name: str) -> Callable[[Amount], Doing]:
    """A keyword action with a number."""
    return lambda amount: lambda who: Act(name, who, None, amount)


def flat(effect: Effect) -> tuple[Effect, ...]:
    """The instructions of a clause, sequences spliced."""
    if isinstance(effect, Sequence):
        return tuple(inner for part in effect.effects for inner in flat(part))
    return (effect,)


def seq(*effects: Effect) -> Effect:
    """Instructions one after the other."""
    return Sequence(tuple(inner for effect in effects for inner in flat(effect)))


def mana_cost_of(paid: PayMana) -> Cost:
    """Mana that is paid by an instruction as a cost; one of which the text says how much is counted."""
    if paid.x is None and paid.times == ONE:
        return ManaCost(paid.mana)
    return CountedMana(paid.mana, paid.x, paid.times)


def cost_of(effect: Effect) -> Any:
    """An instruction as something that may be paid."""
    costs: list[Cost] = []
    for item in flat(effect):
        if isinstance(item, PayMana):
            costs.append(mana_cost_of(item))
        else:
            costs.append(DoCost(item))
    return tuple(costs)
