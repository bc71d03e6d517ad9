"""What an update shows while it works; the command line decides how.

>>> list(each(SILENT, "ab", total=2, en="reading", ja="読み込み中"))
['a', 'b']
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, Final, Protocol, TypeVar

T = TypeVar("T")
Count = Callable[[int, int | None, str], None]
"""Told how much is done, of how much (None: unknown), and what is at hand ('' for nothing to name)."""


class Progress(Protocol):
    """Told of every step."""

    def counter(self, en: str, ja: str, *, bytes_: bool = False) -> Count:
        """A step that counts things, or bytes; it ends when all of them are done."""
        ...

    def say(self, en: str, ja: str) -> None:
        """A step that has no counts."""
        ...


class _Silent:
    def counter(self, en: str, ja: str, *, bytes_: bool = False) -> Count:  # noqa: ARG002
        return lambda _done, _total, _what: None

    def say(self, en: str, ja: str) -> None:
        pass


SILENT: Final[Progress] = _Silent()
"""Shows nothing."""


def each(progress: Progress, items: Iterable[T], *, total: int | None, en: str, ja: str) -> Iterator[T]:
    """The items as they are, counted when the next one is asked for."""
    count = progress.counter(en, ja)
    done = 0
    for item in items:
        count(done, total, "")
        yield item
        done += 1
    count(done, done, "")


class CountedFile(io.RawIOBase):
    """A file whose bytes are counted while they are read.

    >>> CountedFile(SILENT, io.BytesIO(b"ab"), size=2, en="reading", ja="読み込み中").read()
    b'ab'
    """

    def __init__(self, progress: Progress, file: IO[bytes], *, size: int, en: str, ja: str) -> None:
        self.file, self.size, self.done = file, size, 0
        self.count = progress.counter(en, ja, bytes_=True)

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer from the file."""
        data = self.file.read(len(buffer))
        buffer[: len(data)] = data
        self.done += len(data)
        self.count(self.done, self.size, "")
        return len(data)

    def close(self) -> None:
        """Close the file too."""
        self.file.close()
        super().close()
