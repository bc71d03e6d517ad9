"""The initiative (CR 725): who has it, its three abilities without a source, what happens when its holder leaves."""

from __future__ import annotations

from kb.checker.ability_checks import ALIAS_TEXTS
from kb.checker.characteristics import chars
from kb.checker.checks import Found, check
from kb.checker.dispatch import Scope, Thing, players_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, applies
from kb.checker.event_data import COMBAT, STEP
from kb.checker.events import happen
from kb.checker.inherent import trigger, watches
from kb.checker.keys import Fact
from kb.checker.meaning.amounts import player_state
from kb.checker.meaning.statuses import status
from kb.checker.mechanics.conditional import STATE_RULES
from kb.checker.mechanics.leaving import LEAVING, next_in_turn_order
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.scenario import Check
from kb.checker.state import Game, NotModelled, living
from kb.checker.triggers import TRIGGER_RULES

INITIATIVE: Fact[str | None] = Fact("initiative")
"""Who has the initiative (726)."""


TRIGGER_RULES["take_initiative"] = ("725.1",)
STATE_RULES["initiative"] = "725.1"
_VENTURE = ast.Body((ast.Act("venture into undercity", ast.EventPlayer()),))
UPKEEP = ast.Triggered(
    text="initiative, upkeep: its holder ventures into Undercity",
    event=ast.Happens("initiative"),
    body=_VENTURE,
)
DAMAGE = ast.Triggered(
    text="initiative, combat damage: whose creatures hit its holder takes the initiative",
    event=ast.Happens("initiative"),
    body=ast.Body((ast.Act("take initiative", ast.EventPlayer()),)),
)
TAKEN = ast.Triggered(
    text="initiative, taken: whoever takes the initiative ventures into Undercity",
    event=ast.Happens("initiative"),
    body=_VENTURE,
)


def asked_for(words: str, asked: str) -> bool:
    """Whether a fragment of the rules' text of one of the three abilities means this one."""
    if "upkeep" in asked:
        return words == UPKEEP.text
    if "damage" in asked or "creature" in asked:
        return words == DAMAGE.text
    if "venture" in asked or "undercity" in asked:
        return words == TAKEN.text if "take" in asked else words in (TAKEN.text, UPKEEP.text)
    if "take" in asked:
        return words in (TAKEN.text, DAMAGE.text) if "whenever" not in asked else words == TAKEN.text
    return True


ALIAS_TEXTS["initiative"] = asked_for


def holder(game: Game) -> str | None:
    """The player who has the initiative."""
    found: str | None = game.facts.get(INITIATIVE)
    return found


@act("take initiative")
def take_act(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Follow "take the initiative"."""
    for player in players_of(game, effect.who, scope):
        take(game, player)


@rule("725.1", "725.5")
def take(game: Game, player: str) -> None:
    """CR 725.1, 725.5: an effect makes a player take the initiative; whoever has it already takes it all the same."""
    again = holder(game) == player
    happen(game, Event("take_initiative", player=player).why("725.5" if again else "725.1", player=player))


@applies("take_initiative")
@rule("725.3")
def taken(game: Game, event: Event) -> None:
    """CR 725.3: only one player has the initiative; the one who had it before has it no longer."""
    before = holder(game)
    if before is not None and before != event.player:
        event.why("725.3", player=event.player, other=before)
    game.facts[INITIATIVE] = event.player
    event.touches.add("initiative")


@watches
@rule("725.2")
def watch(game: Game, events: list[Event]) -> None:
    """CR 725.2: its holder ventures into Undercity each upkeep and when taking it; combat damage to them passes it on."""
    hitters: dict[str, Event] = {}
    for event in events:
        if event.kind == "take_initiative" and event.player is not None:
            _trigger(game, TAKEN, event.player, event, "taken")
        elif (
            event.kind == "step"
            and event.data.get(STEP) == "upkeep"
            and holder(game) == event.player is not None
        ):
            _trigger(game, UPKEEP, event.player, event, "upkeep")
        elif (
            event.kind == "damage"
            and event.data.get(COMBAT)
            and event.amount > 0
            and event.player is not None
            and event.player == holder(game)
            and event.source is not None
            and "creature" in chars(game, event.source).types
        ):
            hitters.setdefault(chars(game, event.source).controller, event)
    for player, event in hitters.items():
        controller = event.player or player
        passed = Event("damage", player=player, data=event.data.also(), record=event.record)
        _trigger(game, DAMAGE, controller, passed, "damage")


def _trigger(game: Game, node: ast.Triggered, controller: str, event: Event, variant: str) -> None:
    reasons = [Reason("725.2", {"player": event.player}, variant), Reason("603.2", {"card": "initiative"})]
    trigger(game, "initiative", node, controller, event, reasons)


@rule("725.4")
def pass_on(game: Game, player: str) -> None:
    """CR 725.4: when its holder leaves, the active player takes it, or the next in turn order if that one leaves."""
    if holder(game) != player:
        return
    following = (
        game.active
        if game.active != player and game.active in living(game)
        else next_in_turn_order(game, player)
    )
    if following is None:
        game.facts[INITIATIVE] = None
        return
    happen(game, Event("take_initiative", player=following).why("725.4", player=following, other=player))


LEAVING.append(pass_on)


@check("has_initiative", "is_initiative")
def has_initiative(game: Game, one: Check) -> Found:
    """Whether a player has the initiative."""
    if one.value not in game.players:
        raise NotModelled(f"there is no player {one.value!r}")
    current = holder(game)
    has = current == one.value
    reasons = [
        Reason(
            "725.1",
            {"player": one.value, "other": current or ""},
            "yes" if has else "none" if not current else "no",
        )
    ]
    return Found(has, ("initiative",), reasons)


@player_state("initiative")
def state(game: Game, player: str) -> bool:
    """CR 725.1: whether the player has the initiative."""
    return holder(game) == player


@status("initiative")
def has_it(game: Game, thing: Thing, scope: Scope) -> bool:
    """A player who has the initiative."""
    return thing == holder(game)
