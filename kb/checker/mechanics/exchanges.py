"""Exchanges of control (CR 701.12)."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.dispatch import Scope, not_modelled, objects_of
from kb.checker.effects.acts import act
from kb.checker.effects.lasting import begin, lasting_player
from kb.checker.log import note
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, card_name


@act("exchange control")
@rule("701.12a")
def exchange_control(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.12a: both change controllers or neither does; of one player's two permanents nothing is exchanged."""
    things = objects_of(game, effect.what or ast.It(), scope)
    there = [i for i in things if i in game.objects and game.objects[i].zone == "battlefield"]
    if any(i in game.objects and game.objects[i].zone == "stack" for i in things):
        raise not_modelled(game, effect, scope, "an exchange of control of a spell")
    scope.did = False
    if len(there) != 2 or len(things) != 2:
        _nothing(game, scope, things, "701.12a")
        return
    one, other = there
    players = chars(game, other).controller, chars(game, one).controller
    if players[0] == players[1]:
        _nothing(game, scope, there, "701.12b")
        return
    for thing, player in zip((one, other), players, strict=True):
        part = ast.Modify(ast.It(), (ast.SetController(lasting_player(player)),))
        begin(game, part, scope, (thing,), ast.Duration("game"))
    names = [card_name(game, i) for i in there]
    note(game, "exchanged", {"cards": names}, [Reason("701.12b", {"cards": names})],
         {f"controller:{game.objects[i].card}" for i in there})  # fmt: skip
    scope.did, scope.it = True, list(there)


def _nothing(game: Game, scope: Scope, things: list[int], number: str) -> None:
    keys = {f"controller:{game.objects[i].card}" for i in things if i in game.objects}
    slots = {"card": card_name(game, scope.source) if scope.source else ""}
    note(game, "unaffected", slots, [Reason(number, slots, "no")], keys, shown=False)
