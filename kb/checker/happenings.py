"""What events do to the state: life, cards, counters (CR 119, 121, 122, 701). Damage is in `damaging`, zone changes in `moving`."""

from __future__ import annotations

from collections.abc import Callable

from kb.checker.characteristics import chars, has_keyword
from kb.checker.event import STATES, Event, applies, becomes, card_key
from kb.checker.event_data import (
    CARD,
    CARDS,
    CAUSE,
    COUNTER,
    FIRST_IN_DRAW_STEP,
    HOST,
    LEFT,
    NO_REGENERATION,
    STATE,
    TO,
    VALUE,
    WHY,
)  # fmt: skip
from kb.checker.facts import DRAW_STEP_USED
from kb.checker.keys import Count, having
from kb.checker.marks import ATTACHED_AT, COUNTERS_AT
from kb.checker.parts import counters_forbidden, forbidden
from kb.checker.replacement import IMPOSSIBLE
from kb.checker.rules import Reason, rule
from kb.checker.shuffling import know_top, took_top
from kb.checker.state import Game, card_name, tick, zone_key
from kb.checker.stopping import gone, stop

DRAWS = Count("draws")
"""Cards that a player has drawn in a turn."""
DRAW_LIMITS: list[Callable[[Game, str, int], list[Reason]]] = []
"""Mechanics say here whether a player who has drawn that many cards this turn can draw no more."""


@rule("119.3")
@applies("lose_life", "gain_life")
def change_life(game: Game, event: Event) -> None:
    """CR 119.3: life gained or lost adjusts the life total; it can be forbidden (119.7, 119.8)."""
    assert event.player is not None
    verb = event.kind.replace("_", " ")
    reasons = forbidden(game, verb, event.player)
    if reasons or event.amount <= 0:
        number = ("119.7" if "gain" in verb else "119.8") if reasons else "119.9"
        stop(game, event, Reason(number, {}, "" if reasons else "none"), *reasons, shown=bool(reasons))
        return
    game.players[event.player].life += event.amount if event.kind == "gain_life" else -event.amount
    event.touches.add(f"life:{event.player}")
    if not event.reasons:
        event.why("119.3", player=event.player, n=event.amount)


def cant_draw(game: Game, player: str) -> list[Reason]:
    """Why a player can't draw a card now; empty when they can."""
    drawn = game.done.get((DRAWS, player, game.turn), 0)
    return [why for limit in DRAW_LIMITS for why in limit(game, player, drawn)]


@rule("614.17c")
def impossible(game: Game, event: Event) -> bool:
    """CR 614.17c: what can't happen isn't replaced either; it comes to nothing as it is."""
    if event.kind == "draw" and event.player is not None:
        return bool(cant_draw(game, event.player))
    if event.kind in ("gain_life", "lose_life") and event.player is not None:
        return bool(forbidden(game, event.kind.replace("_", " "), event.player))
    thing = event.obj if event.obj is not None else event.player
    if event.kind == "counters" and thing is not None:
        return bool(counters_forbidden(game, thing, event.data[COUNTER]))
    return False


IMPOSSIBLE.append(impossible)


@rule("121.1", "121.3")
@becomes("draw")
def draw(game: Game, event: Event) -> list[Event]:
    """CR 121.1, 121.3: a draw puts the top card of the library into the hand; from an empty library it is noted."""
    assert event.player is not None
    ids = game.zones.get(zone_key("library", event.player), [])
    key = (DRAWS, event.player, game.turn)
    limits = cant_draw(game, event.player)
    if limits:
        return stop(game, event, *limits)
    game.done[key] = game.done.get(key, 0) + 1
    if game.step == "draw" and event.player == game.active:
        step_key = (DRAW_STEP_USED, game.turn)
        event.data[FIRST_IN_DRAW_STEP] = step_key not in game.done
        game.done[step_key] = 1
    know_top(game, event.player, 1)
    took_top(game, event.player)
    if not ids:
        game.players[event.player].drew_from_empty = True
        event.touches.add(f"library:{event.player}")
        return []
    event.data[CARD] = ids[-1]
    moved = Event("move", ids[-1], player=event.player, data=having(TO("hand"), WHY("draw")))
    return [moved.why("121.1", player=event.player)]


@rule("701.8a", "701.12b", "702.12b")
@becomes("destroy")
def destroy(game: Game, event: Event) -> list[Event]:
    """CR 701.8a, 702.12b: destroying moves a permanent to its owner's graveyard; an indestructible one can't be destroyed."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None or obj.zone != "battlefield":
        return gone(game, event)
    if has_keyword(game, event.obj, "indestructible"):
        reason = Reason("702.12b", {"card": card_name(game, event.obj)})
        return stop(game, event, reason, log="not_destroyed", shown=True)
    move = Event("move", event.obj, source=event.source, data=having(TO("graveyard"), WHY("destroy")))
    move.reasons = [*event.reasons, Reason("701.8a", {"card": card_name(game, event.obj)})]
    if event.data.get(NO_REGENERATION) and any(shield.get("obj") == event.obj for shield in game.shields):
        move.why("701.19c", card=card_name(game, event.obj))
    return [move]


@rule("701.21a")
@becomes("sacrifice")
def sacrifice(game: Game, event: Event) -> list[Event]:
    """CR 701.21a: to sacrifice a permanent its controller moves it to its owner's graveyard; nobody else can."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None or obj.zone != "battlefield" or chars(game, event.obj).controller != event.player:
        slots = {"card": card_name(game, event.obj), "player": event.player}
        return stop(game, event, Reason("701.21a", slots, "no"))
    banned = forbidden(game, "be sacrificed", event.obj)
    cause = event.data.get(CAUSE)
    if cause is not None:
        banned += forbidden(game, "be made to sacrifice", event.player, cause)
    if banned:
        return stop(game, event, *banned, shown=True)
    move = Event("move", event.obj, source=event.source, data=having(TO("graveyard"), WHY("sacrifice")))
    move.reasons = [
        *event.reasons,
        Reason("701.21a", {"card": card_name(game, event.obj), "player": event.player}),
    ]
    return [move]


@rule("701.9a")
@becomes("discard")
def discard(game: Game, event: Event) -> list[Event]:
    """CR 701.9a: a discarded card moves from its owner's hand to their graveyard; what isn't there isn't discarded."""
    assert event.obj is not None
    card = game.objects.get(event.obj)
    if card is None or (card.zone, card.owner) != ("hand", event.player):
        return stop(game, event, Reason("701.9a", {"card": card_name(game, event.obj)}, "no"))
    move = Event(
        "move",
        event.obj,
        player=event.player,
        source=event.source,
        data=having(TO("graveyard"), WHY("discard")),
    )
    return [move.why("701.9a", player=event.player, card=card_name(game, event.obj))]


@rule("701.17a")
@becomes("mill")
def mill(game: Game, event: Event) -> list[Event]:
    """CR 701.17a: milling puts cards from the top of the library into the graveyard."""
    assert event.player is not None
    ids = game.zones.get(zone_key("library", event.player), [])
    know_top(game, event.player, event.amount)
    moved = ids[::-1][: event.amount]
    for _ in moved:
        took_top(game, event.player)
    event.data[CARDS] = list(moved)
    return [
        Event("move", i, player=event.player, data=having(TO("graveyard"), WHY("mill"))).why("701.17a")
        for i in moved
    ]


@rule("122.1")
@applies("counters")
def counters(game: Game, event: Event) -> None:
    """CR 122.1: counters are put on an object or player."""
    kind = event.data[COUNTER]
    if event.amount <= 0:
        stop(game, event, Reason("122.1", {"counter": kind}, "none"))
        return
    if event.obj is not None:
        obj = game.objects.get(event.obj)
        if obj is None:
            gone(game, event)
            return
        banned = counters_forbidden(game, obj.id, kind)
        if banned:
            stop(game, event, *banned)
            return
        obj.counters[kind] = obj.counters.get(kind, 0) + event.amount
        obj.marks.setdefault(COUNTERS_AT, {})[kind] = tick(game)  # 613.7c
        event.touches |= {
            card_key(game, event.obj, topic) for topic in ("counters", "power", "zone", "abilities")
        }
    else:
        assert event.player is not None
        banned = counters_forbidden(game, event.player, kind)
        if banned:
            stop(game, event, *banned)
            return
        having = game.players[event.player].counters
        having[kind] = having.get(kind, 0) + event.amount
        event.touches |= {f"counters:{event.player}", f"{kind}:{event.player}"}
    event.slots["counter"] = kind
    event.why("122.1", n=event.amount, counter=kind)


@applies("remove_counters")
def remove_counters(game: Game, event: Event) -> None:
    """Counters are removed, as many as there are; from what leaves at the same moment none can be."""
    kind = event.data[COUNTER]
    if event.obj is not None and event.obj not in game.objects:
        gone(game, event)
        return
    having = (
        game.objects[event.obj].counters
        if event.obj is not None
        else game.players[event.player or ""].counters
    )
    event.amount = min(event.amount, having.get(kind, 0))
    having[kind] = having.get(kind, 0) - event.amount
    event.data[LEFT] = having[kind]
    if not having[kind]:
        del having[kind]
    if event.obj is not None:
        event.touches |= {card_key(game, event.obj, topic) for topic in ("counters", "power", "zone")}
    else:
        event.touches.add(f"counters:{event.player}")
    event.slots["counter"] = kind


@rule("701.26a", "701.26b")
@applies("tap", "untap")
def tap(game: Game, event: Event) -> None:
    """CR 701.26a-b: a permanent is tapped or untapped; one that is so already is left alone."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    want = event.kind == "tap"
    if obj is None or obj.zone != "battlefield":
        gone(game, event)
        return
    if obj.tapped == want:
        stop(game, event, Reason("701.26a" if want else "701.26b", {"card": card_name(game, obj.id)}))
        return
    obj.tapped = want
    event.touches.add(card_key(game, event.obj, "tapped"))


@rule("701.3a", "701.3b", "613.7e")
@applies("attach", "unattach")
def attach(game: Game, event: Event) -> None:
    """CR 701.3a-b, 613.7e: to attach moves an Aura or Equipment onto something, with a new timestamp."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    host = event.data.get(HOST)
    if obj is None:
        gone(game, event)
        return
    if event.kind == "attach" and obj.attached_to == host:
        stop(game, event, Reason("701.3b", {"card": card_name(game, obj.id)}))
        return
    obj.attached_to = host if event.kind == "attach" else None
    if event.kind == "attach":
        obj.marks[ATTACHED_AT] = tick(game)
    event.touches |= {card_key(game, event.obj, "attached"), card_key(game, event.obj, "zone")}


@applies("becomes")
def become(game: Game, event: Event) -> None:
    """Something enters a state that its mechanic has a name for (plotted, monstrous …)."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None:
        gone(game, event)
        return
    mark = STATES[event.data[STATE]]
    if mark is not None:
        obj.marks[mark] = event.data.get(VALUE, True)
    event.slots["state"] = event.data[STATE]
    event.touches |= {card_key(game, event.obj, topic) for topic in (str(event.data[STATE]), "zone", "card")}


@applies("lose_game")
def lose(game: Game, event: Event) -> None:
    """CR 104.3: a player loses the game."""
    assert event.player is not None
    reasons = forbidden(game, "lose", event.player)
    if reasons:
        stop(game, event, *reasons)
        return
    game.players[event.player].lost = True
    event.touches.add("result")


@applies("win_game")
def win(game: Game, event: Event) -> None:
    """CR 104.2: a player wins the game."""
    assert event.player is not None
    reasons = forbidden(game, "win", event.player)
    if reasons:
        stop(game, event, *reasons)
        return
    game.players[event.player].won = True
    game.over = "won"
    event.touches.add("result")
