"""Madness (CR 702.35): a discarded card goes to exile and may be cast from there for its madness cost."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.casting import cast_if_able
from kb.checker.characteristics import expands, keyword_nodes
from kb.checker.choices import NO, YES, choose
from kb.checker.dispatch import Scope, effects, matches
from kb.checker.event import Event
from kb.checker.event_data import NEW, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import Datum, having
from kb.checker.log import taint
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.permissions import Permission
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, NotModelled, Obj, card_name

BY_MADNESS: Datum[bool] = Datum("by_madness")
"""A discarded card is exiled by its madness."""


@dataclass(frozen=True, slots=True)
class ExiledByMadness(ast.Event):
    """This card is exiled instead of being put into a graveyard as it is discarded."""


@dataclass(frozen=True, slots=True)
class CastByMadness(ast.Effect):
    """Its owner may cast it for its madness cost; otherwise they put it into their graveyard."""


@replacement
def exiled(game: Game, event: Event) -> Effect | None:
    """A card with madness is exiled instead when it is discarded (702.35a)."""
    if (
        event.kind != "move"
        or event.data.get(WHY) != "discard"
        or event.data.get(TO) != "graveyard"
        or event.obj not in game.objects
    ):
        return None
    obj = game.objects[event.obj]
    if not keyword_nodes(game, obj.id, "madness"):
        return None
    return Effect(f"madness:{obj.id}", card_name(game, obj.id), None, Scope(obj.id, obj.owner), run=_mad)


def _mad(game: Game, event: Event, effect: Effect) -> list[Event]:
    event.data[TO] = "exile"
    event.data[BY_MADNESS] = True
    own = game.objects[effect.scope.source].printed.abilities
    if not any(isinstance(node, ast.Keyword) and node.name == "madness" for node in own):
        taint(
            game, NotModelled("casting by madness", effect.name, "Madness")
        )  # given to it: not where it is then
    return [event.why("702.35a", card=effect.name)]


@matches(ExiledByMadness)
def by_madness(game: Game, pattern: ExiledByMadness, event: Event, scope: Scope) -> int:
    """The move of this very card to exile."""
    return int(
        event.kind == "move" and bool(event.data.get(BY_MADNESS)) and event.data.get(NEW) == scope.source
    )


@expands("madness")
@rule("702.35a")
def madness(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.35a: as the card is exiled its second ability triggers: its owner may cast it for its madness cost."""
    text = node.text or "Madness"
    return [
        ast.Triggered(text=text, event=ExiledByMadness(), zone="exile", body=ast.Body((CastByMadness(),)))
    ]


@effects(CastByMadness)
def cast_or_not(game: Game, effect: CastByMadness, scope: Scope) -> None:
    """CR 702.35a: its owner casts it for its madness cost, or puts it into their graveyard."""
    obj = game.objects.get(scope.source)
    nodes = keyword_nodes(game, scope.source, "madness") if obj is not None else []
    if obj is None or obj.zone != "exile" or not nodes:
        return
    name = obj.printed.name
    mana = "".join(part.symbols for part in nodes[0].cost if isinstance(part, ast.ManaCost))
    others = tuple(part for part in nodes[0].cost if not isinstance(part, ast.ManaCost))
    reasons = [Reason("702.35a", {"card": name}, "cast")]
    way = Permission("madness", cost=mana, costs=others, timing="instant", reasons=reasons)
    wanted = choose(game, obj.owner, [YES, NO], f"cast {name} (madness)")
    if wanted and cast_if_able(game, obj.owner, obj, way) is not None:
        return
    if obj.id in game.objects:
        away = Event("move", obj.id, player=obj.owner, data=having(TO("graveyard"), WHY("effect")))
        happen(game, away.why("702.35a", "declined", card=name))
