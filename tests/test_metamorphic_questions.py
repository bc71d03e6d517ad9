"""Questions turned in ways that leave their answer: said again in either language, with words that change nothing, in another order.

The answer stays, or nothing is claimed; it is never another. What turns a question turns its answer.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

import kb.answer
from kb.asking import answering
from kb.asking.model import Answer
from kb.asking.normal import language
from kb.library import Library
from tests.asking import library_with_cards
from tests.shared import CASES, needs_shared

pytestmark = needs_shared


@cache
def library() -> Library:
    """A library with all cards."""
    return library_with_cards(Path(mkdtemp()))


@cache
def ask(question: str) -> Answer:
    """The answer of what is read."""
    book = kb.answer._BOOKS[id(library())]
    return answering.answer(question, language(question), library(), book)


def result(question: str) -> tuple[str, str]:
    """Verdict and value."""
    found = ask(question)
    return found.verdict, str(found.value)


def stays(before: str, after: str) -> None:
    """The answer is the same, or nothing is claimed."""
    assert result(after)[0] == "undetermined" or result(after) == result(before), (before, after)


ANSWERED = {
    "Does my 2/2 die if it blocks a 3/3?": "yes",
    "I attack with a 3/3 and my opponent blocks with a 2/2. Does the 2/2 die?": "yes",
    "If I control a creature with flying, can my opponent's creature without flying block it?": "no",
    "If my creature token dies, does it go to my graveyard?": "yes",
    "How much damage does my 3/3 deal to my opponent if it attacks and isn't blocked?": "value",
    "I cast Lightning Bolt on my opponent's creature with hexproof. Does it die?": "no",
    "私の3/3が攻撃して対戦相手の2/2がブロックしたら、その2/2は死亡しますか？": "yes",
    "私が《稲妻》を唱えたら、対戦相手は打ち消せますか？": "",
    "接死を持つ1/1で5/5をブロックしたら、5/5は死亡しますか？": "yes",
    "Does plot trigger when Make Your Own Luck exiles it?": "yes",
    "自ら運を掴めで追放したとき、計画は誘発しますか？": "yes",
    "Does persist trigger if Murder destroys it?": "yes",
    "殺害で破壊したら不死は誘発する？": "yes",
}
"""What is answered, so that the tests below test something; "" where it may be left open."""


@pytest.mark.parametrize(("question", "verdict"), [(one, two) for one, two in ANSWERED.items() if two])
def test_it_is_answered(question: str, verdict: str) -> None:
    assert ask(question).verdict == verdict


@pytest.mark.parametrize("question", ANSWERED)
def test_said_again_in_either_language(question: str) -> None:
    understood = ask(question).understood
    if understood is not None:
        stays(question, understood.en)
        stays(question, understood.ja)


@pytest.mark.parametrize("question", [one for one in ANSWERED if one.isascii()])
@pytest.mark.parametrize(
    ("words", "others"),
    [
        (r"\bIf\b", "When"),
        (r"\bif\b", "when"),
        (r"$", " Thanks!"),
        (r"^", "Quick question: "),
        (r"\bmy opponent\b", "he"),
        (r"\bDoes\b", "Will"),
    ],
)
def test_words_that_change_nothing(question: str, words: str, others: str) -> None:
    stays(question, re.sub(words, others, question, count=1))


@pytest.mark.parametrize("question", [one for one in ANSWERED if not one.isascii()])
@pytest.mark.parametrize(
    ("words", "others"),
    [("しますか", "する"), ("対戦相手", "相手"), ("私", "自分"), ("たら、", "た場合、"), ("死亡", "死亡")],
)
def test_polite_or_casual(question: str, words: str, others: str) -> None:
    stays(question, question.replace(words, others))


def test_a_question_and_its_twin_have_one_answer() -> None:
    rows = [json.loads(line) for line in (CASES / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    answers = [(row["id"], result(row["en"]), result(row["ja"])) for row in rows]
    both = [one for one in answers if "undetermined" not in (one[1][0], one[2][0])]
    assert [one for one in both if one[1] != one[2]] == []
    assert len(both) > 3


PAIRS = [
    ("Does my 2/2 die if it blocks a 3/3?", "Does my 2/2 survive if it blocks a 3/3?"),
    ("Does my 4/4 die if it blocks a 3/3?", "Does my 4/4 survive if it blocks a 3/3?"),
]


@pytest.mark.parametrize(("question", "opposite"), PAIRS)
def test_the_opposite_has_the_other_answer(question: str, opposite: str) -> None:
    turned = {"yes": "no", "no": "yes"}
    assert ask(opposite).verdict in ("undetermined", turned.get(ask(question).verdict))


@pytest.mark.parametrize("state", ["{}'s life is 0", "{} has 10 poison counters"])
def test_swapped_players_swap_the_answer(state: str) -> None:
    mine = state.replace("{}'s", "my").replace("{} has", "I have")
    other = state.replace("{}", "my opponent")
    assert ask(f"If {mine}, do I lose?").verdict == "yes"
    assert ask(f"If {other}, do I lose?").verdict in ("no", "undetermined")


@pytest.mark.parametrize("question", [one for one in ANSWERED if one.isascii()])
def test_shuffled_words_are_not_answered_otherwise(question: str) -> None:
    words = question.rstrip("?").split()
    turned = " ".join(words[::-1]) + "?"
    assert ask(turned).verdict == "undetermined"
