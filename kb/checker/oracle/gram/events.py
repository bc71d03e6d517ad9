"""What triggers: the event after "when" and "whenever"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    Activates,
    AnyEvent,
    AnyOf,
    Attacks,
    Becomes,
    BecomesBlocked,
    BecomesTarget,
    Blocks,
    Casts,
    Compare,
    ControlledBy,
    Damage,
    Does,
    DuringTurn,
    Event,
    EventAmount,
    EventIf,
    EventObject,
    Filter,
    Happens,
    HasType,
    Is,
    Moves,
    Negated,
    Players,
    Predicate,
    Ref,
    SameAs,
    Status,
    Targets,
    This,
)
from kb.checker.oracle.gram.events_combat import COMBAT_EVENTS
from kb.checker.oracle.gram.events_players import PLAYER_EVENTS, dies, is_land, moves, spell_predicate
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.static_help import MYSELF
from kb.checker.oracle.gram.subjects import ANYONE, ENTER, NTH, Subject, ordinal, with_more
from kb.checker.oracle.grammar import REJECT, P


def _enters(subject: Subject, under: str | None = None) -> Event:
    what, batch = subject
    if under == "your":
        what = with_more(what, ControlledBy(YOU))
    elif under == "opponent":
        what = with_more(what, ControlledBy(Players("opponents")))
    return Moves(what, to="battlefield", batch=batch, each_player=batch and under == "opponent")


def _either(events: Iterable[Any]) -> Any:
    several = tuple(events)
    return REJECT if REJECT in several else AnyEvent(several)


def _casts(who: Predicate, what: Predicate, nth: str | None = None, **more: Any) -> Event:
    return Casts(who, what, ordinal(nth) if nth else 0, **more)


def _cast(who: Predicate, ref: Ref, **more: Any) -> Any:
    what = spell_predicate(ref)
    return REJECT if what is REJECT else Casts(who, what, **more)


EVENT = [
    P("<event1>", lambda e: e),
    P("<event1> or <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> , <event1> , or <event1>", lambda *e: AnyEvent(e)),
    P("<event1> , or <event1> , or <event1>", lambda *e: AnyEvent(e)),
    P("<event1> , or <event1>", lambda *e: AnyEvent(e)),
    P("<event1> and whenever <event1> , or whenever <event1>", lambda *e: AnyEvent(e)),
    P("<event1> and whenever <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> or whenever <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> or when <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> and when <event1>", lambda a, b: AnyEvent((a, b))),
    P("<event1> and (at <step>)", lambda a, b: AnyEvent((a, b))),
    P("<subject> <verbs>", lambda s, verbs: _either(verb(s) for verb in verbs)),
    P("<who> <whoverbs>", lambda w, verbs: AnyEvent(tuple(verb(w) for verb in verbs))),
    P("<event1> or at <step>", lambda a, b: AnyEvent((a, b))),
    P("<event1> and at <step>", lambda a, b: AnyEvent((a, b))),
    P("<event1> while <condition>", EventIf),
    P(
        "<subject> attack while saddled",
        lambda s: EventIf(Attacks(s[0], batch=s[1]), Is(EventObject(), Status("saddled"))),
    ),
    P(
        "<subject> enter [the battlefield] tapped",
        lambda s: EventIf(_enters(s), Is(EventObject(), Status("tapped"))),
    ),
    P(
        "<subject> enter [the battlefield] tapped and under your control",
        lambda s: EventIf(_enters(s, "your"), Is(EventObject(), Status("tapped"))),
    ),
    P("<who> roll a <number>", lambda w, n: EventIf(Does(w, "roll die"), Compare(EventAmount(), "=", n))),
    P(
        "<who> roll a <number> or $(higher|greater|more|less|lower)",
        lambda w, n, s: EventIf(
            Does(w, "roll die"), Compare(EventAmount(), "<=" if s in {"less", "lower"} else ">=", n)
        ),
    ),
    P(
        "<who> cast (your|their) $(first|second|third) spell during each <turnof> turn",
        lambda w, n, t: Casts(w, Filter("spell"), ordinal(n), during=t),
    ),
    P("a ability of <np> be activated", lambda r: Activates(ANYONE, ref_predicate(r))),
    P("<event1> during your turn", lambda e: EventIf(e, DuringTurn(YOU))),
]

# "enters or attacks": one subject, several verbs.
VERBS = [
    P("<verb> or <verb>", lambda a, b: (a, b)),
    P("<verb> , <verb> , or <verb>", lambda *v: v),
]

VERB = [
    P(ENTER, lambda: _enters),
    P(f"{ENTER} under your control", lambda: lambda s: _enters(s, "your")),
    P("die", lambda: dies),
    P("leave the battlefield", lambda: lambda s: moves(s, "battlefield", "anywhere")),
    P("attack", lambda: lambda s: Attacks(s[0], batch=s[1])),
    P("block", lambda: lambda s: Blocks(s[0], batch=s[1])),
    P("become blocked", lambda: lambda s: REJECT if s[1] else BecomesBlocked(s[0])),
    P("become tapped", lambda: lambda s: Becomes(s[0], "tapped", batch=s[1])),
    P("become untapped", lambda: lambda s: Becomes(s[0], "untapped", batch=s[1])),
    P("be turned face up", lambda: lambda s: Becomes(s[0], "face up", batch=s[1])),
    P("deal damage", lambda: lambda s: Damage(s[0], batch=s[1])),
    P("be dealt damage", lambda: lambda s: Damage(None, s[0], to_batch=s[1], passive=True)),
    P("be put into exile", lambda: lambda s: moves(s, "anywhere", "exile")),
    P("be put into exile from the battlefield", lambda: lambda s: moves(s, "battlefield", "exile")),
    P("be put into a graveyard from the battlefield", lambda: dies),
    P("transform", lambda: lambda s: Becomes(s[0], "transformed", batch=s[1])),
    P("mutate", lambda: lambda s: Becomes(s[0], "mutates", batch=s[1])),
    P("block a creature", lambda: lambda s: Blocks(s[0], Filter("permanent", (HasType("creature"),)), s[1])),
    P("transform into <name>", lambda n: lambda s: Becomes(s[0], f"transformed into {n}", batch=s[1])),
]

ZONE_EVENTS = [
    P("<subject> <verb>", lambda s, verb: verb(s)),
    P(f"<subject> {ENTER} under your control", lambda s: _enters(s, "your")),
    P(
        f"<subject> {ENTER} under a opponent 's control",
        lambda s: _enters(s, "opponent"),
    ),
    P(f"<subject> {ENTER} from <zone>", lambda s, z: _from_zone(s, z)),
    P("<subject> (be put into|go to) a graveyard from the battlefield", dies),
    P(
        "<subject> be put into your graveyard from the battlefield",
        lambda s: moves(s, "battlefield", "graveyard", None, YOU),
    ),
    P("<subject> be put into (a graveyard) from anywhere", lambda s: moves(s, "anywhere", "graveyard")),
    P(
        "<subject> be put into your graveyard from anywhere",
        lambda s: moves(s, "anywhere", "graveyard", None, YOU),
    ),
    P(
        "<subject> be put into your graveyard from your library",
        lambda s: moves(s, "library", "graveyard", None, YOU),
    ),
    P(
        "<subject> be put into a graveyard from anywhere other than the battlefield",
        lambda s: moves(s, "anywhere", "graveyard", "battlefield"),
    ),
    P(
        "<subject> be put into a opponent 's graveyard from anywhere",
        lambda s: moves(s, "anywhere", "graveyard", None, Players("opponents")),
    ),
    P(
        "<subject> be put into a opponent 's graveyard from the battlefield",
        lambda s: moves(s, "battlefield", "graveyard", None, Players("opponents")),
    ),
    P("<subject> leave your graveyard", lambda s: moves(s, "graveyard", "anywhere", None, YOU)),
    P("<subject> be returned to (its|their) owner 's hand", lambda s: moves(s, "battlefield", "hand")),
    P(
        "<subject> be returned to your hand [from the battlefield]",
        lambda s: moves(s, "battlefield", "hand", None, YOU),
    ),
    P("<subject> be put into your hand from <zone>", lambda s, z: moves(s, z[0], "hand", None, YOU)),
    P("<subject> be exiled", lambda s: moves(s, "anywhere", "exile")),
    P("<subject> be exiled from <zone>", lambda s, z: moves(s, z[0], "exile", None, z[1])),
]

OTHER_EVENTS = [
    P("<who> cast <np>", _cast),
    P("<who> cast or copy <np>", lambda w, r: _cast(w, r, copies=True)),
    P("you cast ~", lambda: Casts(MYSELF, SameAs(This()))),
    P("you cast this spell", lambda: Casts(MYSELF, SameAs(This()))),
    P("<who> cast <np> during your turn", lambda w, r: _cast(w, r, during=MYSELF)),
    P("<who> cast <np> during <turnof> turn", lambda w, r, t: _cast(w, r, during=t)),
    P(f"<who> cast <poss> {NTH} spell each turn", lambda w, _p, n: _casts(w, Filter("spell"), n)),
    P(f"<who> cast <poss> {NTH} spell in a turn", lambda w, _p, n: _casts(w, Filter("spell"), n)),
    P(f"<who> cast <poss> {NTH} <desc> each turn", lambda w, _p, n, f: _casts(w, f, n)),
    P(
        f"<who> cast <poss> {NTH} spell during each of <poss> turn",
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
    P("<who> play <np>", lambda w, r: Does(w, "play land", ref_predicate(r)) if is_land(r) else REJECT),
    P("<who> activate a ability of <np>", lambda w, r: Activates(w, ref_predicate(r))),
    P("<who> activate a $(loyalty|non-mana|exhaust|boast) ability", lambda w, a: Activates(w, None, a)),
    P("<who> activate a ability that isn't a mana ability", lambda w: Activates(w, None, "not mana")),
    P("<who> activate a ability", lambda w: Activates(w)),
    P(
        "<who> activate a ability of <np> without <symbols> in its activation cost",
        lambda w, r, s: Activates(w, ref_predicate(r), "without tap") if s == "{T}" else REJECT,
    ),
    P(
        "<subject> become the target of a spell or ability",
        lambda s: BecomesTarget(s[0], spell_or_ability(), batch=s[1]),
    ),
    P("<subject> become the target of a spell", lambda s: BecomesTarget(s[0], Filter("spell"), batch=s[1])),
    P(
        "<subject> become the target of a spell or ability (a opponent control)",
        lambda s: BecomesTarget(s[0], spell_or_ability(Players("opponents")), batch=s[1]),
    ),
    P(
        "<subject> become the target of a spell or ability you control",
        lambda s: BecomesTarget(s[0], spell_or_ability(YOU), batch=s[1]),
    ),
    P(
        "<subject> become the target of a spell or ability for the first time each turn",
        lambda s: BecomesTarget(s[0], spell_or_ability(), first=True, batch=s[1]),
    ),
    P("<who> become the target of a spell or ability", lambda w: BecomesTarget(w, spell_or_ability())),
    P(
        "<subject> become $(plotted|monstrous|attached|unattached|saddled|renowned|suspected|enchanted|equipped)",
        lambda s, w: Becomes(s[0], w, batch=s[1]),
    ),
    P("<subject> become (attached to) a creature", lambda s: Becomes(s[0], "attached", batch=s[1])),
    P("<subject> be tapped for mana", lambda s: Becomes(s[0], "tapped for mana", batch=s[1])),
    P("<who> tap <np> for mana", lambda w, r: Becomes(ref_predicate(r), "tapped for mana", w)),
    P("<subject> exploit a creature", lambda s: Becomes(s[0], "exploits", batch=s[1])),
    P("<subject> explore", lambda s: Becomes(s[0], "explores", batch=s[1])),
    P("<subject> regenerate", lambda s: Becomes(s[0], "regenerates", batch=s[1])),
    P("<subject> phase in", lambda s: Becomes(s[0], "phased in", batch=s[1])),
    P("<subject> phase out", lambda s: Becomes(s[0], "phased out", batch=s[1])),
    P("<subject> crew a vehicle", lambda s: Becomes(s[0], "crews", batch=s[1])),
    P("<subject> transform into <name>", lambda s, n: Becomes(s[0], f"transformed into {n}", batch=s[1])),
    P("you unlock this door", lambda: Happens("unlock door")),
    P("you unlock ~", lambda: Happens("unlock door")),
    P("you fully unlock a room", lambda: Does(MYSELF, "fully unlock a room")),
]

EVENT1 = [*ZONE_EVENTS, *COMBAT_EVENTS, *OTHER_EVENTS, *PLAYER_EVENTS]


def _from_zone(subject: Subject, zone: tuple[Any, Ref | None]) -> Event:
    return moves(subject, zone[0], "battlefield", None, zone[1])


def spell_or_ability(who: Ref | None = None) -> Predicate:
    """What spells and abilities are, or those that a player controls."""
    where = () if who is None else (ControlledBy(who),)
    return Filter("any", (AnyOf((Filter("spell"), Filter("ability"))), *where))


def _targets(what: Predicate) -> Predicate:

    return Targets(what)


def _targeting(who: Predicate, ref: Ref, subject: Subject) -> Any:
    what = spell_predicate(ref)
    if not isinstance(what, Filter):
        return REJECT
    return Casts(who, Filter(what.kind, (*what.where, _targets(subject[0]))))
