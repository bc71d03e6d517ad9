"""Face-down permanents (CR 708): morph, megamorph, disguise, manifest, cloak; turning them face up (116.2b, 702.37e)."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from kb.checker.actions import action
from kb.checker.cards import Printed, double_faced
from kb.checker.characteristics import abilities, chars, passive
from kb.checker.dispatch import Scope, follow, holds, number, objects_of, pay, players_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, applies, card_key
from kb.checker.event_data import BY, CONTROLLER, COUNTER, DOWN, FACE_DOWN_VALUES, NEW, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import Kept, Mark, having
from kb.checker.log import because_of, note
from kb.checker.mana import bill, paid_x, pay_mana
from kb.checker.marks import DOWN_VALUES, TURNED_UP, X
from kb.checker.naming import one_object
from kb.checker.oracle import ast
from kb.checker.permissions import CAST_FACE_DOWN, Permission, permission, split_second
from kb.checker.rules import Reason, rule
from kb.checker.silent import hidden_triggers
from kb.checker.state import Game, Illegal, NotModelled, Obj, card_name, tick, touch, zone_key
from kb.checker.stopping import gone, stop
from kb.checker.undo import restore, snapshot
from kb.checker.unused import must_have_x, said_x
from kb.checker.values import FACE_DOWN

MANIFESTED: Mark[bool] = Mark("manifested")
"""It was put onto the battlefield face down by manifesting or cloaking."""


passive("morph", "megamorph", "disguise")
WAYS = {"morph": "702.37e", "megamorph": "702.37e", "disguise": "702.168d"}
GUARDED = Printed("", types=("creature",), power="2", toughness="2", layout="face_down",
                  abilities=(ast.Keyword(text="Ward {2}", name="ward", cost=(ast.ManaCost("{2}"),)),))  # fmt: skip
"""A disguised or cloaked permanent: 2/2 with ward {2} (702.168a, 701.58a)."""


def turning_up(obj: Obj) -> list[ast.Keyword]:
    """The keyword abilities by which it could be turned face up."""
    return [node for node in obj.printed.abilities if isinstance(node, ast.Keyword) and node.name in WAYS]


@permission
@rule("702.37c", "708.4")
def cast_face_down(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 702.37c, 708.4: a card with morph or disguise may be cast face down as a 2/2 creature spell for {3}."""
    nodes = turning_up(obj)
    if not nodes or obj.zone != "hand" or obj.owner != player:
        return None
    values = GUARDED if nodes[0].name == "disguise" else FACE_DOWN
    return Permission("face_down", reasons=[Reason("702.37c", {"card": obj.printed.name})], cost="{3}",
                      marks=having(CAST_FACE_DOWN(True), DOWN_VALUES(values)), timing="sorcery")  # fmt: skip


@action("turn_face_up")
@rule("702.37e", "116.2b", "708.7")
def turn_face_up(
    game: Game, player: str, value: Any, details: Mapping[str, Any], queue: deque[Any] | None
) -> None:
    """CR 702.37e, 116.2b, 708.7: whenever one has priority, pay the cost and turn the permanent face up; it doesn't use the stack."""
    obj = one_object(game, value, player, "battlefield")
    slots = {"player": player, "card": obj.printed.name}
    if not obj.face_down:
        raise Illegal(Reason("708.7", slots, "face_up"))
    if chars(game, obj.id).controller != player:
        raise Illegal(Reason("702.37e", slots, "controller"))
    nodes = turning_up(obj)
    manifested = (
        obj.marks.get(MANIFESTED) and "creature" in obj.printed.types and obj.printed.cost is not None
    )
    if not nodes and not manifested:
        raise Illegal(Reason("708.7", slots, "no_cost"))
    must_have_x(obj, details, *(nodes[0].cost if nodes else (obj.printed.cost or "",)))
    before = snapshot(game)
    try:
        scope = Scope(obj.id, player, x=said_x(details))
        number_ = WAYS[nodes[0].name] if nodes else "701.40b"
        quick = [Reason("702.61b", slots)] if split_second(game) else []
        record = note(game, "turn_up", slots, [*quick, Reason(number_, slots), Reason("116.2b", slots)],
                      {card_key(game, obj.id, topic) for topic in ("zone", "card", "power", "abilities")})  # fmt: skip
        game.queue = queue
        with because_of(game, record):
            for part in nodes[0].cost if nodes else (ast.ManaCost(obj.printed.cost or ""),):
                if isinstance(part, ast.ManaCost):
                    pay_mana(
                        game,
                        player,
                        bill(part.symbols, paid_x(game, scope.x, part.symbols)),
                        obj.printed.name,
                    )
                else:
                    pay(game, part, scope, player)
            obj.marks[X] = scope.x
            happen(game, Event("turn_face_up", obj.id, player=player).why(number_, **slots))
            if nodes and nodes[0].name == "megamorph":
                data = having(COUNTER("+1/+1"), BY(player))
                happen(game, Event("counters", obj.id, amount=1, data=data).why("702.37b"))
    except Illegal:
        restore(game, before)
        raise


@applies("turn_face_up")
@rule("708.8")
def face_up(game: Game, event: Event) -> None:
    """CR 708.8: it has its own characteristics again; it hasn't entered, and its timestamp is new (613.7f)."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None:
        gone(game, event)
        return
    if not obj.face_down:
        stop(game, event, Reason("708.7", {"card": obj.printed.name}, "face_up"))
        return
    obj.face_down = False
    obj.timestamp = tick(game)
    event.why("708.8", card=obj.printed.name)
    event.touches.add(card_key(game, obj.id, "triggered"))
    obj.marks.pop(DOWN_VALUES, None)
    obj.marks.pop(MANIFESTED, None)
    obj.marks[TURNED_UP] = game.turn
    event.touches |= {card_key(game, obj.id, topic) for topic in ("power", "abilities", "types", "zone")}
    touch(game)
    _as_it_is_turned_up(game, event, obj)
    touches = hidden_triggers(game, obj.id)
    if touches:
        reasons = [Reason(number, {"card": obj.printed.name}) for number in ("708.8", "708.3")]
        note(game, "no_trigger", {"card": obj.printed.name}, reasons, touches, shown=False)


@rule("708.11")
def _as_it_is_turned_up(game: Game, event: Event, obj: Obj) -> None:
    """CR 708.11: "as this is turned face up" of the permanent that it becomes is applied while it is turned, not afterward."""
    for ability in abilities(game, obj.id):
        for part in ability.node.parts if isinstance(ability.node, ast.Static) else ():
            if not isinstance(part, ast.EntersWith) or not part.face_up:
                continue
            scope = Scope(obj.id, ability.controller, it=[obj.id])
            if part.copy is not None or part.optional or part.counters or part.unless is not None:
                raise NotModelled("how it is turned face up", obj.printed.name, ability.text)
            if part.condition is not None and not holds(game, part.condition, scope):
                continue
            for instruction in part.effects:
                follow(game, instruction, scope)
            event.why("708.11", card=obj.printed.name)


@act("turn face up")
@rule("701.40g")
def turn_up(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.40g: an effect turns things face up; an instant or sorcery card on the battlefield stays face down."""
    done: list[int] = []
    for thing in objects_of(game, effect.what or ast.This(), scope):
        obj = game.objects.get(thing)
        if obj is None or not obj.face_down:
            continue
        if obj.zone != "battlefield":
            obj.face_down = False
            touch(game)
            done.append(thing)
        elif obj.printed.is_permanent_card or obj.token:
            happen(game, Event("turn_face_up", thing, player=scope.controller))
            done.append(thing)
    scope.it, scope.did = list(done), bool(done)


@act("turn face down")
@rule("708.2a")
def turn_face_down(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 708.2a: a permanent that an effect turns face down without saying more becomes a 2/2 creature without anything else."""
    things = [thing for thing in objects_of(game, effect.what or ast.This(), scope) if thing in game.objects]
    happened = happen(game, *(Event("turn_face_down", thing, player=scope.controller) for thing in things))
    scope.it, scope.did = [event.obj for event in happened if event.obj is not None], bool(happened)


@applies("turn_face_down")
@rule("708.2b", "712.16")
def face_down(game: Game, event: Event) -> None:
    """CR 708.2b, 712.16: what is face down already, or double-faced, can't be turned face down."""
    assert event.obj is not None
    obj = game.objects.get(event.obj)
    if obj is None or obj.zone != "battlefield":
        gone(game, event)
        return
    if obj.face_down or double_faced(obj.printed):
        rule_number = "708.2b" if obj.face_down else "712.16"
        stop(game, event, Reason(rule_number, {"card": card_name(game, obj.id)}))
        return
    obj.face_down = True
    obj.timestamp = tick(game)  # 613.7f
    event.why("708.2a", card=obj.printed.name)
    event.touches |= {
        card_key(game, obj.id, topic) for topic in ("power", "abilities", "types", "colors", "zone")
    }


@act("manifest", "cloak")
@rule("701.40a", "701.58a")
def manifest(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.40a, 701.58a: the top card of the library is put onto the battlefield face down as a 2/2 creature."""
    count = number(game, effect.amount, scope) if effect.amount is not None else 1
    for player in players_of(game, effect.who, scope):
        if effect.what is not None:
            cards = objects_of(game, effect.what, scope)
        else:
            cards = game.zones.get(zone_key("library", player), [])[::-1][:count]
        made = []
        for card in list(cards):
            data: Kept[Event] = having(TO("battlefield"), CONTROLLER(player), DOWN(True), WHY("effect"),
                                    FACE_DOWN_VALUES(GUARDED if effect.name == "cloak" else FACE_DOWN))  # fmt: skip
            number_ = "701.58a" if effect.name == "cloak" else "701.40a"
            for event in happen(
                game, Event("move", card, player=player, data=data).why(number_, player=player)
            ):
                if event.kind == "move" and event.data.get(TO) == "battlefield":
                    game.objects[event.data[NEW]].marks[MANIFESTED] = True
                    made.append(event.data[NEW])
        scope.it, scope.did = list(made), bool(made)


def name_of(game: Game, identity: int) -> str:
    """Name for people."""
    return card_name(game, identity)
