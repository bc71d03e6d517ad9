"""CR 508.4: what a creature that is put onto the battlefield attacking attacks; CR 508.1b: what can be attacked."""

from __future__ import annotations

from kb.checker.characteristics import chars
from kb.checker.choices import choose
from kb.checker.meaning.refs import thing_option
from kb.checker.rules import rule
from kb.checker.state import Game, NotModelled, battlefield, opponents


@rule("508.1b")
def attackable(game: Game, player: str) -> list[int | str]:
    """CR 508.1b: the opponents, their planeswalkers, and the battles that they protect can be attacked."""
    others = opponents(game, player)
    found: list[int | str] = list(others)
    for obj in battlefield(game):
        what = chars(game, obj.id)
        if ("battle" in what.types and obj.protector in others) or (
            "planeswalker" in what.types and what.controller in others
        ):
            found.append(obj.id)
    return found


@rule("508.4", "506.3b")
def attacked_on_entering(game: Game, player: str, name: str, count: int = 1) -> int | str | None:
    """CR 508.4, 506.3b: its controller chooses what it attacks; under anybody's control but the attacker's it doesn't attack.

    Raises NotModelled where several enter together and each might attack another.
    """
    if game.combat is None or player != game.active:
        return None
    things = attackable(game, player)
    if not things:
        return None
    if count > 1 and len(things) > 1:
        raise NotModelled("what each of several creatures that enter attacking attacks", name)
    picked: int | str = choose(
        game, player, [thing_option(game, thing) for thing in things], f"what {name} attacks"
    )
    return picked
