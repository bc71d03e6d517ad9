"""The server process: gunicorn where there is one, Werkzeug's development server on Windows."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from kb.library import Library
from kb.settings import Settings

THREADS: Final = 4
"""Requests that a worker answers at a time."""
TIMEOUT: Final = 60
"""Seconds without a sign of life after which a worker is replaced."""
GRACE: Final = 20
"""Seconds that requests under way have to end when the service stops."""


def serve(settings: Settings) -> None:
    """Serve the pages and the API until interrupted."""
    if sys.platform != "win32":
        # read by prometheus_client as it is imported: workers add their numbers up there
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            folder = os.environ["PROMETHEUS_MULTIPROC_DIR"] = mkdtemp(prefix="mtgkb-metrics-")
            atexit.register(_remove, folder, os.getpid())
    from kb.web import create_app
    from kb.web.traffic import log_to_stderr

    log_to_stderr()
    library = Library.open(settings)
    library.ensure_index()  # before the workers start, so that they do not all build it
    if library.status()["index"]["behind"]:  # an update was killed before it had built it
        subprocess.Popen([sys.executable, "-m", "kb.indexing"])  # our own module
    app = create_app(settings, library)
    if sys.platform == "win32":
        from werkzeug.serving import run_simple

        warnings.warn("gunicorn does not run on Windows; this server is for one user", stacklevel=2)
        run_simple(settings.host, settings.port, app, threaded=True)
        return
    preload(library)
    gunicorn(app, library, settings)


def _remove(folder: str, owner: int) -> None:
    """Remove the folder of numbers; a worker that ends leaves it to the process that made it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def preload(library: Library) -> None:
    """Load what every worker needs and none changes, so that they share its memory."""
    import index.search
    import kb.checker.modules
    import kb.web.around

    assert index.search
    kb.web.around.executable()
    library.search("plot", limit=1)  # the analysers and their dictionaries
    assert library.names
    forget_connections(library)
    gc.collect()
    gc.freeze()  # what is there now is never looked at by a worker's collector, and so never copied


def forget_connections(library: Library) -> None:
    """Let go of what must not cross a fork: connections to databases. They are opened anew when needed."""
    library.store.engine.dispose()
    library._searcher = None  # its records are read through a connection too


def gunicorn(app: Any, library: Library, settings: Settings) -> None:
    """Run workers with threads that share what was loaded before the fork."""
    from gunicorn.app.base import BaseApplication
    from gunicorn.glogging import Logger
    from prometheus_client import multiprocess

    from kb.web.traffic import json_handler

    class Lines(Logger):  # type: ignore[misc]  # gunicorn has no types
        def setup(self, cfg: Any) -> None:
            super().setup(cfg)
            self.error_log.handlers = [json_handler()]

    def after_fork(_server: Any, _worker: Any) -> None:
        library.store.engine.dispose(close=False)
        assert library.searcher  # opened before the first request comes

    def after_exit(_server: Any, worker: Any) -> None:
        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]

    class Application(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
        def load_config(self) -> None:
            options = {
                "bind": f"{settings.host}:{settings.port}",
                "workers": settings.workers,
                "worker_class": "gthread",
                "threads": THREADS,
                "preload_app": True,
                "accesslog": None,
                "logger_class": Lines,
                "loglevel": "info",
                "timeout": TIMEOUT,
                "graceful_timeout": GRACE,
                "keepalive": 15,
                "limit_request_line": 8190,
                "limit_request_fields": 60,
                "worker_tmp_dir": "/dev/shm" if Path("/dev/shm").is_dir() else None,  # noqa: S108 - no file of ours
                "post_fork": after_fork,
                "child_exit": after_exit,
                "control_socket_disable": True,
            }
            for name, value in options.items():
                if name in self.cfg.settings:
                    self.cfg.set(name, value)

        def load(self) -> Any:
            return app

    Application().run()
