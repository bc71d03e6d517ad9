"""Choosing objects and players while an instruction is followed, among what the one who acts may choose."""

from __future__ import annotations

from collections.abc import Iterator

from kb.checker.characteristics import chars
from kb.checker.choices import Option, choose, suspect
from kb.checker.dispatch import Scope, Thing, number, objects_of, players_of, refs
from kb.checker.keys import Fact
from kb.checker.meaning.refs import matching, thing_option
from kb.checker.oracle import ast
from kb.checker.state import Game, card_name, known

FORCED: Fact[bool] = Fact("forced")
"""The next choice has to be made as far as possible."""


def for_player(scope: Scope, player: str, who: ast.Ref | None = None) -> Scope:
    """The scope in which a player follows their part of "each player …": they act, and "they" is that player.

    "That many" is what they did themselves. Where `who` says that it is "you" who acts, "that player" stays who it was.
    """
    if isinstance(who, ast.You):
        return scope.inner(actor=player)
    amount = scope.amount
    if scope.each is not None and (player in scope.each or _several(who)):
        amount = scope.each.get(player, 0)  # one of several players who did nothing has done 0
    return scope.inner(actor=player, iterated=player, amount=amount)


def _several(who: ast.Ref | None) -> bool:
    """Whether those who act are players by "each": the same ones as in the instruction before."""
    return not isinstance(who, ast.Players) or who.who in ("each", "opponents", "others", "iterated")


def sacrificing(scope: Scope, player: str, who: ast.Ref | None = None) -> Scope:
    """The scope in which a player sacrifices: only what they control can be chosen (701.21a)."""
    return for_player(scope, player, who).inner(own="battlefield")


def discarding(scope: Scope, player: str, who: ast.Ref | None = None) -> Scope:
    """The scope in which a player discards: only cards in their hand can be chosen (701.9a)."""
    return for_player(scope, player, who).inner(own="hand")


OWN = {ast.Sacrifice: sacrificing, ast.Discard: discarding}
"""Instructions that can only be about what the one who acts has: in which scope each follows them."""


def is_own(game: Game, thing: Thing, scope: Scope) -> bool:
    """CR 701.21a, 701.9a: nobody can sacrifice what they don't control, or discard a card that isn't in their hand."""
    if not scope.own or scope.actor is None:
        return True
    if isinstance(thing, str):
        return False
    obj = known(game, thing)
    if obj.zone != scope.own:
        return False
    return (obj.owner if scope.own == "hand" else chars(game, thing).controller) == scope.actor


def actors(game: Game, who: ast.Ref, what: ast.Ref, scope: Scope) -> list[Scope]:
    """The scopes in which to find what an instruction is about: where it is chosen, each of `who` chooses."""
    if not any(isinstance(node, ast.Pick) for node in ast.walk(what)):
        return [scope]
    return [for_player(scope, player, who) for player in players_of(game, who, scope)]


def taken_by(game: Game, who: ast.Ref, what: ast.Ref, scope: Scope) -> list[int]:
    """The objects an instruction is about, each once."""
    found = [thing for acting in actors(game, who, what, scope) for thing in objects_of(game, what, acting)]
    return list(dict.fromkeys(found))


def choosable(game: Game, ref: ast.Pick, scope: Scope) -> list[Thing]:
    """What a choice is between: what fits, and of that what the one who acts may take."""
    return [thing for thing in matching(game, ref.filter, scope) if is_own(game, thing, scope)]


def picks_in(game: Game, node: object, scope: Scope) -> Iterator[tuple[ast.Pick, Scope]]:
    """The choices below a node (or nodes), each with the scope in which it will be made."""
    if isinstance(node, tuple):
        for item in node:
            yield from picks_in(game, item, scope)
        return
    if isinstance(node, ast.Pick):
        yield node, scope
        return
    if isinstance(node, ast.Sacrifice | ast.Discard):
        for player in players_of(game, node.who, scope):
            yield from picks_in(game, node.what, OWN[type(node)](scope, player, node.who))
        return
    for part in ast.parts(node):
        yield from picks_in(game, part, scope)


@refs(ast.Pick)
def pick(game: Game, ref: ast.Pick, scope: Scope) -> list[Thing]:
    """As many that fit as the text says, chosen now (608.2d) by the one who follows the instruction."""
    player = scope.actor or scope.controller
    if ref.chooser is not None:
        player = (players_of(game, ref.chooser, scope) or [player])[0]
    return pick_from(game, choosable(game, ref, scope), ref, scope, player)


def pick_from(game: Game, things: list[Thing], ref: ast.Pick, scope: Scope, player: str) -> list[Thing]:
    """Choose between `least` and `most` of the things, one after the other."""
    least = number(game, ref.least, scope)
    most = len(things) if isinstance(ref.most, ast.AnyNumber) else number(game, ref.most, scope)
    if ref.random and 0 < most < len(things):
        return _one_each(game, things, most, most, player, scope, "random")
    return _one_each(game, things, min(least, len(things)), min(most, len(things)), player, scope, "choose")


def _one_each(
    game: Game, things: list[Thing], least: int, most: int, player: str, scope: Scope, what: str
) -> list[Thing]:
    forced = bool(game.facts.pop(FORCED, False))
    source = card_name(game, scope.source) if scope.source else ""
    if least >= len(things) and not forced:
        suspect(game, player, [thing_option(game, thing) for thing in things], f"{what} ({source})")
        return things
    picked: list[Thing] = []
    rest = list(things)
    while rest and len(picked) < most:
        options = [thing_option(game, thing) for thing in rest]
        if len(picked) >= least:
            options.append(Option(None, (False, "no", "none", "done")))
        value = choose(game, player, options, f"{what} ({source})", forced=forced)
        if value is None:
            break
        picked.append(value)
        rest.remove(value)
    return picked
