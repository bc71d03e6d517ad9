"""Ninjutsu (CR 702.49): an unblocked attacker is exchanged for a card from hand that enters attacking."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.characteristics import chars, expands
from kb.checker.choices import choose
from kb.checker.dispatch import Scope, Thing, costs, effects
from kb.checker.event import Event
from kb.checker.event_data import ATTACKING, CONTROLLER, TAPPED, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import ScopeFact, having
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, Obj

ATTACKED_BY_IT: ScopeFact[int | str] = ScopeFact("attacked")
"""What the creature that returned was attacking."""


@dataclass(frozen=True, slots=True)
class ReturnUnblocked(ast.Cost):
    """Return an unblocked attacking creature you control to its owner's hand."""


@dataclass(frozen=True, slots=True)
class EnterAttacking(ast.Effect):
    """Put this card from hand onto the battlefield tapped, attacking what the returned creature attacked."""


@expands("ninjutsu")
@rule("702.49a")
def ninjutsu(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.49a: pay and return an unblocked attacker: put this card onto the battlefield tapped and attacking."""
    assert isinstance(node, ast.Keyword)
    body = ast.Body((EnterAttacking(),))
    return [
        ast.Activated(
            text=node.text or "Ninjutsu", cost=(*node.cost, ReturnUnblocked()), body=body, zone="hand"
        )
    ]


@costs(ReturnUnblocked)
@rule("702.49c")
def return_unblocked(game: Game, cost: ReturnUnblocked, scope: Scope, payer: str) -> None:
    """CR 702.49c: only while a creature is unblocked; the ninja will attack the same player or permanent."""
    combat = game.combat
    unblocked: list[Thing] = []
    if combat is not None and combat.blocks_declared:
        unblocked = [
            i for i in combat.attackers if i not in combat.blocked and chars(game, i).controller == payer
        ]
    if combat is None or not unblocked:
        raise Illegal(Reason("702.49c", {"player": payer}, "no"))
    picked = choose(
        game, payer, [thing_option(game, thing) for thing in unblocked], "which attacker returns (ninjutsu)"
    )
    scope.facts[ATTACKED_BY_IT] = combat.attackers[picked]
    happen(game, Event("move", picked, player=payer, data=having(TO("hand"), WHY("cost"))))


@effects(EnterAttacking)
def enter_attacking(game: Game, effect: EnterAttacking, scope: Scope) -> None:
    """The card enters if it is still in hand."""
    obj = game.objects.get(scope.source)
    if obj is None or obj.zone != "hand":
        return
    data = having(
        TO("battlefield"),
        WHY("effect"),
        CONTROLLER(scope.controller),
        TAPPED(True),
        ATTACKING(scope.facts.get(ATTACKED_BY_IT)),
    )
    event = Event("move", obj.id, player=scope.controller, data=data)
    whom = scope.facts.get(ATTACKED_BY_IT)
    if isinstance(whom, str):
        event.touches.add(f"life:{whom}")
    happen(game, event.why("702.49a", card=obj.printed.name).why("702.49c", "enters", card=obj.printed.name))
