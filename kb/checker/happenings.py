"""What events do to the state: damage, life, cards, counters, tokens (CR 119-122, 701). Zone changes are in `moving`."""

from __future__ import annotations

from collections.abc import Callable

from kb.checker.characteristics import chars, has_keyword, keyword_nodes
from kb.checker.dispatch import Scope, number
from kb.checker.event import Event, applies, becomes, card_key
from kb.checker.log import note
from kb.checker.parts import forbidden
from kb.checker.rules import Reason, rule
from kb.checker.shuffling import know_top, took_top
from kb.checker.state import Game, card_name, tick, zone_key

DRAW_LIMITS: list[Callable[[Game, str, int], bool]] = []
"""Mechanics say here whether a player who has drawn that many cards this turn can draw no more."""


@rule("120.3", "120.8")
@becomes("damage")
def damage(game: Game, event: Event) -> list[Event]:
    """CR 120.3, 120.8: damage has results by what receives it and what deals it; no damage is no event."""
    if event.obj is not None and event.obj not in game.objects:
        event.void = True
        return []
    if event.amount <= 0:
        event.void = True
        if event.source is not None:
            touches = {card_key(game, event.source, topic) for topic in ("damage", "zone", "card")}
            if event.obj is not None:
                touches |= {card_key(game, event.obj, topic) for topic in ("damage", "zone", "card")}
            note(
                game,
                "no_damage",
                {"source": card_name(game, event.source)},
                [Reason("120.8")],
                touches,
                shown=False,
            )
        return []
    game.done[f"damage:{event.source}"] = game.turn
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
            data={"counter": "poison", "of_damage": True, "by": chars(game, event.source).controller},
        )
        poison.touches.add(f"life:{event.player}")
        return [
            poison.why("702.90b", player=event.player).why("120.3b", player=event.player),
            *_toxic(game, event),
        ]
    loss = Event(
        "lose_life", player=event.player, amount=event.amount, source=event.source, data={"by": "damage"}
    )
    source = card_name(game, event.source) if event.source is not None else ""
    return [loss.why("120.3a", player=event.player, n=event.amount, source=source), *_toxic(game, event)]


@rule("120.3g", "702.164c")
def _toxic(game: Game, event: Event) -> list[Event]:
    """CR 120.3g, 702.164c: combat damage to a player from a creature with toxic also gives poison counters."""
    if event.source is None or not event.data.get("combat"):
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
        data={"counter": "poison", "of_damage": True, "by": scope.controller},
    )
    return [poison.why("120.3g", player=event.player, n=total).why("702.164c", player=event.player, n=total)]


@rule("120.3c", "120.3d", "120.3e", "120.3h", "306.8")
def _to_object(game: Game, event: Event) -> list[Event]:
    """CR 120.3c-e, 120.3h, 306.8: marked on a creature, counters by wither and infect, loyalty or defense removed."""
    assert event.obj is not None
    results: list[Event] = []
    what = chars(game, event.obj)
    name = what.name
    if "planeswalker" in what.types:
        data = {"counter": "loyalty"}
        loss = Event("remove_counters", event.obj, amount=event.amount, source=event.source, data=data)
        results.append(loss.why("306.8", card=name, n=event.amount).why("120.3c", card=name, n=event.amount))
    if "battle" in what.types:
        data = {"counter": "defense"}
        loss = Event("remove_counters", event.obj, amount=event.amount, source=event.source, data=data)
        results.append(loss.why("120.3h", card=name, n=event.amount))
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
                data={"counter": "-1/-1", "of_damage": True, "by": chars(game, source).controller},
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
    gain.data["joins"] = ("lifelink", event.source)
    return [gain.why("702.15b", source=name).why("120.3f", source=name, n=event.amount)]


@rule("702.2b")
@applies("mark_damage")
def mark_damage(game: Game, event: Event) -> None:
    """CR 702.2b: damage stays marked until cleanup; any amount from a source with deathtouch will destroy the creature."""
    assert event.obj is not None
    obj = game.objects[event.obj]
    obj.damage += event.amount
    if event.source is not None and has_keyword(game, event.source, "deathtouch"):
        obj.deathtouched = True
        event.why("702.2b", card=card_name(game, event.obj), source=card_name(game, event.source))
    event.touches |= {card_key(game, event.obj, "damage"), card_key(game, event.obj, "zone")}


@rule("119.3")
@applies("lose_life", "gain_life")
def change_life(game: Game, event: Event) -> None:
    """CR 119.3: life gained or lost adjusts the life total; it can be forbidden (119.7, 119.8)."""
    assert event.player is not None
    verb = event.kind.replace("_", " ")
    reasons = forbidden(game, verb, event.player)
    if reasons or event.amount <= 0:
        event.void = True
        note(game, f"no_{event.kind}", {"player": event.player}, [Reason("119.7" if "gain" in verb else "119.8"), *reasons],
             {f"life:{event.player}"}, shown=bool(reasons))  # fmt: skip
        return
    game.players[event.player].life += event.amount if event.kind == "gain_life" else -event.amount
    event.touches.add(f"life:{event.player}")
    if not event.reasons:
        event.why("119.3", player=event.player, n=event.amount)


@rule("121.1", "121.3")
@becomes("draw")
def draw(game: Game, event: Event) -> list[Event]:
    """CR 121.1, 121.3: a draw puts the top card of the library into the hand; from an empty library it is noted."""
    assert event.player is not None
    ids = game.zones.get(zone_key("library", event.player), [])
    key = f"draws:{event.player}:{game.turn}"
    if any(limit(game, event.player, game.done.get(key, 0)) for limit in DRAW_LIMITS):
        event.void = True
        return []
    game.done[key] = game.done.get(key, 0) + 1
    if game.step == "draw" and event.player == game.active:
        step_key = f"drawstep:{game.turn}"
        event.data["first_in_draw_step"] = step_key not in game.done
        game.done[step_key] = 1
    know_top(game, event.player, 1)
    took_top(game, event.player)
    if not ids:
        game.players[event.player].drew_from_empty = True
        event.touches.add(f"library:{event.player}")
        return []
    event.data["card"] = ids[-1]
    moved = Event("move", ids[-1], player=event.player, data={"to": "hand", "why": "draw"})
    return [moved.why("121.1", player=event.player)]


@rule("701.8a", "701.12b", "702.12b")
@becomes("destroy")
def destroy(game: Game, event: Event) -> list[Event]:
    """CR 701.8a, 702.12b: destroying moves a permanent to its owner's graveyard; an indestructible one can't be destroyed."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None or obj.zone != "battlefield":
        event.void = True
        return []
    if has_keyword(game, event.obj, "indestructible"):
        event.void = True
        note(game, "not_destroyed", {"card": card_name(game, event.obj)},
             [*event.reasons, Reason("702.12b", {"card": card_name(game, event.obj)})],
             {card_key(game, event.obj, "zone"), card_key(game, event.obj)})  # fmt: skip
        return []
    move = Event("move", event.obj, source=event.source, data={"to": "graveyard", "why": "destroy"})
    move.reasons = [*event.reasons, Reason("701.8a", {"card": card_name(game, event.obj)})]
    if event.data.get("no_regeneration") and any(shield.get("obj") == event.obj for shield in game.shields):
        move.why("701.19c", card=card_name(game, event.obj))
    return [move]


@rule("701.21a")
@becomes("sacrifice")
def sacrifice(game: Game, event: Event) -> list[Event]:
    """CR 701.21a: to sacrifice a permanent its controller moves it to its owner's graveyard; nobody else can."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None or obj.zone != "battlefield" or chars(game, event.obj).controller != event.player:
        event.void = True
        return []
    if forbidden(game, "be sacrificed", event.obj):
        event.void = True
        return []
    move = Event("move", event.obj, source=event.source, data={"to": "graveyard", "why": "sacrifice"})
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
        event.void = True
        return []
    move = Event(
        "move",
        event.obj,
        player=event.player,
        source=event.source,
        data={"to": "graveyard", "why": "discard"},
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
    event.data["cards"] = list(moved)
    return [
        Event("move", i, player=event.player, data={"to": "graveyard", "why": "mill"}).why("701.17a")
        for i in moved
    ]


@rule("122.1")
@applies("counters")
def counters(game: Game, event: Event) -> None:
    """CR 122.1: counters are put on an object or player."""
    if event.amount <= 0:
        event.void = True
        return
    kind = event.data["counter"]
    if event.obj is not None:
        obj = game.objects.get(event.obj)
        banned = obj is not None and (
            forbidden(game, "have counters", obj.id) or forbidden(game, f"have {kind} counters", obj.id)
        )
        if obj is None or banned:
            event.void = True
            return
        obj.counters[kind] = obj.counters.get(kind, 0) + event.amount
        obj.marks.setdefault("counters_at", {})[kind] = tick(game)  # 613.7c
        event.touches |= {
            card_key(game, event.obj, topic) for topic in ("counters", "power", "zone", "abilities")
        }
    else:
        assert event.player is not None
        if forbidden(game, "get counters", event.player) or forbidden(
            game, f"get {kind} counters", event.player
        ):
            event.void = True
            return
        having = game.players[event.player].counters
        having[kind] = having.get(kind, 0) + event.amount
        event.touches |= {f"counters:{event.player}", f"{kind}:{event.player}"}
    event.slots["counter"] = kind
    event.why("122.1", n=event.amount, counter=kind)


@applies("remove_counters")
def remove_counters(game: Game, event: Event) -> None:
    """Counters are removed, as many as there are; from what leaves at the same moment none can be."""
    kind = event.data["counter"]
    if event.obj is not None and event.obj not in game.objects:
        event.void = True
        return
    having = (
        game.objects[event.obj].counters
        if event.obj is not None
        else game.players[event.player or ""].counters
    )
    event.amount = min(event.amount, having.get(kind, 0))
    having[kind] = having.get(kind, 0) - event.amount
    event.data["left"] = having[kind]
    if not having[kind]:
        del having[kind]
    if event.obj is not None:
        event.touches |= {card_key(game, event.obj, topic) for topic in ("counters", "power", "zone")}
    else:
        event.touches.add(f"counters:{event.player}")
    event.slots["counter"] = kind


@applies("tap", "untap")
def tap(game: Game, event: Event) -> None:
    """CR 701.26: a permanent is tapped or untapped; one that is so already is left alone."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    want = event.kind == "tap"
    if obj is None or obj.zone != "battlefield" or obj.tapped == want:
        event.void = True
        return
    obj.tapped = want
    event.touches.add(card_key(game, event.obj, "tapped"))


@rule("701.3a", "613.7e")
@applies("attach", "unattach")
def attach(game: Game, event: Event) -> None:
    """CR 701.3a, 613.7e: to attach moves an Aura or Equipment onto something, with a new timestamp."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    host = event.data.get("to")
    if obj is None or (event.kind == "attach" and obj.attached_to == host):
        event.void = True
        return
    obj.attached_to = host if event.kind == "attach" else None
    if event.kind == "attach":
        obj.marks["attached_at"] = tick(game)
    event.touches |= {card_key(game, event.obj, "attached"), card_key(game, event.obj, "zone")}


@applies("becomes")
def become(game: Game, event: Event) -> None:
    """Something enters a state that its mechanic has a name for (plotted, monstrous …)."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None:
        event.void = True
        return
    obj.marks[event.data["state"]] = event.data.get("value", True)
    event.slots["state"] = event.data["state"]
    event.touches |= {
        card_key(game, event.obj, topic) for topic in (str(event.data["state"]), "zone", "card")
    }


@applies("lose_game")
def lose(game: Game, event: Event) -> None:
    """CR 104.3: a player loses the game."""
    assert event.player is not None
    reasons = forbidden(game, "lose", event.player)
    if reasons:
        event.void = True
        return
    game.players[event.player].lost = True
    event.touches.add("result")


@applies("win_game")
def win(game: Game, event: Event) -> None:
    """CR 104.2: a player wins the game."""
    assert event.player is not None
    if forbidden(game, "win", event.player):
        event.void = True
        return
    game.players[event.player].won = True
    game.over = "won"
    event.touches.add("result")
