"""CR 111: tokens are created: on the battlefield, entering as anything enters."""

from __future__ import annotations

from kb.checker.event import Event, applies, card_key
from kb.checker.event_data import (
    ATTACHED_TO,
    ATTACKING,
    CONTROLLER,
    COUNTERS,
    ENTERED,
    FACE,
    MADE,
    NEW,
    PRINTED,
    TAPPED,
    TO,
)
from kb.checker.keys import having
from kb.checker.marks import ENTERED_TURN, NOT_YET
from kb.checker.replacement import replaced
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, Obj, known, new_object, touch
from kb.checker.stopping import stop

ASKED_ONE_BY_ONE = 50
"""Of so many identical tokens created together, each may have its own choices; the rest enter as these did."""

MOST = 50_000
"""Tokens created together that are kept track of; what more would do is not modelled."""


@rule("111.1", "111.2")
@applies("create_token")
def create_token(game: Game, event: Event) -> None:
    """CR 111.1, 111.2: tokens are created on the battlefield under a player's control; that player owns them."""
    assert event.player is not None
    if event.amount > MOST:
        raise NotModelled(f"more than {MOST} tokens at once", event.data[PRINTED].name)
    made: list[int] = []
    alone = True  # identical tokens that enter together are judged by the same state: if nothing changes one, nothing the rest
    for _ in range(event.amount):
        obj = new_object(game, event.data[PRINTED], event.player, "battlefield")
        obj.token = True
        obj.face = event.data.get(FACE, 0)
        obj.tapped = bool(event.data.get(TAPPED))
        obj.since = game.turn
        obj.marks[ENTERED_TURN] = game.turn
        obj.marks[NOT_YET] = True
        if event.data.get(ATTACHED_TO) is not None:
            obj.attached_to = event.data[ATTACHED_TO]
        attacking = event.data.get(ATTACKING)
        if attacking is not None and game.combat is not None:
            game.combat.attackers[obj.id] = attacking
        if alone:
            entered = _token_enters(game, event, obj)
            if entered is None:
                _not_created(game, obj)
                break
            alone = entered and len(made) < ASKED_ONE_BY_ONE
        else:
            first = game.objects[made[-1]]
            obj.tapped, obj.attached_to = first.tapped, first.attached_to
            obj.counters.update(first.counters)
        made.append(obj.id)
        event.touches |= {
            card_key(game, obj.id),
            card_key(game, obj.id, "zone"),
            card_key(game, obj.id, "tapped"),
        }
    for identity in made:
        game.objects[identity].marks.pop(NOT_YET, None)
    event.data[MADE] = made
    event.slots["token"] = event.data[PRINTED].name
    event.touches |= {f"count:battlefield:{event.player}", f"token:{event.data[PRINTED].name}"}
    why = Reason("111.1", {"n": len(made), "token": event.data[PRINTED].name})
    event.reasons.append(why)
    maker = None if event.source is None else known(game, event.source)
    if maker is not None and maker.owner != event.player:
        event.why("111.2", player=event.player)
    if event.data[PRINTED].name.endswith(" Token"):  # nothing else names it
        event.why("111.4")
    if not made:
        stop(game, event, why)


@rule("614.1d")
def _token_enters(game: Game, event: Event, obj: Obj) -> bool | None:
    """CR 614.1d: what changes how permanents enter changes how a token enters; gives whether anything did, None if it can't enter."""
    data = having(
        TO("battlefield"),
        NEW(obj.id),
        ENTERED(True),
        CONTROLLER(obj.controller),
        TAPPED(obj.tapped),
        ATTACHED_TO(obj.attached_to),
    )
    proposed = Event("move", obj.id, player=event.player, data=data)
    entries = replaced(game, proposed)
    if not entries:
        return None
    for entry in entries:
        obj.tapped = bool(entry.data.get(TAPPED))
        for kind, count in (entry.data.get(COUNTERS) or {}).items():
            if count:
                obj.counters[kind] = obj.counters.get(kind, 0) + count
        if entry.data.get(ATTACHED_TO) is not None and obj.attached_to is None:
            obj.attached_to = entry.data[ATTACHED_TO]
        event.reasons += entry.reasons
    return bool(proposed.applied)


def _not_created(game: Game, obj: Obj) -> None:
    """A token that can't enter (an Aura with nothing to enchant, 303.4g) isn't created."""
    game.zones["battlefield"].remove(obj.id)
    del game.objects[obj.id]
    game.gone[obj.id] = obj
    if game.combat is not None:
        game.combat.attackers.pop(obj.id, None)
    touch(game)
