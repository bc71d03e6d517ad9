"""What has happened this turn: the events that conditions look back at."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    Casts,
    ControlledBy,
    Does,
    Event,
    Filter,
    HasType,
    Moves,
    OwnedBy,
    Predicate,
    Ref,
)
from kb.checker.oracle.gram.posts import ref_predicate, ref_predicate_player
from kb.checker.oracle.grammar import REJECT, P


def died(what: Predicate) -> Event:
    return Moves(what, "battlefield", "graveyard")


# What a player has done: after "you've" and "you".
PAST = [
    P("gained life", lambda: Does(you(), "gain life")),
    P("lost life", lambda: Does(you(), "lose life")),
    P("attacked [with a creature]", lambda: Does(you(), "attack")),
    P("attacked with <np>", lambda r: Does(you(), "attack", ref_predicate(r))),
    P("cast <np>", lambda r: Casts(you(), ref_predicate(r))),
    P("discarded a card", lambda: Does(you(), "discard", Filter("card"))),
    P("discarded <np>", lambda r: Does(you(), "discard", ref_predicate(r))),
    P("sacrificed <np>", lambda r: Does(you(), "sacrifice", ref_predicate(r))),
    P("drawn a card", lambda: Does(you(), "draw")),
    P("played a land", lambda: Does(you(), "play land")),
    P("surveilled", lambda: Does(you(), "surveil")),
    P("scried", lambda: Does(you(), "scry")),
    P("had <npevent>", lambda event: event),
    P(
        "had <npenter> under your control",
        lambda f: Moves(Filter(f.kind, (*f.where, ControlledBy(YOU))), to="battlefield"),
    ),
    P(
        "had a land enter the battlefield under your control",
        lambda: Moves(Filter("permanent", (HasType("land"), ControlledBy(YOU))), to="battlefield"),
    ),
    P("descended", lambda: Does(you(), "descend")),
    P("committed a crime", lambda: Does(you(), "commit a crime")),
]

PAST0 = [
    P("attack", lambda: Does(you(), "attack")),
    P("cast a spell", lambda: Casts(you(), Filter("spell"))),
    P("lose life", lambda: Does(you(), "lose life")),
]

NP_ENTER = [P("<np> enter [the battlefield]", lambda r: _filter_or_reject(r))]

# Something that happened to objects: "a creature died".
NP_EVENT = [
    P("<np> died", lambda r: died(ref_predicate(r))),
    P(
        "a creature died under your control",
        lambda: died(Filter("permanent", (HasType("creature"), ControlledBy(YOU)))),
    ),
    P("creature died", lambda: died(Filter("permanent", (HasType("creature"),)))),
    P("<np> left the battlefield", lambda r: Moves(ref_predicate(r), "battlefield")),
    P("<np> left the battlefield under your control", lambda r: _left_mine(r)),
    P("<np> was put into your graveyard from anywhere", lambda r: _into_yours(r)),
    P("<np> entered [the battlefield]", lambda r: Moves(ref_predicate(r), to="battlefield")),
    P("<np> entered [the battlefield] under your control", lambda r: _entered_mine(r)),
    P("<np> was sacrificed", lambda r: Does(Filter("player"), "sacrifice", ref_predicate(r))),
    P("<player> lost life", lambda who: Does(ref_predicate_player(who), "lose life")),
]


def you() -> Predicate:
    return ref_predicate_player(YOU)


def _filter_or_reject(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    return predicate if isinstance(predicate, Filter) else REJECT


def _mine(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    if not isinstance(predicate, Filter):
        return REJECT
    return Filter(predicate.kind, (*predicate.where, ControlledBy(YOU)))


def _left_mine(ref: Ref) -> Any:
    mine = _mine(ref)
    return REJECT if mine is REJECT else Moves(mine, "battlefield")


def _entered_mine(ref: Ref) -> Any:
    mine = _mine(ref)
    return REJECT if mine is REJECT else Moves(mine, to="battlefield")


def _into_yours(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    if not isinstance(predicate, Filter):
        return REJECT

    return Moves(Filter(predicate.kind, (*predicate.where, OwnedBy(YOU))), to="graveyard")
