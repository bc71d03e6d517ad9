"""Further questions in words, written before any was tried: none may be answered wrongly, nor in the wrong words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import kb.answer
from kb.answer import ask
from kb.asking.model import Answer
from kb.library import Library
from tests.asking import library_with_cards
from tests.shared import needs_shared

pytestmark = needs_shared
HERE = Path(__file__).parent / "cases"
RIGHT = 410
"""How many of the questions, each in two languages, have the right answer with one of the rules."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_with_cards(tmp_path_factory.mktemp("home"))


@pytest.fixture(autouse=True)
def _no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is searched beside an answer is the search's own business."""
    monkeypatch.setattr(kb.answer, "_related", lambda *_: ())


def _answers(library: Library) -> Iterator[tuple[Answer, Any, list[Any]]]:
    for _topic, en, ja, wanted, rules in yaml.safe_load(
        (HERE / "questions_wide.yaml").read_text(encoding="utf-8")
    ):
        for question in (en, ja):
            yield ask(question, None, library), wanted, rules


def test_none_is_answered_wrongly_and_most_are_answered(library: Library) -> None:
    right, wrong, words = 0, [], []
    for answer, wanted, rules in _answers(library):
        if answer.verdict == "undetermined":
            continue
        same = (
            answer.verdict == "value" and str(answer.value) == str(wanted["value"])
            if isinstance(wanted, dict)
            else answer.verdict == wanted
        )
        if not same:
            wrong.append((answer.question, answer.verdict, answer.value))
        elif {step.rule for step in answer.because} & set(map(str, rules)):
            right += 1
        said = (answer.answer.en.startswith("Yes"), answer.answer.ja.startswith("はい"))
        if answer.verdict == "no" and any(said):
            words.append(answer.question)
    assert not wrong
    assert not words
    assert right >= RIGHT


def test_every_topic_has_its_share() -> None:
    rows = yaml.safe_load((HERE / "questions_wide.yaml").read_text(encoding="utf-8"))
    topics = [row[0] for row in rows]
    assert len(rows) >= 120
    assert all(topics.count(topic) >= 6 for topic in set(topics))


@pytest.mark.parametrize(
    "question",
    [
        "Does a 4/4 lifelinker gain me 4 life when it is dealt damage?",
        "Does Soul Warden trigger twice when one creature enters?",
        "When I leave the game do my opponent's permanents leave?",
        "What happens to my dungeon when my opponent leaves the game?",
        "相手は自身の呪禁持ちクリーチャーに巨大化を使える？",
        "相手は自分の呪禁持ちクリーチャーに巨大化を使える？",
        "Can I respond with a triggered ability?",
        "My 5/5 deals 3 damage this turn. Does it die?",
        "My 3/3 was dealt 2 damage last turn and 1 damage this turn. Does it die?",
        "My 7/7 trampler attacks with two 2/2s and is blocked by a 3/3. How much damage goes through?",
        "My 6/6 trampler is blocked by a 2/2 and a 1/1. How much damage does the 2/2 take?",
        "If a spell with flashback is cast from hand and countered, is it exiled?",
        "手札から唱えたフラッシュバックを持つ呪文は追放される？",
        "Can I have two Attractions with the same name in limited?",
        "How many planes are in my planar deck?",
        "Does a first striker deal damage before another first striker?",
        "フラッシュバックで相手の墓地から呪文を唱えられますか？",
        "もう片方のクリーチャーは残りますか？",
        "Can I suspend a creature with flash on my opponent's turn?",
    ],
)
def test_what_only_looks_like_them_is_not_answered(library: Library, question: str) -> None:
    answer = ask(question, None, library)
    assert answer.verdict == "undetermined" or answer.frames is not None  # read, not recognised
