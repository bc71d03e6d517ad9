"""Amounts and conditions: how many, and whether (ast.amounts)."""

from __future__ import annotations

from collections.abc import Callable

from kb.checker import roles
from kb.checker.characteristics import chars
from kb.checker.dispatch import (
    Scope,
    Thing,
    amounts,
    conditions,
    find,
    fits,
    holds,
    matched,
    not_modelled,
    number,
    objects_of,
    players_of,
)
from kb.checker.event_data import X_PAID
from kb.checker.facts import MONARCH, STARTING_LIFE
from kb.checker.log import because_read
from kb.checker.marks import KICKED, MANA_SPENT, TARGETS, X
from kb.checker.meaning.predicates import OPS, filtered, mana_value_of
from kb.checker.oracle import ast
from kb.checker.scenario_schema import COMBAT_STEPS
from kb.checker.state import NO_X, Game, Obj, known, zone_key
from kb.checker.vocabulary import knows

PlayerNumber = Callable[[Game, str], int]
PLAYER_NUMBERS: dict[str, PlayerNumber] = {}
"""Further numbers of a player by their words ("devotion B", "party"); mechanics add theirs."""


def player_number(*names: str) -> Callable[[PlayerNumber], PlayerNumber]:
    """Register a number of players by its words in the text: `(game, player) -> int`."""

    def register(function: PlayerNumber) -> PlayerNumber:
        PLAYER_NUMBERS.update(dict.fromkeys(names, function))
        knows(ast.Stat, "name", *names)
        return function

    return register


PlayerState = Callable[[Game, str], bool]
PLAYER_STATES: dict[str, PlayerState] = {}


def player_state(*names: str) -> Callable[[PlayerState], PlayerState]:
    """Register a state of a player by its words ("monarch", "completed a dungeon")."""

    def register(function: PlayerState) -> PlayerState:
        for name in names:
            PLAYER_STATES[name] = function
        knows(ast.PlayerIs, "state", *names)
        return function

    return register


@amounts(ast.Number)
def plain(game: Game, amount: ast.Number, scope: Scope) -> int:
    """The number itself."""
    return amount.value


@amounts(ast.X)
def x(game: Game, amount: ast.X, scope: Scope) -> int:
    """CR 107.3: the X chosen or paid for this spell or ability; of a permanent the X it was cast with (107.3m)."""
    if scope.x is not None:
        return scope.x
    paid = scope.event.data.get(X_PAID) if scope.event is not None else None
    if paid is not None:  # 107.3e: of the cost that the event paid
        return int(paid)
    for identity in (scope.item, scope.source):
        if identity:
            obj = known(game, identity)
            chosen = obj.marks.get(X)
            if chosen is not None:
                return chosen
            if X in obj.marks:
                if _copies_an_x(game, obj):
                    return 0  # 107.3m: no X was chosen for the spell that became it
                break
            if obj.zone != "stack" and "{X}" in (obj.printed.cost or "") and obj.ability is None:
                return 0  # 107.3g, 107.3m: of a permanent that was not cast, or whose X says nothing here
    raise not_modelled(game, amount, scope, NO_X)


def _copies_an_x(game: Game, obj: Obj) -> bool:
    """Whether the {X} in the mana cost of a permanent is only what it copies: there was none as it was cast."""
    here = obj.zone == "battlefield" and obj.ability is None and "{X}" not in (obj.printed.cost or "")
    return here and "{X}" in (chars(game, obj.id).cost or "")


@amounts(ast.AnyNumber)
def any_number(game: Game, amount: ast.AnyNumber, scope: Scope) -> int:
    """No upper limit."""
    return 1_000_000


@amounts(ast.Count)
def count(game: Game, amount: ast.Count, scope: Scope) -> int:
    """How many fit."""
    if isinstance(amount.of, ast.Filter):
        return len(filtered(game, amount.of, scope))
    return len(find(game, amount.of, scope))


knows(ast.Stat, "name", "life", "speed", "hand size", "poison", "starting life", "power", "toughness", "mana value", "loyalty",
      "times kicked", "targets beyond the first", "damage marked", "mana spent")  # fmt: skip


@amounts(ast.Stat)
def stat(game: Game, amount: ast.Stat, scope: Scope) -> int:
    """A number of an object or player; of several their total, greatest or least."""
    values = [value_of(game, amount, thing, scope) for thing in find(game, amount.of, scope)]
    if not values:
        return 0  # 107.2: a number that can't be determined is 0
    if amount.how == "greatest":
        return max(values)
    if amount.how == "least":
        return min(values)
    if amount.how != "total" and len(set(values)) > 1:
        raise not_modelled(game, amount, scope, f"which {amount.name} of several")
    return sum(values) if amount.how == "total" else values[0]


def value_of(game: Game, amount: ast.Stat, thing: Thing, scope: Scope) -> int:
    """One stat of one thing."""
    if isinstance(thing, str):
        player = game.players[thing]
        match amount.name:
            case "life":
                return player.life
            case "speed":
                if player.speed is None:
                    because_read(game, "702.179f", {"player": thing}, thing)
                return player.speed or 0
            case "hand size":
                return len(game.zones.get(zone_key("hand", thing), ()))
            case "poison":
                return player.counters.get("poison", 0)
            case "starting life":
                return int(player.facts.get(STARTING_LIFE, 20))
            case name:
                counted = PLAYER_NUMBERS.get(name)
                if counted is None:
                    raise not_modelled(game, amount, scope, f"number {name!r} of a player")
                return counted(game, thing)
    what = chars(game, thing)
    match amount.name:
        case "power":
            return what.power or 0
        case "toughness":
            return what.toughness or 0
        case "mana value":
            because_read(game, "202.3", {"card": what.name})
            return mana_value_of(game, thing)
        case "loyalty":
            return known(game, thing).counters.get("loyalty", 0)
        case "times kicked":
            return int(known(game, thing).marks.get(KICKED, 0))
        case "targets beyond the first":
            return max(0, len([t for group in known(game, thing).marks.get(TARGETS, ()) for t in group]) - 1)
        case "damage marked":
            return known(game, thing).damage
        case "mana spent":
            spent = known(game, thing).marks.get(MANA_SPENT, 0)
            if spent is None:
                raise not_modelled(game, amount, scope, NO_X)
            return int(spent)
        case name:
            raise not_modelled(game, amount, scope, f"number {name!r} of an object")


@amounts(ast.Counters)
def counters(game: Game, amount: ast.Counters, scope: Scope) -> int:
    """How many counters of a kind."""
    total = 0
    for thing in find(game, amount.on, scope):
        on = game.players[thing].counters if isinstance(thing, str) else known(game, thing).counters
        total += on.get(amount.kind, 0) if amount.kind else sum(on.values())
    return total


@amounts(ast.Times)
def times(game: Game, amount: ast.Times, scope: Scope) -> int:
    """A multiple."""
    return amount.factor * number(game, amount.amount, scope)


@amounts(ast.Sum)
def total(game: Game, amount: ast.Sum, scope: Scope) -> int:
    """A sum."""
    return sum(number(game, term, scope) for term in amount.terms)


@amounts(ast.Half)
def half(game: Game, amount: ast.Half, scope: Scope) -> int:
    """Half, rounded as the text says (107.1a)."""
    whole = number(game, amount.amount, scope)
    return -(-whole // 2) if amount.up else whole // 2


@amounts(ast.EventAmount)
def event_amount(game: Game, amount: ast.EventAmount, scope: Scope) -> int:
    """The amount of the event."""
    if scope.event_amount is not None:
        return scope.event_amount
    if scope.event is None or not roles.has_amount(scope.event):
        kind = scope.event.kind if scope.event is not None else "no event"
        raise not_modelled(game, amount, scope, f"an amount of {kind!r}")
    return int(scope.event.amount)


@amounts(ast.DoneAmount)
def done_amount(game: Game, amount: ast.DoneAmount, scope: Scope) -> int:
    """What the instruction before did."""
    if scope.amount is None:
        raise not_modelled(game, amount, scope, "how much the instruction before did")
    return scope.amount


knows(ast.Happened, "since", "this turn", "last turn", "this game")


@amounts(ast.Happened)
def happened(game: Game, amount: ast.Happened, scope: Scope) -> int:
    """How often something happened."""
    turns = {"this turn": {game.turn}, "last turn": {game.turn - 1}}.get(amount.since)
    if turns is None and amount.since != "this game":
        raise not_modelled(game, amount, scope, f"since {amount.since!r}")
    return sum(
        matched(game, amount.event, event, scope)
        for event in game.history
        if turns is None or event.turn in turns
    )


knows(
    ast.Distinct,
    "what",
    "names",
    "colors",
    "card types",
    "types",
    "mana values",
    "basic land types",
    "powers",
)


@amounts(ast.Distinct)
def distinct(game: Game, amount: ast.Distinct, scope: Scope) -> int:
    """How many different ones there are."""
    found: set[object] = set()
    for identity in objects_of(game, amount.among, scope):
        what = chars(game, identity)
        match amount.what:
            case "names":
                found.add(what.name)
            case "colors":
                found |= what.colors
            case "card types" | "types":
                found |= set(what.types)
            case "mana values":
                found.add(mana_value_of(game, identity))
            case "basic land types":
                found |= {"plains", "island", "swamp", "mountain", "forest"} & set(what.subtypes)
            case "powers":
                found.add(what.power)
            case name:
                raise not_modelled(game, amount, scope, f"different {name!r}")
    return len(found)


@conditions(ast.Is)
def is_so(game: Game, condition: ast.Is, scope: Scope) -> bool:
    """Everything referred to fits."""
    things = find(game, condition.ref, scope)
    return bool(things) and all(fits(game, condition.predicate, thing, scope) for thing in things)


@conditions(ast.Compare)
def compare(game: Game, condition: ast.Compare, scope: Scope) -> bool:
    """Two amounts compared."""
    return OPS[condition.op](number(game, condition.left, scope), number(game, condition.right, scope))


@conditions(ast.AllOf)
def all_of(game: Game, condition: ast.AllOf, scope: Scope) -> bool:
    """Each holds."""
    return all(holds(game, part, scope) for part in condition.conditions)


@conditions(ast.OneOf)
def one_of(game: Game, condition: ast.OneOf, scope: Scope) -> bool:
    """One holds."""
    return any(holds(game, part, scope) for part in condition.conditions)


@conditions(ast.Not)
def not_so(game: Game, condition: ast.Not, scope: Scope) -> bool:
    """It doesn't hold."""
    return not holds(game, condition.condition, scope)


@conditions(ast.Did)
def did(game: Game, condition: ast.Did, scope: Scope) -> bool:
    """What was optional just before was done."""
    if scope.did is None:
        raise not_modelled(game, condition, scope, "whether what came before was done")
    return scope.did


STEPS_MEANT: dict[str, tuple[str, ...]] = {
    "main": ("precombat_main", "postcombat_main"),
    "main phase": ("precombat_main", "postcombat_main"),
    "combat": COMBAT_STEPS,
    "end step": ("end",),
    "end": ("end",),
}


knows(ast.DuringTurn, "step", "", "upkeep", "draw", "precombat main", "postcombat main", "main", "main phase", "combat",
      "declare attackers", "declare blockers", "end", "end step")  # fmt: skip


@conditions(ast.DuringTurn)
def during_turn(game: Game, condition: ast.DuringTurn, scope: Scope) -> bool:
    """It is that player's turn, and that step."""
    if game.active not in players_of(game, condition.whose, scope):
        return False
    step = condition.step.replace(" step", "").replace(" phase", "")
    return not step or game.step in STEPS_MEANT.get(step, (step.replace(" ", "_"),))


@conditions(ast.MaxSpeed)
def max_speed(game: Game, condition: ast.MaxSpeed, scope: Scope) -> bool:
    """CR 702.179e: a speed of 4 is max speed."""
    return (game.players[scope.controller].speed or 0) >= 4


NamedState = Callable[[Game, str, str], bool]
NAMED_STATES: dict[str, NamedState] = {}
"""States whose words end in a name, by what stands before it ("completed " and a dungeon): `(game, player, name)`."""


def named_state(beginning: str) -> Callable[[NamedState], NamedState]:
    """Register a state of a player whose words go on with a name."""

    def register(function: NamedState) -> NamedState:
        NAMED_STATES[beginning] = function
        knows(ast.PlayerIs, "state", beginning=(beginning,))
        return function

    return register


def _named_state(words: str) -> PlayerState | None:
    for beginning, handler in NAMED_STATES.items():
        if words.startswith(beginning):
            name = words.removeprefix(beginning)
            return lambda game, player: handler(game, player, name)
    return None


@conditions(ast.PlayerIs)
def player_is(game: Game, condition: ast.PlayerIs, scope: Scope) -> bool:
    """A state of a player."""
    handler = PLAYER_STATES.get(condition.state) or _named_state(condition.state)
    if handler is None:
        raise not_modelled(game, condition, scope, f"state {condition.state!r} of a player")
    names = players_of(game, condition.player, scope)
    return bool(names) and all(handler(game, name) for name in names)


@player_state("monarch")
def is_monarch(game: Game, player: str) -> bool:
    """CR 725: the monarch."""
    return bool(game.facts.get(MONARCH) == player)
