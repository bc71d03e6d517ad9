"""A library for questions with every real card, read from the files beside the checkout without importing them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import kb.answer
from kb.asking.card import Card
from kb.asking.cards import CardBook, from_document, row
from kb.asking.names import NameTable
from kb.library import Library
from kb.settings import load_settings
from scraper.card_model import SOURCE, card_document
from scraper.cards import CardFile, read_cards, sort_files
from scraper.document import Document
from tests.shared import CARDS

_FILES = ("cards.jsonl", "names.tsv", "ja_texts.jsonl")


@cache
def documents() -> Mapping[str, Document]:
    """Every card by its English name."""
    files = sort_files([_file(name) for name in _FILES])
    return {card.name: card_document(card, SOURCE) for card in read_cards(files)}


def _file(name: str) -> CardFile:
    path = CARDS / name
    return CardFile(name, lambda: path.open("rb"), path.stat().st_size)


class Texts(Mapping[str, Card]):
    """Cards with their texts, made when they are asked for."""

    def __getitem__(self, name: str) -> Card:
        card = from_document(documents()[name])
        if card is None:
            raise KeyError(name)
        return card

    def __contains__(self, name: object) -> bool:
        return name in documents()

    def __iter__(self) -> Iterator[str]:
        return iter(documents())

    def __len__(self) -> int:
        return len(documents())


class WithCards(Library):
    """A library whose card base are those files."""

    def card_base(self, name: str) -> Mapping[str, Any] | None:
        """The card as a scenario describes one."""
        document = documents().get(name)
        card = None if document is None else from_document(document)
        return None if card is None else {"name": card.name, **card.data}


def library_with_cards(home: Path) -> Library:
    """Nothing imported, all cards known."""
    library = WithCards.open(load_settings({"MTGKB_HOME": str(home)}))
    table = NameTable.of(map(row, documents().values()))
    kb.answer._BOOKS[id(library)] = CardBook(library, library.store.generation(), table, Texts())
    return library
