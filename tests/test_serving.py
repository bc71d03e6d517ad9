"""The service in operation: health, metrics, logs, limits, security headers, and a process that stops in good order."""

from __future__ import annotations

import http.client
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from kb.settings import load_settings
from kb.web import create_app, traffic

ABROAD = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory):
    return load_settings({"MTGKB_HOME": str(tmp_path_factory.mktemp("serving"))})


@pytest.fixture(scope="module")
def client(held) -> FlaskClient:
    return create_app(held).test_client()


def test_it_says_whether_it_lives_and_whether_it_is_ready(client: FlaskClient) -> None:
    assert client.get("/healthz").text == "ok\n"
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert ready.get_json()["database"] is True


def test_requests_are_counted_and_timed(client: FlaskClient) -> None:
    client.get("/terms/plot")
    client.get("/terms/nothing-of-the-kind")
    text = client.get("/metrics").text
    assert 'mtgkb_requests_total{endpoint="reference.term",method="GET",status="404"}' in text
    assert 'mtgkb_request_seconds_bucket{endpoint="reference.term",le="0.1"}' in text


def test_every_request_has_an_id_and_a_line_of_json(client: FlaskClient) -> None:
    seen: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = seen.append  # type: ignore[method-assign]
    traffic.LOG.addHandler(handler)
    traffic.LOG.setLevel(logging.INFO)
    try:
        answer = client.get("/search?q=a+secret", headers={"X-Request-ID": "from-the-proxy"})
        client.get("/healthz", headers={"X-Request-ID": "<x>"})
    finally:
        traffic.LOG.removeHandler(handler)
    assert answer.headers["X-Request-ID"] == "from-the-proxy"
    line = json.loads(traffic.JsonLines().format(seen[0]))
    assert (line["id"], line["path"], line["status"]) == ("from-the-proxy", "/search", 200)
    assert "secret" not in json.dumps(line)
    assert "<" not in json.loads(traffic.JsonLines().format(seen[1]))["id"]


def test_one_address_cannot_take_it_all(held) -> None:
    limited = create_app(replace(held, rate_limit=3)).test_client()
    codes = [limited.get("/terms/plot", environ_overrides=ABROAD).status_code for _ in range(5)]
    assert codes in (
        [200, 200, 200, 429, 429],
        [200, 200, 200, 200, 429],
        [200] * 5,
    )  # a minute may turn over
    refused = limited.get("/api/v1/terms/plot", environ_overrides=ABROAD)
    if refused.status_code == 429:
        assert 0 < int(refused.headers["Retry-After"]) <= 60
        assert refused.mimetype == "application/problem+json"
    assert limited.get("/terms/plot", environ_overrides={"REMOTE_ADDR": "192.0.2.8"}).status_code == 200
    assert all(limited.get("/terms/plot").status_code == 200 for _ in range(6))
    free = create_app(replace(held, rate_limit=0)).test_client()
    assert all(free.get("/terms/plot", environ_overrides=ABROAD).status_code == 200 for _ in range(9))


def test_what_a_client_says_of_its_address_is_not_believed(held) -> None:
    app = create_app(replace(held, rate_limit=1))
    client = app.test_client()
    codes = {
        client.get(
            "/terms/plot", environ_overrides=ABROAD, headers={"X-Forwarded-For": f"198.51.100.{n}"}
        ).status_code
        for n in range(4)
    }
    assert 429 in codes
    behind = create_app(replace(held, rate_limit=1, proxies=1)).test_client()
    codes = {
        behind.get(
            "/terms/plot", environ_overrides=ABROAD, headers={"X-Forwarded-For": f"198.51.100.{n}"}
        ).status_code
        for n in range(4)
    }
    assert codes == {200}


@pytest.mark.parametrize("path", ["/", "/quick", "/api/v1/terms/plot", "/nothing", "/sw.js"])
def test_nothing_from_elsewhere_and_nothing_inline(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "<script>" not in answer.text
    assert " style=" not in answer.text
    assert "onclick" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/a/x/../../../etc/passwd",
        "/a/x/..%2f..%2fstore.py",
        "/a/x/%2e%2e/__init__.py",
        "/static/../kb/settings.py",
        "/wiki/..%2f..%2fetc%2fpasswd",
        "/cards/..%2f..%2f..%2fetc%2fpasswd",
        "/api/v1/wiki/%2fetc%2fpasswd",
        "/editions/..%2f../x",
    ],
)
def test_no_address_reaches_the_file_system(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert "root:" not in answer.text


def test_what_may_be_kept_for_ever_changes_its_address(client: FlaskClient) -> None:
    page = client.get("/").text
    address = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    style = client.get(address)
    assert style.status_code == 200
    assert "immutable" in style.headers["Cache-Control"]
    assert "immutable" not in client.get("/a/old/style.css").headers.get("Cache-Control", "")


@pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run on Windows")
def test_a_process_answers_with_workers_and_stops_in_good_order(held) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environ = {**os.environ, "MTGKB_HOME": str(held.home), "MTGKB_PORT": str(port), "MTGKB_WORKERS": "2"}
    environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
    process = subprocess.Popen(
        [sys.executable, "-c", "from kb.cli import main; main()", "serve"],
        env=environ,
        stderr=subprocess.PIPE,
        text=True,
    )
    lines: list[str] = []
    reader = threading.Thread(target=lambda: lines.extend(process.stderr))  # type: ignore[arg-type]
    reader.start()
    try:
        assert _get(port, "/readyz", patience=60)[0] == 200
        for _ in range(6):
            status, body = _get(port, "/api/v1/search?q=plot")
            assert status == 200
            assert json.loads(body)["hits"]
        assert b"mtgkb_requests_total" in _get(port, "/metrics")[1]
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait(timeout=40)
        reader.join(timeout=10)
        process.stderr.close()  # type: ignore[union-attr]
    assert code == 0
    told = [json.loads(line) for line in lines if line.startswith("{")]
    assert any(line.get("path") == "/api/v1/search" and line["status"] == 200 for line in told)
    assert not any("error" in line for line in told)


def _get(port: int, path: str, patience: float = 5) -> tuple[int, bytes]:
    end = time.monotonic() + patience
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read()
            connection.close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return answer.status, body
