"""Sentences: conditions, delays and what one says about the sentence before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    All,
    Amount,
    Body,
    Cant,
    Casts,
    Change,
    Compare,
    Condition,
    Count,
    Counters,
    DamageTogether,
    DealDamage,
    Delayed,
    Duration,
    Effect,
    Event,
    EventObject,
    Filter,
    ForDuration,
    ForEach,
    FromAmong,
    HasCounter,
    If,
    Is,
    May,
    Modify,
    Move,
    Moves,
    Must,
    Not,
    OtherThan,
    PlayerIs,
    Players,
    Predicate,
    Ref,
    RemoveCounters,
    Repeat,
    Replace,
    SameAs,
    Shuffle,
    StepBegins,
    Target,
    TargetSpec,
    This,
    walk,
)
from kb.checker.oracle.gram.clauses import where
from kb.checker.oracle.gram.doing import flat, seq
from kb.checker.oracle.gram.durations import END_OF_TURN
from kb.checker.oracle.gram.object_clauses import if_would_die
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.refs import ANY_TARGET
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import Amend, IfAfter, PlayerPronoun, Pronoun, RawTarget, RemoveThose
from kb.checker.oracle.rewrite import rewrite, where_x


def _if(condition: Condition, then: Effect) -> Effect:
    return If(condition, _those_counters(condition, flat(then)))


def _those_counters(condition: Condition, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The instructions, "those counters" being what the condition counted: "if it has three or more oil counters on it"."""
    counted: tuple[Ref, str] | None = None
    if isinstance(condition, Is) and isinstance(condition.predicate, HasCounter):
        counted = (condition.ref, condition.predicate.kind)
    elif isinstance(condition, Compare) and isinstance(condition.left, Counters):
        counted = (condition.left.on, condition.left.kind)
    if counted is None:
        return effects
    return tuple(
        RemoveCounters(*counted, None, effect.who)
        if isinstance(effect, RemoveThose)
        else replace(effect, effects=_those_counters(condition, effect.effects))
        if isinstance(effect, May)
        else effect
        for effect in effects
    )


def _delayed(event: Event, effect: Effect) -> Effect:
    return Delayed(event, Body(flat(effect)))


def _three_targets(amounts: tuple[Amount, ...]) -> Effect:
    """Each of three different targets is dealt another amount."""
    first, second = Target(0), Target(1)
    others: tuple[tuple[Predicate, ...], ...] = (
        (),
        (OtherThan(first),),
        (OtherThan(first), OtherThan(second)),
    )
    targets = [RawTarget(TargetSpec(Filter(ANY_TARGET.kind, (*ANY_TARGET.where, *more)))) for more in others]
    return DamageTogether(
        tuple(DealDamage(This(), amount, ref) for amount, ref in zip(amounts, targets, strict=True))
    )


def _per_player(who: Ref, effect: Effect) -> Any:
    """ "For each opponent, gain control of target permanent that player controls": a target for each of them."""
    found = [part for part in walk(effect) if isinstance(part, RawTarget)]
    if len(found) != 1:
        return REJECT

    def theirs(part: Any) -> Any:
        return Players("iterated") if isinstance(part, PlayerPronoun) else part

    spec = replace(rewrite(found[0].spec, theirs), per=who)
    result = rewrite(effect, lambda part: RawTarget(spec) if isinstance(part, RawTarget) else part)
    left = rewrite(effect, lambda part: This() if isinstance(part, RawTarget) else part)
    return REJECT if any(isinstance(part, PlayerPronoun) for part in walk(left)) else result


def _for_each(per: Amount, effect: Effect) -> Any:
    """ "For each creature destroyed this way, its controller …": one after the other, where the words speak of it."""
    if isinstance(per, Count) and isinstance(per.of, Players):
        return ForEach(per.of, flat(effect))
    if isinstance(per, Count) and isinstance(per.of, Filter):
        if per.of == Filter("card"):
            return REJECT
        spoken_of = any(isinstance(part, Pronoun) and part.word != "this way" for part in walk(effect))
        if spoken_of and any(isinstance(part, FromAmong) for part in per.of.where):
            return ForEach(All(per.of), flat(effect))
    return Repeat(per, flat(effect))


def _for_each_of(what: Filter, effect: Effect) -> Any:
    """ "For each card": those that were dealt with, not all there are."""
    return REJECT if what == Filter("card") else ForEach(All(what), flat(effect))


SENTENCE = [
    P("<clauses>", lambda e: e),
    P("then <clauses>", lambda e: e),
    P("then if <condition> , <clauses>", _if),
    P("if <condition> , <clauses>", _if),
    P("if <condition> , (it|~) deal <number> damage instead", lambda c, n: Amend("damage instead", c, (n,))),
    P("(it|~) deal <number> damage instead if <condition>", lambda n, c: Amend("damage instead", c, (n,))),
    P("if <condition> , <clauses> instead", lambda c, e: Amend("instead", c, flat(e))),
    P("if <condition> , instead <clauses>", lambda c, e: Amend("instead", c, flat(e))),
    P(
        "<clauses> instead if <condition>",
        lambda e, c: Amend("instead", c, flat(e)) if len(flat(e)) == 1 else REJECT,
    ),
    P("<clauses> , then <clause> if <condition>", lambda a, e, c: _then(a, _if_after(c, e))),
    P("<clauses> if <condition>", lambda e, c: _if_after(c, e)),
    P("<clauses> , then <clause> unless <condition>", lambda a, e, c: _then(a, _if_after(_negate(c), e))),
    P("<clauses> unless <condition>", lambda e, c: _if_after(_negate(c), e)),
    P(
        "each $(opponent|player|other player) who can't <act>",
        lambda _who, act: Amend("can't", None, flat(act(Players("iterated")))),
    ),
    P("otherwise , <clauses>", lambda e: Amend("otherwise", None, flat(e))),
    P("if <condition> , <clauses> . otherwise , <clauses>", lambda c, e, o: If(c, flat(e), flat(o))),
    P("when you do , <clauses>", lambda e: Delayed(None, Body(flat(e)), reflexive=True)),
    P("when (they|that player) do , <clauses>", lambda e: Delayed(None, Body(flat(e)), reflexive=True)),
    P("when you <past2> this way , <clauses>", lambda _w, e: Delayed(None, Body(flat(e)), reflexive=True)),
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
    P(
        "~ deal <number> damage to any target , <number> damage to another target , and <number> damage to a third target",
        lambda *amounts: _three_targets(amounts),
    ),
    P("for each opponent , <clauses>", lambda e: _per_player(Players("opponents"), e)),
    P("for each player , <clauses>", lambda e: _per_player(Players("each"), e)),
    P("for each <per> , <clauses>", _for_each),
    P("for each <desc> , <clauses>", _for_each_of),
    # amendments
    P("(it's|they're|that's|he's|she's) still [a] <typeline>", lambda _line: Amend("still")),
    P("if you win [the flip] , <clauses>", lambda e: Amend("win", None, flat(e))),
    P("if you lose [the flip] , <clauses>", lambda e: Amend("lose", None, flat(e))),
    P("(it|they) can't be regenerated", lambda: Amend("no regeneration")),
    P("(that creature|those creature) can't be regenerated", lambda: Amend("no regeneration")),
    P("<np> destroyed this way can't be regenerated", lambda _r: Amend("no regeneration")),
    P("you may choose new target for (the copy|those copy|that copy|it|them)", lambda: Amend("retarget")),
    P("each of those player may choose new target for their copy", lambda: Amend("retarget")),
    P("the damage can't be prevented", lambda: Amend("unpreventable")),
    P("each opponent attacking that player do the same", lambda: Amend("same for attackers")),
    P(
        "if a creature dealt damage this way would die this turn , exile it instead",
        lambda: if_would_die(Pronoun("that", Filter("permanent"))),
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
        lambda c, e, n: _if(where_x(c, n), where(e, n)),
    ),
    P(
        "if you search your library this way , shuffle",
        lambda: If(PlayerIs(YOU, "searched library this way"), (Shuffle(YOU),)),
    ),
    P("then <player> shuffle", lambda w: Shuffle(w)),
    P(
        "(they|it|those token|that token|the token) have <abilities>",
        lambda items: Amend("token has", None, items),
    ),
    P(
        "the <keyword> cost be equal to (its|the card 's|that card 's) mana cost",
        lambda k: Amend("cost is mana cost", None, (k,)),
    ),
    P(
        "if (that spell|the spell|a spell) be countered this way , exile it instead of putting it into its owner 's graveyard",
        lambda: Amend("counter to exile"),
    ),
    P(
        "if that spell be countered this way , put it on top of its owner 's library instead of into that player 's graveyard",
        lambda: Amend("counter to library"),
    ),
    P("if (that|the) card would be put into (your|a) graveyard , exile it instead", lambda: _exile_instead()),
    P("if that spell would be put into (your|a) graveyard , exile it instead", lambda: _exile_instead()),
    P("if (that|the) (player|opponent) win the flip , <clauses>", lambda e: Amend("win", None, flat(e))),
    P("if (the|that) player lose the flip , <clauses>", lambda e: Amend("lose", None, flat(e))),
    P("if they lose the flip , <clauses>", lambda e: Amend("lose", None, flat(e))),
    P("if <condition> , create <count> of those token instead", lambda c, n: Amend("again", c, (n,))),
    P("create <count> of those token instead if <condition>", lambda n, c: Amend("again", c, (n,))),
    P(
        "if <condition> , <clauses> instead , where x be <amountof>",
        lambda c, e, n: Amend("instead", c, flat(where(e, n))),
    ),
    P(
        "all creature able to block <np> this turn do so",
        lambda r: ForDuration((Must(r, "be blocked by all"),), END_OF_TURN),
    ),
    P("you gain life equal to the damage prevented this way", lambda: Amend("prevented life")),
    P("<np> <changes> <duration> and <limits>", lambda r, c, d, limits: _two(r, c, limits, d, None)),
    P(
        "<np> <changes> <duration> and <limits> <duration>",
        lambda r, c, d, limits, e: _two(r, c, limits, d, e),
    ),
]

PAST2 = [P("(sacrifice|discard|exile|destroy|return|tap|reveal|mill) <np>", lambda r: r)]


def _then(first: Effect, then: Any) -> Any:
    return REJECT if then is REJECT else seq(first, then)


def _if_after(condition: Condition, then: Effect) -> Any:
    """A condition at the end of a sentence. Of several instructions it would be unclear to which it belongs."""
    effects = flat(then)
    return IfAfter(effects, condition) if len(effects) == 1 else REJECT


def _negate(condition: Condition) -> Condition:

    return Not(condition)


def _next_cast(ref: Ref, effect: Effect) -> Any:
    predicate = ref_predicate(ref)
    if not isinstance(predicate, Filter):
        return REJECT
    return Delayed(Casts(SameAs(YOU), predicate), Body(flat(effect)), duration=END_OF_TURN)


def _two(ref: Ref, changes: tuple[Change, ...], limits: Any, first: Duration, second: Duration | None) -> Any:
    """ "Gets +1/+0 until end of turn and can't be blocked this turn"."""
    parts = [limit(ref) for limit in limits]
    if second is None and all(isinstance(part, Cant | Must) and part.during == "this turn" for part in parts):
        second = END_OF_TURN
    return ForDuration((Modify(ref, changes), *parts), first) if first == second else REJECT


def _exile_instead() -> Effect:
    spell = Pronoun("that", Filter("any"))
    event = Moves(SameAs(spell), to="graveyard")
    return ForDuration((Replace(event, (Move(EventObject(), "exile"),)),), Duration("game"))
