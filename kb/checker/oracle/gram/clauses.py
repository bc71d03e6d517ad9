"""Clauses and sentences of spells and abilities: who does what, to what happens what, for how long."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    Act,
    AddAbility,
    AddPT,
    All,
    Amount,
    BecomePlotted,
    Body,
    Can,
    Cant,
    Casts,
    Change,
    Condition,
    ControllerOf,
    Damage,
    DealDamage,
    Delayed,
    Duration,
    Effect,
    Event,
    Fight,
    Filter,
    ForDuration,
    ForEach,
    HandSize,
    HasCounter,
    If,
    Keyword,
    May,
    Modify,
    Move,
    Moves,
    Must,
    Number,
    Part,
    Pay,
    Players,
    Prevent,
    Ref,
    Repeat,
    RulePart,
    SameAs,
    Several,
    Skip,
    StepBegins,
    Sum,
    Times,
    Unless,
    X,
)
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.grammar import REJECT, Production
from kb.checker.oracle.raw import Amend, Pronoun, Sequence, ThatMuch
from kb.checker.oracle.rewrite import substitute

P = Production
END_OF_TURN = Duration("end of turn")


def flat(effect: Effect) -> tuple[Effect, ...]:
    """The instructions of a clause, sequences spliced."""
    if isinstance(effect, Sequence):
        return tuple(inner for part in effect.effects for inner in flat(part))
    return (effect,)


def _seq(*effects: Effect) -> Effect:
    return Sequence(tuple(inner for effect in effects for inner in flat(effect)))


def _during(parts: tuple[Part, ...] | Part, duration: Duration | None) -> Any:
    if duration is None:
        return REJECT
    return ForDuration(parts if isinstance(parts, tuple) else (parts,), duration)


def _modify(ref: Ref, changes: tuple[Change, ...], duration: Duration | None, default: str = "") -> Any:
    if duration is None and not default:
        return REJECT
    return ForDuration((Modify(ref, changes),), duration or Duration(default))


def _damage(source: Ref, amount: Amount, *to: Ref, **more: Any) -> Effect:
    return DealDamage(source, amount, to[0] if len(to) == 1 else Several(to), **more)


def _where(effect: Effect, amount: Amount) -> Effect:
    return substitute(effect, X(), amount)


def _if(condition: Condition, then: Effect) -> Effect:
    return If(condition, flat(then))


def _unless(effect: Effect, who: Ref, act: Any) -> Effect:
    cost = (
        act
        if isinstance(act, tuple)
        else cost_of(act(who if not isinstance(who, Players) else Players("iterated")))
    )
    return Unless(who, cost, flat(effect))


def cost_of(effect: Effect) -> Any:
    """An instruction as something that may be paid."""
    from kb.checker.oracle.ast import DoCost, ManaCost, PayMana

    costs = []
    for item in flat(effect):
        if isinstance(item, PayMana) and item.times == Number(1):
            costs.append(ManaCost(item.mana))
        else:
            costs.append(DoCost(item))
    return tuple(costs)


def _may(who: Ref, act: Any) -> Effect:
    return May(who, flat(act(who if not isinstance(who, Players) else Players("iterated"))))


def _may_have(who: Ref, effect: Effect) -> Effect:
    return May(who, flat(effect))


def _delayed(event: Event, effect: Effect) -> Effect:
    return Delayed(event, Body(flat(effect)))


def _for_each(per: Amount, effect: Effect) -> Effect:
    return Repeat(per, flat(effect))


def _if_would_die(ref: Ref) -> Effect:
    from kb.checker.oracle.ast import EventObject, Replace

    event = Moves(ref_predicate(ref), "battlefield", "graveyard")
    return ForDuration((Replace(event, (Move(EventObject(), "exile"),)),), END_OF_TURN)


DURATION = [
    P("until end of turn", lambda: END_OF_TURN),
    P("this turn", lambda: END_OF_TURN),
    P("until end of combat", lambda: Duration("end of combat")),
    P("this combat", lambda: Duration("end of combat")),
    P("until your next turn", lambda: Duration("your next turn")),
    P("until the end of your next turn", lambda: Duration("end of your next turn")),
    P("until your next end step", lambda: Duration("your next end step")),
    P("until your next upkeep", lambda: Duration("your next upkeep")),
    P("until (that player 's|their) next turn", lambda: Duration("their next turn")),
    P("for the rest of the game", lambda: Duration("game")),
    P("for as long as <condition>", lambda c: Duration("while", c)),
    P("as long as <condition>", lambda c: Duration("while", c)),
    P("until <np> leave the battlefield", lambda ref: Duration("until leaves", of=ref)),
    P("for as long as (it|they) have a <counterkind> counter on (it|them)", lambda k: _while_counter(k)),
]


def _while_counter(kind: str) -> Duration:
    from kb.checker.oracle.ast import Is

    return Duration("while", Is(Pronoun("it"), HasCounter(kind)))


# What happens to objects, or what they do.
OBJECT_CLAUSE = [
    # damage
    P("<np> deal <count> damage to <dto>", lambda s, n, to: _damage(s, n, to)),
    P(
        "<np> deal <count> damage to <dto> and <count> damage to <dto>",
        lambda s, n, a, m, b: _seq(_damage(s, n, a), _damage(s, m, b)),
    ),
    P(
        "<np> deal <count> damage to <dto> , <count> damage to <dto> , and <count> damage to <dto>",
        lambda s, n, a, m, b, k, c: _seq(_damage(s, n, a), _damage(s, m, b), _damage(s, k, c)),
    ),
    P("<np> deal damage equal to <amountof> to <dto>", lambda s, n, to: _damage(s, n, to)),
    P("<np> deal damage to <dto> equal to <amountof>", lambda s, to, n: _damage(s, n, to)),
    P(
        "<np> deal <count> damage to <dto> for each <per>",
        lambda s, n, to, per: _damage(s, _scaled(n, per), to),
    ),
    P(
        "<np> deal <count> damage divided as you choose among <dto>",
        lambda s, n, to: _damage(s, n, to, divided=True),
    ),
    P("<np> deal (that much) damage to <dto>", lambda s, to: _damage(s, ThatMuch(), to)),
    P("it deal <count> damage to itself", lambda n: REJECT),
    # fights
    P("<np> fight <np>", Fight),
    P("<np> fight each other", lambda a: Fight(a, a)),
    # continuous
    P("<np> get <ptchange> <duration> for each <per>", lambda ref, c, d, per: _per_pt(ref, c, d, per)),
    P("<np> enter tapped", lambda ref: Act("enter tapped", YOU, ref)),
    P("<np> <changes> [<duration>]", lambda ref, c, d: _modify(ref, c, d)),
    P("<np> and <np> [each] <changes> <duration>", lambda a, b, c, d: _modify(Several((a, b)), c, d)),
    P("<np> each <changes> <duration>", _modify),
    P("<np> <becomes>", lambda ref, c: _modify(ref, c, None, "game")),
    P("<np> <becomes> <duration>", lambda ref, c, d: _modify(ref, c, d)),
    P("<np> gain <abilities>", lambda ref, c: _modify(ref, c, None, "game")),
    P("<np> lose all abilities", lambda ref: REJECT),
    P("<np> <limits> <duration>", lambda ref, parts, d: _during(tuple(part(ref) for part in parts), d)),
    P(
        "<np> <limits>",
        lambda ref, parts: (
            REJECT
            if not all(_lasting(p(ref)) for p in parts)
            else ForDuration(tuple(p(ref) for p in parts), Duration("game"))
        ),
    ),
    P(
        "<np> <changes> and <limits> <duration>",
        lambda ref, c, parts, d: ForDuration((Modify(ref, c), *(p(ref) for p in parts)), d),
    ),
    P("<np> <becomes2> <np> <duration>", lambda ref, c, of, d: _become_copy(ref, of, d)),
    P("<np> <becomes2> <np>", lambda ref, c, of: _become_copy(ref, of, Duration("game"))),
    P(
        "<np> <becomes2> <np> <duration> , except <copychanges>",
        lambda ref, c, of, d, e: _become_copy(ref, of, d, e),
    ),
    P(
        "<np> <becomes2> <np> , except <copychanges> <duration>",
        lambda ref, c, of, e, d: _become_copy(ref, of, d, e),
    ),
    P(
        "<np> <becomes2> <np> , except <copychanges>",
        lambda ref, c, of, e: _become_copy(ref, of, Duration("game"), e),
    ),
    # acts of objects
    P("<np> explore", lambda ref: Act("explore", ControllerOf(ref), ref)),
    P("<np> connive", lambda ref: Act("connive", ControllerOf(ref), ref, Number(1))),
    P("<np> connive <number>", lambda ref, n: Act("connive", ControllerOf(ref), ref, n)),
    P("<np> phase out", lambda ref: Act("phase out", YOU, ref)),
    P("<np> become plotted", BecomePlotted),
    P("<np> become suspected", lambda ref: Act("suspect", YOU, ref)),
    P("<np> become saddled <duration>", lambda ref, d: REJECT),
    P("<np> be $(destroyed|exiled|sacrificed)", lambda ref, w: REJECT),
    P("<np> enter <extra>", lambda ref, e: REJECT),
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
    P(
        "damage can't be prevented <duration>",
        lambda d: ForDuration((RulePart("damage can't be prevented"),), d),
    ),
    P(
        "prevent the next <count> damage that would be dealt to <dto> <duration>",
        lambda n, to, d: ForDuration((Prevent(Damage(None, ref_predicate(to)), n),), d),
    ),
    P("prevent all $(combat|) damage that would be dealt [<duration>]", lambda w, d: REJECT),
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
    P("if <np> would die this turn , exile (it|that creature) instead", lambda ref: _if_would_die(ref)),
    P("you may play <np> <duration>", lambda ref, d: ForDuration((Can(YOU, "play", ref),), d)),
    P(
        "you may play <np>",
        lambda ref: (
            ForDuration((Can(YOU, "play", ref),), Duration("game")) if isinstance(ref, Pronoun) else REJECT
        ),
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
    P("you may play <count> additional land on each of your turn", lambda n: REJECT),
    P("<playerlimits> <duration>", lambda part, d: ForDuration((part,), d)),
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
    P("the duplicate", lambda: REJECT),
]


def _per_pt(ref: Ref, change: AddPT, duration: Duration, per: Amount) -> Any:
    from kb.checker.oracle.gram.changes import scaled

    total = scaled(change, per)
    return REJECT if total is REJECT else _modify(ref, (total,), duration)


def _switch(ref: Ref, duration: Duration) -> Effect:
    from kb.checker.oracle.ast import SwitchPT

    return ForDuration((Modify(ref, (SwitchPT(),)),), duration)


def _double(ref: Ref, duration: Duration, *, power: bool, toughness: bool) -> Effect:
    from kb.checker.oracle.ast import Affected, Stat

    zero = Number(0)
    change = AddPT(
        Stat("power", Affected()) if power else zero, Stat("toughness", Affected()) if toughness else zero
    )
    return ForDuration((Modify(ref, (change,)),), duration)


def _player_gains(name: str, duration: Duration) -> Effect:
    return ForDuration((Modify(YOU, (AddAbility(Keyword(name, text=name)),)),), duration)


def _extra_phase(what: str) -> Effect:
    from kb.checker.oracle.ast import ExtraTurn

    return ExtraTurn(YOU, what)


def _scaled(amount: Amount, per: Amount) -> Amount:
    if amount == Number(1):
        return per
    if isinstance(amount, Number):
        return Times(amount.value, per)
    return Sum((amount, per)) if False else per


def _lasting(part: Part) -> bool:
    """Limits that carry their own time: "doesn't untap during its controller's next untap step"."""
    return isinstance(part, Cant | Must) and part.during.startswith("next")


def _become_copy(what: Ref, of: Ref, duration: Duration, changes: tuple[Change, ...] = ()) -> Effect:
    from kb.checker.oracle.ast import CopyOf

    return ForDuration((Modify(what, (CopyOf(of, changes),)),), duration)


DAMAGE_TO = [
    P("<np>", lambda ref: ref),
    P("<player>", lambda who: who),
    P("<np> and <np>", lambda a, b: Several((a, b))),
    P("<np> and <player>", lambda a, b: Several((a, b))),
    P("<player> and <np>", lambda a, b: Several((a, b))),
    P("<player> and each <desc> (they|that player) control", lambda who, f: Several((who, _theirs(f, who)))),
    P("target (player or planeswalker)", lambda: REJECT),
    P("<target>", lambda ref: ref),
]


def _theirs(filter_: Filter, who: Ref) -> Ref:
    from kb.checker.oracle.ast import ControlledBy
    from kb.checker.oracle.raw import PlayerPronoun

    return All(Filter(filter_.kind, (*filter_.where, ControlledBy(PlayerPronoun("that player")))))


CLAUSE0 = [
    P("<acts>", lambda act: act(YOU)),
    P("<player> <acts>", lambda who, act: _for_player(who, act)),
    P("<player> each <acts>", lambda who, act: _for_player(who, act)),
    P("you may <acts>", lambda act: _may(YOU, act)),
    P("<player> may <acts>", _may),
    P("you may pay <symbols> [and <acts>]", lambda s, act: REJECT if act else Pay(YOU, _mana_cost(s))),
    P("<player> may pay <symbols>", lambda who, s: Pay(who, _mana_cost(s))),
    P("you may have <clause>", lambda effect: _may_have(YOU, effect)),
    P("<player> may have <clause>", _may_have),
    P("have <clause>", lambda effect: effect),
    P("<objectclause>", lambda effect: effect),
    P("<duration> , <objectclause2>", lambda d, effect: effect(d)),
    P("repeat this process <number> more time", lambda n: REJECT),
]
CLAUSE = [
    P("<clause0>", lambda e: e),
    P("<clause0> unless <player> <acts>", _unless),
    P("<clause0> unless <player> <act> or <acts>", lambda e, who, a, b: REJECT),
]
# "Until end of turn, target creature gains flying": the duration stands in front.
OBJECT_CLAUSE2 = [
    P("<np> <changes>", lambda ref, c: lambda d: _modify(ref, c, d)),
    P("<np> <becomes>", lambda ref, c: lambda d: _modify(ref, c, d)),
    P("<np> <changes> and <becomes>", lambda ref, c, b: lambda d: _modify(ref, c + b, d)),
    P("<np> <becomes> and <changes>", lambda ref, c, b: lambda d: _modify(ref, c + b, d)),
    P("<np> <limits>", lambda ref, parts: lambda d: ForDuration(tuple(part(ref) for part in parts), d)),
    P(
        "<np> <changes> and <limits>",
        lambda ref, c, parts: lambda d: ForDuration((Modify(ref, c), *(p(ref) for p in parts)), d),
    ),
    P("<np> <becomes2> <np>", lambda ref, c, of: lambda d: _become_copy(ref, of, d)),
    P(
        "<np> <becomes2> <np> , except <copychanges>",
        lambda ref, c, of, e: lambda d: _become_copy(ref, of, d, e),
    ),
]


def _mana_cost(text: str) -> Any:
    from kb.checker.oracle.ast import ManaCost

    return (ManaCost(text),)


def _for_player(who: Ref, act: Any) -> Effect:
    effect: Effect = act(who)
    return effect


CLAUSES = [
    P("<clause>", lambda e: e),
    P("<clause> <join> <clauses>", lambda a, j, b: _seq(a, b)),
    P("<clause> , where x be <amountof>", _where),
    P("<clause> <join> <clause> , where x be <amountof>", lambda a, j, b, n: _where(_seq(a, b), n)),
]

SENTENCE = [
    P("<clauses>", lambda e: e),
    P("then <clauses>", lambda e: e),
    P("then if <condition> , <clauses>", _if),
    P("if <condition> , <clauses>", _if),
    P("if <condition> , <clauses> instead", lambda c, e: Amend("instead", c, flat(e))),
    P("if <condition> , instead <clauses>", lambda c, e: Amend("instead", c, flat(e))),
    P("<clauses> instead if <condition>", lambda e, c: Amend("instead", c, flat(e))),
    P("<clauses> if <condition>", lambda e, c: _if(c, e)),
    P("<clauses> unless <condition>", lambda e, c: _if(_negate(c), e)),
    P("otherwise , <clauses>", lambda e: Amend("otherwise", None, flat(e))),
    P("if <condition> , <clauses> . otherwise , <clauses>", lambda c, e, o: If(c, flat(e), flat(o))),
    P("when you do , <clauses>", lambda e: Delayed(None, Body(flat(e)), reflexive=True)),
    P("when (they|that player) do , <clauses>", lambda e: Delayed(None, Body(flat(e)), reflexive=True)),
    P("when you <past2> this way , <clauses>", lambda w, e: Delayed(None, Body(flat(e)), reflexive=True)),
    P("at <step> , <clauses>", _delayed),
    P("<clauses> at <step>", lambda e, s: _delayed(s, e) if s.which else REJECT),
    P("at end of combat , <clauses>", lambda e: _delayed(StepBegins("end of combat"), e)),
    P("<clauses> at end of combat", lambda e: _delayed(StepBegins("end of combat"), e)),
    P(
        "whenever <event> this turn , <clauses>",
        lambda ev, e: Delayed(ev, Body(flat(e)), once=False, duration=END_OF_TURN),
    ),
    P("when <event> this turn , <clauses>", lambda ev, e: Delayed(ev, Body(flat(e)), duration=END_OF_TURN)),
    P(
        "<duration> , whenever <event> , <clauses>",
        lambda d, ev, e: Delayed(ev, Body(flat(e)), once=False, duration=d),
    ),
    P("when you next cast <np> this turn , <clauses>", lambda r, e: _next_cast(r, e)),
    P("when <event> , <clauses>", lambda ev, e: Delayed(ev, Body(flat(e)))),
    P("for each <per> , <clauses>", _for_each),
    P("for each <desc> , <clauses>", lambda f, e: ForEach(All(f), flat(e))),
    P("for each (of them|of those <core>|<core> this way) , <clauses>", lambda *a: REJECT),
    P("repeat this process for <np>", lambda r: REJECT),
    # amendments
    P("(it's|they're|that's) still [a] <typeline>", lambda line: Amend("still")),
    P("if you win [the flip] , <clauses>", lambda e: Amend("win", None, flat(e))),
    P("if you lose [the flip] , <clauses>", lambda e: Amend("lose", None, flat(e))),
    P("(it|they) can't be regenerated", lambda: Amend("no regeneration")),
    P("(that creature|those creature) can't be regenerated", lambda: Amend("no regeneration")),
    P("<np> destroyed this way can't be regenerated", lambda r: Amend("no regeneration")),
    P("you may choose new target for (the copy|those copy|that copy|it|them)", lambda: Amend("retarget")),
    P("(that player) may choose new target for (the copy|that copy)", lambda: REJECT),
    P("the damage can't be prevented", lambda: Amend("unpreventable")),
    P("activate (only) as a sorcery", lambda: REJECT),
    P(
        "if (you cast a spell|a spell cast) this way would be put into <zone> , exile it instead",
        lambda z: REJECT,
    ),
    P(
        "if a creature dealt damage this way would die this turn , exile it instead",
        lambda: _if_would_die(Pronoun("that", Filter("permanent"))),
    ),
    P(
        "if that spell be countered this way , exile it instead of putting it into its owner 's graveyard",
        lambda: Amend("counter to exile"),
    ),
    P(
        "if that spell be countered this way , put it into its owner 's hand instead of into that player 's graveyard",
        lambda: Amend("counter to hand"),
    ),
    P(
        "if <condition> , <clauses> , where x be <amountof>",
        lambda c, e, n: _if(substitute(c, X(), n), _where(e, n)),
    ),
    P("{T} the rest", lambda: REJECT),
]

PAST2 = [P("(sacrifice|discard|exile|destroy|return|tap|reveal|mill) <np>", lambda r: r)]


def _negate(condition: Condition) -> Condition:
    from kb.checker.oracle.ast import Not

    return Not(condition)


def _next_cast(ref: Ref, effect: Effect) -> Any:
    predicate = ref_predicate(ref)
    if not isinstance(predicate, Filter):
        return REJECT
    return Delayed(Casts(SameAs(YOU), predicate), Body(flat(effect)), duration=END_OF_TURN)
