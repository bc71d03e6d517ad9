"""CR 104.4b, 732: telling a loop of mandatory actions that never ends from one that only takes long.

The same abilities on the stack again and again make a loop. It never ends when nothing that could end it runs out from one
time round to the next: life, libraries, hands, graveyards, permanents, counters, what toughness is left; and poison doesn't grow.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.checker.characteristics import chars
from kb.checker.keys import Fact
from kb.checker.log import note
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, battlefield, stack

STUCK: Fact[bool] = Fact("stuck")
"""The script can't go on from here."""
LOOP_LIMIT = 400
"""Rounds of mandatory actions without a choice after which a game is looked at for a loop."""
PATIENCE = 1200
"""Rounds after which a loop that would end some day isn't played on: what comes of it is undetermined."""
Round = tuple[dict[str, int], int]


def resources(game: Game) -> dict[str, int]:
    """What could run out, by name: the smaller, the nearer the loop is to an end."""
    found: dict[str, int] = {}
    for name, player in game.players.items():
        found[f"life:{name}"] = player.life
        found[f"poison:{name}"] = -player.counters.get("poison", 0)
        for zone in ("library", "hand", "graveyard"):
            found[f"{zone}:{name}"] = len(game.zones.get(f"{zone}:{name}", ()))
    for obj in battlefield(game):
        what = chars(game, obj.id)
        found[f"permanent:{obj.card}"] = 1
        for kind, count in obj.counters.items():
            found[f"counters:{obj.card}:{kind}"] = count
        if what.toughness is not None:
            found[f"toughness:{obj.card}"] = what.toughness - obj.damage
    return found


@dataclass
class Watch:
    """Counts the rounds of one succession of passes."""

    rounds: int = 0
    seen: dict[tuple[str, ...], Round] = field(default_factory=dict)

    def round(self, game: Game) -> None:
        """Another object has resolved; ends the game as a draw when it is in an endless loop of mandatory actions.

        Raises NotModelled for a loop that would end, but not soon.
        """
        self.rounds += 1
        if self.rounds < LOOP_LIMIT or self.rounds % 5:
            return
        if self.rounds > PATIENCE:
            game.facts[STUCK] = True
            raise NotModelled("a loop of mandatory actions that goes on for very long")
        key = tuple(
            obj.ability.node.text if obj.ability is not None else obj.printed.name for obj in stack(game)
        )
        now, choices = resources(game), len(game.decider.taken)
        before = self.seen.get(key)
        if before is not None and before[1] == choices and never_ends(before[0], now):
            endless(game)
        self.seen[key] = (now, choices)


def never_ends(before: dict[str, int], now: dict[str, int]) -> bool:
    """Whether nothing has become less.

    >>> never_ends({"life:A": 3}, {"life:A": 4}), never_ends({"life:A": 3}, {"life:A": 2})
    (True, False)
    """
    return all(now.get(name, 0) >= count for name, count in before.items())


@rule("104.4b")
def endless(game: Game) -> None:
    """CR 104.4b: a loop of mandatory actions with no way to stop it is a draw."""
    game.over = "draw"
    note(game, "game_over", {}, [Reason("104.4b")], {"result"})
