"""CR 508.1: the declaration of attackers: legal as a whole, as many requirements obeyed as possible, and paid for."""

from __future__ import annotations

from collections import deque
from typing import Any

from kb.checker.characteristics import chars
from kb.checker.choices import Option, choose
from kb.checker.combat import (
    ATTACK_COSTS,
    WHOLE_ATTACK_RULES,
    costs_to_attack,
    declare,
    named_permanents,
    why_not_attack,
)
from kb.checker.dispatch import find
from kb.checker.duties import Declaration, Duty, Search, forced_way, obeyed
from kb.checker.entering_combat import attackable
from kb.checker.marks import GOADED
from kb.checker.naming import cards_named
from kb.checker.oracle import ast
from kb.checker.parts import parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, battlefield, card_name, opponents


@rule("508.1", "508.1a", "508.1f")
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
    reasons = _whole_reasons(game, player, chosen)
    if reasons:
        raise Illegal(*reasons)
    requirements(game, player, chosen)
    for pay in ATTACK_COSTS:
        pay(game, player, chosen)
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
            if "battle" in what.types:
                raise Illegal(
                    Reason("310.8b", {"card": what.name, "player": player}, "no"),
                    Reason("508.1b", {"card": str(name)}, "no"),
                )
    raise Illegal(Reason("508.1b", {"card": str(name)}, "no"))


def _whole_reasons(game: Game, player: str, chosen: dict[int, int | str]) -> list[Reason]:
    for forbid in WHOLE_ATTACK_RULES:
        reasons = forbid(game, player, chosen)
        if reasons:
            return reasons
    return []


@rule("508.1d")
def requirements(game: Game, player: str, chosen: dict[int, int | str]) -> None:
    """CR 508.1d: as many requirements to attack are obeyed as restrictions allow; fewer make the declaration illegal."""
    search = _search(game, player)
    if search is None:
        return
    declared: Declaration = {attacker: (whom,) for attacker, whom in chosen.items()}
    done = obeyed(search.duties, declared)
    if len(done) == len(search.duties):
        return
    better = search.better(len(done))
    if better is None:
        return
    for duty in obeyed(search.duties, better):
        if duty not in done:
            attacker = next(i for i, (whom,) in better.items() if (i, whom) in duty.pairs)
            slots = {"card": card_name(game, attacker)}
            raise Illegal(*([Reason(duty.rule, slots)] if duty.rule else []), Reason("508.1d", slots, "no"))


def _search(game: Game, player: str) -> Search | None:
    """The search for attacks that obey more requirements; None where there is no requirement that could be obeyed."""
    mine = [obj for obj in battlefield(game) if chars(game, obj.id).controller == player]
    if not parts(game, ast.Must) and not any(obj.marks.get(GOADED) for obj in mine):
        return None
    things = attackable(game, player)
    able: dict[int, tuple[list[int | str], int]] = {}
    for obj in mine:
        possible = [
            whom
            for whom in things
            if not why_not_attack(game, player, obj, whom) and not costs_to_attack(game, obj, whom)
        ]
        if possible:
            able[obj.id] = (possible, 1)
    duties = _duties(game, {i: whoms for i, (whoms, _) in able.items()})
    if not duties:
        return None
    helpers = any("alone" in one.part.verb for one in parts(game, ast.Cant))
    return Search(
        able,
        duties,
        lambda declared: not _whole_reasons(game, player, {i: way[0] for i, way in declared.items()}),
        helpers=helpers,
    )


@rule("701.15b")
def _duties(game: Game, able: dict[int, list[int | str]]) -> list[Duty]:
    """CR 701.15b: the requirements to attack; goad makes two for each player who goaded: to attack, and to attack another."""
    found: list[tuple[list[tuple[int, int | str]], str]] = []
    for one in parts(game, ast.Must):
        must = one.part
        if must.verb != "attack":
            continue
        who = find(game, must.who, one.scope)
        wanted = find(game, must.object, one.scope) if must.object is not None else None
        for i, things in able.items():
            if i in who:
                found.append(([(i, thing) for thing in things if wanted is None or thing in wanted], ""))
    for i, things in able.items():
        for goader in game.objects[i].marks.get(GOADED) or ():
            others = [thing for thing in things if isinstance(thing, str) and thing != goader]
            found.append(([(i, thing) for thing in things], "701.15b"))
            found.append(([(i, thing) for thing in others], "701.15b"))
    return [Duty(frozenset(pairs), rule) for pairs, rule in found if pairs]


def forced_attack(game: Game) -> dict[int, int | str]:
    """The attack that requirements leave when the script declares none: each way that obeys most is tried.

    Raises NotModelled where there are too many.
    """
    search = _search(game, game.active)
    way = forced_way(
        game,
        game.active,
        search,
        "what the creatures that have to attack attack",
        "which player each creature that has to attack attacks",
    )
    return {attacker: whom for attacker, (whom,) in way.items()}
