"""What a player does: verb phrases. Each is read as a function from the player to the instruction, so that
"draw a card", "target player draws a card" and "each player may draw a card" are one entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Act,
    AddMana,
    All,
    Amount,
    AnyNumber,
    Attach,
    CastFree,
    ChangeSpeed,
    ChooseOne,
    ChooseTargets,
    ChooseValue,
    CopySpell,
    Counter,
    Counters,
    CreateCopy,
    CreateToken,
    Destroy,
    Discard,
    Draw,
    Effect,
    ExtraTurn,
    Filter,
    FlipCoin,
    GainLife,
    InZone,
    Look,
    LoseLife,
    Mill,
    Move,
    MoveCounters,
    Number,
    OwnerOf,
    PayMana,
    Pick,
    Players,
    PutCounters,
    Ref,
    Regenerate,
    RemoveCounters,
    Reveal,
    RevealUntil,
    RollDie,
    Sacrifice,
    Search,
    Several,
    Shuffle,
    Skip,
    Stat,
    Tap,
    This,
    Times,
    Untap,
)
from kb.checker.oracle.grammar import REJECT, Production
from kb.checker.oracle.raw import PlayerPronoun, Pronoun, Sequence, ThatMuch

P = Production
Doing = Callable[[Ref], Effect]
ZERO = Number(0)


def _cards(amount: Amount, who: Ref, filter_: Filter | None = None, *, random: bool = False) -> Ref:
    where = filter_.where if filter_ else ()
    return Pick(Filter("card", (*where, InZone("hand", who))), amount, amount, None, random)


def _owner(who: Ref) -> Ref:
    """Whose hand it is from the point of view of the player who acts."""
    return who if who == YOU else Players("iterated") if isinstance(who, Players) else who


def _discard(amount: Amount, filter_: Filter | None = None, *, random: bool = False) -> Doing:
    return lambda who: Discard(who, _cards(amount, _owner(who), filter_, random=random))


def _move(what: Ref, to: Any, **more: Any) -> Doing:
    return lambda who: Move(what, to, who, **more)


def _each_of(doing: Callable[..., Effect], *refs: Ref) -> Doing:
    return lambda who: Sequence(tuple(doing(who, ref) for ref in refs))


def _to_zone(
    what: Ref, place: dict[str, Any], extra: dict[str, Any] | None = None, origin: Any = None
) -> Doing:
    more = {**place, **(extra or {})}
    if origin is not None:
        more["origin"] = origin[0]
    to = more.pop("to")
    return lambda who: Move(what, to, who, **more)


def _several(*refs: Ref) -> Ref:
    return Several(refs)


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
    P("<poss> hand", lambda who: {"to": "hand"}),
    P("(its|their) owner 's graveyard", lambda: {"to": "graveyard"}),
    P("<poss> graveyard", lambda who: {"to": "graveyard"}),
    P("exile", lambda: {"to": "exile"}),
    P("(the top|top) of <poss> library", lambda who: {"to": "library", "position": "top"}),
    P("the top of <poss> library in any order", lambda who: {"to": "library", "position": "top"}),
    P("the top of <poss> library in a random order", lambda who: REJECT),
    P("the bottom of <poss> library", lambda who: {"to": "library", "position": "bottom"}),
    P("the bottom of <poss> library in any order", lambda who: {"to": "library", "position": "bottom"}),
    P("the bottom of <poss> library in a random order", lambda who: {"to": "library", "position": "random"}),
    P(
        "<poss> library (<ordinal> from the top)",
        lambda who, n: {"to": "library", "position": "nth", "depth": Number(n - 1)},
    ),
    P(
        "<poss> library just beneath the top <number> card of (that|their|your) library",
        lambda w, n: {"to": "library", "position": "nth", "depth": n},
    ),
    P("the command zone", lambda: {"to": "command"}),
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
        lambda n, k, m, l: ((k, n), (l, m)),
    ),
    P(
        "with <count> <counterkind> counter on (it|them) for each <per>",
        lambda n, k, per: ((k, _times(n, per)),),
    ),
]


def _times(amount: Amount, per: Amount) -> Amount:
    if amount == ONE:
        return per
    if isinstance(amount, Number):
        return Times(amount.value, per)
    return REJECT  # type: ignore[return-value]


def _per(build: Callable[[Ref, Amount], Effect], amount: Amount, per: Amount) -> Any:
    total = _times(amount, per)
    return REJECT if total is REJECT else (lambda who: build(who, total))


def _mana(options: tuple[str, ...], count: Amount = ONE, only: str = "") -> Doing:
    return lambda who: AddMana(who, options, count, only)


def _gain(who: Ref, amount: Amount) -> Effect:
    return GainLife(who, amount)


def _lose(who: Ref, amount: Amount) -> Effect:
    return LoseLife(who, amount)


def _act(name: str) -> Callable[[], Doing]:
    return lambda: lambda who: Act(name, who)


def _on(name: str) -> Callable[[Ref], Doing]:
    return lambda ref: lambda who: Act(name, who, ref)


def _some(name: str) -> Callable[[Amount], Doing]:
    return lambda amount: lambda who: Act(name, who, None, amount)


def _search(find: Ref, where: Any, who_owner: Ref | None, reveal: bool) -> Doing:
    return lambda who: Search(who, who_owner or _owner(who), where, find, reveal)


LIFE = [
    P("gain <count> life", lambda n: lambda who: GainLife(who, n)),
    P("gain <count> life for each <per>", lambda n, per: _per(_gain, n, per)),
    P("gain life equal to <amountof>", lambda n: lambda who: GainLife(who, n)),
    P("gain that much life", lambda: lambda who: GainLife(who, ThatMuch())),
    P("lose <count> life", lambda n: lambda who: LoseLife(who, n)),
    P("lose <count> life for each <per>", lambda n, per: _per(_lose, n, per)),
    P("lose life equal to <amountof>", lambda n: lambda who: LoseLife(who, n)),
    P(
        "lose half (your|their|his or her) life , rounded $(up|down)",
        lambda way: lambda who: LoseLife(who, _half_life(who, way)),
    ),
    P("pay <count> life", lambda n: lambda who: LoseLife(who, n, pay=True)),
    P("pay life equal to <amountof>", lambda n: lambda who: LoseLife(who, n, pay=True)),
    P("pay <symbols>", lambda s: lambda who: PayMana(who, s)),
    P("pay <symbols> for each <per>", lambda s, per: lambda who: PayMana(who, s, per)),
]


def _half_life(who: Ref, way: str) -> Amount:
    from kb.checker.oracle.ast import Half

    return Half(Stat("life", _owner(who)), way == "up")


CARDS = [
    P("draw <count> [more] card", lambda n: lambda who: Draw(who, n)),
    P("draw <count> card for each <per>", lambda n, per: _per(lambda who, amount: Draw(who, amount), n, per)),
    P("draw card equal to <amountof>", lambda n: lambda who: Draw(who, n)),
    P("draw a number of card equal to <amountof>", lambda n: lambda who: Draw(who, n)),
    P("draw up to <number> card", lambda n: REJECT),
    P("discard <count> card", lambda n: _discard(n)),
    P("discard <count> card at random", lambda n: _discard(n, random=True)),
    P(
        "discard (your|their|his or her) hand",
        lambda: lambda who: Discard(who, All(Filter("card", (InZone("hand", _owner(who)),)))),
    ),
    P(
        "discard all the card in (your|their|his or her) hand",
        lambda: lambda who: Discard(who, All(Filter("card", (InZone("hand", _owner(who)),)))),
    ),
    P("discard <np>", lambda ref: lambda who: _discard_np(who, ref)),
    P("discard card equal to <amountof>", lambda n: _discard(n)),
    P("discard a number of card equal to <amountof>", lambda n: _discard(n)),
    P("mill <count> card", lambda n: lambda who: Mill(who, n)),
    P("mill card equal to <amountof>", lambda n: lambda who: Mill(who, n)),
    P("mill a number of card equal to <amountof>", lambda n: lambda who: Mill(who, n)),
    P("mill half (your|their|his or her) library , rounded $(up|down)", lambda way: REJECT),
    P(
        "put the top <count> card of (your|their|his or her) library into (your|their|his or her) graveyard",
        lambda n: lambda who: Mill(who, n),
    ),
    P(
        "put the top card of (your|their|his or her) library into (your|their|his or her) graveyard",
        lambda: lambda who: Mill(who, ONE),
    ),
    P("scry <number>", _some("scry")),
    P("surveil <number>", _some("surveil")),
    P("fateseal <number>", _some("fateseal")),
    P("look at <np>", lambda ref: lambda who: Look(ref, who)),
    P("look at <player> 's hand", lambda p: lambda who: Look(All(Filter("card", (InZone("hand", p),))), who)),
    P("reveal <np>", lambda ref: lambda who: Reveal(_mine_if_hand(ref, who), who)),
    P(
        "reveal (your|their|his or her) hand",
        lambda: lambda who: Reveal(All(Filter("card", (InZone("hand", _owner(who)),))), who),
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
]


def _discard_np(who: Ref, ref: Ref) -> Effect:
    if isinstance(ref, Pick):
        return Discard(who, _mine_if_hand(ref, who))
    return Discard(who, ref)


def _mine_if_hand(ref: Ref, who: Ref) -> Ref:
    """A card that is discarded or revealed is one of the player's hand unless the text names a zone."""
    if isinstance(ref, Pick) and ref.filter.kind == "card" and not _has_place(ref.filter):
        return Pick(
            Filter("card", (*ref.filter.where, InZone("hand", _owner(who)))),
            ref.least,
            ref.most,
            ref.chooser,
            ref.random,
        )
    return ref


def _has_place(filter_: Filter) -> bool:
    from kb.checker.oracle.ast import FromAmong

    return any(isinstance(p, InZone | FromAmong) for p in filter_.where)


OBJECTS = [
    P("destroy <np>", lambda ref: lambda who: Destroy(ref)),
    P("destroy <np> and <np>", lambda a, b: lambda who: Destroy(_several(a, b))),
    P("exile <np>", lambda ref: lambda who: Move(ref, "exile", who)),
    P("exile <np> and <np>", lambda a, b: lambda who: Move(_several(a, b), "exile", who)),
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
        lambda a, b: lambda who: Move(_several(a, b), "hand", who),
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
    P("sacrifice <np> , <np> , and <np>", lambda a, b, c: lambda who: Sacrifice(who, _several(a, b, c))),
    P(
        "sacrifice <np> or <np>",
        lambda a, b: lambda who: ChooseOne(who, ((Sacrifice(who, a),), (Sacrifice(who, b),))),
    ),
    P(
        "sacrifice <np> , <np> , or <np>",
        lambda *refs: lambda who: ChooseOne(who, tuple((Sacrifice(who, ref),) for ref in refs)),
    ),
    P("sacrifice <np> and <np>", lambda a, b: lambda who: Sacrifice(who, _several(a, b))),
    P("tap <np>", lambda ref: lambda who: Tap(ref)),
    P("untap <np>", lambda ref: lambda who: Untap(ref)),
    P("tap or untap <np>", lambda ref: lambda who: ChooseOne(who, ((Tap(ref),), (Untap(ref),)))),
    P("counter <np>", lambda ref: lambda who: Counter(ref)),
    P("regenerate <np>", lambda ref: lambda who: Regenerate(ref)),
    P("attach <np> to <np>", lambda a, b: lambda who: Attach(a, b)),
    P("gain control of <np>", lambda ref: lambda who: _control(who, ref, None)),
    P("gain control of <np> <duration>", lambda ref, d: lambda who: _control(who, ref, d)),
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
    P("cast <np> without paying (its|their) mana cost if <condition>", lambda ref, c: REJECT),
    P("cast <np>", lambda ref: lambda who: CastFree(who, ref, free=False)),
    P(
        "play <np> without paying (its|their) mana cost",
        lambda ref: lambda who: CastFree(who, ref, play=True),
    ),
]


def _control(who: Ref, what: Ref, duration: Any) -> Effect:
    from kb.checker.oracle.ast import Duration, ForDuration, Modify, SetController

    return ForDuration((Modify(what, (SetController(who),)),), duration or Duration("game"))


def _copy_nonlegendary(who: Ref, what: Ref) -> Effect:
    from kb.checker.oracle.ast import RemoveTypes

    return CopySpell(what, ONE, False, (RemoveTypes(("legendary",)),), who)


COUNTERS = [
    P("put <count> <counterkind> counter on <np>", lambda n, k, ref: lambda who: PutCounters(ref, k, n, who)),
    P(
        "put <count> <counterkind> counter on <np> for each <per>",
        lambda n, k, ref, per: _per(lambda who, m: PutCounters(ref, k, m, who), n, per),
    ),
    P(
        "put <count> <counterkind> counter on <np> and <count> <counterkind> counter on <np>",
        lambda n, k, a, m, l, b: lambda who: Sequence((PutCounters(a, k, n, who), PutCounters(b, l, m, who))),
    ),
    P(
        "put <count> <counterkind> counter on <np> and <np>",
        lambda n, k, a, b: lambda who: PutCounters(_several(a, b), k, n, who),
    ),
    P(
        "put <count> <counterkind> counter and <count> <counterkind> counter on <np>",
        lambda n, k, m, l, a: lambda who: Sequence((PutCounters(a, k, n, who), PutCounters(a, l, m, who))),
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
    P("remove all counter from <np>", lambda ref: lambda who: RemoveCounters(ref, "", None, who)),
    P(
        "remove any number of <counterkind> counter from <np>",
        lambda k, ref: lambda who: RemoveCounters(ref, k, AnyNumber(), who),
    ),
    P(
        "move <count> <counterkind> counter from <np> onto <np>",
        lambda n, k, a, b: lambda who: MoveCounters(a, b, k, n),
    ),
    P("move all counter from <np> onto <np>", lambda a, b: lambda who: MoveCounters(a, b, "", None)),
    P("get <count> $(poison|experience|rad) counter", lambda n, k: lambda who: PutCounters(who, k, n)),
    P("get <symbols>", lambda s: lambda who: _energy(who, s)),
    P("get <symbols> <symbols>", lambda s, t: REJECT),
    P(
        "double the number of <counterkind> counter on <np>",
        lambda k, ref: lambda who: PutCounters(ref, k, Counters(k, ref), who),
    ),
    P(
        "double the number of each kind of counter on <np>",
        lambda ref: lambda who: Act("double counters", who, ref),
    ),
]


def _energy(who: Ref, text: str) -> Any:
    if set(text.replace("{E}", "")):
        return Act("get symbols", who, word=text)
    return PutCounters(who, "energy", Number(text.count("{E}")), who)


TOKENS = [
    P("create <count> <token>", lambda n, t: lambda who: CreateToken(who, n, t[0], **t[1])),
    P(
        "create <count> <token> for each <per>",
        lambda n, t, per: _per(lambda who, m: CreateToken(who, m, t[0], **t[1]), n, per),
    ),
    P(
        "create a number of <token> equal to <amountof>",
        lambda t, n: lambda who: CreateToken(who, n, t[0], **t[1]),
    ),
    P("create <namedtoken>", lambda t: lambda who: CreateToken(who, ONE, t[0], **t[1])),
    P(
        "create <count> <token> and <count> <token>",
        lambda n, t, m, u: (
            lambda who: Sequence((CreateToken(who, n, t[0], **t[1]), CreateToken(who, m, u[0], **u[1])))
        ),
    ),
    P(
        "create <count> <token> , <count> <token> , and <count> <token>",
        lambda n, t, m, u, k, v: (
            lambda who: Sequence(
                (
                    CreateToken(who, n, t[0], **t[1]),
                    CreateToken(who, m, u[0], **u[1]),
                    CreateToken(who, k, v[0], **v[1]),
                )
            )
        ),
    ),
    P(
        "create <count> [$(tapped)] token (that's a copy|that be copy) of <np>",
        lambda n, t, ref: lambda who: CreateCopy(who, n, ref, tapped=bool(t)),
    ),
    P(
        "create <count> [$(tapped)] token (that's a copy|that be copy) of <np> , except <copychanges>",
        lambda n, t, ref, c: lambda who: CreateCopy(who, n, ref, c, tapped=bool(t)),
    ),
    P(
        "create <count> token (that's a copy|that be copy) of <np> (that's|that be) tapped and attacking",
        lambda n, ref: lambda who: CreateCopy(who, n, ref, tapped=True, attacking=True),
    ),
    P(
        "create <count> tapped and attacking token (that's a copy|that be copy) of <np>",
        lambda n, ref: lambda who: CreateCopy(who, n, ref, tapped=True, attacking=True),
    ),
    P("investigate", _act("investigate")),
    P("investigate (twice)", lambda: lambda who: Act("investigate", who, None, Number(2))),
    P("investigate <number> time", _some("investigate")),
    P("populate", _act("populate")),
    P("amass <number>", lambda n: lambda who: Act("amass", who, None, n, "zombie")),
    P("amass <core> <number>", lambda f, n: lambda who: Act("amass", who, None, n, f.where[0].name)),
    P("incubate <number>", _some("incubate")),
]

MANA = [
    P("add <symbols>", lambda s: _mana((s,))),
    P("add <symbols> or <symbols>", lambda a, b: _mana((a, b))),
    P("add <symbols> , <symbols> , or <symbols>", lambda *s: _mana(s)),
    P("add <symbols> , <symbols> , <symbols> , <symbols> , or <symbols>", lambda *s: _mana(s)),
    P("add <count> mana of any color", lambda n: _mana(("any",)) if n == ONE else REJECT),
    P("add <count> mana of any one color", lambda n: _mana(("one color",), n)),
    P("add <count> mana in any combination of color", lambda n: _mana(("combination",), n)),
    P(
        "add <count> mana in any combination of <symbols> and/or <symbols>",
        lambda n, a, b: _mana((f"combination {a}{b}",), n),
    ),
    P("add <symbols> for each <per>", lambda s, n: _mana((s,), n)),
    P("add a amount of <symbol> equal to <amountof>", lambda s, n: _mana((s,), n)),
    P("add x mana of any one color", lambda: REJECT),
    P("add <count> mana of the chosen color", lambda n: _mana(("chosen",), n)),
    P("add one mana of any color in your commander 's color identity", lambda: _mana(("commander",))),
    P(
        "add one mana of any color that a land (you control|a opponent control) could produce",
        lambda: _mana(("land",)),
    ),
    P("add a amount of mana of that color equal to your devotion to that color", lambda: REJECT),
    P("add one mana of any type that land produced", lambda: _mana(("that type",))),
    P("add a additional <symbols>", lambda s: _mana((s,))),
    P("add <count> additional mana of any color", lambda n: _mana(("any",)) if n == ONE else REJECT),
]

OTHERS = [
    P("proliferate", _act("proliferate")),
    P("explore", _act("explore")),
    P("learn", _act("learn")),
    P("venture into the dungeon", _act("venture")),
    P("venture into undercity", _act("venture into undercity")),
    P("take the initiative", _act("take initiative")),
    P("become the monarch", _act("become monarch")),
    P("open a attraction", _act("open attraction")),
    P("open <number> attraction", _some("open attraction")),
    P("roll to visit your attraction", _act("roll to visit")),
    P("claim the prize", _act("claim prize")),
    P("planeswalk", _act("planeswalk")),
    P("roll the planar die", _act("roll planar die")),
    P("roll a (six-sided die|d6)", lambda: lambda who: RollDie(6, who=who)),
    P("roll a d20", lambda: lambda who: RollDie(20, who=who)),
    P("roll a d4", lambda: lambda who: RollDie(4, who=who)),
    P("roll a $(d8|d10|d12)", lambda d: lambda who: RollDie(int(d[1:]), who=who)),
    P("roll two d6", lambda: lambda who: RollDie(6, Number(2), who=who)),
    P("flip a coin", lambda: lambda who: FlipCoin(who)),
    P("win the game", _act("win the game")),
    P("lose the game", _act("lose the game")),
    P("end the turn", _act("end the turn")),
    P("take a extra turn after this one", lambda: lambda who: ExtraTurn(who)),
    P("take <number> extra turn after this one", lambda n: lambda who: ExtraTurn(who, "turn", n)),
    P(
        "skip (your|their|his or her) next $(turn|combat phase|draw step|untap step|upkeep)",
        lambda s: lambda who: Skip(who, s),
    ),
    P("goad <np>", _on("goad")),
    P("detain <np>", _on("detain")),
    P("transform <np>", _on("transform")),
    P("convert <np>", _on("convert")),
    P("manifest <np>", _on("manifest")),
    P("manifest dread", _act("manifest dread")),
    P("cloak <np>", _on("cloak")),
    P("suspect <np>", _on("suspect")),
    P("exert <np>", _on("exert")),
    P("behold <np>", _on("behold")),
    P("turn <np> face $(up|down)", lambda ref, w: lambda who: Act(f"turn face {w}", who, ref)),
    P("remove <np> from combat", _on("remove from combat")),
    P("monstrosity <number>", lambda n: lambda who: Act("monstrosity", who, This(), n)),
    P("adapt <number>", lambda n: lambda who: Act("adapt", who, This(), n)),
    P("bolster <number>", _some("bolster")),
    P("support <number>", _some("support")),
    P("discover <number>", _some("discover")),
    P("endure <number>", lambda n: lambda who: Act("endure", who, Pronoun("it"), n)),
    P("collect evidence <number>", _some("collect evidence")),
    P("forage", _act("forage")),
    P("clash with a opponent", _act("clash")),
    P("time travel", _act("time travel")),
    P("increase your speed by <number>", lambda n: lambda who: ChangeSpeed(who, n)),
    P("reduce <poss> speed by <number>", lambda w, n: lambda who: ChangeSpeed(w, Times(-1, n))),
    P(
        "choose a $(color|creature type|card type|basic land type|land type|player|opponent|number|nonland card name|card name|creature card name|land card name)",
        lambda w: lambda who: ChooseValue(w, who),
    ),
    P("name a $(card|nonland card|creature card)", lambda w: lambda who: ChooseValue(f"{w} name", who)),
    P("choose <np>", lambda ref: lambda who: ChooseValue("objects", who, ref)),
    P(
        "exchange control of <np> and <np>",
        lambda a, b: lambda who: Act("exchange control", who, _several(a, b)),
    ),
    P("exchange control of <np>", lambda a: lambda who: Act("exchange control", who, a)),
    P("exchange life total [with <player>]", lambda p: lambda who: Act("exchange life", who, p)),
    P("start your engines", _act("start engines")),
    P("<act> or <act>", lambda a, b: lambda who: ChooseOne(who, ((a(who),), (b(who),)))),
]
ACT_TABLES = [*LIFE, *CARDS, *OBJECTS, *COUNTERS, *TOKENS, *MANA, *OTHERS[:-1]]

# Several things one player does: "draw two cards, then discard a card".
ACTS = [
    P("<act>", lambda a: a),
    P("<act> or <act>", lambda a, b: lambda who: ChooseOne(who, ((a(who),), (b(who),)))),
    P("<act> <join> <acts>", lambda a, j, b: lambda who: Sequence((a(who), b(who)))),
]
JOIN = [P("(, then|and|, and|then|, then you|, and you|,|and then)", lambda: "")]
