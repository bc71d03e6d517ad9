"""Cards and rulings as plain data, and as documents.

A card's faces are the sections of its document, so that nothing of a face is lost: `faces_of` gives them back.

>>> face = Face("Test Bear", "{1}{G}", "Creature — Bear", "Trample", power="2", toughness="2", name_ja="試験熊")
>>> document = card_document(Card("Test Bear", (face,)), SOURCE)
>>> document.id, document.title.ja, document.facts["type"]
('card:Test Bear', '試験熊', ('Creature — Bear',))
>>> faces_of(document) == (face,)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final

from scraper.card_names import PARTS, TWO_NAMES, joined
from scraper.citations import find_citations
from scraper.document import Block, Document, Section, Source, Title

OWNER: Final = "Wizards of the Coast LLC"
SOURCE: Final = Source("cards", "Card data", owner=OWNER)


@dataclass(frozen=True, slots=True)
class Face:
    """One face or half of a card; '' stands for what it doesn't have."""

    name: str
    mana_cost: str = ""
    type_line: str = ""
    text: str = ""
    """Oracle text, an ability a line."""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    defense: str = ""
    colors: str = ""
    """Letters of WUBRG."""
    color_indicator: str = ""
    name_ja: str = ""
    reading: str = ""
    type_ja: str = ""
    text_ja: str = ""
    """As printed, which may be older than the Oracle text."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its English name, which is its identity."""

    name: str
    faces: tuple[Face, ...]
    layout: str = "normal"
    mana_value: str = ""
    names_ja: tuple[str, ...] = ()
    """Every Japanese name that a printing gives, the newest first."""
    sets: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()
    """Lit numbers of an Attraction, `2 3 6` for each variant."""
    meld_parts: tuple[str, ...] = ()
    oracle_id: str = ""
    text_known: bool = True
    """False where the data has no text for a card that has one: it is then not a card without abilities."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling on a card.

    >>> Ruling("Test Bear", "2031-05-01", "It tramples.").source
    ''
    """

    card: str
    date: str
    text: str
    source: str = ""
    """Who gave it, as the data says: wotc, scryfall, …"""


_FACE_FACTS: Final = tuple(
    f.name for f in fields(Face) if f.name not in ("name", "name_ja", "reading", "text")
)


def card_document(card: Card, source: Source, order: int = 0) -> Document:
    """The card as one document in English with its Japanese names and texts among the facts."""
    first = card.faces[0]
    together = card.layout in TWO_NAMES
    japanese = joined(face.name_ja for face in card.faces) if together else first.name_ja
    names_ja = dict.fromkeys(
        name for name in (japanese, *card.names_ja, *(face.name_ja for face in card.faces)) if name
    )
    ja = japanese or next(iter(card.names_ja), "")
    facts = {
        "names": tuple(dict.fromkeys((card.name, *(face.name for face in card.faces)))),
        "names_ja": tuple(names_ja),
        "type": _each(face.type_line for face in card.faces),
        "type_ja": _each(face.type_ja for face in card.faces),
        "text_ja": _each(face.text_ja for face in card.faces),
        "mana_cost": _each(face.mana_cost for face in card.faces),
        "mana_value": _each((card.mana_value,)),
        "colors": tuple(
            dict.fromkeys("".join(face.colors for face in (card.faces if together else (first,))))
        ),
        "layout": (card.layout,),
        "sets": card.sets,
        "lights": card.lights,
        "meld_parts": card.meld_parts,
        "oracle_id": _each((card.oracle_id,)),
        "text_unknown": () if card.text_known else ("true",),
    }
    text = f"\n{PARTS.strip()}\n".join(face.text for face in card.faces) if _has_texts(card) else ""
    return Document(
        f"card:{card.name}",
        "card",
        "en",
        Title(card.name, ja, first.reading if not together else ""),
        text,
        source,
        order=order,
        sections=tuple(map(_section, card.faces)),
        facts=MappingProxyType({key: values for key, values in facts.items() if values}),
    )


def faces_of(document: Document) -> tuple[Face, ...]:
    """The faces of a card's document."""
    return tuple(map(_face, document.sections))


def ruling_documents(
    rulings: Iterable[Ruling], source: Source, names_ja: Mapping[str, str]
) -> Iterator[Document]:
    """Rulings as documents `ruling:NAME#n`, counted for each card in the order in which they come.

    >>> found = ruling_documents([Ruling("X", "2031-05-01", "See rule 702.170.")], SOURCE, {"X": "甲"})
    >>> [(d.id, d.parent, d.title.ja, str(d.citations[0].number)) for d in found]
    [('ruling:X#1', 'card:X', '甲', '702.170')]
    """
    counts: dict[str, int] = {}
    for order, ruling in enumerate(rulings):
        number = counts[ruling.card] = counts.get(ruling.card, 0) + 1
        identity = f"ruling:{ruling.card}#{number}"
        yield Document(
            identity,
            "ruling",
            "en",
            Title(ruling.card, names_ja.get(ruling.card, "")),
            ruling.text,
            source,
            parent=f"card:{ruling.card}",
            order=order,
            citations=find_citations(ruling.text, identity),
            facts=MappingProxyType(
                {"date": (ruling.date,), **({"source": (ruling.source,)} if ruling.source else {})}
            ),
        )


def number_text(value: float | str | None) -> str:
    """A mana value as it is written: without `.0`, '' where there is none.

    >>> number_text(2.0), number_text(0.5), number_text(None)
    ('2', '0.5', '')
    """
    return "" if value is None else f"{float(value):g}"


def color_letters(letters: Iterable[str] | None) -> str:
    """Colors in the order WUBRG.

    >>> color_letters(["G", "W"])
    'WG'
    """
    held = set(letters or ())
    return "".join(letter for letter in "WUBRG" if letter in held)


def _each(values: Iterable[str]) -> tuple[str, ...]:
    """All values where there is any, in order; () where all are empty."""
    values = tuple(values)
    return values if any(values) else ()


def _has_texts(card: Card) -> bool:
    return any(face.text for face in card.faces)


def _section(face: Face) -> Section:
    facts = tuple(Block("fact", getattr(face, key), mark=key) for key in _FACE_FACTS if getattr(face, key))
    lines = tuple(Block("paragraph", line) for line in face.text.split("\n")) if face.text else ()
    return Section(Title(face.name, face.name_ja, face.reading), 2, (*facts, *lines))


def _face(section: Section) -> Face:
    facts = {block.mark: block.text for block in section.blocks if block.kind == "fact"}
    text = "\n".join(block.text for block in section.blocks if block.kind == "paragraph")
    title = section.title
    return Face(title.en, text=text, name_ja=title.ja, reading=title.reading, **facts)
