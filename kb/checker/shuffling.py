"""CR 701.24: after a shuffle nobody knows the order of a library: what comes off its top is tried every way.

`know_top` makes the top cards known before they are used: the script may name them, else every different card is tried.
"""

from __future__ import annotations

from kb.checker.choices import Option, choose
from kb.checker.keys import Fact, PlayerFact
from kb.checker.state import Game, touch, zone_key

SHUFFLED: Fact[set[str]] = Fact("shuffled")
"""Whose library is shuffled."""


KNOWN_TOP: PlayerFact[int] = PlayerFact("known_top")
"""How many of the top cards of a shuffled library are known."""


def shuffle_library(game: Game, player: str) -> None:
    """The order isn't known any more."""
    game.players[player].facts[KNOWN_TOP] = 0
    game.facts.setdefault(SHUFFLED, set()).add(player)
    touch(game)


def know_top(game: Game, player: str, count: int) -> None:
    """Decide which cards are the top ones of a shuffled library, one after the other."""
    if player not in game.facts.get(SHUFFLED, ()):
        return
    ids = game.zones.get(zone_key("library", player), [])
    known = min(game.players[player].facts.get(KNOWN_TOP, 0), len(ids))
    while known < min(count, len(ids)):
        unknown = ids[: len(ids) - known]
        names: dict[str, int] = {}
        for card in unknown:
            names.setdefault(game.objects[card].printed.name, card)
        options = [Option(card, (name,), name) for name, card in names.items()]
        card = choose(game, player, options, "which card is on top of the shuffled library")
        ids.remove(card)
        ids.insert(len(ids) - known, card)
        known += 1
        game.players[player].facts[KNOWN_TOP] = known
        touch(game)


def put_on_top(game: Game, player: str) -> None:
    """A card has been put on top: that one is known, and what was known beneath it stays so."""
    if player in game.facts.get(SHUFFLED, ()):
        game.players[player].facts[KNOWN_TOP] = game.players[player].facts.get(KNOWN_TOP, 0) + 1


def took_top(game: Game, player: str) -> None:
    """A card has left the top."""
    facts = game.players[player].facts
    facts[KNOWN_TOP] = max(0, facts.get(KNOWN_TOP, 0) - 1)
