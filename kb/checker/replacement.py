"""CR 614-616: replacement and prevention effects, applied before an event happens.

`replaced` gives what happens instead of an event. Effects come from static abilities, from resolved spells and
abilities (`Game.continuous`, `Game.shields`) and from functions registered with `@replacement` (rules of mechanics).
To teach the engine another part, register a handler with `@replaces(ast.Node)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from kb.checker.characteristics import AbilityOf, abilities, chars, functions
from kb.checker.choices import Option, choose
from kb.checker.dispatch import Scope, holds
from kb.checker.event import Event
from kb.checker.event_data import (
    BY,
    CONTROLLER,
    COST,
    COUNTER,
    COUNTERS,
    DOWN,
    ENTERING,
    FACE,
    NEW,
    OF_DAMAGE,
    SEEN_LOST,
    TO,
    TURN_BASED,
)
from kb.checker.keys import Fact, having
from kb.checker.log import note
from kb.checker.marks import NOT_YET
from kb.checker.moving import prospect, withdraw
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Part
from kb.checker.parts import counters_forbidden, forbidden
from kb.checker.rules import Reason, rule
from kb.checker.state import Continuous, Game, NotModelled, card_name, known

REPLACING: Fact[frozenset[str]] = Fact("replacing")
"""Effects that have had their opportunity in an event that is replaced just now."""


_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(slots=True)
class Effect:
    """A replacement or prevention effect that could apply to an event."""

    key: str
    name: str
    """Name of its source: how the script answers which one is applied first."""
    part: Any
    scope: Scope
    floating: Continuous | None = None
    rank: int = 5
    """Place in 616.1: 1 self-replacement, 2 control, 3 copy, 4 back face, 5 the others."""
    commutes: bool = False
    """Its order with the others makes no difference."""
    run: Callable[[Game, Event, Effect], list[Event]] | None = None
    rule: str = ""
    """The rule of the keyword that it is written out from."""


Handler = tuple[Callable[[Game, Any, Event, Scope], bool], Callable[[Game, Event, Effect], list[Event]]]
_PARTS: dict[type[Part], Handler] = {}
_RULES: list[Callable[[Game, Event], Effect | None]] = []
IMPOSSIBLE: list[Callable[[Game, Event], bool]] = []
"""Functions that say whether an event can't happen: then nothing replaces it (614.17c)."""


def replaces(node: type[Part], test: Callable[[Game, Any, Event, Scope], bool]) -> Callable[[_F], _F]:
    """Register how a part replaces an event that passes the test: `(game, event, effect) -> events instead`."""

    def register(function: _F) -> _F:
        _PARTS[node] = (test, function)
        return function

    return register


def replacement(function: Callable[[Game, Event], Effect | None]) -> Callable[[Game, Event], Effect | None]:
    """Register a rule that may replace events: it gives an Effect with `run`, or None."""
    _RULES.append(function)
    return function


def is_replacement(part: Part) -> bool:
    """Whether a part is handled here."""
    return type(part) in _PARTS or (isinstance(part, ast.While) and is_replacement(part.part))


@rule("616.1", "616.1f")
def replaced(game: Game, event: Event) -> list[Event]:
    """CR 616.1, 616.1f: of several effects the affected object's controller or the affected player chooses which applies first.

    Self-replacement effects come first, then those that change control, copies, back faces (616.1a-d); after each one
    the event is looked at anew, and each effect gets one opportunity (614.5).
    """
    if _cant_enter(game, event):
        return []
    if event.kind == "move" and event.data.get(TO) == "battlefield" and event.obj in game.objects:
        reasons = forbidden(game, "enter", event.obj)
        if reasons:
            note(
                game,
                "refused",
                {"what": f"{card_name(game, event.obj)} enters"},
                reasons,
                {f"zone:{game.objects[event.obj].card}"},
            )
            return []
    if any(cant(game, event) for cant in IMPOSSIBLE):
        return [event]
    event.applied |= game.facts.get(REPLACING, frozenset())
    prospect(game, event)
    try:
        _already_changed(game, event)
        results = _replaced(game, event)
        for one in results:
            if one is event and bool(event.data.get(COUNTERS)) and event.data.get(NEW) in game.objects:
                _entering_counters(game, event)
        return results
    finally:
        withdraw(game, event)


@rule("614.16")
def _entering_counters(game: Game, event: Event) -> None:
    """CR 614.16: counters that a permanent enters with are put on it, so effects that change how many see them."""
    counters: dict[str, int] = event.data[COUNTERS]
    for kind, amount in list(counters.items()):
        banned = counters_forbidden(game, event.data[NEW], kind)
        if banned:
            counters[kind] = 0
            event.reasons += banned
            continue
        by = game.objects[event.data[NEW]].controller  # 122.6a
        proposed = Event(
            "counters", event.data[NEW], amount=amount, data=having(COUNTER(kind), ENTERING(True), BY(by))
        )
        results = _replaced(game, proposed)
        counters[kind] = sum(one.amount for one in results if one.kind == "counters")
        if counters[kind] != amount:
            event.why("614.16", n=counters[kind], counter=kind)
        event.reasons += [reason for one in results for reason in one.reasons]


def _by_effect(event: Event) -> bool:
    """Whether counters are put by an effect: not as a cost, by a turn-based action, or as a result of damage."""
    return not (event.data.get(COST) or event.data.get(TURN_BASED) or event.data.get(OF_DAMAGE))


@rule("400.4a")
def _cant_enter(game: Game, event: Event) -> bool:
    """CR 400.4a: an instant or sorcery card that would enter the battlefield stays where it is."""
    if (
        event.kind != "move"
        or event.data.get(TO) != "battlefield"
        or event.data.get(DOWN)
        or event.obj not in game.objects
    ):
        return False
    obj = game.objects[event.obj]
    printed = (
        obj.printed.faces[obj.face]
        if obj.printed.faces and obj.face < len(obj.printed.faces)
        else obj.printed
    )
    face = event.data.get(FACE)
    if face is not None and face < len(obj.printed.faces):
        printed = obj.printed.faces[face]
    if {"instant", "sorcery"} & set(printed.types) and not printed.is_permanent_card:
        note(
            game,
            "refused",
            {"what": f"{printed.name} enters"},
            [
                Reason("304.4" if "instant" in printed.types else "307.4", {"card": printed.name}, "no"),
                Reason("400.4a", {"card": printed.name}, "no"),
            ],
            {f"zone:{obj.card}"},
        )
        return True
    return False


def _already_changed(game: Game, event: Event) -> None:
    """CR 614.12: an effect that takes away what would have changed how a permanent enters counts already."""
    new = event.data.get(NEW) if event.kind == "move" and event.data.get(TO) == "battlefield" else None
    if new is None or new not in game.objects or event.data.get(SEEN_LOST):
        return
    what = chars(game, new)
    if any(isinstance(part, ast.EntersWith) for node in what.lost for part in ast.walk(node)):
        event.data[SEEN_LOST] = True
        event.why("614.12", card=what.name)
        event.reasons += what.reasons.get("abilities", [])
        event.touches |= {f"tapped:{known(game, new).card}", f"life:{what.controller}"}


def _replaced(game: Game, event: Event) -> list[Event]:
    chosen = False
    for _ in range(1000):
        effects = [effect for effect in _candidates(game, event) if effect.key not in event.applied]
        if not effects:
            return [event]
        effect = _first(game, event, effects)
        if chosen:
            event.why("616.1f", by=effect.name)
        if len([one for one in effects if one.rank == effect.rank and not one.commutes]) > 1:
            event.why("616.1", by=effect.name)
            chosen = True
        if effect.rank == 3 and len(effects) > 1:
            event.why("616.1c", by=effect.name)
        event.applied.add(effect.key)
        if effect.rule:
            event.why(effect.rule, card=effect.name)
        run = effect.run or _PARTS[type(effect.part)][1]
        instead = run(game, event, effect)
        if len(instead) != 1 or instead[0] is not event:
            results: list[Event] = []
            for other in instead:
                other.applied |= event.applied
                results += replaced(game, other)
            return results
    raise NotModelled(f"replacement effects of {event.kind!r} that go on for very long")


def affected_player(game: Game, event: Event) -> str:
    """CR 616.1: who chooses: the affected player, or the controller (owner) of the affected object."""
    if event.obj is not None and event.kind != "draw":
        obj = known(game, event.obj)
        if event.kind == "move" and event.data.get(TO) == "battlefield":
            return str(event.data.get(CONTROLLER) or obj.controller)
        return chars(game, event.obj).controller if obj.zone in ("battlefield", "stack") else obj.owner
    return event.player or game.active


def _called(game: Game, effect: Effect) -> tuple[str, ...]:
    """How an effect may be named: by its source's name, or what the script calls that object."""
    source = effect.scope.source
    if source not in game.objects and source not in game.gone:
        return (effect.name,)
    card = known(game, source).card
    return (effect.name, *(alias for alias, named in game.names.items() if named == card))


def _first(game: Game, event: Event, effects: list[Effect]) -> Effect:
    rank = min(effect.rank for effect in effects)
    best = [effect for effect in effects if effect.rank == rank]
    for effect in best:
        if effect.commutes:
            return effect
    options = [Option(effect, _called(game, effect), f"{effect.name}/{effect.part!r}") for effect in best]
    chosen: Effect = choose(
        game, affected_player(game, event), options, "which replacement effect applies first (616.1)"
    )
    return chosen


def _candidates(game: Game, event: Event) -> Iterator[Effect]:
    for function in _RULES:
        effect = function(game, event)
        if effect is not None:
            yield effect
    if not _PARTS:
        return
    for ability in _static_replacements(game, event):
        node = ability.node
        assert isinstance(node, ast.Static)
        scope = Scope(ability.source, ability.controller, event=event)
        for number, part in enumerate(node.parts):
            if isinstance(part, ast.While):
                if not holds(game, part.condition, scope):
                    continue
                part = part.part
            handler = _PARTS.get(type(part))
            if NOT_YET in known(game, ability.source).marks and not _only_itself(part):
                continue
            if handler is None or not handler[0](game, part, event, scope):
                continue
            if event.kind == "counters" and not _by_effect(event) and "an effect would" in node.text:
                continue
            if node.condition is not None and not holds(game, node.condition, scope):
                continue
            if ast.unread(node):  # what the rest of its sentences make of the event isn't known
                name = card_name(game, ability.source)
                raise NotModelled("this text is not read", name, ast.unread(node)[0])
            own = ability.source == event.data.get(NEW)  # the card keeps its one opportunity (614.5)
            key = f"{event.obj if own else ability.source}:{ability.index}:{number}:{node.text}"
            made = _effect(game, key, part, scope, event)
            made.rule = ability.rule
            yield made
    for floating in game.continuous:
        handler = _PARTS.get(type(floating.part))
        if handler is None or floating.ended:
            continue
        scope = (floating.scope or Scope(floating.source, floating.controller)).inner(event=event)
        if handler[0](game, floating.part, event, scope):
            yield _effect(game, f"c{floating.id}", floating.part, scope, event, floating)


def _effect(
    game: Game, key: str, part: Part, scope: Scope, event: Event, floating: Continuous | None = None
) -> Effect:
    made = Effect(key, card_name(game, scope.source), part, scope, floating)
    if isinstance(part, ast.EntersWith):
        if part.copy is not None:
            made.rank = 3
        else:
            made.commutes = True
    return made


def _static_replacements(game: Game, event: Event) -> Iterator[AbilityOf]:
    """Static abilities that replace something, on objects where they function; of an entering object its own (614.12)."""
    entering = event.data.get(NEW) if event.kind == "move" and event.data.get(TO) == "battlefield" else None
    index = game.cache.get("replacing")
    if index is None or index[0] != game.version:
        found = []
        for key in (
            "battlefield",
            "command",
            *(k for k in game.zones if k not in ("battlefield", "command")),
        ):
            for identity in game.zones.get(key, ()):
                obj = game.objects[identity]
                if obj.ability is not None or (
                    key not in ("battlefield", "command") and not _may_replace(obj.printed.abilities)
                ):
                    continue
                for ability in abilities(game, identity):
                    if isinstance(ability.node, ast.Static) and any(
                        is_replacement(part) for part in ability.node.parts
                    ):
                        found.append(ability)
        index = game.cache["replacing"] = (game.version, found)
    for ability in index[1]:
        if (
            functions(game, ability)
            or ability.source == entering
            or (ability.source == event.obj and _is_about_itself(ability.node))
        ):
            yield ability


_ITSELF = ast.SameAs(ast.This())


def _only_itself(part: Part) -> bool:
    """CR 614.12: an effect of a permanent that is only about to enter counts if it affects only that permanent."""
    if isinstance(part, ast.EntersWith):
        return part.what == _ITSELF
    pattern = part.event if isinstance(part, ast.Replace | ast.ScaleEvent) else None
    return _ITSELF in (getattr(pattern, "what", None), getattr(pattern, "on", None))


def _is_about_itself(node: ast.Ability) -> bool:
    return any(isinstance(part, ast.SameAs) and isinstance(part.ref, ast.This) for part in ast.walk(node))


def _may_replace(nodes: tuple[ast.Ability, ...]) -> bool:
    return any(
        isinstance(node, ast.Static) and any(is_replacement(part) for part in node.parts) for node in nodes
    )


def why_replaced(event: Event, effect: Effect, rule_number: str = "614.6") -> None:
    """Note on the event that an effect has changed it."""
    event.reasons.append(Reason(rule_number, {"by": effect.name}))
