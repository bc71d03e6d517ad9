"""What frames say is read back as the same frames, in both languages: nothing is lost on the way out or in.

`ROUND_TRIPS` sets how many questions are made (10,000 in a long run).
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.asking.card import Card
from kb.asking.discourse import identify
from kb.asking.frames import Question
from kb.asking.reading.english import read as read_english
from kb.asking.reading.japanese import read as read_japanese
from kb.asking.saying.english import English
from kb.asking.saying.japanese import Japanese
from tests.frames_random import CARDS, TABLE, Maker, canonical

EXAMPLES = int(os.environ.get("ROUND_TRIPS", "120"))
BOOK = {
    en: Card(en, ja, {"types": "Creature — Ogre" if at < 2 else "Instant"}, f"card:{en}")
    for at, (en, ja) in enumerate(CARDS)
}


@st.composite
def questions(draw: st.DrawFn) -> Question:
    """A question made by hypothesis's choices."""

    def choose(options: Any) -> Any:
        return draw(st.sampled_from(options))

    return Maker(choose).question()


def back(question: Question, japanese: bool) -> tuple[str, list[Question]]:
    """A question said, and what is read of that."""
    text = (Japanese if japanese else English)(question, BOOK).restated()
    heard = (read_japanese if japanese else read_english)(text, TABLE)
    return text, [canonical(one) for one in identify(heard, BOOK.get)]


@settings(max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES < 1000)
@given(questions())
def test_english_comes_back(question: Question) -> None:
    text, found = back(question, japanese=False)
    assert found == [question], text


@settings(max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES < 1000)
@given(questions())
def test_japanese_comes_back(question: Question) -> None:
    text, found = back(question, japanese=True)
    assert found == [question], text


def test_a_lost_negation_would_be_seen() -> None:
    question = Maker(lambda options: options[-1]).question()
    turned = replace(
        question, told=(replace(question.told[0], negated=not question.told[0].negated), *question.told[1:])
    )
    assert back(question, japanese=False)[1] != [turned]
    assert back(question, japanese=True)[1] != [turned]
