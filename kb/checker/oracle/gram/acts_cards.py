"""What a player does with life and cards: gain, pay, draw, discard, look, search."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    All,
    Amount,
    AnyOf,
    Discard,
    Draw,
    Effect,
    Filter,
    FromAmong,
    GainLife,
    Half,
    InZone,
    Look,
    LoseLife,
    Mill,
    Move,
    Number,
    PayMana,
    Pick,
    Ref,
    RemoveCounters,
    Reveal,
    RevealUntil,
    Search,
    Shuffle,
    Stat,
)
from kb.checker.oracle.gram.doing import Doing, acting_by, multiplied, owner
from kb.checker.oracle.grammar import P
from kb.checker.oracle.raw import Sequence, ThatMuch


def _cards(amount: Amount, who: Ref, filter_: Filter | None = None, *, random: bool = False) -> Ref:
    where = filter_.where if filter_ else ()
    return Pick(Filter("card", (*where, InZone("hand", who))), amount, amount, None, random)


def _discard(amount: Amount, filter_: Filter | None = None, *, random: bool = False) -> Doing:
    return lambda who: Discard(who, _cards(amount, owner(who), filter_, random=random))


def _gain(who: Ref, amount: Amount) -> Effect:
    return GainLife(who, amount)


def _lose(who: Ref, amount: Amount) -> Effect:
    return LoseLife(who, amount)


def _search(find: Ref, where: Any, who_owner: Ref | None, reveal: bool) -> Doing:
    return lambda who: Search(who, who_owner or owner(who), where, find, reveal)


LIFE = [
    P("gain <count> life", lambda n: lambda who: GainLife(who, n)),
    P("gain <count> life for each <per>", lambda n, per: multiplied(_gain, n, per)),
    P("gain life equal to <amountof>", lambda n: lambda who: GainLife(who, n)),
    P("gain that much life", lambda: lambda who: GainLife(who, ThatMuch())),
    P("lose <count> life", lambda n: lambda who: LoseLife(who, n)),
    P("lose <count> life for each <per>", lambda n, per: multiplied(_lose, n, per)),
    P("lose life equal to <amountof>", lambda n: lambda who: LoseLife(who, n)),
    P(
        "lose half (your|their|his or her) life , rounded $(up|down)",
        lambda way: lambda who: LoseLife(who, _half_life(who, way)),
    ),
    P("pay <count> life", lambda n: lambda who: LoseLife(who, n, pay=True)),
    P("pay life equal to <amountof>", lambda n: lambda who: LoseLife(who, n, pay=True)),
    P("pay <symbols>", lambda s: lambda who: _pay(who, s)),
    P("pay <symbols> for each <per>", lambda s, per: lambda who: PayMana(who, s, per)),
]


def _pay(who: Ref, text: str) -> Effect:
    if set(text.replace("{E}", "")):
        return PayMana(who, text)
    return RemoveCounters(who, "energy", Number(text.count("{E}")), who)


def _half_life(who: Ref, way: str) -> Amount:

    return Half(Stat("life", owner(who)), way == "up")


CARDS = [
    P("draw <count> [more] card", lambda n: lambda who: Draw(who, n)),
    P(
        "draw <count> card for each <per>",
        lambda n, per: multiplied(lambda who, amount: Draw(who, amount), n, per),
    ),
    P("draw card equal to <amountof>", lambda n: lambda who: Draw(who, n)),
    P("draw a number of card equal to <amountof>", lambda n: lambda who: Draw(who, n)),
    P("discard <count> card", lambda n: _discard(n)),
    P("discard <count> card at random", lambda n: _discard(n, random=True)),
    P(
        "discard (your|their|his or her) hand",
        lambda: lambda who: Discard(who, All(Filter("card", (InZone("hand", owner(who)),)))),
    ),
    P(
        "discard all the card in (your|their|his or her) hand",
        lambda: lambda who: Discard(who, All(Filter("card", (InZone("hand", owner(who)),)))),
    ),
    P("discard <np>", lambda ref: lambda who: _discard_np(who, ref)),
    P("discard card equal to <amountof>", lambda n: _discard(n)),
    P("discard a number of card equal to <amountof>", lambda n: _discard(n)),
    P("mill <count> card", lambda n: lambda who: Mill(who, n)),
    P("mill card equal to <amountof>", lambda n: lambda who: Mill(who, n)),
    P("mill a number of card equal to <amountof>", lambda n: lambda who: Mill(who, n)),
    P(
        "put the top <count> card of (your|their|his or her) library into (your|their|his or her) graveyard",
        lambda n: lambda who: Mill(who, n),
    ),
    P(
        "put the top card of (your|their|his or her) library into (your|their|his or her) graveyard",
        lambda: lambda who: Mill(who, ONE),
    ),
    P("scry <number>", acting_by("scry")),
    P("surveil <number>", acting_by("surveil")),
    P("fateseal <number>", acting_by("fateseal")),
    P("look at <np>", lambda ref: lambda who: Look(ref, who)),
    P("look at <player> 's hand", lambda p: lambda who: Look(All(Filter("card", (InZone("hand", p),))), who)),
    P("reveal <np>", lambda ref: lambda who: Reveal(mine_if_hand(ref, who), who)),
    P(
        "reveal (your|their|his or her) hand",
        lambda: lambda who: Reveal(All(Filter("card", (InZone("hand", owner(who)),))), who),
    ),
    P(
        "reveal card from the top of (your|their|his or her) library until (you|they|he or she) reveal <np>",
        lambda ref: lambda who: RevealUntil(who, ref),
    ),
    P(
        "exile card from the top of (your|their|his or her) library until (you|they|he or she) exile <np>",
        lambda ref: lambda who: RevealUntil(who, ref, "exile"),
    ),
    P("shuffle", lambda: lambda who: Shuffle(who)),
    P("shuffle (your|their|his or her|that) library", lambda: lambda who: Shuffle(who)),
    P(
        "shuffle <np> into (your|their|its owner 's|their owner 's|his or her) library",
        lambda ref: lambda who: Shuffle(who, ref),
    ),
    P("search (your|their|his or her) library for <np>", lambda ref: _search(ref, ("library",), None, False)),
    P(
        "search (your|their|his or her) library for <np> and reveal (it|them|that card|those card)",
        lambda ref: _search(ref, ("library",), None, True),
    ),
    P(
        "search (your|their|his or her) library for <np> , reveal (it|them|that card|those card)",
        lambda ref: _search(ref, ("library",), None, True),
    ),
    P(
        "search (your|their) library and/or graveyard for <np> , reveal it",
        lambda ref: _search(ref, ("library", "graveyard"), None, True),
    ),
    P(
        "search (your|their) graveyard , hand , and/or library for <np>",
        lambda ref: _search(ref, ("graveyard", "hand", "library"), None, False),
    ),
    P("search <player> 's library for <np>", lambda p, ref: _search(ref, ("library",), p, False)),
    P(
        "search <player> 's graveyard , hand , and library for <np>",
        lambda p, ref: _search(ref, ("graveyard", "hand", "library"), p, False),
    ),
    P(
        "shuffle (your|their|his or her) hand and graveyard into (your|their|his or her) library",
        lambda: (
            lambda who: Shuffle(
                who,
                All(Filter("card", (AnyOf((InZone("hand", owner(who)), InZone("graveyard", owner(who)))),))),
            )
        ),
    ),
    P(
        "shuffle (your|their|his or her) graveyard into (your|their|his or her) library",
        lambda: lambda who: Shuffle(who, All(Filter("card", (InZone("graveyard", owner(who)),)))),
    ),
    P(
        "shuffle (your|their|his or her) hand into (your|their|his or her) library",
        lambda: lambda who: Shuffle(who, All(Filter("card", (InZone("hand", owner(who)),)))),
    ),
    P(
        "shuffle and put <np> on top",
        lambda ref: lambda who: Sequence((Shuffle(who), Move(ref, "library", who, position="top"))),
    ),
    P(
        "search (your|their) library and/or graveyard for <np>",
        lambda ref: _search(ref, ("library", "graveyard"), None, False),
    ),
    P(
        "search (your|their) library and graveyard for <np>",
        lambda ref: _search(ref, ("library", "graveyard"), None, False),
    ),
]


def _discard_np(who: Ref, ref: Ref) -> Effect:
    return Discard(who, mine_if_hand(ref, who))


def mine_if_hand(ref: Ref, who: Ref) -> Ref:
    """A card that is discarded or revealed is one of the player's hand unless the text names a zone."""
    if isinstance(ref, Pick) and ref.filter.kind == "card" and not _has_place(ref.filter):
        return Pick(
            Filter("card", (*ref.filter.where, InZone("hand", owner(who)))),
            ref.least,
            ref.most,
            ref.chooser,
            ref.random,
        )
    if isinstance(ref, All) and ref.filter.kind == "card" and not _has_place(ref.filter):
        return All(Filter("card", (*ref.filter.where, InZone("hand", owner(who)))))
    return ref


def _has_place(filter_: Filter) -> bool:

    return any(isinstance(p, InZone | FromAmong) for p in filter_.where)
