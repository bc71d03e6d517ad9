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

from kb.card_views import scenario_form
from kb.checker.oracle.japanese import cost_symbols, into_oracle
from kb.store import Store
from scraper.decode import search_key
from scraper.document import Document, Term

_HEAD: Final = re.compile(r"(?P<en>[^/]+?) ?/ ?(?P<ja>[^(（]+?) ?(?P<cost>(?:[(（][^()（）]+[)）])*)")
_PT: Final = re.compile(r"[-\d*+]+/[-\d*+]+")
_SUBTYPE: Final = re.compile(r"[(（]([A-Za-z' -]+)[)）]")


@dataclass(frozen=True, slots=True)
class Card:
    """A card as a scenario's `cards` wants it, with its names.

    >>> Card("Test Bear", "試験熊", {"types": "Creature — Bear", "pt": "2/2"}, "card").name
    'Test Bear'
    """

    name: str
    name_ja: str
    data: Mapping[str, Any]
    origin: str
    """Document id of what the text was taken from."""


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


class CardNames:
    """Finds the cards named in a question; longest names first, short names of legends too.

    >>> names = CardNames([Card("Fblthp, Lost on the Range", "牧場の迷い子、フブルスプ", {}, "card:x")])
    >>> [m.card.name for m in names.mentions("does fblthp help?")]
    ['Fblthp, Lost on the Range']
    >>> [m.card.name for m in names.mentions(search_key("フブルスプで計画できる？"))]
    ['Fblthp, Lost on the Range']
    """

    def __init__(self, cards: Iterable[Card]) -> None:
        self._by_key: dict[str, list[Card]] = {}
        for card in cards:
            for name in dict.fromkeys(_spellings(card)):
                self._by_key.setdefault(name, []).append(card)
        self._starts: dict[str, list[str]] = {}
        for key in sorted(self._by_key, key=len, reverse=True):
            self._starts.setdefault(key[:2], []).append(key)

    def mentions(self, text: str) -> list[Mention]:
        """Cards named in the text, which must be a search key already; in order, without overlaps."""
        found: list[Mention] = []
        at = 0
        while at < len(text):
            key = next((k for k in self._starts.get(text[at : at + 2], ()) if _stands(text, k, at)), None)
            if key is None:
                at += 1
                continue
            found.append(Mention(at, at + len(key), self._by_key[key][0], tuple(self._by_key[key])))
            at += len(key)
        return found


@dataclass(frozen=True, slots=True)
class Mention:
    """A card named in a text, from `start` to `end`; `could_be` holds every card of that name."""

    start: int
    end: int
    card: Card
    could_be: tuple[Card, ...]


def _spellings(card: Card) -> Iterator[str]:
    for name in (card.name, card.name_ja):
        if name:
            key = search_key(name)
            yield key
            if ", " in key:
                yield key.partition(", ")[0]
            if "、" in key:
                yield key.rpartition("、")[2]


def _stands(text: str, key: str, at: int) -> bool:
    """Whether the name stands there as a word of its own (Japanese has no spaces to tell by)."""
    if not text.startswith(key, at):
        return False
    if not key.isascii():
        return True
    before, after = text[at - 1 : at], text[at + len(key) : at + len(key) + 1]
    return not (before.isascii() and before.isalnum()) and not (after.isascii() and after.isalnum())


def known_cards(store: Store, terms: Iterable[Term]) -> list[Card]:
    """Every card whose text the store holds; loaded card data before wiki boxes."""
    cards = {card.name: card for card in wiki_cards(store.documents("wiki"), terms)}
    cards.update({card.name: card for card in map(_from_document, store.documents("card")) if card})
    return list(cards.values())


def _from_document(document: Document) -> Card | None:
    """A loaded card; None where its text is not known."""
    data = scenario_form(document)
    return None if data is None else Card(document.title.en, document.title.ja, data, document.id)
