"""Prevention and permissions that last for a time."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    Can,
    Cant,
    ChooseValue,
    ControlledBy,
    CostChange,
    Damage,
    Duration,
    Effect,
    EventObject,
    Filter,
    ForDuration,
    InZone,
    It,
    Move,
    Moves,
    OwnedBy,
    Pick,
    Prevent,
    Redirect,
    Ref,
    Replace,
    RulePart,
    SameAs,
)
from kb.checker.oracle.gram.doing import flat
from kb.checker.oracle.gram.durations import END_OF_TURN
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import PlayerPronoun, Pronoun, Sequence


def _next_time(source: Ref, to: Ref, duration: Duration) -> Effect:
    """A source of one's choice is chosen as the effect begins."""
    if isinstance(source, Pick):
        chosen = ChooseValue("source", YOU, source)
        shield = Prevent(Damage(SameAs(It()), ref_predicate(to)), once=True)
        return Sequence((chosen, ForDuration((shield,), duration)))
    return ForDuration((Prevent(Damage(ref_predicate(source), ref_predicate(to)), once=True),), duration)


PREVENTION = [
    P(
        "damage can't be prevented <duration>",
        lambda d: ForDuration((RulePart("damage can't be prevented"),), d),
    ),
    P(
        "prevent the next <count> damage that would be dealt to <dto> <duration>",
        lambda n, to, d: ForDuration((Prevent(Damage(None, ref_predicate(to)), n),), d),
    ),
    P(
        "prevent all combat damage that would be dealt <duration>",
        lambda d: ForDuration((Prevent(Damage(None, None, True)),), d),
    ),
    P(
        "prevent all combat damage that would be dealt <duration> by <np>",
        lambda d, r: ForDuration((Prevent(Damage(ref_predicate(r), None, True)),), d),
    ),
    P(
        "prevent all damage that would be dealt <duration> by <np>",
        lambda d, r: ForDuration((Prevent(Damage(ref_predicate(r))),), d),
    ),
    P(
        "prevent all damage <np> would deal <duration>",
        lambda r, d: ForDuration((Prevent(Damage(ref_predicate(r))),), d),
    ),
    P(
        "prevent all combat damage <np> would deal <duration>",
        lambda r, d: ForDuration((Prevent(Damage(ref_predicate(r), None, True)),), d),
    ),
    P(
        "prevent all $(combat damage|damage) that would be dealt to <dto> <duration>",
        lambda w, to, d: ForDuration(
            (Prevent(Damage(None, ref_predicate(to), True if w.startswith("combat") else None)),), d
        ),
    ),
    P(
        "prevent all combat damage that would be dealt to and dealt by <np> <duration>",
        lambda r, d: ForDuration(
            (Prevent(Damage(None, ref_predicate(r), True)), Prevent(Damage(ref_predicate(r), None, True))), d
        ),
    ),
    P(
        "prevent all combat damage that would be dealt by <np> <duration>",
        lambda r, d: ForDuration((Prevent(Damage(ref_predicate(r), None, True)),), d),
    ),
    P(
        "prevent all damage that would be dealt by <np> <duration>",
        lambda r, d: ForDuration((Prevent(Damage(ref_predicate(r))),), d),
    ),
    P(
        "prevent all damage that would be dealt <duration> to <dto>",
        lambda d, to: ForDuration((Prevent(Damage(None, ref_predicate(to))),), d),
    ),
    P(
        "prevent all damage that would be dealt to and dealt by <np> <duration>",
        lambda r, d: ForDuration(
            (Prevent(Damage(None, ref_predicate(r))), Prevent(Damage(ref_predicate(r)))), d
        ),
    ),
    P(
        "prevent all damage that <np> would deal <duration>",
        lambda r, d: ForDuration((Prevent(Damage(ref_predicate(r))),), d),
    ),
    P(
        "<duration> , prevent all damage <np> would deal",
        lambda d, r: ForDuration((Prevent(Damage(ref_predicate(r))),), d),
    ),
    P("the next time <np> would deal damage to <dto> <duration> , prevent that damage", _next_time),
    P(
        "prevent the next <count> damage <np> would deal to <dto> <duration>",
        lambda n, r, to, d: ForDuration((Prevent(Damage(ref_predicate(r), ref_predicate(to)), n),), d),
    ),
    P(
        "all damage that would be dealt to <dto> <duration> be dealt to <np> instead",
        lambda to, d, r: ForDuration((Redirect(Damage(None, ref_predicate(to)), r),), d),
    ),
    P(
        "all damage that would be dealt <duration> to <dto> be dealt to <np> instead",
        lambda d, to, r: ForDuration((Redirect(Damage(None, ref_predicate(to)), r),), d),
    ),
    P(
        "the next <count> damage that would be dealt to <dto> <duration> be dealt to <np> instead",
        lambda n, to, d, r: ForDuration((Redirect(Damage(None, ref_predicate(to)), r, n),), d),
    ),
    P(
        "if a card would be put into your graveyard from anywhere this turn , exile (it|that card) instead",
        lambda: ForDuration(
            (
                Replace(
                    Moves(Filter("card", (OwnedBy(YOU),)), to="graveyard"), (Move(EventObject(), "exile"),)
                ),
            ),
            END_OF_TURN,
        ),
    ),
    P(
        "if <np> would be put into (your|a) graveyard [this turn] , exile it instead",
        lambda r: ForDuration(
            (Replace(Moves(ref_predicate(r), to="graveyard"), (Move(EventObject(), "exile"),)),),
            Duration("game"),
        ),
    ),
    P(
        "if <np> would leave the battlefield , exile it instead [of putting it anywhere else]",
        lambda r: ForDuration(
            (Replace(Moves(ref_predicate(r), "battlefield"), (Move(EventObject(), "exile"),)),),
            Duration("game"),
        ),
    ),
    P(
        "<duration> , damage that would reduce your life total to less than 1 reduce it to 1 instead",
        lambda d: ForDuration((RulePart("life stays at 1", YOU),), d),
    ),
    P(
        "your life total can't change <duration>",
        lambda d: ForDuration((Cant(YOU, "gain life"), Cant(YOU, "lose life")), d),
    ),
]


def _cost_for(what: Filter, by: str, sense: str, duration: Duration) -> Any:
    if what.kind != "spell":
        return REJECT
    return ForDuration((CostChange(what, by, -1 if sense == "less" else 1),), duration)


def _from_their_graveyard(filter_: Filter, duration: Duration, *more: Can) -> Any:
    """ "You may cast a creature spell from that player's graveyard this turn": one, and theirs."""
    if filter_.kind != "spell":
        return REJECT
    where = (*filter_.where, InZone("graveyard", PlayerPronoun("they")))
    can = Can(YOU, "cast", Filter("card", where), "graveyard", limit="once")
    return ForDuration((can, *more), duration)


PERMISSIONS = [
    P("you may play <np> <duration>", lambda ref, d: ForDuration((Can(YOU, "play", ref),), d)),
    P(
        "you may play <np>",
        lambda ref: (
            ForDuration((Can(YOU, "play", ref),), Duration("game")) if isinstance(ref, Pronoun) else REJECT
        ),
    ),
    P(
        "you may cast a <core> from that player 's graveyard <duration>",
        lambda f, d: _from_their_graveyard(f, d),
    ),
    P(
        "you may cast a <core> from that player 's graveyard <duration> , and you may spend mana as though it were mana of any color to cast that spell",
        lambda f, d: _from_their_graveyard(f, d, Can(YOU, "spend mana as any color")),
    ),
    P("you may cast <np> <duration>", lambda ref, d: ForDuration((Can(YOU, "cast", ref),), d)),
    P("<duration> , you may (play) <np>", lambda d, ref: ForDuration((Can(YOU, "play", ref),), d)),
    P("<duration> , you may (cast) <np>", lambda d, ref: ForDuration((Can(YOU, "cast", ref),), d)),
    P(
        "<duration> , you may cast <np> without paying (its|their) mana cost",
        lambda d, ref: ForDuration((Can(YOU, "cast", ref, free=True),), d),
    ),
    P("<player> may play <np> <duration>", lambda who, ref, d: ForDuration((Can(who, "play", ref),), d)),
    P(
        "you may play <count> additional land <duration>",
        lambda n, d: ForDuration((Can(YOU, "play land", count=n),), d),
    ),
    P("<playerlimits> <duration>", lambda part, d: ForDuration((part,), d)),
    P(
        "you may cast <plural> as though they had flash <duration>",
        lambda f, d: ForDuration((Can(YOU, "cast as though flash", f),), d),
    ),
    P(
        "<duration> , you may cast <plural> as though they had flash",
        lambda d, f: ForDuration((Can(YOU, "cast as though flash", f),), d),
    ),
    P(
        "you may play <np> <duration> without paying (its|their) mana cost",
        lambda ref, d: ForDuration((Can(YOU, "play", ref, free=True),), d),
    ),
    P(
        "you may cast <np> <duration> without paying (its|their) mana cost",
        lambda ref, d: ForDuration((Can(YOU, "cast", ref, free=True),), d),
    ),
    P(
        "you may cast <np> without paying (its|their) mana cost <duration>",
        lambda ref, d: ForDuration((Can(YOU, "cast", ref, free=True),), d),
    ),
    P("<plural> cost <symbols> $(less|more) to cast <duration>", lambda f, s, w, d: _cost_for(f, s, w, d)),
    P(
        "<plural> you cast <duration> cost <symbols> $(less|more) to cast",
        lambda f, d, s, w: _cost_for(Filter(f.kind, (*f.where, ControlledBy(YOU))), s, w, d),
    ),
    P("you may look at <np> <duration>", lambda ref, d: ForDuration((Can(YOU, "look at", ref),), d)),
    P(
        "you may look at and play <np> <duration>",
        lambda ref, d: ForDuration((Can(YOU, "look at", ref), Can(YOU, "play", ref)), d),
    ),
    P("<duration> , if <would> , <clauses> instead", lambda d, e, c: ForDuration((Replace(e, flat(c)),), d)),
    P(
        "<duration> , if <would> and <condition> , <clauses> instead",
        lambda d, e, k, c: ForDuration((Replace(e, flat(c), k),), d),
    ),
]
