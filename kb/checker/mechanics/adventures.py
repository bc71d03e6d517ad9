"""Adventurer cards and Omens (CR 715, 720): cast as an Adventure, then from exile as the creature."""

from __future__ import annotations

from kb.checker.dispatch import Scope
from kb.checker.event import Event
from kb.checker.event_data import KEEP, TO, WHY
from kb.checker.events import GIVEN
from kb.checker.keys import Mark, having
from kb.checker.permissions import Permission, permission
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.shuffling import SHUFFLED
from kb.checker.state import Game, Obj, card_name

ON_ADVENTURE: Mark[str] = Mark("adventure")
"""Who may cast the card that is on an adventure."""


@replacement
@rule("715.3d")
def on_an_adventure(game: Game, event: Event) -> Effect | None:
    """CR 715.3d: a spell cast as an Adventure is exiled as it resolves; an Omen is shuffled into the library (720.3d)."""
    if (
        event.kind != "move"
        or event.data.get(WHY) != "resolve"
        or event.data.get(TO) != "graveyard"
        or event.obj is None
    ):
        return None
    obj = game.objects.get(event.obj)
    if obj is None or obj.face != 1 or obj.printed.layout not in ("adventure", "omen") or obj.copy:
        return None
    return Effect(
        f"adventure:{obj.id}", card_name(game, obj.id), None, Scope(obj.id, obj.controller), rank=1, run=_away
    )


def _away(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    obj = game.objects[event.obj]
    if obj.printed.layout == "adventure":
        event.data[TO] = "exile"
        event.data[KEEP] = having(ON_ADVENTURE(obj.controller))
        event.why("715.3d", card=effect.name, player=obj.controller)
    else:
        event.data[TO] = "library"
        game.facts.setdefault(SHUFFLED, set()).add(obj.owner)
        event.why("720.3d", card=effect.name)
    return [event]


def _stopped(game: Game, event: Event) -> list[Event]:
    """CR 715.3d: only as it resolves is an Adventure exiled: one that is countered goes to the graveyard."""
    obj = game.gone.get(event.obj) if event.kind == "move" and event.obj is not None else None
    if obj is None or event.data.get(WHY) not in ("countered", "fizzle") or obj.face != 1 or obj.copy:
        return []
    if obj.printed.layout in ("adventure", "omen"):
        event.why("715.3d" if obj.printed.layout == "adventure" else "720.3d", "not", card=obj.printed.name)
    return []


GIVEN.append(_stopped)


@permission
def from_the_adventure(game: Game, player: str, obj: Obj) -> Permission | None:
    """Whoever cast the Adventure may play the card while it stays exiled, not as an Adventure (715.3d)."""
    if obj.zone != "exile" or obj.marks.get(ON_ADVENTURE) != player:
        return None
    return Permission(
        "adventure", reasons=[Reason("715.3d", {"card": obj.printed.name, "player": player})], face=0
    )
