"""CR 509.1: the declaration of blockers: legal as a whole, as many requirements obeyed as possible, and what it triggers."""

from __future__ import annotations

from collections import deque
from typing import Any

from kb.checker.blocking import (
    BLOCK_COSTS,
    costs_to_block,
    extra_blocks,
    numbers_of_blockers,
    whole_reasons,
    why_not_block,
)
from kb.checker.characteristics import chars, has_keyword
from kb.checker.combat import BLOCKED_BY, named_permanents
from kb.checker.dispatch import find
from kb.checker.duties import Declaration, Duty, Search, forced_way, obeyed
from kb.checker.event import Event, card_key
from kb.checker.event_data import BLOCKERS, FIRST, OTHER, WHOM
from kb.checker.events import happen
from kb.checker.keys import Fact, having
from kb.checker.log import because_of, note
from kb.checker.naming import absent, cards_named
from kb.checker.oracle import ast
from kb.checker.parts import parts
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, Illegal, Obj, battlefield, card_name

BLOCK_QUEUE: Fact[deque[Any] | None] = Fact("block_queue")
"""Answers of the script that belong to the blocks."""


@rule("509.1", "509.1a", "509.1b")
def block(game: Game, player: str, value: dict[str, Any], queue: deque[Any] | None) -> None:
    """CR 509.1, 509.1a, 509.1b: the defending player declares blockers; the whole declaration must obey all restrictions."""
    combat = game.combat
    if combat is None or game.step != "declare_blockers" or player in game.facts.get(BLOCKED_BY, ()):
        raise Illegal(Reason("509.1", {"player": player}, "no"))
    chosen: dict[int, list[int]] = {}
    for obj, (_, attackers) in zip(named_permanents(game, list(value), player), value.items(), strict=True):
        names = attackers if isinstance(attackers, list) else [attackers]
        for other in _attackers_named(game, names):
            forbidden = why_not_block(game, player, obj, other)
            if forbidden:
                raise Illegal(*forbidden)
            chosen.setdefault(obj.id, []).append(other.id)
        most = 1 + extra_blocks(game, obj)
        if len(chosen.get(obj.id, ())) > most:
            raise Illegal(Reason("509.1a", {"card": card_name(game, obj.id)}, "many"))
    reasons = whole_reasons(game, chosen)
    if reasons:
        raise Illegal(*reasons)
    requirements(game, player, chosen)
    for pay in BLOCK_COSTS:
        pay(game, player, chosen)
    declare_blocks(game, player, chosen, queue, obeyed_all=any(True for _ in parts(game, ast.Must)))


def _attackers_named(game: Game, names: list[str]) -> list[Obj]:
    found: list[Obj] = []
    assert game.combat is not None
    for name in names:
        options = [
            obj for obj in cards_named(game, name) if obj.id in game.combat.attackers and obj not in found
        ]
        if not options:
            raise absent(game, name, Reason("509.1a", {"card": name}, "absent"))
        found.append(options[0])
    return found


@rule("509.1c")
def requirements(game: Game, player: str, chosen: dict[int, list[int]]) -> None:
    """CR 509.1c: as many requirements to block are obeyed as restrictions allow; fewer make the declaration illegal."""
    search = _search(game, player)
    if search is None:
        return
    declared: Declaration = {blocker: tuple(attackers) for blocker, attackers in chosen.items()}
    done = obeyed(search.duties, declared)
    if len(done) == len(search.duties):
        return
    better = search.better(len(done))
    if better is None:
        return
    for duty in obeyed(search.duties, better):
        if duty not in done:
            blocker, attacker = next(
                (i, thing) for i, things in better.items() for thing in things if (i, thing) in duty.pairs
            )
            assert isinstance(attacker, int)
            slots = {"card": card_name(game, blocker), "attacker": card_name(game, attacker)}
            raise Illegal(Reason("509.1c", slots, "no"))


def _search(game: Game, player: str) -> Search | None:
    """The search for blocks that obey more requirements; None where there is no requirement that could be obeyed."""
    if game.combat is None or not parts(game, ast.Must):
        return None
    attackers = [game.objects[i] for i in game.combat.attackers if i in game.objects]
    able: dict[int, tuple[list[int], int]] = {}
    for obj in battlefield(game):
        if chars(game, obj.id).controller != player or costs_to_block(game, obj):
            continue
        blockable = [a.id for a in attackers if not why_not_block(game, player, obj, a)]
        if blockable:
            able[obj.id] = (blockable, 1 + extra_blocks(game, obj))
    numbers = {a.id: _least(game, a.id) for a in attackers}
    for attacker, least in numbers.items():
        if sum(attacker in blockable for blockable, _ in able.values()) < least:
            able = {
                i: ([a for a in blockable if a != attacker], most) for i, (blockable, most) in able.items()
            }
    duties = _duties(game, able)
    if not duties:
        return None
    helpers = any(least > 1 for least in numbers.values()) or any(
        "alone" in one.part.verb for one in parts(game, ast.Cant)
    )
    return Search(able, duties, lambda declared: not whole_reasons(game, declared), helpers=helpers)


def _least(game: Game, attacker: int) -> int:
    """How many creatures have to block an attacker if any does."""
    least = max((least for least, _, _ in numbers_of_blockers(game, attacker)), default=0)
    return max(least, 2 if has_keyword(game, attacker, "menace") else 1)


def _duties(game: Game, able: dict[int, tuple[list[int], int]]) -> list[Duty]:
    """The requirements to block in effect, each for every creature it is about."""
    pairs = [(blocker, attacker) for blocker, (blockable, _) in able.items() for attacker in blockable]
    found: list[list[tuple[int, int]]] = []
    for one in parts(game, ast.Must):
        must = one.part
        if must.verb not in ("block", "be blocked", "be blocked by all"):
            continue
        who = find(game, must.who, one.scope)
        if must.verb == "block":
            wanted = find(game, must.object, one.scope) if must.object is not None else None
            for i in able:
                if i in who:
                    found.append([(b, a) for b, a in pairs if b == i and (wanted is None or a in wanted)])
        elif must.verb == "be blocked":
            found += [[(b, a) for b, a in pairs if a == thing] for thing in who]
        else:
            found += [[pair] for pair in pairs if pair[1] in who]
    return [Duty(frozenset(one)) for one in found if one]


def forced_blocks(game: Game, player: str) -> dict[int, list[int]]:
    """The blocks that requirements leave when the script declares none: each way that obeys most is tried.

    Raises NotModelled where there are too many.
    """
    search = _search(game, player)
    what = "which creatures block, as they have to"
    way = forced_way(game, player, search, what, what)
    return {blocker: [a for a in attackers if isinstance(a, int)] for blocker, attackers in way.items()}


@rule("509.1h")
def declare_blocks(
    game: Game,
    player: str,
    chosen: dict[int, list[int]],
    queue: deque[Any] | None,
    *,
    obeyed_all: bool = False,
) -> None:
    """CR 509.1h: the chosen creatures block; what they block becomes blocked and stays so."""
    combat = game.combat
    assert combat is not None
    game.queue = queue
    combat.blockers.update(chosen)
    game.facts.setdefault(BLOCKED_BY, []).append(player)
    by_attacker: dict[int, list[int]] = {}
    for blocker, attackers in chosen.items():
        for attacker in attackers:
            by_attacker.setdefault(attacker, []).append(blocker)
    combat.blocked |= set(by_attacker)
    reasons = [Reason("509.1", {"player": player}), Reason("509.1h", {"player": player}, "blocked")]
    reasons += [
        Reason("510.1c", {"card": card_name(game, i)})
        for i in by_attacker
        if not has_keyword(game, i, "trample")
    ][:1]
    if obeyed_all:
        reasons.append(Reason("509.1c", {"player": player}, "obeyed"))
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
        game.facts[BLOCK_QUEUE] = queue
    with because_of(game, record):
        events = []
        for blocker, attackers in chosen.items():
            for index, attacker in enumerate(attackers):
                events.append(
                    Event("blocks", blocker, player=player, data=having(OTHER(attacker), FIRST(index == 0)))
                )
        for attacker, blockers in by_attacker.items():
            events.append(
                Event("becomes_blocked", attacker, data=having(BLOCKERS(blockers), OTHER(blockers[0])))
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
                Event("unblocked", a, data=having(WHOM(w)))
                for a, w in combat.attackers.items()
                if a not in combat.blocked
            ),
        )
