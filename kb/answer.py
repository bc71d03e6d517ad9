"""The main path of Decide: question → readings → played scenarios → an answer with its proof.

Deterministic: the same words over the same data give the same answer. What can't be understood or played is
undetermined, with what to read instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from kb.asking import answering
from kb.asking.cards import CardBook
from kb.asking.definition import definition
from kb.asking.model import Answer, Both
from kb.asking.normal import language
from kb.asking.related import related
from kb.errors import UserError
from kb.library import Library
from scraper.document import Lang

_BOOKS: Final[dict[int, CardBook]] = {}


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
    answer = answering.answer(question, lang, library, book)
    if answer.verdict != "undetermined":
        return answer
    meaning = definition(question, lang, library)
    if meaning is not None:
        return meaning
    return replace(answer, related=tuple(_related(question, lang, library)))


def _related(question: str, lang: Lang, library: Library) -> Iterable[dict[str, Any]]:
    return related(question, lang, library, _book(library).table)


def _book(library: Library) -> CardBook:
    """The cards of the library's present generation, kept between questions."""
    kept = _BOOKS.get(id(library))
    if kept is None or kept.library is not library or kept.generation != library.store.generation():
        kept = _BOOKS[id(library)] = CardBook.of(library)
    return kept
