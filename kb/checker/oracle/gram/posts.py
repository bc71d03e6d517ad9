"""What follows a noun: "you control", "with power 3 or less", "from your graveyard", "that attacked this turn"."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Affected,
    All,
    Amount,
    AnyNumber,
    AnyOf,
    AttachedTo,
    BlockedBy,
    Blocking,
    CastFrom,
    Chosen,
    ControlledBy,
    DamagedBy,
    Filter,
    FromAmong,
    HasColor,
    HasCounter,
    HasKeyword,
    InZone,
    Linked,
    Measures,
    Named,
    Negated,
    OtherThan,
    OwnedBy,
    Pick,
    Players,
    Predicate,
    Ref,
    SameAs,
    Seen,
    Shares,
    Stat,
    Status,
    Targets,
    This,
)
from kb.checker.oracle.grammar import REJECT, P, Parser, Reading
from kb.checker.oracle.raw import Pronoun, RawChooser
from kb.checker.oracle.words import COST_KEYWORDS, NUMBER_KEYWORDS, PLAIN_KEYWORDS

_KEYWORDS = PLAIN_KEYWORDS | NUMBER_KEYWORDS | COST_KEYWORDS
_SMALL = frozenset(["of", "the", "and", "to", "in", "for", "a", "from", "with", "at", "on", "or", "by"])


def keyword_name(parser: Parser, position: int) -> list[Reading]:
    """The name of a keyword ability, one to four words."""
    found: list[Reading] = []
    words: list[str] = []
    for size in range(1, 5):
        if position + size > parser.size:
            break
        words.append(parser.tokens[position + size - 1].low)
        name = " ".join(words)
        if name in _KEYWORDS:
            found.append((position + size, name))
    return found[::-1]


def proper_name(parser: Parser, position: int) -> list[Reading]:
    """A card or counter name as it is written: capitalised words with small words between."""
    end = position
    last = position
    while end < parser.size:
        token = parser.tokens[end]
        if token.text[:1].isupper() or token.kind in {"number", "self"}:
            end += 1
            last = end
        elif end > position and (token.low in _SMALL or token.low in {"'s", ",", "!", "-"}):
            end += 1
        else:
            break
    if last == position:
        return []
    readings = []
    for stop in range(last, position, -1):
        if parser.tokens[stop - 1].low in _SMALL or parser.tokens[stop - 1].low == ",":
            continue
        pieces = parser.tokens[position:stop]
        text = "".join(
            ("" if i == 0 or pieces[i - 1].end == piece.start else " ") + piece.text
            for i, piece in enumerate(pieces)
        )
        readings.append((stop, text))
    return readings


_NO_KIND = frozenset(
    ["counter", "the", "a", "that", "another", "more", "those", "and", "no", "any", "or", "each", "all"]
)


def counter_kind(parser: Parser, position: int) -> list[Reading]:
    """+1/+1, charge, loyalty, first strike: the word(s) before "counter"."""
    if position >= parser.size:
        return []
    token = parser.tokens[position]
    if token.kind == "change":
        return [(position + 1, token.low)]
    if token.kind != "word" or token.base in _NO_KIND:
        return []
    readings = [(position + 1, token.low)]
    if parser.base(position + 1) not in {"counter", ""} and parser.base(position + 2) == "counter":
        readings.insert(0, (position + 2, f"{token.low} {parser.tokens[position + 1].low}"))
    return readings


def _compare(stat: str, amount: Amount, sense: str) -> Predicate:
    op: Any = {"less": "<=", "fewer": "<=", "greater": ">=", "more": ">="}[sense]
    return Measures(stat, op, amount)


def _with(first: Predicate, joiner: str | None, second: Predicate | None) -> tuple[Predicate, ...]:
    if second is None:
        return (first,)
    return (AnyOf((first, second)),) if joiner == "or" else (first, second)


def _zone_in(zone: tuple[Any, Ref | None]) -> Predicate:
    return InZone(zone[0], zone[1])


def _dont(predicate: Predicate) -> Predicate:
    return Negated(predicate)


POST = [
    P("you control", lambda: ControlledBy(YOU)),
    P("you own and control", lambda: (OwnedBy(YOU), ControlledBy(YOU))),
    P("you both own and control", lambda: (OwnedBy(YOU), ControlledBy(YOU))),
    P("you don't control", lambda: _dont(ControlledBy(YOU))),
    P("you own but don't control", lambda: (OwnedBy(YOU), _dont(ControlledBy(YOU)))),
    P("you control but don't own", lambda: (ControlledBy(YOU), _dont(OwnedBy(YOU)))),
    P("your opponent control", lambda: ControlledBy(Players("opponents"))),
    P("(a|your) opponent (own)", lambda: OwnedBy(Players("opponents"))),
    P("a opponent control", lambda: ControlledBy(Players("opponents"))),
    P("a opponent owns", lambda: OwnedBy(Players("opponents"))),
    P("another player control", lambda: ControlledBy(Players("others"))),
    P("<player> control", ControlledBy),
    P("<player> don't control", lambda who: _dont(ControlledBy(who))),
    P("you own", lambda: OwnedBy(YOU)),
    P("you don't own", lambda: _dont(OwnedBy(YOU))),
    P("<player> own", OwnedBy),
    P("controlled by <player>", ControlledBy),
    P("owned by <player>", OwnedBy),
    P("with <having>", lambda item: (item,)),
    P("with <having> $(and|or) <having>", _with),
    P("with <having> [,] and with <having>", lambda one, two: (one, two)),
    P("without <keyword>", lambda name: Negated(HasKeyword(name))),
    P("without <keyword> or <keyword>", lambda a, b: Negated(AnyOf((HasKeyword(a), HasKeyword(b))))),
    P("that have <having>", lambda item: (item,)),
    P("that don't have <keyword>", lambda name: Negated(HasKeyword(name))),
    P("named <name>", Named),
    P("not named <name>", lambda name: Negated(Named(name))),
    P("(in|from|on) <zone>", _zone_in),
    P("other than <np>", OtherThan),
    P("attached to <np>", AttachedTo),
    P("of the chosen <chosen>", Chosen),
    P("of that <chosen>", Chosen),
    P("with the chosen name", lambda: Chosen("card name")),
    P("of (their|his or her) choice", lambda: RawChooser(None)),
    P("of your choice", lambda: RawChooser(YOU)),
    P("of a opponent 's choice", lambda: RawChooser(Players("opponents"))),
    P("at random", lambda: RawChooser(None, random=True)),
    P("exiled with ~", lambda: FromAmong(Linked("exiled"))),
    P("you exiled with ~", lambda: FromAmong(Linked("exiled"))),
    P("exiled this way", lambda: FromAmong(Pronoun("this way", Filter("card", (Status("exiled"),))))),
    P(
        "$(revealed|milled|discarded|sacrificed|destroyed|returned|tapped|countered|created|put into exile) this way",
        lambda how: FromAmong(Pronoun("this way", Filter("any", (Status(how),)))),
    ),
    P("[from] among (them|those card)", lambda: FromAmong(Seen())),
    P(
        "[from] among (the|those) card $(revealed|milled|exiled|discarded) this way",
        lambda how: FromAmong(Pronoun("this way", Filter("any", (Status(how),)))),
    ),
    P("[from] among the (milled|revealed|exiled|discarded) card", lambda: FromAmong(Seen())),
    P("[from] among card exiled with ~", lambda: FromAmong(Linked("exiled"))),
    P("that target <np>", lambda ref: Targets(ref_predicate(ref))),
    P("that target only <np>", lambda ref: Targets(ref_predicate(ref), only=True)),
    P("with a single target", lambda: Status("single target")),
    P("you cast", lambda: ControlledBy(YOU)),
    P("your opponent cast", lambda: ControlledBy(Players("opponents"))),
    P("cast from <zone>", lambda zone: CastFrom((zone[0],), zone[1])),
    P("from <zone> or [from] <zone>", lambda a, b: _cast_zones(a, b)),
    P("dealt damage by <np> this turn", DamagedBy),
    P("dealt damage this turn", lambda: Status("dealt damage this turn")),
    P("that was dealt damage this turn", lambda: Status("dealt damage this turn")),
    P("that be <adjective>", lambda item: item),
    P("that's <adjective>", lambda item: item),
    P("that isn't <adjective>", lambda item: Negated(item)),
    P("that attacked this turn", lambda: Status("attacked this turn")),
    P("that blocked this turn", lambda: Status("blocked this turn")),
    P("that attacked or blocked this turn", lambda: Status("attacked or blocked this turn")),
    P("that (entered|entered the battlefield) this turn", lambda: Status("entered this turn")),
    P(
        "that entered [the battlefield] under your control this turn",
        lambda: Status("entered under your control this turn"),
    ),
    P("that was put there from the battlefield this turn", lambda: Status("died this turn")),
    P("that was put there from anywhere this turn", lambda: Status("put there this turn")),
    P("that share one of those type with (it|them)", lambda: Shares("one of those types", Pronoun("it"))),
    P("that share a $(color|creature type|name|card type|land type|mana value) with <np>", Shares),
    P("with the same $(name|mana value|power) as <np>", Shares),
    P(
        "(attacking|that's attacking|that be attacking) <player>",
        lambda who: Status("attacking you") if who == YOU else REJECT,
    ),
    P("that's attacking you or a planeswalker you control", lambda: Status("attacking you or yours")),
    P("blocking <np>", lambda ref: REJECT if not isinstance(ref, This | Pronoun) else Blocking(ref)),
    P("blocked by <np>", lambda ref: REJECT if not isinstance(ref, This | Pronoun) else BlockedBy(ref)),
    P("blocking or blocked by <np>", lambda ref: AnyOf((Blocking(ref), BlockedBy(ref)))),
    P("tapped this way", lambda: FromAmong(Pronoun("this way", Filter("any", (Status("tapped"),))))),
    P("from it", lambda: FromAmong(Pronoun("from it"))),
    P("that isn't on the battlefield", lambda: Negated(InZone("battlefield"))),
    P("not on the battlefield", lambda: Negated(InZone("battlefield"))),
    P("attached to <player>", AttachedTo),
    P("you've visited this turn", lambda: Status("visited this turn")),
    P("that share at least one $(color|creature type) with <np>", Shares),
    P(
        "that have a $(fate|bounty|charge|time|oil|stun|shield|void|ice|collection|plague) counter on it",
        HasCounter,
    ),
    P("without a <counterkind> counter on (it|them)", lambda k: Negated(HasCounter(k))),
    P("drawn this turn", lambda: Status("drawn this turn")),
    P("you discarded this turn", lambda: Status("discarded this turn")),
    P("from graveyards or [from] libraries", lambda: CastFrom(("graveyard", "library"))),
    P("in graveyards and libraries", lambda: AnyOf((InZone("graveyard"), InZone("library")))),
    P("in graveyards", lambda: InZone("graveyard")),
    P("with the chosen name", lambda: Chosen("card name")),
]

HAVING = [
    P("<keyword>", HasKeyword),
    P("$(power|toughness|mana value|base power|loyalty) <number> or $(less|greater|more)", _compare),
    P(
        "$(power|toughness|mana value|base power|loyalty) (equal to|of) <amountof>",
        lambda s, n: Measures(s, "=", n),
    ),
    P("$(power|toughness|mana value|base power) <number>", lambda s, n: Measures(s, "=", n)),
    P("converted mana cost <number> or $(less|greater)", lambda n, sense: _compare("mana value", n, sense)),
    P("converted mana cost <number>", lambda n: Measures("mana value", "=", n)),
    P("power or toughness <number> or $(less|greater)", lambda n, s: _compare("power or toughness", n, s)),
    P(
        "total power and toughness <number> or $(less|greater)",
        lambda n, s: _compare("total power and toughness", n, s),
    ),
    P(
        "$(power|toughness|mana value) $(less|greater) than or equal to <amountof>",
        lambda stat, sense, amount: _compare(stat, amount, sense),
    ),
    P(
        "$(power|toughness) $(less|greater) than (its|their) $(power|toughness)",
        lambda stat, sense, other: Measures(stat, "<" if sense == "less" else ">", Stat(other, Affected())),
    ),
    P(
        "$(power|toughness|mana value) $(less|greater) than <amountof>",
        lambda stat, sense, amount: Measures(stat, "<" if sense == "less" else ">", amount),
    ),
    P("a <counterkind> counter on (it|them)", HasCounter),
    P("one or more <counterkind> counter on (it|them)", HasCounter),
    P("<number> or more <counterkind> counter on (it|them)", lambda n, kind: HasCounter(kind, n)),
    P("a counter on (it|them)", lambda: HasCounter()),
    P("(counter|one or more counter) on (it|them)", lambda: HasCounter()),
    P("<counterkind> counter on (it|them)", HasCounter),
    P("no counter on (it|them)", lambda: Negated(HasCounter())),
    P("no <counterkind> counter on (it|them)", lambda kind: Negated(HasCounter(kind))),
    P("mana cost <symbol>", lambda symbol: Measures("mana cost " + symbol, "=", ONE)),
    P(
        "mana cost <symbol> or <symbol>",
        lambda a, b: AnyOf((Measures("mana cost " + a, "=", ONE), Measures("mana cost " + b, "=", ONE))),
    ),
    P("the same name as <np>", lambda ref: Shares("name", ref)),
]

ADJECTIVE = [
    P(
        "$(tapped|untapped|attacking|blocking|enchanted|equipped|modified|suspected|monstrous|renowned)",
        Status,
    ),
    P("[a] <desc>", lambda item: item),
    P("<colorword>", lambda item: item),
    P("<colorword> or <colorword>", lambda a, b: AnyOf((a, b))),
    P("not <adjective>", Negated),
    P("neither <adjective> nor <adjective>", lambda a, b: Filter("any", (Negated(a), Negated(b)))),
    P("one or more color", lambda: Negated(_colorless())),
    P("attacking you", lambda: Status("attacking you")),
    P("attached to <np>", AttachedTo),
]


def _colorless() -> Predicate:

    return HasColor("colorless")


def _cast_zones(one: tuple[Any, Ref | None], two: tuple[Any, Ref | None]) -> Predicate:
    return CastFrom((one[0], two[0]), one[1])


def ref_predicate(ref: Ref) -> Predicate:
    """A predicate that holds for what a reference finds; a plain pick or set is its filter."""

    if isinstance(ref, All):
        return ref.filter
    if isinstance(ref, Pick) and (ref.most == ONE or isinstance(ref.most, AnyNumber)):
        return ref.filter
    return SameAs(ref)


def ref_predicate_player(who: Ref) -> Predicate:
    """The player as a predicate of events."""

    return SameAs(who)
