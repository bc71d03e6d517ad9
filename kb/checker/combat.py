"""CR 506-509: declaring attackers and blockers: what is legal, and what it triggers. Damage is in `combat_damage`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from kb.checker.characteristics import chars, has_keyword
from kb.checker.choices import Option, choose
from kb.checker.dispatch import find, fits, holds
from kb.checker.event import Event, card_key
from kb.checker.events import happen
from kb.checker.log import because_of, note
from kb.checker.naming import cards_named
from kb.checker.oracle import ast
from kb.checker.parts import parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Combat, Game, Illegal, Obj, battlefield, card_name, opponents

AttackRule = Callable[[Game, Obj, "int | str"], "list[Reason]"]
ATTACK_RULES: list[AttackRule] = []


def attack_rule(function: AttackRule) -> AttackRule:
    """Register what may forbid an attack: gives reasons, empty when it doesn't."""
    ATTACK_RULES.append(function)
    return function


WholeAttackRule = Callable[[Game, str, "dict[int, int | str]"], "list[Reason]"]
WHOLE_ATTACK_RULES: list[WholeAttackRule] = []


def whole_attack_rule(function: WholeAttackRule) -> WholeAttackRule:
    """Register what may forbid the declared attack as a whole: numbers of attackers, costs to attack."""
    WHOLE_ATTACK_RULES.append(function)
    return function


def named_permanents(game: Game, names: list[str], player: str) -> list[Obj]:
    """Permanents of those names; a name given twice means two of them. Raises Illegal for one that isn't there."""
    taken: set[int] = set()
    found = []
    for name in names:
        options = [
            obj for obj in cards_named(game, name) if obj.zone == "battlefield" and obj.id not in taken
        ]
        mine = [obj for obj in options if chars(game, obj.id).controller == player] or options
        if not mine:
            raise Illegal(Reason("508.1a", {"card": name}, "absent"))
        taken.add(mine[0].id)
        found.append(mine[0])
    return found


@rule("508.1", "508.1a", "508.1c", "508.1f")
def attack(game: Game, player: str, value: Any, queue: deque[Any] | None) -> None:
    """CR 508.1, 508.1a, 508.1f: the active player declares attackers: untapped creatures, each attacking something; they tap."""
    if (
        game.combat is None
        or game.step != "declare_attackers"
        or player != game.active
        or game.combat.attacks_declared
    ):
        raise Illegal(Reason("508.1", {"player": player}, "no"))
    pairs = dict.fromkeys(value) if isinstance(value, list) else dict(value)
    names = list(value) if isinstance(value, list) else list(pairs)
    chosen: dict[int, int | str] = {}
    for obj, name in zip(named_permanents(game, names, player), names, strict=True):
        whom = _defender(game, player, pairs.get(name))
        reasons = why_not_attack(game, player, obj, whom)
        if reasons:
            raise Illegal(*reasons)
        chosen[obj.id] = whom
    _whole_attack(game, player, chosen)
    declare(game, player, chosen, queue)


def _defender(game: Game, player: str, name: object) -> int | str:
    others = opponents(game, player)
    if name is None:
        return str(
            choose(game, player, [Option(other, (other,)) for other in others], "which player is attacked")
        )
    if isinstance(name, str) and name in game.players:
        if name not in others:
            raise Illegal(Reason("508.1b", {"player": str(name)}, "no"))
        return name
    for obj in cards_named(game, str(name)):
        what = chars(game, obj.id)
        if obj.zone == "battlefield" and {"planeswalker", "battle"} & set(what.types):
            defending = obj.protector if "battle" in what.types else what.controller
            if defending != player:
                return obj.id
    raise Illegal(Reason("508.1b", {"card": str(name)}, "no"))


def why_not_attack(game: Game, player: str, obj: Obj, whom: int | str) -> list[Reason]:
    """Why a permanent can't be declared as an attacker; empty when it can (508.1a, 508.1c)."""
    what = chars(game, obj.id)
    slots = {"card": what.name, "player": player}
    if (
        obj.zone != "battlefield"
        or what.controller != player
        or "creature" not in what.types
        or "battle" in what.types
    ):
        return [Reason("508.1a", slots, "no")]
    if obj.tapped:
        return [Reason("508.1a", slots, "tapped")]
    if obj.since >= game.turn and not has_keyword(game, obj.id, "haste"):
        return [Reason("302.6", slots, "no"), Reason("508.1a", slots, "no")]
    return [reason for forbid in ATTACK_RULES for reason in forbid(game, obj, whom)]


@attack_rule
@rule("702.3b")
def defender(game: Game, obj: Obj, whom: int | str) -> list[Reason]:
    """CR 702.3b: a creature with defender can't attack."""
    if has_keyword(game, obj.id, "defender") and not _permitted(game, obj, "attack as though no defender"):
        return [Reason("702.3b", {"card": card_name(game, obj.id)}, "no")]
    return []


def _permitted(game: Game, obj: Obj, verb: str) -> bool:
    return any(
        one.part.verb == verb and obj.id in find(game, one.part.who, one.scope)
        for one in parts(game, ast.Can)
    )


@attack_rule
def cant_attack(game: Game, obj: Obj, whom: int | str) -> list[Reason]:
    """CR 508.1c: restrictions by effects."""
    return [
        Reason("508.1c", {"card": card_name(game, obj.id), "by": name}, "no")
        for name in restrictions(game, obj, ("attack", "attack or block"), whom)
    ]


def restrictions(game: Game, obj: Obj, verbs: tuple[str, ...], other: int | str | None) -> Iterator[str]:
    for one in parts(game, ast.Cant):
        cant = one.part
        if cant.verb not in verbs or obj.id not in find(game, cant.who, one.scope) or cant.cost:
            continue
        if cant.most is not None or cant.least is not None:
            continue
        if cant.object is not None and (other is None or not fits(game, cant.object, other, one.scope)):
            continue
        if cant.but is not None and other is not None and fits(game, cant.but, other, one.scope):
            continue
        if cant.unless is not None and holds(game, cant.unless, one.scope):
            continue
        yield one.source


@rule("508.1d")
def _whole_attack(game: Game, player: str, chosen: dict[int, int | str]) -> None:
    """CR 508.1d: requirements to attack must be obeyed as far as restrictions allow."""
    for forbid in WHOLE_ATTACK_RULES:
        reasons = forbid(game, player, chosen)
        if reasons:
            raise Illegal(*reasons)
    for obj in battlefield(game):
        if obj.id in chosen or chars(game, obj.id).controller != player:
            continue
        if must_attack(game, obj) and not why_not_attack(game, player, obj, opponents(game, player)[0]):
            raise Illegal(Reason("508.1d", {"card": card_name(game, obj.id)}, "no"))


def must_attack(game: Game, obj: Obj) -> bool:
    """Whether an effect (or goad, 701.15b) makes a creature attack if able."""
    goaded = obj.marks.get("goaded")
    if goaded:
        return True
    return any(
        one.part.verb == "attack" and obj.id in find(game, one.part.who, one.scope)
        for one in parts(game, ast.Must)
    )


def forced_attackers(game: Game) -> list[Obj]:
    """Creatures that must attack though the script declares no attack."""
    return [
        obj for obj in battlefield(game)
        if chars(game, obj.id).controller == game.active and "creature" in chars(game, obj.id).types and must_attack(game, obj)
        and not why_not_attack(game, game.active, obj, opponents(game, game.active)[0])
    ]  # fmt: skip


@rule("508.2", "702.20b")
def declare(game: Game, player: str, chosen: dict[int, int | str], queue: deque[Any] | None) -> None:
    """CR 508.2, 702.20b: the chosen creatures tap (not those with vigilance) and attack; abilities about attacking trigger."""
    assert game.combat is not None
    game.combat.attacks_declared = True
    game.queue = queue
    names = [card_name(game, identity) for identity in chosen]
    touches = {card_key(game, identity, topic) for identity in chosen for topic in ("card", "zone", "attack")}
    reasons = [Reason("508.1", {"player": player, "cards": names})]
    for identity in chosen:
        if game.objects[identity].since >= game.turn and has_keyword(game, identity, "haste"):
            reasons.append(Reason("702.10b", {"card": card_name(game, identity)}))
            if game.objects[identity].marks.get("suspend_haste"):
                reasons.append(Reason("702.62a", {"card": card_name(game, identity)}))
    for identity in chosen:
        if has_keyword(game, identity, "vigilance"):
            reasons.append(Reason("702.20b", {"card": card_name(game, identity)}))
            touches.add(card_key(game, identity, "tapped"))
    record = note(game, "attack", {"player": player, "cards": names}, reasons, touches)
    game.facts["attack_queue"], game.facts["attack_record"] = queue, record
    with because_of(game, record):
        game.combat.attackers.update(chosen)
        happen(
            game, *(Event("tap", i).why("508.1f") for i in chosen if not has_keyword(game, i, "vigilance"))
        )
        events = [
            Event("attacks", i, player=player, data={"whom": whom, "together": len(chosen)})
            for i, whom in chosen.items()
        ]
        if events:
            events.append(Event("attack_player", player=player, data={"attackers": dict(chosen)}))
        happen(game, *events)


def begin_combat(game: Game) -> None:
    """CR 507: a combat phase begins."""
    game.combat = Combat()
    game.facts["blocked_by"] = []
