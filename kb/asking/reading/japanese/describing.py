"""Clauses that only say what a noun is like, as the Oracle grammar's predicates: 飛行を持つ, カウンターが乗った, 計画した."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kb.asking.frames import Word
from kb.asking.mentions import Clause, Mention
from kb.asking.reading.japanese.phrases import Phrase
from kb.asking.reading.japanese.singles import status
from kb.checker.oracle.ast import HasCounter, HasKeyword, Negated, Number
from kb.checker.oracle.ast.base import Predicate

_THINGS: Final = frozenset(
    {"thing", "name", "pronoun", "pt", "count", "subtype", "keyword", "status", "supertype"}
)
_LASTING: Final = frozenset({"plot", "foretell", "suspend"})
_STATES: Final = frozenset({"plot", "foretell", "suspend", "attack", "block", "tap", "untap"})


def describes(head: Phrase, clause: Clause, state: bool) -> bool:
    """Whether the clause went into the noun as a description."""
    if head.kind not in _THINGS or clause.when is not None or clause.modal or clause.manner - {"also"}:
        return False
    found = [*_predicates(clause, state)]
    if not found:
        return False
    head.where += [Negated(one) for one in found] if clause.negated else found
    return True


def _predicates(clause: Clause, state: bool) -> Iterator[Predicate]:
    same = {role for role, value in clause.roles.items() if value == Mention(pronoun="same")}
    rest = {role: value for role, value in clause.roles.items() if role not in same and not _empty(value)}
    if clause.verb in {"have", "gain ability"} and len(rest) == 1:
        words = next(iter(rest.values()))
        given = words if isinstance(words, tuple) else (words,)
        if all(isinstance(one, Word) and one.kind == "keyword" for one in given):
            yield from (HasKeyword(one.name) for one in given)
    elif (
        clause.verb in {"get counter", "put counter", "have"}
        and set(rest) == {"what"}
        and same & {"to", "agent"}
    ):
        counter = rest["what"]
        if isinstance(counter, Mention) and counter.noun.endswith("counter") and not counter.asked:
            several = isinstance(counter.count, int) and counter.count > 1
            yield HasCounter(counter.what, Number(counter.count) if several else None)  # type: ignore[arg-type]
    elif not rest and clause.verb in _STATES and (state or clause.verb in _LASTING):
        found = status("be blocked" if "to" in same and clause.verb == "block" else clause.verb)
        if found is not None and not (clause.verb == "attack" and "to" in same):
            yield found


def _empty(value: Any) -> bool:
    return isinstance(value, Mention) and value.pronoun == "zero"
