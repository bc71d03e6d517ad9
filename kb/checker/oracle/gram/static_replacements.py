"""Replacement and prevention effects."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    ONE,
    YOU,
    Amount,
    AnyEvent,
    AnyOf,
    Becomes,
    ControlledBy,
    CountersPut,
    Damage,
    Does,
    EventObject,
    Filter,
    Moves,
    Number,
    OwnedBy,
    Pick,
    Predicate,
    Prevent,
    Ref,
    Replace,
    RulePart,
    ScaleEvent,
    Shuffle,
    Status,
)
from kb.checker.oracle.gram.doing import flat
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.static_help import ITSELF, MYSELF, OPPONENTS, static
from kb.checker.oracle.grammar import REJECT, P


def _instead(event: Any, effect: Any, **more: Any) -> Any:
    return static(Replace(event, flat(effect), **more))


REPLACEMENTS = [
    P("if <would> , <clauses> instead", _instead),
    P("if <would> or <would> , <clauses> instead", lambda a, b, c: _instead(AnyEvent((a, b)), c)),
    P("if <would> , instead <clauses>", _instead),
    P("if <would> , <clauses> instead of putting it into <zone>", lambda e, c, _z: _instead(e, c)),
    P("if <would> , you may instead <acts>", lambda e, a: static(Replace(e, flat(a(YOU)), optional=True))),
    P("if <scaling>", static),
    P(
        "if ~ would be put into a graveyard from anywhere , (reveal ~ and shuffle it into its owner 's library instead|shuffle it into its owner 's library instead)",
        lambda: _shuffle_in(),
    ),
    P(
        "prevent all damage that would be dealt to <np>",
        lambda r: REJECT if isinstance(r, Pick) else static(Prevent(Damage(None, ref_predicate(r)))),
    ),
    P(
        "prevent all combat damage that would be dealt to <np>",
        lambda r: REJECT if isinstance(r, Pick) else static(Prevent(Damage(None, ref_predicate(r), True))),
    ),
    P(
        "prevent all combat damage that would be dealt by <np>",
        lambda r: static(Prevent(Damage(ref_predicate(r), None, True))),
    ),
    P(
        "prevent all combat damage that would be dealt to and dealt by <np>",
        lambda r: static(
            Prevent(Damage(None, ref_predicate(r), True)), Prevent(Damage(ref_predicate(r), None, True))
        ),
    ),
    P(
        "prevent all damage that would be dealt to and dealt by <np>",
        lambda r: static(Prevent(Damage(None, ref_predicate(r))), Prevent(Damage(ref_predicate(r)))),
    ),
    P("if <would> while <condition> , <clauses> instead", lambda e, c, a: _instead(e, a, condition=c)),
    P("if <would> and <condition> , <clauses> instead", lambda e, c, a: _instead(e, a, condition=c)),
    P("if <would> , that player gain no life instead", lambda e: static(Replace(e, ()))),
    P("if <would> , instead that player skip that draw and <clauses>", lambda e, a: _instead(e, a)),
    P("if <would> , <who> skip that draw instead", lambda e, _w: static(Replace(e, ()))),
    P(
        "if damage would be dealt to <np> , prevent that damage",
        lambda r: static(Prevent(Damage(None, ref_predicate(r)))),
    ),
    P(
        "if damage would be dealt to <np> , prevent that damage and <clauses>",
        lambda r, e: static(Prevent(Damage(None, ref_predicate(r)), then=flat(e))),
    ),
    P(
        "if damage would be dealt to <np> while <condition> , prevent that damage and <clauses>",
        lambda r, c, e: static(Prevent(Damage(None, ref_predicate(r)), then=flat(e)), condition=c),
    ),
    P(
        "if a source would deal damage to <dmgto> , prevent <number> of that damage",
        lambda to, n: static(Prevent(Damage(None, to), n, each=True)),
    ),
    P(
        "if one or more token would be created , twice that many of those token be created instead",
        lambda: static(ScaleEvent(does(None, "create token"), 2)),
    ),
    P(
        "if a effect would create one or more token , it create twice that many of those token instead",
        lambda: static(ScaleEvent(does(None, "create token"), 2)),
    ),
    P(
        "if one or more counter would be put on <np> , that many plus one of each of those kind of counter be put on (that permanent|it|that creature) instead",
        lambda r: static(ScaleEvent(_counters("", r), 1, ONE)),
    ),
    P(
        "if you would get one or more counter , you get that many plus one of each of those kind of counter instead",
        lambda: static(ScaleEvent(CountersPut("", MYSELF, True), 1, ONE)),
    ),
    P(
        "if you would put one or more counter on a permanent or player , put twice that many of each of those kind of counter on that permanent or player instead",
        lambda: static(ScaleEvent(CountersPut("", Filter("any"), True, MYSELF), 2)),
    ),
    P(
        "if a opponent would put one or more counter on a permanent or player , they put half that many of each of those kind of counter on that permanent or player instead , rounded down",
        lambda: static(
            ScaleEvent(
                CountersPut("", Filter("any"), True, Filter("player", (Status("opponent"),))), halve="down"
            )
        ),
    ),
    P(
        "if <damagedby> would deal damage to a opponent or a permanent a opponent control , it deal that much damage plus <number> instead",
        lambda s, n: static(
            ScaleEvent(
                Damage(
                    s,
                    AnyOf(
                        (
                            Filter("player", (Status("opponent"),)),
                            Filter("permanent", (ControlledBy(OPPONENTS),)),
                        )
                    ),
                ),
                1,
                n,
            )
        ),
    ),
]


def _shuffle_in() -> Any:

    return static(Replace(Moves(ITSELF, to="graveyard"), (Shuffle(YOU, EventObject()),)), zone="anywhere")


# "an effect would …": the event that is replaced.
WOULD = [
    P("<np> would be put into a opponent 's graveyard", lambda r: _to_opponents(r)),
    P(
        "<np> would be put into a graveyard [from anywhere]",
        lambda r: _would_move(r, "anywhere", "graveyard"),
    ),
    P(
        "a card or token would be put into a graveyard from anywhere",
        lambda: Moves(AnyOf((Filter("card"), Filter("token"))), to="graveyard"),
    ),
    P("a card would be put into a graveyard from anywhere", lambda: Moves(Filter("card"), to="graveyard")),
    P(
        "a card would be put into your graveyard from anywhere",
        lambda: Moves(Filter("card", (OwnedBy(YOU),)), to="graveyard"),
    ),
    P(
        "a card would be put into a opponent 's graveyard from anywhere",
        lambda: Moves(Filter("card", (OwnedBy(OPPONENTS),)), to="graveyard"),
    ),
    P("<np> would die", lambda r: _would_move(r, "battlefield", "graveyard")),
    P("<np> would leave the battlefield", lambda r: _would_move(r, "battlefield", "anywhere")),
    P("<np> would be put into exile", lambda r: _would_move(r, "anywhere", "exile")),
    P("<who> would draw a card", lambda w: does(w, "draw")),
    P(
        "<who> would draw a card except the first one (you|they) draw in each of (your|their) draw step",
        lambda w: does(w, "draw", except_first_in_draw_step=True),
    ),
    P("<who> would gain life", lambda w: does(w, "gain life")),
    P("<who> would lose life", lambda w: does(w, "lose life")),
    P("<who> would lose the game", lambda w: does(w, "lose the game")),
    P(
        "a spell or ability a opponent control cause you to discard ~",
        lambda: does(MYSELF, "discard by opponent", ITSELF),
    ),
    P("<np> would be destroyed", lambda r: _destroyed(r)),
    P("<who> would mill one or more card", lambda w: does(w, "mill")),
    P("<who> would scry", lambda w: does(w, "scry")),
    P("<np> would enter [the battlefield]", lambda r: _would_move(r, "anywhere", "battlefield")),
    P("<who> would create one or more token", lambda w: does(w, "create token")),
    P("<who> would proliferate", lambda w: does(w, "proliferate")),
    P("<who> would planeswalk", lambda w: does(w, "planeswalk")),
]


def _to_opponents(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    if not isinstance(predicate, Filter):
        return REJECT
    return Moves(Filter(predicate.kind, (*predicate.where, OwnedBy(OPPONENTS))), "anywhere", "graveyard")


def _destroyed(ref: Ref) -> Any:

    return Becomes(ref_predicate(ref), "destroyed")


def does(who: Predicate | None, verb: str, what: Predicate | None = None, **more: Any) -> Any:

    return Does(who, verb, what, **more)


def _would_move(ref: Ref, origin: Any, to: Any) -> Any:
    return Moves(ref_predicate(ref), origin, to)


def _counters(kind: str, on: Ref, by: Predicate | None = None) -> Any:

    return CountersPut(kind, ref_predicate(on), True, by)


def _tokens(who: Predicate | None) -> Any:
    return does(who or Filter("player"), "create token")


def _plus(n: Amount) -> Amount:
    return n


# Replacement effects that change how much: "that many plus one".
SCALING = [
    P(
        "one or more <counterkind> counter would be put on <np> , that many plus <number> <counterkind> counter be put on (it|that permanent|that creature) instead",
        lambda k, r, n, k2: ScaleEvent(_counters(k, r), 1, n) if k == k2 else REJECT,
    ),
    P(
        "one or more <counterkind> counter would be put on <np> , that many <counterkind> counter minus <number> be put on (it|that permanent|that creature) instead",
        lambda k, r, k2, n: (
            ScaleEvent(_counters(k, r), 1, Number(-n.value)) if k == k2 and isinstance(n, Number) else REJECT
        ),
    ),
    P(
        "you would put one or more <counterkind> counter on <np> , put that many plus <number> <counterkind> counter on it instead",
        lambda k, r, n, k2: ScaleEvent(_counters(k, r, MYSELF), 1, n) if k == k2 else REJECT,
    ),
    P(
        "one or more <counterkind> counter would be put on <np> , twice that many <counterkind> counter be put on (it|that creature) instead",
        lambda k, r, k2: ScaleEvent(_counters(k, r), 2) if k == k2 else REJECT,
    ),
    P(
        "a effect would create one or more token under your control , it create twice that many of those token instead",
        lambda: ScaleEvent(_tokens(MYSELF), 2),
    ),
    P(
        "one or more token would be created under your control , twice that many of those token be created instead",
        lambda: ScaleEvent(_tokens(MYSELF), 2),
    ),
    P(
        "a effect would put one or more counter on <np> , it put twice that many of those counter on (that permanent|it) instead",
        lambda r: ScaleEvent(_counters("", r), 2),
    ),
    P(
        "<damagedby> would deal damage to <dmgto> , it deal double that damage to (that permanent or player|that player|that permanent|it|that creature) instead",
        lambda s, to: ScaleEvent(Damage(s, to), 2),
    ),
    P(
        "<damagedby> would deal damage to a permanent or player , it deal double that damage [to that permanent or player] instead",
        lambda s: ScaleEvent(Damage(s), 2),
    ),
    P(
        "<damagedby> would deal damage to a permanent or player , it deal that much damage plus <number> [to that permanent or player] instead",
        lambda s, n: ScaleEvent(Damage(s), 1, n),
    ),
    P(
        "<damagedby> would deal $(noncombat|combat) damage to a permanent or player , it deal that much damage plus <number> [to that permanent or player] instead",
        lambda s, c, n: ScaleEvent(Damage(s, None, c == "combat"), 1, n),
    ),
    P(
        "you would gain life , you gain that much life plus <number> instead",
        lambda n: ScaleEvent(does(MYSELF, "gain life"), 1, n),
    ),
    P(
        "you would gain life , you gain twice that much life instead",
        lambda: ScaleEvent(does(MYSELF, "gain life"), 2),
    ),
    P(
        "a triggered ability of <np> trigger , that ability trigger a additional time",
        lambda r: RulePart("triggers additional", YOU, ref_predicate(r), amount=ONE),
    ),
]

DAMAGED_BY = [
    P("a source", lambda: Filter("object")),
    P("<np>", lambda r: ref_predicate(r)),
]
