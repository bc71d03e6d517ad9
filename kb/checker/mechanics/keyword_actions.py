"""Keyword actions that do something to one permanent or library: explore, connive, discover, amass, bolster … (CR 701)."""

from __future__ import annotations

from kb.checker.casting import cast_if_able
from kb.checker.characteristics import chars
from kb.checker.choices import NO, YES, Option, choose
from kb.checker.dispatch import Scope, follow, not_modelled, number, objects_of, players_of
from kb.checker.effects.acts import act
from kb.checker.effects.tokens import make_tokens
from kb.checker.event import Event, emits
from kb.checker.event_data import BY, COUNTER, NEW, POSITION, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.permissions import Permission
from kb.checker.rules import Reason, rule
from kb.checker.shuffling import know_top
from kb.checker.state import Game, Obj, battlefield, cards_in_library, known

emits("explore", "connive", "discover", "amass", "bolster")


def _controller(game: Game, identity: int) -> str:
    return chars(game, identity).controller


@act("explore")
@rule("701.44a")
def explore(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.44a: reveal the top card: a land goes to hand, else a +1/+1 counter and the card may go to the graveyard."""
    for thing in objects_of(game, effect.what or ast.This(), scope):
        player = _controller(game, thing)
        know_top(game, player, 1)
        library = cards_in_library(game, player)
        land = False
        if library:
            top = library[0]
            if top.printed.blank:
                raise not_modelled(
                    game, effect, scope, "a card of the library that the scenario doesn't give"
                )
            happen(game, Event("reveal", top.id, player=player))
            land = "land" in top.printed.types
            if land:
                happen(
                    game,
                    Event("move", top.id, player=player, data=having(TO("hand"), WHY("effect"))).why(
                        "701.44a"
                    ),
                )
        if not land:
            if thing in game.objects:
                happen(
                    game,
                    Event("counters", thing, amount=1, data=having(COUNTER("+1/+1"), BY(player))).why(
                        "701.44a"
                    ),
                )
            if library and choose(game, player, [Option("top", ("top", *NO.names)), Option("graveyard", ("graveyard", *YES.names))],
                                  "where the explored card goes") == "graveyard":  # fmt: skip
                happen(
                    game,
                    Event("move", library[0].id, player=player, data=having(TO("graveyard"), WHY("effect"))),
                )
        happen(game, Event("explore", thing, player=player))


@act("connive")
@rule("701.50a")
def connive(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.50a: draw, then discard; a +1/+1 counter for each nonland card discarded."""
    count = number(game, effect.amount, scope) if effect.amount is not None else 1
    for thing in objects_of(game, effect.what or ast.This(), scope):
        player = _controller(game, thing)
        for _ in range(count):
            happen(game, Event("draw", player=player, source=scope.source).why("701.50a"))
        discarded = 0
        for _ in range(count):
            hand = [game.objects[i] for i in game.zones.get(f"hand:{player}", ())]
            if not hand:
                break
            card = choose(
                game,
                player,
                [thing_option(game, obj.id) for obj in hand],
                "which card is discarded (connive)",
            )
            if known(game, card).printed.blank:
                raise not_modelled(
                    game, effect, scope, "a card of the library that the scenario doesn't give"
                )
            discarded += "land" not in known(game, card).printed.types
            happen(game, Event("discard", card, player=player, source=scope.source))
        if discarded and thing in game.objects:
            happen(
                game,
                Event("counters", thing, amount=discarded, data=having(COUNTER("+1/+1"), BY(player))).why(
                    "701.50a"
                ),
            )
        happen(game, Event("connive", thing, player=player))


@act("discover")
@rule("701.57a")
def discover(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.57a: exile until a nonland card of that mana value or less; cast it free or take it; the rest to the bottom."""
    limit = number(game, effect.amount, scope) if effect.amount is not None else 0
    for player in players_of(game, effect.who, scope):
        exiled: list[int] = []
        hit: Obj | None = None
        while hit is None:
            know_top(game, player, 1)
            library = cards_in_library(game, player)
            if not library:
                break
            if library[0].printed.blank:
                raise not_modelled(
                    game, effect, scope, "a card of the library that the scenario doesn't give"
                )
            moved = happen(
                game,
                Event("move", library[0].id, player=player, data=having(TO("exile"), WHY("effect"))).why(
                    "701.57a"
                ),
            )
            new = next(event.data[NEW] for event in moved if event.kind == "move")
            exiled.append(new)
            printed = known(game, new).printed
            if "land" not in printed.types and printed.mana_value <= limit:
                hit = game.objects.get(new)
        if hit is not None:
            if choose(game, player, [YES, NO], f"cast {hit.printed.name} (discover)"):
                way = Permission(
                    "discover",
                    cost="",
                    timing="instant",
                    reasons=[Reason("701.57a", {"card": hit.printed.name})],
                )
                cast_if_able(game, player, hit, way)
            if hit.id in game.objects and game.objects[hit.id].zone == "exile":
                happen(game, Event("move", hit.id, player=player, data=having(TO("hand"), WHY("effect"))))
        rest = [card for card in exiled if card in game.objects and game.objects[card].zone == "exile"]
        happen(
            game,
            *(
                Event("move", card, data=having(TO("library"), POSITION("random"), WHY("effect")))
                for card in rest
            ),
        )
        happen(game, Event("discover", player=player))


@act("amass")
@rule("701.47a")
def amass(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.47a: without an Army create a 0/0 one; put N +1/+1 counters on an Army; it becomes that type too."""
    count = number(game, effect.amount, scope) if effect.amount is not None else 0
    subtype = (effect.word or "zombie").lower().rstrip("s") if effect.word != "Orcs" else "orc"
    for player in players_of(game, effect.who, scope):
        armies = [
            obj.id
            for obj in battlefield(game)
            if chars(game, obj.id).is_a("army") and _controller(game, obj.id) == player
        ]
        if not armies:
            zero = ast.Number(0)
            army = ast.Token(
                types=("creature",), subtypes=(subtype, "army"), colors=("B",), power=zero, toughness=zero
            )
            armies = make_tokens(game, scope, player, 1, army)
        if not armies:
            continue
        picked = choose(game, player, [thing_option(game, i) for i in armies], "which Army")
        happen(
            game,
            Event("counters", picked, amount=count, data=having(COUNTER("+1/+1"), BY(player))).why("701.47a"),
        )
        if picked in game.objects and not chars(game, picked).is_a(subtype):
            become = ast.ForDuration(
                (ast.Modify(ast.It(), (ast.AddTypes((subtype,)),)),), ast.Duration("game")
            )
            follow(game, become, scope.inner(it=[picked]))
        scope.it = [picked]
        happen(game, Event("amass", player=player))


@act("bolster")
@rule("701.39a")
def bolster(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.39a: N +1/+1 counters on a creature you control with the least toughness."""
    count = number(game, effect.amount, scope) if effect.amount is not None else 0
    for player in players_of(game, effect.who, scope):
        mine = [
            obj.id
            for obj in battlefield(game)
            if "creature" in chars(game, obj.id).types and _controller(game, obj.id) == player
        ]
        if not mine:
            continue
        least = min(chars(game, i).toughness or 0 for i in mine)
        smallest = [i for i in mine if (chars(game, i).toughness or 0) == least]
        picked = choose(game, player, [thing_option(game, i) for i in smallest], "creature to bolster")
        happen(
            game,
            Event("counters", picked, amount=count, data=having(COUNTER("+1/+1"), BY(player))).why("701.39a"),
        )
        happen(game, Event("bolster", player=player))
