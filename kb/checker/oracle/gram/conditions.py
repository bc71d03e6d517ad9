"""Conditions: what stands after "if", "as long as", "unless", "only if"."""

from __future__ import annotations

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
    FromAmong,
    Happened,
    HasCounter,
    HasKeyword,
    InZone,
    Is,
    MaxSpeed,
    Moves,
    Negated,
    Not,
    Number,
    OneOf,
    OtherPlayers,
    OwnedBy,
    Pick,
    PlayerIs,
    Players,
    Predicate,
    Ref,
    Shares,
    SomePlayer,
    Stat,
    Status,
    Targets,
    This,
    X,
)
from kb.checker.oracle.gram.counting import CONTROL, for_player, sense
from kb.checker.oracle.gram.posts import ref_predicate, ref_predicate_player
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import Pronoun, RawOther, ThatMuch

ZERO = Number(0)


def did(event: Event | None, op: Any = ">=", amount: Amount = ONE, since: str = "this turn") -> Condition:
    if event is None:
        return Not(Did())
    return Compare(Happened(event, since), op, amount)


def is_(ref: Ref, predicate: Predicate) -> Condition:
    return Is(ref, predicate)


def isnt(ref: Ref, predicate: Predicate) -> Condition:
    return Is(ref, Negated(predicate))


def _cast(filter_: Filter | None = None, who: Ref = YOU) -> Event:
    return Casts(ref_predicate_player(who), filter_ or Filter("spell"))


CONDITION = [
    P("<cond1>", lambda c: c),
    P("<cond1> and <cond1>", lambda a, b: AllOf((a, b))),
    P("<cond1> or <cond1>", lambda a, b: OneOf((a, b))),
    P("<cond1> or if <cond1>", lambda a, b: OneOf((a, b))),
    P("<cond1> and if <cond1>", lambda a, b: AllOf((a, b))),
]

OTHER_CONDITIONS = [
    P(
        "<player> 's speed be greater than each other player 's speed",
        lambda w: for_player(w, lambda w: _fastest(w)),
    ),
    P("you've <past> this turn", lambda event: did(event)),
    P("you <past> this turn", lambda event: did(event)),
    P("you haven't <past> this turn", lambda event: did(event, "=", ZERO)),
    P("you didn't <past0> this turn", lambda event: did(event, "=", ZERO)),
    P("<player> <past> this turn", lambda who, event: for_player(who, lambda who: did(_by(event, who)))),
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
    P("you cast <np>", lambda r: is_(r, Status("cast"))),
    P("it wasn't cast", lambda: isnt(Pronoun("it"), Status("cast"))),
    P("<np> was cast from <zone>", lambda r, z: is_(r, CastFrom((z[0],), z[1]))),
    P("<np> wasn't cast from <zone>", lambda r, z: isnt(r, CastFrom((z[0],), z[1]))),
    P(
        "no mana was spent to cast <np>",
        lambda r: is_(r, Status("no mana spent")),
    ),
    P(
        "it wasn't cast or no mana was spent to cast it",
        lambda: OneOf((isnt(Pronoun("it"), Status("cast")), is_(Pronoun("it"), Status("no mana spent")))),
    ),
    P(
        "at least <number> mana was spent to cast <np>",
        lambda n, r: Compare(Stat("mana spent", r), ">=", n),
    ),
    P(
        "<number> or more mana was spent to cast <np>",
        lambda n, r: Compare(Stat("mana spent", r), ">=", n),
    ),
    P("<symbols> was spent to cast <np>", lambda s, r: is_(r, Status("spent " + s))),
    P(
        "<np> was $(kicked|bargained|overloaded|evoked|surged|escaped|foretold|plotted|unearthed)",
        lambda r, s: is_(cast_it(r), Status(s)),
    ),
    P("(~|it) escaped", lambda: is_(cast_it(Pronoun("it")), Status("escaped"))),
    P("the gift was promised", lambda: is_(This(), Status("gift promised"))),
    P("the gift wasn't promised", lambda: isnt(This(), Status("gift promised"))),
    P("<np> wasn't $(kicked|bargained)", lambda r, s: isnt(cast_it(r), Status(s))),
    P("<np> was kicked twice", lambda r: Compare(Stat("times kicked", r), ">=", Number(2))),
    P(
        "(~|this spell|its) 's additional cost was paid",
        lambda: is_(Pronoun("it"), Status("additional cost paid")),
    ),
    P("its <keyword> cost was paid", lambda k: is_(Pronoun("it"), Status(k + " paid"))),
    P("<np> 's <keyword> cost was paid", lambda ref, k: is_(ref, Status(k + " paid"))),
    P("you do", Did),
    P("(they|that player|he or she|a player|any player) do", Did),
    P("you don't", lambda: Not(Did())),
    P("(they|that player|he or she) don't", lambda: Not(Did())),
    P("<player> don't", lambda _who: Not(Did())),
    P("<player> do", lambda _who: Did()),
    P("you can't", lambda: Not(Did())),
    P("it's your turn", lambda: DuringTurn(YOU)),
    P("it's your main phase", lambda: DuringTurn(YOU, "main")),
    P("it isn't your turn", lambda: Not(DuringTurn(YOU))),
    P("it's not your turn", lambda: Not(DuringTurn(YOU))),
    P("it's <player> 's turn", DuringTurn),
    P("it's [the|your] $(first|second) main phase", lambda w: DuringTurn(YOU, f"{w} main")),
    P("<np> be <adjective>", is_),
    P("<np> isn't <adjective>", isnt),
    P("it's <adjective>", lambda a: is_(Pronoun("it"), a)),
    P("it's not <adjective>", lambda a: isnt(Pronoun("it"), a)),
    P("they're <adjective>", lambda a: is_(Pronoun("they"), a)),
    P("<np> was <adjective>", is_),
    P("<np> wasn't <adjective>", isnt),
    P("<np> be (in|on) <zone>", lambda ref, z: is_(ref, InZone(z[0], z[1]))),
    P(
        "<np> be (in|on) <zone> or (in|on) <zone>",
        lambda ref, a, b: OneOf((is_(ref, InZone(a[0], a[1])), is_(ref, InZone(b[0], b[1])))),
    ),
    P(
        "<np> was put into <zone> from <zone> this turn",
        lambda ref, to, origin: _moved(ref, to, origin),
    ),
    P("<np> was put into <zone> from anywhere this turn", lambda ref, to: _moved(ref, to, None)),
    P("<np> have <having>", is_),
    P("<np> had <having>", is_),
    P("<np> don't have <keyword>", lambda ref, k: isnt(ref, HasKeyword(k))),
    P(
        "<np> have <number> or more <counterkind> counter on (it|them)",
        lambda r, n, k: Compare(Counters(k, r), ">=", n),
    ),
    P("<np> have no <counterkind> counter on (it|them)", lambda r, k: Compare(Counters(k, r), "=", ZERO)),
    P("<np> had no <counterkind> counter on (it|them)", lambda r, k: Compare(Counters(k, r), "=", ZERO)),
    P("<np> have [a|any] [<counterkind>] counter on (it|them)", lambda r, k: is_(r, HasCounter(k or ""))),
    P("<np> be attacking or blocking", lambda r: is_(r, AnyOf((Status("attacking"), Status("blocking"))))),
    P(
        "<np> $(attacked|blocked|attacked or blocked) this turn",
        lambda r, w: is_(r, Status(w + " this turn")),
    ),
    P("<np> entered [the battlefield] this turn", lambda r: is_(r, Status("entered this turn"))),
    P("<np> share a $(color|creature type|card type|name) with <np>", lambda r, w, o: is_(r, _shares(w, o))),
    P("<stat> be <number> or $(more|less|greater)", lambda s, n, w: Compare(s, sense(w), n)),
    P("<stat> be <number>", lambda s, n: Compare(s, "=", n)),
    P(
        "<stat> be $(greater|less) than <amountof>",
        lambda s, w, a: Compare(s, ">" if w == "greater" else "<", a),
    ),
    P("<stat> be $(greater|less) than or equal to <amountof>", lambda s, w, a: Compare(s, sense(w), a)),
    P("<stat> be equal to <amountof>", lambda s, a: Compare(s, "=", a)),
    P(
        "<possessive> power be <number> or $(more|less|greater)",
        lambda r, n, w: Compare(Stat("power", r), sense(w), n),
    ),
    P("x be <number> or $(more|less|greater)", lambda n, w: _x(n, w)),
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
    P("it target <np>", lambda r: is_(Pronoun("it"), Targets(ref_predicate(r)))),
    P("~ target <np>", lambda r: is_(This(), Targets(ref_predicate(r)))),
    P(
        "you gained <number> or more life this turn",
        lambda n: Compare(Stat("life gained this turn", YOU), ">=", n),
    ),
    P(
        "you've gained <number> or more life this turn",
        lambda n: Compare(Stat("life gained this turn", YOU), ">=", n),
    ),
    P(
        "a opponent lost <number> or more life this turn",
        lambda n: SomePlayer(
            Players("opponents"), Compare(Stat("life lost this turn", Players("iterated")), ">=", n)
        ),
    ),
    P("<np> you controlled left the battlefield this turn", lambda r: _left_this_turn(r)),
    P("<np> have the same $(mana value|name) as <np>", lambda r, w, o: is_(r, Shares(w, o))),
    P("<np> be revealed this way", lambda r: _revealed(r)),
    P(
        "<np> have <number> or fewer <counterkind> counter on (it|them|him|her)",
        lambda r, n, k: Compare(Counters(k, r), "<=", n),
    ),
    P("you didn't cast it from your hand", lambda: isnt(Pronoun("it"), CastFrom(("hand",), YOU))),
    P("(it isn't|that ability isn't) a mana ability", lambda: isnt(Pronoun("it"), Status("mana"))),
    P(
        "<player> control <number> or more <desc> with different power",
        lambda w, n, f: for_player(
            w,
            lambda w: Compare(Distinct("powers", All(Filter(f.kind, (*f.where, ControlledBy(w))))), ">=", n),
        ),
    ),
    P(
        "you control <number> or more <desc> with different power",
        lambda n, f: Compare(Distinct("powers", All(Filter(f.kind, (*f.where, ControlledBy(YOU))))), ">=", n),
    ),
    P(
        "<plural> have total power <number> or greater",
        lambda f, n: Compare(Stat("power", All(f), "total"), ">=", n),
    ),
    P("you have <number> or more opponent", lambda n: Compare(Count(Players("opponents")), ">=", n)),
    P(
        "you control your commander",
        lambda: Compare(Count(Filter("permanent", (Status("your commander"), ControlledBy(YOU)))), ">=", ONE),
    ),
    P("tribute wasn't paid", lambda: isnt(This(), Status("tribute paid"))),
    P(
        "~ be in exile with a <counterkind> counter on it",
        lambda k: AllOf((is_(This(), InZone("exile")), is_(This(), HasCounter(k)))),
    ),
]

COND1 = [*CONTROL, *OTHER_CONDITIONS]


def _by(event: Event, who: Ref) -> Any:

    if isinstance(event, Does | Casts):
        return replace(event, who=_actor(who))
    return REJECT


def _actor(who: Ref) -> Predicate:

    if isinstance(who, Pick):
        return who.filter
    return ref_predicate_player(who)


def cast_it(ref: Ref) -> Ref:
    """ "If it was kicked": the spell that was cast, or the permanent it became, whatever was named since."""
    return Pronoun("cast") if ref == Pronoun("it") else ref


def _cast_it(zone: tuple[Any, Ref | None] | None) -> Condition:
    if zone is None:
        return is_(Pronoun("it"), Status("cast"))
    return is_(Pronoun("it"), CastFrom((zone[0],), zone[1]))


def _shares(what: str, ref: Ref) -> Predicate:

    return Shares(what, ref)


def _fastest(who: Ref) -> Condition:
    return Compare(Stat("speed", who), ">", Stat("speed", OtherPlayers(who), "greatest"))


def _x(amount: Amount, word: str) -> Condition:

    return Compare(X(), sense(word), amount)


def _moved(ref: Ref, to: tuple[Any, Ref | None], origin: tuple[Any, Ref | None] | None) -> Any:
    """ "An enchantment was put into your graveyard from the battlefield this turn"."""
    predicate = ref_predicate(ref)
    if not isinstance(predicate, Filter) or to[1] is None:
        return REJECT
    return did(
        Moves(
            Filter(predicate.kind, (*predicate.where, OwnedBy(to[1]))),
            origin[0] if origin else "anywhere",
            to[0],
        )
    )


def _left_this_turn(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    if not isinstance(predicate, Filter):
        return REJECT
    return did(Moves(Filter(predicate.kind, (*predicate.where, ControlledBy(YOU))), "battlefield"))


def _revealed(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    if not isinstance(predicate, Filter):
        return REJECT
    return Compare(
        Count(
            Filter(
                predicate.kind,
                (*predicate.where, FromAmong(Pronoun("this way", Filter("any", (Status("revealed"),))))),
            )
        ),
        ">=",
        ONE,
    )
