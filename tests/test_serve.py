"""The service as it is started: it answers with nothing downloaded, and picks up an update while it runs."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.settings import load_settings
from kb.update import update_from
from tests.invented import rules_text

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run on Windows")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[str]:
    """Address of a service of two workers with an empty home."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", "from kb.cli import main; main()", "serve", "--port", str(port)]
    environ = {**os.environ, "MTGKB_HOME": str(tmp_path / "home")}
    with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address, process)
            yield address
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=30) == 0


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert process.poll() is None, "the service ended"
        try:
            urllib.request.urlopen(f"{address}/api/v1/status", timeout=5).close()
        except urllib.error.URLError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the service did not answer within a minute")


def get(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(address, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def test_the_service_answers_at_once_and_follows_an_update(service: str, tmp_path: Path) -> None:
    status = get(f"{service}/api/v1/status")
    assert status["sources"] == {}
    assert status["index"]["documents"] == status["terms"]
    hits = get(f"{service}/api/v1/search?q=%E3%81%91%E3%81%84%E3%81%8B%E3%81%8F")["hits"]
    assert "term:plot" in [hit["id"] for hit in hits]
    (tmp_path / "rules.txt").write_text(rules_text("2020-01-01", changed="Sprocketing. "), encoding="utf-8")
    update_from(load_settings({"MTGKB_HOME": str(tmp_path / "home")}), "cr", tmp_path / "rules.txt")
    for _ in range(4):  # both workers
        assert get(f"{service}/api/v1/rules/100.1a")["text"]["en"].startswith("Sprocketing.")
        assert [hit["id"] for hit in get(f"{service}/api/v1/search?q=sprocketing")["hits"]] == ["cr:100.1a"]
        assert get(f"{service}/api/v1/status")["index"]["behind"] is False
