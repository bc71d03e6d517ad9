"""What triggers: the event after "when" and "whenever", the step after "at the beginning of"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.checker.oracle.ast import (
    YOU,
    Activates,
    All,
    AnyEvent,
    AnyOf,
    Attached,
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
    StepBegins,
    This,
)
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.grammar import REJECT, Production
from kb.checker.oracle.raw import PlayerPronoun, Pronoun, RawOther
from kb.checker.oracle.words import ORDINALS

P = Production
_YOU = SameAs(YOU)
_ANYONE = Filter("player")
_OPPONENT = Filter("player", (Status("opponent"),))
_Subject = tuple[Predicate, bool]

# Whom an event is about: (predicate, batch).
SUBJECT = [
    P("~", lambda: (SameAs(This()), False)),
    P("(it|that creature|that card|that permanent|that token)", lambda: (SameAs(Pronoun("it")), False)),
    P("~ or another <desc>", lambda f: (AnyOf((SameAs(This()), _other(f))), False)),
    P("~ and/or one or more other <desc>", lambda f: (AnyOf((SameAs(This()), _other(f))), True)),
    P("~ or <np>", lambda r: (AnyOf((SameAs(This()), ref_predicate(r))), False)),
    P("~ and at least one other <desc>", lambda f: REJECT),
    P("<attached>", lambda r: (SameAs(r), False)),
    P("~ or <attached>", lambda r: (AnyOf((SameAs(This()), SameAs(r))), False)),
    P("another <desc>", lambda f: (_other(f), False)),
    P("(a|any) <desc>", lambda f: (_plain(f), False)),
    P("a <desc> or a <desc>", lambda f, g: (AnyOf((f, g)), False)),
    P("one or more <desc>", lambda f: (_plain(f), True)),
    P("one or more other <desc>", lambda f: (_other(f), True)),
    P("<number> or more <desc>", lambda n, f: REJECT),
    P("(each|all) <desc>", lambda f: REJECT),
    P("a creature card or <desc>", lambda f: REJECT),
    P("that <core> or another <desc>", lambda f, g: REJECT),
]
ATTACHED = [
    P("enchanted <core>", lambda f: Attached(This())),
    P("equipped <core>", lambda f: Attached(This())),
    P("fortified land", lambda: Attached(This())),
]

# Players in events: predicates.
WHO = [
    P("you", lambda: _YOU),
    P("a opponent", lambda: _OPPONENT),
    P("one or more opponent", lambda: _OPPONENT),
    P("another player", lambda: Filter("player", (Status("other than you"),))),
    P("(a player|one or more player)", lambda: _ANYONE),
    P("(that player|enchanted player|the chosen player|that opponent)", lambda: REJECT),
    P("enchanted (player|opponent)", lambda: SameAs(Attached(This()))),
    P("the chosen player", lambda: SameAs(Players("chosen"))),
    P("(they|that player|that opponent)", lambda: SameAs(PlayerPronoun("they"))),
    P("(each|any) player", lambda: _ANYONE),
    P("defending player", lambda: SameAs(Players("defending"))),
]


def _other(filter_: Filter) -> Filter:
    return Filter(filter_.kind, (RawOther(), *filter_.where))


def _plain(filter_: Filter) -> Filter:
    return filter_


def _ordinal(word: str) -> int:
    return ORDINALS[word]


def _enters(subject: _Subject, under: str | None = None) -> Event:
    what, batch = subject
    if under:
        what = _with(what, ControlledBy(YOU))
    return Moves(what, to="battlefield", batch=batch)


def _with(what: Predicate, extra: Predicate) -> Predicate:
    if isinstance(what, Filter):
        return Filter(what.kind, (*what.where, extra))
    if isinstance(what, AnyOf):
        return AnyOf(tuple(_with(option, extra) for option in what.options))
    return what


def _dies(subject: _Subject) -> Event:
    return Moves(subject[0], "battlefield", "graveyard", batch=subject[1])


def _moves(subject: _Subject, origin: Any, to: Any, not_from: Any = None, owner: Ref | None = None) -> Event:
    what = subject[0] if owner is None else _with(subject[0], OwnedBy(owner))
    return Moves(what, origin, to, batch=subject[1], not_from=not_from)


def _damage(subject: _Subject | None, to: Predicate | None, combat: str | None, batch: bool = False) -> Event:
    kind = {"combat": True, "noncombat": False, None: None}[combat]
    what, many = subject if subject else (None, False)
    return Damage(what, to, kind, batch or many)


def _casts(who: Predicate, what: Predicate, nth: str | None = None, **more: Any) -> Event:
    return Casts(who, what, _ordinal(nth) if nth else 0, **more)


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
    P("<subject> <verbs> during your turn", lambda s, v: REJECT),
    P("<who> <whoverbs>", lambda w, verbs: AnyEvent(tuple(verb(w) for verb in verbs))),
]

# "enters or attacks": one subject, several verbs.
VERBS = [
    P("<verb> or <verb>", lambda a, b: (a, b)),
    P("<verb> , <verb> , or <verb>", lambda *v: v),
]
WHO_VERBS = [
    P("<whoverb> or <whoverb>", lambda a, b: (a, b)),
    P("<whoverb> , <whoverb> , or <whoverb>", lambda *v: v),
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
    P("become the target of a spell [or ability]", lambda: lambda s: REJECT),
    P("transform", lambda: lambda s: Becomes(s[0], "transformed")),
    P("mutate", lambda: lambda s: Becomes(s[0], "mutates")),
    P("block a creature", lambda: lambda s: Blocks(s[0], Filter("permanent", (HasType("creature"),)))),
    P("be cast", lambda: lambda s: REJECT),
]

EVENT1 = [
    P("<subject> <verb>", lambda s, verb: verb(s)),
    P(f"<subject> {_ENTER} under $(your|a opponent's) control", lambda s, u: _enters(s, u)),
    P(
        f"<subject> {_ENTER} under a opponent 's control",
        lambda s: (
            _moves(s, "anywhere", "battlefield")
            if False
            else Moves(_with(s[0], ControlledBy(Players("opponents"))), to="battlefield")
        ),
    ),
    P(f"<subject> {_ENTER} from <zone>", lambda s, z: _from_zone(s, z)),
    P(f"<subject> {_ENTER} [untapped|tapped]", lambda s: REJECT),
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
    P("<subject> leave your graveyard during your turn", lambda s: REJECT),
    P(
        "<subject> be returned to [your|its owner 's] hand [from the battlefield]",
        lambda s: _moves(s, "battlefield", "hand"),
    ),
    P("<subject> be exiled", lambda s: _moves(s, "anywhere", "exile")),
    P("<subject> be put into exile from <zone>", lambda s, z: REJECT),
    # combat
    P("<subject> attack alone", lambda s: Attacks(s[0], how="alone")),
    P("<subject> attack and isn't blocked", lambda s: Attacks(s[0], how="unblocked")),
    P("<subject> attack <whom>", lambda s, w: Attacks(s[0], w, batch=s[1])),
    P(
        "~ and at least <number> other creature attack",
        lambda n: Attacks(SameAs(This()), how="with others", others=n.value),
    ),
    P("~ attack with <np>", lambda r: REJECT),
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
    P("<subject> be dealt excess [noncombat] damage", lambda s: REJECT),
    P(f"(you're|you be) dealt {_COMBAT} damage", lambda c: _damage(None, _YOU, c)),
    P(f"<who> be dealt {_COMBAT} damage", lambda w, c: _damage(None, w, c)),
    P(f"<subject> be dealt {_COMBAT} damage by <subject>", lambda s, c, o: replace_to(_damage(o, s[0], c))),
    # spells
    P("<who> cast <np>", _cast),
    P("<who> cast or copy <np>", lambda w, r: _cast(w, r, copies=True)),
    P("you cast ~", lambda: Casts(_YOU, SameAs(This()))),
    P("you cast this spell", lambda: Casts(_YOU, SameAs(This()))),
    P("<who> cast <np> during your turn", lambda w, r: _cast(w, r, during=_YOU)),
    P("<who> cast <np> during <turnof> turn", lambda w, r, t: _cast(w, r, during=t)),
    P(f"<who> cast <poss> {_N} spell each turn", lambda w, p, n: _casts(w, Filter("spell"), n)),
    P(f"<who> cast <poss> {_N} <desc> each turn", lambda w, p, n, f: _casts(w, f, n)),
    P(
        f"<who> cast <poss> {_N} spell during each of <poss> turn",
        lambda w, p, n, q: _casts(w, Filter("spell"), n, during=w),
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
    P("<subject> become saddled for the first time each turn", lambda s: REJECT),
    P("<subject> become (attached to) a creature", lambda s: Becomes(s[0], "attached")),
    P("<subject> be tapped for mana", lambda s: Becomes(s[0], "tapped for mana")),
    P("<who> tap <np> for mana", lambda w, r: Becomes(ref_predicate(r), "tapped for mana", w)),
    P("<subject> exploit a creature", lambda s: Becomes(s[0], "exploits")),
    P("<subject> explore", lambda s: Becomes(s[0], "explores")),
    P("<subject> regenerate", lambda s: Becomes(s[0], "regenerates")),
    P("<subject> phase in", lambda s: Becomes(s[0], "phased in")),
    P("<subject> crew a vehicle", lambda s: Becomes(s[0], "crews")),
    P("<subject> transform into <name>", lambda s, n: Becomes(s[0], "transformed")),
    P("you unlock this door", lambda: Happens("unlock door")),
    P("you unlock ~", lambda: Happens("unlock door")),
    P("you fully unlock a room", lambda: Does(_YOU, "fully unlock a room")),
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
    P(
        "the $(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) <counterkind> counter be put on <subject>",
        lambda n, k, s: REJECT,
    ),
    # players
    P("<who> <whoverb>", lambda w, verb: verb(w)),
    P(
        "<who> draw a card except the first one (you|they) draw in each of (your|their) draw step",
        lambda w: Does(w, "draw", except_first_in_draw_step=True),
    ),
    P(f"<who> draw (your|their) {_N} card each turn", lambda w, n: Does(w, "draw", nth=_ordinal(n))),
    P("<who> discard <subject>", lambda w, s: Does(w, "discard", s[0], batch=s[1])),
    P("<who> cycle <subject>", lambda w, s: Does(w, "cycle", s[0])),
    P(
        "<who> cycle or discard <subject>",
        lambda w, s: AnyEvent((Does(w, "cycle", s[0]), Does(w, "discard", s[0]))),
    ),
    P("<who> sacrifice <subject>", lambda w, s: Does(w, "sacrifice", s[0], batch=s[1])),
    P("<who> mill <subject>", lambda w, s: Does(w, "mill", s[0], batch=s[1])),
    P("<who> create <subject>", lambda w, s: Does(w, "create token", s[0], batch=s[1])),
    P("<who> exile <subject>", lambda w, s: REJECT),
    P("a spell or ability a opponent control cause you to discard ~", lambda: REJECT),
    P("<who> gain life for the first time each turn", lambda w: Does(w, "gain life", nth=1)),
    P("<who> lose life for the first time each turn", lambda w: Does(w, "lose life", nth=1)),
    P(
        "<who> lose life for the first time during each of (their|your) turn",
        lambda w: Does(w, "lose life", nth=1, during=w),
    ),
    P("<who> gain life during your turn", lambda w: Does(w, "gain life", during=_YOU)),
    P("<who> lose life during (their|your) turn", lambda w: REJECT),
    P("<who> lose life during your turn", lambda w: Does(w, "lose life", during=_YOU)),
    P("<who> expend <number>", lambda w, n: Does(w, "expend", nth=n.value)),
    # planes and others
    P("chaos ensue", lambda: Happens("chaos ensues")),
    P("you roll {chaos}", lambda: Happens("chaos ensues")),
    P("a player roll {chaos}", lambda: REJECT),
    P("you encounter ~", lambda: Happens("encounter")),
    P("you planeswalk to ~", lambda: Happens("planeswalk here")),
    P("you planeswalk away from ~", lambda: Happens("planeswalk away")),
    P("day become night or night become day", lambda: Happens("day night change")),
    P("<who> set this scheme in motion", lambda w: Happens("set in motion")),
    P("you set ~ in motion", lambda: Happens("set in motion")),
]

WHO_VERB = [
    P("gain life", lambda: lambda w: Does(w, "gain life")),
    P("lose life", lambda: lambda w: Does(w, "lose life")),
    P("gain or lose life", lambda: lambda w: AnyEvent((Does(w, "gain life"), Does(w, "lose life")))),
    P("draw a card", lambda: lambda w: Does(w, "draw")),
    P("discard a card", lambda: lambda w: Does(w, "discard")),
    P("discard one or more card", lambda: lambda w: Does(w, "discard", batch=True)),
    P("cycle a card", lambda: lambda w: Does(w, "cycle")),
    P("scry", lambda: lambda w: Does(w, "scry")),
    P("surveil", lambda: lambda w: Does(w, "surveil")),
    P("shuffle (your|their) library", lambda: lambda w: Does(w, "shuffle")),
    P("search (your|their) library", lambda: lambda w: Does(w, "search")),
    P("proliferate", lambda: lambda w: Does(w, "proliferate")),
    P("complete a dungeon", lambda: lambda w: Does(w, "complete dungeon")),
    P("venture into the dungeon", lambda: lambda w: Does(w, "venture")),
    P("take the initiative", lambda: lambda w: Does(w, "take initiative")),
    P("become the monarch", lambda: lambda w: Does(w, "become monarch")),
    P("open a attraction", lambda: lambda w: Does(w, "open attraction")),
    P("visit a attraction", lambda: lambda w: Does(w, "visit attraction")),
    P("claim the prize of a attraction", lambda: lambda w: Does(w, "claim prize")),
    P("roll to visit your attraction", lambda: lambda w: Does(w, "roll to visit")),
    P("roll one or more die", lambda: lambda w: Does(w, "roll die", batch=True)),
    P("roll a die", lambda: lambda w: Does(w, "roll die")),
    P("planeswalk", lambda: lambda w: Does(w, "planeswalk")),
    P("roll the planar die", lambda: lambda w: Does(w, "roll planar die")),
    P("win a coin flip", lambda: lambda w: Does(w, "win coin flip")),
    P("lose a coin flip", lambda: lambda w: Does(w, "lose coin flip")),
    P("lose the game", lambda: lambda w: Does(w, "lose the game")),
    P("commit a crime", lambda: lambda w: Does(w, "commit a crime")),
    P("investigate", lambda: lambda w: Does(w, "investigate")),
    P("plot a card", lambda: lambda w: Does(w, "plot")),
    P("foretell a card", lambda: lambda w: Does(w, "foretell")),
    P("descend", lambda: lambda w: Does(w, "descend")),
    P("clash", lambda: lambda w: Does(w, "clash")),
    P("clash and you win", lambda: lambda w: Does(w, "win clash")),
    P("collect evidence", lambda: lambda w: Does(w, "collect evidence")),
    P("forage", lambda: lambda w: Does(w, "forage")),
    P("discover", lambda: lambda w: Does(w, "discover")),
    P("cast a spell", lambda: lambda w: Casts(w, Filter("spell"))),
    P("sacrifice a permanent", lambda: lambda w: Does(w, "sacrifice", Filter("permanent"))),
    P("create a token", lambda: lambda w: Does(w, "create token")),
    P("manifest dread", lambda: lambda w: Does(w, "manifest dread")),
]

# Whom damage is dealt to, whom an attack is against.
DAMAGE_TO = [
    P("<who>", lambda w: w),
    P("<subject>", lambda s: s[0]),
    P("a player or planeswalker", lambda: _players_or("planeswalker", opponent=False)),
    P("a player or battle", lambda: _players_or("battle", opponent=False)),
    P(
        "(a player or planeswalker|a player or a planeswalker)",
        lambda: _players_or("planeswalker", opponent=False),
    ),
    P("a opponent or planeswalker", lambda: _players_or("planeswalker", opponent=True)),
    P("one of your opponent", lambda: _OPPONENT),
    P(
        "(you or a planeswalker you control)",
        lambda: AnyOf((_YOU, Filter("permanent", (HasType("planeswalker"), ControlledBy(YOU))))),
    ),
    P("a creature or player", lambda: _players_or("creature", opponent=False)),
    P("a creature or opponent", lambda: _players_or("creature", opponent=True)),
]
WHOM = [
    P("<who>", lambda w: w),
    P(
        "(you or a planeswalker you control)",
        lambda: AnyOf((_YOU, Filter("permanent", (HasType("planeswalker"), ControlledBy(YOU))))),
    ),
    P("a player or planeswalker", lambda: _players_or("planeswalker", opponent=False)),
    P("one of your opponent", lambda: _OPPONENT),
    P("a battle", lambda: Filter("permanent", (HasType("battle"),))),
    P("a planeswalker", lambda: Filter("permanent", (HasType("planeswalker"),))),
]
TURN_OF = [
    P("your", lambda: _YOU),
    P("a opponent 's", lambda: _OPPONENT),
    P("another player 's", lambda: Filter("player", (Status("other than you"),))),
    P("each opponent 's", lambda: _OPPONENT),
    P("each player 's", lambda: None),
    P("each other player 's", lambda: Filter("player", (Status("other than you"),))),
    P("enchanted player 's", lambda: SameAs(Attached(This()))),
    P("the chosen player 's", lambda: SameAs(Players("chosen"))),
    P("(its controller 's)", lambda: REJECT),
    P("enchanted (creature|permanent|land|artifact) 's controller 's", lambda: _enchanted_controller()),
    P("that player 's", lambda: SameAs(PlayerPronoun("that player"))),
    P("the active player 's", lambda: None),
]

_STEP = "$(upkeep|draw step|end step|precombat main phase|postcombat main phase|first main phase|second main phase|main phase|combat|cleanup step|untap step)"

STEP = [
    P(f"the beginning of <turnof> {_STEP}", lambda w, s: StepBegins(_step(s), w, _which(s))),
    P(f"the beginning of each of your {_STEP}", lambda s: StepBegins(_step(s), _YOU)),
    P("the beginning of (the|each) end step", lambda: StepBegins("end")),
    P("the beginning of each (upkeep)", lambda: StepBegins("upkeep")),
    P("the beginning of the upkeep", lambda: StepBegins("upkeep")),
    P("the beginning of each combat", lambda: StepBegins("combat")),
    P("the beginning of combat", lambda: StepBegins("combat")),
    P("the beginning of combat on your turn", lambda: StepBegins("combat", _YOU)),
    P("the beginning of combat on <turnof> turn", lambda w: StepBegins("combat", w)),
    P("the beginning of combat on (each|a) opponent 's turn", lambda: StepBegins("combat", _OPPONENT)),
    P("end of combat", lambda: StepBegins("end of combat")),
    P(
        "the beginning of the next $(end step|upkeep|combat|cleanup step)",
        lambda s: StepBegins(_step(s), which="next"),
    ),
    P(
        "the beginning of <turnof> next $(end step|upkeep|draw step|main phase|combat)",
        lambda w, s: StepBegins(_step(s), w, "next"),
    ),
    P("the beginning of the next turn 's upkeep", lambda: StepBegins("upkeep", which="next turn")),
    P("the beginning of the end step of <turnof> next turn", lambda w: REJECT),
    P("the beginning of the next turn", lambda: REJECT),
    P(
        "the beginning of each of your opponent 's $(upkeep|end step)",
        lambda s: StepBegins(_step(s), _OPPONENT),
    ),
    P("the beginning of the $(upkeep|end step|draw step) of <who>", lambda s, w: StepBegins(_step(s), w)),
]


def _step(text: str) -> str:
    return {
        "draw step": "draw",
        "end step": "end",
        "precombat main phase": "precombat main",
        "postcombat main phase": "postcombat main",
        "first main phase": "precombat main",
        "second main phase": "postcombat main",
        "main phase": "main",
        "cleanup step": "cleanup",
        "untap step": "untap",
    }.get(text, text)


def _which(text: str) -> str:
    return "first" if text == "first main phase" else "second" if text == "second main phase" else ""


def _from_zone(subject: _Subject, zone: tuple[Any, Ref | None]) -> Event:
    return Moves(subject[0], zone[0], "battlefield", batch=subject[1])


def _players_or(name: str, *, opponent: bool) -> Predicate:
    return AnyOf((_OPPONENT if opponent else _ANYONE, Filter("permanent", (HasType(name),))))


def _any_source(who: Ref | None = None) -> Predicate:
    where = () if who is None else (ControlledBy(who),)
    return Filter("any", (AnyOf((Filter("spell"), Filter("ability"))), *where))


def _targets(what: Predicate) -> Predicate:
    from kb.checker.oracle.ast import Targets

    return Targets(what)


def _targeting(who: Predicate, ref: Ref, subject: _Subject) -> Any:
    what = _spell(ref)
    if not isinstance(what, Filter):
        return REJECT
    return Casts(who, Filter(what.kind, (*what.where, _targets(subject[0]))))


def _is_land(ref: Ref) -> bool:
    return isinstance(ref, Pick | All) and HasType("land") in ref.filter.where


def _enchanted_controller() -> Predicate:
    from kb.checker.oracle.ast import ControllerOf

    return SameAs(ControllerOf(Attached(This())))


def replace_to(event: Event) -> Event:
    """The damage event as it is: a hook for readings with the source named last."""
    return replace(event)
