"""CR 400: objects change zones; each change makes a new object (400.7)."""

from __future__ import annotations

from typing import Any

from kb.checker.characteristics import Chars, chars
from kb.checker.event import Event, applies, card_key
from kb.checker.event_data import (
    ATTACHED_TO,
    ATTACKING,
    BEGIN,
    CONTROLLER,
    COUNTERS,
    DEPTH,
    DOWN,
    ENTERED,
    FACE,
    FACE_DOWN_VALUES,
    FROM,
    FROM_CONTROLLER,
    KEEP,
    LKI,
    NEW,
    POSITION,
    PROSPECT,
    TAPPED,
    TO,
)
from kb.checker.keys import Mark
from kb.checker.marks import (
    ATTACHED_AT,
    BESTOWED,
    CAST_BY,
    CAST_FROM,
    COUNTERS_AT,
    DECIDED,
    DOWN_VALUES,
    ENTERED_TURN,
    MANA_SPENT,
    NOT_YET,
    SUSPEND_HASTE,
)
from kb.checker.rules import Reason, rule
from kb.checker.shuffling import put_on_top
from kb.checker.state import PRIVATE_ZONES, Game, NotModelled, Obj, known, leave_combat, tick, touch, zone_key
from kb.checker.stopping import gone, stop

OF_CASTING: tuple[Mark[Any], ...] = (CAST_FROM, CAST_BY, MANA_SPENT, BESTOWED, SUSPEND_HASTE)
"""What a permanent remembers of the spell it was beside what was decided for that (400.7d)."""


def prospect(game: Game, event: Event) -> None:
    """CR 614.12: the permanent as it would exist, so that replacement effects can look at it. Undone by `withdraw`."""
    if event.kind != "move" or event.data.get(TO) != "battlefield" or NEW in event.data or event.obj is None:
        return
    old = known(game, event.obj)
    new = _successor(game, old, "battlefield")
    new.controller = event.data.get(CONTROLLER) or old.controller
    new.face_down = bool(event.data.get(DOWN))
    if new.face_down and event.data.get(FACE_DOWN_VALUES) is not None:
        new.marks[DOWN_VALUES] = event.data[FACE_DOWN_VALUES]
    new.face = event.data.get(FACE, old.face if old.zone == "stack" else 0)
    new.since = game.turn
    new.marks[ENTERED_TURN] = game.turn
    new.marks[NOT_YET] = True
    if old.zone == "stack":
        for effect in game.continuous:  # 400.7a: what has changed the spell goes on changing the permanent
            if effect.affected is not None and old.id in effect.affected and new.id not in effect.affected:
                effect.affected = (*effect.affected, new.id)
        new.marks.update((key, old.marks[key]) for key in (*DECIDED, *OF_CASTING) if key in old.marks)
    game.objects[new.id] = new
    game.zones.setdefault("battlefield", []).append(new.id)
    event.data[NEW] = new.id
    touch(game)


def withdraw(game: Game, event: Event) -> None:
    """Take the prospective permanent back; it enters when the event happens."""
    identity = event.data.get(NEW)
    if event.kind == "move" and identity in game.objects and not event.data.get(ENTERED):
        event.data[PROSPECT] = game.objects.pop(identity)
        game.zones["battlefield"].remove(identity)
        touch(game)


def _successor(game: Game, old: Obj, zone: str) -> Obj:
    """The new object that an object becomes; it has no memory of its previous existence (400.7)."""
    new = Obj(
        game.next_id,
        old.card,
        old.printed,
        old.owner,
        old.owner,
        zone,
        tick(game),
        token=old.token,
        copy=old.copy,
    )
    game.next_id += 1
    return new


@rule("400.7", "400.3")
@applies("move")
def move(game: Game, event: Event) -> None:
    """CR 400.7, 400.3: an object that changes zones becomes a new one; it goes to its owner's library, hand or graveyard."""
    assert event.obj is not None
    old = game.objects.get(event.obj)
    if old is None:
        gone(game, event)
        return
    if old.token and old.zone not in ("battlefield", "stack"):
        stop(game, event, Reason("111.8", {"card": old.printed.name}))
        return
    to = event.data[TO]
    event.data[FROM] = old.zone
    if old.attached_to in game.objects:  # what it did to what it was attached to ends
        event.touches |= {
            card_key(game, old.attached_to, topic) for topic in ("controller", "power", "abilities")
        }
    if old.attached_to in game.objects and old.zone == "battlefield":
        event.reasons.append(Reason("611.3b", {"card": old.printed.name}))
    event.data[FROM_CONTROLLER] = (
        chars(game, old.id).controller if old.zone in ("battlefield", "stack") else old.owner
    )
    lki = event.data[LKI]
    _leaves_combat(game, event, old)
    _remove(game, old, lki)
    if to == "battlefield":
        new = event.data.pop(PROSPECT, None)
        if new is None:
            prospect(game, event)
            new = game.objects.get(event.data[NEW])
            if new is None:
                raise NotModelled("it was chosen for what is done as it enters", old.printed.name)
            game.zones["battlefield"].remove(new.id)
        _enter(game, event, new)
        if BEGIN in event.data:  # CR 611.2e
            event.data.pop(BEGIN)(new.id)
    else:
        new = _successor(game, old, to)
        new.face_down = bool(event.data.get(DOWN))
        _place(game, new, event)
        new.face = event.data.get(FACE, 0)
    if old.zone == "stack" and to != "battlefield" and KEEP in event.data:
        new.marks.update(event.data[KEEP])
    game.became[old.id] = new.id
    event.data[NEW] = new.id
    _explain(game, event, old, new)


def _leaves_combat(game: Game, event: Event, old: Obj) -> None:
    """CR 506.4: what leaves the battlefield is removed from combat."""
    if game.combat is None or old.zone != "battlefield":
        return
    if old.id in game.combat.attackers or old.id in game.combat.blockers:
        event.why("506.4", card=old.printed.name)
        whom = game.combat.attackers.get(old.id)
        if isinstance(whom, str):
            event.touches.add(f"life:{whom}")


def _remove(game: Game, old: Obj, lki: Chars) -> None:
    key = zone_key(old.zone, old.owner)
    game.zones[key].remove(old.id)
    del game.objects[old.id]
    game.gone[old.id] = old
    game.last_known[old.id] = lki
    if old.zone == "battlefield":
        leave_combat(game, old.id)


def _place(game: Game, new: Obj, event: Event) -> None:
    key = zone_key(new.zone, new.owner)
    ids = game.zones.setdefault(key, [])
    position = event.data.get(POSITION, "")
    if new.zone == "library" and position in ("bottom", "random"):
        ids.insert(0, new.id)
    elif new.zone == "library" and position == "nth":
        ids.insert(max(0, len(ids) - int(event.data.get(DEPTH, 0))), new.id)
    else:
        ids.append(new.id)
        if new.zone == "library":
            put_on_top(game, new.owner)
    game.objects[new.id] = new
    new.counters.update(event.data.get(COUNTERS) or {})


def _enter(game: Game, event: Event, new: Obj) -> None:
    event.data[ENTERED] = True
    new.marks.pop(NOT_YET, None)
    game.objects[new.id] = new
    game.zones.setdefault("battlefield", []).append(new.id)
    new.timestamp = tick(game)
    new.tapped = bool(event.data.get(TAPPED))
    for kind, count in (event.data.get(COUNTERS) or {}).items():
        if count:
            new.counters[kind] = new.counters.get(kind, 0) + count
            new.marks.setdefault(COUNTERS_AT, {})[kind] = new.timestamp
    host = event.data.get(ATTACHED_TO)
    if host is not None:
        new.attached_to = host
        new.marks[ATTACHED_AT] = new.timestamp
    attacking = event.data.get(ATTACKING)
    if attacking is not None and game.combat is not None:
        game.combat.attackers[new.id] = attacking


ENTRY_RULES = {"hand": "400.3", "graveyard": "400.3", "library": "400.3"}


def _explain(game: Game, event: Event, old: Obj, new: Obj) -> None:
    event.touches.add(card_key(game, new.id, "zone"))
    event.touches |= {f"count:{old.zone}:{old.owner}", f"count:{new.zone}:{new.owner}"}
    if new.zone == "battlefield" and any(
        gone.card == new.card and gone.zone == "battlefield" for gone in game.gone.values()
    ):
        event.reasons.append(Reason("400.7", {"card": new.printed.name}))
    if new.zone == "battlefield":
        event.touches.add(f"count:battlefield:{new.controller}")
        event.touches |= {
            card_key(game, new.id, topic) for topic in ("tapped", "counters", "power", "controller")
        }
    if new.zone in PRIVATE_ZONES and old.zone == "battlefield" and event.data[FROM_CONTROLLER] != old.owner:
        event.reasons.append(Reason("400.3", {"card": old.printed.name, "player": old.owner}))
    if new.zone == "battlefield" and old.zone != "stack" and old.printed.layout in ("transform", "modal_dfc"):
        event.reasons.append(Reason("712.14", {"card": old.printed.name}))
    if old.token and old.zone == "battlefield":
        event.reasons.append(Reason("111.7", {"card": old.printed.name}))
    if old.counters and old.zone == "battlefield":
        event.reasons.append(Reason("122.2", {"card": old.printed.name}))
    if new.counters or old.counters:
        event.touches.add(card_key(game, new.id, "counters"))
    event.slots.setdefault("to", new.zone)
    event.slots.setdefault("from", old.zone)
    if old.zone == "battlefield" and new.zone == "graveyard" and "creature" in event.data[LKI].types:
        event.slots["died"] = True
