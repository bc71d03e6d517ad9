"""CR 400.7: which object an instruction still finds, where the one that it speaks of has changed zones."""

from __future__ import annotations

from collections.abc import Iterable

from kb.checker import roles
from kb.checker.dispatch import FOUND, Scope, Thing, present
from kb.checker.event import Event, card_key
from kb.checker.event_data import CARD, GATHERED, PART_OF
from kb.checker.facts import PAID_AS
from kb.checker.log import note
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name, known

HIDDEN = ("library", "hand")
"""Zones in which a card that moved there isn't found (400.7e)."""
MOVED = "moved"
"""Word of `PAID_AS` for all that a cost has moved, whatever the cost is called."""


@rule("400.7e", "400.7f", "400.7j", "603.7c")
def tracked(game: Game, thing: int, scope: Scope, origin: str | None = None) -> int:
    """CR 400.7e, 400.7f, 400.7j, 603.7c: an object that has changed zones is found only where the rules let it be.

    Those are: what this resolution or the cost has moved; what the event that triggered the ability moved; the Aura that
    went with what it enchanted; and a zone that the text itself names. Any other object stays what it last was: gone.
    """
    found = present(game, thing, scope)
    if not isinstance(found, int) or found in game.objects:
        return int(found)
    new = game.became.get(found)
    if new is None or new not in game.objects:
        return thing
    if origin is not None and known(game, found).zone != origin == game.objects[new].zone:
        return new
    if _drawn(scope, found):
        return new
    if game.objects[new].zone in HIDDEN:
        return thing
    if found in scope.facts.get(PAID_AS, {}).get(MOVED, ()) or _by_its_event(game, found, scope):
        return new
    return thing


def _events(scope: Scope) -> list[Event]:
    if scope.event is None:
        return []
    return [*(scope.event.data.get(GATHERED) or [scope.event])]


def _drawn(scope: Scope, thing: int) -> bool:
    return any(event.kind == "draw" and event.data.get(CARD) == thing for event in _events(scope))


def _by_its_event(game: Game, thing: int, scope: Scope) -> bool:
    """Whether the event that triggered the ability is what moved the object, or has moved what the Aura enchanted."""
    events = _events(scope)
    if not events:
        return False
    move = next((one for one in reversed(game.history) if one.kind == "move" and one.obj == thing), None)
    if move is None:
        return False
    about = [event for event in events if thing in _spoken_of(event)]
    if any(_is_or_follows(event, move) for event in about):
        return True
    host = known(game, thing).attached_to
    return thing == scope.source and host is not None and any(event.obj == host for event in events)


def _spoken_of(event: Event) -> list[Thing]:
    return [thing for role in ("subject", "object") for thing in roles.things(event, role) or ()]


def _is_or_follows(event: Event, move: Event) -> bool:
    """Whether the move is the event, part of it, or had happened before it."""
    if event.record is not None and move.record is not None and move.record <= event.record:
        return True
    part: Event | None = move
    while part is not None:
        if part.record == event.record:
            return True
        part = part.data.get(PART_OF)
    return False


def found_now(game: Game, scope: Scope) -> dict[int, int]:
    """What a delayed ability that is created now goes on finding: everything spoken of, as the object that it is now."""
    spoken: Iterable[Thing] = (
        scope.source,
        *(thing for event in _events(scope) for thing in _spoken_of(event)),
        *(scope.it or ()),
        *(scope.seen or ()),
        *(thing for group in scope.targets for thing in group),
        *(thing for things in scope.facts.get(PAID_AS, {}).values() for thing in things),
        *(thing for things in scope.dealt.values() for thing in things),
    )
    known_ones = dict(scope.facts.get(FOUND, {}))
    for thing in spoken:
        if isinstance(thing, int) and thing not in game.objects:
            found = tracked(game, thing, scope)
            if found in game.objects:
                known_ones[thing] = found
    return known_ones


def not_found(game: Game, thing: int, scope: Scope) -> None:
    """Say that an instruction does nothing to an object that isn't there any more."""
    slots = {"card": card_name(game, thing)}
    touches = {card_key(game, thing, topic) for topic in ("zone", "card")}
    note(
        game,
        "no_effect",
        {"card": card_name(game, scope.source)},
        [Reason("400.7", slots, "gone")],
        touches,
        shown=False,
    )
