"""Cards as printed: what a scenario's `cards` or a card base says, read into plain data.

>>> card = printed_from("Test Bear", {"cost": "{1}{G}", "types": "Creature — Bear", "pt": "2/2"})
>>> card.mana_value, card.colors, card.types, card.power
(2, ('G',), ('creature',), '2')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from kb.checker.oracle.ast import Ability

SUPERTYPES = frozenset({"basic", "legendary", "snow", "world", "ongoing", "host", "elite"})
CARD_TYPES = frozenset({
    "artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant", "kindred", "land",
    "phenomenon", "plane", "planeswalker", "scheme", "sorcery", "tribal", "vanguard",
})  # fmt: skip
TYPE_ORDER = (
    "kindred",
    "enchantment",
    "artifact",
    "land",
    "creature",
    "planeswalker",
    "battle",
    "instant",
    "sorcery",
)
"""The order in which type lines name card types."""
PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
BASIC_LAND_TYPES: Mapping[str, str] = {
    "plains": "W",
    "island": "U",
    "swamp": "B",
    "mountain": "R",
    "forest": "G",
}
COLORS = ("W", "U", "B", "R", "G")
COLOR_WORDS: Mapping[str, str] = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_TWO_WORD_SUBTYPES = ("time lord", "urza's power-plant")


@dataclass(frozen=True)
class Printed:
    """The copiable values of a card, face or token (CR 707.2), before any copy effect."""

    name: str
    cost: str | None = None
    """Mana cost as symbols, None where there is none (118.6)."""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    text: str = ""
    abilities: tuple[Ability, ...] = ()
    lights: tuple[int, ...] = ()
    faces: tuple[Printed, ...] = ()
    """The faces or halves of a card that has several, the front or left one first; else empty."""
    layout: str = "normal"
    """normal, split, adventure, omen, transform, modal_dfc, room, flip, meld, token …"""
    blank: bool = False
    """A card of which nothing is known: it pads a library that the scenario doesn't give."""
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __deepcopy__(self, memo: dict[int, Any]) -> Printed:
        """Frozen data is shared between copies of a game."""
        return self

    @property
    def mana_value(self) -> int:
        """CR 202.3: the total of the mana cost, X counted as 0; of both halves of a split card."""
        if self.layout in ("split", "aftermath") and self.faces:
            return sum(face.mana_value for face in self.faces)
        return mana_value(self.cost)

    @property
    def is_permanent_card(self) -> bool:
        """Whether it could be put onto the battlefield (110.4a)."""
        return bool(PERMANENT_TYPES & set(self.types))

    @property
    def type_line(self) -> str:
        """The type line as written.

        >>> Printed("X", types=("artifact", "creature"), subtypes=("golem",)).type_line
        'Artifact Creature — Golem'
        """
        return type_line(self.supertypes, self.types, self.subtypes)


BLANK = Printed("Blank Card", types=("blank",), blank=True)
"""Pads a library that the document doesn't give: of such a card nothing is known but that it is there."""


def type_line(supertypes: Iterable[str], types: Iterable[str], subtypes: Iterable[str]) -> str:
    """Write a type line: words capitalised, subtypes after a dash."""
    ordered = sorted(
        types, key=lambda word: TYPE_ORDER.index(word) if word in TYPE_ORDER else len(TYPE_ORDER)
    )
    left = " ".join(_capital(word) for word in (*supertypes, *ordered))
    right = " ".join(_capital(word) for word in subtypes)
    return f"{left} — {right}" if right else left


def _capital(word: str) -> str:
    return " ".join(part[:1].upper() + part[1:] for part in word.split(" "))


def symbols(cost: str | None) -> tuple[str, ...]:
    """The symbols of a cost.

    >>> symbols("{1}{W/U}{X}")
    ('1', 'W/U', 'X')
    """
    return tuple(_SYMBOL.findall(cost or ""))


@cache
def mana_value(cost: str | None) -> int:
    """Mana value of a cost, X as 0 (202.3e); a hybrid symbol by its largest part (202.3f).

    >>> mana_value("{X}{2/W}{U/P}{C}")
    4
    """
    total = 0
    for symbol in symbols(cost):
        parts = [part for part in symbol.split("/") if part != "P"]
        total += max(
            (int(part) if part.isdigit() else (0 if part in ("X", "Y", "Z") else 1))
            for part in parts or ["C"]
        )
    return total


def colors_of(cost: str | None) -> tuple[str, ...]:
    """Colors of a mana cost (202.2), in the order WUBRG."""
    found = {part for symbol in symbols(cost) for part in symbol.split("/")}
    return tuple(color for color in COLORS if color in found)


def parse_types(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, card types and subtypes of a type line, in lower case.

    >>> parse_types("Legendary Artifact Creature — Time Lord Bear")
    (('legendary',), ('artifact', 'creature'), ('time lord', 'bear'))
    """
    left, _, right = re.sub(r"\s+[—–-]\s+", " — ", line.strip()).partition(" — ")
    words = left.lower().split()
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    types = tuple(word for word in words if word not in SUPERTYPES)
    lowered = right.lower()
    if "plane" in types:
        return supertypes, types, (lowered,) if lowered else ()
    subtypes: list[str] = []
    for pair in _TWO_WORD_SUBTYPES:
        if pair in lowered:
            subtypes.append(pair)
            lowered = lowered.replace(pair, " ")
    return supertypes, types, (*subtypes, *lowered.split())


@lru_cache(maxsize=50_000)
def abilities_of(text: str, name: str, line: str) -> tuple[Ability, ...]:
    """The abilities of an Oracle text, read once."""
    from kb.checker.oracle.read import parse_oracle

    supertypes, types, subtypes = parse_types(line)
    return tuple(parse_oracle(text, name=name, types=(*supertypes, *types, *subtypes)))


def _face(name: str, data: Mapping[str, Any]) -> Printed:
    line = str(data.get("types", ""))
    supertypes, types, subtypes = parse_types(line)
    cost = data.get("cost")
    cost = None if cost is None else (f"{{{cost}}}" if str(cost).isdigit() else str(cost))
    power, _, toughness = str(data["pt"]).partition("/") if data.get("pt") not in (None, "") else ("", "", "")
    colors = tuple(data["colors"]) if "colors" in data else colors_of(cost)
    text = str(data.get("text", ""))
    return Printed(
        name=name, cost=cost, supertypes=supertypes, types=types, subtypes=subtypes, colors=_color_letters(colors),
        power=power or None, toughness=toughness or None, loyalty=_text(data.get("loyalty")),
        defense=_text(data.get("defense")), text=text, abilities=abilities_of(text, name, line) if text else (),
        lights=tuple(data.get("lights", ())),
    )  # fmt: skip


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _color_letters(colors: Iterable[str]) -> tuple[str, ...]:
    by_word = {word: letter for letter, word in COLOR_WORDS.items()}
    letters = {by_word.get(color.lower(), color.upper()) for color in colors}
    return tuple(color for color in COLORS if color in letters)


def printed_from(name: str, data: Mapping[str, Any]) -> Printed:
    """A card of a scenario's `cards` (see the spec): one face, `faces`, or two parts written with ` // `."""
    if data.get("faces"):
        given = list(data["faces"])
        if "types" in data and not any(face["name"] == name for face in given):
            given.insert(
                0, {**{k: v for k, v in data.items() if k != "faces"}, "name": name.split(" // ")[0]}
            )
        faces = [_face(face["name"], face) for face in given]
        return _joined(name, faces, str(data.get("layout", "")))
    if " // " in name:
        names = name.split(" // ")
        parts: list[dict[str, Any]] = [{} for _ in names]
        for key, value in data.items():
            pieces = re.split(r"\s+//\s+|\n//\n", value) if isinstance(value, str) else [value] * len(names)
            for index, part in enumerate(parts):
                if index < len(pieces) and pieces[index] != "":
                    part[key] = pieces[index]
        return _joined(name, [_face(part_name, part) for part_name, part in zip(names, parts, strict=True)],
                       str(data.get("layout", "")))  # fmt: skip
    return _face(name, data)


def _joined(name: str, faces: list[Printed], layout: str) -> Printed:
    """A card with several faces: the values outside the battlefield and the stack follow its layout."""
    if not layout or layout == "normal":
        layout = _guess_layout(faces)
    if layout == "room":
        faces = [replace(face, abilities=of_door(face.abilities, index)) for index, face in enumerate(faces)]
    first = faces[0]
    if layout in ("split", "aftermath", "room"):  # CR 709.4: combined values off the stack
        return replace(
            first, name=" // ".join(face.name for face in faces), faces=tuple(faces), layout=layout,
            cost="".join(face.cost or "" for face in faces) or None,
            supertypes=_union(face.supertypes for face in faces), types=_union(face.types for face in faces),
            subtypes=_union(face.subtypes for face in faces), colors=_ordered({c for face in faces for c in face.colors}),
            text="\n".join(face.text for face in faces), abilities=tuple(a for face in faces for a in face.abilities),
        )  # fmt: skip
    return replace(first, faces=tuple(faces), layout=layout, extra={"full_name": name})


DOORS = ("left door unlocked", "right door unlocked")
"""The states of the halves of a Room (709.5c)."""


def of_door(abilities: tuple[Ability, ...], index: int) -> tuple[Ability, ...]:
    """The abilities of one half of a Room: "this door" is its own. What only says which half a line stands on is left out."""
    from kb.checker.oracle import ast
    from kb.checker.oracle.rewrite import rewrite

    def change(node: Any) -> Any:
        if node == ast.Happens("unlock door"):
            return ast.Becomes(ast.SameAs(ast.This()), DOORS[index])
        return node

    kept = [
        node for node in abilities if not node.text.startswith(("Left half ability", "Right half ability"))
    ]
    return tuple(rewrite(node, change) for node in kept)


def double_faced(printed: Printed) -> bool:
    """Whether it is a double-faced card or token that isn't a meld card (CR 712.9).

    >>> double_faced(printed_from("Test Bear", {"types": "Creature — Bear", "pt": "2/2"}))
    False
    """
    return printed.layout in ("transform", "modal_dfc") and len(printed.faces) == 2


def _guess_layout(faces: list[Printed]) -> str:
    second = faces[1] if len(faces) > 1 else faces[0]
    for subtype, layout in (("adventure", "adventure"), ("omen", "omen"), ("room", "room")):
        if subtype in second.subtypes:
            return layout
    if all({"instant", "sorcery"} & set(face.types) for face in faces):
        return "aftermath" if "aftermath" in second.text.lower() else "split"
    return "modal_dfc" if second.cost or "land" in second.types else "transform"


def _union(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for part in parts for word in part))


def _ordered(colors: set[str]) -> tuple[str, ...]:
    return tuple(color for color in COLORS if color in colors)


_BASICS: Mapping[str, Printed] = {
    name: Printed(
        name, supertypes=supertypes, types=("land",), subtypes=(subtype,) if subtype else (), text=text
    )
    for name, supertypes, subtype, text in (
        *(
            (word.capitalize(), ("basic",), word, f"({{T}}: Add {{{letter}}}.)")
            for word, letter in BASIC_LAND_TYPES.items()
        ),
        *((f"Snow-Covered {word.capitalize()}", ("basic", "snow"), word, "") for word in BASIC_LAND_TYPES),
    )
}

CardBase = Callable[[str], Mapping[str, Any] | None]
"""A card base: a name (any face, any case) to a map in the form of the spec's `cards`, or None."""


class UnknownCardError(KeyError):
    """A name that neither the document nor the card base knows."""

    def __init__(self, name: str, where: str) -> None:
        self.name = name
        self.en = f"{where}: unknown card {name!r}: describe it under cards, or load a card base"
        self.ja = (
            f"{where}: カード {name!r} は不明です。cards に記述するか、カード・データを読み込んでください"
        )
        super().__init__(self.en)


@dataclass
class Cards:
    """Finds cards by name: the document's own first, basic lands, then the card base."""

    own: Mapping[str, Mapping[str, Any]]
    base: CardBase | None = None
    found: dict[str, Printed] = field(default_factory=dict)

    def find(self, name: str, where: str = "") -> Printed:
        """The card of that name; raises UnknownCardError.

        >>> Cards({}).find("Forest").subtypes
        ('forest',)
        """
        card = self.found.get(name)
        if card is None:
            card = self.found[name] = self._read(name, where)
        return card

    def _read(self, name: str, where: str) -> Printed:
        if name in self.own:
            return printed_from(name, self.own[name] or {})
        if name in _BASICS:
            return _BASICS[name]
        for own in self.own:
            if name in own.split(" // "):
                return self.find(own, where)
        data = self.base(name) if self.base is not None else None
        if data is None:
            raise UnknownCardError(name, where)
        return printed_from(str(data.get("name", name)), data)
