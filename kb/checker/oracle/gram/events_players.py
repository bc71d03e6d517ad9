"""What players do, counters, planes: as events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    Activates,
    All,
    AnyOf,
    Becomes,
    CastFrom,
    Casts,
    CountersPut,
    CountersRemoved,
    Does,
    Event,
    Filter,
    Happens,
    HasType,
    Moves,
    Negated,
    OwnedBy,
    Pick,
    Players,
    Predicate,
    Ref,
    SameAs,
    This,
)
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.static_help import MYSELF
from kb.checker.oracle.gram.subjects import NTH, Subject, ordinal, with_more
from kb.checker.oracle.grammar import REJECT, P


def dies(subject: Subject) -> Event:
    return Moves(subject[0], "battlefield", "graveyard", batch=subject[1])


def moves(subject: Subject, origin: Any, to: Any, not_from: Any = None, owner: Ref | None = None) -> Event:
    what = subject[0] if owner is None else with_more(subject[0], OwnedBy(owner))
    one_of_several = owner == Players("opponents") and subject[1]
    return Moves(what, origin, to, batch=subject[1], not_from=not_from, each_player=one_of_several)


def by_one_or_more(event: Any) -> Any:
    """ "One or more players" do it: once, however many do."""
    return replace(event, who_batch=True) if isinstance(event, Does) else REJECT


def spell_predicate(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    if isinstance(predicate, Filter) and predicate.kind in {"spell", "any"}:
        return predicate
    return predicate if isinstance(predicate, SameAs) else REJECT


PLAYER_EVENTS = [
    P(
        "<who> put one or more <counterkind> counter on <subject>",
        lambda w, k, s: CountersPut(k, s[0], True, w, on_batch=s[1]),
    ),
    P(
        "<who> put a <counterkind> counter on <subject>",
        lambda w, k, s: REJECT if s[1] else CountersPut(k, s[0], False, w),
    ),
    P(
        "one or more <counterkind> counter be put on <subject>",
        lambda k, s: CountersPut(k, s[0], True, on_batch=s[1]),
    ),
    P("a <counterkind> counter be put on <subject>", lambda k, s: REJECT if s[1] else CountersPut(k, s[0])),
    P(
        "a <counterkind> counter be removed from <subject>",
        lambda k, s: REJECT if s[1] else CountersRemoved(k, s[0]),
    ),
    P(
        "the last <counterkind> counter be removed from <subject>",
        lambda k, s: REJECT if s[1] else CountersRemoved(k, s[0], last=True),
    ),
    P("<who> <whoverb>", lambda w, verb: verb(w)),
    P("<severalplayers> <whoverb>", lambda w, verb: by_one_or_more(verb(w))),
    P(
        "<who> draw a card except the first one (you|they) draw in each of (your|their) draw step",
        lambda w: Does(w, "draw", except_first_in_draw_step=True),
    ),
    P(f"<who> draw (your|their) {NTH} card each turn", lambda w, n: Does(w, "draw", nth=ordinal(n))),
    P("<who> discard <subject>", lambda w, s: Does(w, "discard", s[0], batch=s[1])),
    P("<who> cycle <subject>", lambda w, s: Does(w, "cycle", s[0], batch=s[1])),
    P(
        "<who> cycle or discard <subject>",
        lambda w, s: (
            REJECT if s[1] else Does(w, "discard", s[0])
        ),  # a card that is cycled is discarded (702.29d)
    ),
    P("<who> sacrifice <subject>", lambda w, s: Does(w, "sacrifice", s[0], batch=s[1])),
    P("<who> mill <subject>", lambda w, s: Does(w, "mill", s[0], batch=s[1])),
    P("<who> create <subject>", lambda w, s: Does(w, "create token", s[0], batch=s[1])),
    P("<who> gain life for the first time each turn", lambda w: Does(w, "gain life", nth=1)),
    P("<who> lose life for the first time each turn", lambda w: Does(w, "lose life", nth=1)),
    P(
        "<who> lose life for the first time during each of (their|your) turn",
        lambda w: Does(w, "lose life", nth=1, during=w),
    ),
    P("<who> gain life during your turn", lambda w: Does(w, "gain life", during=MYSELF)),
    P("<who> lose life during your turn", lambda w: Does(w, "lose life", during=MYSELF)),
    P("<who> expend <number>", lambda w, n: Does(w, "expend", nth=n.value)),
    P("chaos ensue", lambda: Happens("chaos ensues")),
    P("you roll {chaos}", lambda: Happens("chaos ensues")),
    P("you encounter ~", lambda: Happens("encounter")),
    P("you planeswalk to ~", lambda: Happens("planeswalk here")),
    P("you planeswalk away from ~", lambda: Happens("planeswalk away")),
    P("day become night or night become day", lambda: Happens("day night change")),
    P("<who> set this scheme in motion", lambda _w: Happens("set in motion")),
    P("you set ~ in motion", lambda: Happens("set in motion")),
    P("<subject> be put into a graveyard", lambda s: dies(s) if _permanents(s[0]) else REJECT),
    P(
        "<subject> be put into a player 's graveyard from anywhere",
        lambda s: REJECT if s[1] else moves(s, "anywhere", "graveyard"),
    ),
    P("<who> draw a <desc>", lambda w, f: Does(w, "draw", f) if f.kind == "card" else REJECT),
    P("<subject> transform", lambda s: Becomes(s[0], "transformed", batch=s[1])),
    P("<who> crank ~", lambda w: Does(w, "crank", SameAs(This()))),
    P("the ring tempt you", lambda: Does(MYSELF, "ring tempts")),
    P("~ specialize", lambda: Becomes(SameAs(This()), "specialized")),
    P(
        "a spell or ability a opponent control cause you to discard ~",
        lambda: Does(MYSELF, "discard by opponent", SameAs(This())),
    ),
    P(
        "you activate a ability of ~ that isn't a mana ability",
        lambda: Activates(MYSELF, SameAs(This()), "not mana"),
    ),
    P("<who> turn <np> face up", lambda w, r: Becomes(ref_predicate(r), "face up", w)),
    P("<who> cast <np> from anywhere other than (your|their) hand", lambda w, r: _cast_not_hand(w, r)),
    P("<subject> become crewed", lambda s: Becomes(s[0], "crewed", batch=s[1])),
]


def is_land(ref: Ref) -> bool:
    return isinstance(ref, Pick | All) and HasType("land") in ref.filter.where


def _permanents(what: Predicate) -> bool:
    """Whether only permanents are meant, so that "is put into a graveyard" says from where."""
    if isinstance(what, Filter):
        return what.kind == "permanent"
    if isinstance(what, AnyOf):
        return all(_permanents(option) for option in what.options)
    return isinstance(what, SameAs)


def _cast_not_hand(who: Predicate, ref: Ref) -> Any:
    what = spell_predicate(ref)
    if not isinstance(what, Filter):
        return REJECT
    return Casts(who, Filter(what.kind, (*what.where, Negated(CastFrom(("hand",))))))
