"""What each change of a continuous effect does to characteristics, in its layer (CR 613.1, 613.4)."""

from __future__ import annotations

from kb.checker.cards import BASIC_LAND_TYPES, CARD_TYPES, COLORS, SUPERTYPES
from kb.checker.characteristics import Chars
from kb.checker.dispatch import Scope, find, not_modelled, number
from kb.checker.marks import CHOSEN
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Change
from kb.checker.rules import Reason, rule
from kb.checker.state import Game, known
from kb.checker.subtypes import SUBTYPE_KINDS, every_subtype, kind_of_subtype
from kb.checker.vocabulary import knows

LAYER_OF: dict[type[Change], str] = {
    ast.SetController: "2", ast.AddTypes: "4", ast.SetTypes: "4", ast.RemoveTypes: "4", ast.AllSubtypes: "4",
    ast.ChosenType: "4", ast.SetColors: "5", ast.AddAbility: "6", ast.LoseAbility: "6", ast.CantHave: "6", ast.SetPT: "7b",
    ast.AddPT: "7c", ast.SwitchPT: "7d", ast.SetName: "4", ast.CopyOf: "1",
}  # fmt: skip


knows(ast.ChosenType, "what", "creature type", "basic land type", "land type", "card type")


def layer_of(change: Change, cda: bool = False) -> str:
    """The layer in which a change applies; a change that isn't read belongs to the first one."""
    layer = LAYER_OF.get(type(change), "2")
    return "7a" if cda and layer == "7b" else layer


def apply_change(
    game: Game, what: Chars, change: Change, scope: Scope, layer: str, identity: int | None = None
) -> None:
    """Apply one change to one object's characteristics; raises NotModelled for one that isn't read."""
    scope = scope.inner(affected=identity)
    match change:
        case ast.CopyOf():
            return  # layer 1: in the copiable values already
        case ast.SetController(player):
            names = [thing for thing in find(game, player, scope) if isinstance(thing, str)]
            if names:
                what.controller = names[0]
                _why(what, "controller", "613.1b", by=names[0])
        case ast.AddTypes(types):
            _add_types(what, types)
        case ast.SetTypes(types):
            _set_types(game, what, types)
        case ast.RemoveTypes(types):
            _remove_types(what, types)
        case ast.AllSubtypes(of):
            what.subtypes = tuple(dict.fromkeys((*what.subtypes, *every_subtype(of))))
            _why(what, "types", "613.1d")
        case ast.ChosenType():
            _chosen_type(game, what, change, scope)
        case ast.SetColors():
            _colors(game, what, change, scope)
        case ast.CantHave(name):
            _lose(what, name)
            what.barred = (*what.barred, name)
        case ast.AddAbility(ast.Keyword(name=name)) if name in what.barred:
            _not_gained(what, name)
        case ast.AddAbility(ability):
            what.abilities = (*what.abilities, ability)
            _why(what, "abilities", "613.1f", by=_name(ability))
        case ast.LoseAbility(name, but):
            _lose(what, name, but)
        case ast.SetPT(power, toughness):
            _set_pt(game, what, power, toughness, scope, layer)
        case ast.AddPT(power, toughness):
            _add_pt(game, what, number(game, power, scope), number(game, toughness, scope))
        case ast.SwitchPT():
            what.power, what.toughness = what.toughness, what.power
            _why(what, "power", "613.4d")
        case ast.SetName(name):
            what.name = name
        case _:
            raise not_modelled(game, change, scope)


def _why(what: Chars, topic: str, number_text: str, **slots: object) -> None:
    what.reasons.setdefault(topic, []).append(Reason(number_text, {"card": what.name, **slots}))


def _name(ability: ast.Ability) -> str:
    return ability.name if isinstance(ability, ast.Keyword) else ability.text


@rule("613.1d", "205.1b")
def _add_types(what: Chars, types: tuple[str, ...]) -> None:
    """CR 613.1d: in layer 4 types are changed; those that are added stand beside the others (205.1b)."""
    for word in types:
        if word in SUPERTYPES:
            what.supertypes = tuple(dict.fromkeys((*what.supertypes, word)))
        elif word in CARD_TYPES:
            what.types = tuple(dict.fromkeys((*what.types, word)))
        else:
            _grow_subtype(what, word)
    if "creature" in what.types and what.power is None:
        printed = what.printed
        what.power = (
            int(printed.power) if printed is not None and printed.power and printed.power.isdigit() else 0
        )
        what.toughness = (
            int(printed.toughness)
            if printed is not None and printed.toughness and printed.toughness.isdigit()
            else 0
        )
    _why(what, "types", "613.1d")


def _grow_subtype(what: Chars, word: str) -> None:
    """A land that gains a basic land type gains its mana ability too (305.7)."""
    if word not in what.subtypes:
        what.subtypes = (*what.subtypes, word)


@rule("305.7")
def _set_types(game: Game, what: Chars, types: tuple[str, ...]) -> None:
    """CR 305.7: a land set to a basic land type loses its land types and its printed abilities, and gets that type's mana.

    Other subtypes of the kinds that are set give way likewise (205.1a); card types that are set replace card types.
    """
    cards = tuple(word for word in types if word in CARD_TYPES)
    subtypes = tuple(word for word in types if word not in CARD_TYPES and word not in SUPERTYPES)
    if cards:
        what.types = cards
    kinds = {kind_of_subtype(word) for word in subtypes}
    kept = tuple(word for word in what.subtypes if kind_of_subtype(word) not in kinds)
    if cards:  # subtypes of card types that are gone go too (205.1a)
        kept = tuple(
            word for word in kept if SUBTYPE_KINDS.get(kind_of_subtype(word), ("creature",))[0] in what.types
        )
    first = next((index for index, word in enumerate(what.subtypes) if word not in kept), len(kept))
    what.subtypes = (*kept[:first], *subtypes, *kept[first:])
    if any(word in BASIC_LAND_TYPES for word in subtypes):
        what.lost = (*what.lost, *what.abilities)
        what.abilities = ()
        _why(what, "abilities", "305.7", types=", ".join(subtypes))
        _why(what, "types", "305.7", types=", ".join(subtypes))
    if "creature" in what.types and what.power is None:
        what.power, what.toughness = 0, 0
    for word in types:
        if word in SUPERTYPES and word not in what.supertypes:
            what.supertypes = (*what.supertypes, word)
    if cards or any(word not in BASIC_LAND_TYPES for word in subtypes):
        _why(what, "types", "205.1a")
    _why(what, "types", "613.1d")


def _remove_types(what: Chars, types: tuple[str, ...]) -> None:
    what.types = tuple(word for word in what.types if word not in types)
    what.subtypes = tuple(word for word in what.subtypes if word not in types)
    what.supertypes = tuple(word for word in what.supertypes if word not in types)
    if "creature" not in what.types:
        what.subtypes = tuple(word for word in what.subtypes if kind_of_subtype(word) != "creature")
    _why(what, "types", "613.1d")


def _chosen_type(game: Game, what: Chars, change: ast.ChosenType, scope: Scope) -> None:
    value = known(game, scope.source).marks.get(CHOSEN[change.what])
    if value is None:
        return
    if change.add:
        _add_types(what, (str(value),))
    else:
        _set_types(game, what, (str(value),))


@rule("613.1e", "105.2c")
def _colors(game: Game, what: Chars, change: ast.SetColors, scope: Scope) -> None:
    """CR 613.1e, 105.2c: in layer 5 colors are changed; what has no color left is colorless."""
    colors: set[str] = set()
    for color in change.colors:
        if color == "all":
            colors |= set(COLORS)
        elif color == "chosen":
            colors |= {known(game, scope.source).marks.get(CHOSEN["color"], "")} - {""}
        else:
            colors.add(color)
    what.colors = (what.colors | colors) if change.add else frozenset(colors)
    _why(what, "colors", "613.1e")
    if not what.colors:
        _why(what, "colors", "105.2c")


@rule("113.11")
def _not_gained(what: Chars, name: str) -> None:
    """CR 113.11: an object that can't have an ability doesn't get it, whatever gives it and whenever."""
    _why(what, "abilities", "113.11", by=name)


@rule("613.1f")
def _lose(what: Chars, name: str, but: str = "") -> None:
    """CR 613.1f: in layer 6 abilities are added and removed."""
    if name:
        gone: tuple[ast.Ability, ...] = tuple(
            node for node in what.abilities if isinstance(node, ast.Keyword) and node.name == name
        )
    elif but == "mana":
        gone = tuple(node for node in what.abilities if not _is_mana_ability(node))
    else:
        gone, what.bare = what.abilities, True
    what.lost = (*what.lost, *gone)
    what.abilities = tuple(node for node in what.abilities if node not in gone)
    _why(what, "abilities", "613.1f", by=name or "all abilities")


def _is_mana_ability(node: ast.Ability) -> bool:
    """CR 605.1a: an activated mana ability; a triggered one (605.1b) is no ability of that kind to begin with here."""
    return isinstance(node, ast.Activated) and node.is_mana


@rule("613.4b")
def _set_pt(
    game: Game, what: Chars, power: ast.Amount | None, toughness: ast.Amount | None, scope: Scope, layer: str
) -> None:
    """CR 613.4b: effects that set power and toughness apply in layer 7b, after characteristic-defining abilities."""
    if "creature" not in what.types and what.power is None:
        return
    if power is not None:
        what.power = number(game, power, scope)
    if toughness is not None:
        what.toughness = number(game, toughness, scope)
    _why(what, "power", "613.4a" if layer == "7a" else "613.4b", power=what.power, toughness=what.toughness)
    if layer == "7a":
        _why(what, "power", "604.3")


def _add_pt(game: Game, what: Chars, power: int, toughness: int) -> None:
    if what.power is None:
        return
    what.power += power
    what.toughness = (what.toughness or 0) + toughness
    if power or toughness:
        _why(what, "power", "613.4c", by=f"{power:+d}/{toughness:+d}")
