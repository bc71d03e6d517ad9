"""What triggers: the event after "when" and "whenever"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    Activates,
    All,
    AnyEvent,
    AnyOf,
    Attacks,
    AttacksWith,
    Becomes,
    BecomesBlocked,
    BecomesTarget,
    Blocks,
    Casts,
    ControlledBy,
    CountersPut,
    CountersRemoved,
    Damage,
    Does,
    Event,
    Filter,
    Happens,
    HasType,
    Moves,
    Negated,
    OwnedBy,
    Pick,
    Players,
    Predicate,
    Ref,
    SameAs,
    Status,
    Targets,
    This,
)
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.static_help import MYSELF
from kb.checker.oracle.gram.subjects import Subject, with_more
from kb.checker.oracle.grammar import REJECT, P
from kb.checker.oracle.words import ORDINALS


def ordinal(word: str) -> int:
    return ORDINALS[word]


def _enters(subject: Subject, under: str | None = None) -> Event:
    what, batch = subject
    if under:
        what = with_more(what, ControlledBy(YOU))
    return Moves(what, to="battlefield", batch=batch)


def _dies(subject: Subject) -> Event:
    return Moves(subject[0], "battlefield", "graveyard", batch=subject[1])


def _moves(subject: Subject, origin: Any, to: Any, not_from: Any = None, owner: Ref | None = None) -> Event:
    what = subject[0] if owner is None else with_more(subject[0], OwnedBy(owner))
    return Moves(what, origin, to, batch=subject[1], not_from=not_from)


def _damage(subject: Subject | None, to: Predicate | None, combat: str | None, batch: bool = False) -> Event:
    kind = {"combat": True, "noncombat": False, None: None}[combat]
    what, many = subject if subject else (None, False)
    return Damage(what, to, kind, batch or many)


def _casts(who: Predicate, what: Predicate, nth: str | None = None, **more: Any) -> Event:
    return Casts(who, what, ordinal(nth) if nth else 0, **more)


def _spell(ref: Ref) -> Any:
    predicate = ref_predicate(ref)
    if isinstance(predicate, Filter) and predicate.kind in {"spell", "any"}:
        return predicate
    return predicate if isinstance(predicate, SameAs) else REJECT


def _cast(who: Predicate, ref: Ref, **more: Any) -> Any:
    what = _spell(ref)
    return REJECT if what is REJECT else Casts(who, what, **more)


_N = "$(first|second|third|fourth|fifth)"

_COMBAT = "[$(combat|noncombat)]"

_ENTER = "enter [the battlefield]"

EVENT = [
    P("<event1>", lambda e: e),
    P("<event1> or <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> , <event1> , or <event1>", lambda *e: AnyEvent(e)),
    P("<event1> and whenever <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> or whenever <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> or when <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> and when <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> and (at <step>)", lambda a, b: AnyEvent((a, b))),
    P("<subject> <verbs>", lambda s, verbs: AnyEvent(tuple(verb(s) for verb in verbs))),
    P("<who> <whoverbs>", lambda w, verbs: AnyEvent(tuple(verb(w) for verb in verbs))),
]

# "enters or attacks": one subject, several verbs.
VERBS = [
    P("<verb> or <verb>", lambda a, b: (a, b)),
    P("<verb> , <verb> , or <verb>", lambda *v: v),
]

VERB = [
    P(_ENTER, lambda: _enters),
    P(f"{_ENTER} under your control", lambda: lambda s: _enters(s, "you")),
    P("die", lambda: _dies),
    P("leave the battlefield", lambda: lambda s: _moves(s, "battlefield", "anywhere")),
    P("attack", lambda: lambda s: Attacks(s[0], batch=s[1])),
    P("block", lambda: lambda s: Blocks(s[0], batch=s[1])),
    P("become blocked", lambda: lambda s: BecomesBlocked(s[0])),
    P("become tapped", lambda: lambda s: Becomes(s[0], "tapped", batch=s[1])),
    P("become untapped", lambda: lambda s: Becomes(s[0], "untapped")),
    P("be turned face up", lambda: lambda s: Becomes(s[0], "face up")),
    P("deal damage", lambda: lambda s: Damage(s[0], batch=s[1])),
    P("be dealt damage", lambda: lambda s: Damage(None, s[0])),
    P("be put into exile", lambda: lambda s: _moves(s, "anywhere", "exile")),
    P("be put into exile from the battlefield", lambda: lambda s: _moves(s, "battlefield", "exile")),
    P("be put into a graveyard from the battlefield", lambda: _dies),
    P("transform", lambda: lambda s: Becomes(s[0], "transformed")),
    P("mutate", lambda: lambda s: Becomes(s[0], "mutates")),
    P("block a creature", lambda: lambda s: Blocks(s[0], Filter("permanent", (HasType("creature"),)))),
]

EVENT1 = [
    P("<subject> <verb>", lambda s, verb: verb(s)),
    P(f"<subject> {_ENTER} under $(your|a opponent's) control", lambda s, u: _enters(s, u)),
    P(
        f"<subject> {_ENTER} under a opponent 's control",
        lambda s: (
            _moves(s, "anywhere", "battlefield")
            if False
            else Moves(with_more(s[0], ControlledBy(Players("opponents"))), to="battlefield")
        ),
    ),
    P(f"<subject> {_ENTER} from <zone>", lambda s, z: _from_zone(s, z)),
    P("<subject> (be put into|go to) a graveyard from the battlefield", _dies),
    P(
        "<subject> be put into your graveyard from the battlefield",
        lambda s: _moves(s, "battlefield", "graveyard", None, YOU),
    ),
    P("<subject> be put into (a graveyard) from anywhere", lambda s: _moves(s, "anywhere", "graveyard")),
    P(
        "<subject> be put into your graveyard from anywhere",
        lambda s: _moves(s, "anywhere", "graveyard", None, YOU),
    ),
    P(
        "<subject> be put into your graveyard from your library",
        lambda s: _moves(s, "library", "graveyard", None, YOU),
    ),
    P(
        "<subject> be put into a graveyard from anywhere other than the battlefield",
        lambda s: _moves(s, "anywhere", "graveyard", "battlefield"),
    ),
    P(
        "<subject> be put into a opponent 's graveyard from anywhere",
        lambda s: _moves(s, "anywhere", "graveyard", None, Players("opponents")),
    ),
    P(
        "<subject> be put into a opponent 's graveyard from the battlefield",
        lambda s: _moves(s, "battlefield", "graveyard", None, Players("opponents")),
    ),
    P("<subject> leave your graveyard", lambda s: _moves(s, "graveyard", "anywhere", None, YOU)),
    P("<subject> be returned to (its|their) owner 's hand", lambda s: _moves(s, "battlefield", "hand")),
    P(
        "<subject> be returned to your hand [from the battlefield]",
        lambda s: _moves(s, "battlefield", "hand", None, YOU),
    ),
    P("<subject> be exiled", lambda s: _moves(s, "anywhere", "exile")),
    # combat
    P("<subject> attack alone", lambda s: Attacks(s[0], how="alone")),
    P("<subject> attack and isn't blocked", lambda s: Attacks(s[0], how="unblocked")),
    P("<subject> attack <whom>", lambda s, w: Attacks(s[0], w, batch=s[1])),
    P(
        "~ and at least <number> other creature attack",
        lambda n: Attacks(SameAs(This()), how="with others", others=n.value),
    ),
    P("<who> attack", lambda w: AttacksWith(w)),
    P("<who> attack <whom>", lambda w, x: AttacksWith(w, whom=x)),
    P("<who> attack with one or more <desc>", lambda w, f: AttacksWith(w, f)),
    P("<who> attack with <number> or more <desc>", lambda w, n, f: AttacksWith(w, f, n.value)),
    P("<who> attack <whom> with one or more <desc>", lambda w, x, f: AttacksWith(w, f, whom=x)),
    P("<who> attack <whom> with <number> or more <desc>", lambda w, x, n, f: AttacksWith(w, f, n.value, x)),
    P("<subject> block <subject>", lambda s, o: Blocks(s[0], o[0], batch=s[1])),
    P("<subject> become blocked by <subject>", lambda s, o: BecomesBlocked(s[0], o[0])),
    P(
        "<subject> block or become blocked by <subject>",
        lambda s, o: AnyEvent((Blocks(s[0], o[0]), BecomesBlocked(s[0], o[0]))),
    ),
    P(
        "<subject> block or become blocked by one or more <desc>",
        lambda s, f: AnyEvent((Blocks(s[0], f), BecomesBlocked(s[0], f, batch=True))),
    ),
    # damage
    P(f"<subject> deal {_COMBAT} damage", lambda s, c: _damage(s, None, c)),
    P(f"<subject> deal {_COMBAT} damage to <dmgto>", lambda s, c, to: _damage(s, to, c)),
    P(f"<subject> be dealt {_COMBAT} damage", lambda s, c: _damage(None, s[0], c, s[1])),
    P(f"(you're|you be) dealt {_COMBAT} damage", lambda c: _damage(None, MYSELF, c)),
    P(f"<who> be dealt {_COMBAT} damage", lambda w, c: _damage(None, w, c)),
    P(f"<subject> be dealt {_COMBAT} damage by <subject>", lambda s, c, o: replace_to(_damage(o, s[0], c))),
    # spells
    P("<who> cast <np>", _cast),
    P("<who> cast or copy <np>", lambda w, r: _cast(w, r, copies=True)),
    P("you cast ~", lambda: Casts(MYSELF, SameAs(This()))),
    P("you cast this spell", lambda: Casts(MYSELF, SameAs(This()))),
    P("<who> cast <np> during your turn", lambda w, r: _cast(w, r, during=MYSELF)),
    P("<who> cast <np> during <turnof> turn", lambda w, r, t: _cast(w, r, during=t)),
    P(f"<who> cast <poss> {_N} spell each turn", lambda w, _p, n: _casts(w, Filter("spell"), n)),
    P(f"<who> cast <poss> {_N} <desc> each turn", lambda w, _p, n, f: _casts(w, f, n)),
    P(
        f"<who> cast <poss> {_N} spell during each of <poss> turn",
        lambda w, _p, n, _q: _casts(w, Filter("spell"), n, during=w),
    ),
    P("<who> cast a spell from <zone>", lambda w, z: Casts(w, Filter("spell"), origin=z[0])),
    P(
        "<who> cast a spell from anywhere other than (your|their) hand",
        lambda w: Casts(w, Filter("spell", (Negated(Status("cast from hand")),))),
    ),
    P("<who> cast a spell that target <subject>", lambda w, s: Casts(w, Filter("spell", (_targets(s[0]),)))),
    P("<who> cast <np> that target <subject>", lambda w, r, s: _targeting(w, r, s)),
    P("<who> play a land", lambda w: Does(w, "play land")),
    P("<who> play <np>", lambda w, r: Does(w, "play land", ref_predicate(r)) if _is_land(r) else REJECT),
    P("<who> activate a ability of <np>", lambda w, r: Activates(w, ref_predicate(r))),
    P("<who> activate a $(loyalty|non-mana|exhaust|boast) ability", lambda w, a: Activates(w, None, a)),
    P("<who> activate a ability that isn't a mana ability", lambda w: Activates(w, None, "not mana")),
    P("<who> activate a ability", lambda w: Activates(w)),
    # targets
    P("<subject> become the target of a spell or ability", lambda s: BecomesTarget(s[0], _any_source())),
    P("<subject> become the target of a spell", lambda s: BecomesTarget(s[0], Filter("spell"))),
    P(
        "<subject> become the target of a spell or ability (a opponent control)",
        lambda s: BecomesTarget(s[0], _any_source(Players("opponents"))),
    ),
    P(
        "<subject> become the target of a spell or ability you control",
        lambda s: BecomesTarget(s[0], _any_source(YOU)),
    ),
    P(
        "<subject> become the target of a spell or ability for the first time each turn",
        lambda s: BecomesTarget(s[0], _any_source(), first=True),
    ),
    P("<who> become the target of a spell or ability", lambda w: BecomesTarget(w, _any_source())),
    # states
    P(
        "<subject> become $(plotted|monstrous|attached|unattached|saddled|renowned|suspected|enchanted|equipped)",
        lambda s, w: Becomes(s[0], w),
    ),
    P("<subject> become (attached to) a creature", lambda s: Becomes(s[0], "attached")),
    P("<subject> be tapped for mana", lambda s: Becomes(s[0], "tapped for mana")),
    P("<who> tap <np> for mana", lambda w, r: Becomes(ref_predicate(r), "tapped for mana", w)),
    P("<subject> exploit a creature", lambda s: Becomes(s[0], "exploits")),
    P("<subject> explore", lambda s: Becomes(s[0], "explores")),
    P("<subject> regenerate", lambda s: Becomes(s[0], "regenerates")),
    P("<subject> phase in", lambda s: Becomes(s[0], "phased in")),
    P("<subject> crew a vehicle", lambda s: Becomes(s[0], "crews")),
    P("<subject> transform into <name>", lambda s, n: Becomes(s[0], f"transformed into {n}")),
    P("you unlock this door", lambda: Happens("unlock door")),
    P("you unlock ~", lambda: Happens("unlock door")),
    P("you fully unlock a room", lambda: Does(MYSELF, "fully unlock a room")),
    # counters
    P(
        "<who> put one or more <counterkind> counter on <subject>",
        lambda w, k, s: CountersPut(k, s[0], True, w),
    ),
    P("<who> put a <counterkind> counter on <subject>", lambda w, k, s: CountersPut(k, s[0], False, w)),
    P("one or more <counterkind> counter be put on <subject>", lambda k, s: CountersPut(k, s[0], True)),
    P("a <counterkind> counter be put on <subject>", lambda k, s: CountersPut(k, s[0])),
    P("a <counterkind> counter be removed from <subject>", lambda k, s: CountersRemoved(k, s[0])),
    P(
        "the last <counterkind> counter be removed from <subject>",
        lambda k, s: CountersRemoved(k, s[0], last=True),
    ),
    # players
    P("<who> <whoverb>", lambda w, verb: verb(w)),
    P(
        "<who> draw a card except the first one (you|they) draw in each of (your|their) draw step",
        lambda w: Does(w, "draw", except_first_in_draw_step=True),
    ),
    P(f"<who> draw (your|their) {_N} card each turn", lambda w, n: Does(w, "draw", nth=ordinal(n))),
    P("<who> discard <subject>", lambda w, s: Does(w, "discard", s[0], batch=s[1])),
    P("<who> cycle <subject>", lambda w, s: Does(w, "cycle", s[0])),
    P(
        "<who> cycle or discard <subject>",
        lambda w, s: AnyEvent((Does(w, "cycle", s[0]), Does(w, "discard", s[0]))),
    ),
    P("<who> sacrifice <subject>", lambda w, s: Does(w, "sacrifice", s[0], batch=s[1])),
    P("<who> mill <subject>", lambda w, s: Does(w, "mill", s[0], batch=s[1])),
    P("<who> create <subject>", lambda w, s: Does(w, "create token", s[0], batch=s[1])),
    P("<who> gain life for the first time each turn", lambda w: Does(w, "gain life", nth=1)),
    P("<who> lose life for the first time each turn", lambda w: Does(w, "lose life", nth=1)),
    P(
        "<who> lose life for the first time during each of (their|your) turn",
        lambda w: Does(w, "lose life", nth=1, during=w),
    ),
    P("<who> gain life during your turn", lambda w: Does(w, "gain life", during=MYSELF)),
    P("<who> lose life during your turn", lambda w: Does(w, "lose life", during=MYSELF)),
    P("<who> expend <number>", lambda w, n: Does(w, "expend", nth=n.value)),
    # planes and others
    P("chaos ensue", lambda: Happens("chaos ensues")),
    P("you roll {chaos}", lambda: Happens("chaos ensues")),
    P("you encounter ~", lambda: Happens("encounter")),
    P("you planeswalk to ~", lambda: Happens("planeswalk here")),
    P("you planeswalk away from ~", lambda: Happens("planeswalk away")),
    P("day become night or night become day", lambda: Happens("day night change")),
    P("<who> set this scheme in motion", lambda _w: Happens("set in motion")),
    P("you set ~ in motion", lambda: Happens("set in motion")),
]


def _from_zone(subject: Subject, zone: tuple[Any, Ref | None]) -> Event:
    return _moves(subject, zone[0], "battlefield", None, zone[1])


def _any_source(who: Ref | None = None) -> Predicate:
    where = () if who is None else (ControlledBy(who),)
    return Filter("any", (AnyOf((Filter("spell"), Filter("ability"))), *where))


def _targets(what: Predicate) -> Predicate:

    return Targets(what)


def _targeting(who: Predicate, ref: Ref, subject: Subject) -> Any:
    what = _spell(ref)
    if not isinstance(what, Filter):
        return REJECT
    return Casts(who, Filter(what.kind, (*what.where, _targets(subject[0]))))


def _is_land(ref: Ref) -> bool:
    return isinstance(ref, Pick | All) and HasType("land") in ref.filter.where


def replace_to(event: Event) -> Event:
    """The damage event as it is: a hook for readings with the source named last."""
    return replace(event)
