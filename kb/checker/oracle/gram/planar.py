"""What only cards of Planechase say: planar decks, the planar die, the turn order."""

from __future__ import annotations

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Act,
    All,
    Attacks,
    Cant,
    Casts,
    Compare,
    ControlledBy,
    Duration,
    Filter,
    ForDuration,
    Happened,
    HasType,
    InZone,
    Move,
    Players,
    RulePart,
    SameAs,
    SetLife,
)
from kb.checker.oracle.gram.doing import acting
from kb.checker.oracle.gram.static_help import static
from kb.checker.oracle.grammar import P

_YOUR_CREATURES = Filter("permanent", (HasType("creature"), ControlledBy(YOU)))

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
    P("have your life total become <number>", lambda n: lambda who: SetLife(who, n)),
    P(
        "put the card in your hand on the bottom of your library in any order",
        lambda: (
            lambda who: Move(All(Filter("card", (InZone("hand", who),))), "library", who, position="bottom")
        ),
    ),
]

PLANAR_STATICS = [
    P("all permanent untap during each player 's untap step", lambda: static(RulePart("everything untaps"))),
    P("(player|players) reveal each card they draw", lambda: static(RulePart("reveal draws"))),
    P(
        "if you cast a spell this turn , you can't attack with creature",
        lambda: static(
            Cant(All(_YOUR_CREATURES), "attack"),
            condition=Compare(Happened(Casts(SameAs(YOU), Filter("spell"))), ">=", ONE),
        ),
    ),
    P(
        "if you attacked with creature this turn , you can't cast spell",
        lambda: static(
            Cant(YOU, "cast spells"), condition=Compare(Happened(Attacks(_YOUR_CREATURES)), ">=", ONE)
        ),
    ),
]

PLANAR_CLAUSES = [
    P("starting with you , <clause>", lambda effect: effect),
    P(
        "<duration> , you can't lose the game and your opponents can't win the game",
        lambda d: ForDuration((Cant(YOU, "lose"), Cant(Players("opponents"), "win")), d),
    ),
    P("each of the revealed card 's {chaos} ability trigger", lambda: Act("chaos of revealed")),
    P("each of the revealed card 's chaos ability trigger", lambda: Act("chaos of revealed")),
    P("chaos ensue for each of (them|the revealed card|those card)", lambda: Act("chaos of revealed")),
    P(
        "each blank roll of the planar die be a ({chaos}|chaos) roll until a player planeswalk away from a plane",
        lambda: ForDuration((RulePart("blank is chaos"),), Duration("planeswalk from a plane")),
    ),
]
