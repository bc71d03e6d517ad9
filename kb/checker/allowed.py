"""What lets an action through: the rules of a `can` that is answered with yes, the deciding ones first.

What is declared or done records the rules of the action itself; here stands why this object may do it after all: under
control since the turn began, haste, an effect that makes it a creature. A mechanic adds its reasons to `MAY_ATTACK`,
`MAY_BLOCK` or `MAY_CAST`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kb.checker.characteristics import chars, has_keyword
from kb.checker.checks import state_reasons
from kb.checker.marks import GOADED
from kb.checker.rules import Reason
from kb.checker.state import Game, Obj, card_name, stack
from kb.checker.telling import telling

MAY_ATTACK: list[Callable[[Game, Obj, int | str], list[Reason]]] = []
"""Functions `(game, attacker, whom) -> reasons`."""
MAY_BLOCK: list[Callable[[Game, Obj, Obj], list[Reason]]] = []
"""Functions `(game, blocker, attacker) -> reasons`."""
MAY_CAST: list[Callable[[Game, Obj], list[Reason]]] = []
"""Functions `(game, spell) -> reasons`."""


def why_allowed(game: Game, player: str, action: str) -> list[Reason]:
    """Why what the player has just done could be done."""
    return list(_found(game, player, action))


def _found(game: Game, player: str, action: str) -> Iterator[Reason]:
    combat = game.combat
    if action == "attack" and combat is not None:
        for identity, whom in combat.attackers.items():
            yield from attacker(game, game.objects[identity], whom)
    elif action == "block" and combat is not None:
        for blocker, attackers in combat.blockers.items():
            if chars(game, blocker).controller != player:
                continue
            for other in attackers:
                for why in MAY_BLOCK:
                    yield from why(game, game.objects[blocker], game.objects[other])
            yield Reason("509.1a", {"card": card_name(game, blocker)}, "able")
    elif action == "cast" and stack(game):
        for explain in MAY_CAST:
            yield from explain(game, stack(game)[-1])


def attacker(game: Game, obj: Obj, whom: int | str) -> Iterator[Reason]:
    """A creature attacks if its controller has had it since the turn began, or if it has haste (302.6, 702.10b)."""
    what = chars(game, obj.id)
    slots = {"card": what.name}
    for why in MAY_ATTACK:
        yield from why(game, obj, whom)
    if obj.since < game.turn:
        yield Reason("302.6", slots)
    elif has_keyword(game, obj.id, "haste"):
        yield Reason("702.10b", slots)
        yield from what.reasons.get("abilities", ())
        yield from telling(state_reasons(game, obj, "abilities"))
    if what.printed is not None and "creature" not in what.printed.types:
        yield from what.reasons.get("types", ())
        yield from telling(state_reasons(game, obj, "types"))
    yield Reason("508.1a", slots)


def goaded(game: Game, obj: Obj, whom: int | str) -> list[Reason]:
    """A goaded creature may be declared against another player; once the goading is over, against anybody (701.15a, b)."""
    by = obj.marks.get(GOADED)
    if by is None:
        return []
    slots = {"card": card_name(game, obj.id)}
    return [Reason("701.15b", slots)] if by else [Reason("701.15a", slots, "over")]


MAY_ATTACK.append(goaded)
