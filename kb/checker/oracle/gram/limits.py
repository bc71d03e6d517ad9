"""What continuous effects forbid and force: can't attack, attacks if able, doesn't untap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    AnyOf,
    Can,
    Cant,
    ControlledBy,
    Filter,
    HasType,
    ManaCost,
    Measures,
    Must,
    Not,
    Number,
    OtherPlayers,
    Part,
    Players,
    Predicate,
    Ref,
    RulePart,
    SameAs,
    Stat,
    This,
)
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import Pronoun, RawTarget

Limit = Callable[[Ref], Part]


def _cant(verb: str, **more: Any) -> Limit:
    return lambda ref: Cant(ref, verb, **more)


def _must(verb: str, **more: Any) -> Limit:
    return lambda ref: Must(ref, verb, **more)


LIMITS = [
    P("<limit>", lambda item: (item,)),
    P("<limit> and <limits>", lambda a, b: (a, *b)),
    P(
        "can't attack or block , and (its|their) activated ability can't be activated",
        lambda: (_cant("attack or block"), _cant("activate")),
    ),
    P(
        "can't attack or block , and (its|their) activated ability can't be activated unless they're mana ability",
        lambda: (_cant("attack or block"), _cant("activate", during="not mana")),
    ),
]

LIMIT = [
    P("can't attack", lambda: _cant("attack")),
    P("can't block", lambda: _cant("block")),
    P("can't attack or block", lambda: _cant("attack or block")),
    P("can't be blocked", lambda: _cant("be blocked")),
    P("can't attack or block alone", lambda: _cant("attack or block alone")),
    P("can't attack alone", lambda: _cant("attack alone")),
    P("can only attack alone", lambda: _cant("attack with others")),
    P("can't block alone", lambda: _cant("block alone")),
    P("can't be blocked by <plural>", lambda f: _cant("be blocked", object=f)),
    P("can't be blocked by more than one creature", lambda: _cant("be blocked", most=Number(1))),
    P("can't be blocked except by <plural>", lambda f: _cant("be blocked", but=f)),
    P(
        "can't be blocked this turn except by <plural>",
        lambda f: _cant("be blocked", but=f, during="this turn"),
    ),
    P(
        "can't be blocked by creature with (greater) power",
        lambda: (
            lambda ref: Cant(ref, "be blocked", object=_stronger(ref)) if isinstance(ref, This) else REJECT
        ),
    ),
    P("assign no combat damage <duration0>", lambda _d: lambda ref: RulePart("no combat damage", ref)),
    P("can't be blocked except by <number> or more creature", lambda n: _cant("be blocked", least=n)),
    P("can't block <plural>", lambda f: _cant("block", object=f)),
    P("can block only <plural>", lambda f: _cant("block", but=f)),
    P(
        "can't block <np>",
        lambda r: _cant("block", object=ref_predicate(r)) if isinstance(r, This | Pronoun) else REJECT,
    ),
    P("can't attack you", lambda: _cant("attack", object=_player(YOU))),
    P("can't attack you or planeswalker you control", lambda: _cant("attack you or yours")),
    P("can't attack unless <condition>", lambda c: _cant("attack", unless=c)),
    P("can't block unless <condition>", lambda c: _cant("block", unless=c)),
    P("can't attack or block unless <condition>", lambda c: _cant("attack or block", unless=c)),
    P("can't be countered", lambda: _cant("be countered")),
    P("can't be countered by spell or ability", lambda: _cant("be countered")),
    P("can't be regenerated", lambda: _cant("regenerate")),
    P("can't be sacrificed", lambda: _cant("be sacrificed")),
    P("can't transform", lambda: _cant("transform")),
    P(
        "can't be the target of spell or ability your opponent control",
        lambda: _cant("be targeted", object=_theirs()),
    ),
    P("can't be the target of spell or ability", lambda: _cant("be targeted")),
    P("can't be enchanted", lambda: _cant("be enchanted")),
    P("can't have counter put on (it|them)", lambda: _cant("have counters")),
    P("can't be equipped", lambda: _cant("be equipped")),
    P("don't untap during <whose> untap step", lambda _w: _cant("untap", during="untap step")),
    P("don't untap during <whose> next untap step", lambda _w: _cant("untap", during="next untap step")),
    P(
        "don't untap during <whose> next two untap step",
        lambda _w: _cant("untap", during="next two untap steps"),
    ),
    P("(attack|must attack) each (combat|turn) if able", lambda: _must("attack")),
    P("attack if able", lambda: _must("attack")),
    P("attack <duration0> if able", lambda d: lambda ref: Must(ref, "attack", during=d)),
    P("attack <musttarget> if able", lambda r: _must("attack", object=r)),
    P(
        "attack <musttarget> $(this turn|this combat|each combat) if able",
        lambda r, _d: _must("attack", object=r),
    ),
    P("block <duration0> if able", lambda d: lambda ref: Must(ref, "block", during=d)),
    P("block each (combat|turn) if able", lambda: _must("block")),
    P("block <np> <duration0> if able", lambda r, d: lambda ref: Must(ref, "block", r, d)),
    P("must be blocked if able", lambda: _must("be blocked")),
    P("must be blocked <duration0> if able", lambda d: lambda ref: Must(ref, "be blocked", during=d)),
    P(
        "(can attack|can attack this turn) as though (it|they) didn't have defender",
        lambda: lambda ref: Can(ref, "attack as though no defender"),
    ),
    P(
        "can block a additional creature [each combat]",
        lambda: lambda ref: Can(ref, "block additional", count=Number(1)),
    ),
    P("can block any number of creature", lambda: lambda ref: Can(ref, "block additional", count=None)),
    P(
        "can block a additional <number> creature [each combat]",
        lambda n: lambda ref: Can(ref, "block additional", count=n),
    ),
    P(
        "assign combat damage equal to (its|their) toughness rather than (its|their) power",
        lambda: lambda ref: RulePart("damage by toughness", ref),
    ),
    P(
        "assign combat damage equal to (its|their) toughness rather than (its|their) power <duration0>",
        lambda _d: lambda ref: RulePart("damage by toughness", ref),
    ),
    P("can't be turned face up", lambda: _cant("turn face up")),
    P("can't crew vehicle", lambda: _cant("crew")),
    P("attack this turn if able", lambda: lambda ref: Must(ref, "attack", during="this turn")),
    P("don't untap during that player 's next untap step", lambda: _cant("untap", during="next untap step")),
    P(
        "can't attack you unless their controller pay <symbols> for each creature they control that's attacking you",
        lambda s: lambda ref: Cant(ref, "attack", object=_player(YOU), cost=(ManaCost(s),)),
    ),
    P(
        "can't attack you or planeswalker you control unless their controller pay <symbols> for each of those creature",
        lambda s: lambda ref: Cant(ref, "attack you or yours", cost=(ManaCost(s),)),
    ),
    P(
        "can't block unless their controller pay <symbols> for each of those creature",
        lambda s: lambda ref: Cant(ref, "block", cost=(ManaCost(s),)),
    ),
    P("can't have <counterkind> counter put on (it|them)", lambda k: _cant(f"have {k} counters")),
    P("can't enter [the battlefield]", lambda: _cant("enter")),
    P("can't be blocked as long as <condition>", lambda c: _cant("be blocked", unless=Not(c))),
    P("can't be the target of <plural>", lambda f: _cant("be targeted", object=f)),
]

# Whom a creature has to attack.
MUST_TARGET = [
    P("you", lambda: YOU),
    P("a player other than you", lambda: OtherPlayers(YOU)),
    P("<np>", lambda r: r if isinstance(r, This | RawTarget) else REJECT),
]

DURATION0 = [P("$(this turn|this combat)", lambda w: w)]

WHOSE = [
    P("(its|their|your) controller 's", lambda: None),
    P("your", lambda: None),
    P("their controllers '", lambda: None),
    P("their controller 's", lambda: None),
]


def _stronger(than: Ref) -> Predicate:
    return Filter("permanent", (HasType("creature"), Measures("power", ">", Stat("power", than))))


def _player(who: Ref) -> Predicate:

    return SameAs(who)


def _theirs() -> Predicate:

    return Filter("any", (AnyOf((Filter("spell"), Filter("ability"))), ControlledBy(Players("opponents"))))
