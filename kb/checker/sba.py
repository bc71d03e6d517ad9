"""CR 704: state-based actions. Each is one function over the game; all are looked for together and done at once (704.3).

A finding is a list of events; a mechanic adds an action with `@state_based`. The functions stand in the book's order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kb.checker.characteristics import chars, keyword_nodes
from kb.checker.choices import choose
from kb.checker.dispatch import Scope, fits
from kb.checker.event import Event, applies, card_key
from kb.checker.event_data import COUNTER, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.log import note
from kb.checker.marks import BESTOWED
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.parts import rule_changed
from kb.checker.rules import Reason, rule
from kb.checker.state import PHASED_OUT, Game, Obj, battlefield, card_name, known, living, touch
from kb.checker.stopping import gone

Finder = Callable[[Game], Iterator[Event]]
STATE_BASED: list[Finder] = []


def state_based(function: Finder) -> Finder:
    """Register a state-based action: it yields the events it would do now."""
    STATE_BASED.append(function)
    return function


@rule("704.3", "704.4")
def check_once(game: Game) -> bool:
    """CR 704.3, 704.4: all applicable state-based actions happen at once; gives whether any did."""
    events = [event for finder in STATE_BASED for event in finder(game)]
    seen: set[tuple[Any, ...]] = set()
    wanted: list[Event] = []
    for event in events:
        key = (
            event.obj,
            event.player,
            "move" if event.kind in ("move", "destroy") else event.kind,
            event.data.get(COUNTER),
        )
        if key in seen:
            _merge(wanted, event)
            continue
        seen.add(key)
        wanted.append(event)
    if not wanted:
        return False
    for event in wanted:
        event.reasons.append(Reason("704.3"))
    records = len(game.records)
    happened = happen(game, *wanted)
    return bool(happened) or any(record.event == "regenerated" for record in game.records[records:])


def _merge(wanted: list[Event], event: Event) -> None:
    """Two actions for one object: put into the graveyard (704.5f) wins over destroying it, both reasons stay."""
    for index, other in enumerate(wanted):
        if other.obj == event.obj and other.player == event.player and other.kind in ("move", "destroy"):
            if other.kind == "destroy" and event.kind == "move":
                wanted[index] = event
            return
        if other.kind == event.kind == "lose_game" and other.player == event.player:
            other.reasons += event.reasons
            return


@state_based
@rule("704.5a")
def life_zero(game: Game) -> Iterator[Event]:
    """CR 704.5a: a player with 0 or less life loses the game."""
    for name in living(game):
        if game.players[name].life <= 0:
            yield Event("lose_game", player=name).why("704.5a", player=name)


@state_based
@rule("704.5b")
def empty_library(game: Game) -> Iterator[Event]:
    """CR 704.5b: a player who has drawn from an empty library since the last check loses."""
    for name in living(game):
        if game.players[name].drew_from_empty:
            game.players[name].drew_from_empty = False
            event = Event("lose_game", player=name).why("704.5b", player=name)
            yield event.why("504.1", player=name) if game.step == "draw" else event


@state_based
@rule("704.5c")
def poison(game: Game) -> Iterator[Event]:
    """CR 704.5c: a player with ten or more poison counters loses."""
    for name in living(game):
        if game.players[name].counters.get("poison", 0) >= 10:
            yield Event("lose_game", player=name).why("704.5c", player=name)


@state_based
@rule("704.5d", "704.5e", "111.7", "707.10a")
def ceases(game: Game) -> Iterator[Event]:
    """CR 704.5d, 704.5e, 111.7, 707.10a: a token outside the battlefield ceases to exist, and so does a copy outside the stack."""
    for obj in list(game.objects.values()):
        if obj.token and obj.zone not in ("battlefield", "stack", PHASED_OUT):
            yield (
                Event("cease", obj.id)
                .why("704.5d", card=card_name(game, obj.id))
                .why("111.7", card=card_name(game, obj.id))
            )
        elif obj.copy and obj.zone not in ("battlefield", "stack"):
            yield (
                Event("cease", obj.id)
                .why("704.5e", card=card_name(game, obj.id))
                .why("707.10a", card=card_name(game, obj.id))
            )


def _creatures(game: Game) -> Iterator[tuple[Obj, Any]]:
    for obj in battlefield(game):
        what = chars(game, obj.id)
        if "creature" in what.types:
            yield obj, what


@state_based
@rule("704.5f")
def zero_toughness(game: Game) -> Iterator[Event]:
    """CR 704.5f: a creature with toughness 0 or less is put into its owner's graveyard; regeneration can't help."""
    for obj, what in _creatures(game):
        if what.toughness is not None and what.toughness <= 0:
            event = Event("move", obj.id, data=having(TO("graveyard"), WHY("rules")))
            event.reasons += [Reason("704.5f", {"card": what.name, "n": what.toughness}), *what.reasons.get("power", ()),
                              *[r for r in what.reasons.get("types", ()) if r.rule.startswith("613.8")]]  # fmt: skip
            yield event


@state_based
@rule("704.5g", "704.5h")
def lethal_damage(game: Game) -> Iterator[Event]:
    """CR 704.5g, 704.5h: a creature with lethal damage marked, or damaged by deathtouch, is destroyed."""
    for obj, what in _creatures(game):
        if what.toughness is None or what.toughness <= 0 or not obj.damage:
            continue
        if obj.damage >= what.toughness:
            lethal = Event("destroy", obj.id, data=having(WHY("rules"))).why(
                "704.5g", card=what.name, n=obj.damage
            )
            lethal.reasons += what.reasons.get("power", ())
            yield lethal.why("704.5h", card=what.name) if obj.deathtouched else lethal
        elif obj.deathtouched:
            yield (
                Event("destroy", obj.id, data=having(WHY("rules")))
                .why("704.5h", card=what.name)
                .why("702.2b", card=what.name)
            )


@state_based
@rule("704.5i")
def no_loyalty(game: Game) -> Iterator[Event]:
    """CR 704.5i: a planeswalker with loyalty 0 is put into its owner's graveyard."""
    for obj in battlefield(game):
        if "planeswalker" in chars(game, obj.id).types and obj.counters.get("loyalty", 0) <= 0:
            yield Event("move", obj.id, data=having(TO("graveyard"), WHY("rules"))).why(
                "704.5i", card=card_name(game, obj.id)
            )


@state_based
@rule("704.5j")
def legend_rule(game: Game) -> Iterator[Event]:
    """CR 704.5j: of legendary permanents with one name under one player's control that player keeps one."""
    groups: dict[tuple[str, str], list[Obj]] = {}
    for obj in battlefield(game):
        what = chars(game, obj.id)
        if "legendary" in what.supertypes and what.name:
            groups.setdefault((what.controller, what.name), []).append(obj)
    for (player, name), same in groups.items():
        if len(same) < 2 or rule_changed(game, "legend rule off"):
            continue
        kept = choose(
            game, player, [thing_option(game, obj.id) for obj in same], f"which {name} is kept (704.5j)"
        )
        for obj in same:
            if obj.id != kept:
                event = Event("move", obj.id, data=having(TO("graveyard"), WHY("rules")))
                event.touches.add(card_key(game, kept, "zone"))
                yield event.why("704.5j", card=name, player=player)


@state_based
@rule("704.5k")
def world_rule(game: Game) -> Iterator[Event]:
    """CR 704.5k: of several world permanents only the newest stays; if two are newest together, none does."""
    worlds = [obj for obj in battlefield(game) if "world" in chars(game, obj.id).supertypes]
    if len(worlds) > 1:
        newest = max(obj.timestamp for obj in worlds)
        for obj in worlds:
            if obj.timestamp != newest:
                event = Event("move", obj.id, data=having(TO("graveyard"), WHY("rules")))
                event.touches |= {card_key(game, other.id, "zone") for other in worlds}
                yield event.why("704.5k", card=card_name(game, obj.id))


@state_based
@rule("704.5m", "704.5n", "704.5p")
def attachments(game: Game) -> Iterator[Event]:
    """CR 704.5m, 704.5n, 704.5p: an Aura attached to nothing legal goes to the graveyard; Equipment comes off and stays."""
    for obj in battlefield(game):
        what = chars(game, obj.id)
        if obj.marks.get(BESTOWED):  # 702.103f: no exception but this one
            if not can_be_attached(game, obj):
                yield Event("unbestow", obj.id).why("702.103f", card=what.name)
        elif "aura" in what.subtypes and "creature" not in what.types:
            if not can_be_attached(game, obj):
                event = Event("move", obj.id, data=having(TO("graveyard"), WHY("rules")))
                yield event.why("704.5m", card=what.name).why("303.4c", card=what.name)
        elif obj.attached_to is not None and not can_be_attached(game, obj):
            gear = {"equipment", "fortification"} & set(what.subtypes) and not {"creature", "battle"} & set(
                what.types
            )
            number = "704.5n" if gear else "704.5p"
            event = Event("unattach", obj.id)
            if obj.attached_to in game.objects:
                event.touches |= {card_key(game, obj.attached_to, topic) for topic in ("power", "abilities")}
            if number == "704.5n" and "equipment" in what.subtypes:
                event.why("301.5c")
            yield event.why(number, card=what.name)


@rule("301.5c", "303.4c")
def can_be_attached(game: Game, obj: Obj, host: int | str | None = None) -> bool:
    """CR 301.5c, 303.4c: Equipment only to a creature, an Aura only to what its enchant ability allows; no protection."""
    from kb.checker.targets import protected_from

    host = obj.attached_to if host is None else host
    what = chars(game, obj.id)
    if host is None:
        return False
    if isinstance(host, str):
        return "aura" in what.subtypes and host in living(game)
    other = game.objects.get(host)
    if other is None or other.zone != "battlefield" or protected_from(game, host, obj.id):
        return False
    if "creature" in what.types and "aura" not in what.subtypes:
        return False
    if "equipment" in what.subtypes:
        return "creature" in chars(game, host).types
    if "fortification" in what.subtypes:
        return "land" in chars(game, host).types
    scope = Scope(obj.id, what.controller)
    for node in keyword_nodes(game, obj.id, "enchant"):
        if isinstance(node.quality, ast.Predicate) and not fits(game, node.quality, host, scope):
            return False
    return bool(keyword_nodes(game, obj.id, "enchant"))


@state_based
@rule("704.5q")
def plus_and_minus(game: Game) -> Iterator[Event]:
    """CR 704.5q: +1/+1 and -1/-1 counters on one permanent are removed in pairs."""
    for obj in battlefield(game):
        pairs = min(obj.counters.get("+1/+1", 0), obj.counters.get("-1/-1", 0))
        if pairs > 0:
            for kind in ("+1/+1", "-1/-1"):
                event = Event("remove_counters", obj.id, amount=pairs, data=having(COUNTER(kind)))
                yield event.why("704.5q", card=card_name(game, obj.id), n=pairs)


@rule("104.2a", "104.4a")
def finish(game: Game) -> None:
    """CR 104.2a, 104.4a: the last player in the game wins; if all lose at once the game is a draw."""
    if game.over is not None:
        return
    left = living(game)
    if len(left) == 1 and len(game.players) > 1:
        game.players[left[0]].won = True
        game.over = "won"
        note(game, "game_over", {"player": left[0]}, [Reason("104.2a", {"player": left[0]})], {"result"})
    elif not left:
        game.over = "draw"
        note(game, "game_over", {}, [Reason("104.4a")], {"result"})


@applies("cease")
def cease(game: Game, event: Event) -> None:
    """An object ceases to exist."""
    assert event.obj is not None
    obj = game.objects.pop(event.obj, None)
    if obj is None:
        gone(game, event)
        return
    for ids in game.zones.values():
        if obj.id in ids:
            ids.remove(obj.id)
    game.gone[obj.id] = obj
    event.touches |= {card_key(game, obj.id, "zone"), f"count:{obj.zone}:{obj.owner}"}
    event.slots["card"] = known(game, obj.id).printed.name
    touch(game)
