"""Card data as lines: a card a line in JSON, with names, printed Japanese texts and rulings beside it.

`cards.jsonl` has a card a line (faces inside), `names.tsv` English TAB Japanese, `ja_texts.jsonl` the printed
Japanese text by English name of a card or face, `rulings.jsonl` name, date, text and source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scraper.card_model import Card, Face, Ruling, color_letters, number_text
from scraper.card_names import plain_name, real_text

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the cards, by English name of a card or face."""

    names: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[str, Raw] = field(default_factory=dict)

    def add_name(self, english: str, japanese: str) -> None:
        """One pair of names; what is no name is left out.

        >>> beside = Beside()
        >>> beside.add_name("Mirror Room", "鏡の間"); beside.add_name("Mirror Room", "undefined")
        >>> beside.names
        {'Mirror Room': ['鏡の間']}
        """
        name, _ = plain_name(japanese)
        if name and name not in self.names.setdefault(english, []):
            self.names[english].append(name)


def card_of(raw: Raw, beside: Beside) -> Card:
    """One line as a card.

    >>> raw = {"name": "Test Bear", "layout": "normal", "types": ["Creature"], "subtypes": ["Bear"], "text": None}
    >>> card = card_of(raw, Beside())
    >>> card.faces[0].type_line, card.text_known
    ('Creature — Bear', False)
    """
    faces: Sequence[Raw] = raw.get("faces") or (raw,)
    layout = raw.get("layout", "normal")
    known = all(face.get("text") is not None for face in faces)
    own, _ = plain_name(raw.get("name_ja"))
    names = dict.fromkeys(name for name in (own, *beside.names.get(raw["name"], ())) if name)
    return Card(
        raw["name"],
        tuple(_face(face, beside, at) for at, face in enumerate(faces)),
        layout,
        number_text(raw.get("mana_value")),
        tuple(names),
        tuple(raw.get("sets", ())),
        tuple(" ".join(map(str, lights)) for lights in raw.get("attraction_lights", ())),
        tuple(raw.get("meld_parts", ())),
        text_known=known,
    )


def _face(face: Raw, beside: Beside, at: int) -> Face:
    def own(key: str) -> str:
        value = face.get(key)
        return "" if value is None else str(value)

    printed = beside.texts.get(face["name"], {})
    name_ja, reading = plain_name(face.get("name_ja") or next(iter(beside.names.get(face["name"], ())), ""))
    return Face(
        face["name"],
        own("mana_cost"),
        type_line(face),
        own("text"),
        own("power"),
        own("toughness"),
        own("loyalty"),
        own("defense"),
        color_letters(face.get("colors")),
        color_letters(face.get("color_indicator")),
        name_ja,
        reading,
        real_text(printed.get("type_ja")),
        half(real_text(printed.get("text_ja")), at),
    )


def half(text: str, at: int) -> str:
    """The text of one half where a split card's printed text was kept whole under each of them.

    >>> half("一。//\\n氷\\n{1}{U}\\n二。", 0), half("一。//\\n氷\\n{1}{U}\\n二。", 1), half("飛行", 1)
    ('一。', '二。', '飛行')
    """
    parts = text.split("//\n")
    if len(parts) != 2:
        return text
    lines = parts[1].split("\n")
    cost = next((line for line in lines[:2] if line.startswith("{") and line.endswith("}")), None)
    behind = lines[lines.index(cost) + 1 :] if cost else lines[1:]
    return (parts[0] if at == 0 else "\n".join(behind)).strip()


def type_line(raw: Raw) -> str:
    """The type line from its parts.

    >>> type_line({"supertypes": ["Legendary"], "types": ["Creature"], "subtypes": ["Fox", "Monk"]})
    'Legendary Creature — Fox Monk'
    """
    left = " ".join((*raw.get("supertypes", ()), *raw.get("types", ())))
    right = " ".join(raw.get("subtypes", ()))
    return f"{left} — {right}" if right else left


def rulings_of(stream: Iterable[Raw]) -> Iterable[Ruling]:
    """A ruling a line."""
    return (Ruling(raw["name"], raw.get("date", ""), raw["text"], raw.get("source", "")) for raw in stream)
