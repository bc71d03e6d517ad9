"""MTGJSON's AtomicCards, read as a stream: `data` maps a name to its faces, each with foreignData and rulings.

>>> faces = [{"name": "Test Bear", "layout": "normal", "type": "Creature — Bear", "manaValue": 2.0,
...           "foreignData": [{"language": "Japanese", "name": "試験熊"}], "rulings": [{"date": "2031-05-01", "text": "…"}]}]
>>> card_of(faces).faces[0].name_ja, [ruling.date for ruling in rulings_of(faces)]
('試験熊', ['2031-05-01'])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scraper.card_model import Card, Face, Ruling, color_letters, number_text
from scraper.card_names import PARTS, own_name, plain_name, real_text
from scraper.scryfall import NOT_CARDS

Raw = Mapping[str, Any]


def card_of(faces: Sequence[Raw]) -> Card | None:
    """The card of these faces, None for what is none."""
    first = faces[0]
    layout = first.get("layout", "normal")
    if layout in NOT_CARDS:
        return None
    if layout == "reversible_card":
        layout, faces = "normal", faces[:1]
    parts = [_name(face) for face in faces]
    lights = tuple(
        " ".join(map(str, face["attractionLights"])) for face in faces if face.get("attractionLights")
    )
    if len(set(parts)) < len(parts):  # variants that share a name are one card to us
        faces, parts = faces[:1], parts[:1]
    found = tuple(map(_face, faces, parts))
    sets = tuple(dict.fromkeys(code for face in faces for code in face.get("printings", ())))
    return Card(
        own_name(layout, parts),
        found,
        layout,
        number_text(first.get("manaValue", first.get("convertedManaCost"))),
        tuple(name for name in (plain_name(one.get("name"))[0] for one in _japanese(first)) if name),
        sets,
        tuple(dict.fromkeys(lights)),
        oracle_id=(first.get("identifiers") or {}).get("scryfallOracleId", ""),
    )


def _name(face: Raw) -> str:
    name: str = face.get("faceName") or face["name"].split(PARTS)[0]
    return name


def _face(face: Raw, name: str) -> Face:
    def own(key: str) -> str:
        value = face.get(key)
        return "" if value is None else str(value)

    japanese = next(iter(_japanese(face)), {})
    name_ja, reading = plain_name(japanese.get("faceName") or japanese.get("name"))
    if PARTS in name_ja and "faceName" in face:
        sides = name_ja.split(PARTS)
        name_ja = sides[min("abcde".index(face.get("side") or "a"), len(sides) - 1)]
    return Face(
        name,
        own("manaCost"),
        own("type"),
        own("text"),
        own("power"),
        own("toughness"),
        own("loyalty"),
        own("defense"),
        color_letters(face.get("colors")),
        color_letters(face.get("colorIndicator")),
        name_ja,
        reading,
        real_text(japanese.get("type")),
        real_text(japanese.get("text")),
    )


def _japanese(face: Raw) -> list[Raw]:
    return [one for one in face.get("foreignData", ()) if one.get("language") == "Japanese"]


def rulings_of(faces: Sequence[Raw]) -> Iterator[Ruling]:
    """The rulings on the card of these faces, oldest first; those that several faces repeat once."""
    card = card_of(faces)
    if card is None:
        return
    found = {(one["date"], one["text"]): None for face in faces for one in face.get("rulings", ())}
    for date, text in sorted(found, key=lambda one: one[0]):
        yield Ruling(card.name, date, text)
