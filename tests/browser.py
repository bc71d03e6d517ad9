"""Debian's Chromium and a server of ours for it; without Chromium the tests that need it are skipped, never in CI."""

from __future__ import annotations

import json
import os
import shutil
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

from kb.library import Library
from kb.settings import Settings
from kb.update import update_from
from kb.web import create_app
from tests.shared import CARDS, CR, WIKI

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"),
    reason="Chromium is not installed (apt-get install chromium)",
)
FEW = ("Longhorn Sharpshooter", "Make Your Own Luck", "Fire // Ice", "Glissa, the Traitor")
"""Cards that the pages are shown with."""


class Site:
    """The service on a port of this machine, which can be stopped and started again."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(library=Library.open(settings))
        self.start(0)

    def start(self, port: int) -> None:
        """Listen; port 0 takes a free one."""
        self.server = make_server("127.0.0.1", port, self.app, threaded=True)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Be unreachable."""
        self.server.shutdown()
        self.thread.join(timeout=10)
        self.server.server_close()


def fill(settings: Settings, folder: Path) -> None:
    """Bring in two editions, the wiki pages and a few cards, where the texts are there."""
    if not CR.is_dir():
        return
    for edition in ("2025-11-14", "2026-01-16"):
        update_from(settings, "cr", CR / f"{edition}.txt")
    update_from(settings, "wiki", WIKI)
    for kind in ("cards", "rulings"):
        lines = (CARDS / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
        chosen = [line for line in lines if json.loads(line).get("name") in FEW]
        few = folder / f"{kind}.jsonl"
        few.write_text("\n".join(chosen), encoding="utf-8")
        if chosen:
            update_from(settings, kind, few)


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            yield browser
            browser.close()


def axe_source() -> str:
    """axe-core, to be run inside a page."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def faults(page: Any) -> list[str]:
    """What axe-core finds wrong with a page, by WCAG 2.2 AA and its best practices."""
    page.evaluate(axe_source())
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}" for one in found
    ]
