"""One update at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from kb.errors import Busy
from kb.settings import Settings


@contextmanager
def one_update(settings: Settings) -> Iterator[None]:
    """Hold the lock of updates, or raise Busy; the system lets go of it when the process dies."""
    settings.home.mkdir(parents=True, exist_ok=True)
    lock = FileLock(settings.lock_file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise Busy(
            "another update is running; this one did nothing",
            "別の更新が実行中のため、何もせずに終了しました",
        ) from None
    try:
        yield
    finally:
        lock.release()
