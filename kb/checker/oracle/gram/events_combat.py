"""Combat and damage as events."""

from __future__ import annotations

from kb.checker.oracle.ast import (
    ONE,
    AnyEvent,
    AnyOf,
    Attacks,
    AttacksWith,
    BecomesBlocked,
    Blocks,
    Damage,
    Event,
    Pick,
    SameAs,
    This,
)
from kb.checker.oracle.gram.posts import ref_predicate
from kb.checker.oracle.gram.static_help import MYSELF
from kb.checker.oracle.gram.subjects import ANYONE, COMBAT, OPPONENT, Subject
from kb.checker.oracle.grammar import REJECT, P


def damage_event(
    subject: Subject | None,
    to: Subject | None,
    combat: str | None,
    *,
    passive: bool = False,
    excess: bool = False,
) -> Event:
    """Damage by and to those, either of which may be "one or more"."""
    kind = {"combat": True, "noncombat": False, None: None}[combat]
    what, many = subject or (None, False)
    whom, several = to or (None, False)
    return Damage(what, whom, kind, many, excess, several, passive)


COMBAT_EVENTS = [
    P("<subject> attack alone", lambda s: REJECT if s[1] else Attacks(s[0], how="alone")),
    P("<subject> attack and isn't blocked", lambda s: Attacks(s[0], how="unblocked", batch=s[1])),
    P("<subject> attack <whom>", lambda s, w: Attacks(s[0], w, batch=s[1])),
    P("<subject> attack <severalplayers>", lambda s, w: Attacks(s[0], w, batch=s[1], whom_batch=True)),
    P(
        "~ and at least <number> other creature attack",
        lambda n: Attacks(SameAs(This()), how="with others", others=n.value),
    ),
    P("<who> attack", lambda w: AttacksWith(w)),
    P("<who> attack <whom>", lambda w, x: AttacksWith(w, whom=x)),
    P("<who> be attacked", lambda w: AttacksWith(ANYONE, whom=w, passive=True)),
    P("(you're|you be) attacked", lambda: AttacksWith(ANYONE, whom=MYSELF, passive=True)),
    P("<who> attack another one of your opponent", lambda w: AttacksWith(w, whom=OPPONENT)),
    P("<who> attack with one or more <desc>", lambda w, f: AttacksWith(w, f)),
    P("<who> attack with <number> or more <desc>", lambda w, n, f: AttacksWith(w, f, n.value)),
    P("<who> attack <whom> with one or more <desc>", lambda w, x, f: AttacksWith(w, f, whom=x)),
    P("<who> attack <whom> with <number> or more <desc>", lambda w, x, n, f: AttacksWith(w, f, n.value, x)),
    P("<subject> block <subject>", lambda s, o: Blocks(s[0], o[0], batch=s[1], whom_batch=o[1])),
    P(
        "<subject> become blocked by <subject>",
        lambda s, o: REJECT if s[1] else BecomesBlocked(s[0], o[0], batch=o[1]),
    ),
    P(
        "<subject> block or become blocked by <subject>",
        lambda s, o: (
            REJECT
            if s[1]
            else AnyEvent((Blocks(s[0], o[0], whom_batch=o[1]), BecomesBlocked(s[0], o[0], batch=o[1])))
        ),
    ),
    P(f"<subject> deal {COMBAT} damage", lambda s, c: damage_event(s, None, c)),
    P(f"<subject> deal {COMBAT} damage to <dmgto>", lambda s, c, to: damage_event(s, (to, False), c)),
    P(f"<subject> deal {COMBAT} damage to <severalplayers>", lambda s, c, to: damage_event(s, (to, True), c)),
    P(
        f"<subject> deal {COMBAT} damage to one or more <desc>",
        lambda s, c, to: damage_event(s, (to, True), c),
    ),
    P(
        f"<subject> be dealt excess {COMBAT} damage",
        lambda s, c: damage_event(None, s, c, passive=True, excess=True),
    ),
    P(f"<subject> be dealt {COMBAT} damage", lambda s, c: damage_event(None, s, c, passive=True)),
    P(
        f"(you're|you be) dealt {COMBAT} damage",
        lambda c: damage_event(None, (MYSELF, False), c, passive=True),
    ),
    P(f"<who> be dealt {COMBAT} damage", lambda w, c: damage_event(None, (w, False), c, passive=True)),
    P(
        f"(you're|you be) dealt {COMBAT} damage by <dealers>",
        lambda c, o: damage_event(o, (MYSELF, False), c, passive=True),
    ),
    P(
        f"<who> be dealt {COMBAT} damage by <dealers>",
        lambda w, c, o: damage_event(o, (w, False), c, passive=True),
    ),
    P(
        f"<subject> be dealt {COMBAT} damage by <dealers>",
        lambda s, c, o: damage_event(o, s, c, passive=True),
    ),
]

# What deals damage: named one by one; a spell or ability as well as an object.
DEALER = [
    P("<subject>", lambda s: s),
    P("<np>", lambda r: (ref_predicate(r), False) if _singular(r) else REJECT),
]
DEALERS = [
    P("<dealer>", lambda s: s),
    P("<dealer> or <dealer>", lambda a, b: _any_of(a, b)),
    P("<dealer> or by <dealer>", lambda a, b: _any_of(a, b)),
]


def _any_of(one: Subject, other: Subject) -> Subject | object:
    return REJECT if one[1] or other[1] else (AnyOf((one[0], other[0])), False)


def _singular(ref: object) -> bool:
    return isinstance(ref, Pick) and ref.most == ONE
