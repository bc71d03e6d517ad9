"""CR 120.10: excess damage: what several sources together dealt beyond what was lethal, or beyond loyalty or defense."""

from __future__ import annotations

from kb.checker.characteristics import chars, has_keyword
from kb.checker.event import Event
from kb.checker.event_data import EXCESS
from kb.checker.rules import rule
from kb.checker.state import Game


@rule("120.10")
def note_excess(game: Game, events: list[Event]) -> None:
    """CR 120.10: after a permanent has been dealt damage by one or more sources, what was too much is the excess."""
    dealt: dict[int, list[Event]] = {}
    for event in events:
        if event.kind == "damage" and event.obj is not None and event.amount > 0:
            dealt.setdefault(event.obj, []).append(event)
    for identity, parts in dealt.items():
        what, obj = chars(game, identity), game.objects[identity]
        limits = []
        if "creature" in what.types:
            lethal = max(0, (what.toughness or 0) - obj.damage)
            deadly = any(e.source is not None and has_keyword(game, e.source, "deathtouch") for e in parts)
            limits.append(min(lethal, 1) if deadly else lethal)
        if "planeswalker" in what.types:
            limits.append(obj.counters.get("loyalty", 0))
        if "battle" in what.types:
            limits.append(obj.counters.get("defense", 0))
        excess = sum(event.amount for event in parts) - min(limits, default=0)
        if limits and excess > 0:
            for event in parts:
                event.data[EXCESS] = excess
