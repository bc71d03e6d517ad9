"""Runs an update that is killed at a named step; run as `python -m tests.kill_at MODULE STEP before|after ARGS…`."""

from __future__ import annotations

import os
import signal
import sys
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
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(home, step, killed)
    from kb.cli import main as mtgkb

    mtgkb(args)


if __name__ == "__main__":
    main()
