"""Speed (CR 702.178, 702.179, 704.5z): start your engines!, the ability that raises a player's speed, max speed abilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.checker.ability_checks import ALIAS_TEXTS
from kb.checker.activating import NO_ABILITY
from kb.checker.characteristics import chars, expands, has_keyword, passive
from kb.checker.checks import NOT_TRIGGERED, STATE_REASONS, Found, check
from kb.checker.combat import attack_rule
from kb.checker.dispatch import Scope, Thing, effects, find, number, players_of
from kb.checker.event import Event, applies
from kb.checker.event_data import OF, TEXT
from kb.checker.events import happen
from kb.checker.inherent import activation, not_triggered, trigger, watches
from kb.checker.keys import Count, Datum, having
from kb.checker.log import note
from kb.checker.marks import CAST_FROM
from kb.checker.meaning.statuses import status
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.parts import parts
from kb.checker.rules import Reason, rule
from kb.checker.sba import state_based
from kb.checker.scenario import Check
from kb.checker.state import Game, NotModelled, Obj, battlefield, card_name, known, living, of_card
from kb.checker.stopping import stop

passive("start your engines!")
MAX = 4
"""Max speed."""
RAISE = ast.Triggered(
    text="speed: once a turn, on your own turn, opponents who lose life make it increase by 1 while it is less than 4",
    event=ast.Happens("speed"),
    condition=ast.Compare(ast.Stat("speed", ast.You()), "<", ast.Number(MAX)),
    body=ast.Body((ast.ChangeSpeed(ast.You(), ast.ONE),)),
)
"""The inherent ability; it is looked for by `watch_life`."""
ALIAS_TEXTS["speed"] = lambda words, asked: True


@state_based
@rule("704.5z", "702.179a")
def start_your_engines(game: Game) -> Iterator[Event]:
    """CR 704.5z, 702.179a: a player without speed who controls a permanent with start your engines! gets speed 1."""
    for player in living(game):
        if game.players[player].speed is not None:
            continue
        for obj in battlefield(game):
            if chars(game, obj.id).controller == player and has_keyword(game, obj.id, "start your engines!"):
                slots = {"player": player, "card": card_name(game, obj.id)}
                event = Event("change_speed", player=player, amount=1, data=having(NEW_SPEED(1)))
                yield event.why("704.5z", **slots).why("702.179a", **slots)
                break


SPED_UP = Count("sped_up")
"""Turn in which a player's speed last increased by itself."""
NEW_SPEED: Datum[int] = Datum("new_speed")
"""What the player's speed becomes."""


@applies("change_speed")
def change_speed(game: Game, event: Event) -> None:
    """A player's speed becomes what the event says; where nothing changes nothing happens."""
    assert event.player is not None
    player = game.players[event.player]
    if player.speed == event.data[NEW_SPEED]:
        stop(game, event, Reason("702.179d", {"player": event.player}, "same"))
        return
    player.speed = event.data[NEW_SPEED]
    event.slots["to"] = player.speed
    event.touches |= {f"speed:{event.player}", f"max_speed:{event.player}"}


@watches
@rule("702.179d")
def watch_life(game: Game, events: list[Event]) -> None:
    """CR 702.179d: on a player's turn, once each turn, when opponents lose life and their speed is 1 to 3, it will go up by 1."""
    lost = [event for event in events if event.kind == "lose_life" and event.amount > 0]
    if not lost:
        return
    for player in living(game):
        speed = game.players[player].speed
        slots = {"player": player, "n": speed}
        others = [event for event in lost if event.player != player]
        if speed is None or speed < 1:
            continue
        touches = {f"speed:{player}", f"max_speed:{player}"}
        if not others or game.active != player:
            variant = "own" if not others else "turn"
            reason = Reason("702.179d", slots, variant)
            not_triggered(game, "speed", player, lost[0], reason, touches)
        elif speed >= MAX:
            not_triggered(
                game, "speed", player, others[0], Reason("603.4", {**slots, "card": "speed"}, "no"), touches
            )
        elif game.done.get((SPED_UP, player)) == game.turn:
            not_triggered(game, "speed", player, others[0], Reason("702.179d", slots, "once"), touches)
        else:
            game.done[SPED_UP, player] = game.turn
            trigger(
                game, "speed", RAISE, player, others[0], [Reason("702.179d", slots), Reason("603.2", slots)]
            )
            game.records[-1].touches |= touches


@watches
def watch_proliferate(game: Game, events: list[Event]) -> None:
    """CR 701.34a: what proliferates are counters; a speed is none."""
    for event in events:
        if event.kind != "proliferate":
            continue
        for player in living(game):
            if game.players[player].speed is not None:
                reason = Reason("701.34a", {"player": player, "n": game.players[player].speed}, "speed")
                note(game, "no_change", {"player": player}, [reason], {f"speed:{player}"}, shown=False)


@effects(ast.ChangeSpeed)
@rule("702.179c", "702.179f")
def follow_change(game: Game, effect: ast.ChangeSpeed, scope: Scope) -> None:
    """CR 702.179c, 702.179f: an increase gives a player without speed that speed; where a speed is compared, none is 0."""
    by = number(game, effect.by, scope)
    for name in players_of(game, effect.who, scope):
        speed = game.players[name].speed
        slots: dict[str, Any] = {"player": name, "n": by}
        if speed is None and by <= 0:
            continue
        event = Event("change_speed", player=name, amount=abs(by), source=scope.source or None)
        if speed is None:
            event.why("702.179c", **slots)
        to = (speed or 0) + by
        if effect.least is not None and by < 0:
            to = min(max(to, effect.least), speed or 0)
        if to > MAX and (speed or 0) <= MAX:
            to = MAX
        if by < 0:
            for other in living(game):
                if game.players[other].speed is None:
                    event.why("702.179f", player=other)
        event.data[NEW_SPEED] = to
        event.why("702.179e", "reached" if to == MAX else "below", player=name, n=to)
        happen(game, event)


@check("speed")
@rule("702.179b")
def speed(game: Game, one: Check) -> Found:
    """CR 702.179b: a player has no speed until a rule or effect gives one."""
    name = _player(game, one.value)
    value = game.players[name].speed
    reasons = [Reason("702.179b", {"player": name})] if value is None else []
    return Found(value, (f"speed:{name}", f"trigger:speed:{name}"), reasons)


@check("max_speed")
@rule("702.179e")
def max_speed(game: Game, one: Check) -> Found:
    """CR 702.179e: a player whose speed is 4 has max speed."""
    name = _player(game, one.value)
    value = game.players[name].speed
    has = value is not None and value >= MAX
    slots = {"player": name, "n": value if value is not None else 0}
    reasons = [Reason("702.179e", slots, "yes" if has else "no")]
    if value is None:
        reasons.append(Reason("702.179b", slots))
    return Found(has, (f"max_speed:{name}", f"trigger:speed:{name}"), reasons)


def _player(game: Game, name: str) -> str:
    if name not in game.players:
        raise NotModelled(f"there is no player {name!r}")
    return name


@status("max speed")
def has_max_speed(game: Game, thing: Thing, scope: Scope) -> bool:
    """A player who has max speed."""
    return isinstance(thing, str) and (game.players[thing].speed or 0) >= MAX


@attack_rule
def kept_from_attacking(game: Game, obj: Obj, whom: int | str) -> list[Reason]:
    """Why a creature that attacks only at max speed can't now; that it can't is found with the other restrictions."""
    for one in parts(game, ast.Cant):
        cant = one.part
        if (
            isinstance(cant.unless, ast.MaxSpeed)
            and "attack" in cant.verb
            and obj.id in find(game, cant.who, one.scope)
        ):
            speed_now = game.players[one.scope.controller].speed or 0
            if speed_now < MAX:
                return [Reason("702.179e", {"player": one.scope.controller, "n": speed_now}, "no")]
    return []


@expands(ast.MaxSpeedAbility)
@rule("702.178a")
def max_speed_ability(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.178a: an object has the ability of a max speed ability as long as its controller's speed is 4."""
    assert isinstance(node, ast.MaxSpeedAbility)
    return [node.ability] if _at_max(game, obj) else []


def _at_max(game: Game, obj: Obj) -> bool:
    controller = chars(game, obj.id).controller
    return controller in game.players and (game.players[controller].speed or 0) >= MAX


def _max_abilities(game: Game, obj: Obj) -> list[ast.MaxSpeedAbility]:
    return [node for node in chars(game, obj.id).abilities if isinstance(node, ast.MaxSpeedAbility)]


def _why_state(game: Game, obj: Obj, topic: str) -> list[Reason]:
    """Why an object has, or lacks, what its max speed abilities say; and that no speed counts as 0 in a number."""
    what = chars(game, obj.id)
    controller = what.controller
    reasons = []
    if any(
        isinstance(node.ability, ast.Static) or topic == "abilities" for node in _max_abilities(game, obj)
    ):
        slots = {"card": what.name, "player": controller, "n": game.players[controller].speed or 0}
        reasons.append(Reason("702.178a", slots, "" if _at_max(game, obj) else "no"))
    for other in battlefield(game):
        owner = chars(game, other.id).controller
        for node in chars(game, other.id).abilities:
            if isinstance(node, ast.Static) and _reads_speed(node) and game.players[owner].speed is None:
                reasons.append(Reason("702.179f", {"player": owner}))
    return reasons


def _reads_speed(node: ast.Node) -> bool:
    return any(isinstance(part, ast.Stat) and part.name == "speed" for part in ast.walk(node))


STATE_REASONS.append(_why_state)


def _no_ability(game: Game, obj: Obj, asked: object) -> list[Reason]:
    """Why an ability can't be activated: its max speed ability doesn't grant it yet."""
    if _max_abilities(game, obj) and not _at_max(game, obj):
        controller = chars(game, obj.id).controller
        slots = {
            "card": card_name(game, obj.id),
            "player": controller,
            "n": game.players[controller].speed or 0,
        }
        return [Reason("702.178a", slots, "no")]
    return []


NO_ABILITY.append(_no_ability)


def _not_triggered(game: Game, cards: set[int], text: str) -> list[Reason]:
    """Why an ability behind the words max speed hasn't triggered: its object didn't have it."""
    for card in cards:
        obj = of_card(game, card)
        if obj is not None and any(text in node.text.casefold() for node in _max_abilities(game, obj)):
            return _no_ability(game, obj, text)
    return []


NOT_TRIGGERED.append(_not_triggered)


@watches
@rule("702.178b")
def watch_max_abilities(game: Game, events: list[Event]) -> None:
    """CR 702.178b: a granted ability that functions in another zone makes the max speed ability function there too."""
    for event in events:
        if event.kind == "cast" and event.obj is not None and event.record is not None:
            _cast_by_max_speed(game, event)
        if event.kind != "activate" or event.record is None:
            continue
        source = event.data.get(OF)
        if source is None:
            continue
        obj = known(game, source)
        for node in obj.printed.abilities:
            if isinstance(node, ast.MaxSpeedAbility) and node.ability.text == event.data.get(TEXT):
                slots = {"card": card_name(game, obj.id), "player": event.player}
                reasons = activation(game, event).reasons
                reasons.append(Reason("702.178a", slots))
                if getattr(node.ability, "zone", "battlefield") != "battlefield":
                    reasons.append(Reason("702.178b", {**slots, "zone": node.ability.zone}))  # type: ignore[attr-defined]


def _cast_by_max_speed(game: Game, event: Event) -> None:
    """A max speed ability that lets its card be cast from a graveyard functions there."""
    assert event.obj is not None
    assert event.record is not None
    obj = known(game, event.obj)
    origin = obj.marks.get(CAST_FROM)
    for node in obj.printed.abilities:
        if isinstance(node, ast.MaxSpeedAbility) and getattr(node.ability, "zone", "battlefield") == origin:
            slots = {"card": card_name(game, obj.id), "player": event.player, "zone": origin}
            record = game.records[event.record]
            target = game.records[record.cause] if record.cause is not None else record
            target.reasons += [Reason("702.178a", slots), Reason("702.178b", slots)]
