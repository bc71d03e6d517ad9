"""Clauses of spells and abilities: who does what, may do, does unless."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    Amount,
    Effect,
    LoseLife,
    ManaCost,
    ManaCostOf,
    May,
    Pay,
    PayMana,
    Pick,
    Players,
    Ref,
    RemoveCounters,
    Unless,
)
from kb.checker.oracle.gram.doing import cost_of, flat, seq
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import Pronoun
from kb.checker.oracle.rewrite import field_names, rewrite, where_x


def where(effect: Effect, amount: Amount) -> Effect:
    return where_x(effect, amount)


def _unless(effect: Effect, who: Ref, act: Any) -> Effect:
    cost = (
        act
        if isinstance(act, tuple)
        else cost_of(act(who if not isinstance(who, Players) else Players("iterated")))
    )
    return Unless(who, cost, flat(effect))


def _unless_its_cost(effect: Effect, who: Ref, less: str) -> Any:
    number = less.strip("{}")
    if not number.isdigit():
        return REJECT
    return Unless(who, (ManaCostOf(Pronoun("it"), int(number)),), flat(effect))


def may(who: Ref, act: Any) -> Effect:
    """ "You may …"; where all there is to do is to pay, it is a `Pay`."""
    effects = flat(act(who if not isinstance(who, Players) else Players("iterated")))
    if all(_is_payment(effect) for effect in effects):
        return Pay(who, cost_of(seq(*effects)))
    return May(who, effects)


def _is_payment(effect: Effect) -> bool:
    if isinstance(effect, LoseLife):
        return effect.pay
    if isinstance(effect, RemoveCounters):
        return effect.kind == "energy"
    return isinstance(effect, PayMana)


def _may_have(who: Ref, effect: Effect) -> Effect:
    return May(who, flat(effect))


CLAUSE0 = [
    P("<acts>", lambda act: act(YOU)),
    P("<player> <acts>", lambda who, act: _for_player(who, act)),
    P("<player> (each|also) <acts>", lambda who, act: _for_player(who, act)),
    P("you may <acts>", lambda act: may(YOU, act)),
    P("<player> may <acts>", may),
    P("you may pay <symbols> [and <acts>]", lambda s, act: REJECT if act else Pay(YOU, _mana_cost(s))),
    P("<player> may pay <symbols>", lambda who, s: Pay(who, _mana_cost(s))),
    P("you may have <clause>", lambda effect: _may_have(YOU, effect)),
    P("<player> may have <clause>", _may_have),
    P("have <clause>", lambda effect: effect),
    P("<objectclause>", lambda effect: effect),
    P("<duration> , <objectclause2>", lambda d, effect: effect(d)),
]

CLAUSE = [
    P("<clause0>", lambda e: e),
    P("<clause0> unless <player> <acts>", _unless),
    P(
        "<clause0> unless <player> pay (its|that card 's) mana cost reduced by up to <symbols>",
        lambda e, w, s: _unless_its_cost(e, w, s),
    ),
    P(
        "<clause0> unless <player> pay (its|that card 's) mana cost",
        lambda e, w: _unless_its_cost(e, w, "{0}"),
    ),
]


def _mana_cost(text: str) -> Any:

    return (ManaCost(text),)


def _for_player(who: Ref, act: Any) -> Effect:
    effect: Effect = act(who)
    return effect if who == YOU else rewrite(effect, lambda part: _chosen_by(part, who))


def _chosen_by(part: Any, who: Ref) -> Any:
    """An instruction that doesn't keep who follows it keeps at least who chooses for it."""
    if not isinstance(part, Effect) or "who" in field_names(type(part)):
        return part
    picks = {
        name: getattr(part, name) for name in field_names(type(part)) if isinstance(getattr(part, name), Pick)
    }
    return replace(part, **{name: replace(ref, chooser=ref.chooser or who) for name, ref in picks.items()})


CLAUSES1 = [
    P("<clause>", lambda e: e),
    P("<clause> <join> <clauses1>", lambda a, _j, b: seq(a, b)),
]
# "where X is …" speaks of every X of the sentence.
CLAUSES = [
    P("<clauses1>", lambda e: e),
    P("<clauses1> , where x be <amountof>", where),
    P("<clauses1> , where x be <amountof> <join> <clauses1>", lambda a, n, _j, b: where(seq(a, b), n)),
]
