"""Questions one small word away from one that is answered: a wrong answer there means that the word was not read."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.library import Library
from tests.asking import library_with_cards
from tests.shared import needs_shared
from tests.test_asking import asked

pytestmark = needs_shared
HERE = Path(__file__).parent / "cases"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_with_cards(tmp_path_factory.mktemp("home"))


def hostile() -> list[tuple[str, str, str, Any]]:
    return [tuple(row) for row in yaml.safe_load((HERE / "hostile.yaml").read_text(encoding="utf-8"))]


def test_no_hostile_question_is_answered_wrongly(library: Library) -> None:
    found: Counter[str] = Counter()
    wrong: list[Any] = []
    for lang, text, verdict, value in hostile():
        got = asked(library, text)
        if got.verdict == "undetermined":
            found["open"] += 1
        elif got.verdict == verdict and (verdict != "value" or str(got.value) == str(value)):
            found["right"] += 1
            found[lang] += 1
        else:
            wrong.append((text, got.verdict, got.value))
    assert wrong == []
    assert found["right"] >= 250, found
    assert min(found["en"], found["ja"]) >= 110, found


def test_hostile_questions_are_told_apart_by_what_is_answered() -> None:
    """Where every verdict is the same, a reader that always says so passes."""
    rows = hostile()
    assert len(rows) >= 300
    assert len({text for _, text, _, _ in rows}) == len(rows)
    for lang in ("en", "ja"):
        verdicts = Counter(verdict for one, _, verdict, _ in rows if one == lang)
        assert min(verdicts["yes"], verdicts["no"]) >= 40


def test_a_value_is_never_nothing(library: Library) -> None:
    for _, text, _, _ in hostile():
        got = asked(library, text)
        assert got.verdict != "value" or got.value is not None
