"""A large body that breaks off is resumed where it did, if the server says that it is still the same."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scraper.fetch import Fetcher, Limits
from scraper.fetch_errors import HttpError, Unreachable
from tests.local_site import Handler, Route, Site, Waits, direct, local_site

DATA = random.Random(1).randbytes(60_000)


@pytest.fixture
def site() -> Iterator[Site]:
    with local_site() as running:
        yield running


@pytest.fixture
def fetcher(tmp_path: Path) -> Iterator[Fetcher]:
    limits = Limits(attempts=1, silence=1, resumed=1000)
    with Fetcher(tmp_path, "me", transport=direct(), clock=Waits().clock, limits=limits) as made:
        yield made


def ranged(data: bytes, *, breaks_at: int = 0, tag: str = '"1"', **headers: str) -> Route:
    """A route that knows ranges; it breaks off at that byte of the body."""

    def send(handler: Handler) -> None:
        asked = re.fullmatch(r"bytes=(\d+)-", handler.headers.get("Range", ""))
        start = int(asked[1]) if asked and handler.headers.get("If-Range") == tag else 0
        handler.send_response(206 if start else 200)
        handler.send_header("ETag", tag)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        if start:
            handler.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        handler.send_header("Content-Length", str(len(data) - start))
        handler.end_headers()
        handler.wfile.write(data[start:breaks_at] if breaks_at else data[start:])
        handler.close_connection = True

    return send


def break_off(site: Site, fetcher: Fetcher, route: Route) -> None:
    site.routes["/big"] = route
    with pytest.raises(Unreachable):
        fetcher.get(f"{site.url}/big")


def parts(fetcher: Fetcher) -> list[Path]:
    return list((fetcher.folder / "partial").glob("*"))


def test_the_rest_alone_is_asked_for(site: Site, fetcher: Fetcher) -> None:
    break_off(site, fetcher, ranged(DATA, breaks_at=20_000))
    break_off(site, fetcher, ranged(DATA, breaks_at=50_000))
    site.routes["/big"] = ranged(DATA)
    told: list[tuple[int, int | None]] = []
    found = fetcher.get(f"{site.url}/big", progress=lambda done, total: told.append((done, total)))
    assert found.content == DATA
    assert told[-1] == (60_000, 60_000)
    asked = [headers.get("range") for headers in site.headers[1:]]
    assert asked[0] is None
    starts = [int(value.removeprefix("bytes=").rstrip("-")) for value in asked[1:] if value]
    assert starts == sorted(starts)
    assert len(starts) == 2
    assert 0 < starts[0] <= 20_000 < starts[1] <= 50_000
    assert parts(fetcher) == []


def test_a_packed_body_is_resumed_as_it_came(site: Site, fetcher: Fetcher) -> None:
    packed = gzip.compress(DATA)
    break_off(site, fetcher, ranged(packed, breaks_at=30_000, Content_Encoding="gzip"))
    site.routes["/big"] = ranged(packed, Content_Encoding="gzip")
    assert fetcher.get(f"{site.url}/big").content == DATA
    assert site.headers[-1]["range"].startswith("bytes=")


def test_another_body_is_taken_from_its_beginning(site: Site, fetcher: Fetcher) -> None:
    break_off(site, fetcher, ranged(DATA, breaks_at=20_000))
    site.routes["/big"] = ranged(DATA[::-1], tag='"2"')
    assert fetcher.get(f"{site.url}/big").content == DATA[::-1]
    assert parts(fetcher) == []


def test_a_refused_range_is_forgotten(site: Site, fetcher: Fetcher) -> None:
    break_off(site, fetcher, ranged(DATA, breaks_at=20_000))

    def refuse(handler: Handler) -> None:
        handler.send_response(416)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    site.routes["/big"] = refuse
    with pytest.raises(HttpError, match="416"):
        fetcher.get(f"{site.url}/big")
    site.routes["/big"] = ranged(DATA)
    assert fetcher.get(f"{site.url}/big").content == DATA
    assert "range" not in site.headers[-1]


@pytest.mark.parametrize("headers", [{"tag": 'W/"1"'}, {"Accept_Ranges": "none"}])
def test_without_a_strong_validator_nothing_is_kept(
    site: Site, fetcher: Fetcher, headers: dict[str, str]
) -> None:
    break_off(site, fetcher, ranged(DATA, breaks_at=20_000, **headers))  # type: ignore[arg-type]
    assert parts(fetcher) == []


def test_small_bodies_are_not_kept(site: Site, fetcher: Fetcher) -> None:
    break_off(site, fetcher, ranged(DATA[:900], breaks_at=500))
    assert parts(fetcher) == []


def test_a_damaged_body_is_not_resumed(site: Site, fetcher: Fetcher) -> None:
    site.routes["/big"] = ranged(DATA, Content_Encoding="gzip")
    with pytest.raises(OSError, match="it says gzip"):
        fetcher.get(f"{site.url}/big")
    assert parts(fetcher) == []
