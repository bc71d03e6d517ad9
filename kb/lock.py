"""One update at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from kb.errors import BadInput, Busy
from kb.settings import Settings


@contextmanager
def one_update(settings: Settings) -> Iterator[None]:
    """Hold the lock of updates, or raise Busy; the system lets go of it when the process dies.

    Raises BadInput where the home folder cannot be made or written.
    """
    lock = FileLock(settings.lock_file, timeout=0)
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise Busy(
            "another update is running; this one did nothing",
            "別の更新が実行中のため、何もせずに終了しました",
        ) from None
    except OSError as error:
        raise BadInput(
            f"the home folder {str(settings.home)!r} cannot be written ({error.strerror}); MTGKB_HOME names another",
            f"ホームフォルダー {str(settings.home)!r} に書き込めません（{error.strerror}）。MTGKB_HOME で別の場所を指定できます",
        ) from error
    try:
        yield
    finally:
        lock.release()
