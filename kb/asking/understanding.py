"""A question's words become frames: the reader of its language, then which things are meant.

The cards are those of the library; nothing is played here.
"""

from __future__ import annotations

from dataclasses import replace

from kb.asking.bearers import borne
from kb.asking.card import Card
from kb.asking.cards import CardBook
from kb.asking.discourse import identify
from kb.asking.entities import CardOf
from kb.asking.frames import Question
from kb.asking.mentions import Heard
from kb.asking.normal import language, plain


def hear(question: str, book: CardBook) -> Heard:
    """The clauses of a question in the language of its letters."""
    if language(question) == "ja":
        from kb.asking.reading import japanese

        heard = japanese.read(question, book.table)
        ceased = tuple(
            "なくなる" for one in heard.clauses if one.form and one.negated and "なくな" in question
        )
        return replace(heard, articles=False, unread=(*heard.unread, *ceased))
    from kb.asking.reading import english

    return english.read(question, book.table)


def finder(book: CardBook) -> CardOf:
    """Cards by their English names, each looked up once."""
    known: dict[str, Card | None] = {}

    def card_of(name: str) -> Card | None:
        if name not in known:
            found = [one for one in book.table.called(plain(name).key) if one.name == name]
            known[name] = book.card(found[0]) if found else None
        return known[name]

    return card_of


def understood(question: str, book: CardBook, card_of: CardOf) -> tuple[Heard, tuple[Question, ...]]:
    """What is heard and all its readings; `card_of` is the book's `finder`."""
    heard = hear(question, book)
    heard = replace(heard, clauses=borne(heard.clauses))
    return heard, identify(heard, card_of)
