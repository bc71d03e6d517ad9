"""Every sentence of a proof exists in both languages, is complete, and stands under a rule that exists."""

from __future__ import annotations

import re
import string

import pytest

from kb.checker.explain import phrasebook
from tests.shared import CR, needs_shared

PHRASES = sorted(phrasebook().items())


@pytest.mark.parametrize(("key", "phrase"), PHRASES, ids=[key for key, _ in PHRASES])
def test_a_sentence_stands_in_both_languages_with_the_same_slots(key: str, phrase: dict[str, str]) -> None:
    assert set(phrase) == {"en", "ja"}
    slots = {
        lang: {name for _, name, _, _ in string.Formatter().parse(text) if name}
        for lang, text in phrase.items()
    }
    assert slots["ja"] == slots["en"]
    assert phrase["en"].endswith((".", ".)"))
    assert phrase["ja"].endswith(("。", "。）"))
    assert re.search(r"[\u3040-\u30ff]", phrase["ja"])
    assert not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", phrase["en"])


@needs_shared
def test_every_sentence_stands_under_a_rule_of_the_edition() -> None:
    text = (CR / "2026-01-16.txt").read_bytes().decode("utf-8-sig")
    numbers = set(re.findall(r"(?:^|[\r\n])(\d{3}(?:\.\d+[a-z]?)?)", text))
    keys = {key.partition("/")[0] for key, _ in PHRASES if not key.startswith("event:")}
    assert keys - numbers == set()
