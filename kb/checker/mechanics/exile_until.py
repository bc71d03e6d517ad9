"""Exile "until …" (CR 610.3): one effect that exiles, and returns the card at once when its duration ends."""

from __future__ import annotations

from typing import Any

from kb.checker.dispatch import Scope, Thing, effects, find, not_modelled, objects_of
from kb.checker.event import Event
from kb.checker.event_data import CONTROLLER, NEW, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import Fact, having
from kb.checker.log import note
from kb.checker.marks import LINKED
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import PHASED_OUT, Game, card_name, known
from kb.checker.tracking import tracked
from kb.checker.turn import SETTLING

EXILED_UNTIL: Fact[list[dict[str, Any]]] = Fact("exiled_until")
"""What comes back, and when."""


@effects(ast.ExileUntil)
@rule("610.3", "610.3a", "610.3b")
def exile_until(game: Game, effect: ast.ExileUntil, scope: Scope) -> None:
    """CR 610.3, 610.3a, 610.3b: if what it waits for has happened already nothing is exiled; else the card returns when it happens."""
    if effect.duration.until != "until leaves":
        raise not_modelled(game, effect, scope, f"exiling until {effect.duration.until!r}")
    watched = (
        [i for i in find(game, effect.duration.of, scope) if isinstance(i, int)]
        if effect.duration.of
        else [scope.source]
    )
    if not any(i in game.objects and game.objects[i].zone in ("battlefield", PHASED_OUT) for i in watched):
        cards = {game.objects[i].card for i in objects_of(game, effect.what, scope) if i in game.objects}
        slots = {"card": card_name(game, scope.source)}
        touches = {f"{topic}:{card}" for card in cards for topic in ("zone", "card")}
        scope.it, scope.did, scope.amount = [], False, 0
        note(game, "not_exiled", slots, [Reason("610.3b", slots, "no")], touches, shown=False)
        return
    things = [tracked(game, i, scope) for i in objects_of(game, effect.what, scope)]
    events = [
        Event("move", i, source=scope.source, player=scope.controller, data=having(TO("exile"), WHY("effect"))).why("610.3")
        for i in things if i in game.objects
    ]  # fmt: skip
    back = {event.obj: game.objects[event.obj].zone for event in events if event.obj is not None}
    exiled: list[Thing] = []
    for event in happen(game, *events):
        if event.kind == "move" and event.data.get(TO) == "exile":
            waiting: dict[str, Any] = {
                "card": event.data[NEW],
                "to": back.get(event.obj or 0, "battlefield"),
                "watched": watched,
            }
            game.facts.setdefault(EXILED_UNTIL, []).append(waiting)
            marks = known(game, scope.source).marks
            exiled.append(event.data[NEW])
            marks[LINKED["exiled"]] = [*marks.get(LINKED["exiled"], ()), event.data[NEW]]
    scope.it = exiled
    scope.did, scope.amount = bool(exiled), len(exiled)


@rule("610.3c")
def give_back(game: Game) -> bool:
    """CR 610.3c: the returning cards come back at once, each under its owner's control."""
    over = [
        one for one in game.facts.get(EXILED_UNTIL, ())
        if not any(i in game.objects and game.objects[i].zone in ("battlefield", PHASED_OUT) for i in one["watched"])
    ]  # fmt: skip
    if not over:
        return False
    game.facts[EXILED_UNTIL] = [one for one in game.facts[EXILED_UNTIL] if one not in over]
    events = []
    for one in over:
        obj = game.objects.get(one["card"])
        if obj is not None and obj.zone == "exile" and not obj.token:
            data = having(TO(one["to"]), WHY("effect"), CONTROLLER(obj.owner))
            events.append(Event("move", obj.id, data=data).why("610.3c", card=obj.printed.name))
    return bool(happen(game, *events))


SETTLING.append(give_back)
