"""CR 506-509: declaring attackers and blockers: what is legal, and what it triggers. Damage is in `combat_damage`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from kb.checker.characteristics import chars, has_keyword
from kb.checker.dispatch import find, fits, holds
from kb.checker.event import Event, card_key
from kb.checker.event_data import ATTACKERS, TOGETHER, WHOM
from kb.checker.events import happen
from kb.checker.keys import Fact, having
from kb.checker.log import because_of, note
from kb.checker.marks import SUSPEND_HASTE
from kb.checker.naming import absent, cards_named
from kb.checker.oracle import ast
from kb.checker.parts import InEffect, parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Combat, Game, Obj, card_name

ATTACK_QUEUE: Fact[deque[Any] | None] = Fact("attack_queue")
"""Answers of the script that belong to the attack."""
ATTACK_RECORD: Fact[int | None] = Fact("attack_record")
"""Record of the attack."""
ATTACKED: Fact[bool] = Fact("attacked")
"""Attackers have been declared in this turn's script."""
BLOCKED_BY: Fact[list[str]] = Fact("blocked_by")
"""Who has declared blockers."""


AttackRule = Callable[[Game, Obj, "int | str"], "list[Reason]"]
ATTACK_RULES: list[AttackRule] = []


def attack_rule(function: AttackRule) -> AttackRule:
    """Register what may forbid an attack: gives reasons, empty when it doesn't."""
    ATTACK_RULES.append(function)
    return function


ATTACK_COSTS: list[Callable[[Game, str, dict[int, int | str]], None]] = []
"""What has to be paid for the declared attack (508.1g-j): paid, or `Illegal`."""
WholeAttackRule = Callable[[Game, str, "dict[int, int | str]"], "list[Reason]"]
WHOLE_ATTACK_RULES: list[WholeAttackRule] = []


def whole_attack_rule(function: WholeAttackRule) -> WholeAttackRule:
    """Register what may forbid the declared attack as a whole, such as numbers of attackers; it changes nothing."""
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
            raise absent(game, name, Reason("508.1a", {"card": name}, "absent"))
        taken.add(mine[0].id)
        found.append(mine[0])
    return found


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
        return [Reason("508.1a", slots, "no"), *([Reason("301.7")] if "vehicle" in what.subtypes else [])]
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
@rule("508.1c")
def cant_attack(game: Game, obj: Obj, whom: int | str) -> list[Reason]:
    """CR 508.1c: restrictions by effects."""
    return [
        Reason("508.1c", {"card": card_name(game, obj.id), "by": name}, "no")
        for name in restrictions(game, obj, ATTACKING, whom)
    ]


ATTACKING = ("attack", "attack or block", "attack you or yours")


def against(game: Game, one: InEffect[ast.Cant], whom: int | str) -> bool:
    """Whether a restriction is about an attack on that player or permanent."""
    if one.part.object is not None:
        return fits(game, one.part.object, whom, one.scope)
    if one.part.verb != "attack you or yours":
        return True
    if isinstance(whom, str):
        return whom == one.scope.controller
    attacked = chars(game, whom)
    return attacked.controller == one.scope.controller and "planeswalker" in attacked.types


def costs_to_attack(game: Game, obj: Obj, whom: int | str) -> bool:
    """Whether the creature can attack that only if something is paid (508.1d: then no requirement makes it attack)."""
    return any(
        one.part.cost
        and one.part.verb in ATTACKING
        and obj.id in find(game, one.part.who, one.scope)
        and against(game, one, whom)
        and not lifted(game, one, obj, whom)
        for one in parts(game, ast.Cant)
    )


def lifted(game: Game, one: InEffect[ast.Cant], obj: Obj | None, whom: int | str | None) -> bool:
    """Whether what a restriction names after "unless" holds; "defending player" is whoever would be attacked."""
    unless = one.part.unless
    if unless is None:
        return False
    scope = one.scope
    if obj is not None and whom is not None and scope.event is None and game.step == "declare_attackers":
        scope = scope.inner(event=Event("attacks", obj.id, data=having(WHOM(whom))))
    return holds(game, unless, scope)


def restrictions(game: Game, obj: Obj, verbs: tuple[str, ...], other: int | str | None) -> Iterator[str]:
    for one in parts(game, ast.Cant):
        cant = one.part
        if cant.verb not in verbs or obj.id not in find(game, cant.who, one.scope) or cant.cost:
            continue
        if cant.most is not None or cant.least is not None:
            continue
        if cant.object is not None and (other is None or not fits(game, cant.object, other, one.scope)):
            continue
        if cant.verb == "attack you or yours" and other is not None and not against(game, one, other):
            continue
        if cant.but is not None and other is not None and fits(game, cant.but, other, one.scope):
            continue
        if lifted(game, one, obj, other):
            continue
        yield one.source


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
            if game.objects[identity].marks.get(SUSPEND_HASTE):
                reasons.append(Reason("702.62a", {"card": card_name(game, identity)}))
    for identity in chosen:
        if has_keyword(game, identity, "vigilance"):
            reasons.append(Reason("702.20b", {"card": card_name(game, identity)}))
            touches.add(card_key(game, identity, "tapped"))
    record = note(game, "attack", {"player": player, "cards": names}, reasons, touches)
    game.facts[ATTACK_QUEUE], game.facts[ATTACK_RECORD] = queue, record
    with because_of(game, record):
        game.combat.attackers.update(chosen)
        happen(
            game, *(Event("tap", i).why("508.1f") for i in chosen if not has_keyword(game, i, "vigilance"))
        )
        events = [
            Event("attacks", i, player=player, data=having(WHOM(whom), TOGETHER(len(chosen))))
            for i, whom in chosen.items()
        ]
        if events:
            events.append(Event("attack_player", player=player, data=having(ATTACKERS(dict(chosen)))))
        happen(game, *events)


def begin_combat(game: Game) -> None:
    """CR 507: a combat phase begins."""
    game.combat = Combat()
    game.facts[BLOCKED_BY] = []
