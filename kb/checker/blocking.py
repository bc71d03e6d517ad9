"""CR 509: declaring blockers: what may block what, and what becomes blocked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from kb.checker.characteristics import chars, has_keyword, keyword_nodes
from kb.checker.combat import named_permanents, restrictions
from kb.checker.dispatch import Scope, find, fits, number
from kb.checker.event import Event, card_key
from kb.checker.events import happen
from kb.checker.log import because_of, note
from kb.checker.naming import cards_named
from kb.checker.oracle import ast
from kb.checker.parts import parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, NotModelled, Obj, battlefield, card_name, known
from kb.checker.targets import protects

BlockRule = Callable[[Game, Obj, Obj], "list[Reason]"]
BLOCK_RULES: list[BlockRule] = []


WholeBlockRule = Callable[[Game, "dict[int, list[int]]"], "list[Reason]"]
WHOLE_BLOCK_RULES: list[WholeBlockRule] = []


def whole_block_rule(function: WholeBlockRule) -> WholeBlockRule:
    """Register what may forbid the declared blocks as a whole: numbers of blockers, costs to block."""
    WHOLE_BLOCK_RULES.append(function)
    return function


def block_rule(function: BlockRule) -> BlockRule:
    """Register what may forbid a block: `(game, blocker, attacker)`."""
    BLOCK_RULES.append(function)
    return function


@rule("509.1", "509.1a", "509.1b")
def block(game: Game, player: str, value: dict[str, Any], queue: deque[Any] | None) -> None:
    """CR 509.1, 509.1a, 509.1b: the defending player declares blockers; the whole declaration must obey all restrictions."""
    combat = game.combat
    if combat is None or game.step != "declare_blockers" or player in game.facts.get("blocked_by", ()):
        raise Illegal(Reason("509.1", {"player": player}, "no"))
    chosen: dict[int, list[int]] = {}
    for obj, (_, attackers) in zip(named_permanents(game, list(value), player), value.items(), strict=True):
        names = attackers if isinstance(attackers, list) else [attackers]
        for other in _attackers_named(game, names):
            reasons = why_not_block(game, player, obj, other)
            if reasons:
                raise Illegal(*reasons)
            chosen.setdefault(obj.id, []).append(other.id)
        most = 1 + _extra_blocks(game, obj)
        if len(chosen.get(obj.id, ())) > most:
            raise Illegal(Reason("509.1a", {"card": card_name(game, obj.id)}, "many"))
    _whole_block(game, chosen)
    requirements(game, player, chosen)
    declare_blocks(game, player, chosen, queue)


def _attackers_named(game: Game, names: list[str]) -> list[Obj]:
    found: list[Obj] = []
    assert game.combat is not None
    for name in names:
        options = [
            obj for obj in cards_named(game, name) if obj.id in game.combat.attackers and obj not in found
        ]
        if not options:
            raise Illegal(Reason("509.1a", {"card": name}, "absent"))
        found.append(options[0])
    return found


def _extra_blocks(game: Game, obj: Obj) -> int:
    extra = 0
    for one in parts(game, ast.Can):
        if one.part.verb == "block additional" and obj.id in find(game, one.part.who, one.scope):
            extra += 1000 if one.part.count is None else number(game, one.part.count, one.scope)
    return extra


def why_not_block(game: Game, player: str, obj: Obj, attacker: Obj) -> list[Reason]:
    """Why a creature can't block an attacker; empty when it can."""
    assert game.combat is not None
    what = chars(game, obj.id)
    slots = {"card": what.name, "attacker": card_name(game, attacker.id), "player": player}
    if obj.zone != "battlefield" or what.controller != player or "creature" not in what.types:
        return [Reason("509.1a", slots, "no")]
    if obj.tapped:
        return [Reason("509.1a", slots, "tapped")]
    if _attacked_player(game, attacker) != player:
        return [Reason("509.1a", slots, "not_attacked")]
    reasons = [reason for forbid in BLOCK_RULES for reason in forbid(game, obj, attacker)]
    return [*reasons, Reason("509.1b", slots, "no")] if reasons else []


def _attacked_player(game: Game, attacker: Obj) -> str | None:
    assert game.combat is not None
    whom = game.combat.attackers.get(attacker.id)
    if isinstance(whom, int):
        other = known(game, whom)
        return other.protector or chars(game, whom).controller
    return whom


@block_rule
def cant_block(game: Game, obj: Obj, attacker: Obj) -> list[Reason]:
    """CR 509.1b: restrictions by effects, on either side."""
    slots = {"card": card_name(game, obj.id), "attacker": card_name(game, attacker.id)}
    found = [
        Reason("509.1b", {**slots, "by": name}, "by")
        for name in restrictions(game, obj, ("block", "attack or block"), attacker.id)
    ]
    found += [
        Reason("509.1b", {**slots, "by": name}, "by")
        for name in restrictions(game, attacker, ("be blocked",), obj.id)
    ]
    return found


@block_rule
@rule("702.9b", "702.17b")
def flying(game: Game, obj: Obj, attacker: Obj) -> list[Reason]:
    """CR 702.9b, 702.17b: only a creature with flying or reach can block one with flying."""
    if has_keyword(game, attacker.id, "flying") and not (
        has_keyword(game, obj.id, "flying") or has_keyword(game, obj.id, "reach")
    ):
        return [
            Reason("702.9b", {"card": card_name(game, attacker.id), "blocker": card_name(game, obj.id)}, "no")
        ]
    return []


@block_rule
@rule("702.28b", "702.31b", "702.36b", "702.118b", "702.147a")
def evasion(game: Game, obj: Obj, attacker: Obj) -> list[Reason]:
    """CR 702.28b, 702.31b, 702.36b, 702.118b, 702.147a: shadow, horsemanship, fear, skulk, decayed."""
    blocker, attacking = chars(game, obj.id), chars(game, attacker.id)
    slots = {"card": attacking.name, "blocker": blocker.name}
    found = []
    if has_keyword(game, attacker.id, "shadow") != has_keyword(game, obj.id, "shadow"):
        found.append(Reason("702.28b", slots, "no"))
    if has_keyword(game, attacker.id, "horsemanship") and not has_keyword(game, obj.id, "horsemanship"):
        found.append(Reason("702.31b", slots, "no"))
    if has_keyword(game, attacker.id, "fear") and not ("artifact" in blocker.types or "B" in blocker.colors):
        found.append(Reason("702.36b", slots, "no"))
    if has_keyword(game, attacker.id, "intimidate") and not (
        "artifact" in blocker.types or blocker.colors & attacking.colors
    ):
        found.append(Reason("702.13b", slots, "no"))
    if has_keyword(game, attacker.id, "skulk") and (blocker.power or 0) > (attacking.power or 0):
        found.append(Reason("702.118b", slots, "no"))
    if has_keyword(game, obj.id, "decayed"):
        found.append(Reason("702.147a", slots, "no"))
    return found


@block_rule
@rule("702.14c", "702.16f")
def landwalk_and_protection(game: Game, obj: Obj, attacker: Obj) -> list[Reason]:
    """CR 702.14c, 702.16f: landwalk while the defending player has the land; protection from the blocker's quality."""
    found = []
    player = chars(game, obj.id).controller
    for node in chars(game, attacker.id).abilities:
        if isinstance(node, ast.Keyword) and node.name.endswith("walk"):
            quality = (
                node.quality
                if isinstance(node.quality, ast.Predicate)
                else ast.HasType(node.name.removesuffix("walk"))
            )
            scope = Scope(attacker.id, chars(game, attacker.id).controller)
            lands = [
                i
                for i in battlefield(game)
                if chars(game, i.id).controller == player and "land" in chars(game, i.id).types
            ]
            if any(fits(game, quality, land.id, scope) for land in lands):
                found.append(Reason("702.14c", {"card": card_name(game, attacker.id)}, "no"))
    for node in keyword_nodes(game, attacker.id, "protection"):
        if protects(game, attacker.id, node, obj.id):
            found.append(
                Reason(
                    "702.16f",
                    {"card": card_name(game, attacker.id), "blocker": card_name(game, obj.id)},
                    "no",
                )
            )
    return found


@rule("702.111b")
def _whole_block(game: Game, chosen: dict[int, list[int]]) -> None:
    """CR 702.111b: menace: one blocker alone is not enough."""
    for forbid in WHOLE_BLOCK_RULES:
        reasons = forbid(game, chosen)
        if reasons:
            raise Illegal(*reasons)
    by_attacker: dict[int, list[int]] = {}
    for blocker, attackers in chosen.items():
        for attacker in attackers:
            by_attacker.setdefault(attacker, []).append(blocker)
    for attacker, blockers in by_attacker.items():
        slots = {"card": card_name(game, attacker)}
        if has_keyword(game, attacker, "menace") and len(blockers) < 2:
            raise Illegal(Reason("702.111b", slots, "no"), Reason("509.1b", slots, "no"))
        for one in parts(game, ast.Cant):
            cant = one.part
            if cant.verb != "be blocked" or attacker not in find(game, cant.who, one.scope):
                continue
            least = None if cant.least is None else number(game, cant.least, one.scope)
            most = None if cant.most is None else number(game, cant.most, one.scope)
            if (least is not None and len(blockers) < least) or (most is not None and len(blockers) > most):
                raise Illegal(Reason("509.1b", {**slots, "by": one.source}, "by"))


@rule("509.1c")
def requirements(game: Game, player: str, chosen: dict[int, list[int]]) -> None:
    """CR 509.1c: requirements to block must be obeyed as far as restrictions allow."""
    for blocker, attacker in unmet(game, player, chosen):
        slots = {"card": card_name(game, blocker), "attacker": card_name(game, attacker)}
        raise Illegal(Reason("509.1c", slots, "no"))


def unmet(game: Game, player: str, chosen: dict[int, list[int]]) -> list[tuple[int, int]]:
    """Blocks that a requirement asks for, that could be made, and are not: (blocker, attacker)."""
    assert game.combat is not None
    found: list[tuple[int, int]] = []
    free = [
        obj for obj in battlefield(game) if chars(game, obj.id).controller == player and obj.id not in chosen
    ]
    attackers = [game.objects[i] for i in game.combat.attackers if i in game.objects]
    for one in parts(game, ast.Must):
        must = one.part
        who = find(game, must.who, one.scope)
        if must.verb == "be blocked by all":
            for attacker in attackers:
                if attacker.id in who:
                    found += [
                        (obj.id, attacker.id)
                        for obj in free
                        if not why_not_block(game, player, obj, attacker)
                    ]
        elif must.verb == "be blocked":
            for attacker in attackers:
                blocked = any(attacker.id in attacked for attacked in chosen.values())
                if attacker.id in who and not blocked:
                    found += [
                        (obj.id, attacker.id)
                        for obj in free
                        if not why_not_block(game, player, obj, attacker)
                    ][:1]
        elif must.verb == "block":
            wanted = find(game, must.object, one.scope) if must.object is not None else None
            for obj in free:
                able = [
                    a.id
                    for a in attackers
                    if (wanted is None or a.id in wanted) and not why_not_block(game, player, obj, a)
                ]
                if obj.id in who and able:
                    found.append((obj.id, able[0]))
    return found


def forced_blocks(game: Game, player: str) -> dict[int, list[int]]:
    """The blocks requirements leave when the script declares none; raises NotModelled where they leave a choice."""
    chosen: dict[int, list[int]] = {}
    for _ in range(1000):
        open_ones = unmet(game, player, chosen)
        if not open_ones:
            return chosen
        blocker, attacker = open_ones[0]
        if len({a for b, a in open_ones if b == blocker}) > 1:
            raise NotModelled("which attacker a creature that must block blocks", card_name(game, blocker))
        chosen[blocker] = [attacker]
    return chosen


@rule("509.1h")
def declare_blocks(game: Game, player: str, chosen: dict[int, list[int]], queue: deque[Any] | None) -> None:
    """CR 509.1h: the chosen creatures block; what they block becomes blocked and stays so."""
    combat = game.combat
    assert combat is not None
    game.queue = queue
    combat.blockers.update(chosen)
    game.facts.setdefault("blocked_by", []).append(player)
    by_attacker: dict[int, list[int]] = {}
    for blocker, attackers in chosen.items():
        for attacker in attackers:
            by_attacker.setdefault(attacker, []).append(blocker)
    combat.blocked |= set(by_attacker)
    reasons = [Reason("509.1", {"player": player})]
    for attacker, blockers in by_attacker.items():
        if has_keyword(game, attacker, "menace"):
            reasons.append(Reason("702.111b", {"card": card_name(game, attacker)}))
        for number_, word, able in (("702.17b", "flying", "reach"), ("702.9b", "flying", "flying"), ("702.28b", "shadow", "shadow"),
                                    ("702.31b", "horsemanship", "horsemanship")):  # fmt: skip
            if has_keyword(game, attacker, word) and any(has_keyword(game, b, able) for b in blockers):
                reasons.append(Reason(number_, {"card": card_name(game, attacker)}))
        for number_, word in (("702.36b", "fear"), ("702.13b", "intimidate"), ("702.118b", "skulk")):
            if has_keyword(game, attacker, word):
                reasons.append(Reason(number_, {"card": card_name(game, attacker)}))
    touches = {card_key(game, i, topic) for i in (*chosen, *by_attacker) for topic in ("card", "zone")}
    touches |= {f"life:{name}" for name in game.players}
    record = note(
        game, "block", {"player": player, "cards": [card_name(game, i) for i in chosen]}, reasons, touches
    )
    if queue:
        game.facts["block_queue"] = queue
    with because_of(game, record):
        events = []
        for blocker, attackers in chosen.items():
            for index, attacker in enumerate(attackers):
                events.append(
                    Event("blocks", blocker, player=player, data={"other": attacker, "first": index == 0})
                )
        for attacker, blockers in by_attacker.items():
            events.append(
                Event("becomes_blocked", attacker, data={"blockers": blockers, "other": blockers[0]})
            )
        happen(game, *events)


def finish_blocks(game: Game) -> None:
    """After all declarations: attackers that nobody blocked are unblocked (509.1h)."""
    combat = game.combat
    assert combat is not None
    if not combat.blocks_declared:
        combat.blocks_declared = True
        happen(
            game,
            *(
                Event("unblocked", a, data={"whom": w})
                for a, w in combat.attackers.items()
                if a not in combat.blocked
            ),
        )
