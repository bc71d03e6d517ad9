"""A description as a card that has just that: the types, colors, size and keywords said, and nothing else.

>>> from kb.asking.wordbook import described
>>> made = invent(described("tapped green 3/3 creature with flying"))
>>> made.data["types"], made.data["pt"], made.data["colors"], made.data["text"], made.setup
('Creature', '3/3', ['G'], 'Flying', {'tapped': True})
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any, Final

from kb.asking.model import Both
from kb.asking.staging.model import NotStaged
from kb.checker.cards import CARD_TYPES, SUPERTYPES, abilities_of
from kb.checker.oracle import ast
from kb.checker.oracle.words import (
    ARTIFACT_TYPES,
    BASIC_LAND_TYPES,
    COST_KEYWORDS,
    CREATURE_TYPES,
    ENCHANTMENT_TYPES,
    LAND_TYPES,
    NUMBER_KEYWORDS,
    PLAIN_KEYWORDS,
    PLANESWALKER_TYPES,
    SPELL_TYPES,
)

SIZE: Final = "2/2"
"""What a creature has whose size nobody said; `unsaid` tries other sizes."""
_CARD_TYPE_OF: Final = (
    (CREATURE_TYPES, "creature"), (ARTIFACT_TYPES, "artifact"), (ENCHANTMENT_TYPES, "enchantment"), (LAND_TYPES, "land"),
    (PLANESWALKER_TYPES, "planeswalker"), (SPELL_TYPES, "sorcery"),
)  # fmt: skip
_NUMBERS: Final = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}  # fmt: skip
_BODY: Final = {
    "aura": "Enchant creature",
    "equipment": "Equip {1}",
    "vehicle": "Crew 1",
    "saga": "I, II, III — You gain 1 life.",
    "treasure": "{T}, Sacrifice this artifact: Add one mana of any color.",
    "food": "{2}, {T}, Sacrifice this artifact: You gain 3 life.",
    "clue": "{2}, Sacrifice this artifact: Draw a card.",
}
"""What every card of a subtype has, so that it can be what it is; one of it for what is played of nameless ones."""


@dataclass
class Made:
    """An invented card, and what is true of the object besides its card."""

    types: list[str] = field(default_factory=list)
    supertypes: list[str] = field(default_factory=list)
    subtypes: list[str] = field(default_factory=list)
    colors: list[str] | None = None
    power: int | None = None
    toughness: int | None = None
    value: int | None = None
    lines: list[str] = field(default_factory=list)
    setup: dict[str, Any] = field(default_factory=dict)
    zone: str = ""
    states: set[str] = field(default_factory=set)
    """What deeds have to make true: attacking, blocking, suspended …"""
    kind: str = "permanent"

    @property
    def sized(self) -> bool:
        """Whether its power or toughness matters and was not said."""
        return "creature" in self.types and (self.power is None or self.toughness is None)

    @property
    def data(self) -> dict[str, Any]:
        """As a scenario's `cards` has it."""
        types = (*self.supertypes, *self.types)
        line = " ".join(word.capitalize() for word in types)
        if self.subtypes:
            line += " — " + " ".join(
                " ".join(part.capitalize() for part in word.split()) for word in self.subtypes
            )
        found: dict[str, Any] = {"types": line, "text": "\n".join(self.lines)}
        if "land" not in self.types:
            found["cost"] = "{" + str(2 if self.value is None else self.value) + "}"
            found["colors"] = self.colors or []
        if "creature" in self.types or "vehicle" in self.subtypes:
            power, _, toughness = SIZE.partition("/")
            found["pt"] = (
                f"{power if self.power is None else self.power}/{toughness if self.toughness is None else self.toughness}"
            )
        if "planeswalker" in self.types:
            found["loyalty"] = "4"
        if {"dungeon", "plane", "phenomenon"} & set(self.types):
            del found["cost"], found["colors"]
        if "battle" in self.types:
            found["defense"] = "4"
        return found


def invent(what: ast.Filter, default: str = "") -> Made:
    """The card of a description; raises NotStaged for one that no card can be made of.

    `default` is the card type where none is said ("something with flying").
    """
    made = Made()
    read(what, made)
    if not made.types:
        kind = next((kind for words, kind in _CARD_TYPE_OF for one in made.subtypes if one in words), "")
        kind = kind or ("creature" if made.power is not None or made.toughness is not None else default)
        if not kind:
            kind = (
                "artifact"
                if what.kind in ("permanent", "object") and not made.setup.get("token")
                else "sorcery"
                if what.kind == "spell"
                else "creature"
            )
        made.types.append(kind)
    for subtype in made.subtypes:
        if subtype in _BODY and not any(line.startswith(_BODY[subtype].split()[0]) for line in made.lines):
            made.lines.append(_BODY[subtype])
    if "dungeon" in made.types:
        made.lines.append("Entrance — You gain 1 life. (Leads to: End)\nEnd — Draw a card.")
    if (
        made.types == ["land"]
        and made.subtypes
        and set(made.subtypes) <= BASIC_LAND_TYPES
        and "basic" not in made.supertypes
    ):
        made.supertypes.append("basic")  # "an Island" is the card of that name
    if "land" in made.types and not made.lines:
        made.lines.append("{T}: Add {C}.")
    if "planeswalker" in made.types:
        made.lines.append("+1: You gain 1 life.\n−1: You gain 1 life.")
    if "vehicle" in made.subtypes and made.power is None:
        made.power, made.toughness = 3, 3
    return made


@singledispatch
def read(what: ast.Predicate, _made: Made) -> None:
    """Give the card what a predicate says; raises NotStaged where it doesn't know how."""
    raise _unknown(what)


def _unknown(what: object) -> NotStaged:
    name = type(what).__name__
    return NotStaged(
        f"a description can't be made into an object here ({name})",
        f"この説明はオブジェクトとして用意できません（{name}）",
    )


@read.register
def _(what: ast.Filter, made: Made) -> None:
    if what.kind in ("spell", "card", "token"):
        made.kind = what.kind
        if what.kind == "token":
            made.setup["token"] = True
    elif what.kind not in ("permanent", "object", "any"):
        raise _unknown(what)
    for one in what.where:
        read(one, made)


@read.register
def _(what: ast.HasType, made: Made) -> None:
    for word in [what.name] if what.name in SUPERTYPES | CARD_TYPES else what.name.split("|"):
        if word in SUPERTYPES:
            made.supertypes.append(word)
        elif word in CARD_TYPES:
            if word not in made.types:
                made.types.append(word)
        elif any(word in words for words, _ in _CARD_TYPE_OF):
            made.subtypes.append(word)
            kind = next(kind for words, kind in _CARD_TYPE_OF if word in words)
            if not made.types or (kind not in made.types and kind not in ("sorcery",)):
                made.types.append(kind)
        else:
            raise _unknown(what)


@read.register
def _(what: ast.HasColor, made: Made) -> None:
    if what.color == "colorless":
        made.colors = []
    elif what.color == "multicolored":
        made.colors = ["W", "U"]
    elif what.color == "monocolored":
        made.colors = ["W"]
    else:
        made.colors = [*(made.colors or []), what.color]


@read.register
def _(what: ast.Measures, made: Made) -> None:
    if what.op != "=" or not isinstance(what.amount, ast.Number):
        raise _unknown(what)
    number = what.amount.value
    if what.stat == "power":
        made.power = number
    elif what.stat == "toughness":
        made.toughness = number
    elif what.stat == "mana value":
        made.value = number
    elif what.stat == "loyalty":
        made.setup.setdefault("counters", {})["loyalty"] = number
    else:
        raise _unknown(what)


@read.register
def _(what: ast.HasKeyword, made: Made) -> None:
    made.lines.append(keyword_line(what.name))


@read.register
def _(what: ast.HasCounter, made: Made) -> None:
    number, kind = 1, what.kind
    first, _, rest = kind.partition(" ")
    if first in _NUMBERS or first.isdigit():
        number, kind = (int(first) if first.isdigit() else _NUMBERS[first]), rest
    if isinstance(what.least, ast.Number):
        number = what.least.value
    elif what.least is not None:
        raise _unknown(what)
    made.setup.setdefault("counters", {})[kind or "charge"] = number


@read.register
def _(what: ast.InZone, made: Made) -> None:
    if what.zone == "anywhere":
        raise _unknown(what)
    made.zone = what.zone


@read.register
def _(what: ast.Negated, made: Made) -> None:
    """What it is not: an invented card has nothing that isn't said, so a plain "non-" holds where no other word says it."""
    if isinstance(what.predicate, ast.Status | ast.HasType | ast.HasColor | ast.HasKeyword | ast.HasCounter):
        made.states.add("not:" + str(getattr(what.predicate, "name", getattr(what.predicate, "color", ""))))
        return
    raise _unknown(what)


@read.register
def _(what: ast.AnyOf, made: Made) -> None:
    read(what.options[0], made)  # "an artifact or enchantment": either will do


@read.register
def _(_what: ast.OtherThan, _made: Made) -> None:
    """Another one: it is an object of its own in any case."""


@read.register
def _(what: ast.Status, made: Made) -> None:
    act = _STATUS.get(what.name)
    if act is not None:
        act(made)
    elif what.name in _BY_DEEDS:
        made.states.add(what.name)
    else:
        raise _unknown(what)


def _set(key: str, value: Any) -> Callable[[Made], None]:
    return lambda made: made.setup.__setitem__(key, value)


def _exiled(key: str, line: str) -> Callable[[Made], None]:
    def act(made: Made) -> None:
        made.zone = "exile"
        made.setup[key] = 0
        made.lines.append(line)

    return act


_STATUS: Final[dict[str, Callable[[Made], None]]] = {
    "tapped": _set("tapped", True),
    "untapped": lambda _: None,
    "token": _set("token", True),
    "face-down": _set("face_down", True),
    "transformed": _set("transformed", True),
    "plotted": _exiled("plotted", "Plot {2}"),
    "foretold": _exiled("foretold", "Foretell {2}"),
    "commander": lambda made: made.supertypes.append("legendary"),
    "entered this turn": _set("sick", True),
}
_BY_DEEDS: Final = frozenset(
    {"attacking", "blocking", "blocked", "unblocked", "goaded", "enchanted", "equipped", "suspended", "crewed", "saddled",
     "monstrous", "commander"}
)  # fmt: skip


def keyword_line(name: str) -> str:
    """A line of rules text that gives a keyword ability; raises NotStaged for one that needs more than was said.

    >>> keyword_line("first strike"), keyword_line("cycling"), keyword_line("protection from white"), keyword_line("toxic 2")
    ('First strike', 'Cycling {1}', 'Protection from white', 'Toxic 2')
    """
    line = name[:1].upper() + name[1:]
    if name in COST_KEYWORDS:
        line += " {1}"
    elif name in NUMBER_KEYWORDS:
        line += " 1"
    elif (name not in PLAIN_KEYWORDS or name == "protection") and not re.search(r" (?:from|\d+|\{)", name):
        raise NotStaged(f"“{name}” needs more than was said", f"「{name}」だけでは内容が足りません")
    if any(ast.unread(one) for one in abilities_of(line, "", "Creature")):
        raise NotStaged(f"“{name}” is not read", f"「{name}」は読めません")
    return line


_KINDS: Final = {
    "creature": Both("the permanent is a creature", "そのパーマネントがクリーチャー"),
    "artifact": Both("the permanent is an artifact", "そのパーマネントがアーティファクト"),
    "enchantment": Both("the permanent is an enchantment", "そのパーマネントがエンチャント"),
}


def kinds_left(what: ast.Filter) -> dict[str, Both]:
    """What something may be of whose card type nothing is said but what it is not.

    >>> from kb.asking.wordbook import described
    >>> [*kinds_left(described("noncreature token"))]
    ['artifact', 'enchantment']
    """
    denied = {
        one.predicate.name
        for one in what.where
        if isinstance(one, ast.Negated) and isinstance(one.predicate, ast.HasType)
    }
    return {name: fact for name, fact in _KINDS.items() if name not in denied}
