"""How many and how much."""

from __future__ import annotations

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Affected,
    All,
    Amount,
    Attacks,
    Casts,
    ControlledBy,
    Count,
    Counters,
    Distinct,
    Does,
    DoneAmount,
    Event,
    Filter,
    Half,
    Happened,
    HasColor,
    HasType,
    InZone,
    Moves,
    Number,
    Players,
    Ref,
    SameAs,
    Stat,
    Sum,
    Times,
    X,
)
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import PlayerPronoun, Prevented, Pronoun, ThatMuch

# A number of things or points, where the text puts a numeral: "draw <n> cards".
COUNT = [
    P("<number>", lambda n: n),
    P("a", lambda: ONE),
    P("that (many|much)", ThatMuch),
    P("twice that (many|much)", lambda: Times(2, ThatMuch())),
    P("twice x", lambda: Times(2, X())),
    P("a additional", lambda: ONE),
    P("another", lambda: ONE),
    P("<number> additional", lambda n: n),
    P("<number> plus <number>", lambda a, b: Sum((a, b))),
    P("half that (much|many) , rounded $(up|down)", lambda way: Half(ThatMuch(), way == "up")),
]


def _distinct(what: str, among: Ref) -> Amount:
    return Distinct(f"{what}s", among)


def _devotion(color: HasColor) -> Amount:
    return Stat("devotion " + color.color, YOU)


def _basic_land_types(who: Ref) -> Amount:
    return Distinct("basic land types", All(Filter("permanent", (HasType("land"), ControlledBy(who)))))


# What an amount is equal to: "the number of …", "its power".
AMOUNT_OF = [
    P("the number of <core> that died this turn", lambda f: Happened(Moves(f, "battlefield", "graveyard"))),
    P(
        "the number of <core> that died under your control this turn",
        lambda f: Happened(Moves(Filter(f.kind, (*f.where, ControlledBy(YOU))), "battlefield", "graveyard")),
    ),
    P("<number>", lambda n: n),
    P("the number of <thing>", Count),
    P("the total number of <thing>", Count),
    P("the number of <counterkind> counter on <np>", Counters),
    P("the number of counter on <np>", lambda ref: Counters("", ref)),
    P("the number of $(color|card type|creature type|mana value) among <np>", _distinct),
    P("the number of card type among card in all graveyard", lambda: _types_in(Players("each"))),
    P("the number of card type among card in your graveyard", lambda: _types_in(YOU)),
    P("the number of basic land type among land you control", lambda: _basic_land_types(YOU)),
    P("the number of card in <zone>", lambda zone: Count(Filter("card", (InZone(zone[0], zone[1]),)))),
    P("the number of (creature|player) in your party", lambda: Stat("party", YOU)),
    P("the number of opponent you have", lambda: Count(Players("opponents"))),
    P(
        "the number of spell (you've cast|you cast) this turn",
        lambda: Happened(Casts(SameAs(YOU), Filter("spell"))),
    ),
    P(
        "the number of other spell (you've cast|you cast) this turn",
        lambda: Stat("other spells cast this turn", YOU),
    ),
    P("the number of card (you've drawn|you drew) this turn", lambda: Happened(Does(SameAs(YOU), "draw"))),
    P("the (amount of life|life) you gained this turn", lambda: Stat("life gained this turn", YOU)),
    P("the amount of life (you've|you) lost this turn", lambda: Stat("life lost this turn", YOU)),
    P("the [amount of] damage dealt [this way]", ThatMuch),
    P("the amount of life lost this way", DoneAmount),
    P("the life lost this way", DoneAmount),
    P("the amount of mana spent to cast <np>", lambda r: Stat("mana spent", r)),
    P("the number of time <np> was kicked", lambda r: Stat("times kicked", r)),
    P("<stat>", lambda stat: stat),
    P("twice <amountof>", lambda amount: Times(2, amount)),
    P("three time <amountof>", lambda amount: Times(3, amount)),
    P("half <amountof> , rounded $(up|down)", lambda amount, way: Half(amount, way == "up")),
    P("half <amountof> rounded $(up|down)", lambda amount, way: Half(amount, way == "up")),
    P("<number> plus <amountof>", lambda n, amount: Sum((n, amount))),
    P("<stat> plus <amountof>", lambda n, amount: Sum((n, amount))),
    P("the number of <thing> plus <amountof>", lambda n, amount: Sum((Count(n), amount))),
    P("<amountminus> minus <number>", lambda a, n: Sum((a, Times(-1, n)))),
    P("1 plus <amountof>", lambda amount: Sum((ONE, amount))),
    P("that (much|many)", ThatMuch),
    P("the result", ThatMuch),
    P("your devotion to <colorword>", _devotion),
    P("your devotion to <colorword> and <colorword>", lambda a, b: Stat(f"devotion {a.color}{b.color}", YOU)),
    P("your speed", lambda: Stat("speed", YOU)),
    P("x", X),
    P("(his|her) $(power|toughness|loyalty)", lambda name: Stat(name, Pronoun("it"))),
    P("the number of card in all graveyard", lambda: Count(Filter("card", (InZone("graveyard"),)))),
    P("the number of $(experience|poison|energy|rad) counter you have", lambda k: Stat(f"{k} counters", YOU)),
]

AMOUNT_MINUS = [
    P("the number of <thing>", Count),
    P("<stat>", lambda stat: stat),
    P("<number>", lambda n: n),
]


def _types_in(who: Ref) -> Amount:
    return Distinct("card types", All(Filter("card", (InZone("graveyard", who),))))


_STATS = "$(power|toughness|mana value|base power|base toughness|loyalty|converted mana cost|starting intensity|intensity)"

STAT = [
    P(f"<possessive> {_STATS}", lambda ref, name: Stat(_stat(name), ref)),
    P(
        "[the amount of] <player> 's $(life total|life|speed|hand size)",
        lambda who, name: Stat(_stat(name), who),
    ),
    P("your $(life total|life|speed|starting life total)", lambda name: Stat(_stat(name), YOU)),
    P("(their|his or her) $(life total|life|speed|library)", lambda name: _their(name)),
    P("<poss> life total", lambda who: Stat("life", who)),
    P("<poss> speed", lambda who: Stat("speed", who)),
    P(
        "the $(greatest|highest|least|lowest) $(power|toughness|mana value) among <np>",
        lambda h, s, r: _extreme(h, s, r),
    ),
    P("the $(power|toughness|mana value) of <np>", lambda s, r: Stat(s, r)),
    P("the total $(power|toughness|mana value) of <np>", lambda s, r: Stat(s, r, "total")),
    P("<possessive> total $(power|toughness|mana value)", lambda r, s: Stat(s, r, "total")),
    P("your devotion to <colorword>", _devotion),
    P("your devotion to <colorword> and <colorword>", lambda a, b: Stat(f"devotion {a.color}{b.color}", YOU)),
]


def _their(name: str) -> object:

    return REJECT if name == "library" else Stat(_stat(name), PlayerPronoun("their"))


def _stat(name: str) -> str:
    return {
        "life total": "life",
        "converted mana cost": "mana value",
        "starting life total": "starting life",
    }.get(name, name)


def _extreme(how: str, name: str, ref: Ref) -> Amount:
    return Stat(name, ref, "greatest" if how in {"greatest", "highest"} else "least")


# What is counted: "creatures you control", "cards in your hand", "Swamps you control and cards in …".
THING = [
    P("<desc>", lambda f: f),
    P("card in <zone>", lambda zone: Filter("card", (InZone(zone[0], zone[1]),))),
]

# "for each …": an amount that multiplies.
PER = [
    P("<core> that died this turn", lambda f: Happened(Moves(f, "battlefield", "graveyard"))),
    P(
        "<core> that died under your control this turn",
        lambda f: Happened(Moves(Filter(f.kind, (*f.where, ControlledBy(YOU))), "battlefield", "graveyard")),
    ),
    P("time (it|they) have attacked this turn", lambda: Happened(Attacks(SameAs(Affected())))),
    P("<thing>", Count),
    P("card in <zone>", lambda zone: Count(Filter("card", (InZone(zone[0], zone[1]),)))),
    P("<counterkind> counter on <np>", Counters),
    P("counter on <np>", lambda ref: Counters("", ref)),
    P("[different] basic land type among land you control", lambda: _basic_land_types(YOU)),
    P("$(color|card type|creature type|mana value) among <np>", _distinct),
    P("card type among card in your graveyard", lambda: _types_in(YOU)),
    P("creature in your party", lambda: Stat("party", YOU)),
    P("opponent you have", lambda: Count(Players("opponents"))),
    P("opponent", lambda: Count(Players("opponents"))),
    P("player", lambda: Count(Players("each"))),
    P("time <np> was kicked", lambda r: Stat("times kicked", r)),
    P("mana spent to cast <np>", lambda r: Stat("mana spent", r)),
    P("<happened>", lambda amount: amount),
    P("spell (you've cast|you cast) this turn", lambda: Happened(Casts(SameAs(YOU), Filter("spell")))),
    P("other spell (you've cast|you cast) this turn", lambda: Stat("other spells cast this turn", YOU)),
    P(
        "color of mana spent to cast <np>",
        lambda r: Stat("colors spent", r),
    ),
    P("1 life you gained this turn", lambda: Stat("life gained this turn", YOU)),
    P("(1|one) damage dealt this way", DoneAmount),
    P("(1|one) damage prevented this way", Prevented),
]


def happened(event: Event, since: str = "this turn") -> Amount:
    """How often an event has happened."""
    return Happened(event, since)


def number_of(value: int) -> Amount:
    """A plain number."""
    return Number(value)
