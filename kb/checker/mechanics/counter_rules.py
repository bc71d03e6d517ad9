"""Counters that have rules of their own (CR 122.1b-d, 122.1h): keyword, shield, stun and finality counters.

The others with rules stand elsewhere: +1/+1 and its like in the layers (613.4c) and in `sba` (704.5q), loyalty and
defense in `battles`, lore in `sagas`, poison in `sba`, rad in `radiation`. What none of them knows has no rules.
"""

from __future__ import annotations

from kb.checker.characteristics import has_keyword
from kb.checker.dispatch import Scope
from kb.checker.effects.replacing import unpreventable
from kb.checker.event import Event, card_key
from kb.checker.event_data import COUNTER, TO, UNPREVENTABLE, WHY
from kb.checker.events import MOMENT
from kb.checker.keys import Fact, having
from kb.checker.log import note
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name

SHIELDED: Fact[dict[str, int | None]] = Fact("shielded")
"""In which moment a shield counter was used, by what it was used against."""


def _effect(game: Game, event: Event, kind: str) -> Effect | None:
    """The one effect that the counters of a kind on the event's object make together."""
    if event.obj not in game.objects or not game.objects[event.obj].counters.get(kind):
        return None
    assert event.obj is not None
    return Effect(f"{kind} counter:{event.obj}", f"{kind} counter", None, Scope(event.obj, ""))


def _less(game: Game, event: Event, kind: str, number: str) -> Event:
    """One counter fewer, in place of the event or beside it."""
    assert event.obj is not None
    name = card_name(game, event.obj)
    fewer = Event("remove_counters", event.obj, amount=1, source=event.source, data=having(COUNTER(kind)))
    fewer.reasons = [Reason(number, {"card": name, "counter": kind}), *event.reasons]
    fewer.touches |= {card_key(game, event.obj, topic) for topic in ("zone", "damage", "tapped", "card")}
    return fewer


@replacement
@rule("122.1c")
def shield(game: Game, event: Event) -> Effect | None:
    """CR 122.1c: a shield counter is removed instead of an effect destroying the permanent, or of damage to it."""
    if event.kind == "destroy" and event.data.get(WHY) != "rules":
        effect = _effect(game, event, "shield")
        if effect is not None:
            effect.run = _not_destroyed
        return effect
    if event.kind == "damage" and event.amount > 0:
        effect = _effect(game, event, "shield")
        if effect is not None:
            effect.run = _not_dealt
        return effect
    return None


def _not_destroyed(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    if has_keyword(
        game, event.obj, "indestructible"
    ):  # it can't be destroyed, so nothing replaces it (614.17c)
        return [event]
    return _once(game, event, [])


def _not_dealt(game: Game, event: Event, effect: Effect) -> list[Event]:
    if event.data.get(UNPREVENTABLE) or unpreventable(game):
        event.why("615.12", by=effect.name)
        return _once(game, event, [event])
    touches = (
        {card_key(game, event.obj, topic) for topic in ("damage", "zone")} if event.obj is not None else set()
    )
    note(
        game,
        "prevented",
        {"by": effect.name, "n": event.amount},
        [Reason("122.1c", _slots(game, event))],
        touches,
    )
    return _once(game, event, [])


def _slots(game: Game, event: Event) -> dict[str, object]:
    """What the sentence about a counter's effect names."""
    assert event.obj is not None
    return {"card": card_name(game, event.obj), "counter": "shield"}


def _once(game: Game, event: Event, kept: list[Event]) -> list[Event]:
    """Damage of several sources at one moment is one event for the shield: one counter is removed."""
    assert event.obj is not None
    moment = game.facts.get(MOMENT)
    key = f"{event.kind}:{event.obj}"
    used = game.facts.setdefault(SHIELDED, {})
    if used.get(key) == moment and moment is not None:
        return kept
    used[key] = moment
    return [*kept, _less(game, event, "shield", "122.1c")]


@replacement
@rule("122.1d")
def stun(game: Game, event: Event) -> Effect | None:
    """CR 122.1d: a stun counter is removed instead of the permanent untapping."""
    if event.kind != "untap" or event.obj not in game.objects or not game.objects[event.obj].tapped:
        return None
    effect = _effect(game, event, "stun")
    if effect is not None:
        effect.run = lambda game, event, effect: [_less(game, event, "stun", "122.1d")]
    return effect


@replacement
@rule("122.1h")
def finality(game: Game, event: Event) -> Effect | None:
    """CR 122.1h: a permanent with a finality counter is exiled instead of going to a graveyard from the battlefield."""
    if event.kind != "move" or event.data.get(TO) != "graveyard" or event.obj not in game.objects:
        return None
    if game.objects[event.obj].zone != "battlefield":
        return None
    effect = _effect(game, event, "finality")
    if effect is not None:
        effect.run = _exiled
    return effect


def _exiled(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    changed = Event(
        "move", event.obj, player=event.player, source=event.source, data=event.data.also(TO("exile"))
    )
    changed.applied = set(event.applied)
    reason = Reason("122.1h", {"card": card_name(game, event.obj), "counter": "finality"})
    changed.reasons = [reason, *event.reasons, Reason("614.6", {"by": effect.name})]
    return [changed]
