"""Conditions: what stands after "if", "as long as", "unless", "only if"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    All,
    AllOf,
    Amount,
    AnyOf,
    CastFrom,
    Casts,
    Compare,
    Condition,
    ControlledBy,
    Count,
    Counters,
    Did,
    Distinct,
    Does,
    DuringTurn,
    Event,
    Filter,
    Happened,
    HasCounter,
    HasKeyword,
    InZone,
    Is,
    MaxSpeed,
    Negated,
    Not,
    Number,
    OneOf,
    Pick,
    PlayerIs,
    Players,
    Predicate,
    Ref,
    Shares,
    SomePlayer,
    Stat,
    Status,
    X,
)
from kb.checker.oracle.gram.posts import ref_predicate_player
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import Pronoun, RawOther, ThatMuch

ZERO = Number(0)


def _controls(who: Ref, filter_: Filter, op: Any = ">=", amount: Amount = ONE) -> Condition:
    return Compare(Count(Filter(filter_.kind, (*filter_.where, ControlledBy(who)))), op, amount)


def _for(who: Ref, build: Callable[[Ref], Any]) -> Any:
    """A condition about a player; of "an opponent" it has to hold for one of them."""
    if isinstance(who, Pick):
        opponents = who.filter.where == (Status("opponent"),)
        if not opponents and who.filter.where:
            return REJECT
        inner = build(Players("iterated"))
        return REJECT if inner is REJECT else SomePlayer(Players("opponents" if opponents else "each"), inner)
    return build(who)


def _exists(filter_: Filter, op: Any = ">=", amount: Amount = ONE) -> Condition:
    return Compare(Count(filter_), op, amount)


def _cards(zone: tuple[Any, Ref | None], op: Any, amount: Amount, filter_: Filter | None = None) -> Condition:
    where = filter_.where if filter_ else ()
    return Compare(Count(Filter("card", (*where, InZone(zone[0], zone[1])))), op, amount)


def did(event: Event | None, op: Any = ">=", amount: Amount = ONE, since: str = "this turn") -> Condition:
    if event is None:
        return Not(Did())
    return Compare(Happened(event, since), op, amount)


def _is(ref: Ref, predicate: Predicate) -> Condition:
    return Is(ref, predicate)


def _isnt(ref: Ref, predicate: Predicate) -> Condition:
    return Is(ref, Negated(predicate))


def _cast(filter_: Filter | None = None, who: Ref = YOU) -> Event:
    return Casts(ref_predicate_player(who), filter_ or Filter("spell"))


def _sense(word: str) -> Any:
    return {"more": ">=", "greater": ">=", "fewer": "<=", "less": "<="}[word]


CONDITION = [
    P("<cond1>", lambda c: c),
    P("<cond1> and <cond1>", lambda a, b: AllOf((a, b))),
    P("<cond1> or <cond1>", lambda a, b: OneOf((a, b))),
    P("<cond1> or if <cond1>", lambda a, b: OneOf((a, b))),
    P("<cond1> and if <cond1>", lambda a, b: AllOf((a, b))),
]

COND1 = [
    # control
    P("you control <np>", lambda ref: _control_np(YOU, ref)),
    P("<player> control <np>", lambda who, ref: _for(who, lambda who: _control_np(who, ref))),
    P("you (don't control|control no) [any] <desc>", lambda f: _controls(YOU, f, "=", ZERO)),
    P(
        "<player> (don't control|control no) [any] <desc>",
        lambda who, f: _for(who, lambda who: _controls(who, f, "=", ZERO)),
    ),
    P("you don't control a <desc>", lambda f: _controls(YOU, f, "=", ZERO)),
    P("you control <number> or $(more|fewer) <desc>", lambda n, s, f: _controls(YOU, f, _sense(s), n)),
    P(
        "you control <number> or $(more|fewer) other <desc>",
        lambda n, s, f: _controls(YOU, _other(f), _sense(s), n),
    ),
    P("you control exactly <number> <desc>", lambda n, f: _controls(YOU, f, "=", n)),
    P(
        "<player> control <number> or $(more|fewer) <desc>",
        lambda who, n, s, f: _for(who, lambda who: _controls(who, f, _sense(s), n)),
    ),
    P("you control more <desc> than <player>", lambda f, who: _for(who, lambda who: _more(YOU, who, f))),
    P("<player> control more <desc> than you", lambda who, f: _for(who, lambda who: _more(who, YOU, f))),
    # existence
    P("(there be|a) <number> or $(more|fewer) <desc>", lambda n, s, f: _exists(f, _sense(s), n)),
    P("there be a <desc>", lambda f: _exists(f)),
    P("there be no <desc>", lambda f: _exists(f, "=", ZERO)),
    P(
        "there be <number> or more <counterkind> counter on <np>",
        lambda n, k, r: Compare(Counters(k, r), ">=", n),
    ),
    P("there be no <counterkind> counter on <np>", lambda k, r: Compare(Counters(k, r), "=", ZERO)),
    P("there be <number> or more card type among card in your graveyard", lambda n: _delirium(n)),
    P("no <desc> be on the battlefield", lambda f: _exists(f, "=", ZERO)),
    P("a <desc> be on the battlefield", lambda f: _exists(f)),
    P("<number> or more card be in your graveyard", lambda n: _cards(("graveyard", YOU), ">=", n)),
    P("there be <number> or $(more|fewer) <desc> in <zone>", lambda n, s, f, z: _cards(z, _sense(s), n, f)),
    P("there be a <desc> in <zone>", lambda f, z: _cards(z, ">=", ONE, f)),
    P("a <desc> be in <zone>", lambda f, z: _cards(z, ">=", ONE, f)),
    P("<zone> have no card in it", lambda z: _cards(z, "=", ZERO)),
    P("<zone> have <number> or $(more|fewer) card in it", lambda z, n, s: _cards(z, _sense(s), n)),
    # hand, life
    P("you have no card in hand", lambda: _cards(("hand", YOU), "=", ZERO)),
    P("<player> have no card in hand", lambda who: _for(who, lambda who: _cards(("hand", who), "=", ZERO))),
    P(
        "you have <number> or $(more|fewer) card in [your] hand",
        lambda n, s: _cards(("hand", YOU), _sense(s), n),
    ),
    P(
        "<player> have <number> or $(more|fewer) card in (hand|their hand)",
        lambda w, n, s: _for(w, lambda w: _cards(("hand", w), _sense(s), n)),
    ),
    P("<player> have more card in hand than you", lambda who: _for(who, lambda who: _more_cards(who, YOU))),
    P("you have more card in hand than <player>", lambda who: _for(who, lambda who: _more_cards(YOU, who))),
    P("you have <number> or $(more|less) life", lambda n, s: Compare(Stat("life", YOU), _sense(s), n)),
    P("you have exactly <number> life", lambda n: Compare(Stat("life", YOU), "=", n)),
    P(
        "<player> have <number> or $(more|less) life",
        lambda w, n, s: _for(w, lambda w: Compare(Stat("life", w), _sense(s), n)),
    ),
    P(
        "you have more life than <player>",
        lambda w: _for(w, lambda w: Compare(Stat("life", YOU), ">", Stat("life", w))),
    ),
    P(
        "<player> have more life than you",
        lambda w: _for(w, lambda w: Compare(Stat("life", w), ">", Stat("life", YOU))),
    ),
    P(
        "you have at least <number> life more than your starting life total",
        lambda n: Compare(Stat("life over starting", YOU), ">=", n),
    ),
    P("your life total be less than your starting life total", lambda: _less_than_start()),
    P(
        "your life total be <number> or $(more|less|greater)",
        lambda n, s: Compare(Stat("life", YOU), _sense(s), n),
    ),
    P(
        "<player> have <number> or more poison counter",
        lambda who, n: _for(who, lambda who: Compare(Stat("poison", who), ">=", n)),
    ),
    # this turn
    P("you've <past> this turn", lambda event: did(event)),
    P("you <past> this turn", lambda event: did(event)),
    P("you haven't <past> this turn", lambda event: did(event, "=", ZERO)),
    P("you didn't <past0> this turn", lambda event: did(event, "=", ZERO)),
    P("<player> <past> this turn", lambda who, event: _for(who, lambda who: did(_by(event, who)))),
    P("<npevent> this turn", lambda event: did(event)),
    P("no <npevent> this turn", lambda event: did(event, "=", ZERO)),
    P("<number> or more <npevent> this turn", lambda n, event: did(event, ">=", n)),
    P("you've cast <number> or more spell this turn", lambda n: did(_cast(), ">=", n)),
    P(
        "you've cast another spell this turn",
        lambda: did(Casts(ref_predicate_player(YOU), Filter("spell", (RawOther(),)))),
    ),
    P("you've cast <number> or more <desc> this turn", lambda n, f: did(_cast(f), ">=", n)),
    P(
        "no spell was cast last turn",
        lambda: did(Casts(Filter("player"), Filter("spell")), "=", ZERO, "last turn"),
    ),
    P("no spell was cast this turn", lambda: did(Casts(Filter("player"), Filter("spell")), "=", ZERO)),
    P(
        "a player cast two or more spell last turn",
        lambda: Compare(Stat("spells cast last turn", Players("each")), ">=", Number(2)),
    ),
    P("you cast it [from <zone>]", lambda z: _cast_it(z)),
    P("it was cast [from <zone>]", lambda z: _cast_it(z)),
    P("you cast <np>", lambda r: _is(r, Status("cast"))),
    P("it wasn't cast", lambda: _isnt(Pronoun("it"), Status("cast"))),
    P("<np> was cast from <zone>", lambda r, z: _is(r, CastFrom((z[0],), z[1]))),
    P("<np> wasn't cast from <zone>", lambda r, z: _isnt(r, CastFrom((z[0],), z[1]))),
    P(
        "no mana was spent to cast <np>",
        lambda r: _is(r, Status("no mana spent")),
    ),
    P(
        "it wasn't cast or no mana was spent to cast it",
        lambda: OneOf((_isnt(Pronoun("it"), Status("cast")), _is(Pronoun("it"), Status("no mana spent")))),
    ),
    P(
        "at least <number> mana was spent to cast <np>",
        lambda n, r: Compare(Stat("mana spent", r), ">=", n),
    ),
    P(
        "<number> or more mana was spent to cast <np>",
        lambda n, r: Compare(Stat("mana spent", r), ">=", n),
    ),
    P("<symbols> was spent to cast <np>", lambda s, r: _is(r, Status("spent " + s))),
    P(
        "<np> was $(kicked|bargained|overloaded|evoked|surged|escaped|foretold|plotted|unearthed)",
        lambda r, s: _is(r, Status(s)),
    ),
    P("<np> wasn't $(kicked|bargained)", lambda r, s: _isnt(r, Status(s))),
    P("<np> was kicked twice", lambda r: Compare(Stat("times kicked", r), ">=", Number(2))),
    P(
        "(~|this spell|its) 's additional cost was paid",
        lambda: _is(Pronoun("it"), Status("additional cost paid")),
    ),
    P("its <keyword> cost was paid", lambda k: _is(Pronoun("it"), Status(k + " paid"))),
    P("<np> 's <keyword> cost was paid", lambda ref, k: _is(ref, Status(k + " paid"))),
    # did
    P("you do", Did),
    P("(they|that player|he or she|a player|any player) do", Did),
    P("you don't", lambda: Not(Did())),
    P("(they|that player|he or she) don't", lambda: Not(Did())),
    P("<player> don't", lambda _who: Not(Did())),
    P("<player> do", lambda _who: Did()),
    P("you can't", lambda: Not(Did())),
    # turns
    P("it's your turn", lambda: DuringTurn(YOU)),
    P("it isn't your turn", lambda: Not(DuringTurn(YOU))),
    P("it's not your turn", lambda: Not(DuringTurn(YOU))),
    P("it's <player> 's turn", DuringTurn),
    P("it's [the|your] $(first|second) main phase", lambda w: DuringTurn(YOU, f"{w} main")),
    # objects
    P("<np> be <adjective>", _is),
    P("<np> isn't <adjective>", _isnt),
    P("it's <adjective>", lambda a: _is(Pronoun("it"), a)),
    P("it's not <adjective>", lambda a: _isnt(Pronoun("it"), a)),
    P("they're <adjective>", lambda a: _is(Pronoun("they"), a)),
    P("<np> was <adjective>", _is),
    P("<np> wasn't <adjective>", _isnt),
    P("<np> be (in|on) <zone>", lambda ref, z: _is(ref, InZone(z[0], z[1]))),
    P("<np> have <having>", _is),
    P("<np> had <having>", _is),
    P("<np> don't have <keyword>", lambda ref, k: _isnt(ref, HasKeyword(k))),
    P(
        "<np> have <number> or more <counterkind> counter on (it|them)",
        lambda r, n, k: Compare(Counters(k, r), ">=", n),
    ),
    P("<np> have no <counterkind> counter on (it|them)", lambda r, k: Compare(Counters(k, r), "=", ZERO)),
    P("<np> had no <counterkind> counter on (it|them)", lambda r, k: Compare(Counters(k, r), "=", ZERO)),
    P("<np> have [a|any] [<counterkind>] counter on (it|them)", lambda r, k: _is(r, HasCounter(k or ""))),
    P("<np> be attacking or blocking", lambda r: _is(r, AnyOf((Status("attacking"), Status("blocking"))))),
    P(
        "<np> $(attacked|blocked|attacked or blocked) this turn",
        lambda r, w: _is(r, Status(w + " this turn")),
    ),
    P("<np> entered [the battlefield] this turn", lambda r: _is(r, Status("entered this turn"))),
    P("<np> share a $(color|creature type|card type|name) with <np>", lambda r, w, o: _is(r, _shares(w, o))),
    P("<stat> be <number> or $(more|less|greater)", lambda s, n, w: Compare(s, _sense(w), n)),
    P("<stat> be <number>", lambda s, n: Compare(s, "=", n)),
    P(
        "<stat> be $(greater|less) than <amountof>",
        lambda s, w, a: Compare(s, ">" if w == "greater" else "<", a),
    ),
    P("<stat> be $(greater|less) than or equal to <amountof>", lambda s, w, a: Compare(s, _sense(w), a)),
    P("<stat> be equal to <amountof>", lambda s, a: Compare(s, "=", a)),
    P(
        "<possessive> power be <number> or $(more|less|greater)",
        lambda r, n, w: Compare(Stat("power", r), _sense(w), n),
    ),
    P(
        "<player> 's speed be greater than each other player 's speed",
        lambda w: _for(w, lambda w: _fastest(w)),
    ),
    P("x be <number> or $(more|less|greater)", lambda n, w: _x(n, w)),
    # players
    P("you have max speed", MaxSpeed),
    P("you don't have max speed", lambda: Not(MaxSpeed())),
    P("you've completed a dungeon", lambda: PlayerIs(YOU, "completed a dungeon")),
    P("you haven't completed <name>", lambda n: Not(PlayerIs(YOU, "completed " + n))),
    P("you've completed <name>", lambda n: PlayerIs(YOU, "completed " + n)),
    P("you be the monarch", lambda: PlayerIs(YOU, "monarch")),
    P("you're the monarch", lambda: PlayerIs(YOU, "monarch")),
    P("no player be the monarch", lambda: Not(PlayerIs(Players("each"), "monarch"))),
    P("a opponent be the monarch", lambda: PlayerIs(Players("opponents"), "monarch")),
    P("you have the initiative", lambda: PlayerIs(YOU, "initiative")),
    P("you have the city's blessing", lambda: PlayerIs(YOU, "city's blessing")),
    P("you have the city 's blessing", lambda: PlayerIs(YOU, "city's blessing")),
    P("you have a full party", lambda: Compare(Stat("party", YOU), "=", Number(4))),
    P("you've visited a attraction this turn", lambda: PlayerIs(YOU, "visited an attraction this turn")),
    P("you roll a <number>", lambda n: Compare(ThatMuch(), "=", n)),
    P("you rolled a <number>", lambda n: Compare(ThatMuch(), "=", n)),
    P(
        "the result be <number> or $(more|less|greater|higher)",
        lambda n, w: Compare(ThatMuch(), "<=" if w == "less" else ">=", n),
    ),
    P("you planeswalked this turn", lambda: did(Does(ref_predicate_player(YOU), "planeswalk"))),
    P("it's neither day nor night", lambda: Not(PlayerIs(Players("each"), "day or night"))),
    P("it's $(day|night)", lambda w: PlayerIs(Players("each"), w)),
]


def _by(event: Event, who: Ref) -> Any:

    if isinstance(event, Does | Casts):
        return replace(event, who=_actor(who))
    return REJECT


def _actor(who: Ref) -> Predicate:

    if isinstance(who, Pick):
        return who.filter
    return ref_predicate_player(who)


def _control_np(who: Ref, ref: Ref) -> Any:

    if isinstance(ref, Pick):
        return _controls(who, ref.filter, ">=", ref.least)
    if isinstance(ref, All):
        return _controls(who, ref.filter)
    return Is(ref, ControlledBy(who))


def _other(filter_: Filter) -> Filter:
    return Filter(filter_.kind, (RawOther(), *filter_.where))


def _more(who: Ref, than: Ref, filter_: Filter) -> Condition:
    one = Count(Filter(filter_.kind, (*filter_.where, ControlledBy(who))))
    other = Count(Filter(filter_.kind, (*filter_.where, ControlledBy(than))))
    return Compare(one, ">", other)


def _more_cards(who: Ref, than: Ref) -> Condition:
    return Compare(Stat("hand size", who), ">", Stat("hand size", than))


def _less_than_start() -> Condition:
    return Compare(Stat("life", YOU), "<", Stat("starting life", YOU))


def _delirium(least: Amount) -> Condition:
    return Compare(Distinct("card types", All(Filter("card", (InZone("graveyard", YOU),)))), ">=", least)


def _cast_it(zone: tuple[Any, Ref | None] | None) -> Condition:
    if zone is None:
        return _is(Pronoun("it"), Status("cast"))
    return _is(Pronoun("it"), CastFrom((zone[0],), zone[1]))


def _shares(what: str, ref: Ref) -> Predicate:

    return Shares(what, ref)


def _fastest(who: Ref) -> Condition:
    return Compare(Stat("speed", who), ">", Stat("speed", Players("all but"), "greatest"))


def _x(amount: Amount, word: str) -> Condition:

    return Compare(X(), _sense(word), amount)
