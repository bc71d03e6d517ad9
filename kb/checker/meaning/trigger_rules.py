"""The rules that say when an ability with such a condition triggers, where they say more than that it does (508.3, 509.3)."""

from __future__ import annotations

from kb.checker.event import Event
from kb.checker.oracle import ast


def rules_of(pattern: ast.Event, event: Event) -> list[str]:
    """Numbers of the rules about that kind of condition, for an event that it fits."""
    match pattern:
        case ast.AnyEvent(events=parts):
            return next((found for part in parts if (found := rules_of(part, event))), [])
        case ast.EventIf(event=inner):
            return rules_of(inner, event)
        case ast.Attacks(how="unblocked"):
            return ["509.3g"] if event.kind == "unblocked" else []
        case ast.Attacks(how="alone"):
            return ["506.5"] if event.kind == "attacks" else []
        case ast.Attacks():
            return ["508.3a"] if event.kind == "attacks" else []
        case ast.AttacksWith(passive=True):
            return ["508.3b"] if event.kind == "attack_player" else []
        case ast.AttacksWith(whom=whom):
            return ["508.3d" if whom is None else "508.3e"] if event.kind == "attack_player" else []
        case ast.Blocks(whom=whom):
            return ["509.3a" if whom is None else "509.3b"] if event.kind == "blocks" else []
        case ast.BecomesBlocked(by=by):
            return ["509.3c" if by is None else "509.3d"] if event.kind == "becomes_blocked" else []
        case ast.Damage(excess=True):
            return ["120.10"] if event.kind == "damage" else []
    return []
