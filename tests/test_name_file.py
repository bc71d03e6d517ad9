"""The kept file of names: it answers as the table made anew does, and damage to it costs nothing but time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kb.asking.names import NameTable

ROWS = [
    ("card:Test Bear", "Test Bear", "試験熊"),
    ("card:Test Bear Cub", "Test Bear Cub", "試験熊の子"),
    ("card:Zed, Lord of Tea", "Zed, Lord of Tea", "茶の王、ゼッド"),
    ("card:Hot // Cold", "Hot // Cold", "熱 // 冷", "Hot", "熱"),
]
QUESTIONS = ("test bear cub", "zed", "ぜっど", "hot", "nothing of the kind", "試験熊の子")


def told(table: NameTable) -> list[object]:
    return [
        [(table.longest(one, 0, japanese=True), table.called(one), table.is_whole(one)) for one in QUESTIONS],
        table.near("tets bear"),
        len(table),
    ]


def test_what_is_kept_answers_as_what_is_made(tmp_path: Path) -> None:
    made = NameTable.of(ROWS)
    assert made.longest("test bear cub", 0, japanese=False) == "test bear cub"
    first = NameTable.load(tmp_path, 7, ROWS)
    again = NameTable.load(tmp_path, 7, iter(()))  # from the file: the rows aren't looked at
    assert told(first) == told(again) == told(made)


def test_another_generation_is_made_anew_and_the_old_file_goes(tmp_path: Path) -> None:
    NameTable.load(tmp_path, 7, ROWS)
    assert len(NameTable.load(tmp_path, 8, ROWS[:1])) == 1
    assert len(list(tmp_path.glob("names-*.sqlite"))) == 1


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    NameTable.load(tmp_path, 7, ROWS)
    [path] = tmp_path.glob("names-*.sqlite")
    path.write_bytes(b"no names here")
    assert told(NameTable.load(tmp_path, 7, ROWS)) == told(NameTable.of(ROWS))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_a_worker_that_was_forked_opens_the_file_for_itself(tmp_path: Path) -> None:
    table = NameTable.load(tmp_path, 7, ROWS)
    assert table.called("test bear cub")
    child = os.fork()
    if child == 0:
        os._exit(0 if table.called("test bear") else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
