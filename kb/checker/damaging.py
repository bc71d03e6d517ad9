"""What damage does to what it is dealt to (CR 120)."""

from __future__ import annotations

from kb.checker.characteristics import chars, has_keyword, keyword_nodes
from kb.checker.dispatch import Scope, number
from kb.checker.event import Event, applies, becomes, card_key
from kb.checker.event_data import (
    BY,
    COMBAT,
    COUNTER,
    JOINS,
    OF_DAMAGE,
)  # fmt: skip
from kb.checker.keys import having
from kb.checker.marks import LETHAL_AT
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name
from kb.checker.stopping import gone, stop


@rule("120.3", "120.8")
@becomes("damage")
def damage(game: Game, event: Event) -> list[Event]:
    """CR 120.3, 120.8: damage has results by what receives it and what deals it; no damage is no event."""
    if event.obj is not None and event.obj not in game.objects:
        return gone(game, event)
    if event.amount <= 0:
        return stop(game, event, Reason("120.8"))
    results = _to_player(game, event) if event.player is not None else _to_object(game, event)
    results += _of_source(game, event)
    return results


@rule("120.3a", "120.3b")
def _to_player(game: Game, event: Event) -> list[Event]:
    """CR 120.3a, 120.3b: a player loses that much life, or gets that many poison counters from infect."""
    if event.source is not None and has_keyword(game, event.source, "infect"):
        poison = Event(
            "counters",
            player=event.player,
            amount=event.amount,
            source=event.source,
            data=having(COUNTER("poison"), OF_DAMAGE(True), BY(chars(game, event.source).controller)),
        )
        poison.touches.add(f"life:{event.player}")
        return [
            poison.why("702.90b", player=event.player).why("120.3b", player=event.player),
            *_toxic(game, event),
        ]
    loss = Event("lose_life", player=event.player, amount=event.amount, source=event.source)
    source = card_name(game, event.source) if event.source is not None else ""
    return [loss.why("120.3a", player=event.player, n=event.amount, source=source), *_toxic(game, event)]


@rule("120.3g", "702.164c")
def _toxic(game: Game, event: Event) -> list[Event]:
    """CR 120.3g, 702.164c: combat damage to a player from a creature with toxic also gives poison counters."""
    if event.source is None or not event.data.get(COMBAT):
        return []
    scope = Scope(event.source, chars(game, event.source).controller)
    nodes = keyword_nodes(game, event.source, "toxic")
    total = sum(number(game, node.amount, scope) for node in nodes if node.amount is not None)
    if not total:
        return []
    poison = Event(
        "counters",
        player=event.player,
        amount=total,
        source=event.source,
        data=having(COUNTER("poison"), OF_DAMAGE(True), BY(scope.controller)),
    )
    return [poison.why("120.3g", player=event.player, n=total).why("702.164c", player=event.player, n=total)]


@rule("120.3c", "120.3d", "120.3e", "120.3h", "306.8", "310.6")
def _to_object(game: Game, event: Event) -> list[Event]:
    """CR 120.3c-e, 120.3h, 306.8, 310.6: marked on a creature, counters by wither and infect, loyalty or defense removed."""
    assert event.obj is not None
    results: list[Event] = []
    what = chars(game, event.obj)
    name = what.name
    if "planeswalker" in what.types:
        data = having(COUNTER("loyalty"))
        loss = Event("remove_counters", event.obj, amount=event.amount, source=event.source, data=data)
        results.append(loss.why("306.8", card=name, n=event.amount).why("120.3c", card=name, n=event.amount))
    if "battle" in what.types:
        data = having(COUNTER("defense"))
        loss = Event("remove_counters", event.obj, amount=event.amount, source=event.source, data=data)
        results.append(loss.why("310.6", card=name, n=event.amount).why("120.3h", card=name, n=event.amount))
    if "creature" in what.types:
        source = event.source
        if source is not None and (
            has_keyword(game, source, "wither") or has_keyword(game, source, "infect")
        ):
            shrink = Event(
                "counters",
                event.obj,
                amount=event.amount,
                source=source,
                data=having(COUNTER("-1/-1"), OF_DAMAGE(True), BY(chars(game, source).controller)),
            )
            number_ = "702.80a" if has_keyword(game, source, "wither") else "702.90c"
            shrink.touches.add(card_key(game, event.obj, "damage"))
            results.append(
                shrink.why(number_, card=name, n=event.amount).why("120.3d", card=name, n=event.amount)
            )
        else:
            mark = Event("mark_damage", event.obj, amount=event.amount, source=source)
            results.append(mark.why("120.3e", card=name, n=event.amount))
    return results


@rule("120.3f")
def _of_source(game: Game, event: Event) -> list[Event]:
    """CR 120.3f: damage from a source with lifelink lets its controller gain that much life."""
    if event.source is None or not has_keyword(game, event.source, "lifelink"):
        return []
    player, name = chars(game, event.source).controller, card_name(game, event.source)
    gain = Event("gain_life", player=player, amount=event.amount, source=event.source)
    gain.data[JOINS] = ("lifelink", event.source)
    return [gain.why("702.15b", source=name).why("120.3f", source=name, n=event.amount)]


@rule("702.2b")
@applies("mark_damage")
def mark_damage(game: Game, event: Event) -> None:
    """CR 702.2b: damage stays marked until cleanup; any amount from a source with deathtouch will destroy the creature."""
    assert event.obj is not None
    obj = game.objects[event.obj]
    obj.damage += event.amount
    toughness = chars(game, obj.id).toughness
    if toughness is not None and obj.damage >= toughness:
        obj.marks[LETHAL_AT] = game.turn
    if event.source is not None and has_keyword(game, event.source, "deathtouch"):
        obj.deathtouched = True
        event.why("702.2b", card=card_name(game, event.obj), source=card_name(game, event.source))
    event.touches |= {card_key(game, event.obj, "damage"), card_key(game, event.obj, "zone")}
