"""An index that is swapped, missing, broken or old: searches go on, and say what is wrong."""

from __future__ import annotations

import json
import threading

import pytest

from index import layout
from index.build import build_index
from index.search import Searcher
from tests.test_search import DOCUMENTS, TERMS, first


def test_a_running_searcher_takes_up_a_newer_index(tmp_path):
    build_index(tmp_path, DOCUMENTS[:3], TERMS, 1)
    searcher = Searcher(tmp_path, TERMS)
    assert searcher.generation == 1
    assert first(searcher, "clock to wind") is None or first(searcher, "clock to wind") != "cr:900.10"
    build_index(tmp_path, DOCUMENTS, TERMS, 2)
    assert searcher.generation == 2
    assert first(searcher, "clock to wind") == "cr:900.10"


def test_searches_go_on_while_indexes_are_swapped(tmp_path):
    build_index(tmp_path, DOCUMENTS, TERMS, 1)
    searcher = Searcher(tmp_path, TERMS)
    wrong = []
    done = threading.Event()

    def work():
        while not done.is_set():
            if first(searcher, "spin") != "cr:900.2b":
                wrong.append("spin")

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for generation in range(2, 6):
        build_index(tmp_path, DOCUMENTS, TERMS, generation)
    done.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert searcher.generation == 5


def test_only_the_last_generations_stay_on_disk(tmp_path):
    for generation in range(1, 5):
        build_index(tmp_path, DOCUMENTS[:2], TERMS, generation)
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == 2


def test_terms_alone_answer_before_any_download(tmp_path):
    build_index(tmp_path, (), TERMS, 0)
    result = Searcher(tmp_path, TERMS).search("せんかい")
    assert result.hits[0].id == "term:spin"
    assert "歯車が一度だけ回る" in result.hits[0].snippet


@pytest.mark.parametrize("number", ["900.2", "CR:900.2b", "９００．３"])
def test_a_number_leads_to_our_notes_before_any_download(tmp_path, number):
    build_index(tmp_path, (), TERMS, 0)
    hits = Searcher(tmp_path, TERMS).search(number).hits
    assert [hit.id for hit in hits] == ["term:jam" if number.endswith("３") else "term:spin"]


def test_without_an_index_nothing_breaks(tmp_path):
    searcher = Searcher(tmp_path / "none", TERMS)
    assert searcher.generation == -1
    assert "mtgkb update" in searcher.search("spin").advice["en"]


@pytest.mark.parametrize("damage", ["manifest", "records", "shard", "current"])
def test_a_broken_index_is_told_and_not_searched(tmp_path, damage):
    build_index(tmp_path, DOCUMENTS, TERMS, 1)
    folder = layout.current_folder(tmp_path)
    if damage == "manifest":
        (folder / "manifest.json").write_text("{", encoding="utf-8")
    elif damage == "records":
        (folder / "records.sqlite").write_bytes(b"no database" * 200)
    elif damage == "shard":
        for path in (folder / "current").iterdir():
            path.unlink()
    else:
        (tmp_path / "CURRENT").write_text("../elsewhere", encoding="utf-8")
    searcher = Searcher(tmp_path, TERMS)
    assert searcher.generation == -1
    assert searcher.search("spin").hits == ()
    if damage != "current":
        assert searcher.problem is not None
        assert "作り直します" in searcher.problem.ja
    build_index(tmp_path, DOCUMENTS, TERMS, 2)
    assert first(searcher, "spin") == "cr:900.2b"


def test_an_index_of_an_older_format_is_not_opened(tmp_path):
    build_index(tmp_path, DOCUMENTS, TERMS, 1)
    path = layout.current_folder(tmp_path) / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8")) | {"format": 1}
    path.write_text(json.dumps(manifest), encoding="utf-8")
    searcher = Searcher(tmp_path, TERMS)
    assert searcher.generation == -1
    assert "format 1" in str(searcher.problem)


def test_a_build_that_fails_leaves_the_index_in_use(tmp_path):
    build_index(tmp_path, DOCUMENTS, TERMS, 1)

    def broken():
        yield DOCUMENTS[0]
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        build_index(tmp_path, broken(), TERMS, 2)
    searcher = Searcher(tmp_path, TERMS)
    assert searcher.generation == 1
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == 1
