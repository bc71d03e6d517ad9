"""What happens to objects and what they do: damage, fights, continuous effects, prevention."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Act,
    AddAbility,
    AddPT,
    Affected,
    All,
    Amount,
    Attacked,
    BecomePlotted,
    Cant,
    Change,
    ControlledBy,
    ControllerOf,
    CopyOf,
    DealDamage,
    Duration,
    Effect,
    EventObject,
    ExtraTurn,
    Fight,
    Filter,
    ForDuration,
    ForEach,
    HandSize,
    It,
    Keyword,
    LoseAbility,
    Modify,
    Move,
    Moves,
    Must,
    Number,
    Part,
    Ref,
    Replace,
    Several,
    Skip,
    Stat,
    SwitchPT,
    Times,
    X,
)
from kb.checker.oracle.gram.changes import scaled
from kb.checker.oracle.gram.doing import seq
from kb.checker.oracle.gram.durable import PERMISSIONS, PREVENTION
from kb.checker.oracle.gram.durations import END_OF_TURN
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import EITHER, Amend, PlayerPronoun, Pronoun, RawTarget, ThatMuch


def during(parts: tuple[Part, ...] | Part, duration: Duration | None) -> Any:
    if duration is None:
        return REJECT
    return ForDuration(parts if isinstance(parts, tuple) else (parts,), duration)


def modify(ref: Ref, changes: tuple[Change, ...], duration: Duration | None, default: str = "") -> Any:
    if duration is None and not default:
        return REJECT
    return ForDuration((Modify(ref, changes),), duration or Duration(default))


def damage(source: Ref, amount: Amount, *to: Ref, **more: Any) -> Effect:
    """Damage by one source; of several, each deals its own."""
    target = to[0] if len(to) == 1 else Several(to)
    several = isinstance(source, All) or (isinstance(source, Pronoun) and source.word in {"those", "each"})
    if several or (isinstance(source, RawTarget) and source.spec.most not in {ONE, X()}):
        return ForEach(source, (DealDamage(It(), amount, target, **more),))
    return DealDamage(source, amount, target, **more)


def if_would_die(ref: Ref) -> Effect:

    event = Moves(ref_predicate(ref), "battlefield", "graveyard")
    return ForDuration((Replace(event, (Move(EventObject(), "exile"),)),), END_OF_TURN)


# What happens to objects, or what they do.
OBJECT_CLAUSE = [
    # damage
    P("<np> deal <count> damage to <dto>", lambda s, n, to: damage(s, n, to)),
    P(
        "<np> deal <count> damage to <dto> and <count> damage to <dto>",
        lambda s, n, a, m, b: seq(damage(s, n, a), damage(s, m, b)),
    ),
    P(
        "<np> deal <count> damage to <dto> , <count> damage to <dto> , and <count> damage to <dto>",
        lambda s, n, a, m, b, k, c: seq(damage(s, n, a), damage(s, m, b), damage(s, k, c)),
    ),
    P("<np> deal damage equal to <amountof> to <dto>", lambda s, n, to: damage(s, n, to)),
    P("<np> deal damage to <dto> equal to <amountof>", lambda s, to, n: damage(s, n, to)),
    P(
        "<np> deal <count> damage to <dto> for each <per>",
        lambda s, n, to, per: damage(s, _scaled(n, per), to),
    ),
    P(
        "<np> deal <count> damage divided as you choose among <dto>",
        lambda s, n, to: damage(s, n, to, divided=True),
    ),
    P("<np> deal (that much) damage to <dto>", lambda s, to: damage(s, ThatMuch(), to)),
    # fights
    P("<np> fight <np>", Fight),
    P("<np> become blocked", lambda ref: Act("become blocked", YOU, ref)),
    P("<np> fight each other", lambda a: Fight(a, a)),
    # continuous
    P("<np> get <ptchange> <duration> for each <per>", lambda ref, c, d, per: _per_pt(ref, c, d, per)),
    P("<np> <changes> [<duration>]", lambda ref, c, d: modify(ref, c, d)),
    P("<np> and <np> [each] <changes> <duration>", lambda a, b, c, d: modify(Several((a, b)), c, d)),
    P("<np> each <changes> <duration>", modify),
    P("<np> <becomes>", lambda ref, c: modify(ref, c, None, "game")),
    P("<np> lose all ability and <becomes>", lambda ref, c: modify(ref, (LoseAbility(), *c), None, "game")),
    P("<np> <becomes> <duration>", lambda ref, c, d: modify(ref, c, d)),
    P("<np> gain <abilities>", lambda ref, a: modify(ref, tuple(AddAbility(x) for x in a), None, "game")),
    P("<np> <limits> <duration>", lambda ref, parts, d: during(tuple(part(ref) for part in parts), d)),
    P(
        "<np> <limits>",
        lambda ref, parts: (
            REJECT
            if not all(_lasting(p(ref)) for p in parts)
            else ForDuration(tuple(p(ref) for p in parts), _own_time(parts[0](ref)))
        ),
    ),
    P(
        "<np> <changes> and <limits> <duration>",
        lambda ref, c, parts, d: ForDuration((Modify(ref, c), *(p(ref) for p in parts)), d),
    ),
    P("<np> <becomes2> <np> <duration>", lambda ref, _c, of, d: become_copy(ref, of, d)),
    P("<np> <becomes2> <np>", lambda ref, _c, of: become_copy(ref, of, Duration("game"))),
    P(
        "<np> <becomes2> <np> <duration> , except <copychanges>",
        lambda ref, _c, of, d, e: become_copy(ref, of, d, e),
    ),
    P(
        "<np> <becomes2> <np> , except <copychanges> <duration>",
        lambda ref, _c, of, e, d: become_copy(ref, of, d, e),
    ),
    P(
        "<np> <becomes2> <np> , except <copychanges>",
        lambda ref, _c, of, e: become_copy(ref, of, Duration("game"), e),
    ),
    # acts of objects
    P("<np> explore", lambda ref: Act("explore", ControllerOf(ref), ref)),
    P("<np> connive", lambda ref: Act("connive", ControllerOf(ref), ref, Number(1))),
    P("<np> connive <number>", lambda ref, n: Act("connive", ControllerOf(ref), ref, n)),
    P("<np> phase out", lambda ref: Act("phase out", YOU, ref)),
    P("<np> become plotted", BecomePlotted),
    P("<np> become suspected", lambda ref: Act("suspect", YOU, ref)),
    P("the ring tempt you", lambda: Act("the ring tempts")),
    P("chaos ensue", lambda: Act("chaos ensues")),
    P("there be a additional combat phase after this phase", lambda: _extra_phase("combat")),
    P("there be a additional combat phase after this one", lambda: _extra_phase("combat")),
    P(
        "after this (main|combat) phase , there be a additional combat phase followed by a additional main phase",
        lambda: _extra_phase("combat and main"),
    ),
    P("after this (phase|one) , there be a additional combat phase", lambda: _extra_phase("combat")),
    P("it become $(day|night)", lambda w: Act(f"become {w}")),
    P("if <np> would die this turn , exile (it|that creature) instead", lambda ref: if_would_die(ref)),
    P("you have no maximum hand size <duration>", lambda d: ForDuration((HandSize(YOU, None),), d)),
    P("you have hexproof <duration>", lambda d: _player_gains("hexproof", d)),
    P("you gain (hexproof) <duration>", lambda d: _player_gains("hexproof", d)),
    P(
        "this effect can't reduce (their|that player 's) speed below <number>",
        lambda n: Amend(f"least {n.value}"),
    ),
    P("double <np> 's power <duration>", lambda r, d: _double(r, d, power=True, toughness=False)),
    P("double the power of <np> <duration>", lambda r, d: _double(r, d, power=True, toughness=False)),
    P(
        "double the power and toughness of <np> <duration>",
        lambda r, d: _double(r, d, power=True, toughness=True),
    ),
    P(
        "<player> skip (their|your|his or her) next $(turn|combat phase|draw step|untap step|upkeep step)",
        Skip,
    ),
    P("switch <np> 's power and toughness <duration>", lambda r, d: _switch(r, d)),
    *PREVENTION,
    *PERMISSIONS,
]


def _per_pt(ref: Ref, change: AddPT, duration: Duration, per: Amount) -> Any:

    total = scaled(change, per)
    return REJECT if total is REJECT else modify(ref, (total,), duration)


def _switch(ref: Ref, duration: Duration) -> Effect:

    return ForDuration((Modify(ref, (SwitchPT(),)),), duration)


def _double(ref: Ref, duration: Duration, *, power: bool, toughness: bool) -> Effect:

    zero = Number(0)
    change = AddPT(
        Stat("power", Affected()) if power else zero, Stat("toughness", Affected()) if toughness else zero
    )
    return ForDuration((Modify(ref, (change,)),), duration)


def _player_gains(name: str, duration: Duration) -> Effect:
    return ForDuration((Modify(YOU, (AddAbility(Keyword(name, text=name)),)),), duration)


def _extra_phase(what: str) -> Effect:

    return ExtraTurn(YOU, what)


def _scaled(amount: Amount, per: Amount) -> Any:
    if amount == Number(1):
        return per
    if isinstance(amount, Number):
        return Times(amount.value, per)
    return REJECT


def _lasting(part: Part) -> bool:
    """Limits that carry their own time: "doesn't untap during its controller's next untap step"."""
    return isinstance(part, Cant | Must) and (
        part.during.startswith("next") or part.during in {"this turn", "this combat"}
    )


def _own_time(part: Part) -> Duration:
    if isinstance(part, Must) and part.during == "this turn":
        return END_OF_TURN
    return Duration("end of combat" if isinstance(part, Must) and part.during == "this combat" else "game")


def become_copy(what: Ref, of: Ref, duration: Duration, changes: tuple[Change, ...] = ()) -> Effect:

    return ForDuration((Modify(what, (CopyOf(of, changes),)),), duration)


DAMAGE_TO = [
    P(
        "the player or planeswalker (it's attacking|they're attacking|that creature be attacking)",
        lambda: Attacked(EventObject()),
    ),
    P("<np>", lambda ref: ref),
    P("<player>", lambda who: who),
    P("<np> and <np>", lambda a, b: Several((a, b))),
    P("<np> and <player>", lambda a, b: Several((a, b))),
    P("<player> and <np>", lambda a, b: Several((a, b))),
    P("<player> and each <desc> (they|that player) control", lambda who, f: Several((who, _theirs(f)))),
    P(
        "<target> and each <desc> that (player|opponent) or that planeswalker 's controller control",
        lambda ref, f: Several((ref, _theirs(f, EITHER))),
    ),
    P("<target>", lambda ref: ref),
]


def _theirs(filter_: Filter, whose: str = "that player") -> Ref:

    return All(Filter(filter_.kind, (*filter_.where, ControlledBy(PlayerPronoun(whose)))))


# "Until end of turn, target creature gains flying": the duration stands in front.
OBJECT_CLAUSE2 = [
    P("<np> <changes>", lambda ref, c: lambda d: modify(ref, c, d)),
    P("<np> <becomes>", lambda ref, c: lambda d: modify(ref, c, d)),
    P("<np> <changes> and <becomes>", lambda ref, c, b: lambda d: modify(ref, c + b, d)),
    P("<np> <becomes> and <changes>", lambda ref, c, b: lambda d: modify(ref, c + b, d)),
    P("<np> <limits>", lambda ref, parts: lambda d: ForDuration(tuple(part(ref) for part in parts), d)),
    P(
        "<np> <changes> and <limits>",
        lambda ref, c, parts: lambda d: ForDuration((Modify(ref, c), *(p(ref) for p in parts)), d),
    ),
    P("<np> <becomes2> <np>", lambda ref, _c, of: lambda d: become_copy(ref, of, d)),
    P(
        "<np> <becomes2> <np> , except <copychanges>",
        lambda ref, _c, of, e: lambda d: become_copy(ref, of, d, e),
    ),
]
