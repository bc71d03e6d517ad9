"""Battles and Sieges (CR 310, 704.5v-x): defense, the protector, what happens when a Siege is defeated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.checker.allowed import MAY_BLOCK
from kb.checker.cards import Printed
from kb.checker.casting import cast_if_able
from kb.checker.characteristics import Chars, chars, intrinsic
from kb.checker.choices import NO, YES, Option, choose
from kb.checker.dispatch import Scope, effects, number
from kb.checker.event import Event
from kb.checker.event_data import COUNTERS, NEW, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.oracle import ast
from kb.checker.permissions import Permission
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.sba import state_based
from kb.checker.state import Game, NotModelled, Obj, battlefield, card_name, living, opponents, stack
from kb.checker.triggers import KEYWORD_RULES

DEFEATED = "Siege: when the last defense counter is removed from this permanent, exile it; you may cast it transformed for free."
KEYWORD_RULES["Siege"] = "310.11b"


@dataclass(frozen=True, slots=True)
class CastTransformed(ast.Effect):
    """Its controller may cast the exiled card transformed without paying its mana cost."""


@intrinsic("siege")
@rule("310.11b")
def siege(game: Game, obj: Obj, what: Chars) -> list[ast.Ability]:
    """CR 310.11b: a Siege's own ability: when the last defense counter is removed, exile it, then it may be cast transformed."""
    event = ast.CountersRemoved("defense", ast.SameAs(ast.This()), last=True)
    return [
        ast.Triggered(
            text=DEFEATED, event=event, body=ast.Body((ast.Move(ast.This(), "exile"), CastTransformed()))
        )
    ]


@effects(CastTransformed)
def cast_transformed(game: Game, effect: CastTransformed, scope: Scope) -> None:
    """CR 310.11b: the back face is cast."""
    card = scope.it[0] if scope.it else None
    obj = game.objects.get(card) if isinstance(card, int) else None
    if obj is None or obj.zone != "exile" or len(obj.printed.faces) < 2:
        if obj is not None:
            choose(game, scope.controller, [NO, YES], "cast it transformed") if obj.printed.faces else None
        return
    if not choose(game, scope.controller, [YES, NO], "cast it transformed"):
        return
    way = Permission(
        "effect", cost="", timing="instant", face=1, reasons=[Reason("310.11b", {"card": obj.printed.name})]
    )
    cast_if_able(game, scope.controller, obj, way, {"face": obj.printed.faces[1].name})


@replacement
@rule("310.4b")
def enters_with_defense(game: Game, event: Event) -> Effect | None:
    """CR 310.4b: a battle enters with defense counters equal to its printed defense; a planeswalker with loyalty (306.5b)."""
    if event.kind != "move" or event.data.get(TO) != "battlefield" or NEW not in event.data:
        return None
    new = event.data[NEW]
    printed = chars(game, new).printed if new in game.objects else None
    if printed is None or (printed.loyalty is None and printed.defense is None):
        return None
    return Effect(f"start:{new}", printed.name, printed, Scope(new, ""), commutes=True, run=_with_counters)


def _starting(game: Game, obj: Obj, value: str, printed: Printed) -> int:
    """A starting number that is no digit: X is the one the spell was cast with, 0 where it wasn't cast (107.3m)."""
    if value != "X":
        raise NotModelled(f"the starting number {value!r}", printed.name)
    return number(game, ast.X(), Scope(obj.id, obj.controller))


def _with_counters(game: Game, event: Event, effect: Effect) -> list[Event]:
    printed: Printed = effect.part
    counters = dict(event.data.get(COUNTERS) or {})
    obj = game.objects[event.data[NEW]]
    for kind, value, number_ in (
        ("loyalty", printed.loyalty, "306.5b"),
        ("defense", printed.defense, "310.4b"),
    ):
        if value is None:
            continue
        amount = int(value) if value.isdigit() else _starting(game, obj, value, printed)
        counters[kind] = counters.get(kind, 0) + amount
        event.why(number_, card=printed.name, n=amount).why("614.1c", card=printed.name)
    event.data[COUNTERS] = counters
    return [event]


@state_based
@rule("704.5v")
def no_defense(game: Game) -> Iterator[Event]:
    """CR 704.5v: a battle with defense 0 goes to the graveyard, unless an ability of it has triggered and not left the stack."""
    for obj in battlefield(game):
        if "battle" not in chars(game, obj.id).types or obj.counters.get("defense", 0) > 0:
            continue
        waiting = any(t.ability.source == obj.id for t in game.waiting if not isinstance(t.ability, tuple))
        pending = any(item.ability is not None and item.ability.source == obj.id for item in stack(game))
        if waiting or pending:
            for record in reversed(game.records):
                if record.event == "trigger" and f"card:{obj.card}" in record.touches:
                    if all(reason.rule != "704.5v" for reason in record.reasons):
                        record.reasons.append(Reason("704.5v", {"card": card_name(game, obj.id)}, "waits"))
                        record.touches |= {f"zone:{obj.card}"}
                    break
            continue
        yield Event("move", obj.id, data=having(TO("graveyard"), WHY("rules"))).why(
            "704.5v", card=card_name(game, obj.id)
        )


@state_based
@rule("704.5w", "704.5x")
def protectors(game: Game) -> Iterator[Event]:
    """CR 704.5w, 704.5x: a battle without a player who may protect it gets one, chosen by its controller; a Siege an opponent."""
    for obj in battlefield(game):
        what = chars(game, obj.id)
        if "battle" not in what.types or (
            game.combat is not None and obj.id in game.combat.attackers.values()
        ):
            continue
        if obj.protector in living(game) and not (
            "siege" in what.subtypes and obj.protector == what.controller
        ):
            continue
        choices = opponents(game, what.controller) if "siege" in what.subtypes else [what.controller]
        if not choices:
            yield Event("move", obj.id, data=having(TO("graveyard"), WHY("rules"))).why(
                "704.5w", card=what.name
            )
            continue
        obj.protector = choose(
            game, what.controller, [Option(name, (name,)) for name in choices], f"protector of {what.name}"
        )
    return


def _protected(game: Game, blocker: Obj, attacker: Obj) -> list[Reason]:
    """CR 310.8c: a battle's protector may block creatures that attack it."""
    whom = game.combat.attackers.get(attacker.id) if game.combat is not None else None
    if not isinstance(whom, int) or "battle" not in chars(game, whom).types:
        return []
    return [Reason("310.8c", {"card": card_name(game, whom), "player": chars(game, blocker.id).controller})]


MAY_BLOCK.append(_protected)


def exiled(game: Game, identity: int) -> list[Event]:
    """Exile something."""
    return happen(game, Event("move", identity, data=having(TO("exile"), WHY("effect"))))
