"""Runs an update that is killed at a named step; run as `python -m tests.kill_at MODULE STEP WHEN ARGS…`.

WHEN is before, after, or wait: to stand still there until somebody else kills the process.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from importlib import import_module


def main() -> None:
    """Replace MODULE.STEP by one that kills the process before or after its work, then run `mtgkb ARGS`."""
    module, step, when, *args = sys.argv[1:]
    home = import_module(module)
    real = getattr(home, step)

    def killed(*given: object, **named: object) -> None:
        if when == "after":
            result = real(*given, **named)
            if hasattr(result, "__next__"):
                list(result)
        if when == "wait":
            print("waiting", flush=True)
            time.sleep(120)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(home, step, killed)
    from kb.cli import main as mtgkb

    mtgkb(args)


if __name__ == "__main__":
    main()
