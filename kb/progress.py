"""What an update shows while it works; the command line decides how.

>>> list(SILENT.each("ab", total=2, en="reading", ja="読み込み中"))
['a', 'b']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Final, Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Told of every step."""

    def each(self, items: Iterable[T], *, total: int | None, en: str, ja: str) -> Iterator[T]:
        """The items as they are, counted while they pass."""
        ...

    def read(self, file: IO[bytes], *, size: int, en: str, ja: str) -> IO[bytes]:
        """The file as it is, its bytes counted while they are read."""
        ...

    def say(self, en: str, ja: str) -> None:
        """A step that has no counts."""
        ...


class _Silent:
    def each(self, items: Iterable[T], *, total: int | None, en: str, ja: str) -> Iterator[T]:  # noqa: ARG002
        return iter(items)

    def read(self, file: IO[bytes], *, size: int, en: str, ja: str) -> IO[bytes]:  # noqa: ARG002
        return file

    def say(self, en: str, ja: str) -> None:
        pass


SILENT: Final[Progress] = _Silent()
"""Shows nothing."""
