"""CR 603: triggered abilities. `look` finds those that events trigger; kb.checker.stack puts them on the stack."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kb.checker.characteristics import AbilityOf, abilities, chars, functions
from kb.checker.dispatch import Scope, holds, matched
from kb.checker.event import Event
from kb.checker.event_data import FROM, GATHERED, LOOKS_BACK, NEW, STATE, TO
from kb.checker.glances import may_be_among, may_have
from kb.checker.history import Happened, remember, words_of
from kb.checker.keys import Count
from kb.checker.log import note, taint, tainting
from kb.checker.meaning.batches import Key, occurrences
from kb.checker.meaning.patterns import subject
from kb.checker.meaning.trigger_rules import rules_of
from kb.checker.missed import would_touch
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.parts import InEffect, by_rules, parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Delayed, Game, NotModelled, Trigger, card_name, known

TRIGGER_RULES: dict[str, tuple[str, ...]] = {
    "gain_life": ("119.9",), "attacks": ("508.3a",), "blocks": ("509.3a",), "becomes_blocked": ("509.3c",),
    "unblocked": ("509.3g",), "step": ("603.2b",), "transform": ("701.27e",),
    "discard": ("701.9a",), "mill": ("701.17a",), "sacrifice": ("701.21a",), "cycle": ("702.29c",), "turn_face_up": ("708.8",),
    "target": ("603.2e",),
}  # fmt: skip
"""Rules that explain why an event of a kind triggers abilities; mechanics add theirs."""
KEYWORD_RULES: dict[str, str] = {}
"""Rules of keyword abilities by the first word of their text: "Undying" to 702.93a."""
TRIGGERED = Count("triggered")
"""Times that an ability has triggered which does so only so often."""
LOOK_BACK = frozenset({"sacrifice", "phase_out", "unattach", "planeswalk_away", "lose_game"})
"""Kinds of events whose triggers may look back in time (603.10)."""


def watchers(game: Game) -> list[AbilityOf]:
    """Triggered abilities that function now, cached by version."""
    cached = game.cache.get("watchers")
    if cached is not None and cached[0] == game.version:
        known_ones: list[AbilityOf] = cached[1]
        return known_ones
    found: list[AbilityOf] = []
    for zone, ids in game.zones.items():
        for identity in ids:
            obj = game.objects[identity]
            if obj.ability is not None:
                continue
            here = zone in ("battlefield", "command")
            if not (
                may_have(game, identity, ast.Triggered)
                if here
                else may_be_among(obj.printed.abilities, ast.Triggered)
            ):
                continue
            for ability in abilities(game, identity):
                if isinstance(ability.node, ast.Triggered) and functions(game, ability):
                    found.append(ability)
    game.cache["watchers"] = (game.version, found)
    return found


@rule("603.10a", "603.10")
def _watching(game: Game, event: Event, before: list[AbilityOf], after: list[AbilityOf]) -> list[AbilityOf]:
    """CR 603.10a: an ability that watches something leave the battlefield looks back: what was there before counts.

    An ability about its own object ("when this card becomes plotted") is looked for on that object wherever it is.
    """
    if event.kind == "move":
        found = [ability for ability in before if _looks_back(ability.node, event)]
        found += [ability for ability in after if not _looks_back(ability.node, event)]
    else:
        found = list(before if event.kind in LOOK_BACK or event.data.get(LOOKS_BACK) else after)
    if event.kind == "discard":  # a card that is discarded saw it from the hand
        found += [one for one in before if one.source == event.obj and one not in found]
    for identity in {event.obj, event.data.get(NEW)}:
        if identity is None or identity not in game.objects:
            continue
        have = {(ability.source, ability.text) for ability in found}
        for ability in abilities(game, identity):
            node = ability.node
            if (
                isinstance(node, ast.Triggered)
                and about_itself(node.event)
                and (identity, node.text) not in have
            ):
                found.append(ability)
    return found


@rule("603.6c")
def _looks_back(node: ast.Ability, event: Event) -> bool:
    """CR 603.6c: what leaves the battlefield or a graveyard is looked back at; "from anywhere" into a graveyard is not."""
    assert isinstance(node, ast.Triggered)
    return _back(node.event, str(event.data.get(FROM)))


def _back(pattern: ast.Event, origin: str) -> bool:
    if isinstance(pattern, ast.AnyEvent):
        return any(_back(part, origin) for part in pattern.events)
    if isinstance(pattern, ast.EventIf):
        return _back(pattern.event, origin)
    if not isinstance(pattern, ast.Moves):
        return origin == "battlefield"
    if pattern.origin in ("battlefield", "graveyard"):
        return pattern.origin == origin
    return (
        origin == "battlefield"
        and pattern.origin == "anywhere"
        and pattern.to not in ("graveyard", "battlefield")
    )


def about_itself(pattern: ast.Event) -> bool:
    if isinstance(pattern, ast.AnyEvent):
        return any(about_itself(part) for part in pattern.events)
    what = getattr(pattern, "what", None)
    return isinstance(what, ast.SameAs) and isinstance(what.ref, ast.This)


@rule("603.2", "603.2c")
def look(
    game: Game, events: list[Event], before: list[AbilityOf], rules: list[InEffect[ast.RulePart]]
) -> None:
    """CR 603.2, 603.2c: an ability triggers each time its event happens; once for "one or more" at the same time.

    `before` are the abilities that could trigger before the events, `rules` what then had a say in whether and how often.
    """
    after = watchers(game)
    seen: dict[Key, set[Key]] = {}
    first = len(game.waiting)
    for event in events:
        for ability in _watching(game, event, before, after):
            node = ability.node
            assert isinstance(node, ast.Triggered)
            scope = Scope(ability.source, ability.controller)
            mark = (ability.source, ability.index, node.text)
            try:
                found = occurrences(game, node.event, event, events, scope, seen, mark)
            except NotModelled as problem:
                if not unread(node.event):  # an unread condition taints by itself, where it functions
                    taint(game, problem)
                continue
            for one in found:
                back = _looks_back(node, event) if event.kind == "move" else event.kind in LOOK_BACK
                _trigger(game, ability, one, rules if back else None)
        _delayed(game, event, events, seen)
        for explain in MISSED:
            explain(game, event, before)
    _several(game, first)
    for watch in INHERENT:
        watch(game, events)


MISSED: list[Callable[[Game, Event, list[AbilityOf]], None]] = []
"""Functions `(game, event, before)` that note why abilities that would have triggered haven't (kb.checker.silent)."""
INHERENT: list[Callable[[Game, list[Event]], None]] = []
"""Functions that see what happened at one moment: abilities without a source (speed, the initiative) trigger there."""


def _several(game: Game, first: int) -> None:
    """CR 603.2c: an ability that triggered several times for one moment says so."""
    seen: dict[tuple[int, str], int] = {}
    for trigger in game.waiting[first:]:
        ability = trigger.ability[0] if isinstance(trigger.ability, tuple) else trigger.ability
        key = (ability.source, ability.text)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 1 and trigger.record is not None:
            game.records[trigger.record].reasons.insert(
                0, Reason("603.2c", {"card": card_name(game, ability.source)})
            )


def _trigger(
    game: Game, ability: AbilityOf, event: Event, before: list[InEffect[ast.RulePart]] | None = None
) -> None:
    node = ability.node
    assert isinstance(node, ast.Triggered)
    thing = event.obj if GATHERED in event.data else subject(game, node.event, event)
    bound = replace(event, obj=thing) if thing is not None else event
    scope = Scope(ability.source, ability.controller, event=bound)
    card = known(game, ability.source).card
    if node.condition is not None and not _condition_holds(game, ability, scope):
        return
    for limit in node.limits:
        key = (TRIGGERED, ability.key, limit, game.turn if "turn" in limit else None)
        allowed = 2 if limit.startswith("twice") else 1
        if game.done.get(key, 0) >= allowed:
            return
        game.done[key] = game.done.get(key, 0) + 1
    rules = about_triggers(game) if before is None else before
    if _kept_silent(game, ability, event, rules):
        return
    times = 1 + sum(extra(game, ability, bound, rules) for extra in EXTRA_TRIGGERS)
    for _ in range(times):
        record = _noted(game, ability, event, card)
        if times > 1:
            game.records[record].reasons.insert(
                0, Reason("603.2d", {"card": card_name(game, ability.source)})
            )
        game.waiting.append(Trigger(ability, ability.controller, bound, record, game.queue))
        name = chars(game, ability.source).name
        remember(game, "triggered", Happened(card, name, words_of(game, ability)))


def about_triggers(game: Game) -> list[InEffect[ast.RulePart]]:
    """What now keeps events of some kind from triggering abilities, or makes abilities trigger more often."""
    return [
        one for one in parts(game, ast.RulePart) if one.part.name in ("no triggers", "triggers additional")
    ]


def _kept_silent(game: Game, ability: AbilityOf, event: Event, rules: list[InEffect[ast.RulePart]]) -> bool:
    """Whether an effect says that events of that kind trigger nothing; what leaves is looked back at (603.10a)."""
    for one in rules:
        part = one.part
        if part.name != "no triggers" or part.event is None:
            continue
        if matched(game, part.event, event, one.scope.inner(event=event)):
            name = card_name(game, ability.source)
            reasons = [Reason("101.2", {"by": one.source})]
            note(game, "no_trigger", {"card": name}, reasons, would_touch(game, ability), shown=False)
            return True
    return False


def trigger_now(game: Game, ability: AbilityOf, event: Event) -> None:
    """Let an ability trigger although its object's abilities don't function there (chaos of a revealed plane, 311.7)."""
    _trigger(game, ability, event)


EXTRA_TRIGGERS: list = []  # type: ignore[type-arg]
"""Functions `(game, ability, event, rules) -> int`: how many additional times it triggers (603.2d); `rules` as they count."""


@rule("603.4")
def _condition_holds(game: Game, ability: AbilityOf, scope: Scope) -> bool:
    """CR 603.4: an ability with an intervening if triggers only if the condition holds as the event happens."""
    node = ability.node
    assert isinstance(node, ast.Triggered)
    assert node.condition is not None
    with tainting(game):
        if holds(game, node.condition, scope):
            return True
        reason = Reason("603.4", {"card": card_name(game, scope.source), "text": node.text}, "no")
        name = card_name(game, scope.source)
        note(game, "no_trigger", {"card": name}, [reason], would_touch(game, ability), shown=False)
    return False


def _noted(game: Game, ability: AbilityOf, event: Event, card: int) -> int:
    node = ability.node
    assert isinstance(node, ast.Triggered)
    name = card_name(game, ability.source)
    reasons = trigger_reasons(game, node, event, name)
    if ability.rule and all(reason.rule != ability.rule for reason in reasons):
        reasons.insert(0, Reason(ability.rule, {"card": name, "text": node.text}))
    reasons += by_rules(game, ability.source)
    if ability.controller != known(game, ability.source).owner:
        reasons.append(Reason("603.3a", {"card": name, "player": ability.controller}))
    cause, game.cause = game.cause, event.record
    record = note(
        game, "trigger", {"card": card_name(game, ability.source), "text": node.text, "player": ability.controller},
        reasons, {f"triggered:{card}", f"card:{card}"},
    )  # fmt: skip
    game.cause = cause
    return record


def trigger_reasons(game: Game, node: ast.Triggered, event: Event, name: str) -> list[Reason]:
    """The rules that tell why the event triggered the ability."""
    slots = {"card": name, "text": node.text}
    numbers: list[str] = [*TRIGGER_RULES.get(event.kind, ()), *rules_of(node.event, event)]
    if event.kind == "becomes":
        numbers = [*TRIGGER_RULES.get(f"becomes:{event.data.get(STATE)}", ()), "603.2e"]
    elif any(isinstance(part, ast.Becomes) for part in ast.walk(node.event)) and event.kind in (
        "tap",
        "untap",
    ):
        numbers.append("603.2e")
    if isinstance(node.event, ast.BecomesBlocked) and node.event.by is not None:
        numbers = ["509.3d"]
    if event.kind == "move":
        if event.data.get(TO) == "graveyard" and event.data.get(FROM) == "battlefield":
            numbers.append("700.4")
        if event.data.get(TO) == "battlefield":
            numbers.append("603.6a")
        elif event.data.get(FROM) == "battlefield":
            numbers += ["603.6c", "603.10a"]
    if event.kind == "create_token":
        numbers.append("603.6a")
    if getattr(node.event, "batch", False):
        numbers.append("603.2c")
    if node.condition is not None:
        numbers.append("603.4")
    if node.zone == "graveyard":
        numbers.append("113.6m")
    keyword = KEYWORD_RULES.get(node.text.split(" ")[0].strip(":"))
    if keyword is not None:
        numbers.insert(0, keyword)
    of_event = _slots_of_event(game, event, slots)
    told = TRIGGER_RULES.get(event.kind, ())
    return [Reason(number, of_event if number in told else slots) for number in (*numbers, "603.2")]


def _slots_of_event(game: Game, event: Event, slots: dict[str, Any]) -> dict[str, Any]:
    """What a rule about the event itself speaks of: what was sacrificed, not what has the ability."""
    things = [one.obj for one in event.data.get(GATHERED) or [event] if one.obj is not None]
    return {**slots, "card": card_name(game, things[0])} if things else slots


def _delayed(game: Game, event: Event, events: list[Event], seen: dict[Key, set[Key]]) -> None:
    """CR 603.7: delayed triggered abilities."""
    for delayed in list(game.delayed):
        node = delayed.ability
        try:
            found = occurrences(
                game, node.event, event, events, delayed.scope, seen, ("delayed", id(delayed))
            )
        except NotModelled as problem:
            taint(game, problem)
            game.delayed.remove(delayed)
            continue
        if not found:
            continue
        if delayed.once:
            game.delayed.remove(delayed)
            found = found[:1]
        for one in found:
            trigger_delayed(game, delayed, one)


def trigger_delayed(game: Game, delayed: Delayed, event: Event) -> None:
    """A delayed ability triggers: its source is what created it (603.7d)."""
    node = delayed.ability
    ability = AbilityOf(delayed.source, -1, node, delayed.controller, key=f"delayed:{id(delayed)}")
    card = known(game, delayed.source).card
    number_ = "603.12" if event.kind == "reflexive" else "603.7"
    slots = {"card": card_name(game, delayed.source), "text": node.text}
    reasons = [
        Reason(number_, slots),
        *([Reason("603.7b", slots)] if delayed.once and number_ == "603.7" else []),
    ]
    cause, game.cause = game.cause, delayed.record if delayed.record is not None else event.record
    record = note(game, "trigger", {"card": card_name(game, delayed.source), "text": node.text}, reasons,
                  {f"triggered:{card}", f"card:{card}"})  # fmt: skip
    game.cause = cause
    trigger = Trigger(ability, delayed.controller, event, record, delayed.queue or game.queue)
    trigger.ability = (ability, delayed.scope)
    game.waiting.append(trigger)
    remember(game, "triggered", Happened(card, card_name(game, delayed.source), words_of(game, ability)))
