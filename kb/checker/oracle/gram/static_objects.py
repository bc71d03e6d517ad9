"""Static abilities about objects: what they get, have, are and can't do; how they enter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    Act,
    All,
    Amount,
    AnyOf,
    Attached,
    Cant,
    ControlledBy,
    Damage,
    EntersWith,
    Filter,
    If,
    Is,
    Modify,
    OtherThan,
    Pick,
    Redirect,
    Ref,
    RulePart,
    SameAs,
    SetController,
    SetPT,
    Several,
    Status,
    Sum,
    This,
)
from kb.checker.oracle.gram.changes import losses_first
from kb.checker.oracle.gram.doing import flat
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.static_help import ITSELF, static
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.raw import Amend, Pronoun


def _modify(ref: Ref, changes: Any) -> Any:
    if isinstance(ref, Pick) or (isinstance(ref, Pronoun) and ref != Pronoun("it")):
        return REJECT  # "it" is what the sentence before was about, or else unresolved
    return static(Modify(ref, changes))


def _modify_all(those: tuple[Ref, ...], changes: Any) -> Any:
    if any(isinstance(ref, Pick | Pronoun) for ref in those):
        return REJECT
    return static(Modify(Several(those), changes))


def _limited(ref: Ref, limits: Any) -> Any:
    if isinstance(ref, Pick) or (isinstance(ref, Pronoun) and ref != Pronoun("it")):
        return REJECT
    parts = [limit(ref) for limit in limits]
    return REJECT if REJECT in parts else static(*(_of_this(part) for part in parts))


def _of_this(part: Any) -> Any:
    """ "Creatures with lesser power can't block it": what a static ability calls "it" is its own object."""
    return replace(part, object=SameAs(This())) if isinstance(part, Cant) and part.object == _IT else part


_IT = SameAs(Pronoun("it"))


def _enters(what: Any, **more: Any) -> Any:
    return static(EntersWith(what, **more))


def _all_predicate(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    return predicate if isinstance(ref, All | This | Attached) else REJECT


def _enters_all(ref: Ref, **more: Any) -> Any:
    what = _all_predicate(ref)
    return REJECT if what is REJECT else static(EntersWith(what, **more))


def _extra(ref: Ref, extra: dict[str, Any], **more: Any) -> Any:
    what = _all_predicate(ref)
    allowed = {"tapped", "counters"}
    if what is REJECT or extra.keys() - allowed:
        return REJECT
    return static(EntersWith(what, **extra, **more))


def _defining(power: Amount | None, toughness: Amount | None) -> Any:
    return static(Modify(This(), (SetPT(power, toughness),)), zone="anywhere", defining=True)


OBJECT_STATICS = [
    P("<np> <changes>", _modify),
    P("<np> <becomes>", _modify),
    P("<np> <changes> and <becomes>", lambda r, a, b: _modify(r, a + b)),
    P("<np> <becomes> and <changes>", lambda r, a, b: _modify(r, a + b)),
    P("<np> <becomes> , and it <changes>", lambda r, a, b: _modify(r, losses_first(a + b))),
    P(
        "<np> and <np> <changes>",
        lambda a, b, c: REJECT if isinstance(b, Pick | Pronoun) else _modify(Several((a, b)), c),
    ),
    P("<np> , <np> , and <np> <changes>", lambda a, b, c, more: _modify_all((a, b, c), more)),
    P("<np> , <np> , and <np> <becomes>", lambda a, b, c, more: _modify_all((a, b, c), more)),
    P("<np> each <changes>", _modify),
    P("<np> <limits>", _limited),
    P(
        "<np> <changes> and <limits>",
        lambda r, c, limits: static(Modify(r, c), *(limit(r) for limit in limits)),
    ),
    P(
        "<np> <changes> , and <limits>",
        lambda r, c, limits: static(Modify(r, c), *(limit(r) for limit in limits)),
    ),
    P(
        "<np> <changes> , <limits> , and <limits>",
        lambda r, c, k2, m: static(Modify(r, c), *(x(r) for x in k2 + m)),
    ),
    P(
        "<np> <becomes> and <limits>",
        lambda r, c, limits: static(Modify(r, c), *(limit(r) for limit in limits)),
    ),
    P(
        "<np> <limits> and <changes>",
        lambda r, limits, c: static(Modify(r, c), *(limit(r) for limit in limits)),
    ),
    P("you control enchanted <core>", lambda _f: static(Modify(Attached(This()), (SetController(YOU),)))),
    P("~ 's power and toughness be each equal to <amountof>", lambda n: _defining(n, n)),
    P("~ 's power be equal to <amountof> and its toughness be equal to <amountof>", _defining),
    P("~ 's power be equal to <amountof>", lambda n: _defining(n, None)),
    P("~ 's toughness be equal to <amountof>", lambda n: _defining(None, n)),
    P(
        "you may have ~ assign its combat damage as though it wasn't blocked",
        lambda: _rule("assign as unblocked", This()),
    ),
    P(
        "<np> don't untap during (its|their) controller 's untap step",
        lambda r: static(Cant(r, "untap", during="untap step")),
    ),
    P("damage isn't removed from <np> during cleanup step", lambda r: _rule("damage stays", r)),
    P("~ can be your commander", lambda: _rule("can be commander", This())),
    P("a deck can have any number of card named ~", lambda: _rule("deck any number", This())),
    P("activated ability of <np> can't be activated", lambda r: static(Cant(r, "activate"))),
    P(
        "activated ability of <np> can't be activated unless they're mana ability",
        lambda r: static(Cant(r, "activate", during="not mana")),
    ),
    P("it's <isa>", lambda c: static(Modify(Pronoun("it"), c))),
    P("it can't attack or block", lambda: static(Cant(Pronoun("it"), "attack or block"))),
    P(
        "~ 's power be equal to <amountof> and its toughness be equal to that number plus <number>",
        lambda n, k: _defining(n, Sum((n, k))),
    ),
    P(
        "all damage that would be dealt to <dto> be dealt to <np> instead",
        lambda to, r: static(Redirect(Damage(None, ref_predicate(to)), r)),
    ),
    P(
        "all damage that would be dealt to you and other permanent you control be dealt to ~ instead",
        lambda: static(
            Redirect(
                Damage(
                    None, AnyOf((SameAs(YOU), Filter("permanent", (OtherThan(This()), ControlledBy(YOU)))))
                ),
                This(),
            )
        ),
    ),
    P("activated ability of <plural> can't be activated", lambda f: static(Cant(All(f), "activate"))),
    P(
        "<np> don't untap during <poss> untap step",
        lambda r, _w: static(Cant(r, "untap", during="untap step")),
    ),
]

ENTERING = [
    P("~ enter [the battlefield] <extra>", lambda e: _extra(This(), e)),
    P("~ enter [the battlefield] <extra> if <condition>", lambda e, c: _extra(This(), e, condition=c)),
    P("~ enter [the battlefield] <extra> unless <condition>", lambda e, c: _extra(This(), e, unless=c)),
    P("if <condition> , ~ enter [the battlefield] <extra>", lambda c, e: _extra(This(), e, condition=c)),
    P(
        "(~|it) escape <withcounters>",  # CR 702.138c
        lambda c: _enters(ITSELF, counters=c, condition=Is(This(), Status("escaped"))),
    ),
    P("<np> enter [the battlefield] <extra>", lambda r, e: REJECT if isinstance(r, This) else _extra(r, e)),
    P("<np> enter [the battlefield] as a copy of <np>", lambda r, of: _enters_all(r, copy=of)),
    P(
        "you may have ~ enter [the battlefield] as a copy of <np>",
        lambda of: _enters(ITSELF, copy=of, optional=True),
    ),
    P(
        "you may have ~ enter [the battlefield] as a copy of <np> , except <copychanges>",
        lambda of, c: _enters(ITSELF, copy=of, changes=c, optional=True),
    ),
    P(
        "you may have ~ enter [the battlefield] tapped as a copy of <np>",
        lambda of: _enters(ITSELF, copy=of, tapped=True, optional=True),
    ),
    P(
        "as ~ enter [the battlefield] , <sentence>",
        lambda e: _enters(ITSELF, effects=flat(e)) if not_amend(e) else REJECT,
    ),
    P(
        "as ~ be turned face up , <sentence>",
        lambda e: _enters(ITSELF, effects=flat(e), face_up=True) if not_amend(e) else REJECT,
    ),
    P("if <condition> , it enter [the battlefield] <extra>", lambda c, e: _extra(This(), e, condition=c)),
    P(
        "if <condition> , it become $(day|night) as ~ enter [the battlefield]",
        lambda c, w: _enters(ITSELF, effects=(If(c, (Act(f"become {w}"),)),)),
    ),
    P(
        "~ enter [the battlefield] <extra> and <withcounters>",
        lambda e, c: _extra(This(), {**e, "counters": c}) if "counters" not in e else REJECT,
    ),
    P("~ enter [the battlefield] as a copy of <np>", lambda of: _enters(ITSELF, copy=of)),
]


def _rule(name: str, ref: Ref) -> Any:
    return REJECT if isinstance(ref, Pick | Pronoun) else static(RulePart(name, what=ref_predicate(ref)))


def not_amend(effect: Any) -> bool:

    return not isinstance(effect, Amend)
