"""Yes-or-no states of objects and players by their word (`ast.Status`); mechanics add theirs with `status`."""

from __future__ import annotations

from collections.abc import Callable

from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope, Thing
from kb.checker.facts import COMMANDERS
from kb.checker.marks import (
    BARGAINED,
    CAST_FROM,
    CREWED,
    ENTERED_TURN,
    FORETOLD,
    GOADED,
    KICKED,
    MANA_SPENT,
    MONSTROUS,
    PLOTTED,
    RENOWNED,
    SADDLED,
    SUSPECTED,
)
from kb.checker.oracle import ast
from kb.checker.state import Game, Obj, battlefield, known
from kb.checker.vocabulary import knows

Handler = Callable[[Game, Thing, Scope], bool]
STATUSES: dict[str, Handler] = {}


def status(*names: str) -> Callable[[Handler], Handler]:
    """Register the meaning of a state's word."""

    def register(function: Handler) -> Handler:
        for name in names:
            STATUSES[name] = function
        knows(ast.Status, "name", *names)
        return function

    return register


def _simple(name: str, test: Callable[[Game, Obj], bool]) -> None:
    def handler(game: Game, thing: Thing, scope: Scope) -> bool:
        return not isinstance(thing, str) and test(game, known(game, thing))

    STATUSES[name] = handler
    knows(ast.Status, "name", name)


def _attached_with(game: Game, obj: Obj, subtype: str) -> bool:
    return any(
        other.attached_to == obj.id and chars(game, other.id).is_a(subtype) for other in battlefield(game)
    )


def _happened(game: Game, obj: Obj, kinds: tuple[str, ...]) -> bool:
    return any(
        event.kind in kinds and event.turn == game.turn and event.obj == obj.id for event in game.history
    )


_simple("tapped", lambda game, obj: obj.tapped)
_simple("untapped", lambda game, obj: not obj.tapped)
_simple("attacking", lambda game, obj: game.combat is not None and obj.id in game.combat.attackers)
_simple("blocking", lambda game, obj: game.combat is not None and obj.id in game.combat.blockers)
_simple("blocked", lambda game, obj: game.combat is not None and obj.id in game.combat.blocked)
_simple("unblocked", lambda game, obj: game.combat is not None and obj.id in game.combat.attackers
        and game.combat.blocks_declared and obj.id not in game.combat.blocked)  # fmt: skip
_simple("token", lambda game, obj: obj.token)
_simple("enchanted", lambda game, obj: _attached_with(game, obj, "aura"))
_simple("equipped", lambda game, obj: _attached_with(game, obj, "equipment"))
_simple("fortified", lambda game, obj: _attached_with(game, obj, "fortification"))
_simple("modified", lambda game, obj: bool(obj.counters) or _attached_with(game, obj, "equipment") or any(
    other.attached_to == obj.id and chars(game, other.id).is_a("aura")
    and chars(game, other.id).controller == chars(game, obj.id).controller for other in battlefield(game)))  # fmt: skip
_simple("face-down", lambda game, obj: obj.face_down)
_simple("face-up", lambda game, obj: not obj.face_down)
_simple("transformed", lambda game, obj: obj.face == 1 and obj.printed.layout == "transform")
_simple("suspended", lambda game, obj: obj.zone == "exile" and obj.counters.get("time", 0) > 0)
_simple("plotted", lambda game, obj: PLOTTED in obj.marks and obj.zone == "exile")
_simple("foretold", lambda game, obj: FORETOLD in obj.marks)
_simple("kicked", lambda game, obj: bool(obj.marks.get(KICKED)))
_simple("bargained", lambda game, obj: bool(obj.marks.get(BARGAINED)))
_simple("commander", lambda game, obj: obj.card in game.facts.get(COMMANDERS, ()))
_simple("goaded", lambda game, obj: bool(obj.marks.get(GOADED)))
_simple("monstrous", lambda game, obj: bool(obj.marks.get(MONSTROUS)))
_simple("renowned", lambda game, obj: bool(obj.marks.get(RENOWNED)))
_simple("suspected", lambda game, obj: bool(obj.marks.get(SUSPECTED)))
_simple("saddled", lambda game, obj: obj.marks.get(SADDLED) == game.turn)
_simple("crewed", lambda game, obj: obj.marks.get(CREWED) == game.turn)
_simple("attacked this turn", lambda game, obj: _happened(game, obj, ("attacks",)))
_simple("blocked this turn", lambda game, obj: _happened(game, obj, ("blocks",)))
_simple("entered this turn", lambda game, obj: obj.marks.get(ENTERED_TURN) == game.turn)
_simple("dealt damage this turn", lambda game, obj: _happened(game, obj, ("damage",)))
_simple("cast", lambda game, obj: CAST_FROM in obj.marks)
_simple("no mana spent", lambda game, obj: CAST_FROM in obj.marks and obj.marks.get(MANA_SPENT, 0) == 0)
_simple("activated", lambda game, obj: obj.ability is not None and obj.ability.kind == "activated")
_simple("triggered", lambda game, obj: obj.ability is not None and obj.ability.kind == "triggered")
for _zone in ("hand", "graveyard", "exile", "library", "command"):
    _simple(f"was cast from {_zone}", lambda game, obj, zone=_zone: obj.marks.get(CAST_FROM) == zone)  # type: ignore[misc]
_simple("modal", lambda game, obj: any(
    getattr(getattr(node, "body", None), "modes", None) for node in chars(game, obj.id).abilities))  # fmt: skip


@status("opponent")
def is_opponent(game: Game, thing: Thing, scope: Scope) -> bool:
    """An opponent of the ability's controller (102.2)."""
    return isinstance(thing, str) and thing != scope.controller


@status("was dealt damage this turn")
def was_damaged(game: Game, thing: Thing, scope: Scope) -> bool:
    """Something dealt damage to it this turn."""
    return any(
        e.kind == "damage" and e.turn == game.turn and thing in (e.obj, e.player) for e in game.history
    )


@status("basic")
def is_basic(game: Game, thing: Thing, scope: Scope) -> bool:
    """Has the supertype basic."""
    return not isinstance(thing, str) and "basic" in chars(game, thing).supertypes
