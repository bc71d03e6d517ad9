"""Why an ability that would have triggered hasn't: lost, face down, or what it waits for was replaced. Records say so."""

from __future__ import annotations

from dataclasses import replace

from kb.checker.characteristics import AbilityOf, chars
from kb.checker.dispatch import Scope, matched
from kb.checker.event import Event
from kb.checker.event_data import FROM, NEW, TO
from kb.checker.log import note, tainting
from kb.checker.missed import would_touch
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name, known
from kb.checker.triggers import MISSED, about_itself


@rule("611.3c")
def _silent(game: Game, event: Event, before: list[AbilityOf]) -> None:
    """CR 611.3c: a continuous effect applies to a permanent as it enters, so an ability it takes away doesn't trigger."""
    new = event.data.get(NEW) if event.kind == "move" and event.data.get(TO) == "battlefield" else None
    if new is None or new not in game.objects:
        return
    what = chars(game, new)
    if game.objects[new].face_down:
        slots = {"card": game.objects[new].printed.name}
        touches = {f"triggered:{game.objects[new].card}", *hidden_triggers(game, new)}
        note(game, "no_trigger", slots, [Reason("708.3", slots)], touches, shown=False)
        return
    for node in what.lost:
        if isinstance(node, ast.Triggered) and not unread(node.event):
            scope = Scope(new, what.controller, event=event)
            with tainting(game):
                if matched(game, node.event, event, scope):
                    card = known(game, new).card
                    note(game, "no_trigger", {"card": what.name}, [Reason("611.3c", {"card": what.name}), *what.reasons.get("abilities", ())],
                         {f"triggered:{card}", f"card:{card}"}, shown=False)  # fmt: skip


def hidden_triggers(game: Game, identity: int) -> set[str]:
    """What the abilities about its own entering would have borne on, of a permanent that is or was face down."""
    obj = game.objects[identity]
    found: set[str] = set()
    for index, node in enumerate(obj.printed.abilities):
        event = node.event if isinstance(node, ast.Triggered) else None
        if isinstance(event, ast.Moves) and event.to == "battlefield" and about_itself(event):
            found |= would_touch(game, AbilityOf(identity, index, node, obj.controller))
    return found


@rule("700.4", "603.2g")
def _did_not_die(game: Game, event: Event, before: list[AbilityOf]) -> None:
    """CR 700.4, 603.2g: to die is to go from the battlefield to a graveyard; an event that was replaced triggers nothing."""
    if event.kind != "move" or event.data.get(FROM) != "battlefield" or event.data.get(TO) == "graveyard":
        return
    if not any(reason.rule in ("614.6", "717.6") for reason in event.reasons):
        return
    instead = replace(event, data=event.data.also(TO("graveyard")))
    for ability in before:
        pattern = ability.node.event  # type: ignore[attr-defined]
        if not isinstance(pattern, ast.Moves) or pattern.to != "graveyard" or unread(pattern):
            continue
        with tainting(game):
            if matched(game, pattern, instead, Scope(ability.source, ability.controller, event=instead)):
                slots = {"card": card_name(game, ability.source), "text": ability.text}
                touches = {*would_touch(game, ability), f"count:battlefield:{ability.controller}"}
                note(game, "no_trigger", slots, [Reason("603.2g", slots), Reason("700.4", slots, "no"), *event.reasons], touches, shown=False)  # fmt: skip


def _lost(game: Game, event: Event, before: list[AbilityOf]) -> None:
    """CR 613.1f: an ability that an effect has taken away doesn't trigger."""
    for ability in _lost_ones(game):
        if ability.source == event.data.get(NEW):
            continue  # told by 611.3c
        pattern: ast.Event = ability.node.event  # type: ignore[attr-defined]
        scope = Scope(ability.source, ability.controller, event=event)
        with tainting(game):
            if matched(game, pattern, event, scope):
                what = chars(game, ability.source)
                reasons = [*what.reasons.get("abilities", ()), *what.reasons.get("types", ())]
                note(
                    game, "no_trigger", {"card": what.name}, reasons, would_touch(game, ability), shown=False
                )


def _lost_ones(game: Game) -> list[AbilityOf]:
    """Triggered abilities on the battlefield that effects have taken away, cached by version."""
    cached = game.cache.get("lost_ones")
    if cached is not None and cached[0] == game.version:
        kept: list[AbilityOf] = cached[1]
        return kept
    taken = (ast.LoseAbility, ast.SetTypes, ast.CantHave)
    effects = game.cache.get("effects613", ())
    found: list[AbilityOf] = []
    if any(isinstance(change, taken) for effect in effects for change in effect.part.changes):
        for identity in game.zones.get("battlefield", ()):
            what = chars(game, identity)
            for node in what.lost:
                if isinstance(node, ast.Triggered) and not unread(node) and node not in what.abilities:
                    found.append(AbilityOf(identity, -1, node, what.controller))
    game.cache["lost_ones"] = (game.version, found)
    return found


MISSED += [_silent, _lost, _did_not_die]
