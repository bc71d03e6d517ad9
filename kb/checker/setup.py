"""The game as turn 1 begins, from a scenario's `setup`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from kb.checker.cards import BLANK, CardBase, Cards
from kb.checker.choices import Decider
from kb.checker.facts import PREFER, STARTING_LIFE
from kb.checker.log import taint
from kb.checker.scenario import Scenario, ScenarioError
from kb.checker.schema_types import Fault
from kb.checker.state import Game, NotModelled, Obj, Player, new_object

VARIANTS = {"standard", "multiplayer"}
"""Variants whose rules are there; a mechanic adds its own. In others every answer is undetermined."""
BLANKS = 40
"""Cards that pad a library the document doesn't give."""
SETUPS: list[Callable[[Game, Scenario, Cards], None]] = []
"""What mechanics do when a game is set up (planar decks, dungeons, Attraction decks)."""
PLACED: list[Callable[[Game, Obj, Mapping[str, Any]], None]] = []
"""What mechanics read from a placed card (plotted, foretold, lights)."""


def build(
    scenario: Scenario, decider: Decider, base: CardBase | None = None, cards: Cards | None = None
) -> Game:
    """A new game; raises ScenarioError or UnknownCardError."""
    cards = cards or Cards(scenario.cards, base)
    game = Game(
        {name: Player(name) for name in scenario.players}, variant=scenario.variant, mana=scenario.mana
    )
    game.decider = decider
    game.dice, game.planar_dice, game.coins = (
        deque(scenario.dice),
        deque(scenario.planar_dice),
        deque(scenario.coins),
    )
    game.facts[PREFER] = scenario.prefer
    game.active = scenario.players[0]
    attach: list[tuple[Obj, str, str]] = []
    for name in scenario.players:
        _player(game, name, scenario.setup.get(name) or {}, cards, attach)
    if game.variant not in VARIANTS:
        taint(game, NotModelled(f"the rules of the variant {game.variant!r}"))
    for setup in SETUPS:
        setup(game, scenario, cards)
    for obj, host, where in attach:
        _attach(game, obj, host, where)
    return game


def _player(
    game: Game, name: str, data: Mapping[str, Any], cards: Cards, attach: list[tuple[Obj, str, str]]
) -> None:
    player = game.players[name]
    player.life = data.get("life", 40 if game.variant == "commander" else 20)
    player.facts[STARTING_LIFE] = 40 if game.variant == "commander" else 20
    player.speed = data.get("speed")
    if data.get("poison"):
        player.counters["poison"] = data["poison"]
    if data.get("energy"):
        player.counters["energy"] = data["energy"]
    for symbol in data.get("mana", "").replace("{", " ").replace("}", " ").split():
        player.mana[symbol] = player.mana.get(symbol, 0) + 1
    for zone in ("battlefield", "hand", "graveyard", "exile", "command"):
        for index, item in enumerate(data.get(zone) or ()):
            place(game, name, zone, item, cards, f"setup.{name}.{zone}[{index}]", attach)
    if data.get("library") is None:
        for _ in range(BLANKS):
            new_object(game, BLANK, name, "library")
    else:
        for index, item in reversed(list(enumerate(data["library"]))):
            place(game, name, "library", item, cards, f"setup.{name}.library[{index}]", attach)


def place(
    game: Game,
    player: str,
    zone: str,
    item: Any,
    cards: Cards,
    where: str,
    attach: list[tuple[Obj, str, str]],
) -> list[Obj]:
    """Put a card (or several) of the setup into its zone."""
    data: Mapping[str, Any] = {"card": item} if isinstance(item, str) else item
    printed = cards.find(data["card"], where)
    made = []
    for _ in range(data.get("count", 1)):
        obj = new_object(game, printed, data.get("owner", player), zone)
        obj.controller = data.get("controller", player)
        if "owner" not in data and "controller" in data and zone == "battlefield":
            obj.owner = player
        obj.tapped = data.get("tapped", False)
        obj.damage = data.get("damage", 0)
        obj.face_down = data.get("face_down", False)
        obj.token = data.get("token", False)
        obj.counters.update(data.get("counters", {}))
        obj.since = 1 if data.get("sick") else -1
        obj.protector = data.get("protector")
        if zone == "battlefield":
            _start(game, obj, data)
        if "as" in data:
            game.names[data["as"]] = obj.card
        if data.get("attached_to"):
            attach.append((obj, data["attached_to"], where))
        for read in PLACED:
            read(game, obj, data)
        made.append(obj)
    return made


def _start(game: Game, obj: Obj, data: Mapping[str, Any]) -> None:
    """Loyalty and defense a permanent would have entered with, unless the document gives counters; a Siege's protector."""
    printed = obj.printed
    counters = data.get("counters", {})
    for kind, start in (("loyalty", printed.loyalty), ("defense", printed.defense)):
        if start is not None and start.isdigit() and kind not in counters:
            obj.counters[kind] = int(start)
    if "battle" in printed.types and obj.protector is None:
        obj.protector = next((name for name in game.players if name != obj.controller), None)


def _attach(game: Game, obj: Obj, host: str, where: str) -> None:
    from kb.checker.naming import cards_named

    if host in game.players:
        obj.attached_to = host
        return
    found = [other for other in cards_named(game, host) if other.zone == "battlefield"]
    if not found:
        raise ScenarioError(
            [
                Fault(
                    f"{where}.attached_to",
                    f"there is no permanent {host!r}",
                    f"パーマネント {host!r} がありません",
                )
            ]
        )
    obj.attached_to = found[0].id
