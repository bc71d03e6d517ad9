"""Looking through libraries: reveal, look, search, shuffle, scry, surveil (ast.library, 701.23 …)."""

from __future__ import annotations

from kb.checker.choices import NO, Option, choose
from kb.checker.dispatch import (
    Scope,
    Thing,
    effects,
    find,
    fits,
    not_modelled,
    number,
    objects_of,
    players_of,
)
from kb.checker.effects.acts import act
from kb.checker.event import Event
from kb.checker.event_data import NEW, TO, WHY
from kb.checker.events import happen
from kb.checker.keys import having
from kb.checker.log import note
from kb.checker.marks import CHOSEN, LINKED
from kb.checker.meaning.picking import for_player, pick_from
from kb.checker.meaning.refs import thing_option
from kb.checker.oracle import ast
from kb.checker.rules import Reason, rule
from kb.checker.shuffling import know_top, shuffle_library
from kb.checker.state import Game, battlefield, known, stack, touch, zone_key
from kb.checker.vocabulary import knows


@effects(ast.Reveal, ast.Look)
def look(game: Game, effect: ast.Reveal | ast.Look, scope: Scope) -> None:
    """CR 701.20: reveal, or look at, cards: they stay where they are."""
    cards = objects_of(game, effect.what, scope)
    scope.seen = list(cards)
    scope.it = list(cards)
    scope.did, scope.amount = bool(cards), len(cards)
    by = (players_of(game, effect.who, scope) or [scope.controller])[0]
    if isinstance(effect, ast.Reveal) and cards:  # to look at cards changes only what a player knows
        happen(game, *(Event("reveal", card, player=by, source=scope.source) for card in cards))
        scope.did_to("revealed", cards)


@effects(ast.RevealUntil)
def reveal_until(game: Game, effect: ast.RevealUntil, scope: Scope) -> None:
    """Reveal from the top until something that fits."""
    stop = effect.stop
    if not isinstance(stop, ast.Pick | ast.All):
        raise not_modelled(game, effect, scope, "revealing until something other than cards that fit")
    wanted = number(game, stop.most, scope) if isinstance(stop, ast.Pick) else 1
    scope.seen, scope.it, scope.did, scope.amount = [], [], False, None
    for player in players_of(game, effect.who, scope):
        seen: list[int] = []
        hits: list[Thing] = []
        know_top(game, player, len(game.zones.get(zone_key("library", player), [])) if stop else 0)
        for card in list(reversed(game.zones.get(zone_key("library", player), []))):
            seen.append(card)
            where = [part for part in stop.filter.where if not isinstance(part, ast.InZone)]
            if all(fits(game, part, card, scope) for part in where):
                hits.append(card)
                if len(hits) >= wanted:
                    break
        if effect.to is not None:
            happened = happen(
                game,
                *(
                    Event("move", c, source=scope.source, data=having(TO(effect.to), WHY("effect")))
                    for c in seen
                ),
            )
            new = {
                event.obj: event.data[NEW] for event in happened if event.kind == "move" and NEW in event.data
            }
            seen = [new.get(card, card) for card in seen]
            hits = [new.get(card, card) if isinstance(card, int) else card for card in hits]
        scope.seen, scope.it, scope.did, scope.amount = seen, hits, bool(hits), None
        scope.did_to("exiled" if effect.to == "exile" else "revealed", seen)


@effects(ast.Search)
@rule("701.23a", "701.23b")
def search(game: Game, effect: ast.Search, scope: Scope) -> None:
    """CR 701.23a, 701.23b: look through a zone and find cards that fit; in a hidden zone finding less is allowed."""
    players = players_of(game, effect.who, scope)
    player = players[0] if players else scope.controller
    owners = players_of(game, effect.whose, scope)
    ids = [i for zone in effect.zones for owner in owners for i in game.zones.get(zone_key(zone, owner), ())]
    find_ = effect.find
    if not isinstance(find_, ast.Pick):
        raise not_modelled(game, effect, scope, "a search for something other than cards that fit")
    where = [part for part in find_.filter.where if not isinstance(part, ast.InZone)]
    fitting: list[Thing] = [i for i in ids if all(fits(game, part, i, scope) for part in where)]
    stated = bool(where)
    least = ast.Number(0) if stated else find_.least
    picked = pick_from(game, fitting, ast.Pick(find_.filter, least, find_.most), scope, player)
    happen(game, Event("search", player=player, source=scope.source))
    if effect.reveal:
        shown = [card for card in picked if isinstance(card, int)]
        happen(game, *(Event("reveal", card, player=player, source=scope.source) for card in shown))
        scope.did_to("revealed", shown)
    scope.it, scope.did, scope.seen = picked, bool(picked), [i for i in picked if isinstance(i, int)]
    scope.amount = len(picked)


@effects(ast.Shuffle)
def shuffle(game: Game, effect: ast.Shuffle, scope: Scope) -> None:
    """CR 701.24: the order of a shuffled library is not known any more."""
    if effect.what is not None:
        for card in objects_of(game, effect.what, scope):
            if card in game.objects:
                happen(
                    game, Event("move", card, source=scope.source, data=having(TO("library"), WHY("effect")))
                )
    for player in players_of(game, effect.who, scope):
        shuffle_library(game, player)
        happen(game, Event("shuffle", player=player, source=scope.source))


@act("scry")
@rule("701.22a")
def scry(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.22a: look at that many cards and put any number on the bottom, the rest back on top."""
    _arrange(game, effect, scope, "scry", "bottom")


@act("surveil")
@rule("701.25a")
def surveil(game: Game, effect: ast.Act, scope: Scope) -> None:
    """CR 701.25a: look at that many cards and put any number into the graveyard, the rest back on top."""
    _arrange(game, effect, scope, "surveil", "graveyard")


def _arrange(game: Game, effect: ast.Act, scope: Scope, verb: str, away: str) -> None:
    count = number(game, effect.amount, scope) if effect.amount is not None else 1
    for player in players_of(game, effect.who, scope):
        if count <= 0:
            continue
        ids = game.zones.get(zone_key("library", player), [])
        know_top(game, player, count)
        looked = ids[::-1][:count]
        if not looked:
            continue
        scope.seen = list(looked)
        alone = len(ids) == 1 and away == "bottom"
        for card in looked:
            names = (card_names(game, card), (away,))
            options = [Option("top", ("top",)), Option(away, names[1], None)]
            same = alone or (away == "bottom" and all(game.objects[i].printed.blank for i in ids))
            where = (
                "top"
                if same
                else choose(game, player, options, f"{verb}: where {known(game, card).printed.name} goes")
            )
            if where == "bottom":
                ids.remove(card)
                ids.insert(0, card)
                touch(game)
            elif where == "graveyard":
                happen(
                    game,
                    Event(
                        "move",
                        card,
                        player=player,
                        source=scope.source,
                        data=having(TO("graveyard"), WHY("surveil")),
                    ),
                )
        kept = [card for card in looked if card in ids[-len(looked) :]]
        if len(kept) > 1:
            _reorder(game, player, ids, kept)
        happen(game, Event(verb, player=player, source=scope.source, amount=count))
        note(game, verb, {"player": player, "n": count}, [Reason("701.22a" if verb == "scry" else "701.25a")],
             {f"library:{player}"}, shown=False)  # fmt: skip


def card_names(game: Game, card: int) -> tuple[str, ...]:
    """Names by which an answer may call a card."""
    return tuple(str(name) for name in thing_option(game, card).names)


def _reorder(game: Game, player: str, ids: list[int], kept: list[int]) -> None:
    """The cards that stay on top go back in any order (701.22a)."""
    rest = list(kept)
    order: list[int] = []
    while len(rest) > 1:
        options = [thing_option(game, card) for card in rest]
        keep = Option(None, NO.names, "keep")
        picked = (
            choose(game, player, [*options, keep], "order of the cards on top") if _answered(game) else None
        )
        if picked is None:
            break
        order.append(picked)
        rest.remove(picked)
    order += rest
    for card in kept:
        ids.remove(card)
    ids.extend(reversed(order))
    touch(game)


def _answered(game: Game) -> bool:
    """Whether the script gives an order; nobody asks for one otherwise, the cards stay as they were."""
    return any(isinstance(queue[0], list) for queue in (game.queue, game.step_queue) if queue)


knows(ast.ChooseValue, "what", "objects", "source", "color", "player", "opponent", "basic land type", "creature type", "land type",
      "card type", "number", "card name", "nonland card name", "creature card name", "land card name",
      beginning=("color other than ", "creature type other than "))  # fmt: skip


@effects(ast.ChooseValue)
def choose_value(game: Game, effect: ast.ChooseValue, scope: Scope) -> None:
    """CR 607.2d: something is chosen for this object, and linked abilities find it."""
    players = players_of(game, effect.who, scope)
    player = players[0] if players else scope.controller
    obj = known(game, scope.source)
    if effect.pick is not None and effect.what == "source":
        scope.it = _source(game, effect.pick, for_player(scope, player, effect.who), player)
        return
    if effect.pick is not None:
        things = find(game, effect.pick, for_player(scope, player, effect.who))
        obj.marks[LINKED["chosen"]] = list(things)
        scope.it = things
        return
    options = _values(game, effect, scope, player)
    value = choose(game, player, options, f"{effect.what} for {obj.printed.name}")
    obj.marks[CHOSEN[_kind_chosen(effect.what)]] = value
    scope.it, scope.did = [value] if value in game.players else [], True


def _kind_chosen(what: str) -> str:
    """What linked abilities call it: limits on the choice ("nonland card name", "color other than white") left out.

    >>> [_kind_chosen(what) for what in ("nonland card name", "creature type other than wall", "opponent")]
    ['card name', 'creature type', 'player']
    """
    what = what.split(" other than ")[0]
    if what.endswith("card name"):
        return "card name"
    return "player" if what == "opponent" else what


@rule("609.7a")
def _source(game: Game, pick: ast.Ref, scope: Scope, player: str) -> list[Thing]:
    """CR 609.7a: a source of damage may be a permanent, a spell on the stack, or the source of an ability there."""
    assert isinstance(pick, ast.Pick)
    found: dict[int, None] = dict.fromkeys(obj.id for obj in battlefield(game))
    for obj in stack(game):
        source = obj.id if obj.ability is None else obj.ability.source
        if source in game.objects:
            found[source] = None
    options = [
        thing_option(game, i) for i in found if all(fits(game, part, i, scope) for part in pick.filter.where)
    ]
    return [choose(game, player, options, "which source of damage")] if options else []


def _values(game: Game, effect: ast.ChooseValue, scope: Scope, player: str) -> list[Option]:
    match effect.what.split(" other than ")[0]:
        case "color":
            words = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
            not_this = effect.what.partition(" other than ")[2]
            return [Option(letter, (word, letter)) for letter, word in words.items() if word != not_this]
        case "player":
            return [Option(name, (name,)) for name in game.players]
        case "opponent":
            return [Option(name, (name,)) for name in game.players if name != player]
        case "basic land type":
            return [Option(word, (word,)) for word in ("plains", "island", "swamp", "mountain", "forest")]
        case _:
            queue = game.queue or game.step_queue
            if queue and isinstance(queue[0], str):
                value = queue.popleft()
                return [Option(value.lower() if effect.what.endswith("type") else value, (value,))]
            raise not_modelled(
                game, effect, scope, f"a choice of {effect.what!r} that the script doesn't answer"
            )
