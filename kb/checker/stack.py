"""CR 405, 603.3, 608: the stack: putting abilities on it, and resolving what is on top."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kb.checker.cards import Printed
from kb.checker.characteristics import AbilityOf
from kb.checker.choices import Option, Pair, Words, choose
from kb.checker.dispatch import Scope, Thing, holds, number, players_of
from kb.checker.distributing import announce_division
from kb.checker.event import Event, card_key
from kb.checker.event_data import ALIASES, CONTROLLER, TO, WHY
from kb.checker.events import happen
from kb.checker.history import words_of
from kb.checker.keys import Mark, having
from kb.checker.log import because_of, note, taint
from kb.checker.marks import ENTWINED, PLANS, TARGETS
from kb.checker.oracle import ast
from kb.checker.own_text import all_read
from kb.checker.parts import forbidden
from kb.checker.rules import Reason, rule
from kb.checker.state import (
    Game,
    Illegal,
    NotModelled,
    Obj,
    Trigger,
    card_name,
    known,
    new_object,
    stack,
    touch,
    turn_order,
)
from kb.checker.targets import DIVISION, Plan, choose_targets, let_through

MODES_CHOSEN: Mark[list[tuple[ast.Mode, int]]] = Mark("modes_chosen")
"""Modes that were chosen before, each with the turn."""


@dataclass
class StackAbility:
    """An ability on the stack."""

    kind: str
    """activated or triggered."""
    node: Any
    source: int
    source_name: str
    controller: str
    scope: Scope
    plans: list[Plan] = field(default_factory=list)
    aliases: tuple[str, ...] = ()
    """Further names by which the script may call it ("speed")."""
    record: int | None = None
    queue: deque[Any] | None = None
    card: int = 0
    words: str = ""
    """The words by which a check may name it."""


def push_ability(game: Game, kind: str, ability: AbilityOf, scope: Scope, *, record: int | None = None,
                 queue: deque[Any] | None = None, aliases: tuple[str, ...] = ()) -> Obj:  # fmt: skip
    """Put an ability on the stack as an object; targets and modes are chosen by the caller."""
    name = card_name(game, ability.source) if ability.source else (aliases[0] if aliases else "")
    obj = new_object(game, Printed(name, layout="ability"), ability.controller, "stack")
    card = known(game, ability.source).card if ability.source else 0
    obj.ability = StackAbility(
        kind,
        ability.node,
        ability.source,
        name,
        ability.controller,
        scope,
        [],
        aliases,
        record,
        queue,
        card,
        words_of(game, ability),
    )
    scope.item = obj.id
    return obj


@rule("603.3b")
def put_triggers(game: Game) -> bool:
    """CR 603.3b: waiting triggers go on the stack in APNAP order, each player's own in the order they choose."""
    if not game.waiting:
        return False
    waiting, game.waiting = game.waiting, []
    several = len({trigger.controller for trigger in waiting}) > 1
    for player in turn_order(game):
        mine = [trigger for trigger in waiting if trigger.controller == player]
        while mine:
            trigger = mine[0] if len(mine) == 1 else _next_trigger(game, player, mine)
            mine = [other for other in mine if other is not trigger]
            _put(game, trigger, several or len(waiting) > 1)
            if several:
                _controlled(game, trigger)
    return True


@rule("603.3a")
def _controlled(game: Game, trigger: Trigger) -> None:
    """CR 603.3a: whoever controlled its source as it triggered controls the ability: where several players have some."""
    ability = trigger.ability[0] if isinstance(trigger.ability, tuple) else trigger.ability
    if trigger.record is None or not ability.source or isinstance(trigger.ability, tuple):
        return
    reasons = game.records[trigger.record].reasons
    if all(reason.rule != "603.3a" for reason in reasons):
        reasons.append(
            Reason("603.3a", {"card": card_name(game, ability.source), "player": trigger.controller})
        )


def _next_trigger(game: Game, player: str, mine: list[Trigger]) -> Trigger:
    options = []
    seen = set()
    for trigger in mine:
        ability = trigger.ability[0] if isinstance(trigger.ability, tuple) else trigger.ability
        told = _told_apart(trigger)
        kind = (ability.source, ability.text, told)
        if kind in seen:
            continue  # one of several that are alike
        seen.add(kind)
        name = card_name(game, ability.source) if ability.source else ability.text
        targets = bool(ability.node.body.targets or ability.node.body.modes)
        same = (name, ability.text, told) if not targets else (name, ability.text, "target")
        names = (name, Pair(("source", "text"), name, words_of(game, ability)))
        options.append(Option(trigger, names, repr(_does_alike(ability.node) or same)))
    game.queue = mine[0].queue
    chosen: Trigger = choose(game, player, options, "order of triggered abilities (603.3b)")
    return chosen


def _does_alike(node: Any) -> object:
    """What an ability does that speaks of nothing but its controller: several that say the same are the same in any order.

    Their sources differ, which only what looks at the stack itself can tell; see `unordered`.
    """
    body = node.body
    if body.targets or body.modes or node.condition is not None or not body.effects:
        return None
    simple = (ast.GainLife, ast.LoseLife, ast.Draw, ast.You, ast.Number)
    if all(isinstance(part, simple) for effect in body.effects for part in ast.walk(effect)):
        return body.effects
    return None


def unordered(game: Game) -> bool:
    """Whether abilities of different names on the stack got there in an order that was only one of several alike."""
    nodes = [(obj.ability.source_name, _does_alike(obj.ability.node)) for obj in stack(game)
             if obj.ability is not None and obj.ability.kind == "triggered"]  # fmt: skip
    alike = [(name, repr(done)) for name, done in nodes if done is not None]
    return any(a[1] == b[1] and a[0] != b[0] for a in alike for b in alike)


_OF_EVENT = (ast.EventObject, ast.EventPlayer, ast.EventAmount, ast.Attacked, ast.Outer, ast.X)
_BY_THEMSELVES = ("each", "opponents", "others", "active")


def _told_apart(trigger: Trigger) -> object:
    """What of its event an ability speaks of; nothing where it says the same whatever has triggered it."""
    if isinstance(trigger.ability, tuple):
        return _event_key(trigger.event)
    node = trigger.ability.node
    for part in (*ast.walk(node.body), *ast.walk(node.condition)):
        if isinstance(part, _OF_EVENT) or (isinstance(part, ast.Players) and part.who not in _BY_THEMSELVES):
            return _event_key(trigger.event)
    return None


def _event_key(event: Any) -> object:
    return (event.kind, event.player, event.amount) if event is not None else None


def _put(game: Game, trigger: Trigger, ordered: bool) -> None:
    ability, scope = trigger.ability if isinstance(trigger.ability, tuple) else (trigger.ability, None)
    if scope is None:
        scope = Scope(ability.source, trigger.controller, event=trigger.event)
    else:
        scope = scope.inner(event=trigger.event, targets=[])
    with because_of(game, trigger.record):
        obj = push_ability(game, "triggered", ability, scope, record=trigger.record, queue=trigger.queue,
                           aliases=trigger.event.data.get(ALIASES, ()) if trigger.event else ())  # fmt: skip
        if ordered and trigger.record is not None:
            game.records[trigger.record].touches |= {"stack"}
            game.records[trigger.record].reasons.append(Reason("603.3b", {"card": obj.ability.source_name}))
        game.queue = trigger.queue
        try:
            announce(game, obj, ability.node.body, scope, None, None)
        except Illegal as why:  # no legal target: it is removed (603.3d)
            note(
                game,
                "removed",
                {"card": obj.ability.source_name},
                [*why.reasons, Reason("603.3d")],
                {f"card:{obj.ability.card}"},
            )
            cease(game, obj)
            return
        except NotModelled as problem:
            taint(game, problem)
            cease(game, obj)
            return
    happen(game, Event("trigger", obj.id, player=trigger.controller))


def cease(game: Game, obj: Obj) -> None:
    """An ability leaves the stack and is gone."""
    game.zones["stack"].remove(obj.id)
    del game.objects[obj.id]
    game.gone[obj.id] = obj
    touch(game)


@rule("601.2b")
def announce(
    game: Game, obj: Obj, body: ast.Body, scope: Scope, modes: list[Any] | None, targets: deque[Any] | None
) -> None:
    """CR 601.2b: modes are chosen, then targets (601.2c); the choices stay with the object on the stack."""
    plans: list[Plan] = []
    if body.modes is not None:
        for mode in choose_modes(game, body.modes, scope, modes):
            plans.append(Plan(mode.body, text=mode.text))
    plans.append(Plan(body))
    everything: list[list[Thing]] = []
    for plan in plans:
        choose_targets(game, plan, scope, targets)
        everything += plan.targets
        announce_division(game, plan, scope, scope.facts.pop(DIVISION, None))
    if targets:
        all_read(card_name(game, scope.source), body)  # what isn't may be what asks for them
        raise Illegal(Reason("601.2c", {"card": card_name(game, scope.source)}, "no"))
    if obj.ability is not None:
        obj.ability.plans = plans
    else:
        obj.marks[PLANS] = [*obj.marks.get(PLANS, ()), *plans]
    obj.marks[TARGETS] = [*obj.marks.get(TARGETS, ()), *everything]
    for group in everything:
        for thing in group:
            if game.cause is not None:
                game.records[game.cause].reasons += let_through(game, thing, obj.id, scope.controller)
            event = Event("target", source=obj.id)
            event.obj, event.player = (thing, None) if isinstance(thing, int) else (None, thing)
            event.data[CONTROLLER] = scope.controller
            happen(game, event)


def choose_modes(game: Game, modes: ast.Modes, scope: Scope, given: list[Any] | None) -> list[ast.Mode]:
    """CR 700.2: choose modes; one whose targets don't exist can't be chosen (601.2c)."""
    least, most = number(game, modes.least, scope), number(game, modes.most, scope)
    for condition, low, high in modes.more:
        if holds(game, condition, scope):
            least, most = number(game, low, scope), number(game, high, scope)
    if scope.item is not None and known(game, scope.item).marks.get(ENTWINED):  # 702.42a: all of them
        least = most = len(modes.options)
        given = list(range(1, most + 1)) if given is None else list(dict.fromkeys(given))
    if given is not None:
        picked = []
        used = _used(game, modes, scope)
        for wanted in given:
            index = wanted - 1 if isinstance(wanted, int) else next(
                (i for i, mode in enumerate(modes.options) if str(wanted).lower() in (mode.text + mode.name).lower()), -1)  # fmt: skip
            if not 0 <= index < len(modes.options):
                raise Illegal(Reason("700.2a", {"mode": wanted}, "no"))
            if modes.options[index] in used:
                raise Illegal(Reason("700.2a", {"mode": wanted}, "no"))
            picked.append(modes.options[index])
        if not least <= len(picked) <= most:
            raise Illegal(Reason("700.2a", {"mode": given}, "no"))
        _use(game, modes, scope, picked)
        return [mode for mode in modes.options if mode in picked] if not modes.repeat else picked
    player = (players_of(game, modes.chooser, scope) or [scope.controller])[0]
    used = _used(game, modes, scope)
    rest = [mode for mode in modes.options if mode not in used and _possible(game, mode, scope)]
    if len(rest) < least:
        number_ = "603.3c" if used else "601.2c"
        raise Illegal(Reason(number_, {"card": card_name(game, scope.source)}, "no"))
    chosen: list[ast.Mode] = []
    while rest and len(chosen) < most:
        options = [
            Option(mode, (modes.options.index(mode) + 1, Words(mode.text), mode.name)) for mode in rest
        ]
        if len(chosen) >= least:
            options.append(Option(None, (False, "no")))
        what = "random mode" if modes.random else "mode"
        mode = choose(game, player, options, f"{what} of {card_name(game, scope.source)}")
        if mode is None:
            break
        chosen.append(mode)
        if not modes.repeat:
            rest.remove(mode)
    _use(game, modes, scope, chosen)
    return [mode for mode in modes.options if mode in chosen] if not modes.repeat else chosen


def _used(game: Game, modes: ast.Modes, scope: Scope) -> list[ast.Mode]:
    """Modes that can't be chosen any more: "one that hasn't been chosen (this turn)", for this ability of this object."""
    if not modes.fresh:
        return []
    memory: list[tuple[ast.Mode, int]] = known(game, scope.source).marks.get(MODES_CHOSEN, [])
    return [
        mode
        for mode, turn in memory
        if mode in modes.options and (modes.fresh == "ever" or turn == game.turn)
    ]


def _use(game: Game, modes: ast.Modes, scope: Scope, chosen: list[ast.Mode]) -> None:
    if modes.fresh:
        marks = known(game, scope.source).marks
        marks[MODES_CHOSEN] = [*marks.get(MODES_CHOSEN, ()), *((mode, game.turn) for mode in chosen)]


def _possible(game: Game, mode: ast.Mode, scope: Scope) -> bool:
    from kb.checker.targets import legal_targets

    for spec in mode.body.targets:
        if len(legal_targets(game, spec, scope)) < number(game, spec.least, scope):
            return False
    return True


def target_keys(game: Game, plans: Iterable[Plan]) -> set[str]:
    """Keys of what targets would have shown, for a record that says why nothing happened to them."""
    keys: set[str] = set()
    for thing in (thing for plan in plans for group in plan.targets for thing in group):
        if isinstance(thing, str):
            keys |= {f"life:{thing}", f"poison:{thing}", f"count:hand:{thing}"}
        else:
            keys |= {
                card_key(game, thing, topic)
                for topic in ("zone", "damage", "counters", "controller", "tapped")
            }
    return keys


@rule("701.6a", "113.6g")
def counter_object(game: Game, identity: int, to: str | None, source: int) -> bool:
    """CR 701.6a, 113.6g: a countered spell goes to its owner's graveyard, unless an ability of it says it can't be."""
    obj = game.objects.get(identity)
    if obj is None or obj.zone != "stack":
        return False
    name = card_name(game, identity)
    reasons = forbidden(game, "be countered", identity)
    if reasons:
        note(game, "not_countered", {"card": name}, [Reason("113.6g", {"card": name}), *reasons],
             {card_key(game, identity), card_key(game, identity, "zone")})  # fmt: skip
        return False
    happen(
        game,
        Event("countered", identity, source=source).why("701.6a", card=name, source=card_name(game, source)),
    )
    plans = obj.ability.plans if obj.ability is not None else obj.marks.get(PLANS, ())
    note(
        game,
        "unaffected",
        {"card": name},
        [Reason("701.6a", {"card": name})],
        target_keys(game, plans),
        shown=False,
    )
    if obj.ability is not None:
        touched = {
            f"card:{obj.ability.card}",
            *(f"{alias}:{obj.controller}" for alias in obj.ability.aliases),
        }
        note(game, "ability_countered", {"card": name}, [Reason("701.6a", {"card": name})], touched)
        cease(game, obj)
        return True
    happen(
        game,
        Event("move", identity, source=source, data=having(TO(to or "graveyard"), WHY("countered"))).why(
            "701.6a", card=name
        ),
    )
    return True
