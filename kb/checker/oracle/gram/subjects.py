"""Whom an event is about: objects and players as predicates."""

from __future__ import annotations

from kb.checker.oracle.ast import (
    YOU,
    AnyOf,
    Attached,
    ControlledBy,
    Filter,
    HasType,
    Players,
    Predicate,
    SameAs,
    Status,
    This,
)
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import PlayerPronoun, Pronoun, RawOther
from kb.checker.oracle.words import ORDINALS

MYSELF = SameAs(YOU)

ANYONE = Filter("player")

OPPONENT = Filter("player", (Status("opponent"),))

Subject = tuple[Predicate, bool]

# Whom an event is about: (predicate, batch).
COMBAT = "[$(combat|noncombat)]"
NTH = "$(first|second|third|fourth|fifth)"
ENTER = "enter [the battlefield]"
"""Pieces of the patterns of events."""

SUBJECT = [
    P("~", lambda: (SameAs(This()), False)),
    P("(it|that creature|that card|that permanent|that token)", lambda: (SameAs(Pronoun("it")), False)),
    P("~ or another <desc>", lambda f: (AnyOf((SameAs(This()), other(f))), False)),
    P("~ and/or one or more other <desc>", lambda f: (AnyOf((SameAs(This()), other(f))), True)),
    P("~ or <np>", lambda r: (AnyOf((SameAs(This()), ref_predicate(r))), False)),
    P("<attached>", lambda r: (SameAs(r), False)),
    P("~ or <attached>", lambda r: (AnyOf((SameAs(This()), SameAs(r))), False)),
    P("another <desc>", lambda f: (other(f), False)),
    P("(a|any) <desc>", lambda f: (plain(f), False)),
    P("a <desc> or a <desc>", lambda f, g: (AnyOf((f, g)), False)),
    P("one or more <desc>", lambda f: (plain(f), True)),
    P("one or more other <desc>", lambda f: (other(f), True)),
]

ATTACHED = [
    P("enchanted <core>", lambda _f: Attached(This())),
    P("equipped <core>", lambda _f: Attached(This())),
    P("fortified land", lambda: Attached(This())),
]

# Players in events: predicates.
WHO = [
    P("you", lambda: MYSELF),
    P("a opponent", lambda: OPPONENT),
    P("another player", lambda: Filter("player", (Status("other than you"),))),
    P("a player", lambda: ANYONE),
    P("enchanted (player|opponent)", lambda: SameAs(Attached(This()))),
    P("the chosen player", lambda: SameAs(Players("chosen"))),
    P("(they|that player|that opponent)", lambda: SameAs(PlayerPronoun("they"))),
    P("(each|any) player", lambda: ANYONE),
    P("defending player", lambda: SameAs(Players("defending"))),
]


def other(filter_: Filter) -> Filter:
    return Filter(filter_.kind, (RawOther(), *filter_.where))


def plain(filter_: Filter) -> Filter:
    return filter_


def with_more(what: Predicate, extra: Predicate) -> Predicate:
    if isinstance(what, Filter):
        return Filter(what.kind, (*what.where, extra))
    if isinstance(what, AnyOf):
        return AnyOf(tuple(with_more(option, extra) for option in what.options))
    return what


# "One or more players": gathered, however many they are.
SEVERAL_PLAYERS = [
    P("one or more player", lambda: ANYONE),
    P("one or more (of your opponent|opponent)", lambda: OPPONENT),
]

# Whom damage is dealt to, whom an attack is against.
DAMAGE_TO = [
    P("<who>", lambda w: w),
    P("<subject>", lambda s: REJECT if s[1] else s[0]),
    P("a player or planeswalker", lambda: players_or("planeswalker", opponent=False)),
    P("a player or battle", lambda: players_or("battle", opponent=False)),
    P(
        "(a player or planeswalker|a player or a planeswalker)",
        lambda: players_or("planeswalker", opponent=False),
    ),
    P("a opponent or planeswalker", lambda: players_or("planeswalker", opponent=True)),
    P("one of your opponent", lambda: OPPONENT),
    P(
        "(you or a planeswalker you control)",
        lambda: AnyOf((MYSELF, Filter("permanent", (HasType("planeswalker"), ControlledBy(YOU))))),
    ),
    P("a creature or player", lambda: players_or("creature", opponent=False)),
    P("a creature or opponent", lambda: players_or("creature", opponent=True)),
]

WHOM = [
    P("<who>", lambda w: w),
    P(
        "(you or a planeswalker you control)",
        lambda: AnyOf((MYSELF, Filter("permanent", (HasType("planeswalker"), ControlledBy(YOU))))),
    ),
    P("a player or planeswalker", lambda: players_or("planeswalker", opponent=False)),
    P("one of your opponent", lambda: OPPONENT),
    P("a battle", lambda: Filter("permanent", (HasType("battle"),))),
    P("a planeswalker", lambda: Filter("permanent", (HasType("planeswalker"),))),
]


def players_or(name: str, *, opponent: bool) -> Predicate:
    return AnyOf((OPPONENT if opponent else ANYONE, Filter("permanent", (HasType(name),))))


def ordinal(word: str) -> int:
    return ORDINALS[word]
