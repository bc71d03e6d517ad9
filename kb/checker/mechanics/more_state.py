"""Setup keys and checks of the document's additions: emblems, the Ring, faces, the mana pool, libraries (CR 114, 701.54, 712).

What a setup says of a mechanic that isn't modelled taints the game with its true reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.checker.cards import Cards, Printed, abilities_of, double_faced
from kb.checker.checks import Found, check
from kb.checker.facts import POOL_UNKNOWN
from kb.checker.log import taint
from kb.checker.oracle import ast
from kb.checker.questions import must_be_player
from kb.checker.scenario import Check, Scenario, ScenarioError
from kb.checker.schema_types import Fault
from kb.checker.setup import PLACED, SETUPS
from kb.checker.state import Game, NotModelled, Obj, cards_in_library, in_zone, new_object

NOT_PLAYED: Mapping[str, str] = {
    "unlocked": "the doors of a Room",
    "bestowed": "a permanent that is bestowed",
    "exerted": "a permanent that was exerted before the game began",
}
"""Setup keys of a card whose mechanic isn't modelled, and what that is."""
MANA = ("W", "U", "B", "R", "G", "C")


def _placed(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    if data.get("transformed") and not double_faced(obj.printed):
        name = obj.printed.name
        en, ja = f"{name!r} has no other face", f"{name!r} にはもう１つの面がありません"
        raise ScenarioError([Fault("setup", en, ja)])
    for key, what in NOT_PLAYED.items():
        if data.get(key):
            taint(game, NotModelled(what, obj.printed.name))


PLACED.append(_placed)


def _setup(game: Game, scenario: Scenario, cards: Cards) -> None:
    """Emblems of CR 114, the Ring (701.54), day or night."""
    for player in scenario.players:
        data = scenario.setup.get(player) or {}
        for index, item in enumerate(data.get("emblems") or ()):
            _emblem(game, player, item, cards, f"setup.{player}.emblems[{index}]")
        if data.get("ring") or data.get("ring_bearer"):
            taint(game, NotModelled("the Ring and its bearer"))


SETUPS.append(_setup)


def _emblem(game: Game, player: str, item: Any, cards: Cards, where: str) -> None:
    """CR 114.1: an emblem with the text given, or with the abilities that the card of that name gives one."""
    if isinstance(item, Mapping):
        given = abilities_of(str(item["text"]), "Emblem", "Emblem")
        name, text = "Emblem", str(item["text"])
    else:
        source = cards.find(str(item).removesuffix(" Emblem"), where)
        made = [part for part in ast.walk(source.abilities) if isinstance(part, ast.CreateEmblem)]
        if len(made) != 1:
            raise ScenarioError(
                [
                    Fault(
                        where,
                        f"{item!r} gives {len(made)} emblems: write its text",
                        f"{item!r} の紋章は{len(made)}個あります。text を書いてください",
                    )
                ]
            )
        given, name, text = made[0].abilities, f"{source.name} Emblem", ""
    new_object(
        game, Printed(name, types=("emblem",), text=text, abilities=given, layout="emblem"), player, "command"
    )


@check("mana_pool")
def mana_pool(game: Game, one: Check) -> Found:
    """CR 106.4: the mana in a player's pool, as symbols in the order WUBRGC."""
    pool = game.players[must_be_player(game, one.value)].mana
    if one.value in game.facts.get(POOL_UNKNOWN, ()):
        raise NotModelled("with unlimited mana it isn't kept account of which mana was added or paid")
    order = sorted(pool, key=lambda symbol: (MANA.index(symbol) if symbol in MANA else len(MANA), symbol))
    return Found("".join(f"{{{symbol}}}" * pool[symbol] for symbol in order), (f"mana:{one.value}",))


@check("library")
def library(game: Game, one: Check) -> Found:
    """The names of the cards of a library, top first."""
    cards = cards_in_library(game, must_be_player(game, one.value))
    if any(obj.printed.blank for obj in cards):
        raise NotModelled("a card of the library that the scenario doesn't give")
    return Found(
        [obj.printed.name for obj in cards], (f"library:{one.value}", *(f"zone:{obj.card}" for obj in cards))
    )


@check("emblems")
def emblems(game: Game, one: Check) -> Found:
    """CR 114.1: the emblems that a player has, by name."""
    player = must_be_player(game, one.value)
    found = [obj for obj in in_zone(game, "command", player) if "emblem" in obj.printed.types]
    return Found([obj.printed.name for obj in found], tuple(f"card:{obj.card}" for obj in found))


@check("ring_bearer")
def ring_bearer(game: Game, one: Check) -> Found:
    """CR 701.54: the Ring-bearer; nobody's while nothing speaks of the Ring."""
    must_be_player(game, one.value)
    everything = (*game.objects.values(), *game.gone.values())
    if any(
        " ring " in f" {obj.printed.text.casefold()} " and "tempts" in obj.printed.text.casefold()
        for obj in everything
    ):
        raise NotModelled("the Ring and its bearer")
    return Found(None, ())
