"""Effects that let players draw no cards, or only so many each turn (CR 101.2)."""

from __future__ import annotations

from kb.checker.dispatch import find, number
from kb.checker.happenings import DRAW_LIMITS
from kb.checker.oracle import ast
from kb.checker.parts import forbidden, parts
from kb.checker.rules import Reason
from kb.checker.state import Game
from kb.checker.vocabulary import COUNTED

COUNTED.add("draw")


def drawn_enough(game: Game, player: str, drawn: int) -> list[Reason]:
    """The effects that let the player draw no more cards this turn."""
    return forbidden(game, "draw", player) + [
        Reason("101.2", {"by": one.source, "verb": "draw", "card": player})
        for one in parts(game, ast.Cant)
        if one.part.verb == "draw"
        and one.part.most is not None
        and player in find(game, one.part.who, one.scope)
        and drawn >= number(game, one.part.most, one.scope)
    ]


DRAW_LIMITS.append(drawn_enough)
