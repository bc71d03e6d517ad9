"""The book of words: every row is whole, and a verb is one row."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.asking import wordbook as module
from kb.asking.answering import answer
from kb.asking.cards import CardBook
from kb.asking.names import NameTable
from kb.asking.reading import english, japanese
from kb.asking.wordbook import verb_files, wordbook
from kb.library import Library
from kb.settings import load_settings

ROW = """
gribble:
  en: [gribble]
  ja: [グリブル]
  needs: {what: creature}
  oracle: "Destroy target {what}."
"""


def forget() -> None:
    """What was kept of the words is read anew."""
    for cached in _caches():
        cached.cache_clear()


def _caches() -> Iterator[Any]:
    import gc
    from functools import _lru_cache_wrapper

    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and str(getattr(one, "__module__", "")).startswith(
            "kb.asking"
        ):
            yield one


@pytest.fixture
def _with_a_new_verb(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    texts = [*verb_files(), ROW]
    monkeypatch.setattr(module, "verb_files", lambda: texts)
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.usefixtures("_with_a_new_verb")
@pytest.mark.parametrize(
    "question",
    [
        "My opponent gribbles my creature. Does it die?",
        "If my creature is gribbled, does it die?",
        "自分のクリーチャーがグリブルされたら死亡する？",
    ],
)
def test_a_new_verb_is_one_row(question: str, tmp_path: Path) -> None:
    library = Library.open(load_settings({"MTGKB_HOME": str(tmp_path)}))
    book = CardBook(library, 0, NameTable([], {}), {})
    found = answer(question, "ja" if question[-1] == "？" else "en", library, book)
    assert found.verdict == "yes", (found.answer, found.unread)


@pytest.mark.parametrize(
    "question", ["My opponent gribbles my creature. Does it die?", "グリブルされたら死亡する？"]
)
def test_a_verb_without_a_row_is_not_read(question: str) -> None:
    reader = japanese if question[-1] == "？" else english
    assert reader.read(question, NameTable([], {})).unread


def test_every_verb_has_words_in_both_languages_and_roles_that_exist() -> None:
    roles = {"agent", "what", "to", "by", "from", "for", "amount", "as", "at", "with", "", "-"}
    for row in wordbook().verbs.values():
        assert row.en, row.name
        assert row.ja, row.name
        for takes in (row.en_takes, row.ja_takes):
            assert {part for one in takes.values() for part in one.split("/")} <= roles, row.name


def test_every_noun_has_words_in_both_languages() -> None:
    for row in wordbook().nouns.values():
        assert row.en, row.name
        assert row.ja, row.name
