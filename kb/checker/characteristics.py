"""What an object is now: its characteristics after continuous effects (CR 109.3, 613), cached by game version.

The layers themselves are worked out in `kb.checker.layers`, which installs itself as the provider.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kb.checker.cards import BASIC_LAND_TYPES, CARD_TYPES, SUPERTYPES, Printed
from kb.checker.marks import COPIED, COPY_EFFECTS
from kb.checker.once import needs_only_the_last
from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability
from kb.checker.rules import Reason, registered
from kb.checker.state import PHASED_OUT, Game, Obj, known
from kb.checker.subtypes import kind_of_subtype
from kb.checker.values import copiable

EVERY_CREATURE_TYPE = "every creature type"
"""Stands in a type line for all creature types, of which there are hundreds."""


def is_creature_type(word: str) -> bool:
    """Whether a word is a creature type: no card type, supertype or other subtype."""
    return word not in CARD_TYPES and word not in SUPERTYPES and kind_of_subtype(word) == "creature"


COMMAND_TYPES = frozenset({"plane", "phenomenon", "scheme", "vanguard", "conspiracy", "dungeon", "emblem"})
"""Types whose abilities function from the command zone (113.6p, 311.4, 312.3 …)."""


@dataclass(slots=True)
class Chars:
    """Characteristics of one object, and the rules that made them differ from the printed ones."""

    name: str
    cost: str | None
    colors: frozenset[str]
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    abilities: tuple[Ability, ...]
    power: int | None
    toughness: int | None
    controller: str
    loyalty: str | None = None
    mana_value: int = 0
    printed: Printed | None = None
    """The copiable values it is built on (after layer 1)."""
    reasons: dict[str, list[Reason]] = field(default_factory=dict)
    """By topic: power, toughness, abilities, types, colors, controller, copy."""
    lost: tuple[Ability, ...] = ()
    """Abilities it would have but for an effect."""
    barred: tuple[str, ...] = ()
    """Keyword abilities that it can't have."""
    bare: bool = False
    """An effect takes away all abilities, also those that basic land types give (305.6)."""

    def is_a(self, word: str) -> bool:
        """Whether it has that supertype, card type or subtype (lower case)."""
        if word in self.types or word in self.subtypes or word in self.supertypes:
            return True
        return EVERY_CREATURE_TYPE in self.subtypes and is_creature_type(word)

    def copy(self) -> Chars:
        """A copy that can be changed without changing this one."""
        return Chars(
            self.name, self.cost, self.colors, self.supertypes, self.types, self.subtypes, self.abilities, self.power,
            self.toughness, self.controller, self.loyalty, self.mana_value, self.printed,
            {topic: list(reasons) for topic, reasons in self.reasons.items()}, self.lost, self.barred, self.bare,
        )  # fmt: skip


_PROVIDER: list[Callable[[Game, int], Chars]] = []


def provide(function: Callable[[Game, int], Chars]) -> Callable[[Game, int], Chars]:
    """Install the function that works out characteristics (kb.checker.layers does)."""
    _PROVIDER[:] = [function]
    return function


def chars(game: Game, identity: int) -> Chars:
    """Characteristics of an object now, or as last known when it is gone (608.2h)."""
    obj = game.objects.get(identity)
    if obj is None or obj.zone == PHASED_OUT:
        last: Chars | None = game.last_known.get(identity)
        if last is not None:
            return last
        return base_chars(known(game, identity))
    cached = game.cache.get("chars")
    if cached is not None and cached[0] == game.version and identity in cached[1]:
        worked_out: Chars = cached[1][identity]
        return worked_out
    return _PROVIDER[0](game, identity)


def base_chars(obj: Obj) -> Chars:
    """Characteristics before any continuous effect: the copiable values (707.2), face-down ones by 708.2a."""
    printed = copiable(obj)
    power, toughness = _number(printed.power), _number(printed.toughness)
    made = Chars(
        printed.name, printed.cost, frozenset(printed.colors), printed.supertypes, printed.types, printed.subtypes,
        printed.abilities, power, toughness, obj.controller, printed.loyalty, _mana_value(obj, printed), printed,
    )  # fmt: skip
    if any(isinstance(node, ast.Keyword) and node.name == "changeling" for node in printed.abilities):
        made.subtypes = (*made.subtypes, EVERY_CREATURE_TYPE)  # 702.73a
    if printed is not obj.printed or printed.extra.get("copy"):
        _explain_values(obj, made)
    return made


def _mana_value(obj: Obj, printed: Printed) -> int:
    """CR 712.8e: a transformed permanent keeps the mana value of its front face."""
    if (
        obj.face == 1
        and obj.printed.layout == "transform"
        and obj.printed.faces
        and printed is obj.printed.faces[1]
    ):
        return obj.printed.faces[0].mana_value
    return printed.mana_value


def _explain_values(obj: Obj, what: Chars) -> None:
    """The rule by which its copiable values are not the printed ones: a copy, or face down."""
    if obj.face_down and obj.zone in ("battlefield", "stack"):
        for topic in ("power", "abilities", "types", "colors"):
            what.reasons[topic] = [Reason("708.2a", {"card": obj.printed.name})]
    elif obj.marks.get(COPIED) or obj.marks.get(COPY_EFFECTS):
        what.reasons["copy"] = [Reason("707.2", {"card": obj.printed.name, "of": what.name})]
    for number in what.printed.extra.get("copy", ()) if what.printed else ():
        what.reasons.setdefault("copy", []).append(Reason(number, {"card": what.name}))


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    digits = text.lstrip("+")
    return int(digits) if digits.lstrip("-").isdigit() else 0


@dataclass(frozen=True, slots=True)
class AbilityOf:
    """An ability on an object."""

    source: int
    index: int
    node: Ability
    controller: str
    gate: Any = None
    """A condition that must hold for the object to have it (max speed), or None."""
    key: str = ""
    """What "once each turn" is counted by."""
    rule: str = ""
    """The rule that gives it: of the keyword it is written out from, or of the type it comes with."""

    @property
    def text(self) -> str:
        """Its words."""
        return self.node.text


Expansion = Callable[[Game, Obj, Ability], "list[Ability]"]
_EXPANSIONS: dict[str, Expansion] = {}
_NODE_EXPANSIONS: dict[type[Ability], Expansion] = {}
PASSIVE_KEYWORDS: set[str] = set()
"""Keywords whose whole behaviour is looked up where it matters (flying in blocking …)."""


def expands(*names: str | type[Ability]) -> Callable[[Expansion], Expansion]:
    """Register what a keyword ability (by name) or a special ability node stands for, as ordinary abilities."""

    def register(function: Expansion) -> Expansion:
        for name in names:
            known_one = _EXPANSIONS.get(name) if isinstance(name, str) else _NODE_EXPANSIONS.get(name)
            if known_one is not None and known_one.__module__ != function.__module__:
                raise ValueError(f"{name} is expanded by {known_one.__module__} already")
            if isinstance(name, str):
                _EXPANSIONS[name] = function
            else:
                _NODE_EXPANSIONS[name] = function
        return function

    return register


def rule_of(node: Ability) -> str:
    """The number under which the expansion of a keyword is registered: the rule that says what the keyword means."""
    if isinstance(node, ast.Level):
        return {"class": "716.2a", "level": "711.2a", "station": "721.2a"}.get(node.kind, "")
    if not isinstance(node, ast.Keyword):
        return ""
    expansion = _EXPANSIONS.get(node.name)
    if expansion is not None and node.name not in _RULES_OF:
        mine = [one.number for one in registered().values() if one.function is expansion]
        _RULES_OF[node.name] = mine[0] if mine else ""
    return _RULES_OF.get(node.name, "")


_RULES_OF: dict[str, str] = {}
"""What `rule_of` has found, by keyword."""


def passive(*names: str) -> None:
    """Say that a keyword is handled where it matters."""
    PASSIVE_KEYWORDS.update(names)


def is_keyword(word: str) -> bool:
    """Whether a word is the name of a keyword ability that has a handler."""
    return word in _EXPANSIONS or word in PASSIVE_KEYWORDS


def is_expanded(node: Ability) -> bool:
    """Whether a special node or keyword has a handler of some kind."""
    if isinstance(node, ast.Keyword):
        return node.name in _EXPANSIONS or node.name in PASSIVE_KEYWORDS
    return type(node) in _NODE_EXPANSIONS or isinstance(
        node, ast.Spell | ast.Activated | ast.Triggered | ast.Static
    )


def abilities(game: Game, identity: int) -> list[AbilityOf]:
    """All abilities of an object now, keywords and special abilities written out beside their own node."""
    what = chars(game, identity)
    obj = known(game, identity)
    found = _written(game, obj, what)
    by_rule = [INTRINSIC[subtype] for subtype in what.subtypes if subtype in INTRINSIC]
    given = [inner for function in by_rule for inner in function(game, obj, what)]
    if not given:
        return found
    return found + [
        AbilityOf(identity, -2, inner, what.controller, key=f"{identity}:intrinsic.{number}")
        for number, inner in enumerate(given)
    ]


def _written(game: Game, obj: Obj, what: Chars) -> list[AbilityOf]:
    """The abilities that its characteristics name; kept while these stay, if what they stand for depends on them alone.

    What an ability stands for may depend on the state, so that such an object is written out for each state, and every
    time while the layers are worked out.
    """
    kept: dict[int, tuple[Any, Any, int | None, list[AbilityOf]]] = game.cache.setdefault("abilities", {})
    key = (what.controller, what.types, what.subtypes, what.bare)
    before = kept.get(obj.id)
    settled = not game.cache.get("layer")
    if (
        before is not None
        and before[0] is what.abilities
        and before[1] == key
        and (before[2] is None or (settled and before[2] == game.version))
    ):
        return before[3]
    found: list[AbilityOf] = []
    plain = True
    for index, node in enumerate(what.abilities):
        found.append(AbilityOf(obj.id, index, node, what.controller, key=f"{obj.id}:{index}"))
        expansion = expansion_of(node)
        if expansion is None:
            continue
        plain = plain and needs_only_the_last(expansion)
        for number, inner in enumerate(expansion(game, obj, node)):
            key_ = f"{obj.id}:{index}.{number}"
            found.append(AbilityOf(obj.id, index, inner, what.controller, key=key_, rule=rule_of(node)))
    if "land" in what.types and not what.bare:
        index = len(what.abilities)
        for subtype in what.subtypes:
            if subtype in BASIC_LAND_TYPES:
                key_ = f"{obj.id}:{subtype}"
                given = land_ability(subtype)
                found.append(AbilityOf(obj.id, index, given, what.controller, key=key_, rule="305.6"))
    if plain or settled:
        kept[obj.id] = (what.abilities, key, None if plain else game.version, found)
    return found


Intrinsic = Callable[[Game, Obj, Chars], "list[Ability]"]
INTRINSIC: dict[str, Intrinsic] = {}


def intrinsic(subtype: str) -> Callable[[Intrinsic], Intrinsic]:
    """Register abilities that objects of a subtype have by the rules: `(game, obj, characteristics) -> abilities`."""

    def register(function: Intrinsic) -> Intrinsic:
        INTRINSIC[subtype] = function
        return function

    return register


@cache
def land_ability(subtype: str) -> ast.Activated:
    """CR 305.6: the mana ability that a basic land type gives."""
    letter = BASIC_LAND_TYPES[subtype]
    body = ast.Body((ast.AddMana(ast.You(), (f"{{{letter}}}",)),))
    return ast.Activated(text=f"{{T}}: Add {{{letter}}}.", cost=(ast.TapCost(),), is_mana=True, body=body)


def expansion_of(node: Ability) -> Expansion | None:
    return _EXPANSIONS.get(node.name) if isinstance(node, ast.Keyword) else _NODE_EXPANSIONS.get(type(node))


def expanded(game: Game, obj: Obj, node: Ability) -> list[Ability]:
    """What a keyword or special ability stands for; nothing for an ordinary one."""
    expansion = expansion_of(node)
    return [] if expansion is None else list(expansion(game, obj, node))


def keyword_nodes(game: Game, identity: int, name: str) -> list[ast.Keyword]:
    """The keyword abilities of that name an object has."""
    return [
        node
        for node in chars(game, identity).abilities
        if isinstance(node, ast.Keyword) and node.name == name
    ]


def has_keyword(game: Game, identity: int, name: str) -> bool:
    """Whether an object has a keyword ability."""
    nodes = chars(game, identity).abilities
    return any(isinstance(node, ast.Keyword) and node.name == name for node in nodes)


def functions(game: Game, ability: AbilityOf) -> bool:
    """CR 113.6: whether an ability functions where its object is."""
    obj = game.objects.get(ability.source)
    if obj is None or (obj.face_down and obj.zone == "exile"):
        return False
    node = ability.node
    if isinstance(node, ast.Static) and node.defining:
        return True
    zone = getattr(node, "zone", "battlefield")
    if zone in ("anywhere", obj.zone):
        return True
    if obj.zone == "command" and not obj.face_down:
        return bool(COMMAND_TYPES & set(obj.printed.types)) and zone == "battlefield"
    return False
