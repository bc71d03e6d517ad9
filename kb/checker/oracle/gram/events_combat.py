"""Combat and damage as events."""

from __future__ import annotations

from dataclasses import replace

from kb.checker.oracle.ast import (
    AnyEvent,
    Attacks,
    AttacksWith,
    BecomesBlocked,
    Blocks,
    Damage,
    Event,
    Predicate,
    SameAs,
    This,
)
from kb.checker.oracle.gram.static_help import MYSELF
from kb.checker.oracle.gram.subjects import COMBAT, Subject
from kb.checker.oracle.grammar import P


def damage_event(
    subject: Subject | None, to: Predicate | None, combat: str | None, batch: bool = False
) -> Event:
    kind = {"combat": True, "noncombat": False, None: None}[combat]
    what, many = subject if subject else (None, False)
    return Damage(what, to, kind, batch or many)


COMBAT_EVENTS = [
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
    P(f"<subject> deal {COMBAT} damage", lambda s, c: damage_event(s, None, c)),
    P(f"<subject> deal {COMBAT} damage to <dmgto>", lambda s, c, to: damage_event(s, to, c)),
    P(f"<subject> be dealt {COMBAT} damage", lambda s, c: damage_event(None, s[0], c, s[1])),
    P(f"(you're|you be) dealt {COMBAT} damage", lambda c: damage_event(None, MYSELF, c)),
    P(f"<who> be dealt {COMBAT} damage", lambda w, c: damage_event(None, w, c)),
    P(
        f"<subject> be dealt {COMBAT} damage by <subject>",
        lambda s, c, o: replace_to(damage_event(o, s[0], c)),
    ),
]


def replace_to(event: Event) -> Event:
    """The damage event as it is: a hook for readings with the source named last."""
    return replace(event)
