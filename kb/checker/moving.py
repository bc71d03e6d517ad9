"""CR 400: objects change zones; each change makes a new object (400.7)."""

from __future__ import annotations

from typing import Any

from kb.checker.characteristics import Chars, chars
from kb.checker.event import Event, applies, card_key
from kb.checker.rules import Reason, rule
from kb.checker.shuffling import put_on_top
from kb.checker.state import PRIVATE_ZONES, Game, NotModelled, Obj, known, leave_combat, tick, touch, zone_key

KEPT_ON_ENTERING = (
    "x",
    "kicked",
    "cast_from",
    "mana_spent",
    "method",
    "bargained",
    "bestowed",
    "offspring",
    "gift",
    "chosen_costs",
    "cast_by",
    "suspend_haste",
)
"""What a permanent remembers of the spell it was (400.7d)."""


def prospect(game: Game, event: Event) -> None:
    """CR 614.12: the permanent as it would exist, so that replacement effects can look at it. Undone by `withdraw`."""
    if (
        event.kind != "move"
        or event.data.get("to") != "battlefield"
        or "new" in event.data
        or event.obj is None
    ):
        return
    old = known(game, event.obj)
    new = _successor(game, old, "battlefield")
    new.controller = event.data.get("controller") or old.controller
    new.face_down = bool(event.data.get("face_down"))
    if new.face_down and event.data.get("face_down_values") is not None:
        new.marks["face_down_values"] = event.data["face_down_values"]
    new.face = int(event.data.get("face", old.face if old.zone == "stack" else 0))
    new.since = game.turn
    new.marks["entered"] = game.turn
    if old.zone == "stack":
        for effect in game.continuous:  # 400.7a: what has changed the spell goes on changing the permanent
            if effect.affected is not None and old.id in effect.affected and new.id not in effect.affected:
                effect.affected = (*effect.affected, new.id)
        new.marks.update({key: old.marks[key] for key in KEPT_ON_ENTERING if key in old.marks})
    game.objects[new.id] = new
    game.zones.setdefault("battlefield", []).append(new.id)
    event.data["new"] = new.id
    touch(game)


def withdraw(game: Game, event: Event) -> None:
    """Take the prospective permanent back; it enters when the event happens."""
    identity = event.data.get("new")
    if event.kind == "move" and identity in game.objects and not event.data.get("entered"):
        event.data["prospect"] = game.objects.pop(identity)
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
    if old is None or (
        old.token and old.zone not in ("battlefield", "stack")
    ):  # a token that has left stays away (111.8)
        event.void = True
        return
    to = event.data["to"]
    event.data["from"] = old.zone
    event.data["from_controller"] = (
        chars(game, old.id).controller if old.zone in ("battlefield", "stack") else old.owner
    )
    lki: Chars = event.data.get("lki") or chars(game, old.id)
    _leaves_combat(game, event, old)
    _remove(game, old, lki)
    if to == "battlefield":
        new = event.data.pop("prospect", None)
        if new is None:
            prospect(game, event)
            new = game.objects.get(event.data["new"])
            if new is None:
                raise NotModelled("it was chosen for what is done as it enters", old.printed.name)
            game.zones["battlefield"].remove(new.id)
        _enter(game, event, new)
        if "begin" in event.data:  # CR 611.2e
            event.data.pop("begin")(new.id)
    else:
        new = _successor(game, old, to)
        new.face_down = bool(event.data.get("face_down"))
        _place(game, new, event)
        if event.data.get("face") is not None:
            new.face = int(event.data["face"])
    if old.zone == "stack" and to != "battlefield" and event.data.get("keep"):
        new.marks.update(event.data["keep"])
    game.became[old.id] = new.id
    event.data["new"] = new.id
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
    position = event.data.get("position", "")
    if new.zone == "library" and position in ("bottom", "random"):
        ids.insert(0, new.id)
    elif new.zone == "library" and position == "nth":
        ids.insert(max(0, len(ids) - int(event.data.get("depth", 0))), new.id)
    else:
        ids.append(new.id)
        if new.zone == "library":
            put_on_top(game, new.owner)
    game.objects[new.id] = new
    new.counters.update(event.data.get("counters") or {})


def _enter(game: Game, event: Event, new: Obj) -> None:
    event.data["entered"] = True
    game.objects[new.id] = new
    game.zones.setdefault("battlefield", []).append(new.id)
    new.timestamp = tick(game)
    new.tapped = bool(event.data.get("tapped"))
    for kind, count in (event.data.get("counters") or {}).items():
        if count:
            new.counters[kind] = new.counters.get(kind, 0) + count
            new.marks.setdefault("counters_at", {})[kind] = new.timestamp
    host: Any = event.data.get("attached_to")
    if host is not None:
        new.attached_to = host
        new.marks["attached_at"] = new.timestamp
    if event.data.get("attacking") is not None and game.combat is not None:
        game.combat.attackers[new.id] = event.data["attacking"]


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
    if new.zone in PRIVATE_ZONES and old.zone == "battlefield" and event.data["from_controller"] != old.owner:
        event.reasons.append(Reason("400.3", {"card": old.printed.name, "player": old.owner}))
    if new.zone == "battlefield" and old.zone != "stack" and old.printed.layout in ("transform", "modal_dfc"):
        event.reasons.append(Reason("712.14", {"card": old.printed.name}))
    if old.token and old.zone == "battlefield":
        event.reasons.append(Reason("111.7", {"card": old.printed.name}))
    if new.counters:
        event.touches.add(card_key(game, new.id, "counters"))
    event.slots.setdefault("to", new.zone)
    event.slots.setdefault("from", old.zone)
    if old.zone == "battlefield" and new.zone == "graveyard" and "creature" in event.data["lki"].types:
        event.slots["died"] = True
