"""Exerted permanents (CR 701.43): they don't untap during their controller's next untap step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.checker.continuing import start
from kb.checker.dispatch import Scope, objects_of
from kb.checker.effects.acts import act
from kb.checker.keys import Mark
from kb.checker.oracle import ast
from kb.checker.rules import rule
from kb.checker.setup import PLACED
from kb.checker.state import Game, Obj

EXERTED: Mark[int] = Mark("exerted")
"""Turn in which it was exerted: what tells it from another that will untap."""


STAYS_TAPPED = ast.Cant(ast.This(), "untap", during="next untap step")


@rule("701.43a")
def exert(game: Game, obj: Obj) -> None:
    """CR 701.43a: an exerted permanent doesn't untap during its controller's next untap step."""
    obj.marks[EXERTED] = game.turn
    scope = Scope(obj.id, obj.controller)
    start(game, STAYS_TAPPED, scope, None, "game")


@act("exert")
@rule("701.43c")
def exert_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.43c: what isn't on the battlefield can't be exerted."""
    things = [i for i in objects_of(game, effect.what or ast.This(), scope) if i in game.objects]
    there = [i for i in things if game.objects[i].zone == "battlefield"]
    for identity in there:
        exert(game, game.objects[identity])
    scope.it, scope.did = list(there), bool(there)


def _placed(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    if data.get("exerted") and obj.zone == "battlefield":
        exert(game, obj)


PLACED.append(_placed)
