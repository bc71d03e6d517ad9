"""Progress on a terminal as a bar with counts and time left, elsewhere as plain lines; on stderr."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, TypeVar, cast

import click

from kb.commands.common import Output
from kb.progress import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

T = TypeVar("T")
_EVERY = 10.0
"""Seconds between two plain lines about the same step."""


@contextmanager
def progress_for(output: Output) -> Iterator[Progress]:
    """What fits where standard error leads."""
    if not sys.stderr.isatty():
        yield PlainProgress(output)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield BarProgress(output, bar)


class PlainProgress:
    """A line when a step begins, when it ends, and every ten seconds between."""

    def __init__(self, output: Output) -> None:
        self.output = output

    def each(self, items: Iterable[T], *, total: int | None, en: str, ja: str) -> Iterator[T]:
        """The items as they are, with lines."""
        self.say(en, ja)
        begun = said = monotonic()
        count = 0
        for count, item in enumerate(items, 1):
            yield item
            if monotonic() - said > _EVERY:
                said = monotonic()
                left = "" if not total else self._left(count, total, said - begun)
                self.say(f"{en}: {count}{f'/{total}' if total else ''}{left}", f"{ja}：{count}{left}")
        if total != 1:
            self.say(f"{en}: {count} done", f"{ja}：{count}件完了")

    def read(self, file: IO[bytes], *, size: int, en: str, ja: str) -> IO[bytes]:
        """The file, with lines about how much of it has been read."""
        self.say(en, ja)
        begun = monotonic()
        said = begun

        def tell(done: int) -> None:
            nonlocal said
            if monotonic() - said > _EVERY:
                said = monotonic()
                share = f"{done >> 20}/{size >> 20} MB{self._left(done, size, said - begun)}"
                self.say(f"{en}: {share}", f"{ja}：{share}")

        return cast(IO[bytes], CountedFile(file, tell))

    def say(self, en: str, ja: str) -> None:
        """A line."""
        click.echo(self.output.say(en, ja), err=True)

    def _left(self, count: int, total: int, seconds: float) -> str:
        rest = round(seconds / count * max(total - count, 0))
        return self.output.say(f", about {rest} s left", f"、残り約{rest}秒")


class CountedFile(io.RawIOBase):
    """A file that tells how many bytes of it have been read."""

    def __init__(self, file: IO[bytes], tell: Callable[[int], None]) -> None:
        self.file, self.told, self.done = file, tell, 0

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer from the file."""
        data = self.file.read(len(buffer))
        buffer[: len(data)] = data
        self.done += len(data)
        self.told(self.done)
        return len(data)

    def close(self) -> None:
        """Close the file too."""
        self.file.close()
        super().close()


class BarProgress:
    """A bar for each step that is counted."""

    def __init__(self, output: Output, bar: RichProgress) -> None:
        self.output = output
        self.bar = bar

    def each(self, items: Iterable[T], *, total: int | None, en: str, ja: str) -> Iterator[T]:
        """The items as they are, with a bar."""
        return iter(self.bar.track(items, total=total, description=self.output.say(en, ja)))

    def read(self, file: IO[bytes], *, size: int, en: str, ja: str) -> IO[bytes]:
        """The file, with a bar of the bytes read."""
        return cast(IO[bytes], self.bar.wrap_file(file, total=size, description=self.output.say(en, ja)))

    def say(self, en: str, ja: str) -> None:
        """A line above the bar."""
        self.bar.console.print(self.output.say(en, ja), style="dim", highlight=False)
