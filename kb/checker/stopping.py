"""Events that come to nothing: each says by which rule, so that what it left alone has its proof.

An `@applies` or `@becomes` handler that finds that nothing happens ends with `stop`; nothing else makes an event void.
"""

from __future__ import annotations

from kb.checker.event import Event, card_key
from kb.checker.log import note
from kb.checker.rules import Reason
from kb.checker.state import Game, card_name

TOPICS: dict[str, tuple[str, ...]] = {
    "damage": ("damage", "zone", "card"),
    "destroy": ("zone", "card"),
    "sacrifice": ("zone",),
    "discard": ("zone",),
    "move": ("zone",),
    "counters": ("counters", "power", "abilities"),
    "remove_counters": ("counters", "power"),
    "tap": ("tapped",),
    "untap": ("tapped",),
    "attach": ("attached",),
    "transform": ("power", "types", "transformed", "card"),
    "turn_face_down": ("power", "types", "card"),
    "turn_face_up": ("power", "types", "card"),
    "phase_out": ("zone", "card"),
}
"""What of an object an event of that kind would have changed."""
PLAYER_TOPICS: dict[str, tuple[str, ...]] = {
    "damage": ("life", "poison"),
    "gain_life": ("life",),
    "lose_life": ("life",),
    "draw": ("count:hand",),
    "counters": ("counters", "poison"),
    "change_speed": ("speed", "max_speed"),
}
"""The same of a player."""
GAME_KEYS: dict[str, tuple[str, ...]] = {
    "become_monarch": ("monarch",),
    "lose_game": ("result",),
    "win_game": ("result",),
}


def stop(game: Game, event: Event, *reasons: Reason, log: str = "", shown: bool = False) -> list[Event]:
    """The event doesn't happen, and a record of it says why. Raises ValueError without a reason."""
    if not reasons:
        raise ValueError(f"nothing says why there is no {event.kind!r}")
    event.void = True
    touches = {*event.touches, *GAME_KEYS.get(event.kind, ())}
    slots = dict(event.slots)
    if event.obj is not None:
        slots["card"] = card_name(game, event.obj)
        touches |= {card_key(game, event.obj, topic) for topic in TOPICS.get(event.kind, ("card",))}
    if event.player is not None:
        slots["player"] = event.player
        touches |= {f"{topic}:{event.player}" for topic in PLAYER_TOPICS.get(event.kind, ())}
    if event.source is not None:
        slots["source"] = card_name(game, event.source)
        touches |= {
            card_key(game, event.source, topic)
            for topic in TOPICS.get("damage", ())
            if event.kind == "damage"
        }
    note(game, log or f"no_{event.kind}", slots, [*event.reasons, *reasons], touches, shown=shown)
    return []


def gone(game: Game, event: Event) -> list[Event]:
    """CR 400.7: what was meant is no longer there: it is a new object, or none."""
    assert event.obj is not None
    return stop(game, event, Reason("400.7", {"card": card_name(game, event.obj)}, "gone"))
