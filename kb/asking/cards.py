"""Cards that a question may name: data for a scenario, by every name a player uses.

Texts come from what the user has loaded: card data, else the card boxes of wiki pages, whose Japanese texts are put
into Oracle wording.

>>> box = "Test Bear / 試験熊 (1)(緑)\\nクリーチャー ― 熊(Bear)\\n到達\\n2/2"
>>> read_box(box, {"到達": "Reach"}, {"クリーチャー": "Creature"}).data["cost"]
'{1}{G}'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kb.asking.card import Card
from kb.asking.names import Named, NameTable
from kb.card_views import scenario_form
from kb.checker.oracle.japanese import cost_symbols, into_oracle
from kb.library import Library
from kb.store import Store
from scraper.document import Document, Term

_HEAD: Final = re.compile(r"(?P<en>[^/]+?) ?/ ?(?P<ja>[^(（]+?) ?(?P<cost>(?:[(（][^()（）]+[)）])*)")
_PT: Final = re.compile(r"[-\d*+]+/[-\d*+]+")
_SUBTYPE: Final = re.compile(r"[(（]([A-Za-z' -]+)[)）]")


def read_box(text: str, keywords: Mapping[str, str], types: Mapping[str, str]) -> Card | None:
    """A card box of a wiki page; None where its first lines are not those of a box.

    `keywords` and `types` map Japanese names of keyword abilities and card types to English ones.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    head = _HEAD.fullmatch(lines[0]) if len(lines) > 1 else None
    if head is None:
        return None
    type_line = _type_line(lines[1], types)
    if type_line is None:
        return None
    body = lines[2:]
    data: dict[str, Any] = {"types": type_line}
    if body and _PT.fullmatch(body[-1]):
        data["pt"] = body.pop()
    if head["cost"]:
        data["cost"] = cost_symbols(head["cost"])
    data["text"] = into_oracle("\n".join(body), head["ja"], keywords)
    return Card(head["en"], head["ja"], data, "wiki")


def _type_line(line: str, types: Mapping[str, str]) -> str | None:
    left, _, right = re.sub(r"[—―−-]+", "—", line).partition("—")
    rest, found = left.strip(), []
    while rest:
        word = next((ja for ja in sorted(types, key=len, reverse=True) if rest.startswith(ja)), None)
        if word is None:
            return None
        found.append(types[word])
        rest = rest[len(word) :].lstrip(" ・の")
    subtypes = [" ".join(word.split()) for word in _SUBTYPE.findall(right)]
    return " ".join(found) + (f" — {' '.join(subtypes)}" if subtypes else "")


def wiki_cards(pages: Iterable[Document], terms: Iterable[Term]) -> Iterator[Card]:
    """The cards whose boxes stand in the pages."""
    terms = tuple(terms)
    keywords = {term.ja: term.en[0].upper() + term.en[1:] for term in terms if term.kind == "keyword_ability"}
    types = {
        term.ja: term.en.title()
        for term in terms
        if term.kind in {"card_type", "supertype"} and " " not in term.en
    }
    for page in pages:
        for section in page.sections:
            for block in section.blocks:
                card = read_box(block.text, keywords, types) if block.kind == "card" else None
                if card is not None:
                    yield Card(card.name, card.name_ja, card.data, page.id)


@dataclass
class CardBook:
    """The cards that questions may name: names at once, texts when they are needed."""

    library: Library
    generation: int
    table: NameTable
    boxes: Mapping[str, Card]
    """Cards of wiki pages, by name: they serve where no card data is loaded."""

    @classmethod
    def of(cls, library: Library) -> CardBook:
        """The book of the library's present generation."""
        store = library.store
        boxes = (
            {}
            if store.editions("cards")
            else {c.name: c for c in wiki_cards(store.documents("wiki"), library.terms)}
        )
        folder = library.settings.home if library.settings.home.is_dir() else None
        generation = store.generation()
        if boxes or not store.editions("cards"):
            rows = [(card.origin, card.name, card.name_ja) for card in boxes.values()]
            return cls(library, generation, NameTable.of(rows), boxes)
        return cls(library, generation, NameTable.load(folder, generation, _rows(store)), boxes)

    def card(self, named: Named) -> Card | None:
        """A card with its text; None where that isn't known."""
        if named.name in self.boxes:
            return self.boxes.get(named.name)
        return from_document(self.library.store.get(named.id))


def _rows(store: Store) -> Iterator[tuple[str, ...]]:
    return map(row, store.documents("card"))


def row(document: Document) -> tuple[str, ...]:
    """A card for the table of names: its id, its own names, every other name."""
    own = (document.title.en, document.title.ja)
    faces = (name for part in document.sections for name in (part.title.en, part.title.ja))
    others = dict.fromkeys((*faces, *document.facts.get("names_ja", ())))
    return (document.id, *own, *(name for name in others if name and name not in own))


def from_document(document: Document) -> Card | None:
    """A loaded card; None where its text is not known."""
    data = scenario_form(document)
    if data is None:
        return None
    lights = tuple(tuple(map(int, one.split())) for one in document.facts.get("lights", ()))
    return Card(document.title.en, document.title.ja, data, document.id, lights)
