"""A scenario played step by step: after each thing that happened, the zones and the stack as they stand.

>>> frames = replay({"id": "x", "script": [{"at": "1.upkeep", "player": "A", "event": {"lose_life": {"player": "A", "amount": 2}}}]})
>>> frames[-1]["players"]["A"]["life"]
18
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from kb.checker import CardBase
from kb.checker.cards import Cards
from kb.checker.choices import Decider
from kb.checker.explain import say_event
from kb.checker.log import WATCH
from kb.checker.play import Play
from kb.checker.scenario import parse
from kb.checker.state import Game, Obj, Record, card_name, in_zone, stack

Json = dict[str, Any]
MOST_FRAMES: Final = 400
_MOST_NAMES: Final = 40


def replay(document: Mapping[str, Any], base: CardBase | None = None) -> list[Json]:
    """The frames of a scenario, each with what had just happened; where a choice was open, by its first answer.

    Raises ScenarioError or UnknownCardError as `kb.checker.check` does.
    """
    import kb.checker.modules  # registers every handler

    assert kb.checker.modules
    scenario = parse(dict(document))
    play = Play(scenario, Decider(()), Cards(scenario.cards, base), base)
    seen: dict[int, Json] = {}

    def watch(game: Game, record: Record) -> None:
        if record.id < MOST_FRAMES * 4:
            seen[record.id] = view(game)  # of a trial too; what really happened then takes its place

    play.game.facts[WATCH] = watch
    play.run()
    last = view(play.game)
    shown = [record for record in play.game.records if record.shown][:MOST_FRAMES]
    return [
        {
            "turn": record.turn,
            "step": record.step,
            "event": record.event,
            "say": say_event(record.event, record.slots),
            "rules": list(dict.fromkeys(reason.rule for reason in record.reasons)),
            **seen.get(record.id + 1, last),
        }
        for record in shown
    ]


def view(game: Game) -> Json:
    """The zones of a game, by name."""
    return {
        "players": {
            name: {
                "life": player.life,
                "hand": _names(game, in_zone(game, "hand", name)),
                "library": len(in_zone(game, "library", name)),
                "graveyard": _names(game, in_zone(game, "graveyard", name)),
                "battlefield": [
                    _permanent(game, obj) for obj in in_zone(game, "battlefield") if obj.controller == name
                ][:_MOST_NAMES],
            }
            for name, player in game.players.items()
        },
        "stack": [card_name(game, obj.id) for obj in reversed(stack(game))][:_MOST_NAMES],
        "exile": _names(game, in_zone(game, "exile")),
        "command": _names(game, in_zone(game, "command")),
    }


def _names(game: Game, objects: list[Obj]) -> list[str]:
    """Names with their number: `Forest ×3`."""
    counted = Counter(card_name(game, obj.id) for obj in objects)
    return [name if count == 1 else f"{name} ×{count}" for name, count in counted.items() if name][
        :_MOST_NAMES
    ]


def _permanent(game: Game, obj: Obj) -> Json:
    counters = [f"{kind} ×{count}" for kind, count in obj.counters.items() if count]
    return {"name": card_name(game, obj.id), "tapped": obj.tapped, "counters": counters, "damage": obj.damage}
