"""Static abilities about costs."""

from __future__ import annotations

from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    AdditionalCost,
    AlternativeCost,
    ControlledBy,
    CostChange,
    Filter,
    InZone,
    ManaCost,
    Pick,
    Predicate,
    RulePart,
    Stat,
    Status,
    This,
)
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.static_help import ITSELF, pay_cost, static
from kb.checker.oracle.grammar import REJECT, P


def cost_change(what: Predicate, by: str, sense: str, **more: Any) -> Any:
    return static(CostChange(what, by, -1 if sense == "less" else 1, **more))


def _spell_cost(filter_: Filter, by: str, sense: str, **more: Any) -> Any:
    if filter_.kind != "spell":
        return REJECT
    return cost_change(filter_, by, sense, **more)


COSTS_STATICS = [
    P("~ cost <symbols> $(less|more) to cast", lambda s, w: cost_change(ITSELF, s, w)),
    P(
        "~ cost <symbols> $(less|more) to cast for each <per>",
        lambda s, w, n: cost_change(ITSELF, s, w, times=n),
    ),
    P("<plural> cost <symbols> $(less|more) to cast", lambda f, s, w: _spell_cost(f, s, w)),
    P(
        "<plural> cost <symbols> $(less|more) to cast for each <per>",
        lambda f, s, w, n: _spell_cost(f, s, w, times=n),
    ),
    P("each <desc> cost <symbols> $(less|more) to cast", lambda f, s, w: _spell_cost(f, s, w)),
    P(
        "plotting card from <zone> cost <symbols> $(less|more)",
        lambda z, s, w: cost_change(Filter("card", (InZone(z[0], z[1]),)), s, w, action="plot", who=z[1]),
    ),
    P(
        "foretelling card from <zone> cost <symbols> $(less|more)",
        lambda z, s, w: cost_change(Filter("card", (InZone(z[0], z[1]),)), s, w, action="foretell", who=z[1]),
    ),
    P(
        "<keyword> cost you pay cost <symbols> $(less|more)",
        lambda k, s, w: cost_change(Filter("any"), s, w, action=k, who=YOU),
    ),
    P(
        "<keyword> ability you activate cost <symbols> $(less|more) to activate",
        lambda k, s, w: cost_change(Filter("any"), s, w, action=k, who=YOU),
    ),
    P(
        "activated ability of <np> cost <symbols> $(less|more) to activate",
        lambda r, s, w: (
            REJECT if isinstance(r, Pick) else cost_change(ref_predicate(r), s, w, action="activate")
        ),
    ),
    P(
        "each <desc> that would cost less than <number> mana to cast cost <number> mana to cast",
        lambda f, n, m: (
            static(RulePart("costs at least", what=f, amount=n)) if n == m and f.kind == "spell" else REJECT
        ),
    ),
    P("as a additional cost to cast ~ , <acts>", lambda act: static(AdditionalCost(pay_cost(act)))),
    P(
        "as a additional cost to cast ~ , <act> or <act>",
        lambda a, b: static(AdditionalCost((), options=(pay_cost(a), pay_cost(b)))),
    ),
    P(
        "as a additional cost to cast ~ , you may <acts>",
        lambda act: static(AdditionalCost(pay_cost(act), optional=True)),
    ),
    P("you may <acts> rather than pay ~ 's mana cost", lambda act: static(AlternativeCost(pay_cost(act)))),
    P(
        "if <condition> , you may <acts> rather than pay ~ 's mana cost",
        lambda c, act: static(AlternativeCost(pay_cost(act), c)),
    ),
    P(
        "if <condition> , you may cast ~ without paying its mana cost",
        lambda c: static(AlternativeCost((), c)),
    ),
    P(
        "~ cost <symbols> more to cast for each target beyond the first",
        lambda s: cost_change(ITSELF, s, "more", times=Stat("targets beyond the first", This())),
    ),
    P(
        "activated ability cost <symbols> more to activate unless they're mana ability",
        lambda s: cost_change(Filter("any"), s, "more", action="activate not mana"),
    ),
    P(
        "you may <acts> rather than pay <possessive> mana cost",
        lambda act, r: static(AlternativeCost(pay_cost(act))) if isinstance(r, This) else REJECT,
    ),
    P(
        "you may pay <symbols> rather than pay ~ 's mana cost",
        lambda s: static(AlternativeCost((ManaCost(s),))),
    ),
    P(
        "the $(first|second) <desc> you cast each turn cost <symbols> $(less|more) to cast",
        lambda n, f, s, w: (
            cost_change(Filter(f.kind, (*f.where, ControlledBy(YOU), Status(f"{n} of the turn"))), s, w)
            if f.kind == "spell"
            else REJECT
        ),
    ),
    P(
        "<plural> you cast cost <symbols> $(less|more) to cast",
        lambda f, s, w: (
            cost_change(Filter(f.kind, (*f.where, ControlledBy(YOU))), s, w) if f.kind == "spell" else REJECT
        ),
    ),
]
