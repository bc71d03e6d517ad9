"""Objects, players, zones: the noun phrases of the grammar."""

from __future__ import annotations

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    All,
    Amount,
    AnyNumber,
    AnyOf,
    Attached,
    ControlledBy,
    ControllerOf,
    Filter,
    FromAmong,
    HasColor,
    HasType,
    InZone,
    It,
    Linked,
    Negated,
    Number,
    OwnerOf,
    Pick,
    Players,
    Predicate,
    Ref,
    Rest,
    SameAs,
    Seen,
    Several,
    Status,
    TargetSpec,
    This,
    TopCards,
    X,
)
from kb.checker.oracle.grammar import P, Parser, Reading
from kb.checker.oracle.raw import EITHER, PlayerPronoun, Pronoun, RawChooser, RawOther, RawTarget, ThatMuch
from kb.checker.oracle.words import COLORS, NUMBERS

ZERO = Number(0)
ANY_TARGET = Filter(
    "any",
    (
        AnyOf(
            (
                Filter(
                    "permanent", (AnyOf((HasType("creature"), HasType("planeswalker"), HasType("battle"))),)
                ),
                Filter("player"),
            )
        ),
    ),
)


def number(parser: Parser, position: int) -> list[Reading]:
    """A number in words or digits, or X."""
    base = parser.base(position)
    if base in NUMBERS:
        return [(position + 1, Number(NUMBERS[base]))]
    if base == "x":
        return [(position + 1, X())]
    if position < parser.size and parser.tokens[position].kind == "number":
        return [(position + 1, Number(int(base.replace(",", ""))))]
    return []


def symbol(parser: Parser, position: int) -> list[Reading]:
    """One mana symbol."""
    if position < parser.size and parser.tokens[position].kind == "symbol":
        return [(position + 1, parser.tokens[position].text)]
    return []


def symbols(parser: Parser, position: int) -> list[Reading]:
    """A run of symbols: a mana cost."""
    end = position
    while end < parser.size and parser.tokens[end].kind == "symbol":
        end += 1
    return [] if end == position else [(end, "".join(token.text for token in parser.tokens[position:end]))]


def color_word(parser: Parser, position: int) -> list[Reading]:
    """A color."""
    base = parser.base(position)
    return [(position + 1, HasColor(COLORS[base]))] if base in COLORS else []


def plural(parser: Parser, position: int) -> list[Reading]:
    """A description in the plural without an article: "creatures you control" means all of them."""
    readings: list[Reading] = []
    for end, value in parser.readings("core", position):
        words = parser.tokens[position:end]
        if any(w.low != w.base and w.kind == "word" for w in words) or words[-1].low in {"plains", "merfolk"}:
            readings.append((end, value))
    if not readings:
        return []
    ends = {end for end, _ in readings}
    return [
        (end, value) for end, value in parser.readings("desc", position) if any(stop <= end for stop in ends)
    ]


def _split(filter_: Filter) -> tuple[Filter, Ref | None, bool]:
    """A filter without the words that say who chooses."""
    choosers = [p for p in filter_.where if isinstance(p, RawChooser)]
    if not choosers:
        return filter_, None, False
    rest = Filter(filter_.kind, tuple(p for p in filter_.where if not isinstance(p, RawChooser)))
    return rest, choosers[-1].who, any(c.random for c in choosers)


def pick(filter_: Filter, least: Amount, most: Amount) -> Ref:
    """A choice of objects made as the instruction is followed."""
    rest, chooser, random = _split(filter_)
    return Pick(rest, least, most, chooser, random)


def target(filter_: Filter, least: Amount = ONE, most: Amount = ONE, *, other: bool = False) -> Ref:
    """A target."""
    rest, chooser, random = _split(filter_)
    if other:
        rest = Filter(rest.kind, (RawOther(), *rest.where))
    return RawTarget(TargetSpec(rest, least, most, chooser, random))


def _other(filter_: Filter) -> Filter:
    return Filter(filter_.kind, (RawOther(), *filter_.where))


def _that(filter_: Filter) -> Ref:
    return Pronoun("that", filter_)


def _the(adjective: str, filter_: Filter) -> Ref:
    return Pronoun(f"the {adjective}", filter_)


def _zone_cards(zone: str, whose: Ref | None) -> Ref:
    return All(Filter("card", (InZone(zone, whose),)))  # type: ignore[arg-type]


NP0 = [
    P("~", This),
    P("~~", lambda: Linked("grantor")),
    P("$(it|them|itself|themselves|him|her|they|he|she)", Pronoun),
    P("each of them", lambda: Pronoun("each")),
    P("(both|each) of (them|those)", lambda: Pronoun("each")),
    P("(each of|both) those <desc>", lambda f: Pronoun("those", f)),
    P("(that|those|this|these) <core>", _that),
    P("those <desc>", _that),
    P("that spell or ability", lambda: Pronoun("that", Filter("object"))),
    P("that ability", lambda: Pronoun("that", Filter("ability"))),
    P(
        "the $(exiled|revealed|chosen|milled|discarded|sacrificed|returned|found|destroyed|copied|tapped|named|drawn"
        "|countered|noted|attacking|blocking|blocked) <core>",
        _the,
    ),
    P("(the|a) card exiled (with|by) ~", lambda: Linked("exiled")),
    P("[each|all] card exiled with ~", lambda: Linked("exiled")),
    P("the <core>", lambda f: Pronoun("that", f)),
    P("the copy", lambda: Pronoun("the copy")),
    P("(that|those) copy", lambda: Pronoun("the copy")),
    P("enchanted <core>", lambda _f: Attached(This())),
    P("(equipped|fortified) <core>", lambda _f: Attached(This())),
    P("(the|any) creature (equipped|enchanted) by ~", lambda: Attached(This())),
    # targets
    P("target <tdesc>", target),
    P("another target <tdesc>", lambda f: target(f, other=True)),
    P("any target", lambda: target(ANY_TARGET)),
    P("(any other|another) target", lambda: target(ANY_TARGET, other=True)),
    P("up to <number> target <tdesc>", lambda n, f: target(f, ZERO, n)),
    P("up to <number> other target <tdesc>", lambda n, f: target(f, ZERO, n, other=True)),
    P("<number> target <tdesc>", lambda n, f: target(f, n, n)),
    P("<number> other target <tdesc>", lambda n, f: target(f, n, n, other=True)),
    P("any number of target <tdesc>", lambda f: target(f, ZERO, AnyNumber())),
    P("any number of other target <tdesc>", lambda f: target(f, ZERO, AnyNumber(), other=True)),
    P("(each of) <number> target <tdesc>", lambda n, f: target(f, n, n)),
    P("each of up to <number> target <tdesc>", lambda n, f: target(f, ZERO, n)),
    P("each of up to <number> other target <tdesc>", lambda n, f: target(f, ZERO, n, other=True)),
    P("each of any number of target <tdesc>", lambda f: target(f, ZERO, AnyNumber())),
    P("[each of] one or more target <tdesc>", lambda f: target(f, ONE, AnyNumber())),
    P("[each of] one or two target <tdesc>", lambda f: target(f, ONE, Number(2))),
    P("[each of] one , two , or three target <tdesc>", lambda f: target(f, ONE, Number(3))),
    P("(each of|among) one or two target", lambda: target(ANY_TARGET, ONE, Number(2))),
    P("one or two target", lambda: target(ANY_TARGET, ONE, Number(2))),
    P("[each of] <number> target", lambda n: target(ANY_TARGET, n, n)),
    P("[each of] up to <number> target", lambda n: target(ANY_TARGET, ZERO, n)),
    P("any number of target", lambda: target(ANY_TARGET, ZERO, AnyNumber())),
    P("[each of] one , two , or three target", lambda: target(ANY_TARGET, ONE, Number(3))),
    # all
    P("(each|all|every) <desc>", All),
    P("(each|all) other <desc>", lambda f: All(_other(f))),
    P("each <desc> and each <desc>", lambda a, b: Several((All(a), All(b)))),
    P("all <desc> and all <desc>", lambda a, b: Several((All(a), All(b)))),
    P("<plural>", All),
    P("(all|each) graveyard", lambda: _zone_cards("graveyard", Players("each"))),
    P("[all card from] (your) graveyard", lambda: _zone_cards("graveyard", YOU)),
    P("your hand", lambda: _zone_cards("hand", YOU)),
    P("their hand", lambda: _zone_cards("hand", PlayerPronoun("their"))),
    P("(his or her|that player 's) hand", lambda: _zone_cards("hand", PlayerPronoun("their"))),
    P("(their|his or her) graveyard", lambda: _zone_cards("graveyard", PlayerPronoun("their"))),
    # picks
    P("a <desc>", lambda f: pick(f, ONE, ONE)),
    P("another <desc>", lambda f: pick(_other(f), ONE, ONE)),
    P("any <desc>", lambda f: pick(f, ONE, ONE)),
    P("<number> <desc>", lambda n, f: pick(f, n, n)),
    P("<number> other <desc>", lambda n, f: pick(_other(f), n, n)),
    P("up to <number> <desc>", lambda n, f: pick(f, ZERO, n)),
    P("up to <number> other <desc>", lambda n, f: pick(_other(f), ZERO, n)),
    P("up to that many <desc>", lambda f: pick(f, ZERO, ThatMuch())),
    P("any number of <desc>", lambda f: pick(f, ZERO, AnyNumber())),
    P("any number of other <desc>", lambda f: pick(_other(f), ZERO, AnyNumber())),
    P("one or more <desc>", lambda f: pick(f, ONE, AnyNumber())),
    P("one or more other <desc>", lambda f: pick(_other(f), ONE, AnyNumber())),
    P("that many <desc>", lambda f: pick(f, ThatMuch(), ThatMuch())),
    P("one of (them|those card|the card)", lambda: pick(Filter("card", (_among(),)), ONE, ONE)),
    P("one of (them|those card) at random", lambda: Pick(Filter("card", (_among(),)), ONE, ONE, random=True)),
    P("<number> of (them|those card)", lambda n: pick(Filter("card", (_among(),)), n, n)),
    P("up to <number> of (them|those card)", lambda n: pick(Filter("card", (_among(),)), ZERO, n)),
    P("any number of (them|those card)", lambda: pick(Filter("card", (_among(),)), ZERO, AnyNumber())),
    P("one of those <core>", lambda f: pick(Filter(f.kind, (*f.where, SameAs(_that(f)))), ONE, ONE)),
    # the rest
    P("the rest [of the (revealed|exiled|milled) card]", Rest),
    P("the other [card]", Rest),
    P("all other card revealed this way", Rest),
    P(
        "(those|the|all) card revealed this way",
        lambda: Pronoun("this way", Filter("any", (Status("revealed"),))),
    ),
    # libraries
    P("the $(top|bottom) card of <poss> library", lambda end, who: TopCards(ONE, who, end == "bottom")),
    P(
        "the $(top|bottom) <number> card of <poss> library",
        lambda end, n, who: TopCards(n, who, end == "bottom"),
    ),
    P(
        "the $(top|bottom) that many card of <poss> library",
        lambda e, who: TopCards(ThatMuch(), who, e == "bottom"),
    ),
    P("(a|the) card from the top of <poss> library", lambda who: TopCards(ONE, who)),
    P("one", lambda: Pick(Filter("card", (FromAmong(It()),)), ONE, ONE)),
]


def _among() -> Predicate:

    return FromAmong(Seen())


def _opponents_pick() -> Ref:
    return Pick(Filter("player", (Status("opponent"),)), ONE, ONE)


NP = [
    P("<np0>", lambda ref: ref),
    P("[all card from] <player> 's graveyard", lambda who: _zone_cards("graveyard", who)),
    P("<player> 's hand", lambda who: _zone_cards("hand", who)),
]

PLAYER = [
    P("you", lambda: YOU),
    P("you and <player>", lambda who: Several((YOU, who))),
    P("target player", lambda: target(Filter("player"))),
    P("target opponent", lambda: target(Filter("player", (Status("opponent"),)))),
    P("another target player", lambda: target(Filter("player"), other=True)),
    P("up to <number> target player", lambda n: target(Filter("player"), ZERO, n)),
    P("<number> target player", lambda n: target(Filter("player"), n, n)),
    P("any number of target player", lambda: target(Filter("player"), ZERO, AnyNumber())),
    P(
        "any number of target opponent",
        lambda: target(Filter("player", (Status("opponent"),)), ZERO, AnyNumber()),
    ),
    P("(each|all) player", lambda: Players("each")),
    P("players", lambda: Players("each")),
    P("each of your opponent", lambda: Players("opponents")),
    P("(each|all) opponent", lambda: Players("opponents")),
    P("each player who have max speed", lambda: All(Filter("player", (Status("max speed"),)))),
    P("each player who don't have max speed", lambda: All(Filter("player", (Negated(Status("max speed")),)))),
    P("opponents", lambda: Players("opponents")),
    P("your opponents", lambda: Players("opponents")),
    P("(each|all) other player", lambda: Players("others")),
    P("other players", lambda: Players("others")),
    P("a opponent", _opponents_pick),
    P("another player", lambda: Pick(Filter("player", (Status("other than you"),)), ONE, ONE)),
    P("a player", lambda: Pick(Filter("player"), ONE, ONE)),
    P("any player", lambda: Players("each")),
    P("(that|those) (player|opponent)", lambda: PlayerPronoun("that player")),
    P("the player", lambda: PlayerPronoun("that player")),
    P("that (player|opponent) or that planeswalker 's controller", lambda: PlayerPronoun(EITHER)),
    P("$(they|them|he or she|him or her)", PlayerPronoun),
    P("<possessive> controller", ControllerOf),
    P("<possessive> (owner)", OwnerOf),
    P("the controller of <np>", ControllerOf),
    P("the owner of <np>", OwnerOf),
    P("[the] defending player", lambda: Players("defending")),
    P("[the] attacking player", lambda: Players("attacking")),
    P("the active player", lambda: Players("active")),
    P("the chosen player", lambda: Players("chosen")),
    P("the player to your left", lambda: Players("left")),
    P("enchanted (player|opponent)", lambda: Attached(This())),
    P("the monarch", lambda: Players("monarch")),
    P("the planar controller", lambda: Players("planar controller")),
]

# Whose, of objects: "its", "~'s", "that creature's", "target creature's".
POSSESSIVE = [
    P("(its|their)", lambda: Pronoun("it")),
    P("<np0> 's", lambda ref: ref),
]

# Whose, of players: "your", "their", "that player's".
POSS = [
    P("your", lambda: YOU),
    P("(their|his or her)", lambda: PlayerPronoun("their")),
    P("<player> 's", lambda who: who),
    P("its owner 's", lambda: OwnerOf(Pronoun("it"))),
    P("their owner 's", lambda: OwnerOf(Pronoun("it"))),
    P("its controller 's", lambda: ControllerOf(Pronoun("it"))),
]


def _zone(name: str, whose: Ref | None = None) -> tuple[str, Ref | None]:
    return (name, whose)


ZONE = [
    P("<poss> $(hand|graveyard|library)", lambda who, zone: (zone, who)),
    P("your $(hand|graveyard|library)", lambda zone: (zone, YOU)),
    P("exile", lambda: _zone("exile")),
    P("the battlefield", lambda: _zone("battlefield")),
    P("(a|all|any|single|a single) graveyard", lambda: _zone("graveyard")),
    P("graveyards", lambda: _zone("graveyard")),
    P("a opponent 's graveyard", lambda: _zone("graveyard", Players("opponents"))),
    P("your opponent 's graveyard", lambda: _zone("graveyard", Players("opponents"))),
    P("a opponent 's (hand)", lambda: _zone("hand", Players("opponents"))),
    P("the command zone", lambda: _zone("command")),
    P("a player 's graveyard", lambda: _zone("graveyard")),
    P("hands", lambda: _zone("hand")),
    P("a player 's hand", lambda: _zone("hand")),
    P("[the] stack", lambda: _zone("stack")),
    P("anywhere", lambda: _zone("anywhere")),
    P("libraries", lambda: _zone("library")),
]

# What can follow "target": objects on the stack have descriptions of their own.
TARGET_DESC = [
    P("<desc>", lambda f: f),
    P("activated ability", lambda: Filter("ability", (Status("activated"),))),
    P("triggered ability", lambda: Filter("ability", (Status("triggered"),))),
    P("activated or triggered ability", lambda: Filter("ability")),
    P(
        "<core> , activated ability , or triggered ability",
        lambda f: Filter("any", (AnyOf((f, Filter("ability"))),)),
    ),
    P("spell or ability", lambda: Filter("any", (AnyOf((Filter("spell"), Filter("ability"))),))),
    P(
        "spell , activated ability , or triggered ability",
        lambda: Filter("any", (AnyOf((Filter("spell"), Filter("ability"))),)),
    ),
    P(
        "instant spell , sorcery spell , activated ability , or triggered ability",
        lambda: Filter(
            "any",
            (
                AnyOf(
                    (Filter("spell", (AnyOf((HasType("instant"), HasType("sorcery"))),)), Filter("ability"))
                ),
            ),
        ),
    ),
    P("activated or triggered ability you control", lambda: Filter("ability", (ControlledBy(YOU),))),
    P("activated ability you control", lambda: Filter("ability", (Status("activated"), ControlledBy(YOU)))),
    P(
        "activated or triggered ability (you don't control|a opponent control)",
        lambda: Filter("ability", (Negated(ControlledBy(YOU)),)),
    ),
    P("triggered ability you control", lambda: Filter("ability", (Status("triggered"), ControlledBy(YOU)))),
    P("player or planeswalker", lambda: _player_or("planeswalker")),
    P("opponent or planeswalker", lambda: _player_or("planeswalker", opponent=True)),
    P("creature or player", lambda: _player_or("creature")),
    P("creature , player , or planeswalker", lambda: _player_or("creature", "planeswalker")),
    P("creature or opponent", lambda: _player_or("creature", opponent=True)),
]


def _player_or(*types: str, opponent: bool = False) -> Filter:
    kinds = tuple(HasType(name) for name in types)
    player = Filter("player", (Status("opponent"),) if opponent else ())
    return Filter(
        "any", (AnyOf((Filter("permanent", (kinds[0] if len(kinds) == 1 else AnyOf(kinds),)), player)),)
    )


def owner_of_it() -> Ref:
    """The owner of what is being moved."""
    return OwnerOf(Pronoun("it"))
