"""Questions of our own that have to be answered as they are, or left open; a wrong word, order or amount gives another answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import kb.answer
from kb.asking.answering import answer
from kb.asking.normal import language
from kb.library import Library
from tests.asking import library_with_cards
from tests.shared import needs_shared

pytestmark = needs_shared
ROWS = yaml.safe_load((Path(__file__).parent / "cases" / "questions_played.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return library_with_cards(tmp_path_factory.mktemp("home"))


@pytest.mark.parametrize(("question", "expected", "rule"), ROWS, ids=[row[0] for row in ROWS])
def test_what_is_asked_is_played(library: Library, question: str, expected: Any, rule: str) -> None:
    got = answer(question, language(question), library, kb.answer._BOOKS[id(library)])
    if isinstance(expected, dict):
        assert (got.verdict, str(got.value)) == ("value", str(expected["value"]))
    else:
        assert got.verdict == expected
    assert not rule or rule in [step.rule for step in got.because]
