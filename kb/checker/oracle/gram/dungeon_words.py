"""What cards around dungeons and the initiative say that others hardly do."""

from __future__ import annotations

from kb.checker.oracle.ast import YOU, Amount, Filter, Is, Number, PlayerIs, Status
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import Pronoun


def _pack(amount: Amount) -> object:
    if not isinstance(amount, Number):
        return REJECT
    return PlayerIs(YOU, f"attacked with total power {amount.value}")


DUNGEON_CONDITIONS = [
    P("you attacked with creature with total power <number> or greater this combat", _pack),
    P("it's attacking alone", lambda: Is(Pronoun("it"), Status("attacking alone"))),
]

DUNGEON_WHOM = [P("a player who have the initiative", lambda: Filter("player", (Status("initiative"),)))]
