"""Sentences of static abilities. Each is read as a `Static` (without its text) or a `Keyword`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    AddAbility,
    AdditionalCost,
    All,
    AllOf,
    AlternativeCost,
    Amount,
    AnyOf,
    Attached,
    Can,
    Cant,
    CastFrom,
    Condition,
    CostChange,
    Damage,
    DuringTurn,
    EntersWith,
    Filter,
    HandSize,
    HasType,
    InZone,
    Keyword,
    Modify,
    Moves,
    Not,
    Number,
    OwnedBy,
    Part,
    Pick,
    Players,
    Predicate,
    Prevent,
    Ref,
    Replace,
    RulePart,
    SameAs,
    ScaleEvent,
    SetController,
    SetPT,
    Several,
    Static,
    This,
    X,
)
from kb.checker.oracle.gram.clauses import flat
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.grammar import REJECT, Production
from kb.checker.oracle.raw import Pronoun
from kb.checker.oracle.rewrite import substitute

P = Production
ZERO = Number(0)
_SELF = SameAs(This())
_YOU = SameAs(YOU)
_OPPONENTS = Players("opponents")


def static(*parts: Part, condition: Condition | None = None, **more: Any) -> Any:
    """A static ability of those parts."""
    if any(part is REJECT for part in parts):
        return REJECT
    return Static(tuple(parts), condition, **more)


def _modify(ref: Ref, changes: Any) -> Any:
    if isinstance(ref, Pick | Pronoun):
        return REJECT
    return static(Modify(ref, changes))


def _when(read: Static, condition: Condition) -> Any:
    if not isinstance(read, Static):
        return REJECT
    joined = condition if read.condition is None else AllOf((read.condition, condition))
    return replace(read, condition=joined)


def _limited(ref: Ref, limits: Any) -> Any:
    return REJECT if isinstance(ref, Pick | Pronoun) else static(*(limit(ref) for limit in limits))


def _cost(what: Predicate, by: str, sense: str, **more: Any) -> Any:
    return static(CostChange(what, by, -1 if sense == "less" else 1, **more))


def _spells(filter_: Filter) -> Any:
    """A description of spells without the word that says who casts them."""
    return filter_ if filter_.kind == "spell" else REJECT


def _spell_cost(filter_: Filter, by: str, sense: str, **more: Any) -> Any:
    if filter_.kind != "spell":
        return REJECT
    return _cost(filter_, by, sense, **more)


def _enters(what: Any, **more: Any) -> Any:
    return static(EntersWith(what, **more))


def _all_predicate(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    return predicate if isinstance(ref, All | This | Attached) else REJECT


def _enters_all(ref: Ref, **more: Any) -> Any:
    what = _all_predicate(ref)
    return REJECT if what is REJECT else static(EntersWith(what, **more))


def _extra(ref: Ref, extra: dict[str, Any], **more: Any) -> Any:
    what = _all_predicate(ref)
    allowed = {"tapped", "counters"}
    if what is REJECT or extra.keys() - allowed:
        return REJECT
    return static(EntersWith(what, **extra, **more))


def _instead(event: Any, effect: Any, **more: Any) -> Any:
    return static(Replace(event, flat(effect), **more))


def _defining(power: Amount | None, toughness: Amount | None) -> Any:
    return static(Modify(This(), (SetPT(power, toughness),)), zone="anywhere", defining=True)


STATIC = [
    P("<static1>", lambda s: s),
    P("as long as <condition> , <static1>", lambda c, s: _when(s, c)),
    P("<static1> as long as <condition>", _when),
    P("<static1> if <condition>", lambda s, c: _when(s, c) if _is_cost(s) else REJECT),
    P("<static1> unless <condition>", lambda s, c: REJECT if _is_cost(s) else _when(s, Not(c))),
    P("if <condition> , <static1>", lambda c, s: _when(s, c) if _is_cost(s) else REJECT),
    P("during your turn , <static1>", lambda s: _when(s, DuringTurn(YOU))),
    P("<static1> during your turn", lambda s: _when(s, DuringTurn(YOU))),
    P("during turn other than yours , <static1>", lambda s: _when(s, Not(DuringTurn(YOU)))),
    P("<static1> and <static1>", lambda a, b: _both(a, b)),
    P(
        "as long as <condition> , <static1> and <static1>",
        lambda c, a, b: _when(_both(a, b), c) if _both(a, b) is not REJECT else REJECT,
    ),
    P("<static1> as long as <condition> and <static1> as long as <condition>", lambda a, c, b, d: REJECT),
    P("<static1> , where x be <amountof>", lambda s, n: substitute(s, X(), n)),
]


def _is_cost(read: Any) -> bool:
    return isinstance(read, Static) and all(isinstance(p, CostChange | EntersWith) for p in read.parts)


def _both(one: Any, two: Any) -> Any:
    if not (isinstance(one, Static) and isinstance(two, Static)):
        return REJECT
    if one.condition or two.condition or one.defining or two.defining or one.zone != two.zone:
        return REJECT
    return replace(one, parts=one.parts + two.parts)


STATIC1 = [
    # objects
    P("<np> <changes>", _modify),
    P("<np> <becomes>", _modify),
    P("<np> <changes> and <becomes>", lambda r, a, b: _modify(r, a + b)),
    P("<np> <becomes> and <changes>", lambda r, a, b: _modify(r, a + b)),
    P(
        "<np> and <np> <changes>",
        lambda a, b, c: REJECT if isinstance(b, Pick | Pronoun) else _modify(Several((a, b)), c),
    ),
    P("<np> each <changes>", _modify),
    P("<np> <limits>", _limited),
    P(
        "<np> <changes> and <limits>",
        lambda r, c, limits: static(Modify(r, c), *(limit(r) for limit in limits)),
    ),
    P(
        "<np> <changes> , and <limits>",
        lambda r, c, limits: static(Modify(r, c), *(limit(r) for limit in limits)),
    ),
    P(
        "<np> <changes> , <limits> , and <limits>",
        lambda r, c, l, m: static(Modify(r, c), *(x(r) for x in l + m)),
    ),
    P(
        "<np> <becomes> and <limits>",
        lambda r, c, limits: static(Modify(r, c), *(limit(r) for limit in limits)),
    ),
    P(
        "<np> <limits> and <changes>",
        lambda r, limits, c: static(Modify(r, c), *(limit(r) for limit in limits)),
    ),
    P("you control enchanted <core>", lambda f: static(Modify(Attached(This()), (SetController(YOU),)))),
    P("~ 's power and toughness be each equal to <amountof>", lambda n: _defining(n, n)),
    P("~ 's power be equal to <amountof> and its toughness be equal to <amountof>", _defining),
    P("~ 's power be equal to <amountof>", lambda n: _defining(n, None)),
    P("~ 's toughness be equal to <amountof>", lambda n: _defining(None, n)),
    P(
        "<np> assign combat damage equal to (its|their) toughness rather than (its|their) power",
        lambda r: _rule("damage by toughness", r),
    ),
    P(
        "you may have ~ assign its combat damage as though it wasn't blocked",
        lambda: _rule("assign as unblocked", This()),
    ),
    P(
        "<np> don't untap during (its|their) controller 's untap step",
        lambda r: static(Cant(r, "untap", during="untap step")),
    ),
    P("~ can be your commander", lambda: _rule("can be commander", This())),
    P("a deck can have any number of card named ~", lambda: _rule("deck any number", This())),
    P("activated ability of <np> can't be activated", lambda r: static(Cant(r, "activate"))),
    P(
        "activated ability of <np> can't be activated unless they're mana ability",
        lambda r: static(Cant(r, "activate", during="not mana")),
    ),
    P("its activated ability can't be activated", lambda: REJECT),
    P("<np> lose all ability", lambda r: REJECT),
    # entering
    P("~ enter [the battlefield] <extra>", lambda e: _extra(This(), e)),
    P("~ enter [the battlefield] <extra> if <condition>", lambda e, c: _extra(This(), e, condition=c)),
    P("~ enter [the battlefield] <extra> unless <condition>", lambda e, c: _extra(This(), e, unless=c)),
    P("if <condition> , ~ enter [the battlefield] <extra>", lambda c, e: _extra(This(), e, condition=c)),
    P("<np> enter [the battlefield] <extra>", lambda r, e: REJECT if isinstance(r, This) else _extra(r, e)),
    P("<np> enter [the battlefield] as a copy of <np>", lambda r, of: _enters_all(r, copy=of)),
    P(
        "you may have ~ enter [the battlefield] as a copy of <np>",
        lambda of: _enters(_SELF, copy=of, optional=True),
    ),
    P(
        "you may have ~ enter [the battlefield] as a copy of <np> , except <copychanges>",
        lambda of, c: _enters(_SELF, copy=of, changes=c, optional=True),
    ),
    P(
        "you may have ~ enter [the battlefield] tapped as a copy of <np>",
        lambda of: _enters(_SELF, copy=of, tapped=True, optional=True),
    ),
    P(
        "as ~ enter [the battlefield] , <sentence>",
        lambda e: _enters(_SELF, effects=flat(e)) if _plain(e) else REJECT,
    ),
    P(
        "as ~ be turned face up , <sentence>",
        lambda e: _enters(_SELF, effects=flat(e), face_up=True) if _plain(e) else REJECT,
    ),
    # costs
    P("~ cost <symbols> $(less|more) to cast", lambda s, w: _cost(_SELF, s, w)),
    P("~ cost <symbols> $(less|more) to cast for each <per>", lambda s, w, n: _cost(_SELF, s, w, times=n)),
    P("<plural> cost <symbols> $(less|more) to cast", lambda f, s, w: _spell_cost(f, s, w)),
    P(
        "<plural> cost <symbols> $(less|more) to cast for each <per>",
        lambda f, s, w, n: _spell_cost(f, s, w, times=n),
    ),
    P("each <desc> cost <symbols> $(less|more) to cast", lambda f, s, w: _spell_cost(f, s, w)),
    P("<plural> you cast [from <zone>] cost <symbols> $(less|more) to cast", lambda *a: REJECT),
    P(
        "the $(first|second) <desc> you cast each turn cost <symbols> $(less|more) to cast",
        lambda n, f, s, w: REJECT,
    ),
    P(
        "plotting card from <zone> cost <symbols> $(less|more)",
        lambda z, s, w: _cost(Filter("card", (InZone(z[0], z[1]),)), s, w, action="plot", who=z[1]),
    ),
    P(
        "foretelling card from <zone> cost <symbols> $(less|more)",
        lambda z, s, w: _cost(Filter("card", (InZone(z[0], z[1]),)), s, w, action="foretell", who=z[1]),
    ),
    P(
        "<keyword> cost you pay cost <symbols> $(less|more)",
        lambda k, s, w: _cost(Filter("any"), s, w, action=k, who=YOU),
    ),
    P(
        "<keyword> ability you activate cost <symbols> $(less|more) to activate",
        lambda k, s, w: _cost(Filter("any"), s, w, action=k, who=YOU),
    ),
    P(
        "<keyword> ability you activate that target <desc> cost <symbols> $(less|more) to activate",
        lambda k, f, s, w: REJECT,
    ),
    P(
        "activated ability of <np> cost <symbols> $(less|more) to activate",
        lambda r, s, w: REJECT if isinstance(r, Pick) else _cost(ref_predicate(r), s, w, action="activate"),
    ),
    P("this ability cost <symbols> $(less|more) to activate for each <per>", lambda *a: REJECT),
    P("as a additional cost to cast ~ , <acts>", lambda act: static(AdditionalCost(_pay(act)))),
    P(
        "as a additional cost to cast ~ , <act> or <act>",
        lambda a, b: static(AdditionalCost((), options=(_pay(a), _pay(b)))),
    ),
    P(
        "as a additional cost to cast ~ , you may <acts>",
        lambda act: static(AdditionalCost(_pay(act), optional=True)),
    ),
    P("you may <acts> rather than pay ~ 's mana cost", lambda act: static(AlternativeCost(_pay(act)))),
    P(
        "if <condition> , you may <acts> rather than pay ~ 's mana cost",
        lambda c, act: static(AlternativeCost(_pay(act), c)),
    ),
    P(
        "if <condition> , you may cast ~ without paying its mana cost",
        lambda c: static(AlternativeCost((), c)),
    ),
    # rules about players
    P("<playerlimits>", static),
    P("you have no maximum hand size", lambda: static(HandSize(YOU, None))),
    P("players have no maximum hand size", lambda: static(HandSize(Players("each"), None))),
    P("each player 's maximum hand size be reduced by <number>", lambda n: REJECT),
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
        lambda: static(Can(_OPPONENTS, "play with hand revealed")),
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
    P("you may cast ~ from <zone>", lambda z: static(Can(YOU, "cast", _SELF, z[0]), zone=z[0])),
    P("you may cast ~ from your graveyard by <act> [in addition to paying its other cost]", lambda a: REJECT),
    P(
        "you may cast ~ as though it had flash",
        lambda: static(Can(YOU, "cast as though flash", _SELF), zone="anywhere"),
    ),
    P(
        "you may cast <plural> as though they had flash",
        lambda f: static(Can(YOU, "cast as though flash", f)),
    ),
    P("creature you control can attack as though they didn't have defender", lambda: REJECT),
    P("cast ~ only <castwhen>", lambda c: static(Cant(YOU, "cast", _SELF, unless=c), zone="anywhere")),
    P("<np> have plot", lambda r: REJECT),
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
    P("mana of any type can be spent to cast <np>", lambda r: REJECT),
    P(
        "you can't lose the game and your opponent can't win the game",
        lambda: static(Cant(YOU, "lose"), Cant(_OPPONENTS, "win")),
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
    # replacement
    P("if <would> , <clauses> instead", _instead),
    P("if <would> , instead <clauses>", _instead),
    P("if <would> , <clauses> instead of putting it into <zone>", lambda e, c, z: _instead(e, c)),
    P("if <would> , you may instead <acts>", lambda e, a: static(Replace(e, flat(a(YOU)), optional=True))),
    P("if <scaling>", static),
    P(
        "if ~ would be put into a graveyard from anywhere , (reveal ~ and shuffle it into its owner 's library instead|shuffle it into its owner 's library instead)",
        lambda: _shuffle_in(),
    ),
    P(
        "prevent all damage that would be dealt to <np>",
        lambda r: REJECT if isinstance(r, Pick) else static(Prevent(Damage(None, ref_predicate(r)))),
    ),
    P(
        "prevent all combat damage that would be dealt to <np>",
        lambda r: REJECT if isinstance(r, Pick) else static(Prevent(Damage(None, ref_predicate(r), True))),
    ),
    P(
        "prevent all combat damage that would be dealt by <np>",
        lambda r: static(Prevent(Damage(ref_predicate(r), None, True))),
    ),
    P(
        "prevent all combat damage that would be dealt to and dealt by <np>",
        lambda r: static(
            Prevent(Damage(None, ref_predicate(r), True)), Prevent(Damage(ref_predicate(r), None, True))
        ),
    ),
    P(
        "prevent all damage that would be dealt to and dealt by <np>",
        lambda r: static(Prevent(Damage(None, ref_predicate(r))), Prevent(Damage(ref_predicate(r)))),
    ),
    P("<quote>", lambda q: REJECT),
]


def _shuffle_in() -> Any:
    from kb.checker.oracle.ast import EventObject, Shuffle

    return static(Replace(Moves(_SELF, to="graveyard"), (Shuffle(YOU, EventObject()),)), zone="anywhere")


def _rule(name: str, ref: Ref) -> Any:
    return REJECT if isinstance(ref, Pick | Pronoun) else static(RulePart(name, what=ref_predicate(ref)))


def _pay(act: Any) -> Any:
    from kb.checker.oracle.gram.clauses import cost_of

    return cost_of(act(YOU))


def _plain(effect: Any) -> bool:
    from kb.checker.oracle.raw import Amend

    return not isinstance(effect, Amend)


def _top() -> Ref:
    from kb.checker.oracle.ast import TopCards

    return TopCards(ONE, YOU)


def _has_zone(filter_: Filter) -> bool:
    return any(isinstance(p, InZone | CastFrom) for p in filter_.where)


CAST_WHEN = [
    P("during combat", lambda: DuringTurn(Players("each"), "combat")),
    P("during your turn", lambda: DuringTurn(YOU)),
    P("before attacker be declared", lambda: REJECT),
    P("during the declare attackers step", lambda: DuringTurn(Players("each"), "declare attackers")),
    P("if <condition>", lambda c: c),
]

PLAYER_LIMITS = [
    P("<player> can't gain life", lambda w: Cant(w, "gain life")),
    P("<player> can't lose life", lambda w: Cant(w, "lose life")),
    P("<player> can't cast <plural>", lambda w, f: Cant(w, "cast", f) if _spellish(f) else REJECT),
    P("<player> can't cast <plural> during (combat)", lambda w, f: Cant(w, "cast", f, during="combat")),
    P("<player> can't cast spell or activate ability", lambda w: REJECT),
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
    P("<player> can't attack (you|you or planeswalker you control)", lambda w: REJECT),
    P("<player> can't win the game", lambda w: Cant(w, "win")),
    P("<player> can't lose the game", lambda w: Cant(w, "lose")),
    P("<player> can't get [$(poison|energy)] counter", lambda w, k: Cant(w, "get counters")),
    P("<player> can't sacrifice <np>", lambda w, r: REJECT),
]


def _spellish(filter_: Filter) -> bool:
    return filter_.kind == "spell"


# "an effect would …": the event that is replaced.
WOULD = [
    P(
        "<np> would be put into a graveyard [from anywhere]",
        lambda r: _would_move(r, "anywhere", "graveyard"),
    ),
    P(
        "a card or token would be put into a graveyard from anywhere",
        lambda: Moves(AnyOf((Filter("card"), Filter("token"))), to="graveyard"),
    ),
    P("a card would be put into a graveyard from anywhere", lambda: Moves(Filter("card"), to="graveyard")),
    P(
        "a card would be put into your graveyard from anywhere",
        lambda: Moves(Filter("card", (OwnedBy(YOU),)), to="graveyard"),
    ),
    P(
        "a card would be put into a opponent 's graveyard from anywhere",
        lambda: Moves(Filter("card", (OwnedBy(_OPPONENTS),)), to="graveyard"),
    ),
    P("<np> would die", lambda r: _would_move(r, "battlefield", "graveyard")),
    P("<np> would leave the battlefield", lambda r: _would_move(r, "battlefield", "anywhere")),
    P("<np> would be put into exile", lambda r: _would_move(r, "anywhere", "exile")),
    P("<who> would draw a card", lambda w: _does(w, "draw")),
    P(
        "<who> would draw a card except the first one (you|they) draw in each of (your|their) draw step",
        lambda w: _does(w, "draw", except_first_in_draw_step=True),
    ),
    P("<who> would gain life", lambda w: _does(w, "gain life")),
    P("<who> would lose life", lambda w: _does(w, "lose life")),
    P("<who> would lose the game", lambda w: _does(w, "lose the game")),
    P(
        "a spell or ability a opponent control cause you to discard ~",
        lambda: _does(_YOU, "discard by opponent", _SELF),
    ),
    P("<np> would be destroyed", lambda r: _destroyed(r)),
    P("<who> would mill one or more card", lambda w: _does(w, "mill")),
    P("<who> would scry", lambda w: _does(w, "scry")),
]


def _destroyed(ref: Ref) -> Any:
    from kb.checker.oracle.ast import Becomes

    return Becomes(ref_predicate(ref), "destroyed")


def _does(who: Predicate, verb: str, what: Predicate | None = None, **more: Any) -> Any:
    from kb.checker.oracle.ast import Does

    return Does(who, verb, what, **more)


def _would_move(ref: Ref, origin: Any, to: Any) -> Any:
    return Moves(ref_predicate(ref), origin, to)


def _counters(kind: str, on: Ref, by: Predicate | None = None) -> Any:
    from kb.checker.oracle.ast import CountersPut

    return CountersPut(kind, ref_predicate(on), True, by)


def _tokens(who: Predicate | None) -> Any:
    return _does(who or Filter("player"), "create token")


def _plus(n: Amount) -> Amount:
    return n


# Replacement effects that change how much: "that many plus one".
SCALING = [
    P(
        "one or more <counterkind> counter would be put on <np> , that many plus <number> <counterkind> counter be put on (it|that permanent|that creature) instead",
        lambda k, r, n, l: ScaleEvent(_counters(k, r), 1, n) if k == l else REJECT,
    ),
    P(
        "you would put one or more <counterkind> counter on <np> , put that many plus <number> <counterkind> counter on it instead",
        lambda k, r, n, l: ScaleEvent(_counters(k, r, _YOU), 1, n) if k == l else REJECT,
    ),
    P(
        "one or more counter would be put on <np> , that many plus <number> of each of those kind of counter be put on that permanent [or player] instead",
        lambda r, n: REJECT,
    ),
    P(
        "one or more <counterkind> counter would be put on <np> , twice that many <counterkind> counter be put on (it|that creature) instead",
        lambda k, r, l: ScaleEvent(_counters(k, r), 2) if k == l else REJECT,
    ),
    P(
        "a effect would create one or more token under your control , it create twice that many of those token instead",
        lambda: ScaleEvent(_tokens(_YOU), 2),
    ),
    P(
        "one or more token would be created under your control , twice that many of those token be created instead",
        lambda: ScaleEvent(_tokens(_YOU), 2),
    ),
    P(
        "a effect would put one or more counter on <np> , it put twice that many of those counter on (that permanent|it) instead",
        lambda r: ScaleEvent(_counters("", r), 2),
    ),
    P(
        "you would put one or more counter on <np> , put twice that many of each of those kind of counter on that permanent or player instead",
        lambda r: REJECT,
    ),
    P(
        "<damagedby> would deal damage to <dmgto> , it deal double that damage to (that permanent or player|that player|that permanent|it|that creature) instead",
        lambda s, to: ScaleEvent(Damage(s, to), 2),
    ),
    P(
        "<damagedby> would deal damage to a permanent or player , it deal double that damage [to that permanent or player] instead",
        lambda s: ScaleEvent(Damage(s), 2),
    ),
    P(
        "<damagedby> would deal damage to a permanent or player , it deal that much damage plus <number> [to that permanent or player] instead",
        lambda s, n: ScaleEvent(Damage(s), 1, n),
    ),
    P(
        "<damagedby> would deal $(noncombat|combat) damage to a permanent or player , it deal that much damage plus <number> [to that permanent or player] instead",
        lambda s, c, n: ScaleEvent(Damage(s, None, c == "combat"), 1, n),
    ),
    P(
        "<damagedby> would deal damage to a opponent or a permanent a opponent control , it deal that much damage plus <number> instead",
        lambda s, n: REJECT,
    ),
    P(
        "you would gain life , you gain that much life plus <number> instead",
        lambda n: ScaleEvent(_does(_YOU, "gain life"), 1, n),
    ),
    P(
        "you would gain life , you gain twice that much life instead",
        lambda: ScaleEvent(_does(_YOU, "gain life"), 2),
    ),
    P("a opponent would lose life during your turn , they lose twice that much life instead", lambda: REJECT),
    P("you would draw a card , draw <number> card instead", lambda n: REJECT),
    P(
        "a triggered ability of <np> trigger , that ability trigger a additional time",
        lambda r: RulePart("triggers additional", YOU, ref_predicate(r), amount=ONE),
    ),
    P(
        "<event> cause a triggered ability of <np> to trigger , that ability trigger a additional time",
        lambda e, r: REJECT,
    ),
]
DAMAGED_BY = [
    P("a source", lambda: Filter("object")),
    P("<np>", lambda r: ref_predicate(r)),
]
