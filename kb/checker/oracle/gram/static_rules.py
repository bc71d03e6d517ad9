"""Static abilities about what players may and can't do."""

from __future__ import annotations

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    AddAbility,
    Can,
    Cant,
    CastFrom,
    DuringTurn,
    Filter,
    HandSize,
    HasType,
    InZone,
    Keyword,
    Modify,
    Players,
    Ref,
    RulePart,
    TopCards,
)
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.static_help import ITSELF, OPPONENTS, static
from kb.checker.oracle.grammar import REJECT, P

RULES = [
    P("<playerlimits>", static),
    P("you have no maximum hand size", lambda: static(HandSize(YOU, None))),
    P("players have no maximum hand size", lambda: static(HandSize(Players("each"), None))),
    P("your maximum hand size be increased by <number>", lambda n: static(HandSize(YOU, n, change=True))),
    P("your maximum hand size be <number>", lambda n: static(HandSize(YOU, n))),
    P(
        "you may play <count> additional land on each of your turn",
        lambda n: static(Can(YOU, "play land", count=n)),
    ),
    P(
        "you may play any number of land on each of your turn",
        lambda: static(Can(YOU, "play land", count=None)),
    ),
    P(
        "each player may play <count> additional land on each of their turn",
        lambda n: static(Can(Players("each"), "play land", count=n)),
    ),
    P("you may look at the top card of your library any time", lambda: static(Can(YOU, "look at top"))),
    P("play with the top card of your library revealed", lambda: static(Can(YOU, "play with top revealed"))),
    P("play with your hand revealed", lambda: static(Can(YOU, "play with hand revealed"))),
    P(
        "your opponent play with their hand revealed",
        lambda: static(Can(OPPONENTS, "play with hand revealed")),
    ),
    P(
        "you may look at face-down creature you don't control any time",
        lambda: static(Can(YOU, "look at face-down")),
    ),
    P(
        "you may $(cast|play|plot) <plural> from the top of your library",
        lambda v, f: static(Can(YOU, v, f, "library")),
    ),
    P(
        "you may play land and cast <plural> from the top of your library",
        lambda f: static(
            Can(YOU, "play land from", Filter("card", (HasType("land"),)), "library"),
            Can(YOU, "cast", f, "library"),
        ),
    ),
    P(
        "you may play the top card of your library",
        lambda: static(Can(YOU, "play", Filter("card"), "library")),
    ),
    P("you may $(cast|play) <plural> from your graveyard", lambda v, f: static(Can(YOU, v, f, "graveyard"))),
    P("you may $(cast|play) <plural>", lambda v, f: static(Can(YOU, v, f)) if _has_zone(f) else REJECT),
    P("you may cast ~ from <zone>", lambda z: static(Can(YOU, "cast", ITSELF, z[0]), zone=z[0])),
    P(
        "you may cast ~ as though it had flash",
        lambda: static(Can(YOU, "cast as though flash", ITSELF), zone="anywhere"),
    ),
    P(
        "you may cast <plural> as though they had flash",
        lambda f: static(Can(YOU, "cast as though flash", f)),
    ),
    P("cast ~ only <castwhen>", lambda c: static(Cant(YOU, "cast", ITSELF, unless=c), zone="anywhere")),
    P(
        "the top card of your library have <keyword>",
        lambda k: static(Modify(_top(), (AddAbility(Keyword(k, text=k)),))),
    ),
    P(
        "the <keyword> cost be equal to its mana cost",
        lambda k: static(RulePart(f"{k} cost is mana cost", what=Filter("card"))),
    ),
    P(
        "you may spend mana as though it were mana of any color",
        lambda: static(Can(YOU, "spend mana as any color")),
    ),
    P(
        "you may activate ability of <np> as though (that creature|those creature) had haste",
        lambda r: static(Can(YOU, "activate as though haste", ref_predicate(r))),
    ),
    P(
        "the legend rule don't apply to <np>",
        lambda r: static(RulePart("legend rule off", what=ref_predicate(r))),
    ),
    P("the legend rule don't apply", lambda: static(RulePart("legend rule off"))),
    P(
        "you can't lose the game and your opponent can't win the game",
        lambda: static(Cant(YOU, "lose"), Cant(OPPONENTS, "win")),
    ),
    P(
        "(you have|you gain) $(hexproof|shroud)",
        lambda k: static(Modify(YOU, (AddAbility(Keyword(k, text=k)),))),
    ),
    P(
        "you have protection from <qualities>",
        lambda q: static(Modify(YOU, (AddAbility(Keyword("protection", quality=q)),))),
    ),
    P("damage can't be prevented", lambda: static(RulePart("damage can't be prevented"))),
    P("you can't enter ~ unless you <quote>", lambda q: static(RulePart("enter only by " + q))),
    P(
        "you don't lose unspent [<colorword>] mana as step and phase end",
        lambda c: static(RulePart("unspent mana stays", YOU, c)),
    ),
]


def _top() -> Ref:

    return TopCards(ONE, YOU)


def _has_zone(filter_: Filter) -> bool:
    return any(isinstance(p, InZone | CastFrom) for p in filter_.where)


CAST_WHEN = [
    P("during combat", lambda: DuringTurn(Players("each"), "combat")),
    P("during your turn", lambda: DuringTurn(YOU)),
    P("during the declare attackers step", lambda: DuringTurn(Players("each"), "declare attackers")),
    P("if <condition>", lambda c: c),
]

PLAYER_LIMITS = [
    P("<player> can't gain life", lambda w: Cant(w, "gain life")),
    P("<player> can't lose life", lambda w: Cant(w, "lose life")),
    P("<player> can't cast <plural>", lambda w, f: Cant(w, "cast", f) if _spellish(f) else REJECT),
    P("<player> can't cast <plural> during (combat)", lambda w, f: Cant(w, "cast", f, during="combat")),
    P(
        "<player> can't cast more than <number> spell each turn",
        lambda w, n: Cant(w, "cast", Filter("spell"), most=n),
    ),
    P(
        "<player> can cast spell only any time they could cast a sorcery",
        lambda w: Cant(w, "cast at instant speed"),
    ),
    P("<player> can't draw more than <number> card each turn", lambda w, n: Cant(w, "draw", most=n)),
    P("<player> can't draw card", lambda w: Cant(w, "draw")),
    P("<player> can't search library", lambda w: Cant(w, "search")),
    P("<player> can't play land", lambda w: Cant(w, "play land")),
    P("<player> can't win the game", lambda w: Cant(w, "win")),
    P("<player> can't lose the game", lambda w: Cant(w, "lose")),
    P("<player> can't get counter", lambda w: Cant(w, "get counters")),
]


def _spellish(filter_: Filter) -> bool:
    return filter_.kind == "spell"
