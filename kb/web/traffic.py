"""Requests as whoever runs the service sees them: ids, log lines, metrics, limits by address, and whether it is well."""

from __future__ import annotations

import json
import logging
import mmap
import os
import re
import struct
import time
import uuid
import zlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Any, Final

from flask import Blueprint, Flask, Response, current_app, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy.exc import SQLAlchemyError

from kb.web.fresh import software
from kb.web.held import library
from kb.web.problems import Problem

bp = Blueprint("serving", __name__)
LOG: Final = logging.getLogger("kb.web.access")
_ID: Final = re.compile(r"[\w.-]{1,64}", re.ASCII)
_FREE: Final = ("serving.", "pwa.static_file", "pwa.favicon", "pwa.worker")
"""Endpoints that count against nobody's limit."""


class Limiter:
    """Requests a minute by address, in memory that workers forked from here share.

    >>> limiter = Limiter(2)
    >>> [limiter.left("192.0.2.1", minute=5) for _ in range(3)]
    [1, 0, -1]
    """

    SLOTS: Final = 1 << 16

    def __init__(self, most: int) -> None:
        self.most = most
        self._table = mmap.mmap(-1, self.SLOTS * 8)

    def left(self, address: str, minute: int) -> int:
        """Count a request; how many more this minute allows, below 0 when it is one too many."""
        at = zlib.crc32(address.encode()) % self.SLOTS * 8
        seen, count = struct.unpack_from("<II", self._table, at)
        count = count + 1 if seen == minute else 1
        struct.pack_into("<II", self._table, at, minute, count)
        return self.most - count


@dataclass
class Metrics:
    """What /metrics tells."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)

    def __post_init__(self) -> None:
        self.requests = Counter(
            "mtgkb_requests", "Requests answered", ("method", "endpoint", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "mtgkb_request_seconds",
            "Seconds to answer a request",
            ("endpoint",),
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
            registry=self.registry,
        )

    def text(self) -> bytes:
        """Everything measured, of all workers where there are several."""
        registry = self.registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


@bp.get("/healthz")
def healthz() -> Response:
    """The process answers."""
    return Response("ok\n", content_type="text/plain; charset=utf-8")


@bp.get("/readyz")
def readyz() -> Response:
    """What is needed to answer is there: the database and an index; 503 with what is missing."""
    state: dict[str, Any] = {"software": software(), "database": True, "index": True}
    try:
        state["generation"] = library().store.generation()
    except SQLAlchemyError:
        state["database"] = False
    state["index"] = library().searcher.generation >= 0
    ready = state["database"] and state["index"]
    answer = Response(json.dumps(state) + "\n", content_type="application/json")
    answer.status_code = 200 if ready else 503
    return answer


@bp.get("/metrics")
def metrics() -> Response:
    """Counters and times in Prometheus's form."""
    found: Metrics = current_app.extensions["mtgkb-metrics"]
    return Response(found.text(), content_type=CONTENT_TYPE_LATEST)


def _begin() -> None:
    g.began = time.perf_counter()
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if _ID.fullmatch(given) else uuid.uuid4().hex


def _limit() -> None:
    limiter: Limiter | None = current_app.extensions["mtgkb-limiter"]
    address = request.remote_addr or ""
    if limiter is None or (request.endpoint or "").startswith(_FREE) or is_own(address):
        return
    now = time.time()
    if limiter.left(address, int(now // 60)) < 0:
        wait = 60 - int(now % 60)
        raise Problem(
            429,
            f"more than {limiter.most} requests in this minute; come back in {wait} seconds",
            f"この 1 分間のリクエストが {limiter.most} 回を超えました。{wait} 秒後にお試しください",
            retry_after=wait,
        )


def is_own(address: str) -> bool:
    """Whether a request comes from this machine itself: its user, or a proxy that is not told to be one.

    >>> is_own("127.0.0.1"), is_own("192.0.2.7"), is_own("")
    (True, False, False)
    """
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _end(answer: Response) -> Response:
    took = time.perf_counter() - g.get("began", time.perf_counter())
    answer.headers["X-Request-ID"] = g.get("request_id", "")
    endpoint = request.endpoint or "none"
    measured: Metrics = current_app.extensions["mtgkb-metrics"]
    measured.requests.labels(request.method, endpoint, str(answer.status_code)).inc()
    measured.seconds.labels(endpoint).observe(took)
    if LOG.isEnabledFor(logging.INFO):
        LOG.info(
            "request",
            extra={
                "request": {
                    "id": g.get("request_id", ""),
                    "method": request.method,
                    "path": request.path,  # not the query: a question is its asker's own
                    "status": answer.status_code,
                    "ms": round(took * 1000, 1),
                    "bytes": answer.content_length,
                    "client": request.remote_addr,
                }
            },
        )
    return answer


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "says": record.getMessage(),
            **getattr(record, "request", {}),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def json_handler() -> logging.Handler:
    """A handler that writes JSON lines to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    return handler


def log_to_stderr() -> None:
    """Send every log line of ours to standard error as JSON."""
    logger = logging.getLogger("kb")
    logger.handlers = [json_handler()]
    logger.setLevel(logging.INFO)
    logger.propagate = False


def init_app(app: Flask) -> None:
    """Watch every request of the application."""
    most = library_of(app).settings.rate_limit
    app.extensions["mtgkb-metrics"] = Metrics()
    app.extensions["mtgkb-limiter"] = Limiter(most) if most > 0 else None
    app.register_blueprint(bp)
    app.before_request(_begin)
    app.before_request(_limit)
    app.after_request(_end)


def library_of(app: Flask) -> Any:
    """The library of an application that is being made."""
    return app.extensions["mtgkb"]
