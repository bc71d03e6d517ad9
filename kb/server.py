"""The server process: gunicorn where there is one, Werkzeug's development server on Windows."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

from kb.library import Library
from kb.settings import Settings


def serve(settings: Settings) -> None:
    """Serve the pages and the API until interrupted."""
    from kb.web import create_app

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
    library.store.close()  # no connection may be shared across the fork
    gunicorn(app, settings)


def gunicorn(app: Any, settings: Settings) -> None:
    """Run workers with threads that share what was loaded before the fork."""
    from gunicorn.app.base import BaseApplication

    class Application(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
        def load_config(self) -> None:
            options = {
                "bind": f"{settings.host}:{settings.port}",
                "workers": settings.workers,
                "threads": 4,
                "preload_app": True,
                "accesslog": None,
                "loglevel": "warning",
                "timeout": 60,
            }
            for name, value in options.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            return app

    Application().run()
