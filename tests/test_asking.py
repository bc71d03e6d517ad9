"""Questions that are read: handed ones, our own, and what may never be answered; each sentence is read, staged and played.

A figure here is what these lists give; it says nothing of questions that nobody has seen.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import kb.answer
from kb.asking.answering import Read, answer, readings
from kb.asking.frames import ME, OPPONENT, Question, swapped
from kb.asking.model import Answer
from kb.asking.normal import language
from kb.asking.understanding import finder
from kb.library import Library
from tests.asking import library_with_cards
from tests.shared import CASES, needs_shared

pytestmark = needs_shared
HERE = Path(__file__).parent / "cases"
OTHER = {"yes": "no", "no": "yes"}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_with_cards(tmp_path_factory.mktemp("home"))


KEPT: dict[str, Answer] = {}


def asked(library: Library, question: str) -> Answer:
    """The answer, worked out once for all tests."""
    if question not in KEPT:
        KEPT[question] = answer(question, language(question), library, kb.answer._BOOKS[id(library)])
    return KEPT[question]


def handed(name: str) -> Iterator[tuple[str, str, str, Any]]:
    for line in (CASES / name).read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        texts = [one["q"]] if "q" in one else [one["en"], one["ja"]]
        for text in texts:
            yield one["id"], text, one["verdict"], one.get("value")


def ours() -> Iterator[tuple[str, str, str, Any]]:
    for name in ("questions.yaml", "questions_wide.yaml"):
        for _, en, ja, expected, _ in yaml.safe_load((HERE / name).read_text(encoding="utf-8")):
            value = expected["value"] if isinstance(expected, dict) else None
            for text in (en, ja):
                yield name, text, "value" if isinstance(expected, dict) else str(expected), value


def judged(library: Library, rows: Iterator[tuple[str, str, str, Any]]) -> tuple[Counter[str], list[Any]]:
    """How many are right and open, and those that are wrong."""
    found: Counter[str] = Counter()
    wrong: list[Any] = []
    for name, text, verdict, value in rows:
        got = asked(library, text)
        same = got.verdict == verdict and (verdict != "value" or str(got.value) == str(value))
        found["right" if same else got.verdict] += 1
        if (
            not same and got.verdict != "undetermined" and not isinstance(got.value, list)
        ):  # a story is no value
            wrong.append((name, text, got.verdict, got.value))
    return found, wrong


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("questions.jsonl", 30),
        ("real/questions_en.jsonl", 5),
        ("real/questions_ja.jsonl", 4),
        ("real/answered_wrongly.jsonl", 4),
    ],
)
def test_no_handed_question_is_answered_wrongly(library: Library, name: str, least: int) -> None:
    found, wrong = judged(library, handed(name))
    assert wrong == []
    assert found["right"] >= least


def test_none_of_our_own_questions_is_answered_wrongly(library: Library) -> None:
    found, wrong = judged(library, ours())
    assert wrong == []
    assert found["right"] >= 150


def test_what_is_outside_the_model_is_not_answered(library: Library) -> None:
    outside = yaml.safe_load((HERE / "outside.yaml").read_text(encoding="utf-8"))
    assert len(outside) >= 200
    assert [
        (one, got.verdict) for one in outside if (got := asked(library, one)).verdict != "undetermined"
    ] == []


def answered(library: Library) -> Iterator[tuple[str, Answer]]:
    """Questions that are answered: all handed ones and every fourth of our own."""
    for _, text, _, _ in [
        *handed("questions.jsonl"),
        *handed("real/answered_wrongly.jsonl"),
        *[*ours()][::4],
    ]:
        got = asked(library, text)
        if got.verdict != "undetermined":
            yield text, got


def test_words_out_of_order_are_not_understood(library: Library) -> None:
    """A bag of words is no question: whoever answers it has recognised, not read."""
    shuffled = random.Random(3)
    wrong: list[Any] = []
    for text, got in answered(library):
        words = list(text.rstrip("？?")) if got.lang == "ja" else text.rstrip("?").split()
        if len(words) < 8:
            continue  # "Is an artifact an Attraction?" is a question too
        shuffled.shuffle(words)
        mixed = ("" if got.lang == "ja" else " ").join(words) + "?"
        if asked(library, mixed).verdict != "undetermined":
            wrong.append(mixed)
    assert wrong == []


def test_the_other_player_in_the_same_place_gets_the_same_answer(library: Library) -> None:
    """Exchanging "I" and "my opponent" everywhere changes who asks, and nothing of the rules."""
    book = kb.answer._BOOKS[id(library)]
    wrong: list[Any] = []
    looked = 0
    for text, got in answered(library):
        for one in readings(text, library, book):
            frames = [*one.question.told, *(query.frame for query in one.question.queries if query.frame)]
            if one.outcome.verdict not in OTHER or any(f.when and f.when.whose is None for f in frames):
                continue  # a step whose turn nobody said is that of who asks
            looked += 1
            again = Read.of(swapped(one.question), finder(book), library)
            if again.outcome.verdict not in (one.outcome.verdict, "undetermined"):
                wrong.append((text, one.outcome.verdict, again.outcome.verdict))
        del got
    assert wrong == []
    assert looked >= 30


def test_exchanging_the_players_twice_gives_the_question_back() -> None:
    question = Question((), (), ())
    assert swapped(swapped(question)) == question
    assert swapped(ME) == OPPONENT
