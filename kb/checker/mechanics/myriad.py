"""Myriad (CR 702.116): attacking tokens that are copies, one for each other opponent, exiled at end of combat."""

from __future__ import annotations

from kb.checker.characteristics import chars, expands
from kb.checker.choices import Option, choose, may
from kb.checker.dispatch import Scope, objects_of
from kb.checker.effects.acts import act
from kb.checker.effects.tokens import copied_values
from kb.checker.event import Event
from kb.checker.event_data import ATTACKING, MADE, PRINTED, TAPPED
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import rule
from kb.checker.state import Game, Obj, battlefield, card_name, known, opponents
from kb.checker.triggers import KEYWORD_RULES

KEYWORD_RULES["Myriad"] = "702.116a"
ATTACKS = ast.Attacks(ast.SameAs(ast.This()))
AT_END = ast.StepBegins("end of combat", None, "next")


@expands("myriad")
@rule("702.116a")
def myriad(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.116a: when it attacks, its controller may create an attacking copy for each other opponent; they are exiled at end of combat."""
    exiled = ast.Delayed(AT_END, ast.Body((ast.Move(ast.Outer(ast.It()), "exile"),)))
    body = ast.Body((ast.Act("myriad", what=ast.This()), ast.If(ast.Did(), (exiled,))))
    return [ast.Triggered(text=node.text or "Myriad", event=ATTACKS, body=body)]


@act("myriad")
def create_attackers(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Create the tokens, all at once."""
    scope.it, scope.did, scope.amount = [], False, 0
    if game.combat is None or effect.what is None:
        return
    player = scope.controller
    defending = _player_of(game, game.combat.attackers.get(scope.source))
    events: list[Event] = []
    for of in objects_of(game, effect.what, scope) or [scope.source]:
        printed = copied_values(game, of, (), scope)
        for other in opponents(game, player):
            if other in (defending, player):
                continue
            if not may(game, player, f"a myriad token that attacks {other}"):
                continue
            data = having(PRINTED(printed), TAPPED(True), ATTACKING(_whom(game, player, other)))
            events.append(
                Event("create_token", player=player, amount=1, source=scope.source, data=data)
                .why("702.116a", card=card_name(game, scope.source))
                .why("508.4", card=printed.name)
            )
    happened = happen(game, *events)
    made = [token for one in happened if one.kind == "create_token" for token in one.data.get(MADE, ())]
    scope.it, scope.did, scope.amount = list(made), bool(made), len(made)


def _player_of(game: Game, attacked: int | str | None) -> str | None:
    """CR 508.5: the player who is attacked, or who controls the planeswalker or protects the battle that is."""
    if attacked is None or isinstance(attacked, str):
        return attacked
    return known(game, attacked).protector or chars(game, attacked).controller


def _whom(game: Game, player: str, other: str) -> int | str:
    """That player or a planeswalker they control."""
    mine = [
        obj
        for obj in battlefield(game)
        if "planeswalker" in chars(game, obj.id).types and chars(game, obj.id).controller == other
    ]
    options = [Option(other, (other,)), *(Option(obj.id, (card_name(game, obj.id),)) for obj in mine)]
    whom: int | str = choose(game, player, options, "what a myriad token attacks")
    return whom
