"""What cards do with planar decks (CR 901, 311.7, 701.31): revealing, putting back, chaos of revealed planes, two planes at once."""

from __future__ import annotations

from kb.checker.characteristics import abilities
from kb.checker.choices import Option, choose
from kb.checker.dispatch import Scope, number, players_of
from kb.checker.effects.acts import act
from kb.checker.event import Event, emits
from kb.checker.event_data import PLANES
from kb.checker.events import happen
from kb.checker.facts import PLANAR_CONTROLLER
from kb.checker.keys import Fact, ScopeFact, having
from kb.checker.mechanics.planechase import decks
from kb.checker.mechanics.planeswalking import deck_of
from kb.checker.oracle import ast
from kb.checker.state import Game, NotModelled, Obj, of_card
from kb.checker.triggers import trigger_now
from kb.checker.vocabulary import knows

PLANAR_UNORDERED: Fact[list[list[int]]] = Fact("planar_unordered")
"""Groups of cards of which nobody knows the order."""
PLANAR_REVEALED: ScopeFact[list[int]] = ScopeFact("planar_revealed")
"""Revealed cards that are still to be dealt with, top first."""


knows(ast.RulePart, "name", "blank is chaos", "everything untaps", "reveal draws")
emits("reveal_planar")


def _revealed(scope: Scope) -> list[int]:
    """The revealed cards that are still to be dealt with, top first; they stay in the planar deck until then."""
    found: list[int] = scope.facts.setdefault(PLANAR_REVEALED, [])
    return found


def _reveal(game: Game, scope: Scope, player: str, cards: list[int]) -> None:
    for card in cards:
        obj = of_card(game, card)
        if obj is not None:
            happen(game, Event("reveal_planar", obj.id, player=player))
    _revealed(scope).extend(cards)


@act("reveal planar")
def reveal(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Reveal cards from the top of one's planar deck (the shared one, where there is one)."""
    count = number(game, effect.amount, scope) if effect.amount is not None else 1
    for player in players_of(game, effect.who, scope):
        if decks(game):
            deck = deck_of(game, player)
            order_known(game, player, deck, count)
            _reveal(game, scope, player, deck[:count])


@act("reveal planar until")
def reveal_until(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Reveal from the top until so many planes have been revealed."""
    wanted = number(game, effect.amount, scope) if effect.amount is not None else 1
    for player in players_of(game, effect.who, scope):
        if not decks(game):
            continue
        deck = deck_of(game, player)
        taken: list[int] = []
        while len(taken) < len(deck) and sum(_is_plane(game, card) for card in taken) < wanted:
            order_known(game, player, deck, len(taken) + 1)
            taken.append(deck[len(taken)])
        _reveal(game, scope, player, taken)


def _is_plane(game: Game, card: int) -> bool:
    obj = of_card(game, card)
    return obj is not None and "plane" in obj.printed.types


def _options(game: Game, cards: list[int]) -> list[Option]:
    objects = [of_card(game, card) for card in cards]
    return [Option(obj.card, (obj.printed.name,), obj.printed.name) for obj in objects if obj is not None]


@act("planar top")
def to_the_top(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Put one revealed plane on top."""
    for player in players_of(game, effect.who, scope):
        planes = [card for card in _revealed(scope) if _is_plane(game, card)]
        if planes:
            card = choose(game, player, _options(game, planes), "which plane goes on top of the planar deck")
            _revealed(scope).remove(card)
            deck = deck_of(game, player)
            deck.remove(card)
            deck.insert(0, card)


@act("planar bottom", "planar bottom random")
def to_the_bottom(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Put what is left of the revealed cards on the bottom, in an order that is chosen or unknown."""
    for player in players_of(game, effect.who, scope):
        rest = _revealed(scope)
        deck = deck_of(game, player)
        if effect.name.endswith("random") and len(rest) > 1:
            game.facts.setdefault(PLANAR_UNORDERED, []).append(list(rest))
            deck[:] = [card for card in deck if card not in rest] + rest
            rest.clear()
        while rest:
            what = "order of cards on the bottom of the planar deck"
            card = choose(game, player, _options(game, rest), what)
            rest.remove(card)
            deck.remove(card)
            deck.append(card)


def order_known(game: Game, player: str, deck: list[int], count: int) -> None:
    """Where the order of cards was random, whatever comes next is one of them: every possibility is tried."""
    for group in game.facts.get(PLANAR_UNORDERED, ()):
        for index in range(min(count, len(deck))):
            if deck[index] not in group:
                continue
            here = [card for card in group if card in deck]
            if len(here) > 1:
                card = choose(game, player, _options(game, here), "which card the random order has put first")
                other = deck.index(card)
                deck[index], deck[other] = deck[other], deck[index]
                group.remove(card)


@act("chaos of revealed")
def chaos_of_revealed(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Follow "each of the revealed cards' chaos abilities triggers": also of planes that are still face down (311.7)."""
    controller = game.facts.get(PLANAR_CONTROLLER, scope.controller)
    for card in list(_revealed(scope)):
        obj = of_card(game, card)
        if obj is not None:
            _chaos_of(game, obj, controller)


def _chaos_of(game: Game, obj: Obj, controller: str) -> None:
    obj.controller = controller
    event = Event("chaos_ensues", obj.id, player=controller).why("311.7", "revealed", card=obj.printed.name)
    event.touches.add(f"triggered:{obj.card}")
    happened = happen(game, event)
    for ability in abilities(game, obj.id):
        node = ability.node
        if isinstance(node, ast.Triggered) and isinstance(node.event, ast.UnreadEvent):
            raise NotModelled("the condition of this trigger is not read", obj.printed.name, node.text)
        if isinstance(node, ast.Triggered) and node.event == ast.Happens("chaos ensues") and happened:
            trigger_now(game, ability, happened[0])


@act("planeswalk to revealed")
def planeswalk_to_revealed(game: Game, effect: ast.Act, scope: Scope) -> None:
    """Planeswalk to all the revealed planes at once."""
    for player in players_of(game, effect.who, scope):
        planes = [card for card in _revealed(scope) if _is_plane(game, card)]
        for card in planes:
            _revealed(scope).remove(card)
        event = Event("planeswalk", player=player, data=having(PLANES(planes)))
        happen(game, event.why("701.31b", player=player))


@act("reverse turn order")
def reverse(game: Game, effect: ast.Act, scope: Scope) -> None:
    """The order of turns runs the other way round from now on."""
    names = list(game.players)
    game.players = {name: game.players[name] for name in reversed(names)}
