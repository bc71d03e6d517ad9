"""A clause about none: "no creature blocks it", "nobody pays", "none of them dies" say that it is not so of any.

>>> nothing = Mention(noun="anything", count="no", text="nothing")
>>> clause, left = denied(Clause("die", {"what": nothing}))
>>> clause.negated, clause.roles["what"].count, left
(True, 'any', [])
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.asking.mentions import Clause, Mention
from kb.asking.wordbook import wordbook


def lacking(clause: Clause) -> list[Mention]:
    """The fillings that are none of something; counters and amounts are left out, of which none is a number."""
    fillings = [
        one for role in clause.roles.values() for one in (role if isinstance(role, tuple) else (role,))
    ]
    return [one for one in fillings if isinstance(one, Mention) and one.count == "no" and not _counted(one)]


def denied(clause: Clause) -> tuple[Clause, list[str]]:
    """The clause with its negation at the verb, and what stays unread: two negations, or one of several things."""
    none = lacking(clause)
    if not none:
        return clause, []
    roles: dict[str, Any] = {role: _any(one) for role, one in clause.roles.items()}
    lone = len(none) == 1 and none[0] in clause.roles.values()
    if clause.negated or not lone:
        return replace(clause, roles=roles), [one.text or clause.verb for one in none]
    return replace(clause, roles=roles, negated=True), []


def _any(filling: Any) -> Any:
    if isinstance(filling, tuple):
        return tuple(map(_any, filling))
    if not isinstance(filling, Mention) or filling.count != "no" or _counted(filling):
        return filling
    return filling.of if filling.of is not None and filling.pronoun else replace(filling, count="any")


def _counted(one: Mention) -> bool:
    row = wordbook().nouns.get(one.noun)
    return row is not None and row.kind in ("counter", "amount")


def cards_in(zone: Mention, name: str) -> Mention:
    """ "Nine in hand", 手札が9枚: so many cards there."""
    return replace(zone, filter=wordbook().nouns["card"].filter, noun="card", zone=name)
