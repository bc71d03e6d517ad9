"""Polite HTTP: one request after another, at most one a second for each site, every response kept on disk.

What politeness means here: robots.txt is read and kept to; the User-Agent says who asks and how to reach
them; an answer that is held already is asked for with its ETag or date, and of a large one that broke off
only the rest; after 429, 5xx or a broken connection the waits grow, and Retry-After is honoured. What safety
means: limits on size (packed and unpacked), on time, on redirects; no scheme but http and https; nothing
half-written is ever found again.

>>> import tempfile
>>> site = httpx.MockTransport(lambda request: httpx.Response(200, text="計画"))
>>> with Fetcher(Path(tempfile.mkdtemp()), contact="me@example.org", transport=site, interval=0) as fetcher:
...     found = fetcher.get("https://example.org/plot")
>>> found.content.decode(), found.state
('計画', 'new')
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Literal, Self
from urllib.parse import urljoin, urlsplit

import httpx

from scraper.fetch_body import ACCEPTED, too_large, unpack
from scraper.fetch_cache import KEPT_HEADERS, Cache, Record, settled_date
from scraper.fetch_checks import Expected, Request, check_content, checked_url, may_pass, status_error
from scraper.fetch_errors import Damaged, FetchError, HttpError, NotCached, Refused, Unreachable
from scraper.fetch_partial import SMALLEST, Part
from scraper.fetch_robots import PRODUCT, Robots

VERSION = "0.1"
MEBIBYTE = 1 << 20
_REDIRECTS = frozenset((301, 302, 303, 307, 308))


@dataclass(frozen=True, slots=True)
class Limits:
    """How much and how long; times in seconds, sizes in bytes.

    >>> Limits().redirects
    10
    """

    size: int = 64 * MEBIBYTE
    redirects: int = 10
    attempts: int = 5
    connect: float = 20.0
    silence: float = 60.0
    """Longest time between two pieces of an answer."""
    total: float = 900.0
    """Longest time for one answer."""
    wait: float = 600.0
    """Longest wait that a server may ask for before we give up."""
    resumed: int = SMALLEST
    """Bytes from which on a body that broke off is resumed where it did."""
    first_wait: float = 2.0
    """The first wait after a failure; each further one is twice as long."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Time, replaceable in tests.

    >>> Clock().now().tzinfo is UTC
    True
    """

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True)
class Fetched:
    """A response on disk.

    `state` is "new" for a body not held before, "unchanged" for one that the server says still holds (or
    sent again), "cached" where the server was not asked.
    """

    record: Record
    path: Path
    state: Literal["new", "unchanged", "cached"]

    @property
    def url(self) -> str:
        """The address behind redirects."""
        return self.record.final_url

    @property
    def content(self) -> bytes:
        """The unpacked body; read `path` in pieces where it is large."""
        return self.path.read_bytes()

    @property
    def content_type(self) -> str:
        """The media type without parameters, lower case: `text/plain`."""
        return self.record.headers.get("content-type", "").partition(";")[0].strip().casefold()


@dataclass(slots=True)
class _Site:
    robots: Robots | None = None
    next_at: float = 0.0


@dataclass(slots=True)
class Fetcher:
    """Fetches, one request at a time, whatever thread asks.

    `contact` is an address at which the people who run this can be reached. `transport` replaces the network.
    """

    folder: Path
    contact: str
    interval: float = 1.0
    """Least seconds between two requests to a site; its robots.txt may ask for more."""
    limits: Limits = Limits()
    offline: bool = False
    """Never use the network: what is not on disk raises NotCached."""
    transport: httpx.BaseTransport | None = None
    clock: Clock = Clock()
    _sites: dict[str, _Site] = field(default_factory=dict, init=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False)
    _client: httpx.Client | None = field(default=None, init=False)

    @property
    def cache(self) -> Cache:
        """The responses on disk."""
        return Cache(self.folder)

    @property
    def user_agent(self) -> str:
        """Who we say we are.

        >>> Fetcher(Path(), contact="me@example.org").user_agent
        'mtg-kb/0.1 (me@example.org)'
        """
        return f"{PRODUCT}/{VERSION} ({self.contact or 'no contact given: set MTGKB_CONTACT'})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def get(
        self,
        url: str,
        *,
        expect: Expected = "any",
        since: datetime | None = None,
        limit: int | None = None,
        progress: Callable[[int, int | None], None] = lambda _done, _total: None,
    ) -> Fetched:
        """The response of an address, from the server or, where that is enough, from disk.

        `since`: what was checked at or after that time is taken from disk without asking (so that a crawl
        goes on after a kill). `limit`: bytes, in place of the usual one. `progress` is told the bytes that
        came and how many there are, if known. Raises a FetchError; then what was held before still is.
        """
        plain = checked_url(url)
        with self._lock:
            held = self.cache.find(plain)
            if held is not None and (self.offline or (since is not None and held.checked >= since)):
                return Fetched(held, self.cache.body_path(held.sha256), "cached")
            if self.offline:
                raise NotCached(plain)
            return self._with_retries(Request(plain, expect, limit or self.limits.size, progress), held)

    def _with_retries(self, request: Request, held: Record | None, *, robots: bool = True) -> Fetched:
        failure: FetchError | None = None
        for attempt in range(self.limits.attempts):
            if failure is not None:
                self.clock.sleep(self._wait(attempt, failure))
            try:
                return self._follow(request, held, robots=robots)
            except (Unreachable, Damaged) as error:
                failure = error
            except HttpError as error:
                if not may_pass(error):
                    raise
                failure = error
        assert failure is not None
        raise failure

    def _wait(self, attempt: int, failure: FetchError) -> float:
        """Seconds to wait after a failure; raises it when the server asks for more than we wait."""
        asked = failure.retry_after if isinstance(failure, HttpError) else 0.0
        if asked > self.limits.wait:
            raise failure
        growing: float = self.limits.first_wait * 2.0 ** (attempt - 1)
        return max(asked, growing + random.uniform(0, growing / 4))  # noqa: S311  # spreads load, hides nothing

    def _follow(self, request: Request, held: Record | None, *, robots: bool) -> Fetched:
        seen = [request.url]
        while True:
            answer = self._once(request, seen[-1], held, robots=robots)
            if isinstance(answer, Fetched):
                return answer
            target = checked_url(urljoin(seen[-1], answer))
            if target in seen or len(seen) > self.limits.redirects:
                hops = " -> ".join([*seen, target][-4:])
                raise Refused(
                    request.url,
                    f"redirects in a loop or too often: {hops}",
                    f"リダイレクトが終わりません：{hops}",
                )
            seen.append(target)

    def _once(self, request: Request, url: str, held: Record | None, *, robots: bool) -> Fetched | str:
        """One request: the response, or the address it redirects to."""
        site = self._site(url)
        if robots:
            self._obey(site, url)
        self._take_turn(site)
        started = self.clock.monotonic()
        part = Part.of(self.folder, url, self.limits.resumed)
        try:
            with self._http().stream("GET", url, headers=self._headers(held, part)) as response:
                if response.status_code in _REDIRECTS and "location" in response.headers:
                    return response.headers["location"]
                if response.status_code == httpx.codes.NOT_MODIFIED and held is not None:
                    record = self.cache.confirm(held, self.clock.now())
                    return Fetched(record, self.cache.body_path(record.sha256), "unchanged")
                if response.status_code != httpx.codes.OK and not part.continues(response):
                    part.drop()
                    raise status_error(request.url, response, self.clock.now())
                return self._keep(request, url, response, held, self._body(request, response, part, started))
        except httpx.TimeoutException as error:
            raise Unreachable(request.url, f"timed out ({error!r})", "時間切れです") from error
        except httpx.TransportError as error:
            raise Unreachable(request.url, repr(error), f"接続に失敗しました（{error!r}）") from error
        finally:
            site.next_at = self.clock.monotonic() + self._pause(site)

    def _body(
        self, request: Request, response: httpx.Response, part: Part, started: float
    ) -> Iterator[bytes]:
        """The unpacked bytes; what came of a large body stays on disk until all of it has come."""
        if response.is_stream_consumed:  # a transport of a test gave the whole body, unpacked
            yield from unpack([response.content], "", request.url, request.limit)
            return
        before = part.size if part.continues(response) else 0
        length = response.headers.get("content-length", "")
        announced = before + int(length) if length.isdecimal() else None
        if announced is not None and announced > request.limit:
            raise too_large(request.url, request.limit)
        raw = self._watched(request, response, before, announced, started)
        encoding = part.encoding() if before else response.headers.get("content-encoding", "")
        if before:
            raw = chain(part.kept(), part.recorded(raw))
        elif part.begin(response):
            raw = part.recorded(raw)
        try:
            yield from unpack(raw, encoding, request.url, request.limit)
        except (Damaged, Refused):
            part.drop()
            raise
        part.drop()

    def _keep(
        self,
        request: Request,
        url: str,
        response: httpx.Response,
        held: Record | None,
        body: Iterator[bytes],
    ) -> Fetched:
        """Stream the body to disk and record it."""
        headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
        with self.cache.writing() as writer:
            for piece in body:
                writer.write(piece)
            check_content(request.url, request.expect, headers.get("content-type", ""), writer.head)
            digest = writer.keep()
            now = self.clock.now().astimezone(UTC).isoformat()
            record = Record(request.url, url, headers, digest, writer.size, now, now)
        self.cache.save(record)
        same = held is not None and held.sha256 == digest
        return Fetched(record, self.cache.body_path(digest), "unchanged" if same else "new")

    def _watched(
        self, request: Request, response: httpx.Response, done: int, announced: int | None, started: float
    ) -> Iterator[bytes]:
        for chunk in response.iter_raw():
            done += len(chunk)
            if self.clock.monotonic() - started > self.limits.total:
                seconds = f"{self.limits.total:g}"
                raise Unreachable(
                    request.url, f"not finished after {seconds} seconds", f"{seconds}秒たっても終わりません"
                )
            request.progress(done, announced)
            yield chunk
        if announced is not None and done < announced:
            raise Unreachable(
                request.url,
                f"{done} of {announced} bytes came",
                f"{announced} バイトのうち {done} バイトしか届きませんでした",
            )

    def _obey(self, site: _Site, url: str) -> None:
        if site.robots is None:
            site.robots = self._read_robots(url)
        if not site.robots.allows(url):
            raise Refused(
                url, "the site's robots.txt asks not to fetch it", "サイトの robots.txt が取得を禁じています"
            )

    def _read_robots(self, url: str) -> Robots:
        """A missing file allows everything; one that cannot be had forbids, by RFC 9309."""
        address = urljoin(url, "/robots.txt")
        held = self.cache.find(address)
        if held is not None and self.clock.now() - held.checked < timedelta(days=1):
            return Robots(self.cache.body_path(held.sha256).read_text("utf-8", "replace"))
        request = Request(address, "any", MEBIBYTE, lambda _done, _total: None)
        try:
            found = self._with_retries(request, held, robots=False)
        except HttpError as error:
            if error.status < 500 and error.status != httpx.codes.TOO_MANY_REQUESTS:
                return Robots()
            raise
        return Robots(found.content.decode("utf-8", "replace"))

    def _take_turn(self, site: _Site) -> None:
        left = site.next_at - self.clock.monotonic()
        if left > 0:
            self.clock.sleep(left)

    def _pause(self, site: _Site) -> float:
        return max(self.interval, site.robots.delay if site.robots else 0.0)

    def _site(self, url: str) -> _Site:
        return self._sites.setdefault("{0.scheme}://{0.netloc}".format(urlsplit(url)), _Site())

    def _headers(self, held: Record | None, part: Part) -> Mapping[str, str]:
        headers = {"User-Agent": self.user_agent, "Accept-Encoding": ACCEPTED}
        if rest := part.headers():
            return headers | dict(rest)
        if held is not None:
            if etag := held.headers.get("etag"):
                headers["If-None-Match"] = etag
            if modified := settled_date(held.headers):
                headers["If-Modified-Since"] = modified
        return headers

    def _http(self) -> httpx.Client:
        if self._client is None:
            times = httpx.Timeout(self.limits.silence, connect=self.limits.connect)
            self._client = httpx.Client(transport=self.transport, timeout=times, follow_redirects=False)
        return self._client
