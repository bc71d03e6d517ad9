"""The main path of Decide: question → readings → played scenarios → an answer with its proof.

Deterministic: the same words over the same data give the same answer. What can't be understood or played is
undetermined, with what to read instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from kb.asking import answering
from kb.asking.asked import Asked, Card
from kb.asking.cards import CardBook
from kb.asking.definition import definition
from kb.asking.meaning import Meaning, Token, read
from kb.asking.model import Answer, Both, NotUnderstood, Reading
from kb.asking.normal import language
from kb.asking.related import related
from kb.asking.verdicts import answer_of
from kb.asking.wording import worded
from kb.errors import UserError
from kb.library import Library
from kb.question import understand
from scraper.document import Lang

_BOOKS: Final[dict[int, CardBook]] = {}

NOT_UNDERSTOOD: Final = Both(
    "This question was not understood well enough to be played, so nothing is claimed. The rules below may help.",
    "この質問は、実際に動かして確かめられるほどには理解できませんでした。推測では答えません。下のルールが参考になるかもしれません。",
)


def ask(question: str, lang: Lang | None, library: Library) -> Answer:
    """Answer a question in either language; `lang` None takes the question's own language.

    Where the program itself fails, that is the answer of this question and of no other.
    """
    lang = lang or language(question)
    try:
        return _ask(question, lang, library)
    except UserError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is, nothing is claimed, and it is said
        from kb.checker.failing import Crash

        crash = Crash.of(error)
        en, ja = crash.said()
        said = Both(
            f"Nothing is claimed: answering failed{en}.",
            f"答えを出す途中で異常終了しました{ja}。推測では答えません。",
        )
        return Answer(question, lang, "undetermined", None, said, crash=crash)


def _ask(question: str, lang: Lang, library: Library) -> Answer:
    book = _book(library)
    read_ = answering.answer(question, lang, library, book)
    short = len(question) <= answering.LONGEST
    found = _recognised(question, lang, library, book) if short else None
    answer = _of_both(read_, found)
    if answer.verdict == "undetermined" and (meaning := definition(question, lang, library)) is not None:
        return meaning
    if answer.verdict == "undetermined":
        return replace(answer, related=tuple(_related(question, lang, library)))
    return answer


def _of_both(read_: Answer, found: Answer | None) -> Answer:
    """What was read and what was recognised: where they differ nothing is claimed."""
    if found is None or found.verdict == "undetermined":
        return read_ if read_.verdict != "undetermined" or found is None or read_.frames else found
    if read_.verdict == "undetermined":
        return read_ if read_.open or "{" in found.answer.en else found
    if (read_.verdict, str(read_.value)) != (found.verdict, str(found.value)):
        return replace(read_, verdict="undetermined", value=None, answer=NOT_UNDERSTOOD, because=())
    return found


def _recognised(question: str, lang: Lang, library: Library, book: CardBook) -> Answer | None:
    """The answer of a kind of question that is known as a whole."""
    asked = _with_cards(read(question, book.table), book)
    answer = asked if isinstance(asked, Both) else _decide(question, lang, asked, library)
    return Answer(question, lang, "undetermined", None, answer) if isinstance(answer, Both) else answer


def _decide(question: str, lang: Lang, asked: Asked, library: Library) -> Answer | Both:
    unknown = asked.meaning.unknown
    readings = [] if unknown else understand(asked)
    proper = [one for one in readings if isinstance(one, Reading)]
    meaning = None if proper else definition(question, lang, library)
    if meaning is not None:
        return meaning
    if unknown:
        return answering.not_understood(unknown, nothing_loaded=not _book(library).table)
    if not proper:
        return next((one.why for one in readings if isinstance(one, NotUnderstood)), NOT_UNDERSTOOD)
    best = [one for one in proper if one.weight == proper[0].weight]
    answers = [answer_of(question, lang, one, library.card_base) for one in best]
    if len({(one.verdict, str(one.value)) for one in answers}) > 1:
        said = answering.several([one.say for one in best])
        return Answer(question, lang, "undetermined", None, said, others=tuple(one.say for one in best))
    return replace(
        worded(answers[0], asked.cards), others=tuple(one.say for one in proper if one is not best[0])
    )


# -- the cards named -----------------------------------------------------------------------------------


def _with_cards(meaning: Meaning, book: CardBook) -> Asked | Both:
    """The question with the texts of its cards, or what to say where a name isn't clear or a text not known."""
    cards: list[Card] = []
    for token in meaning.named:
        found = _meant(token, meaning, book)
        if isinstance(found, Both):
            return found
        cards.append(found)
    return Asked(meaning, tuple(cards))


def _meant(token: Token, meaning: Meaning, book: CardBook) -> Card | Both:
    """Of several cards of a name, the one that has to do with what else is said, where only one has."""
    if len(token.cards) == 1:
        named = token.cards[0]
        card = book.card(named)
        if card is not None:
            return card
        return Both(
            f"The text of {named.name} is not known, so nothing is claimed.",
            f"《{named.name_ja or named.name}》のテキストが分からないため、答えは出せません。",
        )
    known = [card for card in map(book.card, token.cards) if card is not None]
    close = [card for card in known if _touches(card, meaning)]
    if len(close) == 1 and len(known) == len(token.cards):
        return close[0]
    en = ", ".join(card.name for card in token.cards[:6])
    ja = "、".join(f"《{card.name_ja or card.name}》" for card in token.cards[:6])
    return Both(
        f"Several cards are called “{token.text}”: {en}. Which one?",
        f"「{token.text}」に当てはまるカードは複数あります：{ja}。どれですか？",
    )


_TOPICS: Final = {
    "plot": r"\bplot", "plotted": r"\bplot", "speed": r"\bspeed|start your engines", "room": r"\broom|dungeon",
    "dungeon": r"dungeon", "venture": r"venture|dungeon", "attraction": r"attraction", "visit": r"visit",
    "open": r"open an attraction", "foretell": r"foretell", "planar_die": r"planar", "copy": r"\bcopy",
}  # fmt: skip


def _touches(card: Card, meaning: Meaning) -> bool:
    text = card.text.casefold()
    return any(re.search(form, text) for name, form in _TOPICS.items() if name in meaning.names)


def _related(question: str, lang: Lang, library: Library) -> Iterable[dict[str, Any]]:
    return related(question, lang, library, _book(library).table)


def _book(library: Library) -> CardBook:
    """The cards of the library's present generation, kept between questions."""
    kept = _BOOKS.get(id(library))
    if kept is None or kept.library is not library or kept.generation != library.store.generation():
        kept = _BOOKS[id(library)] = CardBook.of(library)
    return kept
