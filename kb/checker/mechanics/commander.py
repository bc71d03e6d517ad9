"""Commander basics (CR 903): casting from the command zone, the tax, going back there, 21 combat damage.

The cards that a commander scenario places in the command zone are the commanders; being one is no characteristic (903.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kb.checker.cards import Cards
from kb.checker.casting import additional_cost
from kb.checker.characteristics import COMMAND_TYPES
from kb.checker.checks import STILL_IN
from kb.checker.choices import Option, choose
from kb.checker.dispatch import Scope
from kb.checker.event import Event
from kb.checker.event_data import COMBAT, FROM, TO, WHY
from kb.checker.facts import COMMANDERS
from kb.checker.inherent import watches
from kb.checker.keys import Fact, PlayerFact, having
from kb.checker.oracle import ast
from kb.checker.permissions import Permission, permission
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.sba import state_based
from kb.checker.scenario import Scenario
from kb.checker.setup import SETUPS, VARIANTS
from kb.checker.state import Game, Obj, card_name, known, living, of_card

COMMANDERS_SEEN: Fact[set[int]] = Fact("commanders_seen")
"""Objects of which it has been asked whether they go to the command zone (903.9a)."""
COMMANDER_DAMAGE: PlayerFact[dict[int, int]] = PlayerFact("commander_damage")
"""Combat damage by physical card (704.6c)."""


VARIANTS.add("commander")
LETHAL = 21
"""Combat damage by one commander that loses the game (903.10a)."""


def _designate(game: Game, scenario: Scenario, cards: Cards) -> None:
    if game.variant == "commander":
        found = {
            game.objects[i].card
            for i in game.zones.get("command", ())
            if not COMMAND_TYPES & set(game.objects[i].printed.types)
        }
        game.facts[COMMANDERS] = frozenset(found)


SETUPS.append(_designate)


def is_commander(game: Game, obj: Obj) -> bool:
    """Whether the card is somebody's commander."""
    return obj.is_card and obj.card in game.facts.get(COMMANDERS, ())


def times_cast(game: Game, player: str, card: int) -> int:
    """How often the player has cast the commander from the command zone this game."""
    return sum(
        event.kind == "cast"
        and event.player == player
        and event.data.get(FROM) == "command"
        and event.obj is not None
        and known(game, event.obj).card == card
        for event in game.history
    )


@permission
@rule("903.8")
def from_command_zone(game: Game, player: str, obj: Obj) -> Permission | None:
    """CR 903.8: a player may cast a commander they own from the command zone."""
    if obj.zone != "command" or obj.owner != player or not is_commander(game, obj):
        return None
    return Permission(
        "commander",
        reasons=[
            Reason(
                "903.8",
                {"player": player, "card": obj.printed.name, "n": 2 * times_cast(game, player, obj.card)},
            )
        ],
    )


@additional_cost
def tax(game: Game, spell: Obj, details: Mapping[str, Any], way: Permission) -> list[Any]:
    """{2} for each previous time it was cast from the command zone (903.8)."""
    again = times_cast(game, spell.controller, spell.card) if way.method == "commander" else 0
    return [ast.ManaCost(f"{{{2 * again}}}")] if again else []


def _goes_back(game: Game, obj: Obj) -> bool:
    options = [Option(True, ("yes", "command")), Option(False, ("no", obj.zone))]
    return bool(choose(game, obj.owner, options, f"whether {obj.printed.name} is put into the command zone"))


@state_based
@rule("903.9a", "704.6d")
def back_from_graveyard_or_exile(game: Game) -> Iterator[Event]:
    """CR 903.9a, 704.6d: its owner may put a commander that has just come to a graveyard or exile into the command zone."""
    seen: set[int] = game.facts.setdefault(COMMANDERS_SEEN, set())
    for card in sorted(game.facts.get(COMMANDERS, ())):
        obj = of_card(game, card)
        if obj is None or obj.zone not in ("graveyard", "exile") or obj.id in seen:
            continue
        seen.add(obj.id)
        if _goes_back(game, obj):
            yield (
                Event("move", obj.id, data=having(TO("command"), WHY("rules")))
                .why("903.9a", card=obj.printed.name)
                .why("704.6d", card=obj.printed.name)
            )


@replacement
@rule("903.9b")
def instead_of_hand_or_library(game: Game, event: Event) -> Effect | None:
    """CR 903.9b: its owner may put a commander into the command zone instead of their hand or library."""
    if event.kind != "move" or event.data.get(TO) not in ("hand", "library") or event.obj not in game.objects:
        return None
    obj = game.objects[event.obj]
    if obj.zone in ("hand", "library") or not is_commander(game, obj):
        return None
    return Effect(
        f"commander:{obj.id}", card_name(game, obj.id), "903.9b", Scope(obj.id, obj.owner), run=_instead
    )


def _instead(game: Game, event: Event, effect: Effect) -> list[Event]:
    assert event.obj is not None
    obj = game.objects[event.obj]
    if _goes_back(game, obj):
        event.data[TO] = "command"
        event.why("903.9b", card=obj.printed.name, player=obj.owner)
    return [event]


@watches
def count_damage(game: Game, events: list[Event]) -> None:
    """Combat damage that each commander has dealt to each player (903.10a)."""
    for event in events:
        if (
            event.kind == "damage"
            and event.player is not None
            and event.source is not None
            and event.data.get(COMBAT)
        ):
            source = known(game, event.source)
            if is_commander(game, source):
                dealt: dict[int, int] = game.players[event.player].facts.setdefault(COMMANDER_DAMAGE, {})
                dealt[source.card] = dealt.get(source.card, 0) + event.amount


def _not_enough(game: Game, player: str) -> list[Reason]:
    """Combat damage by a commander that isn't enough yet (903.10a)."""
    most = max(game.players[player].facts.get(COMMANDER_DAMAGE, {}).values(), default=0)
    slots = {"player": player, "n": most}
    return [Reason("903.10a", slots, "not"), Reason("704.6c", slots, "not")] if 0 < most < LETHAL else []


STILL_IN.append(_not_enough)


@state_based
@rule("903.10a", "704.6c")
def commander_damage(game: Game) -> Iterator[Event]:
    """CR 903.10a, 704.6c: a player who has been dealt 21 or more combat damage by one commander loses."""
    for name in living(game):
        most = max(game.players[name].facts.get(COMMANDER_DAMAGE, {}).values(), default=0)
        if most >= LETHAL:
            yield (
                Event("lose_game", player=name).why("903.10a", player=name).why("704.6c", player=name, n=most)
            )
