"""Instructions about combat: removed from combat, becomes blocked (CR 506.4, 509.1h)."""

from __future__ import annotations

from kb.checker.dispatch import Scope, objects_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, card_key
from kb.checker.event_data import BLOCKERS
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.log import note
from kb.checker.oracle import ast
from kb.checker.rules import Reason
from kb.checker.state import Game, card_name, leave_combat, touch


@act("remove from combat")
def remove_from_combat(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 506.4: an effect removes a creature, or an attacked planeswalker or battle, from combat."""
    if effect.what is None or game.combat is None:
        return
    for thing in objects_of(game, effect.what, scope):
        leave_combat(game, thing)
        slots = {"card": card_name(game, thing)}
        touches = {card_key(game, thing, topic) for topic in ("card", "zone", "damage")}
        touches |= {f"life:{name}" for name in game.players}
        note(game, "left_combat", slots, [Reason("506.4", slots, "effect")], touches, shown=False)
    touch(game)


@act("become blocked")
def become_blocked(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 509.1h, 509.3c: an effect makes an attacking creature blocked, by nothing."""
    if effect.what is None or game.combat is None:
        return
    things = [
        thing
        for thing in objects_of(game, effect.what, scope)
        if thing in game.combat.attackers and thing not in game.combat.blocked
    ]
    game.combat.blocked |= set(things)
    touch(game)
    happen(
        game,
        *(
            Event("becomes_blocked", thing, source=scope.source, data=having(BLOCKERS([]))).why(
                "509.1h", card=card_name(game, thing)
            )
            for thing in things
        ),
    )
