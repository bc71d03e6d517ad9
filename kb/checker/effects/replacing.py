"""Replacement and prevention effects of cards: EntersWith, Replace, ScaleEvent, Prevent, regeneration (CR 614, 615)."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.choices import NO, Option, answer_for, choose
from kb.checker.dispatch import Scope, Thing, find, fits, follow, holds, matched, number
from kb.checker.effects.tokens import copied_values, exceptions
from kb.checker.event import Event, card_key, enters_state
from kb.checker.event_data import (
    CONTROLLER,
    COUNTERS,
    DID,
    ENTERED,
    NEW,
    NO_REGENERATION,
    POSITION,
    PROSPECT,
    STATE,
    TAPPED,
    TO,
    UNPREVENTABLE,
)
from kb.checker.keys import ScopeFact, having
from kb.checker.log import note
from kb.checker.marks import COPIED
from kb.checker.meaning.refs import matching, thing_option
from kb.checker.moving import withdraw
from kb.checker.oracle import ast
from kb.checker.parts import parts
from kb.checker.replacement import REPLACING, Effect, replacement, replaces, why_replaced
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name, leave_combat, touch
from kb.checker.vocabulary import knows

ENTERS: ScopeFact[Event] = ScopeFact("entering")
"""The move that is changed."""


def enters(game: Game, part: ast.EntersWith, event: Event, scope: Scope) -> bool:
    """CR 614.12: looks at the permanent as it would exist on the battlefield."""
    if part.face_up:  # applied as it is turned face up (kb.checker.mechanics.face_down), not as it enters
        return False
    if event.kind != "move" or event.data.get(TO) != "battlefield" or NEW not in event.data:
        return False
    new = event.data[NEW]
    if new not in game.objects or not fits(game, part.what, new, scope):
        return False
    # Another permanent's effect must be there already; its own applies to itself.
    return scope.source == new or scope.source in game.objects


@replaces(ast.EntersWith, enters)
@rule("614.12", "614.1c")
def enters_with(game: Game, event: Event, effect: Effect) -> list[Event]:
    """CR 614.12, 614.1c: the permanent enters modified: tapped, with counters, as a copy, after a choice."""
    part: ast.EntersWith = effect.part
    new: int = event.data[NEW] if event.obj is None or NEW in event.data else event.obj
    obj = game.objects[new]
    scope = effect.scope.inner(
        controller=obj.controller if effect.scope.source == new else effect.scope.controller, it=[new]
    )
    scope.did = bool(event.data.get(DID, False))  # what an earlier part of the same sentence did
    if (part.condition is not None and not holds(game, part.condition, scope)) or (
        part.unless is not None and holds(game, part.unless, scope)
    ):
        return _unmodified(event, card_name(game, new))
    if part.copy is not None:
        return _enters_as_copy(game, event, part, scope, new)
    if part.optional and not _wants(game, obj.controller, f"how {card_name(game, new)} enters"):
        return [event]
    counters = dict(event.data.get(COUNTERS) or {})
    for kind, count in part.counters:
        amount = number(game, count, scope)
        if isinstance(count, ast.X):
            event.why("107.3m", card=card_name(game, new), n=amount)
        counters[kind] = counters.get(kind, 0) + amount
    if part.counters:
        event.data[COUNTERS] = counters
        why_replaced(event, effect, "614.1c")
    if part.tapped:
        event.data[TAPPED] = True
        why_replaced(event, effect, "614.1d")
    if part.effects:
        why_replaced(event, effect, "614.12")
    for instruction in part.effects:
        if _taps_itself(instruction):
            event.data[TAPPED] = True
            continue
        scope.facts[ENTERS] = event
        follow(game, instruction, scope)
        event.data[DID] = scope.did
    touch(game)
    return [event]


def _unmodified(event: Event, name: str) -> list[Event]:
    """It enters as it is: what is said of how it enters doesn't apply."""
    event.reasons.append(Reason("614.1c", {"card": name}, "no"))
    return [event]


def _taps_itself(instruction: ast.Effect) -> bool:
    return isinstance(instruction, ast.Tap) and isinstance(instruction.what, ast.This | ast.It)


def _wants(game: Game, player: str, what: str) -> bool:
    return bool(choose(game, player, [Option(True, (True, "yes")), Option(False, NO.names)], what))


@rule("707.5")
def _enters_as_copy(game: Game, event: Event, part: ast.EntersWith, scope: Scope, new: int) -> list[Event]:
    """CR 707.5: an object that enters as a copy becomes it as it enters, and its enters-abilities are those of the copy."""
    ref = part.copy
    assert ref is not None
    obj = game.objects[new]
    if isinstance(ref, ast.Pick):
        things: list[Thing] = [thing for thing in matching(game, ref.filter, scope) if thing != new]
        options = [thing_option(game, thing) for thing in things]
        if part.optional or not options:
            options.append(Option(None, NO.names))
        picked = options[0].value if len(options) == 1 and not part.optional else choose(
            game, obj.controller, options, f"what {card_name(game, new)} copies")  # fmt: skip
    else:
        found = [thing for thing in find(game, ref, scope) if thing != new]
        picked = found[0] if found else None
        if part.optional and picked is not None and answer_for(game, [NO]) is not None:
            picked = None
    if not isinstance(picked, int):
        return [event]
    obj.marks[COPIED] = copied_values(game, picked, part.changes, scope)
    if part.changes:
        event.why("707.9", card=card_name(game, new))
        for number_ in exceptions(part.changes):
            event.why(number_, card=card_name(game, new))
    event.why("707.5", card=card_name(game, new), of=chars(game, picked).name)
    event.why("707.2", card=card_name(game, new), of=chars(game, picked).name)
    event.touches |= {card_key(game, new, topic) for topic in ("power", "tapped", "copy")}
    if part.tapped:
        event.data[TAPPED] = True
        event.why("614.1d", card=card_name(game, new))
    if part.counters:
        counters = dict(event.data.get(COUNTERS) or {})
        for kind, count in part.counters:
            counters[kind] = counters.get(kind, 0) + number(game, count, scope)
        event.data[COUNTERS] = counters
    touch(game)
    return [event]


def fits_event(game: Game, part: ast.Replace | ast.ScaleEvent, event: Event, scope: Scope) -> bool:
    """Whether the event is one that the effect replaces."""
    return matched(game, part.event, event, scope) > 0


def replace_fits(game: Game, part: ast.Replace, event: Event, scope: Scope) -> bool:
    """The event fits, and the condition holds."""
    return fits_event(game, part, event, scope) and (
        part.condition is None or holds(game, part.condition, scope)
    )


@replaces(ast.Replace, replace_fits)
@rule("614.6", "614.1a")
def replace_(game: Game, event: Event, effect: Effect) -> list[Event]:
    """CR 614.6, 614.1a: what is replaced never happens; the modified event happens instead."""
    part: ast.Replace = effect.part
    scope = effect.scope.inner(event=event)
    if effect.floating is not None and part.once:
        effect.floating.ended = True
        game.continuous.remove(effect.floating)
    if part.optional and not _wants(game, effect.scope.controller, f"whether {effect.name} replaces it"):
        return [event]
    if (
        len(part.instead) == 1
        and event.kind == "move"
        and isinstance(part.instead[0], ast.Move)
        and _of_event(part.instead[0].what)
    ):
        move = part.instead[0]
        changed = _moved_elsewhere(game, event, move, scope)
        why_replaced(changed, effect, "614.1a")
        why_replaced(changed, effect)
        changed.reasons += [Reason("614.6", {"by": effect.name})] if not changed.reasons else []
        return [changed]
    note(game, "replaced", {"by": effect.name, "event": event.kind}, [*event.reasons, Reason("614.1a", {"by": effect.name}), Reason("614.6", {"by": effect.name})],
         _touched(game, event), shown=True)  # fmt: skip
    new = event.data.get(NEW)
    if event.kind == "move" and new in game.objects and not event.data.get(ENTERED):
        withdraw(
            game, event
        )  # it doesn't enter: what is done instead is done with the object that it still is
        del event.data[NEW], event.data[PROSPECT]
        if scope.source == new and event.obj is not None:
            scope = scope.inner(source=event.obj)
    outer = game.facts.get(REPLACING, frozenset())
    game.facts[REPLACING] = outer | event.applied  # the events that replace it are no new opportunity (614.5)
    try:
        for instruction in part.instead:
            follow(game, instruction, scope)
    finally:
        game.facts[REPLACING] = outer
    return []


def _of_event(what: ast.Ref) -> bool:
    return isinstance(what, ast.EventObject | ast.It | ast.This)


def _moved_elsewhere(game: Game, event: Event, move: ast.Move, scope: Scope) -> Event:
    changed = Event(
        "move", event.obj, player=event.player, source=event.source, data=event.data.also(TO(move.to))
    )
    changed.reasons, changed.applied = list(event.reasons), set(event.applied)
    changed.data.pop(NEW, None)
    if move.position:
        changed.data[POSITION] = move.position
    if move.to == "battlefield":
        controller = [t for t in find(game, move.under, scope) if isinstance(t, str)] if move.under else []
        changed.data[CONTROLLER] = controller[0] if controller else scope.controller
        changed.data[TAPPED] = move.tapped
    counters = {kind: number(game, count, scope) for kind, count in move.counters}
    if counters:
        changed.data[COUNTERS] = counters
    return changed


def _touched(game: Game, event: Event) -> set[str]:
    keys = set(event.touches)
    if event.obj is not None:
        keys |= {card_key(game, event.obj, topic) for topic in ("zone", "card", "counters", "damage")}
    if event.player is not None:
        keys.add(f"life:{event.player}")
    return keys


knows(ast.ScaleEvent, "halve", "", "up", "down")


@replaces(ast.ScaleEvent, fits_event)
@rule("614.5")
def scale(game: Game, event: Event, effect: Effect) -> list[Event]:
    """CR 614.5: an effect changes the amount of an event once; several each have their one opportunity."""
    part: ast.ScaleEvent = effect.part
    amount = event.amount * part.factor
    if part.halve:
        amount = -(-amount // 2) if part.halve == "up" else amount // 2
    if part.plus is not None:
        amount += number(game, part.plus, effect.scope)
    event.amount = max(0, amount)
    event.why("614.1a", by=effect.name).why("614.5", by=effect.name, n=event.amount)
    return [event]


def prevents(game: Game, part: ast.Prevent, event: Event, scope: Scope) -> bool:
    """CR 615.1: damage that fits."""
    return event.kind == "damage" and event.amount > 0 and matched(game, part.damage, event, scope) > 0


@replaces(ast.Prevent, prevents)
@rule("615.1", "615.12")
def prevent(game: Game, event: Event, effect: Effect) -> list[Event]:
    """CR 615.1, 615.12: damage is prevented, up to what the shield has left; unpreventable damage is not reduced."""
    part: ast.Prevent = effect.part
    amount = None if part.amount is None else number(game, part.amount, effect.scope)
    if event.data.get(UNPREVENTABLE) or unpreventable(game):
        event.why("615.12", by=effect.name)
        _besides(game, event, effect, 0)
        return [event]
    prevented = (
        event.amount if amount is None else min(event.amount, amount - (0 if part.each else _used(effect)))
    )
    if effect.floating is not None and not part.each:
        effect.floating.used += prevented
        if part.once or (amount is not None and effect.floating.used >= amount):
            effect.floating.ended = True
            game.continuous = [one for one in game.continuous if one is not effect.floating]
    if prevented <= 0:
        return [event]
    event.amount -= prevented
    event.why("615.1a", by=effect.name, n=prevented)
    if event.amount <= 0:
        event.why("615.6", by=effect.name, n=prevented)
    event.why("615.1", by=effect.name, n=prevented)
    if effect.floating is not None and (amount is not None or part.once):
        event.why("615.7" if amount is not None else "615.8", by=effect.name, n=prevented)
    _besides(game, event, effect, prevented)
    if event.amount > 0:
        return [event]
    note(game, "prevented", {"by": effect.name, "n": prevented}, event.reasons, _touched(game, event))
    return []


def _besides(game: Game, event: Event, effect: Effect, prevented: int) -> None:
    """What the effect does besides preventing; what isn't for each damage is done once for all damage of one moment."""
    part: ast.Prevent = effect.part
    amounts = (ast.EventAmount, ast.DoneAmount, ast.EventObject, ast.EventPlayer)
    scope = effect.scope.inner(event=event, amount=prevented, event_amount=prevented)
    each = any(isinstance(node, amounts) for node in ast.walk(part.then))
    same = any(done is part.then and by.source == scope.source for done, by in game.afterwards)
    if part.then and (each or not same):
        game.afterwards.append((part.then, scope))


def _used(effect: Effect) -> int:
    return effect.floating.used if effect.floating is not None else 0


def unpreventable(game: Game) -> bool:
    """Whether an effect says that damage can't be prevented."""
    if any(one.part.name == "damage can't be prevented" for one in parts(game, ast.RulePart)):
        return True
    return any(one.part.verb in ("be prevented", "prevent damage") for one in parts(game, ast.Cant))


enters_state("regenerates")


@replacement
@rule("701.19a")
def regeneration(game: Game, event: Event) -> Effect | None:
    """CR 701.19a: instead of being destroyed it is tapped, all damage is removed, and it is removed from combat."""
    if event.kind != "destroy" or event.obj is None or event.data.get(NO_REGENERATION):
        return None
    for shield in game.shields:
        if shield["kind"] == "regenerate" and shield["obj"] == event.obj and event.obj in game.objects:
            return Effect(f"shield:{shield['id']}", card_name(game, shield["source"]), shield, Scope(shield["source"], ""),
                          run=_regenerate)  # fmt: skip
    return None


def _regenerate(game: Game, event: Event, effect: Effect) -> list[Event]:
    from kb.checker.characteristics import has_keyword
    from kb.checker.events import happen

    assert event.obj is not None
    if has_keyword(game, event.obj, "indestructible"):
        return [event]
    game.shields.remove(effect.part)
    obj = game.objects[event.obj]
    obj.damage, obj.deathtouched = 0, False
    leave_combat(game, obj.id)
    reasons = [*event.reasons, Reason("701.19a", {"card": card_name(game, obj.id)})]
    record = note(game, "regenerated", {"card": card_name(game, obj.id)}, reasons,
                  {card_key(game, obj.id, topic) for topic in ("zone", "tapped", "damage", "card")})  # fmt: skip
    happen(
        game,
        Event("tap", obj.id).why("701.19a", card=card_name(game, obj.id)),
        Event("becomes", obj.id, data=having(STATE("regenerates"))),
    )
    touch(game)
    assert record is not None
    return []
