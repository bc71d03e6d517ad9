"""What only cards of Planechase say: planar decks, the planar die, the turn order."""

from __future__ import annotations

from kb.checker.oracle.ast import ONE, Act, Duration, ForDuration, RulePart
from kb.checker.oracle.gram.doing import acting
from kb.checker.oracle.grammar import P

PLANAR_ACTS = [
    P("reveal the top card of your planar deck", lambda: lambda who: Act("reveal planar", who, amount=ONE)),
    P(
        "reveal the top <number> card of your planar deck",
        lambda n: lambda who: Act("reveal planar", who, amount=n),
    ),
    P(
        "reveal card from the top of your planar deck until you reveal <number> plane card",
        lambda n: lambda who: Act("reveal planar until", who, amount=n),
    ),
    P("put a plane card from among them on top of your planar deck", acting("planar top")),
    P("put (it|that card|the revealed card) on the bottom of your planar deck", acting("planar bottom")),
    P("put the revealed card on the bottom of your planar deck in any order", acting("planar bottom")),
    P(
        "put all other card revealed this way on the bottom of your planar deck in any order",
        acting("planar bottom"),
    ),
    P("put the rest of the revealed card on the bottom in a random order", acting("planar bottom random")),
    P(
        "put the rest [of the revealed card] on the bottom of your planar deck in a random order",
        acting("planar bottom random"),
    ),
    P("simultaneously planeswalk to both of them", acting("planeswalk to revealed")),
    P("reverse the game 's turn order", acting("reverse turn order")),
]

PLANAR_CLAUSES = [
    P("each of the revealed card 's {chaos} ability trigger", lambda: Act("chaos of revealed")),
    P("each of the revealed card 's chaos ability trigger", lambda: Act("chaos of revealed")),
    P("chaos ensue for each of (them|the revealed card|those card)", lambda: Act("chaos of revealed")),
    P(
        "each blank roll of the planar die be a ({chaos}|chaos) roll until a player planeswalk away from a plane",
        lambda: ForDuration((RulePart("blank is chaos"),), Duration("planeswalk from a plane")),
    ),
]
