"""Instructions that do something to objects and players at once (ast.effects)."""

from __future__ import annotations

from collections.abc import Callable

from kb.checker.cards import double_faced
from kb.checker.characteristics import chars
from kb.checker.choices import Option, choose
from kb.checker.dispatch import (
    Scope,
    Thing,
    effects,
    find,
    not_modelled,
    number,
    objects_of,
    player_of,
    players_of,
    present,
)
from kb.checker.distributing import share_of
from kb.checker.entering_combat import attacked_on_entering
from kb.checker.event import Event, card_key
from kb.checker.event_data import (
    ATTACHED_TO,
    ATTACKING,
    BEGIN,
    BY,
    CAUSE,
    CONTROLLER,
    COST,
    COUNTER,
    COUNTERS,
    DEPTH,
    DOWN,
    FACE,
    HOST,
    NEW,
    NO_REGENERATION,
    PART_OF,
    POSITION,
    STATE,
    TAPPED,
    TO,
    TO_BE_ATTACHED,
    UNPREVENTABLE,
    VALUE,
    WHY,
)
from kb.checker.events import happen
from kb.checker.facts import PAYING
from kb.checker.keys import Kept, having
from kb.checker.log import because_read, note
from kb.checker.marks import LINKED
from kb.checker.meaning.picking import actors, sacrificing, taken_by
from kb.checker.oracle import ast
from kb.checker.roles import has_amount
from kb.checker.rules import Reason
from kb.checker.state import Game, card_name, known, tick
from kb.checker.tracking import not_found, tracked


def done(scope: Scope, happened: list[Event], things: list[Thing] | None = None) -> None:
    """Set what later instructions refer to."""
    scope.amount = sum(_much(event) for event in happened)
    scope.each = _by_player(happened)
    if things is not None:
        scope.it = things
    scope.did = bool(happened)


def _much(event: Event) -> int:
    return event.amount if has_amount(event) else 1


def _by_player(happened: list[Event]) -> dict[str, int] | None:
    """How much each player did; None where an event doesn't say who."""
    each: dict[str, int] = {}
    for event in happened:
        whole = event.data.get(PART_OF)
        player = event.player or (whole.player if whole is not None else None)
        if player is None:
            return None
        each[player] = each.get(player, 0) + _much(event)
    return each


@effects(ast.DealDamage)
def deal_damage(game: Game, effect: ast.DealDamage, scope: Scope) -> None:
    """CR 120: a source deals damage, to all at once."""
    _dealt(game, damage_events(game, effect, scope), scope)


@effects(ast.DamageTogether)
def damage_together(game: Game, effect: ast.DamageTogether, scope: Scope) -> None:
    """CR 120: different amounts, dealt at once."""
    _dealt(game, [event for part in effect.parts for event in damage_events(game, part, scope)], scope)


def _dealt(game: Game, events: list[Event], scope: Scope) -> None:
    happened = happen(game, *events)
    scope.amount, scope.each = sum(event.amount for event in happened if event.kind == "damage"), None
    scope.did = bool(scope.amount)


def damage_events(game: Game, effect: ast.DealDamage, scope: Scope) -> list[Event]:
    """The damage that an instruction would deal."""
    sources = objects_of(game, effect.source, scope) or [scope.source]
    source = sources[0]
    things = find(game, effect.to, scope)
    events = []
    for thing in things:
        amount = number(game, effect.amount, scope.inner(affected=thing))
        if effect.divided:
            amount = share_of(game, effect, thing, amount, len(things), scope)
        event = Event("damage", source=source, amount=amount)
        event.obj, event.player = (thing, None) if isinstance(thing, int) else (None, thing)
        if not effect.preventable:
            event.data[UNPREVENTABLE] = True
        events.append(event)
    return events


@effects(ast.Destroy)
def destroy(game: Game, effect: ast.Destroy, scope: Scope) -> None:
    """CR 701.8: destroy, all at once."""
    things = objects_of(game, effect.what, scope)
    events = [
        Event("destroy", thing, source=scope.source, data=having(NO_REGENERATION(not effect.regenerate)))
        for thing in things
    ]
    moved = [event for event in happen(game, *events) if event.kind == "move"]
    done(scope, moved, list(things))
    scope.did_to("destroyed", [event.obj for event in moved if event.obj in things])


@effects(ast.Move)
def move(game: Game, effect: ast.Move, scope: Scope) -> None:
    """Put objects into a zone: exile, return, put."""
    after_move(game, effect, scope, happen(game, *move_events(game, effect, scope)))


def move_events(game: Game, effect: ast.Move, scope: Scope) -> list[Event]:
    """The moves that an instruction would make; what it leaves open is chosen."""
    named = taken_by(game, effect.who, effect.what, scope)
    things = [tracked(game, thing, scope, effect.origin) for thing in named]
    events = []
    for thing in things:
        obj = game.objects.get(thing)
        if obj is None:
            not_found(game, thing, scope)
            continue
        if effect.origin not in (None, "anywhere", obj.zone) or obj.zone == effect.to != "library":
            continue
        data: Kept[Event] = having(TO(effect.to), WHY("effect"), POSITION(effect.position))
        if effect.depth is not None:
            data[DEPTH] = number(game, effect.depth, scope)
        counters = {kind: number(game, count, scope) for kind, count in effect.counters}
        if counters:
            data[COUNTERS] = counters
        if effect.face_down:
            data[DOWN] = True
        if effect.transformed:
            if not double_faced(obj.printed):  # 712.14a: it stays where it is
                slots = {"card": obj.printed.name}
                note(
                    game,
                    "refused",
                    {"what": f"{obj.printed.name} enters"},
                    [Reason("712.14a", slots, "no")],
                    {card_key(game, thing, "zone")},
                )
                continue
            data[FACE] = 1
        if effect.to == "battlefield":
            data[CONTROLLER] = _controller(game, effect, scope.inner(it=[thing]))
            data[TAPPED] = effect.tapped
            if effect.entering:
                data[BEGIN] = _with_changes(game, effect, scope)
            if effect.attached_to is not None:
                host = find(game, effect.attached_to, scope)
                data[ATTACHED_TO] = host[0] if host else None
                data[TO_BE_ATTACHED] = True
            if effect.attacking and game.combat is not None:
                data[ATTACKING] = attacked_on_entering(
                    game, str(data[CONTROLLER]), card_name(game, thing), len(things)
                )
        event = Event("move", thing, source=scope.source, player=scope.controller, data=data)
        if effect.to == "exile" and _has_linked(game, scope):
            event.why("607.2a", card=card_name(game, scope.source))
        events.append(event)
    return events


def after_move(game: Game, effect: ast.Move, scope: Scope, happened: list[Event]) -> None:
    """What the text after a move may speak of."""
    moved = [event for event in happened if event.kind == "move"]
    new = [event.data[NEW] for event in moved if NEW in event.data]
    if effect.to == "exile":
        remember_linked(game, scope, "exiled", new)
    done(scope, moved, list(new))
    scope.did_to("exiled" if effect.to == "exile" else "returned", _as_meant(game, moved, effect.to))
    scope.seen = scope.seen if scope.seen else [event.obj for event in moved if event.obj is not None]


def _as_meant(game: Game, moved: list[Event], to: str) -> list[int]:
    """What was moved there, a permanent as it last was (608.2h), a card as the object that it has become."""
    found = []
    for event in moved:
        new = event.data.get(NEW)
        if event.obj is None or new is None or known(game, new).zone != to:
            continue
        found.append(event.obj if known(game, event.obj).zone == "battlefield" else new)
    return found


def _with_changes(game: Game, effect: ast.Move, scope: Scope) -> Callable[[int], None]:
    """CR 611.2e: the effect that begins as the permanent enters."""

    def begin_effect(new: int) -> None:
        from kb.checker.effects.lasting import begin

        begin(
            game, ast.Modify(ast.It(), effect.entering), scope.inner(it=[new]), (new,), ast.Duration("game")
        )

    return begin_effect


def _has_linked(game: Game, scope: Scope) -> bool:
    """CR 607.2a: whether another ability printed on the object refers to the cards exiled with it."""
    nodes = known(game, scope.source).printed.abilities
    return any(isinstance(part, ast.Linked) and part.how == "exiled" for part in ast.walk(nodes))


def _controller(game: Game, effect: ast.Move, scope: Scope) -> str:
    under = effect.under
    if isinstance(under, ast.OwnerOf | ast.ControllerOf) and under.of == effect.what:
        under = type(under)(ast.It())  # of each of several its own
    if under is not None:
        player = player_of(game, under, scope)
        if player is not None:
            return player
    return player_of(game, effect.who, scope) or scope.controller


def remember_linked(game: Game, scope: Scope, how: str, things: list[int]) -> None:
    """CR 607.2: what linked abilities of the object (also after it is gone) find."""
    if things and (scope.source in game.objects or scope.source in game.gone):
        marks = known(game, scope.source).marks
        marks[LINKED[how]] = [*marks.get(LINKED[how], ()), *things]


@effects(ast.Sacrifice)
def sacrifice(game: Game, effect: ast.Sacrifice, scope: Scope) -> None:
    """CR 701.21: each player sacrifices, all at once."""
    events = []
    for player in players_of(game, effect.who, scope):
        for thing in objects_of(game, effect.what, sacrificing(scope, player, effect.who)):
            if thing in game.objects and chars(game, thing).controller == player:
                data = having(CAUSE(scope.item))
                events.append(Event("sacrifice", thing, player=player, source=scope.source, data=data))
    if len({event.player for event in events}) > 1:
        because_read(game, "101.4")
    happened = happen(game, *events)
    done(
        scope,
        [event for event in happened if event.kind == "move"],
        [event.obj for event in events if event.obj],
    )
    scope.did_to("sacrificed", [event.obj for event in happened if event.kind == "move" and event.obj])


@effects(ast.PutCounters)
def put_counters(game: Game, effect: ast.PutCounters, scope: Scope) -> None:
    """CR 122.6: put counters."""
    by = player_of(game, effect.who, scope)
    events = []
    things = [
        present(game, thing, scope)
        for acting in actors(game, effect.who, effect.on, scope)
        for thing in find(game, effect.on, acting)
    ]
    for thing in things:
        amount = number(game, effect.count, scope.inner(affected=thing))
        if effect.divided:
            amount = share_of(game, effect, thing, amount, len(things), scope)
        event = Event(
            "counters", source=scope.source, amount=amount, data=having(COUNTER(effect.kind), BY(by))
        )
        if game.facts.get(PAYING):
            event.data[COST] = True
        event.obj, event.player = (thing, None) if isinstance(thing, int) else (None, thing)
        if isinstance(thing, int) and thing not in game.objects:
            continue
        events.append(event)
    done(scope, happen(game, *events), things)


@effects(ast.RemoveCounters)
def remove_counters(game: Game, effect: ast.RemoveCounters, scope: Scope) -> None:
    """Remove counters."""
    by = player_of(game, effect.who, scope)
    events = []
    for thing in [
        i for acting in actors(game, effect.who, effect.on, scope) for i in find(game, effect.on, acting)
    ]:
        there = game.players[thing].counters if isinstance(thing, str) else known(game, thing).counters
        if isinstance(thing, int) and thing not in game.objects:
            continue
        kinds = [effect.kind] if effect.kind else list(there)
        if not effect.kind and effect.count is not None:  # "a counter": of one kind, which the player chooses
            present = [kind for kind in kinds if there.get(kind)]
            if number(game, effect.count, scope) > 1 and len(present) > 1:
                raise not_modelled(game, effect, scope, "counters of several kinds removed at once")
            options = [Option(kind, (kind,)) for kind in present]
            kinds = (
                [choose(game, scope.controller, options, "which kind of counter to remove")]
                if present
                else []
            )
        for kind in kinds:
            amount = there.get(kind, 0) if effect.count is None else number(game, effect.count, scope)
            if there.get(kind):
                data = having(COUNTER(kind), BY(by))
                event = Event("remove_counters", source=scope.source, amount=amount, data=data)
                event.obj, event.player = (thing, None) if isinstance(thing, int) else (None, thing)
                events.append(event)
    done(scope, happen(game, *events))


@effects(ast.Tap, ast.Untap)
def tap(game: Game, effect: ast.Tap | ast.Untap, scope: Scope) -> None:
    """CR 701.26: tap or untap."""
    kind = "tap" if isinstance(effect, ast.Tap) else "untap"
    things = objects_of(game, effect.what, scope)
    upright = [thing for thing in things if thing in game.objects and not game.objects[thing].tapped]
    happened = happen(game, *(Event(kind, thing, source=scope.source) for thing in things))
    done(scope, happened, list(things))
    if kind == "tap":
        scope.did_to("tapped", [thing for thing in upright if known(game, thing).tapped])  # 701.26a


@effects(ast.Fight)
def fight(game: Game, effect: ast.Fight, scope: Scope) -> None:
    """CR 701.14: each deals damage equal to its power to the other; if one is gone neither does."""
    one = [i for i in objects_of(game, effect.one, scope) if i in game.objects]
    other = [i for i in objects_of(game, effect.other, scope) if i in game.objects]
    if not one or not other:
        return
    first, second = one[0], other[0]
    if not all("creature" in chars(game, i).types for i in (first, second)):
        return
    powers = [chars(game, i).power or 0 for i in (first, second)]
    happen(game, Event("damage", second, source=first, amount=powers[0]).why("701.14a"),
           Event("damage", first, source=second, amount=powers[1]).why("701.14a"))  # fmt: skip


@effects(ast.Attach)
def attach(game: Game, effect: ast.Attach, scope: Scope) -> None:
    """CR 701.3: attach; what can't be attached stays where it is."""
    hosts = [present(game, thing, scope) for thing in find(game, effect.to, scope)]
    if not hosts or (isinstance(hosts[0], int) and hosts[0] not in game.objects):
        return
    events = [
        Event("attach", thing, source=scope.source, data=having(HOST(hosts[0]))).why("701.3a")
        for thing in objects_of(game, effect.what, scope) if thing in game.objects
    ]  # fmt: skip
    done(scope, happen(game, *events))


@effects(ast.Regenerate)
def regenerate(game: Game, effect: ast.Regenerate, scope: Scope) -> None:
    """CR 701.19a: a shield: the next time it would be destroyed this turn, it is tapped and healed instead."""
    for thing in objects_of(game, effect.what, scope):
        if thing in game.objects:
            game.shields.append(
                {
                    "kind": "regenerate",
                    "obj": thing,
                    "turn": game.turn,
                    "source": scope.source,
                    "id": tick(game),
                }
            )
            note(game, "regeneration_shield", {"card": card_name(game, thing)}, [Reason("701.19a")],
                 {card_key(game, thing)})  # fmt: skip


@effects(ast.BecomePlotted)
def become_plotted(game: Game, effect: ast.BecomePlotted, scope: Scope) -> None:
    """CR 702.170c: an effect makes a card in exile plotted."""
    things = [tracked(game, thing, scope) for thing in objects_of(game, effect.what, scope)]
    events = [
        Event("becomes", thing, source=scope.source, data=having(STATE("plotted"), VALUE(game.turn))).why(
            "702.170c", card=card_name(game, thing), source=card_name(game, scope.source))
        for thing in things if thing in game.objects and game.objects[thing].zone == "exile"
    ]  # fmt: skip
    done(scope, happen(game, *events), list(things))
