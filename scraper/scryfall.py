"""Scryfall's bulk files, read as streams: oracle_cards, all_cards (Japanese printings), rulings.

Each file is one JSON array of objects. A card with several faces has `card_faces`; its `name` joins them with
` // `. A Japanese printing has `lang` ja with `printed_name`, `printed_text` and `printed_type_line`, on the
faces where there are several. Rulings name a card by its `oracle_id`.

>>> raw = {"object": "card", "name": "Test Bear", "layout": "normal", "mana_cost": "{1}{G}", "cmc": 2.0,
...        "type_line": "Creature — Bear", "oracle_text": "", "power": "2", "toughness": "2", "colors": ["G"]}
>>> card_of(raw, Printings()).faces[0].power
'2'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scraper.card_model import Card, Face, Ruling, color_letters, number_text
from scraper.card_names import PARTS, joined, own_name, plain_name, real_text

NOT_CARDS: Final = frozenset({"token", "double_faced_token", "emblem", "art_series"})
"""Layouts that are no cards one can own by that name."""

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Japanese:
    """A Japanese printing of a card."""

    released: str
    faces: tuple[tuple[str, str, str, str], ...]
    """Name, reading, type line and text of each face."""

    @property
    def texts(self) -> int:
        """How many faces have a text."""
        return sum(bool(text) for *_, text in self.faces)


@dataclass(frozen=True, slots=True)
class Printings:
    """What the printings of all cards say, by English name (as Scryfall joins it)."""

    newest: dict[str, Japanese] = field(default_factory=dict)
    """The newest Japanese printing: it gives the names."""
    fullest: dict[str, Japanese] = field(default_factory=dict)
    """The newest one that has a text on most faces: it gives the texts."""
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """Every Japanese name with the newest day it was printed."""
    sets: dict[str, dict[str, str]] = field(default_factory=dict)
    """Every set with the day it came out."""

    def add(self, raw: Raw) -> None:
        """Take in one printing of any language.

        >>> printings = Printings()
        >>> printings.add({"name": "Mirror Room", "lang": "ja", "printed_name": "鏡（かがみ）の間（ま）"})
        >>> printings.newest["Mirror Room"].faces[0][:2]
        ('鏡の間', 'かがみのま')
        """
        if raw.get("layout") in NOT_CARDS:
            return
        name, released = raw["name"], raw.get("released_at", "")
        if raw.get("set"):
            self.sets.setdefault(name, {}).setdefault(raw["set"].upper(), released)
        if raw.get("lang") != "ja":
            return
        faces = tuple(_printed(face) for face in raw.get("card_faces") or (raw,))
        found = joined(face[0] for face in faces)
        if not found:
            return
        printing = Japanese(released, faces)
        if name not in self.newest or released > self.newest[name].released:
            self.newest[name] = printing
        held = self.fullest.get(name)
        if held is None or (printing.texts, released) > (held.texts, held.released):
            self.fullest[name] = printing
        dates = self.names.setdefault(name, {})
        dates[found] = max(released, dates.get(found, ""))


def _printed(face: Raw) -> tuple[str, str, str, str]:
    name, reading = plain_name(face.get("printed_name"))
    return name, reading, real_text(face.get("printed_type_line")), real_text(face.get("printed_text"))


def cards_of(stream: Iterable[Raw], printings: Printings) -> Iterator[Card]:
    """The cards of oracle_cards (or, each once, of all_cards), in the order of the file."""
    seen: set[str] = set()
    for raw in stream:
        if raw.get("layout") not in NOT_CARDS and raw["name"] not in seen:
            seen.add(raw["name"])
            yield card_of(raw, printings)


def card_of(raw: Raw, printings: Printings) -> Card:
    """One object as a card."""
    layout = raw.get("layout", "normal")
    given = raw.get("card_faces") or [raw]
    if layout == "reversible_card":
        layout, given = given[0].get("layout", "normal"), given[:1]
    faces = tuple(_face(face, raw, len(given)) for face in given)
    newest, fullest = printings.newest.get(raw["name"]), printings.fullest.get(raw["name"])
    if newest is not None and len(newest.faces) == len(faces):
        named = zip(faces, newest.faces, strict=True)
        faces = tuple(replace(face, name_ja=name, reading=reading) for face, (name, reading, *_) in named)
    if fullest is not None and len(fullest.faces) == len(faces):
        printed = zip(faces, fullest.faces, strict=True)
        faces = tuple(replace(face, type_ja=type_ja, text_ja=text) for face, (*_, type_ja, text) in printed)
    name = own_name(layout, [face.name for face in faces])
    dates = printings.names.get(raw["name"], {})
    sets = printings.sets.get(raw["name"], {})
    if raw.get("set"):
        sets = {raw["set"].upper(): raw.get("released_at", ""), **sets}
    lights = raw.get("attraction_lights") or ()
    return Card(
        name,
        faces,
        layout,
        number_text(raw.get("cmc", given[0].get("cmc"))),
        tuple(sorted(dates, key=lambda one: dates[one], reverse=True)),
        tuple(sorted(sets, key=lambda one: (sets[one], one))),
        (" ".join(map(str, lights)),) if lights else (),
        oracle_id=raw.get("oracle_id") or given[0].get("oracle_id", ""),
    )


def _face(face: Raw, raw: Raw, count: int) -> Face:
    def own(key: str) -> str:
        value = face.get(key)
        return "" if value is None else str(value)

    colors = face.get("colors")
    if colors is None:  # the halves of a split card have the card's colors only by their costs
        colors = (face.get("mana_cost") or "") if count > 1 else raw.get("colors", [])
    return Face(
        face["name"].split(PARTS)[0] if count > 1 else face["name"],
        own("mana_cost"),
        own("type_line"),
        own("oracle_text"),
        own("power"),
        own("toughness"),
        own("loyalty"),
        own("defense"),
        color_letters(colors),
        color_letters(face.get("color_indicator")),
    )


def rulings_of(stream: Iterable[Raw], names: Mapping[str, str]) -> Iterator[Ruling | str]:
    """Rulings with the card's name in place of its id; the id itself where it is not known.

    >>> raw = {"oracle_id": "1", "source": "wotc", "published_at": "2031-05-01", "comment": "It tramples."}
    >>> list(rulings_of([raw], {"1": "Test Bear"}))
    [Ruling(card='Test Bear', date='2031-05-01', text='It tramples.', source='wotc')]
    >>> list(rulings_of([raw], {}))
    ['1']
    """
    for raw in stream:
        name = names.get(raw["oracle_id"])
        if name is None:
            yield raw["oracle_id"]
        else:
            yield Ruling(name, raw.get("published_at", ""), raw["comment"], raw.get("source", ""))
