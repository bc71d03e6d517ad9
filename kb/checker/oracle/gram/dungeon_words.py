"""What cards around dungeons and the initiative say that others hardly do."""

from __future__ import annotations

from kb.checker.oracle.ast import YOU, Amount, Number, PlayerIs
from kb.checker.oracle.grammar import REJECT, P


def _pack(amount: Amount) -> object:
    if not isinstance(amount, Number):
        return REJECT
    return PlayerIs(YOU, f"attacked with total power {amount.value}")


DUNGEON_CONDITIONS = [
    P("you attacked with creature with total power <number> or greater this combat", _pack),
]
