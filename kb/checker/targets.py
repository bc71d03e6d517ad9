"""CR 115, 601.2c: targets: which are legal, choosing them, and looking at them again on resolution (608.2b)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from kb.checker.characteristics import chars, keyword_nodes
from kb.checker.choices import NO, Option, answer_for, choose, names_one, peek
from kb.checker.dispatch import Scope, Thing, find, fits, number, players_of
from kb.checker.keys import ScopeFact
from kb.checker.meaning.refs import candidates, thing_option
from kb.checker.oracle import ast
from kb.checker.parts import forbidden, parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, NotModelled, card_name, known

DIVISION: ScopeFact[dict[Thing, int]] = ScopeFact("division")
"""How an amount was divided."""


@dataclass
class Plan:
    """One body with what was chosen for it as it was put on the stack."""

    body: ast.Body
    targets: list[list[Thing]] = field(default_factory=list)
    division: dict[Any, Any] | None = None
    text: str = ""


@rule("115.1", "702.11b", "702.16b", "702.18a")
def targetable(game: Game, thing: Thing, source: int, controller: str) -> list[Reason]:
    """CR 115.1, 702.11b, 702.16b, 702.18a: why something can't be targeted: hexproof, shroud, protection; empty if it can."""
    if isinstance(thing, str):
        return forbidden(game, "be targeted", thing) + _of_player(game, thing, source, controller)
    reasons: list[Reason] = []
    obj = known(game, thing)
    if obj.zone != "battlefield":
        return reasons
    name = card_name(game, thing)
    if keyword_nodes(game, thing, "shroud"):
        reasons.append(Reason("702.18a", {"card": name}))
    for node in keyword_nodes(game, thing, "hexproof"):
        if chars(game, thing).controller != controller and _quality_fits(game, node, source):
            reasons.append(Reason("702.11b", {"card": name}))
    for node in keyword_nodes(game, thing, "protection"):
        if protects(game, thing, node, source):
            reasons.append(Reason("702.16b", {"card": name}))
    reasons += forbidden(game, "be targeted", thing, source)
    return reasons


def let_through(game: Game, thing: Thing, source: int, controller: str) -> list[Reason]:
    """Why what protects something doesn't keep it from being targeted: hexproof of one's own, protection from something else."""
    if isinstance(thing, str) or known(game, thing).zone != "battlefield":
        return []
    slots = {"card": card_name(game, thing)}
    return [
        *(Reason("702.11b", slots, "own") for _ in keyword_nodes(game, thing, "hexproof")[:1]),
        *(Reason("702.16b", slots, "other") for _ in keyword_nodes(game, thing, "protection")[:1]),
    ]


@rule("702.11c")
def _of_player(game: Game, player: str, source: int, controller: str) -> list[Reason]:
    """CR 702.11c: a player with hexproof can't be targeted by opponents, one with shroud by nobody."""
    reasons = []
    for one in parts(game, ast.Modify):
        for change in one.part.changes:
            node = change.ability if isinstance(change, ast.AddAbility) else None
            if not isinstance(node, ast.Keyword) or node.name not in ("hexproof", "shroud", "protection"):
                continue
            if player not in find(game, one.part.what, one.scope):
                continue
            if node.name == "shroud":
                reasons.append(Reason("702.18a", {"card": player}))
            elif node.name == "hexproof" and controller != player and _quality_fits(game, node, source):
                reasons.append(Reason("702.11c", {"player": player, "by": one.source}))
            elif node.name == "protection":
                quality = node.quality
                if not isinstance(quality, ast.Predicate) or fits(game, quality, source, one.scope):
                    reasons.append(Reason("702.16b", {"card": player}))
    return reasons


def _quality_fits(game: Game, node: ast.Keyword, source: int) -> bool:
    if not isinstance(node.quality, ast.Predicate):
        return True
    return fits(game, node.quality, source, Scope(source, chars(game, source).controller))


def protects(game: Game, thing: int, node: ast.Keyword, source: int) -> bool:
    """CR 702.16a: whether protection is from a quality that the source has."""
    quality = node.quality
    if quality is None:
        return True
    scope = Scope(thing, chars(game, thing).controller)
    qualities = quality if isinstance(quality, tuple) else (quality,)
    return any(isinstance(one, ast.Predicate) and fits(game, one, source, scope) for one in qualities)


def protected_from(game: Game, thing: int, source: int) -> bool:
    """Whether a permanent has protection from a source."""
    return any(protects(game, thing, node, source) for node in keyword_nodes(game, thing, "protection"))


def legal_targets(game: Game, spec: ast.TargetSpec, scope: Scope) -> list[Thing]:
    """Everything the description fits and that can be targeted."""
    found = []
    for thing in candidates(game, spec.filter):
        if thing == scope.item:
            continue
        if not all(fits(game, part, thing, scope) for part in spec.filter.where):
            continue
        source = (
            scope.item if scope.item is not None and known(game, scope.item).ability is None else scope.source
        )
        if not targetable(game, thing, source, scope.controller):
            found.append(thing)
    return found


@rule("601.2c")
def choose_targets(game: Game, plan: Plan, scope: Scope, given: deque[Any] | None) -> None:
    """CR 601.2c: targets are announced; without enough legal ones the spell or ability can't be put on the stack."""
    plan.targets = []
    for spec in plan.body.targets:
        inner = scope.inner(targets=plan.targets)
        if spec.per is not None:
            plan.targets.append(_for_each_player(game, spec, inner, given))
            continue
        legal = legal_targets(game, spec, inner)
        least = number(game, spec.least, inner)
        most = len(legal) if isinstance(spec.most, ast.AnyNumber) else number(game, spec.most, inner)
        if len(legal) < least:
            if given:
                why = _why_not(game, given[0], spec, inner)
                raise Illegal(*why, Reason("601.2c", {"card": card_name(game, scope.source)}, "no"))
            raise Illegal(Reason("601.2c", {"card": card_name(game, scope.source)}, "no"))
        if spec.random and len(legal) > least:
            raise NotModelled("a target that is chosen at random", card_name(game, scope.source))
        chooser = scope.controller
        if spec.chooser is not None:
            chooser = (players_of(game, spec.chooser, inner) or [chooser])[0]
        plan.targets.append(
            _choose_some(game, legal, least, min(most, len(legal)), chooser, given, spec, inner)
        )


def _for_each_player(game: Game, spec: ast.TargetSpec, scope: Scope, given: deque[Any] | None) -> list[Thing]:
    """One target description for each of several players: a target (or as many as it says) of each."""
    assert spec.per is not None
    chosen: list[Thing] = []
    for player in players_of(game, spec.per, scope):
        inner = scope.inner(iterated=player)
        legal = [thing for thing in legal_targets(game, spec, inner) if thing not in chosen]
        least, most = number(game, spec.least, inner), number(game, spec.most, inner)
        if len(legal) < least:
            raise NotModelled("a target for each player, one of whom has none", card_name(game, scope.source))
        mine = _mine(game, legal, given) if given else None
        chosen += _choose_some(game, legal, least, min(most, len(legal)), scope.controller, mine, spec, inner)
    return chosen


def _mine(game: Game, legal: list[Thing], given: deque[Any]) -> deque[Any]:
    """Those of the named targets that are meant for one player, taken out of the list: it may be in any order."""
    names = {name for thing in legal for name in thing_option(game, thing).names}
    mine = deque(name for name in given if isinstance(name, str) and name in names)
    for name in mine:
        given.remove(name)
    return mine


def _choose_some(game: Game, legal: list[Thing], least: int, most: int, player: str, given: deque[Any] | None,
                 spec: ast.TargetSpec, scope: Scope) -> list[Thing]:  # fmt: skip
    if given:
        return _given(game, legal, least, most, given, spec, scope)
    if len(legal) == most == least:
        return legal
    if len(legal) == most == 1 and not least and peek(game) in (True, "yes"):
        return legal  # "you may … up to one target": the answer stays for the question whether
    picked: list[Thing] = []
    rest = list(legal)
    while rest and len(picked) < most:
        options = [thing_option(game, thing) for thing in rest]
        if len(picked) >= least:
            options.append(Option(None, NO.names))
        value = choose(game, player, options, f"target of {card_name(game, scope.source)}")
        if value is None:
            break
        picked.append(value)
        rest.remove(value)
    return picked


def _given(game: Game, legal: list[Thing], least: int, most: int, given: deque[Any], spec: ast.TargetSpec,
           scope: Scope) -> list[Thing]:  # fmt: skip
    """Targets that the script names, in order."""
    picked: list[Thing] = []
    queue, game_queue = given, game.queue
    while queue and len(picked) < most:
        front = queue[0]
        if isinstance(front, dict) and not names_one(front):
            division = queue[0]
            queue.popleft()
            scope.facts[DIVISION] = division
            for name in division:
                picked.append(_named(game, name, legal, spec, scope))
            continue
        if isinstance(front, list):
            queue.popleft()
            queue.extendleft(reversed(front))
            continue
        remaining_needed = len(picked) >= least
        try:
            picked.append(_named(game, front, [thing for thing in legal if thing not in picked], spec, scope))
        except Illegal:
            if remaining_needed:
                break
            raise
        queue.popleft()
    game.queue = game_queue
    if len(picked) < least:
        rest = [thing for thing in legal if thing not in picked]
        picked += _choose_some(
            game, rest, least - len(picked), most - len(picked), scope.controller, None, spec, scope
        )
    return picked


def _named(game: Game, name: object, legal: list[Thing], spec: ast.TargetSpec, scope: Scope) -> Thing:
    options = [thing_option(game, thing) for thing in legal]
    before = game.queue
    game.queue = deque([name])
    index = answer_for(game, options)
    game.queue = before
    if index is None:
        raise Illegal(
            *_why_not(game, name, spec, scope),
            Reason("601.2c", {"card": card_name(game, scope.source)}, "no"),
        )
    return options[index].value  # type: ignore[no-any-return]


def _why_not(game: Game, name: object, spec: ast.TargetSpec, scope: Scope) -> list[Reason]:
    """Rules that keep a named thing from being a target."""
    things: list[Thing] = [*game.objects, *game.players]
    for thing in things:
        if name in thing_option(game, thing).names:
            reasons = targetable(game, thing, scope.source, scope.controller)
            if reasons:
                return reasons
    return []


@rule("608.2b")
def still_legal(game: Game, plan: Plan, scope: Scope) -> list[list[Thing]]:
    """CR 608.2b: targets are looked at again as the spell or ability begins to resolve."""
    checked: list[list[Thing]] = []
    for spec, chosen in zip(plan.body.targets, plan.targets, strict=False):
        inner = scope.inner(targets=plan.targets)
        legal = []
        for thing in chosen:
            if isinstance(thing, int) and thing not in game.objects:
                continue
            if isinstance(thing, str) and (game.players[thing].lost or game.players[thing].left):
                continue
            source = (
                scope.item
                if scope.item is not None and known(game, scope.item).ability is None
                else scope.source
            )
            if (
                _fits_still(game, spec, thing, inner)
                and _kind_still(game, spec, thing)
                and not (targetable(game, thing, source, scope.controller))
            ):
                legal.append(thing)
        checked.append(legal)
    return checked


def why_illegal(game: Game, plans: list[Plan], scope: Scope) -> list[Reason]:
    """What makes targets illegal that were legal: what protects them now, or that the object is another one (400.7)."""
    source = scope.source if scope.item is None or known(game, scope.item).ability else scope.item
    reasons: list[Reason] = []
    for thing in (thing for plan in plans for group in plan.targets for thing in group):
        if isinstance(thing, int) and thing not in game.objects:
            reasons.append(Reason("400.7", {"card": known(game, thing).printed.name}))
        else:
            reasons += targetable(game, thing, source, scope.controller)
    return reasons


def _fits_still(game: Game, spec: ast.TargetSpec, thing: Thing, scope: Scope) -> bool:
    scopes = [scope]
    if spec.per is not None:
        scopes = [scope.inner(iterated=player) for player in players_of(game, spec.per, scope)]
    return any(all(fits(game, part, thing, one) for part in spec.filter.where) for one in scopes)


def _kind_still(game: Game, spec: ast.TargetSpec, thing: Thing) -> bool:
    return thing in candidates(game, spec.filter)
