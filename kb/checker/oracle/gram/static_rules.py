"""Static abilities about what players may and can't do."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    AddAbility,
    All,
    AnyEvent,
    Attacks,
    Can,
    Cant,
    CastFrom,
    Casts,
    DuringTurn,
    Filter,
    HandSize,
    HasType,
    InZone,
    Keyword,
    Measures,
    Modify,
    Moves,
    Must,
    OwnedBy,
    Players,
    Ref,
    RulePart,
    TopCards,
)
from kb.checker.oracle.gram.events import spell_or_ability
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.static_help import ITSELF, MYSELF, OPPONENTS, static
from kb.checker.oracle.grammar import REJECT, P

TAPPED_THIS_WAY = "cast this way enters tapped"
"""What a sentence adds to the permission of the sentence before it."""
RULES = [
    P(
        "damage that would reduce your life total to less than 1 reduce it to 1 instead",
        lambda: static(RulePart("life stays at 1", YOU)),
    ),
    P("<playerlimits>", static),
    P("your life total can't change", lambda: static(Cant(YOU, "gain life"), Cant(YOU, "lose life"))),
    P(
        "<player> 's life total can't change",
        lambda w: static(Cant(w, "gain life"), Cant(w, "lose life")),
    ),
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
        lambda v, f: static(Can(YOU, v, as_card(f), "library")),
    ),
    P(
        "you may play land and cast <plural> from the top of your library",
        lambda f: static(
            Can(YOU, "play", Filter("card", (HasType("land"),)), "library"),
            Can(YOU, "cast", f, "library"),
        ),
    ),
    P(
        "you may play the top card of your library",
        lambda: static(Can(YOU, "play", Filter("card"), "library")),
    ),
    P(
        "you may $(cast|play) <plural> from your graveyard",
        lambda v, f: static(Can(YOU, v, as_card(f), "graveyard")),
    ),
    P(
        "once during each of your turn , you may cast <np> from your graveyard",
        lambda r: _once_from_graveyard(r),
    ),
    P(
        "if you cast a spell this way , (that <core>|it) enter [the battlefield] tapped",
        lambda *_f: static(RulePart(TAPPED_THIS_WAY)),
    ),
    P("you may $(cast|play) <plural>", lambda v, f: static(Can(YOU, v, f)) if _has_zone(f) else REJECT),
    P("you may cast ~ from <zone>", lambda z: static(Can(YOU, "cast", ITSELF, z[0]), zone=z[0])),
    P(
        "you may cast ~ from <zone> or [from] <zone>",
        lambda a, b: static(Can(YOU, "cast", ITSELF, a[0]), Can(YOU, "cast", ITSELF, b[0]), zone="anywhere"),
    ),
    P(
        "you may cast ~ from <zone> , but not from anywhere else",
        lambda z: static(
            Can(YOU, "cast", ITSELF, z[0]),
            Cant(Players("each"), "cast", ITSELF, but=CastFrom((z[0],))),
            zone="anywhere",
        ),
    ),
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
    P(
        "if ~ be in your opening hand , you may begin the game with it on the battlefield",
        lambda: static(Can(YOU, "begin with", ITSELF), zone="hand"),
    ),
    P(
        "players may spend mana as though it were mana of any color",
        lambda: static(Can(Players("each"), "spend mana as any color")),
    ),
    P("<player> don't lose the game for having 0 or less life", lambda w: static(Cant(w, "lose by life"))),
    P(
        "<player> may cast <plural> as though they had flash",
        lambda w, f: static(Can(w, "cast as though flash", f)),
    ),
    P(
        "<plural> can't be cast",
        lambda f: static(Cant(Players("each"), "cast", f)) if f.kind == "spell" else REJECT,
    ),
    P(
        "<player> who have cast <desc> this turn can't cast additional <plural>",
        lambda w, f, g: static(Cant(w, "cast", g, most=ONE)) if f == g else REJECT,
    ),
    P(
        "each player who have cast a <desc> this turn can't cast additional <plural>",
        lambda f, g: static(Cant(Players("each"), "cast", g, most=ONE)) if f == g else REJECT,
    ),
    P(
        "<player> can't cast <plural> or activate ability of <plural>",
        lambda w, f, g: static(Cant(w, "cast", f), Cant(w, "activate", g)),
    ),
    P(
        "<player> can cast spell only during their own turn",
        lambda w: static(Cant(w, "cast", Filter("spell"), during="others' turns")),
    ),
    P(
        "<player> can cast spell and activate ability only during their own turn",
        lambda w: static(
            Cant(w, "cast", Filter("spell"), during="others' turns"),
            Cant(w, "activate", during="others' turns"),
        ),
    ),
    P(
        "no more than <number> creature can $(attack|block) each combat",
        lambda n, v: static(Cant(All(Filter("permanent", (HasType("creature"),))), v, most=n)),
    ),
    P(
        "no more than <number> creature can attack you each combat",
        lambda n: static(
            Cant(All(Filter("permanent", (HasType("creature"),))), "attack", object=MYSELF, most=n)
        ),
    ),
    P("all creature able to block <np> do so", lambda r: static(Must(r, "be blocked by all"))),
    P("counter can't be put on <plural>", lambda f: static(Cant(All(f), "have counters"))),
    P("you can't get poison counter", lambda: static(Cant(YOU, "get poison counters"))),
    P(
        "<player> can't untap more than <number> <desc> during their untap step",
        lambda w, n, f: static(Cant(w, "untap", f, most=n, during="untap step")),
    ),
    P(
        "<player> skip (your|their) $(untap step|draw step|upkeep step|combat phase)",
        lambda w, s: static(RulePart(f"skip {s}", w)),
    ),
    P(
        "skip your $(untap step|draw step|upkeep step|combat phase)",
        lambda s: static(RulePart(f"skip {s}", YOU)),
    ),
    P(
        "<player> play with the top card of (their library|their librarys|your library) revealed",
        lambda w: static(Can(w, "play with top revealed")),
    ),
    P(
        "you may cast <plural> from <zone> without paying their mana cost",
        lambda f, z: static(Can(YOU, "cast", f, z[0], free=True)),
    ),
    P("you may choose not to untap ~ during your untap step", lambda: static(Can(YOU, "not untap", ITSELF))),
    P(
        "spell and ability your opponent control can't cause you to sacrifice permanent",
        lambda: static(Cant(YOU, "be made to sacrifice", spell_or_ability(Players("opponents")))),
    ),
    P(
        "you may activate (her|his|its) loyalty ability any time you could cast a instant",
        lambda: static(Can(YOU, "activate at instant speed", ITSELF)),
    ),
    P(
        "creature entering [the battlefield] don't cause ability to trigger",
        lambda: static(
            RulePart(
                "no triggers", event=Moves(Filter("permanent", (HasType("creature"),)), to="battlefield")
            )
        ),
    ),
    P(
        "creature entering [the battlefield] or dying don't cause ability to trigger",
        lambda: static(
            RulePart(
                "no triggers",
                event=AnyEvent(
                    (
                        Moves(Filter("permanent", (HasType("creature"),)), to="battlefield"),
                        Moves(Filter("permanent", (HasType("creature"),)), "battlefield", "graveyard"),
                    )
                ),
            )
        ),
    ),
    P(
        "<entering> cause a triggered ability of <np> to trigger , that ability trigger a additional time",
        lambda e, r: static(RulePart("triggers additional", YOU, ref_predicate(r), e, ONE)),
    ),
    P(
        "room ability of dungeon you own trigger a additional time",
        lambda: static(
            RulePart(
                "triggers additional", YOU, Filter("object", (HasType("dungeon"), OwnedBy(YOU))), None, ONE
            )
        ),
    ),
    P(
        "<player> can't venture into the dungeon more than once each turn",
        lambda w: static(Cant(w, "venture", most=ONE)),
    ),
    P(
        "you can't play land or cast spell from your hand",
        lambda: static(
            Cant(YOU, "play land", Filter("card", (InZone("hand", YOU),))),
            Cant(YOU, "cast", Filter("spell", (CastFrom(("hand",), YOU),))),
        ),
    ),
    P("you may exert ~ as it attack", lambda: static(Can(YOU, "exert", ITSELF))),
    P(
        "all damage be dealt as though its source had $(wither|infect)",
        lambda w: static(RulePart(f"damage as {w}")),
    ),
    P(
        "damage that would reduce your life total to less than 1 reduce it to 1 instead",
        lambda: static(RulePart("life stays at 1", YOU)),
    ),
    P(
        "creature with <keyword> can be blocked as though they didn't have <keyword>",
        lambda a, b: static(RulePart(f"{a} off")) if a == b else REJECT,
    ),
    P(
        "you can't win the game and your opponent can't lose the game",
        lambda: static(Cant(YOU, "win"), Cant(OPPONENTS, "lose")),
    ),
    P("your opponent can't lose the game", lambda: static(Cant(OPPONENTS, "lose"))),
    P(
        "you may play land from your graveyard",
        lambda: static(Can(YOU, "play", Filter("card", (HasType("land"),)), "graveyard")),
    ),
    P(
        "<plural> with <symbol> in their mana cost can't be cast",
        lambda f, s: (
            static(
                Cant(
                    Players("each"),
                    "cast",
                    Filter(f.kind, (*f.where, Measures("mana cost has " + s, "=", ONE))),
                )
            )
            if f.kind == "spell"
            else REJECT
        ),
    ),
]


def _top() -> Ref:

    return TopCards(ONE, YOU)


def _once_from_graveyard(ref: Ref) -> Any:
    """Once during each of your turns: a limit that counts the turns of the permission."""
    predicate = ref_predicate(ref)
    if not isinstance(predicate, Filter):
        return REJECT
    can = Can(YOU, "cast", predicate, "graveyard", during="your turn", limit="once each turn")
    return static(can)


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


ENTERING_EVENT = [
    P("if <np> entering [the battlefield]", lambda r: Moves(ref_predicate(r), to="battlefield")),
    P("if <np> dying", lambda r: Moves(ref_predicate(r), "battlefield", "graveyard")),
    P("if <np> attacking", lambda r: Attacks(ref_predicate(r))),
    P("if casting or copying <np>", lambda r: Casts(MYSELF, ref_predicate(r), copies=True)),
    P("if you casting <np>", lambda r: Casts(MYSELF, ref_predicate(r))),
]
"""What causes the abilities that trigger once more."""


def as_card(filter_: Filter) -> Filter:
    """Lands in a graveyard or library are cards, not permanents."""
    return Filter("card", filter_.where) if filter_.kind == "permanent" else filter_
