"""CR 510.1c-e: how combat damage is divided: as the script says, where that is legal, else every legal way in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from kb.checker.block_declaring import BLOCK_QUEUE
from kb.checker.choices import IllegalChoice, Option, choose
from kb.checker.combat import ATTACK_QUEUE
from kb.checker.meaning.refs import thing_option
from kb.checker.rules import rule
from kb.checker.state import Game, NotModelled, card_name

Thing = int | str
MOST_DIVISIONS = 40
"""Legal divisions that are tried one by one where the script gives none."""
MOST_LOOKED_AT = 20_000
"""Divisions looked at for legal ones before the search is given up."""


@rule("510.1e")
def divide(
    game: Game, player: str, source: int, tiers: list[list[Thing]], needed: dict[Thing, int], amount: int
) -> dict[Thing, int]:
    """CR 510.1e: a division is legal as a whole or not at all.

    `tiers`: a thing gets damage only when each of an earlier tier gets what it needs (trample).
    Raises NotModelled where none is given and there are too many.
    """
    receivers = [thing for tier in tiers for thing in tier]
    what = f"division of {card_name(game, source)}'s combat damage"
    given = given_division(
        game,
        player,
        _places(game),
        receivers,
        lambda one: sum(one.values()) == amount and _legal(one, tiers, needed),
        what,
        lambda: _words(game, tiers, needed, amount),
    )
    if given is not None:
        return given
    game.queue = game.facts.get(ATTACK_QUEUE)
    options = []
    for division in _legal_ones(tiers, needed, amount):
        options.append(Option(division, ()))
        if len(options) > MOST_DIVISIONS:
            raise NotModelled("how the combat damage is divided is not given", card_name(game, source))
    result: dict[Thing, int] = choose(game, player, options, what)
    return result


def given_division(
    game: Game,
    player: str,
    places: list[deque[Any]],
    receivers: list[Thing],
    legal: Callable[[dict[Thing, int]], bool],
    what: str,
    possible: Callable[[], tuple[str, ...]],
) -> dict[Thing, int] | None:
    """The first legal division that the script gives for those receivers, taken out of its answers.

    One that isn't allowed is refused and said (`possible`: what would be), and the next one counts.
    """
    for queue in places:
        for given in [answer for answer in queue if isinstance(answer, dict)]:
            division = read_map(game, given, receivers)
            if division is None:
                continue
            queue.remove(given)
            if legal(division):
                return division
            refuse(game, player, given, what, possible())
    return None


def refuse(game: Game, player: str, given: Any, what: str, possible: tuple[str, ...]) -> None:
    """Keep in mind an answer that is not allowed, so that it is said and not dropped."""
    game.suspects.append(IllegalChoice(given, player, what, possible, deque([given])))


def _places(game: Game) -> list[deque[Any]]:
    """Where a division may stand: the attack's and the block's choices, the step's, those of the script's entry."""
    found: list[deque[Any]] = []
    for queue in (
        game.facts.get(ATTACK_QUEUE),
        game.facts.get(BLOCK_QUEUE),
        game.step_queue,
        game.serving,
    ):
        if queue and not any(queue is other for other in found):
            found.append(queue)
    return found


def read_map(game: Game, given: dict[Any, Any], receivers: list[Thing]) -> dict[Thing, int] | None:
    """What each receiver gets by a map from names to numbers; None for one that is about others."""
    division = dict.fromkeys(receivers, 0)
    used: set[Any] = set()
    for thing in receivers:
        for name in thing_option(game, thing).names:
            if name in given:
                used.add(name)
                number = given[name]
                division[thing] = number if type(number) is int and number >= 0 else -1
                break
    return division if used == set(given) else None


def _legal(division: dict[Thing, int], tiers: list[list[Thing]], needed: dict[Thing, int]) -> bool:
    if any(share < 0 for share in division.values()):
        return False
    return all(
        all(division[thing] >= needed[thing] for earlier in tiers[:index] for thing in earlier)
        for index, tier in enumerate(tiers)
        if any(division[thing] > 0 for thing in tier)
    )


def _legal_ones(
    tiers: list[list[Thing]], needed: dict[Thing, int], amount: int
) -> Iterator[dict[Thing, int]]:
    receivers = [thing for tier in tiers for thing in tier]
    for looked_at, spread in enumerate(shares(amount, len(receivers))):
        if looked_at > MOST_LOOKED_AT:
            raise NotModelled("how the combat damage is divided is not given")
        division = dict(zip(receivers, spread, strict=True))
        if _legal(division, tiers, needed):
            yield division


def shares(amount: int, count: int) -> Iterator[tuple[int, ...]]:
    if count == 1:
        yield (amount,)
        return
    for first in range(amount + 1):
        for rest in shares(amount - first, count - 1):
            yield (first, *rest)


def _words(game: Game, tiers: list[list[Thing]], needed: dict[Thing, int], amount: int) -> tuple[str, ...]:
    names = {thing: thing_option(game, thing).names[0] for tier in tiers for thing in tier}
    first = (", ".join(f"{names[thing]} at least {needed[thing]}" for thing in needed),) if needed else ()
    return (f"{amount} among {', '.join(map(str, names.values()))}", *first)
