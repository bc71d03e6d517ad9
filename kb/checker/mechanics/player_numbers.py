"""Numbers of players that card texts count: devotion, party, life gained or lost this turn, other spells of the turn."""

from __future__ import annotations

from itertools import product

from kb.checker.cards import COLORS
from kb.checker.characteristics import chars
from kb.checker.facts import STARTING_LIFE
from kb.checker.mana import bill
from kb.checker.meaning.amounts import player_number
from kb.checker.rules import rule
from kb.checker.state import Game, battlefield, known

PARTY = ("cleric", "rogue", "warrior", "wizard")


@rule("700.5", "700.5a")
def devotion(game: Game, player: str, colors: str) -> int:
    """CR 700.5, 700.5a: mana symbols of those colors among the mana costs of permanents the player controls; a hybrid
    symbol of both counts once."""
    total = 0
    for obj in battlefield(game):
        if chars(game, obj.id).controller != player:
            continue
        cost = bill(chars(game, obj.id).cost or "")
        total += sum(cost.colored.get(color, 0) for color in colors)
        total += sum(any(color in symbol for color in colors) for symbol in cost.hybrid)
    return total


def _devoted(colors: str) -> None:
    player_number(f"devotion {colors}")(lambda game, player: devotion(game, player, colors))


for _first, _second in product(COLORS, ("", *COLORS)):
    _devoted(_first + _second)


@player_number("party")
@rule("700.8", "700.8a")
def party(game: Game, player: str) -> int:
    """CR 700.8, 700.8a: up to one creature each as Cleric, Rogue, Warrior and Wizard, each creature for one of them."""
    members = [
        {kind for kind in PARTY if chars(game, obj.id).is_a(kind)}
        for obj in battlefield(game)
        if chars(game, obj.id).controller == player and "creature" in chars(game, obj.id).types
    ]
    return _most(PARTY, [kinds for kinds in members if kinds])


def _most(kinds: tuple[str, ...], members: list[set[str]]) -> int:
    """How many kinds can be filled, each by a creature of its own."""
    if not kinds:
        return 0
    first, rest = kinds[0], kinds[1:]
    best = _most(rest, members)
    for index, able in enumerate(members):
        if first in able:
            best = max(best, 1 + _most(rest, members[:index] + members[index + 1 :]))
            if len(able) == 1:
                break  # a creature that can only be this is the best for it
    return best


@player_number("life gained this turn")
def life_gained(game: Game, player: str) -> int:
    """Life a player has gained this turn (119.3)."""
    return _sum(game, player, "gain_life")


@player_number("life lost this turn")
def life_lost(game: Game, player: str) -> int:
    """Life a player has lost this turn, by damage too (119.3)."""
    return _sum(game, player, "lose_life")


def _sum(game: Game, player: str, kind: str) -> int:
    return sum(
        event.amount
        for event in game.history
        if event.kind == kind and event.player == player and event.turn == game.turn and not event.void
    )


@player_number("other spells cast this turn")
def other_spells(game: Game, player: str) -> int:
    """Spells a player has cast this turn but the one being cast or resolving."""
    cast = [
        event
        for event in game.history
        if event.kind == "cast" and event.player == player and event.turn == game.turn
    ]
    here = game.zones.get("stack", ())
    on_top = known(game, here[-1]) if here else None
    own = on_top is not None and on_top.ability is None and any(event.obj == on_top.id for event in cast)
    return len(cast) - (1 if own else 0)


@player_number("life over starting")
def over_starting(game: Game, player: str) -> int:
    """How far a player's life total is above the starting life total."""
    return game.players[player].life - int(game.players[player].facts.get(STARTING_LIFE, 20))
