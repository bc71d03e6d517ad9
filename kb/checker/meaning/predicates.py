"""Predicates: what can be true of one object or player (ast.filters)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kb.checker.cards import COLOR_WORDS, PERMANENT_TYPES
from kb.checker.characteristics import EVERY_CREATURE_TYPE, Chars, chars, has_keyword, is_creature_type
from kb.checker.dispatch import (
    Scope,
    Thing,
    find,
    fits,
    not_modelled,
    number,
    objects_of,
    players_of,
    predicates,
)
from kb.checker.log import because_read
from kb.checker.marks import CAST_FROM, CHOSEN, TARGETS, X
from kb.checker.meaning.refs import candidates
from kb.checker.meaning.statuses import STATUSES
from kb.checker.oracle import ast
from kb.checker.state import NO_X, PHASED_OUT, Game, NotModelled, known
from kb.checker.vocabulary import knows

OPS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "=": lambda a, b: a == b, ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b, "!=": lambda a, b: a != b,
}  # fmt: skip
HISTORIC = ("artifact", "legendary", "saga")
OUTLAW = ("assassin", "mercenary", "pirate", "rogue", "warlock")


@predicates(ast.Filter)
def filter_fits(game: Game, predicate: ast.Filter, thing: Thing, scope: Scope) -> bool:
    """A whole filter as an option: the kind counts too."""
    if not kind_fits(game, predicate.kind, thing):
        return False
    return all(fits(game, part, thing, scope) for part in predicate.where)


def kind_fits(game: Game, kind: str, thing: Thing) -> bool:
    """Whether a thing is of a kind. An object that is gone counts as what it last was."""
    if isinstance(thing, str):
        return kind in ("player", "any")
    obj = known(game, thing)
    match kind:
        case "permanent":
            return obj.zone in ("battlefield", PHASED_OUT)
        case "card":
            return obj.is_card
        case "spell":
            return obj.zone == "stack" and obj.ability is None
        case "ability":
            return obj.zone == "stack" and obj.ability is not None
        case "token":
            return obj.token and obj.zone == "battlefield"
        case "player":
            return False
        case _:
            return True


@predicates(ast.HasType)
def has_type(game: Game, predicate: ast.HasType, thing: Thing, scope: Scope) -> bool:
    """Card type, supertype, subtype, or a group of them."""
    if isinstance(thing, str):
        return False
    what = chars(game, thing)
    if predicate.name == "historic":
        return any(what.is_a(word) for word in HISTORIC)
    if predicate.name == "outlaw":
        return any(what.is_a(word) for word in OUTLAW)
    if what.printed is not None and what.printed.blank:
        if game.cache.get("layer"):
            return False  # whether a continuous effect reaches it shows only in itself, and it stays unknown
        raise not_modelled(game, predicate, scope, "a card of the library that the scenario doesn't give")
    if predicate.name == "permanent":  # a permanent card or spell (110.4a)
        return bool(PERMANENT_TYPES & set(what.types))
    return what.is_a(predicate.name)


knows(ast.HasColor, "color", "colorless", "multicolored", "monocolored", *COLOR_WORDS, *COLOR_WORDS.values())


@predicates(ast.HasColor)
def has_color(game: Game, predicate: ast.HasColor, thing: Thing, scope: Scope) -> bool:
    """A color, or how many."""
    if isinstance(thing, str):
        return False
    colors = chars(game, thing).colors
    match predicate.color:
        case "colorless":
            return not colors
        case "multicolored":
            return len(colors) > 1
        case "monocolored":
            return len(colors) == 1
        case color:
            letters = {word: letter for letter, word in COLOR_WORDS.items()}
            return letters.get(color, color) in colors


@predicates(ast.Negated)
def negated(game: Game, predicate: ast.Negated, thing: Thing, scope: Scope) -> bool:
    """It isn't so."""
    return not fits(game, predicate.predicate, thing, scope)


@predicates(ast.AnyOf)
def any_of(game: Game, predicate: ast.AnyOf, thing: Thing, scope: Scope) -> bool:
    """One of them is so."""
    return any(fits(game, option, thing, scope) for option in predicate.options)


@predicates(ast.ControlledBy)
def controlled_by(game: Game, predicate: ast.ControlledBy, thing: Thing, scope: Scope) -> bool:
    """Controlled by one of the players; a card that nobody controls counts by its owner."""
    return not isinstance(thing, str) and chars(game, thing).controller in find(game, predicate.player, scope)


@predicates(ast.OwnedBy)
def owned_by(game: Game, predicate: ast.OwnedBy, thing: Thing, scope: Scope) -> bool:
    """Owned by one of the players."""
    return not isinstance(thing, str) and known(game, thing).owner in find(game, predicate.player, scope)


@predicates(ast.InZone)
def in_zone(game: Game, predicate: ast.InZone, thing: Thing, scope: Scope) -> bool:
    """In a zone (of those players)."""
    if isinstance(thing, str):
        return False
    obj = known(game, thing)
    if predicate.zone not in ("anywhere", obj.zone):
        return False
    return predicate.whose is None or obj.owner in players_of(game, predicate.whose, scope)


@predicates(ast.SameAs)
def same_as(game: Game, predicate: ast.SameAs, thing: Thing, scope: Scope) -> bool:
    """One of the things referred to."""
    return thing in find(game, predicate.ref, scope)


@predicates(ast.OtherThan)
def other_than(game: Game, predicate: ast.OtherThan, thing: Thing, scope: Scope) -> bool:
    """None of the things referred to."""
    return thing not in find(game, predicate.ref, scope)


knows(ast.Measures, "stat", "power", "toughness", "power or toughness", "total power and toughness", "mana value", "loyalty",
      "mana cost has {X}")  # fmt: skip


@predicates(ast.Measures)
def measures(game: Game, predicate: ast.Measures, thing: Thing, scope: Scope) -> bool:
    """A number of it compared."""
    if isinstance(thing, str):
        return False
    amount = number(game, predicate.amount, scope.inner(affected=thing))
    compare = OPS[predicate.op]
    what = chars(game, thing)
    match predicate.stat:
        case "power":
            return what.power is not None and compare(what.power, amount)
        case "toughness":
            return what.toughness is not None and compare(what.toughness, amount)
        case "power or toughness":
            return any(value is not None and compare(value, amount) for value in (what.power, what.toughness))
        case "total power and toughness":
            return what.power is not None and compare(what.power + (what.toughness or 0), amount)
        case "mana value":
            return compare(mana_value_of(game, thing), amount)
        case "loyalty":
            return compare(known(game, thing).counters.get("loyalty", 0), amount)
        case "mana cost has {X}":
            return ("{X}" in (what.cost or "")) == compare(1, amount)
        case stat:
            raise not_modelled(game, predicate, scope, f"stat {stat!r}")


def mana_value_of(game: Game, identity: int) -> int:
    """CR 202.3: mana value now; a spell's X counts on the stack (202.3e)."""
    what = chars(game, identity)
    obj = known(game, identity)
    if obj.zone == "stack" and what.cost and "{X}" in what.cost:
        chosen = obj.marks.get(X, 0)
        if chosen is None:
            raise NotModelled(NO_X, what.name)
        because_read(game, "202.3e", {"card": what.name})
        return what.mana_value + what.cost.count("{X}") * chosen
    if what.cost and "{X}" in what.cost:
        because_read(game, "107.3g", {"card": what.name})
    return what.mana_value


@predicates(ast.HasKeyword)
def keyword(game: Game, predicate: ast.HasKeyword, thing: Thing, scope: Scope) -> bool:
    """Has a keyword ability."""
    return not isinstance(thing, str) and has_keyword(game, thing, predicate.name)


@predicates(ast.HasCounter)
def counter(game: Game, predicate: ast.HasCounter, thing: Thing, scope: Scope) -> bool:
    """Has counters on it."""
    counters = game.players[thing].counters if isinstance(thing, str) else known(game, thing).counters
    count = counters.get(predicate.kind, 0) if predicate.kind else sum(counters.values())
    return count >= (1 if predicate.least is None else number(game, predicate.least, scope))


@predicates(ast.Named)
def named(game: Game, predicate: ast.Named, thing: Thing, scope: Scope) -> bool:
    """Has that name."""
    return not isinstance(thing, str) and chars(game, thing).name.casefold() == predicate.name.casefold()


@predicates(ast.Status)
def status(game: Game, predicate: ast.Status, thing: Thing, scope: Scope) -> bool:
    """A yes-or-no state by its word."""
    handler = STATUSES.get(predicate.name)
    if handler is None:
        raise not_modelled(game, predicate, scope, f"state {predicate.name!r}")
    return handler(game, thing, scope)


@predicates(ast.DamagedBy)
def damaged_by(game: Game, predicate: ast.DamagedBy, thing: Thing, scope: Scope) -> bool:
    """Was dealt damage this turn by one of the sources."""
    sources = {known(game, source).card for source in objects_of(game, predicate.source, scope)}
    return any(
        event.kind == "damage" and event.turn == game.turn and thing in (event.obj, event.player)
        and event.source is not None and known(game, event.source).card in sources
        for event in game.history
    )  # fmt: skip


@predicates(ast.Targets)
def targets(game: Game, predicate: ast.Targets, thing: Thing, scope: Scope) -> bool:
    """A spell or ability that targets something that fits."""
    if isinstance(thing, str):
        return False
    chosen = [t for group in known(game, thing).marks.get(TARGETS, ()) for t in group]
    fitting = [t for t in chosen if fits(game, predicate.what, t, scope)]
    return bool(fitting) and (not predicate.only or len(fitting) == len(chosen))


knows(
    ast.Shares, "what", "color", "name", "card type", "type", "creature type", "subtype", "mana value",
    beginning=("one of ",),
)  # fmt: skip


@predicates(ast.Shares)
def shares(game: Game, predicate: ast.Shares, thing: Thing, scope: Scope) -> bool:
    """Has something in common with what is referred to."""
    if isinstance(thing, str):
        return False
    return any(
        _common(game, predicate, thing, other, scope) for other in objects_of(game, predicate.ref, scope)
    )


def _creature_types(what: Chars) -> list[str]:
    return [word for word in what.subtypes if word == EVERY_CREATURE_TYPE or is_creature_type(word)]


def _common(game: Game, predicate: ast.Shares, one: int, other: int, scope: Scope) -> bool:
    first, second = chars(game, one), chars(game, other)
    match predicate.what:
        case "color":
            return bool(first.colors & second.colors)
        case "name":
            return bool(first.name) and first.name == second.name
        case "card type" | "type":
            return bool(set(first.types) & set(second.types))
        case "creature type":
            return any(second.is_a(word) for word in _creature_types(first)) or any(
                first.is_a(word) for word in _creature_types(second)
            )
        case "subtype":
            return bool(set(first.subtypes) & set(second.subtypes))
        case "mana value":
            return mana_value_of(game, one) == mana_value_of(game, other)
        case what if what.startswith("one of "):
            return any(word in first.types and word in second.types for word in what.split()[2:])
        case what:
            raise not_modelled(game, predicate, scope, f"sharing {what!r}")


knows(
    ast.Chosen,
    "what",
    "color",
    "creature type",
    "card name",
    "name",
    "card type",
    "basic land type",
    "land type",
    "player",
)


@predicates(ast.Chosen)
def chosen(game: Game, predicate: ast.Chosen, thing: Thing, scope: Scope) -> bool:
    """Is of what was chosen for this object."""
    value = known(game, scope.source).marks.get(CHOSEN[predicate.what])
    if value is None:
        raise not_modelled(game, predicate, scope, f"which {predicate.what} was chosen")
    if isinstance(thing, str):
        return bool(thing == value)
    what = chars(game, thing)
    if predicate.what == "color":
        return str(value) in what.colors
    if predicate.what in ("card name", "name"):
        return bool(what.name == value)
    return what.is_a(str(value))


@predicates(ast.AttachedTo)
def attached_to(game: Game, predicate: ast.AttachedTo, thing: Thing, scope: Scope) -> bool:
    """Is attached to one of those."""
    return not isinstance(thing, str) and known(game, thing).attached_to in find(game, predicate.ref, scope)


@predicates(ast.CastFrom)
def cast_from(game: Game, predicate: ast.CastFrom, thing: Thing, scope: Scope) -> bool:
    """A spell (or what it became) cast from one of those zones."""
    if isinstance(thing, str):
        return False
    obj = known(game, thing)
    zone = obj.marks.get(CAST_FROM, obj.zone if obj.zone not in ("battlefield", "stack") else None)
    if zone not in predicate.zones:
        return False
    return predicate.whose is None or obj.owner in players_of(game, predicate.whose, scope)


@predicates(ast.Blocking)
def blocking(game: Game, predicate: ast.Blocking, thing: Thing, scope: Scope) -> bool:
    """Is blocking one of those."""
    blocked = (
        game.combat.blockers.get(thing, []) if game.combat is not None and isinstance(thing, int) else []
    )
    return any(attacker in blocked for attacker in find(game, predicate.ref, scope))


@predicates(ast.BlockedBy)
def blocked_by(game: Game, predicate: ast.BlockedBy, thing: Thing, scope: Scope) -> bool:
    """Is blocked by one of those."""
    if game.combat is None:
        return False
    return any(thing in game.combat.blockers.get(b, ()) for b in objects_of(game, predicate.ref, scope))


@predicates(ast.FromAmong)
def from_among(game: Game, predicate: ast.FromAmong, thing: Thing, scope: Scope) -> bool:
    """One of the cards the effect has dealt with."""
    return thing in find(game, predicate.ref, scope)


def of_spell(what: ast.Predicate) -> ast.Predicate:
    """A description of spells, asked of a card that would be cast or is being cast: kind and zone were looked at."""
    if not isinstance(what, ast.Filter):
        return what
    kept = tuple(part for part in what.where if not isinstance(part, ast.InZone))
    return replace(what, kind="object" if what.kind in ("spell", "card") else what.kind, where=kept)


def filtered(game: Game, what: ast.Filter, scope: Scope) -> list[Thing]:
    """Everything that fits a filter.

    The same as `All`, for callers that hold a filter.
    """
    return [
        thing
        for thing in candidates(game, what, scope)
        if all(fits(game, part, thing, scope) for part in what.where)
    ]
