"""Nodes that only exist while a text is being read: `resolve` replaces them by definite ones."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.oracle.ast import Amount, Condition, Effect, Filter, Keyword, Predicate, Ref, TargetSpec, walk

EITHER = "that player or that planeswalker's controller"
"""Whoever a target is or controls that is a player or a planeswalker."""


@dataclass(frozen=True, slots=True)
class RawTarget(Ref):
    """A "target …" where it stands in the text."""

    spec: TargetSpec


@dataclass(frozen=True, slots=True)
class Pronoun(Ref):
    """it, them, that creature, those cards, the exiled card: `word` and what is said about it."""

    word: str
    filter: Filter | None = None


@dataclass(frozen=True, slots=True)
class PlayerPronoun(Ref):
    """they, that player, their."""

    word: str


@dataclass(frozen=True, slots=True)
class RawOther(Predicate):
    """other, another."""


@dataclass(frozen=True, slots=True)
class RawChooser(Predicate):
    """ "of your choice", "of their choice", "at random": says who picks, not what fits."""

    who: Ref | None
    random: bool = False


@dataclass(frozen=True, slots=True)
class ThatMuch(Amount):
    """that much, that many, those."""


@dataclass(frozen=True, slots=True)
class Prevented(Amount):
    """The damage prevented this way."""


@dataclass(frozen=True, slots=True)
class Sequence(Effect):
    """Instructions of one clause, spliced into the list around it."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class IfAfter(Effect):
    """An instruction with its condition behind it."""

    then: tuple[Effect, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class Amend(Effect):
    """A sentence that changes the instruction before it: "It can't be regenerated", "… instead"."""

    how: str
    condition: Condition | None = None
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class RemoveThose(Effect):
    """ "Remove those counters": the ones that the condition before it counted."""

    who: Ref


COST_ELSEWHERE = "?"
"""Words of a keyword ability whose cost another sentence has to tell."""


def cost_missing(node: object) -> bool:
    """Whether a keyword ability in it still lacks its cost."""
    return any(isinstance(part, Keyword) and part.words == COST_ELSEWHERE for part in walk(node))
