"""Progress on a terminal as bars with counts and time left, elsewhere as plain lines; on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final

import click

from kb.commands.common import Output
from kb.progress import Count, Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

_EVERY: Final = 10.0
"""Seconds between two plain lines about the same step."""


@contextmanager
def progress_for(output: Output) -> Iterator[Progress]:
    """What fits where standard error leads."""
    if not sys.stderr.isatty():
        yield PlainProgress(output)
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[counts]}"),
        TimeRemainingColumn(),
        TextColumn("[dim]{task.fields[what]}"),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        yield BarProgress(output, bars)


def counts_shown(done: int, total: int | None, *, bytes_: bool) -> str:
    """How much is done.

    >>> counts_shown(3, 24, bytes_=False), counts_shown(5 << 20, None, bytes_=True)
    ('3/24', '5 MB')
    """
    if bytes_:
        return f"{done >> 20}/{total >> 20} MB" if total else f"{done >> 20} MB"
    return f"{done}/{total}" if total else str(done)


class PlainProgress:
    """A line when a step begins, and every ten seconds while it goes on."""

    def __init__(self, output: Output) -> None:
        self.output = output

    def counter(self, en: str, ja: str, *, bytes_: bool = False) -> Count:
        """Lines about one step."""
        begun: float | None = None
        said = 0.0

        def count(done: int, total: int | None, what: str) -> None:
            nonlocal begun, said
            now = monotonic()
            if begun is None:
                begun = said = now
                self.say(en, ja)
            elif now - said > _EVERY:
                said = now
                shown = counts_shown(done, total, bytes_=bytes_)
                left, left_ja = seconds_left(done, total, now - begun)
                self.say(f"{en}: {shown}{left} {what}".rstrip(), f"{ja}：{shown}{left_ja} {what}".rstrip())

        return count

    def say(self, en: str, ja: str) -> None:
        """A line."""
        click.echo(self.output.say(en, ja), err=True)


def seconds_left(done: int, total: int | None, seconds: float) -> tuple[str, str]:
    """How long the rest may take, in both languages; nothing where nobody can tell.

    >>> seconds_left(3, 7, 12.0), seconds_left(3, None, 12.0)
    ((', about 16 s left', '、残り約16秒'), ('', ''))
    """
    if not total or not done:
        return "", ""
    rest = round(seconds / done * max(total - done, 0))
    return f", about {rest} s left", f"、残り約{rest}秒"


class BarProgress:
    """A bar for each step that is counted."""

    def __init__(self, output: Output, bars: Bars) -> None:
        self.output = output
        self.bars = bars

    def counter(self, en: str, ja: str, *, bytes_: bool = False) -> Count:
        """A bar, shown from the first count on."""
        task = self.bars.add_task(self.output.say(en, ja), total=None, visible=False, counts="", what="")

        def count(done: int, total: int | None, what: str) -> None:
            shown = counts_shown(done, total, bytes_=bytes_)
            self.bars.update(task, completed=done, total=total, visible=True, counts=shown, what=what[:30])

        return count

    def say(self, en: str, ja: str) -> None:
        """A line above the bars."""
        self.bars.console.print(self.output.say(en, ja), style="dim", highlight=False)
