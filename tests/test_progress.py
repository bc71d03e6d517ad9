"""Progress: bars with counts and time left on a terminal, plain lines elsewhere."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.progress import Progress as Bars
from rich.progress import TextColumn

from kb.commands import progress as module
from kb.commands.common import Output
from kb.commands.progress import BarProgress, PlainProgress, progress_for
from kb.progress import CountedFile, each


class Clock:
    """A clock that moves a given number of seconds at every look."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_plain_lines_come_at_the_start_and_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "monotonic", Clock(4.0))
    told = PlainProgress(Output("both"))
    assert list(each(told, range(7), total=7, en="reading", ja="読み込み中")) == list(range(7))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "reading / 読み込み中"
    assert lines[1] == "reading: 3/7, about 16 s left / 読み込み中：3/7、残り約16秒"
    assert len(lines) == 3


def test_bytes_are_counted_while_a_file_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "monotonic", Clock(11.0))
    data = bytes(3 << 20)
    told = PlainProgress(Output("ja"))
    counted = CountedFile(told, io.BytesIO(data), size=len(data), en="reading", ja="読み込み中")
    with io.BufferedReader(counted, 1 << 20) as file:
        assert file.read() == data
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "読み込み中"
    assert "読み込み中：3/3 MB" in lines[-1]


def test_a_terminal_gets_a_bar_with_counts_and_what_is_at_hand() -> None:
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=100)
    columns = [TextColumn("{task.description} {task.fields[counts]} {task.fields[what]}")]
    with Bars(*columns, console=console, auto_refresh=False) as bars:
        count = BarProgress(Output("ja"), bars).counter("fetching pages", "ページを取得中")
        count(3, 24, "計画")
        bars.refresh()
    assert "ページを取得中 3/24 計画" in shown.getvalue()


def test_a_bar_is_hidden_until_its_step_begins() -> None:
    shown = io.StringIO()
    with Bars(console=Console(file=shown, force_terminal=True), auto_refresh=False) as bars:
        BarProgress(Output("en"), bars).counter("never begun", "始まらない")
        bars.refresh()
    assert "never begun" not in shown.getvalue()


def test_what_is_no_terminal_gets_lines() -> None:
    with progress_for(Output("en")) as told:  # pytest's standard error is none
        assert isinstance(told, PlainProgress)
