"""CR 613: continuous effects in layers, by timestamp and dependency.

`all_chars` works out every permanent (and what else an effect reaches) once per game version. Static abilities count as
long as their object has them when their layer comes; an effect that has begun to apply goes on in later layers (613.6).
"""

from __future__ import annotations

from typing import Any

from kb.checker.cards import Printed
from kb.checker.characteristics import AbilityOf, Chars, abilities, base_chars, functions, provide
from kb.checker.counter_layers import counters_apply, given, keyword_counters
from kb.checker.dispatch import Scope, Thing, find, holds
from kb.checker.glances import may_be_among, may_have
from kb.checker.keys import ScopeFact
from kb.checker.layer_changes import apply_change, layer_of
from kb.checker.layer_reasons import Applied, explain_order, explain_waiting
from kb.checker.log import tainting
from kb.checker.marks import ATTACHED_AT, COPY_EFFECTS
from kb.checker.oracle import ast
from kb.checker.rules import rule
from kb.checker.state import Continuous, Game, NotModelled, Obj

COPY_VALUES: ScopeFact[Printed | None] = ScopeFact("copy_values")
"""Copiable values that a copy effect gives."""


LAYERS = ("2", "4", "5", "6", "7a", "7b", "7c", "7d")
"""Layer 1 (copies, face-down) is in the copiable values; nothing modelled changes text (3)."""


def all_chars(game: Game) -> dict[int, Chars]:
    """Characteristics of everything on the battlefield, and of other objects as they are asked for."""
    cached = game.cache.get("chars")
    if cached is not None and cached[0] == game.version:
        found: dict[int, Chars] = cached[1]
        return found
    _copy_effects(game)
    work: dict[int, Chars] = {i: base_chars(game.objects[i]) for i in game.zones.get("battlefield", ())}
    game.cache["chars"] = (game.version, work)
    if game.decider is not None:
        game.decider.worked += len(work)
    game.cache["layer"] = "1"
    game.cache["effects613"] = []
    game.cache["conditional613"] = False
    try:
        _work_out(game, work)
    except NotModelled:
        del game.cache["chars"]
        raise
    finally:
        game.cache["layer"] = ""
    return work


@rule("613.2a")
def _copy_effects(game: Game) -> None:
    """CR 613.2a: in layer 1 effects that make an object a copy change its copiable values, in timestamp order."""
    for identity in game.zones.get("battlefield", ()):
        game.objects[identity].marks.pop(COPY_EFFECTS, None)
    for effect in game.continuous:
        values = effect.scope.facts.get(COPY_VALUES) if effect.scope is not None else None
        if values is None or effect.ended:
            continue
        for identity in effect.affected or ():
            if identity in game.objects:
                game.objects[identity].marks.setdefault(COPY_EFFECTS, []).append((effect.id, values))


@provide
def chars_of(game: Game, identity: int) -> Chars:
    """The provider behind `characteristics.chars`; while layers are worked out it gives the state so far."""
    work = all_chars(game)
    found = work.get(identity)
    if found is None:
        obj = game.objects[identity]
        found = work[identity] = base_chars(obj)
        _own_definition(game, identity, found)
        if obj.counters:
            given(game, obj, found)
        if obj.zone not in ("battlefield",) and not game.cache["layer"]:
            _reach(game, work, identity)
    return found


@rule("613.4a")
def _own_definition(game: Game, identity: int, what: Chars) -> None:
    """CR 613.4a: a characteristic-defining ability that sets power and toughness applies first, in every zone."""
    for node in what.abilities:
        if not (isinstance(node, ast.Static) and node.defining):
            continue
        scope = Scope(identity, what.controller)
        for part in node.parts:
            if isinstance(part, ast.Modify):
                for change in part.changes:
                    if layer_of(change, cda=True) == "7a":
                        with tainting(game):
                            apply_change(game, what, change, scope, "7a", identity)


def _reach(game: Game, work: dict[int, Chars], identity: int) -> None:
    """Apply the effects that reach an object outside the battlefield, asked for after the layers were worked out."""
    game.cache["layer"] = "reach"
    try:
        for effect in game.cache["effects613"]:
            if not _may_leave_battlefield(effect.part.what):
                continue
            if identity in _affected(game, effect):
                for layer, changes in effect.by_layer.items():
                    for change in changes:
                        apply_change(game, work[identity], change, effect.scope, layer, identity)
    finally:
        game.cache["layer"] = ""


def _may_leave_battlefield(what: ast.Ref) -> bool:
    return not (isinstance(what, ast.All) and what.filter.kind == "permanent")


def _work_out(game: Game, work: dict[int, Chars]) -> None:
    started: dict[str, list[int]] = {}
    floating = [_floating(game, effect) for effect in game.continuous if isinstance(effect.part, ast.Modify)]
    floating += [
        _of_counter(game.objects[i], *one) for i in work for one in keyword_counters(game, game.objects[i])
    ]
    game.cache["statics613"] = None
    for layer in LAYERS:
        game.cache["layer"] = layer
        if game.cache.get("conditional613"):
            game.cache["statics613"] = None
        if layer == "7c":
            counters_apply(game, work)
        done: set[str] = set()
        waited: dict[str, list[int]] = {}
        pending = _pending(game, work, floating, started, layer, done)
        while pending:
            effect, dependent = _next(game, work, pending, layer, started, waited)
            affected = started.get(effect.key)
            if affected is None:
                affected = started[effect.key] = _affected(game, effect)
                game.cache["effects613"].append(effect)
            for identity in affected:
                what = work.get(identity) or chars_of(game, identity)
                before = what.types, what.subtypes, what.abilities, what.controller
                with tainting(game):
                    for change in effect.by_layer[layer]:
                        apply_change(game, what, change, effect.scope, layer, identity)
                explain_order(game, what, effect, layer, dependent)
                if _other_statics(game, before, what):
                    game.cache["statics613"] = None
            done.add(effect.key)
            pending = [one for one in pending if one.key != effect.key]
            if layer in ("2", "4", "6"):
                pending = _pending(game, work, floating, started, layer, done)
        for key, identities in waited.items():
            explain_waiting(work, layer, set(identities) - set(started.get(key, ())))


def _other_statics(game: Game, before: tuple[Any, ...], what: Chars) -> bool:
    """Whether after a change to an object other static abilities may function than before."""
    if before == (what.types, what.subtypes, what.abilities, what.controller):
        return False
    if before[:2] != (what.types, what.subtypes) or before[3] != what.controller:
        return True
    if game.cache["conditional613"]:  # a condition may ask for any ability
        return True
    return may_be_among(before[2], ast.Static) or may_be_among(what.abilities, ast.Static)


def _pending(game: Game, work: dict[int, Chars], floating: list[Applied], started: dict[str, list[int]],
             layer: str, done: set[str]) -> list[Applied]:  # fmt: skip
    """Effects that apply in this layer and haven't yet."""
    found = [effect for effect in floating if layer in effect.by_layer and effect.key not in done]
    seen = {effect.key for effect in found}
    for effect in game.cache[
        "effects613"
    ]:  # begun in an earlier layer: goes on though its ability is gone (613.6)
        if (
            layer in effect.by_layer
            and effect.key not in done
            and effect.key not in seen
            and effect.key in started
        ):
            found.append(effect)
            seen.add(effect.key)
    if game.cache.get("statics613") is None:
        game.cache["statics613"] = _static_effects(game, work)
    there = {effect.key for effect in game.cache["statics613"]}
    for effect in found:
        effect.goes_on = effect.goes_on or (
            effect.static and effect.key in started and effect.key not in there
        )
    for effect in game.cache["statics613"]:
        if layer in effect.by_layer and effect.key not in done and effect.key not in seen:
            found.append(effect)
    return found


def _static_effects(game: Game, work: dict[int, Chars]) -> list[Applied]:
    found: list[Applied] = []
    for identity in (*game.zones.get("battlefield", ()), *game.zones.get("command", ()), *_elsewhere(game)):
        if identity not in game.objects or not may_have(game, identity, ast.Static):
            continue
        for ability in abilities(game, identity):
            if not isinstance(ability.node, ast.Static) or not functions(game, ability):
                continue
            found += _of_static(game, ability)
    return found


def _elsewhere(game: Game) -> list[int]:
    """Objects in other zones whose static abilities function there."""
    cached = game.cache.get("elsewhere")
    if cached is not None and cached[0] == game.version:
        known_ids: list[int] = cached[1]
        return known_ids
    found = []
    for key, ids in game.zones.items():
        if key in ("battlefield", "command"):
            continue
        for identity in ids:
            obj = game.objects[identity]
            if obj.ability is not None:
                continue
            for node in obj.printed.abilities:
                if isinstance(node, ast.Static) and node.zone not in ("battlefield",):
                    found.append(identity)
                    break
    game.cache["elsewhere"] = (game.version, found)
    return found


def _of_static(game: Game, ability: AbilityOf) -> list[Applied]:
    node = ability.node
    assert isinstance(node, ast.Static)
    if not any(isinstance(part, ast.Modify | ast.While) for part in node.parts):
        return []
    scope = Scope(ability.source, ability.controller)
    if node.condition is not None or any(isinstance(part, ast.While) for part in node.parts):
        game.cache["conditional613"] = True
        if not _applies_in(node, game.cache["layer"]):
            return []
    with tainting(game):
        parts = [(number, part) for number, part in enumerate(node.parts) if isinstance(part, ast.Modify)]
        for number, part in enumerate(node.parts):
            if (
                isinstance(part, ast.While)
                and isinstance(part.part, ast.Modify)
                and holds(game, part.condition, scope)
            ):
                parts.append((number, part.part))
        if node.condition is None or holds(game, node.condition, scope):
            return _all_applied(game, ability, parts, scope)
    return []


def _applies_in(node: ast.Static, layer: str) -> bool:
    """Whether a change is of that layer, or of none of those worked out here: its condition is asked for only then."""
    changes = [
        change
        for part in node.parts
        for change in getattr(part.part if isinstance(part, ast.While) else part, "changes", ())
    ]
    layers = {layer_of(change, node.defining) for change in changes}
    return layer in layers or not layers.intersection(LAYERS)


def _all_applied(
    game: Game, ability: AbilityOf, parts: list[tuple[int, ast.Modify]], scope: Scope
) -> list[Applied]:
    node = ability.node
    assert isinstance(node, ast.Static)
    obj = game.objects[ability.source]
    timestamp = max(obj.timestamp, int(obj.marks.get(ATTACHED_AT, 0)))
    return [
        _applied(f"{ability.key}/{number}", timestamp, part, scope, None, node.defining, static=True)
        for number, part in parts
    ]


def _floating(game: Game, effect: Continuous) -> Applied:
    part = effect.part
    assert isinstance(part, ast.Modify)
    scope = effect.scope or Scope(effect.source, effect.controller)
    return _applied(f"c{effect.id}", effect.timestamp, part, scope, effect.affected, False)


def _of_counter(obj: Obj, timestamp: int, node: ast.Keyword) -> Applied:
    part = ast.Modify(ast.This(), (ast.AddAbility(node),))
    return _applied(
        f"counter:{obj.id}:{node.text or node.name}",
        timestamp,
        part,
        Scope(obj.id, obj.controller),
        (obj.id,),
        False,
    )


def _applied(
    key: str,
    timestamp: int,
    part: ast.Modify,
    scope: Scope,
    locked: tuple[int, ...] | None,
    cda: bool,
    *,
    static: bool = False,
) -> Applied:
    made = Applied(key, timestamp, part, scope, locked, cda, static)
    for change in part.changes:
        made.by_layer.setdefault(layer_of(change, cda), []).append(change)
    if "6" in made.by_layer:  # "has … and loses all other abilities": what it gives stays
        made.by_layer["6"].sort(key=lambda change: isinstance(change, ast.AddAbility))
    return made


def _affected(game: Game, effect: Applied) -> list[int]:
    if effect.locked is not None:
        return [identity for identity in effect.locked if identity in game.objects]
    found: list[Thing] = []
    with tainting(game):  # an effect of which nobody knows what it reaches leaves the others as they are
        found = find(game, effect.part.what, effect.scope)
    return [thing for thing in found if isinstance(thing, int) and thing in game.objects]


@rule("613.7", "613.8a")
def _next(game: Game, work: dict[int, Chars], pending: list[Applied], layer: str,
          started: dict[str, list[int]], waited: dict[str, list[int]]) -> tuple[Applied, bool]:  # fmt: skip
    """CR 613.7, 613.8a: the earliest timestamp goes first, unless it depends on another effect of the layer.

    Characteristic-defining abilities go before the others (613.3). The second result tells that dependency decided.
    """
    ordered = sorted(pending, key=lambda effect: (not effect.cda, effect.timestamp))
    if len(ordered) == 1 or layer not in ("2", "4", "6"):
        return ordered[0], False
    for effect in ordered:
        others = [other for other in ordered if other is not effect and other.cda == effect.cda]
        if not any(_depends(game, work, effect, other, layer, started) for other in others):
            return effect, effect is not ordered[0]
        effect.waited = True
        if effect.key not in waited:
            waited[effect.key] = _affected(game, effect)
    return ordered[0], False  # a loop: timestamps decide (613.8b)


def _depends(game: Game, work: dict[int, Chars], effect: Applied, other: Applied, layer: str,
             started: dict[str, list[int]]) -> bool:  # fmt: skip
    """CR 613.8a: applying `other` would change whether the effect exists, or what it applies to."""
    if not _could_depend(effect, other, layer):
        return False
    before = _affected(game, effect) if effect.key not in started else started[effect.key]
    targets = started.get(other.key) or _affected(game, other)
    saved = {identity: work[identity] for identity in targets if identity in work}
    try:
        for identity in saved:
            work[identity] = saved[identity].copy()
            for change in other.by_layer[layer]:
                apply_change(game, work[identity], change, other.scope, layer, identity)
        if effect.locked is None and effect.key not in started:
            existing = {one.key for one in _static_effects(game, work)}
            if effect.key not in existing:
                return True
        return effect.key not in started and _affected(game, effect) != before
    finally:
        work.update(saved)


def _could_depend(effect: Applied, other: Applied, layer: str) -> bool:
    if effect.locked is not None:
        return False
    removes = any(isinstance(change, ast.LoseAbility | ast.SetTypes) for change in other.by_layer[layer])
    words = list(ast.walk(effect.part.what))
    if layer == "4":
        return removes or any(isinstance(node, ast.HasType) for node in words)
    if layer == "6":
        return any(isinstance(change, ast.LoseAbility) for change in other.by_layer[layer]) or any(
            isinstance(node, ast.HasKeyword) for node in words
        )
    return any(isinstance(node, ast.ControlledBy) for node in words)
