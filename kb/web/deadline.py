"""A limit on the time that one request may take to decide something.

>>> with deadline(5):
...     sum(range(10))
45
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from kb.web.problems import Problem


class _OutOfTime(BaseException):
    """Raised inside the working thread; no handler of ordinary errors catches it."""


_AGAIN: Final = 0.25
"""Seconds after which what is still running is stopped once more."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Stop what runs inside after so many seconds, with Problem 503; 0 means no limit.

    Python code is stopped between two of its instructions, which is all that the checker consists of.
    """
    if seconds <= 0:
        yield
        return
    thread = threading.get_ident()
    lock = threading.Lock()
    over = threading.Event()

    def watch() -> None:
        wait = seconds
        while not over.wait(wait):
            with lock:
                if not over.is_set():
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(thread), ctypes.py_object(_OutOfTime)
                    )
            # One that is raised while an object is finalized is ignored by Python: it is raised again.
            wait = _AGAIN

    threading.Thread(target=watch, daemon=True).start()
    try:
        try:
            yield
        finally:
            with lock:
                over.set()
    except _OutOfTime:
        over.set()
        raise Problem(
            503,
            f"this takes more than {seconds:g} seconds to decide; make it smaller",
            f"判定に {seconds:g} 秒を超える時間がかかります。内容を小さくしてください",
            retry_after=0,
        ) from None
