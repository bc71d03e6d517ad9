"""What a player does to objects: destroy, exile, return, sacrifice, tap, counter, put counters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Act,
    Affected,
    Amount,
    AnyNumber,
    Attach,
    CastFree,
    ChooseOne,
    ChooseTargets,
    CopySpell,
    Counter,
    Counters,
    Destroy,
    Duration,
    Effect,
    ExileUntil,
    ForDuration,
    Modify,
    Move,
    MoveCounters,
    Number,
    OwnerOf,
    Pick,
    PutCounters,
    Ref,
    Regenerate,
    RemoveCounters,
    RemoveTypes,
    Sacrifice,
    SetController,
    Tap,
    Untap,
)
from kb.checker.oracle.gram.doing import Doing, multiplied, several, times
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import PlayerPronoun, Pronoun, RemoveThose, Sequence


def _move(what: Ref, to: Any, **more: Any) -> Doing:
    return lambda who: Move(what, to, who, **more)


def _to_zone(
    what: Ref, place: dict[str, Any], extra: dict[str, Any] | None = None, origin: Any = None
) -> Doing:
    more = {**place, **(extra or {})}
    if origin is not None:
        more["origin"] = origin[0]
    to = more.pop("to")
    return lambda who: Move(what, to, who, **more)


# The zone that something is put into or returned to, with position and controller.
PLACE = [
    P("the battlefield", lambda: {"to": "battlefield"}),
    P("the battlefield under your control", lambda: {"to": "battlefield", "under": YOU}),
    P(
        "the battlefield under (its|their) owner 's control",
        lambda: {"to": "battlefield", "under": OwnerOf(Pronoun("it"))},
    ),
    P(
        "the battlefield under (their|that player 's) control",
        lambda: {"to": "battlefield", "under": PlayerPronoun("their")},
    ),
    P("(its|their) owner 's hand", lambda: {"to": "hand"}),
    P("<poss> hand", lambda _who: {"to": "hand"}),
    P("(its|their) owner 's graveyard", lambda: {"to": "graveyard"}),
    P("<poss> graveyard", lambda _who: {"to": "graveyard"}),
    P("exile", lambda: {"to": "exile"}),
    P("(the top|top) of <poss> library", lambda _who: {"to": "library", "position": "top"}),
    P("the top of <poss> library in any order", lambda _who: {"to": "library", "position": "top"}),
    P("the bottom of <poss> library", lambda _who: {"to": "library", "position": "bottom"}),
    P("the bottom of <poss> library in any order", lambda _who: {"to": "library", "position": "bottom"}),
    P("the bottom of <poss> library in a random order", lambda _who: {"to": "library", "position": "random"}),
    P(
        "<poss> library (<ordinal> from the top)",
        lambda _who, n: {"to": "library", "position": "nth", "depth": Number(n - 1)},
    ),
    P(
        "<poss> library just beneath the top <number> card of (that|their|your) library",
        lambda _w, n: {"to": "library", "position": "nth", "depth": n},
    ),
    P("the command zone", lambda: {"to": "command"}),
    P("top of <poss> library in any order", lambda _who: {"to": "library", "position": "top"}),
    P("the top of <poss> library", lambda _who: {"to": "library", "position": "top"}),
]

# How it enters: "tapped", "with a +1/+1 counter on it", "attached to …".
PLACE_EXTRA = [
    P("tapped", lambda: {"tapped": True}),
    P("tapped and attacking", lambda: {"tapped": True, "attacking": True}),
    P("attacking", lambda: {"attacking": True}),
    P("face down", lambda: {"face_down": True}),
    P("transformed", lambda: {"transformed": True}),
    P("<withcounters>", lambda counters: {"counters": counters}),
    P("tapped <withcounters>", lambda counters: {"tapped": True, "counters": counters}),
    P("attached to <np>", lambda ref: {"attached_to": ref}),
]

WITH_COUNTERS = [
    P("with <count> [additional] <counterkind> counter on (it|them|each of them)", lambda n, k: ((k, n),)),
    P(
        "with a number of [additional] <counterkind> counter on (it|them) equal to <amountof>",
        lambda k, n: ((k, n),),
    ),
    P(
        "with <count> <counterkind> counter and <count> <counterkind> counter on (it|them)",
        lambda n, k, m, k2: ((k, n), (k2, m)),
    ),
    P(
        "with <count> <counterkind> counter on (it|them) for each <per>",
        lambda n, k, per: ((k, times(n, per)),),
    ),
]


def _sacrifice_per(who: Ref, ref: Ref, per: Amount) -> Effect:
    if not (isinstance(ref, Pick) and ref.least == ref.most == ONE):
        raise TypeError(f"sacrificing {ref!r} for each of several")
    return Sacrifice(who, replace(ref, least=per, most=per))


OBJECTS = [
    P("destroy <np>", lambda ref: lambda _who: Destroy(ref)),
    P("destroy <np> and <np>", lambda a, b: lambda _who: Destroy(several(a, b))),
    P("exile <np>", lambda ref: lambda who: Move(ref, "exile", who)),
    P("exile <np> and <np>", lambda a, b: lambda who: Move(several(a, b), "exile", who)),
    P("exile <np> face down", lambda ref: lambda who: Move(ref, "exile", who, face_down=True)),
    P("exile <np> from <zone>", lambda ref, z: lambda who: Move(ref, "exile", who, origin=z[0])),
    P("exile <np> <withcounters>", lambda ref, c: lambda who: Move(ref, "exile", who, counters=c)),
    P(
        "(return|put) <np> [from <zone>] [back] (to|onto|into|on) <place>",
        lambda ref, z, place: _to_zone(ref, place, None, z),
    ),
    P(
        "(return|put) <np> [from <zone>] (to|onto|into|on) <place> <extra>",
        lambda ref, z, place, e: _to_zone(ref, place, e, z),
    ),
    P(
        "(return|put) <np> (to|onto) the battlefield <extra> under <control>",
        lambda ref, e, u: _to_zone(ref, {"to": "battlefield", "under": u}, e),
    ),
    P(
        "(return|put) <np> [from <zone>] (to|onto) the battlefield attached to <np>",
        lambda ref, z, to: _to_zone(ref, {"to": "battlefield", "attached_to": to}, None, z),
    ),
    P(
        "return <np> and <np> to (their|its) owner 's hand",
        lambda a, b: lambda who: Move(several(a, b), "hand", who),
    ),
    P(
        "put <np> into <place> and <np> into <place>",
        lambda a, p, b, q: lambda who: Sequence((_to_zone(a, p)(who), _to_zone(b, q)(who))),
    ),
    P(
        "put <np> into <place> and <np> on <place>",
        lambda a, p, b, q: lambda who: Sequence((_to_zone(a, p)(who), _to_zone(b, q)(who))),
    ),
    P(
        "put <np> on <place> and <np> on <place>",
        lambda a, p, b, q: lambda who: Sequence((_to_zone(a, p)(who), _to_zone(b, q)(who))),
    ),
    P(
        "put <np> onto <place> and <np> (into|on) <place>",
        lambda a, p, b, q: lambda who: Sequence((_to_zone(a, p)(who), _to_zone(b, q)(who))),
    ),
    P(
        "put <np> onto <place> tapped and <np> (into|on) <place>",
        lambda a, p, b, q: lambda who: Sequence((_to_zone(a, p, {"tapped": True})(who), _to_zone(b, q)(who))),
    ),
    P("sacrifice <np>", lambda ref: lambda who: Sacrifice(who, ref)),
    P("sacrifice <np> , <np> , and <np>", lambda a, b, c: lambda who: Sacrifice(who, several(a, b, c))),
    P(
        "sacrifice <np> or <np>",
        lambda a, b: lambda who: ChooseOne(who, ((Sacrifice(who, a),), (Sacrifice(who, b),))),
    ),
    P(
        "sacrifice <np> , <np> , or <np>",
        lambda *refs: lambda who: ChooseOne(who, tuple((Sacrifice(who, ref),) for ref in refs)),
    ),
    P("sacrifice <np> and <np>", lambda a, b: lambda who: Sacrifice(who, several(a, b))),
    P("tap <np>", lambda ref: lambda _who: Tap(ref)),
    P("untap <np>", lambda ref: lambda _who: Untap(ref)),
    P("tap or untap <np>", lambda ref: lambda who: ChooseOne(who, ((Tap(ref),), (Untap(ref),)))),
    P("counter <np>", lambda ref: lambda _who: Counter(ref)),
    P("regenerate <np>", lambda ref: lambda _who: Regenerate(ref)),
    P("attach <np> to <np>", lambda a, b: lambda _who: Attach(a, b)),
    P("gain control of <np>", lambda ref: lambda who: _control(who, ref, None)),
    P("gain control of <np> <duration>", lambda ref, d: lambda who: _control(who, ref, d)),
    P("exchange control of <np>", lambda ref: lambda who: Act("exchange control", who, ref)),
    P(
        "exchange control of <np> and <np>",
        lambda a, b: lambda who: Act("exchange control", who, several(a, b)),
    ),
    P("copy <np>", lambda ref: lambda who: CopySpell(ref, who=who)),
    P("copy <np> <number> time", lambda ref, n: lambda who: CopySpell(ref, n, who=who)),
    P("copy <np> for each <per>", lambda ref, n: lambda who: CopySpell(ref, n, who=who)),
    P(
        "copy <np> , except it isn't legendary if the spell be legendary",
        lambda ref: lambda who: _copy_nonlegendary(who, ref),
    ),
    P("copy <np> , except the copy isn't legendary", lambda ref: lambda who: _copy_nonlegendary(who, ref)),
    P("choose new target for <np>", lambda ref: lambda who: ChooseTargets(ref, who)),
    P("cast <np> without paying (its|their) mana cost", lambda ref: lambda who: CastFree(who, ref)),
    P("cast <np>", lambda ref: lambda who: CastFree(who, ref, free=False)),
    P(
        "play <np> without paying (its|their) mana cost",
        lambda ref: lambda who: CastFree(who, ref, play=True),
    ),
    P(
        "exile <np> until <np> leave the battlefield",
        lambda ref, of: lambda _who: ExileUntil(ref, Duration("until leaves", of=of)),
    ),
    P("put <np> on top", lambda ref: lambda who: Move(ref, "library", who, position="top")),
    P("put <np> on the bottom", lambda ref: lambda who: Move(ref, "library", who, position="bottom")),
    P(
        "put <np> on the bottom in $(any|a random) order",
        lambda ref, w: lambda who: Move(ref, "library", who, position="bottom" if w == "any" else "random"),
    ),
    P("put <np> back in any order", lambda ref: lambda who: Move(ref, "library", who, position="top")),
    P(
        "put <np> back [on top of (your|their) library] in any order",
        lambda ref: lambda who: Move(ref, "library", who, position="top"),
    ),
    P("copy <np> twice", lambda ref: lambda who: CopySpell(ref, Number(2), who=who)),
    P(
        "copy <np> and you may choose new target for the copy",
        lambda ref: lambda who: CopySpell(ref, ONE, True, who=who),
    ),
    P("change the target of <np>", lambda ref: lambda who: Act("change target", who, ref)),
    P(
        "sacrifice <np> for each <per>",
        lambda ref, per: (
            (lambda who: _sacrifice_per(who, ref, per))
            if isinstance(ref, Pick) and ref.most == ONE
            else REJECT
        ),
    ),
]


def _control(who: Ref, what: Ref, duration: Any) -> Effect:

    return ForDuration((Modify(what, (SetController(who),)),), duration or Duration("game"))


def _copy_nonlegendary(who: Ref, what: Ref) -> Effect:

    return CopySpell(what, ONE, False, (RemoveTypes(("legendary",)),), who)


COUNTERS = [
    P("put <count> <counterkind> counter on <np>", lambda n, k, ref: lambda who: PutCounters(ref, k, n, who)),
    P(
        "put <count> <counterkind> counter on <np> for each <per>",
        lambda n, k, ref, per: multiplied(lambda who, m: PutCounters(ref, k, m, who), n, per),
    ),
    P(
        "put <count> <counterkind> counter on <np> and <count> <counterkind> counter on <np>",
        lambda n, k, a, m, k2, b: (
            lambda who: Sequence((PutCounters(a, k, n, who), PutCounters(b, k2, m, who)))
        ),
    ),
    P(
        "put <count> <counterkind> counter on <np> and <np>",
        lambda n, k, a, b: lambda who: PutCounters(several(a, b), k, n, who),
    ),
    P(
        "put <count> <counterkind> counter and <count> <counterkind> counter on <np>",
        lambda n, k, m, k2, a: lambda who: Sequence((PutCounters(a, k, n, who), PutCounters(a, k2, m, who))),
    ),
    P(
        "put a number of <counterkind> counter equal to <amountof> on <np>",
        lambda k, n, ref: lambda who: PutCounters(ref, k, n, who),
    ),
    P(
        "put a number of <counterkind> counter on <np> equal to <amountof>",
        lambda k, ref, n: lambda who: PutCounters(ref, k, n, who),
    ),
    P(
        "distribute <count> <counterkind> counter among <np>",
        lambda n, k, ref: lambda who: PutCounters(ref, k, n, who, divided=True),
    ),
    P(
        "remove <count> <counterkind> counter from <np>",
        lambda n, k, ref: lambda who: RemoveCounters(ref, k, n, who),
    ),
    P("remove <count> counter from <np>", lambda n, ref: lambda who: RemoveCounters(ref, "", n, who)),
    P(
        "remove all <counterkind> counter from <np>",
        lambda k, ref: lambda who: RemoveCounters(ref, k, None, who),
    ),
    P("remove (them all|all of them|those counter)", lambda: RemoveThose),
    P("remove all counter from <np>", lambda ref: lambda who: RemoveCounters(ref, "", None, who)),
    P(
        "remove any number of <counterkind> counter from <np>",
        lambda k, ref: lambda who: RemoveCounters(ref, k, AnyNumber(), who),
    ),
    P(
        "move <count> <counterkind> counter from <np> onto <np>",
        lambda n, k, a, b: lambda _who: MoveCounters(a, b, k, n),
    ),
    P("move all counter from <np> onto <np>", lambda a, b: lambda _who: MoveCounters(a, b, "", None)),
    P("get <count> $(poison|experience|rad) counter", lambda n, k: lambda who: PutCounters(who, k, n)),
    P("get <symbols>", lambda s: lambda who: _energy(who, s)),
    P(
        "double the number of <counterkind> counter on <np>",
        lambda k, ref: (
            lambda who: PutCounters(ref, k, Counters(k, Affected()), who)
        ),  # each by its own number
    ),
    P(
        "double the number of each kind of counter on <np>",
        lambda ref: lambda who: Act("double counters", who, ref),
    ),
    P(
        "put a <counterkind> counter or a <counterkind> counter on <np>",
        lambda k, k2, ref: (
            lambda who: ChooseOne(who, ((PutCounters(ref, k, ONE, who),), (PutCounters(ref, k2, ONE, who),)))
        ),
    ),
    P(
        "remove a <counterkind> counter from <np>",
        lambda k, ref: lambda who: RemoveCounters(ref, k, ONE, who),
    ),
]


def _energy(who: Ref, text: str) -> Any:
    if set(text.replace("{E}", "")):
        return Act("get symbols", who, word=text)
    return PutCounters(who, "energy", Number(text.count("{E}")), who)
