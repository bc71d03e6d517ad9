"""A card as a scenario's `cards` wants it, with its names.

>>> Card("Test Bear", "試験熊", {"types": "Creature — Bear", "pt": "2/2"}, "card:Test Bear").ja
'《試験熊》'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Card:
    """A card as a scenario's `cards` wants it, with its names.

    >>> Card("Test Bear", "試験熊", {"types": "Creature — Bear", "pt": "2/2"}, "card:Test Bear").name
    'Test Bear'
    """

    name: str
    name_ja: str
    data: Mapping[str, Any]
    origin: str
    """Document id of what the text was taken from."""
    lights: tuple[tuple[int, ...], ...] = ()
    """The numbers lit up on each printed variant of an Attraction."""

    @property
    def ja(self) -> str:
        """As a Japanese sentence names it."""
        return f"《{self.name_ja or self.name}》"

    @property
    def text(self) -> str:
        """All its rules text, of every face."""
        faces = self.data.get("faces", ())
        return "\n".join([str(self.data.get("text", "")), *(str(face.get("text", "")) for face in faces)])

    @property
    def types(self) -> str:
        """Its type line; of the first face where it has several."""
        faces = self.data.get("faces", ())
        return str(self.data.get("types") or (faces[0].get("types", "") if faces else ""))

    @property
    def type_words(self) -> frozenset[str]:
        """The words of its type line, in small letters.

        >>> sorted(Card("Test Bear", "", {"types": "Creature — Bear"}, "").type_words)
        ['bear', 'creature']
        """
        return frozenset(self.types.lower().replace("—", " ").split())
