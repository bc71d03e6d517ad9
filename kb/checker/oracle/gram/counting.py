"""Conditions that count: what players control, have in hand, have life."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    All,
    Amount,
    Compare,
    Condition,
    ControlledBy,
    Count,
    Counters,
    Distinct,
    Filter,
    InZone,
    Is,
    Pick,
    Players,
    Ref,
    SomePlayer,
    Stat,
    Status,
)
from kb.checker.oracle.gram.doing import ZERO
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import RawOther


def controls(who: Ref, filter_: Filter, op: Any = ">=", amount: Amount = ONE) -> Condition:
    return Compare(Count(Filter(filter_.kind, (*filter_.where, ControlledBy(who)))), op, amount)


def for_player(who: Ref, build: Callable[[Ref], Any]) -> Any:
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


def cards_in(
    zone: tuple[Any, Ref | None], op: Any, amount: Amount, filter_: Filter | None = None
) -> Condition:
    where = filter_.where if filter_ else ()
    return Compare(Count(Filter("card", (*where, InZone(zone[0], zone[1])))), op, amount)


def sense(word: str) -> Any:
    return {"more": ">=", "greater": ">=", "fewer": "<=", "less": "<="}[word]


CONTROL = [
    P("you control <np>", lambda ref: _control_np(YOU, ref)),
    P("<player> control <np>", lambda who, ref: for_player(who, lambda who: _control_np(who, ref))),
    P("you (don't control|control no) [any] <desc>", lambda f: controls(YOU, f, "=", ZERO)),
    P(
        "<player> (don't control|control no) [any] <desc>",
        lambda who, f: for_player(who, lambda who: controls(who, f, "=", ZERO)),
    ),
    P("you don't control a <desc>", lambda f: controls(YOU, f, "=", ZERO)),
    P("you control <number> or $(more|fewer) <desc>", lambda n, s, f: controls(YOU, f, sense(s), n)),
    P(
        "you control <number> or $(more|fewer) other <desc>",
        lambda n, s, f: controls(YOU, _other(f), sense(s), n),
    ),
    P("you control at least <number> other <desc>", lambda n, f: controls(YOU, _other(f), ">=", n)),
    P("you control at least <number> <desc>", lambda n, f: controls(YOU, f, ">=", n)),
    P("you control exactly <number> <desc>", lambda n, f: controls(YOU, f, "=", n)),
    P(
        "<player> control <number> or $(more|fewer) <desc>",
        lambda who, n, s, f: for_player(who, lambda who: controls(who, f, sense(s), n)),
    ),
    P("you control more <desc> than <player>", lambda f, who: for_player(who, lambda who: more(YOU, who, f))),
    P("<player> control more <desc> than you", lambda who, f: for_player(who, lambda who: more(who, YOU, f))),
    P("(there be|a) <number> or $(more|fewer) <desc>", lambda n, s, f: _exists(f, sense(s), n)),
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
    P("<number> or more card be in your graveyard", lambda n: cards_in(("graveyard", YOU), ">=", n)),
    P("there be <number> or $(more|fewer) <desc> in <zone>", lambda n, s, f, z: cards_in(z, sense(s), n, f)),
    P("there be a <desc> in <zone>", lambda f, z: cards_in(z, ">=", ONE, f)),
    P("a <desc> be in <zone>", lambda f, z: cards_in(z, ">=", ONE, f)),
    P("<zone> have no card in it", lambda z: cards_in(z, "=", ZERO)),
    P("<zone> have <number> or $(more|fewer) card in it", lambda z, n, s: cards_in(z, sense(s), n)),
    P("you have no card in hand", lambda: cards_in(("hand", YOU), "=", ZERO)),
    P(
        "<player> have no card in hand",
        lambda who: for_player(who, lambda who: cards_in(("hand", who), "=", ZERO)),
    ),
    P(
        "you have <number> or $(more|fewer) card in [your] hand",
        lambda n, s: cards_in(("hand", YOU), sense(s), n),
    ),
    P(
        "<player> have <number> or $(more|fewer) card in (hand|their hand)",
        lambda w, n, s: for_player(w, lambda w: cards_in(("hand", w), sense(s), n)),
    ),
    P(
        "<player> have more card in hand than you",
        lambda who: for_player(who, lambda who: _more_cards(who, YOU)),
    ),
    P(
        "you have more card in hand than <player>",
        lambda who: for_player(who, lambda who: _more_cards(YOU, who)),
    ),
    P("you have <number> or $(more|less) life", lambda n, s: Compare(Stat("life", YOU), sense(s), n)),
    P("you have exactly <number> life", lambda n: Compare(Stat("life", YOU), "=", n)),
    P(
        "<player> have <number> or $(more|less) life",
        lambda w, n, s: for_player(w, lambda w: Compare(Stat("life", w), sense(s), n)),
    ),
    P(
        "you have more life than <player>",
        lambda w: for_player(w, lambda w: Compare(Stat("life", YOU), ">", Stat("life", w))),
    ),
    P(
        "<player> have more life than you",
        lambda w: for_player(w, lambda w: Compare(Stat("life", w), ">", Stat("life", YOU))),
    ),
    P(
        "you have at least <number> life more than your starting life total",
        lambda n: Compare(Stat("life over starting", YOU), ">=", n),
    ),
    P("your life total be less than your starting life total", lambda: _less_than_start()),
    P(
        "your life total be <number> or $(more|less|greater)",
        lambda n, s: Compare(Stat("life", YOU), sense(s), n),
    ),
    P(
        "<player> have <number> or more poison counter",
        lambda who, n: for_player(who, lambda who: Compare(Stat("poison", who), ">=", n)),
    ),
]


def _control_np(who: Ref, ref: Ref) -> Any:

    if isinstance(ref, Pick):
        return controls(who, ref.filter, ">=", ref.least)
    if isinstance(ref, All):
        return controls(who, ref.filter)
    return Is(ref, ControlledBy(who))


def _other(filter_: Filter) -> Filter:
    return Filter(filter_.kind, (RawOther(), *filter_.where))


def more(who: Ref, than: Ref, filter_: Filter) -> Condition:
    one = Count(Filter(filter_.kind, (*filter_.where, ControlledBy(who))))
    other = Count(Filter(filter_.kind, (*filter_.where, ControlledBy(than))))
    return Compare(one, ">", other)


def _more_cards(who: Ref, than: Ref) -> Condition:
    return Compare(Stat("hand size", who), ">", Stat("hand size", than))


def _less_than_start() -> Condition:
    return Compare(Stat("life", YOU), "<", Stat("starting life", YOU))


def _delirium(least: Amount) -> Condition:
    return Compare(Distinct("card types", All(Filter("card", (InZone("graveyard", YOU),)))), ">=", least)
