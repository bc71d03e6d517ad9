"""Redirection effects (CR 614.9): the same damage is dealt to something else."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope, find, matched, number
from kb.checker.event import Event, card_key
from kb.checker.oracle import ast
from kb.checker.replacement import Effect, replaces
from kb.checker.rules import rule
from kb.checker.state import Game


def redirects(game: Game, part: ast.Redirect, event: Event, scope: Scope) -> bool:
    """Whether damage fits."""
    return event.kind == "damage" and event.amount > 0 and matched(game, part.damage, event, scope) > 0


def _spared(game: Game, event: Event) -> set[str]:
    """What the damage would have borne on."""
    keys = {f"life:{event.player}"} if event.player is not None else set()
    if event.obj is not None:
        keys |= {card_key(game, event.obj, topic) for topic in ("damage", "zone", "card", "counters")}
    return keys


@replaces(ast.Redirect, redirects)
@rule("614.9")
def redirect(game: Game, event: Event, effect: Effect) -> list[Event]:
    """CR 614.9: damage is dealt to another permanent or player; to what can't be dealt damage any more, nothing changes."""
    part: ast.Redirect = effect.part
    places = find(game, part.to, effect.scope)
    if len(places) != 1:
        return [event]
    place = places[0]
    if isinstance(place, int):
        there = place in game.objects and game.objects[place].zone == "battlefield"
        if not there or not {"creature", "planeswalker", "battle"} & set(chars(game, place).types):
            return [event]
    most = event.amount if part.amount is None else number(game, part.amount, effect.scope)
    if effect.floating is not None and part.amount is not None:
        most -= effect.floating.used
    moved = min(event.amount, max(0, most))
    if moved <= 0:
        return [event]
    if effect.floating is not None:
        effect.floating.used += moved
    kept = event.amount - moved
    other = Event("damage", source=event.source, amount=moved, data=event.data.also())
    other.obj, other.player = (place, None) if isinstance(place, int) else (None, place)
    other.applied |= event.applied
    other.why("614.9", by=effect.name, n=moved)
    other.touches |= _spared(game, event)
    if not kept:
        return [other]
    event.amount = kept
    return [event, other]
