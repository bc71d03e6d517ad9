"""Keywords of spells: storm, cascade, rebound, buyback, entwine, escalate, spree, bargain, affinity … (CR 702)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kb.checker.casting import additional_cost, cast_if_able
from kb.checker.characteristics import chars, expands, keyword_nodes, passive
from kb.checker.choices import NO, YES, choose
from kb.checker.dispatch import Scope, effects
from kb.checker.event import Event
from kb.checker.event_data import NEW, POSITION, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import Mark, having
from kb.checker.marks import BARGAINED, CAST_FROM, ENTWINED
from kb.checker.meaning.predicates import mana_value_of
from kb.checker.mechanics.combat_keywords import when
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.permissions import Permission
from kb.checker.replacement import Effect, replacement
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Obj, card_name, known, opponents, zone_key
from kb.checker.unused import OPTIONAL_COSTS

RETURNS_TO: Mark[str] = Mark("leaves_to_resolving")
"""Where it goes instead as it resolves (buyback)."""


passive("buyback", "entwine", "escalate", "spree", "bargain", "convoke", "delve", "improvise", "tiered")
OPTIONAL_COSTS.update(("buyback", "bargain", "entwine"))
THIS = ast.SameAs(ast.This())
CAST_THIS = ast.Casts(ast.SameAs(ast.You()), ast.Filter("spell", (THIS,)))


@additional_cost
@rule("702.27a", "702.166a")
def optional_costs(game: Game, spell: Obj, details: Mapping[str, Any], way: Permission) -> list[Any]:
    """CR 702.27a, 702.166a: buyback and bargain are optional additional costs; the script says `kicked: buyback`."""
    wanted = details.get("kicked")
    words = [wanted] if isinstance(wanted, str) else list(wanted) if isinstance(wanted, list) else []
    found: list[Any] = []
    for node in keyword_nodes(game, spell.id, "buyback"):
        if "buyback" in words or (wanted is True and not keyword_nodes(game, spell.id, "kicker")):
            spell.marks[RETURNS_TO] = "hand"
            found += node.cost
    if keyword_nodes(game, spell.id, "bargain") and ("bargain" in words or wanted is True):
        spell.marks[BARGAINED] = True
        where = ast.AnyOf((ast.HasType("artifact"), ast.HasType("enchantment"), ast.Status("token")))
        mine = ast.Filter("permanent", (ast.ControlledBy(ast.You()), where))
        found.append(ast.DoCost(ast.Sacrifice(ast.You(), ast.Pick(mine, ast.ONE, ast.ONE))))
    return found


@additional_cost
@rule("702.120a", "702.42a", "702.172a")
def costs_of_modes(game: Game, spell: Obj, details: Mapping[str, Any], way: Permission) -> list[Any]:
    """CR 702.120a, 702.42a, 702.172a: escalate for each mode beyond the first, entwine for all, spree for each chosen."""
    modes = details.get("modes") or ()
    kicked = details.get("kicked")
    words = kicked if isinstance(kicked, list) else [kicked]
    wanted_all = "entwine" in words or (kicked is True and not keyword_nodes(game, spell.id, "kicker"))
    found: list[Any] = []
    for node in keyword_nodes(game, spell.id, "escalate"):
        found += [part for _ in range(max(0, len(modes) - 1)) for part in node.cost]
    for ability in chars(game, spell.id).abilities:
        listed = ability.body.modes if isinstance(ability, ast.Spell) else None
        if listed is None:
            continue
        for node in keyword_nodes(game, spell.id, "entwine"):
            if wanted_all or len(modes) == len(listed.options):
                spell.marks[ENTWINED] = True
                found += node.cost
        for wanted in modes:
            if isinstance(wanted, int) and 0 < wanted <= len(listed.options):
                found += listed.options[wanted - 1].cost
    return found


@replacement
def buyback(game: Game, event: Event) -> Effect | None:
    """A spell whose buyback cost was paid goes to its owner's hand as it resolves (702.27a); rebound exiles (702.88a)."""
    if (
        event.kind != "move"
        or event.data.get(WHY) != "resolve"
        or event.data.get(TO) != "graveyard"
        or event.obj is None
    ):
        return None
    obj = game.objects.get(event.obj)
    if obj is None or obj.copy:
        return None
    if obj.marks.get(RETURNS_TO) == "hand":
        return Effect(
            f"buyback:{obj.id}",
            card_name(game, obj.id),
            "702.27a",
            Scope(obj.id, obj.controller),
            rank=1,
            run=_to_hand,
        )
    if keyword_nodes(game, obj.id, "rebound") and obj.marks.get(CAST_FROM) == "hand":
        return Effect(
            f"rebound:{obj.id}",
            card_name(game, obj.id),
            "702.88a",
            Scope(obj.id, obj.controller),
            rank=1,
            run=_rebound,
        )
    return None


def _to_hand(game: Game, event: Event, effect: Effect) -> list[Event]:
    event.data[TO] = "hand"
    return [event.why("702.27a", card=effect.name)]


passive("rebound")


def _rebound(game: Game, event: Event, effect: Effect) -> list[Event]:
    from kb.checker.state import Delayed

    assert event.obj is not None
    event.data[TO] = "exile"
    node = ast.Triggered(text="Rebound (upkeep)", event=ast.StepBegins("upkeep", ast.SameAs(ast.You()), "next"),
                         body=ast.Body((ast.May(ast.You(), (ast.CastFree(ast.You(), ast.This()),)),)))  # fmt: skip
    scope = Scope(event.obj, effect.scope.controller)
    game.delayed.append(
        Delayed(
            node, effect.scope.controller, event.obj, scope, True, "game", game.turn, game.queue, game.cause
        )
    )
    return [event.why("702.88a", card=effect.name)]


@dataclass(frozen=True, slots=True)
class StormCopies(ast.Effect):
    """A copy for each spell cast before it this turn."""


@expands("storm")
@rule("702.40a")
def storm(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.40a: when you cast this, copy it for each other spell cast before it this turn."""
    return when("Storm", "702.40a", CAST_THIS, StormCopies(), zone="stack")


@effects(StormCopies)
def storm_copies(game: Game, effect: StormCopies, scope: Scope) -> None:
    """The number is fixed by what was cast before the spell."""
    before = 0
    for event in game.history:
        if event.kind == "cast" and event.turn == game.turn:
            if event.obj == scope.source:
                break
            before += 1
    for _ in range(before):
        from kb.checker.dispatch import follow

        follow(game, ast.CopySpell(ast.This(), retarget=True), scope)


@dataclass(frozen=True, slots=True)
class CascadeDown(ast.Effect):
    """Exile from the top until a nonland card of lesser mana value, which may be cast for free."""


@expands("cascade")
@rule("702.85a")
def cascade(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.85a: when you cast this, exile from the top until a cheaper nonland card; it may be cast for free."""
    return when("Cascade", "702.85a", CAST_THIS, CascadeDown(), zone="stack")


@effects(CascadeDown)
def cascade_down(game: Game, effect: CascadeDown, scope: Scope) -> None:
    """The cards not cast go to the bottom in a random order."""
    limit = mana_value_of(game, scope.source)
    player = scope.controller
    exiled: list[int] = []
    hit: int | None = None
    for card in list(reversed(game.zones.get(zone_key("library", player), []))):
        moved = happen(
            game,
            Event("move", card, player=player, source=scope.source, data=having(TO("exile"), WHY("effect"))),
        )
        new = next(event.data[NEW] for event in moved if event.kind == "move")
        exiled.append(new)
        what = known(game, new).printed
        if what.blank:
            from kb.checker.dispatch import not_modelled

            raise not_modelled(game, effect, scope, "a card of the library that the scenario doesn't give")
        if "land" not in what.types and what.mana_value < limit:
            hit = new
            break
    if hit is not None and hit in game.objects:
        options = [YES, NO]
        if choose(game, player, options, f"cast {known(game, hit).printed.name} by cascade"):
            way = Permission(
                "cascade",
                cost="",
                timing="instant",
                reasons=[Reason("702.85a", {"card": known(game, hit).printed.name})],
            )
            cast_if_able(game, player, game.objects[hit], way)
    rest = [card for card in exiled if card in game.objects and game.objects[card].zone == "exile"]
    happen(
        game,
        *(
            Event("move", card, data=having(TO("library"), POSITION("random"), WHY("effect")))
            for card in rest
        ),
    )


@expands("affinity")
@rule("702.41a")
def affinity(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.41a: this spell costs {1} less for each thing of the quality you control."""
    assert isinstance(node, ast.Keyword)
    quality = node.quality
    where = (quality,) if isinstance(quality, ast.Predicate) else ()
    mine = ast.Filter("permanent", (ast.ControlledBy(ast.You()), *where))
    what = ast.Filter("spell", (THIS,))
    return [ast.Static(text=node.text, parts=(ast.CostChange(what, "{1}", -1, times=ast.Count(mine)),))]


@expands("undaunted")
@rule("702.125a")
def undaunted(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """CR 702.125a: this spell costs {1} less for each opponent."""
    n = ast.Number(len(opponents(game, obj.controller)))
    return [
        ast.Static(text=node.text, parts=(ast.CostChange(ast.Filter("spell", (THIS,)), "{1}", -1, times=n),))
    ]
