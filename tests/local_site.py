"""A web server of ours on 127.0.0.1 that misbehaves as told, and a clock that only counts the waits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

from scraper.fetch import Clock

Handler = BaseHTTPRequestHandler
Route = Callable[[Handler], None]


def answer(body: bytes | str = b"", status: int = 200, *, length: int | None = None, **headers: str) -> Route:
    """A route that sends this; `length` is the Content-Length to claim."""
    data = body.encode() if isinstance(body, str) else body

    def send(handler: Handler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(data) if length is None else length))
        handler.end_headers()
        handler.wfile.write(data)

    return send


def in_turn(*routes: Route) -> Route:
    """The first time the first, then the second, and so on; the last one stays."""
    left = list(routes)

    def send(handler: Handler) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(handler)

    return send


@dataclass
class Site:
    """Routes by path, and what was asked."""

    url: str
    routes: dict[str, Route] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    def count(self, path: str) -> int:
        return self.asked.count(path)


@contextmanager
def local_site() -> Iterator[Site]:
    """The server, running; robots.txt is missing unless a route gives one."""
    lock = threading.Lock()

    class Requests(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            with lock:
                site.asked.append(self.path)
                site.headers.append({name.lower(): value for name, value in self.headers.items()})
                site.at_once += 1
                site.most_at_once = max(site.most_at_once, site.at_once)
            try:
                route = site.routes.get(self.path) or site.routes.get(self.path.partition("?")[0])
                (route or answer("nothing here", 404))(self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True
            finally:
                with lock:
                    site.at_once -= 1

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            pass  # a client that gives up is what some tests are about

    server = Quiet(("127.0.0.1", 0), Requests)
    server.daemon_threads = True
    site = Site(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass
class Waits:
    """A clock that goes on only by being slept on."""

    slept: list[float] = field(default_factory=list)
    start: datetime = datetime(2031, 5, 1, tzinfo=UTC)

    @property
    def clock(self) -> Clock:
        return Clock(self.now, lambda: sum(self.slept), self.slept.append)

    def now(self) -> datetime:
        return self.start + timedelta(seconds=sum(self.slept))


def direct() -> httpx.BaseTransport:
    """The network without the proxies of this machine."""
    return httpx.HTTPTransport()
