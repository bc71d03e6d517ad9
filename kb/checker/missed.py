"""What an ability that has not triggered would have borne on: so that its rule is named where nothing came of it."""

from __future__ import annotations

from kb.checker.characteristics import AbilityOf
from kb.checker.oracle import ast
from kb.checker.state import Game, known, living

PLAYERS: dict[type[ast.Effect], tuple[str, ...]] = {
    ast.GainLife: ("life:",), ast.LoseLife: ("life:",), ast.SetLife: ("life:",), ast.DealDamage: ("life:",),
    ast.Draw: ("count:hand:",), ast.Discard: ("count:hand:", "count:graveyard:"), ast.Mill: ("count:graveyard:",),
    ast.CreateToken: ("count:battlefield:",), ast.CreateCopy: ("count:battlefield:",),
}  # fmt: skip
"""Keys about players of what an instruction would have changed."""


def would_touch(game: Game, ability: AbilityOf) -> set[str]:
    """Keys of what the instructions of an ability would have changed, of its controller or of everybody."""
    card = known(game, ability.source).card
    found = {f"triggered:{card}", f"card:{card}"}
    body = getattr(ability.node, "body", None)
    for effect in ast.walk(body) if body is not None else ():
        topics = next((keys for kind, keys in PLAYERS.items() if isinstance(effect, kind)), ())
        mine = isinstance(getattr(effect, "who", None), ast.You)
        for topic in topics:
            found |= {f"{topic}{player}" for player in ([ability.controller] if mine else living(game))}
        if isinstance(effect, ast.PutCounters):
            found |= {f"counters:{card}", f"power:{card}"}
    return found
