"""How long a continuous effect lasts."""

from __future__ import annotations

from kb.checker.oracle.ast import YOU, AllOf, ControlledBy, Duration, HasCounter, Is, Status, This
from kb.checker.oracle.grammar import P
from kb.checker.oracle.raw import Pronoun

END_OF_TURN = Duration("end of turn")

DURATION = [
    P("until end of turn", lambda: END_OF_TURN),
    P("this turn", lambda: END_OF_TURN),
    P("until end of combat", lambda: Duration("end of combat")),
    P("this combat", lambda: Duration("end of combat")),
    P("until your next turn", lambda: Duration("your next turn")),
    P("until the end of your next turn", lambda: Duration("end of your next turn")),
    P("until your next end step", lambda: Duration("your next end step")),
    P("until your next upkeep", lambda: Duration("your next upkeep")),
    P("until (that player 's|their) next turn", lambda: Duration("their next turn")),
    P("for the rest of the game", lambda: Duration("game")),
    P("for as long as <condition>", lambda c: Duration("while", c)),
    P("as long as <condition>", lambda c: Duration("while", c)),
    P("until <np> leave the battlefield", lambda ref: Duration("until leaves", of=ref)),
    P("for as long as (it|they) have a <counterkind> counter on (it|them)", lambda k: _while_counter(k)),
    P("until a player planeswalk", lambda: Duration("planeswalk")),
    P("for as long as ~ remain $(tapped|untapped)", lambda w: Duration("while", Is(This(), Status(w)))),
    P(
        "for as long as you control ~ and ~ remain $(tapped|untapped)",
        lambda w: Duration("while", AllOf((Is(This(), ControlledBy(YOU)), Is(This(), Status(w))))),
    ),
    P("for as long as ~ remain on the battlefield", lambda: Duration("until leaves", of=This())),
    P("for as long as (it|they) remain exiled", lambda: Duration("game")),
    P("for as long as (that card|those card) remain exiled", lambda: Duration("game")),
    P("until (your|the) next end step", lambda: Duration("next end step")),
]


def _while_counter(kind: str) -> Duration:

    return Duration("while", Is(Pronoun("it"), HasCounter(kind)))
