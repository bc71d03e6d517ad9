"""Fetching is polite, keeps what it got, and says what went wrong."""

from __future__ import annotations

import contextlib
import gzip
import json
import threading
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from scraper.fetch import Fetcher, Limits
from scraper.fetch_errors import Damaged, FetchError, HttpError, NotCached, Refused, Unreachable, WrongContent
from tests.local_site import Site, Waits, answer, direct, in_turn, local_site

MEBIBYTE = 1 << 20


@pytest.fixture
def site() -> Iterator[Site]:
    with local_site() as running:
        yield running


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def fetcher(tmp_path: Path, waits: Waits) -> Iterator[Fetcher]:
    made = Fetcher(
        tmp_path / "cache",
        "me@example.org",
        transport=direct(),
        clock=waits.clock,
        limits=Limits(attempts=3, silence=0.5),
    )
    with made as fetcher:
        yield fetcher


def held(folder: Path) -> set[str]:
    """What is on disk, temporary files included."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_says_who_asks(site: Site, fetcher: Fetcher) -> None:
    site.routes["/a"] = answer("x")
    fetcher.get(f"{site.url}/a")
    assert {headers["user-agent"] for headers in site.headers} == {"mtg-kb/0.1 (me@example.org)"}


def test_one_request_a_second(site: Site, fetcher: Fetcher, waits: Waits) -> None:
    for name in ("/a", "/b", "/c"):
        site.routes[name] = answer(name)
        fetcher.get(site.url + name)
    assert site.asked == ["/robots.txt", "/a", "/b", "/c"]
    assert waits.slept == [1.0, 1.0, 1.0]


def test_the_site_may_ask_for_longer_waits(site: Site, fetcher: Fetcher, waits: Waits) -> None:
    site.routes["/robots.txt"] = answer("User-agent: *\nCrawl-delay: 7\n")
    site.routes["/a"] = site.routes["/b"] = answer("x")
    fetcher.get(f"{site.url}/a")
    fetcher.get(f"{site.url}/b")
    assert waits.slept == [1.0, 7.0]


def test_never_two_at_once(site: Site, tmp_path: Path) -> None:
    def slow(handler: object) -> None:
        time.sleep(0.02)
        answer("x")(handler)  # type: ignore[arg-type]

    site.routes.update({f"/{n}": slow for n in range(6)})
    with Fetcher(tmp_path, "me", interval=0, transport=direct()) as fetcher:
        threads = [threading.Thread(target=fetcher.get, args=(f"{site.url}/{n}",)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert (site.most_at_once, len(site.asked)) == (1, 7)


def test_robots_txt_is_kept_to(site: Site, fetcher: Fetcher) -> None:
    site.routes["/robots.txt"] = answer(
        "User-agent: *\nDisallow: /index.php\nUser-agent: mtg-kb\nDisallow: /x*y\n"
    )
    site.routes["/index.php"] = answer("a")
    assert fetcher.get(f"{site.url}/index.php").content == b"a"
    with pytest.raises(Refused, match=r"robots\.txt"):
        fetcher.get(f"{site.url}/x/y")
    assert site.count("/x/y") == 0


def test_robots_txt_that_cannot_be_had_forbids(site: Site, fetcher: Fetcher) -> None:
    site.routes["/robots.txt"] = answer("", 500)
    site.routes["/a"] = answer("x")
    with pytest.raises(HttpError):
        fetcher.get(f"{site.url}/a")
    assert site.count("/a") == 0


def test_an_answer_is_asked_for_again_with_its_validators(site: Site, fetcher: Fetcher) -> None:
    tag, modified = '"v1"', "Thu, 01 May 2014 00:00:00 GMT"
    site.routes["/a"] = in_turn(
        answer("old", ETag=tag, Last_Modified=modified), answer(status=304), answer("new", ETag='"v2"')
    )
    states = [(found.content, found.state) for found in (fetcher.get(f"{site.url}/a") for _ in range(3))]
    assert states == [(b"old", "new"), (b"old", "unchanged"), (b"new", "new")]
    assert site.headers[2]["if-none-match"] == tag
    assert site.headers[2]["if-modified-since"] == modified


def test_the_same_body_again_is_unchanged(site: Site, fetcher: Fetcher) -> None:
    site.routes["/a"] = answer("same")
    assert [fetcher.get(f"{site.url}/a").state for _ in range(2)] == ["new", "unchanged"]


def test_what_is_on_disk_needs_no_network(site: Site, fetcher: Fetcher) -> None:
    site.routes["/a"] = answer("x")
    fetcher.get(f"{site.url}/a")
    offline = replace(fetcher, offline=True)
    assert offline.get(f"{site.url}/a").content == b"x"
    with pytest.raises(NotCached):
        offline.get(f"{site.url}/b")
    assert site.asked == ["/robots.txt", "/a"]


def test_a_crawl_goes_on_where_it_stopped(site: Site, fetcher: Fetcher, waits: Waits) -> None:
    site.routes["/a"] = answer("x")
    started = waits.now()
    fetcher.get(f"{site.url}/a", since=started)
    assert fetcher.get(f"{site.url}/a", since=started).state == "cached"
    assert fetcher.get(f"{site.url}/a", since=waits.now() + timedelta(seconds=1)).state == "unchanged"
    assert site.count("/a") == 2


# Faults.


def test_404_is_told_at_once(site: Site, fetcher: Fetcher) -> None:
    with pytest.raises(HttpError, match=r"/a: the server answered 404 \(Not Found\)") as raised:
        fetcher.get(f"{site.url}/a")
    assert (raised.value.status, site.count("/a")) == (404, 1)
    assert "404" in raised.value.ja


def test_429_waits_as_long_as_asked(site: Site, fetcher: Fetcher, waits: Waits) -> None:
    site.routes["/a"] = in_turn(answer("", 429, Retry_After="30"), answer("x"))
    assert fetcher.get(f"{site.url}/a").content == b"x"
    assert waits.slept == [1.0, 30.0]


def test_retry_after_as_a_date(site: Site, fetcher: Fetcher, waits: Waits) -> None:
    site.routes["/a"] = in_turn(answer("", 503, Retry_After="Thu, 01 May 2031 00:01:01 GMT"), answer("x"))
    fetcher.get(f"{site.url}/a")
    assert waits.slept == [1.0, 60.0]


def test_a_wait_of_a_day_is_not_waited(site: Site, fetcher: Fetcher, waits: Waits) -> None:
    site.routes["/a"] = answer("", 429, Retry_After="86400")
    with pytest.raises(HttpError, match="asks to wait 86400 seconds"):
        fetcher.get(f"{site.url}/a")
    assert (site.count("/a"), sum(waits.slept) < 10) == (1, True)


def test_500_is_tried_again_with_growing_waits(site: Site, fetcher: Fetcher, waits: Waits) -> None:
    site.routes["/a"] = answer("", 500)
    with pytest.raises(HttpError, match="500"):
        fetcher.get(f"{site.url}/a")
    assert site.count("/a") == 3
    first, second = waits.slept[1:]
    assert 2 <= first <= 2.5
    assert 4 <= second <= 5


def test_redirects_are_followed_and_loops_are_not(site: Site, fetcher: Fetcher) -> None:
    site.routes["/a"] = answer("", 301, Location="/b")
    site.routes["/b"] = answer("x")
    assert fetcher.get(f"{site.url}/a").url == f"{site.url}/b"
    site.routes["/1"], site.routes["/2"] = answer("", 302, Location="/2"), answer("", 302, Location="/1")
    with pytest.raises(Refused, match="redirects in a loop"):
        fetcher.get(f"{site.url}/1")
    for n in range(20):
        site.routes[f"/n{n}"] = answer("", 302, Location=f"/n{n + 1}")
    with pytest.raises(Refused, match="redirects in a loop or too often"):
        fetcher.get(f"{site.url}/n0")


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/x", "http://user:pw@127.0.0.1/"])
def test_redirects_lead_to_the_web_only(site: Site, fetcher: Fetcher, target: str) -> None:
    site.routes["/a"] = answer("", 302, Location=target)
    with pytest.raises(Refused, match="not an address to fetch"):
        fetcher.get(f"{site.url}/a")


def test_a_truncated_body_is_no_body(site: Site, fetcher: Fetcher) -> None:
    def cut(handler: object) -> None:
        answer("half", length=100)(handler)  # type: ignore[arg-type]
        handler.close_connection = True  # type: ignore[attr-defined]

    site.routes["/a"] = in_turn(answer("whole"), cut)
    fetcher.get(f"{site.url}/a")
    before = held(fetcher.folder)
    with pytest.raises((Unreachable, Damaged)):
        fetcher.get(f"{site.url}/a")
    assert site.count("/a") == 4
    assert held(fetcher.folder) == before
    assert replace(fetcher, offline=True).get(f"{site.url}/a").content == b"whole"


def test_a_body_that_stops_is_given_up(site: Site, fetcher: Fetcher) -> None:
    def stall(handler: object) -> None:
        answer("a", length=100)(handler)  # type: ignore[arg-type]
        time.sleep(1)

    site.routes["/a"] = stall
    quick = replace(fetcher, limits=Limits(attempts=1, silence=0.1))
    with pytest.raises(Unreachable, match="timed out"):
        quick.get(f"{site.url}/a")


def test_a_body_that_drips_is_given_up(site: Site, tmp_path: Path) -> None:
    def drip(handler: object) -> None:
        answer("a", length=1000)(handler)  # type: ignore[arg-type]
        for _ in range(100):
            handler.wfile.write(b"a")  # type: ignore[attr-defined]
            time.sleep(0.02)

    site.routes["/a"] = drip
    limits = Limits(attempts=1, silence=5, total=0.2)
    with (
        Fetcher(tmp_path, "me", interval=0, transport=direct(), limits=limits) as fetcher,
        pytest.raises(Unreachable, match=r"not finished after 0\.2 seconds"),
    ):
        fetcher.get(f"{site.url}/a")


def test_gzip_is_unpacked_and_garbage_is_told(site: Site, fetcher: Fetcher) -> None:
    packed = gzip.compress("計画".encode())
    site.routes["/good"] = answer(packed, Content_Encoding="gzip")
    site.routes["/two"] = answer(packed + packed, Content_Encoding="gzip")
    site.routes["/deflate"] = answer(zlib.compress(b"x"), Content_Encoding="deflate")
    site.routes["/raw"] = answer(zlib.compress(b"x")[2:-4], Content_Encoding="deflate")
    site.routes["/garbage"] = answer(b"no gzip at all", Content_Encoding="gzip")
    site.routes["/cut"] = answer(packed[:-9], Content_Encoding="gzip")
    site.routes["/br"] = answer(b"x", Content_Encoding="br")
    assert fetcher.get(f"{site.url}/good").content.decode() == "計画"
    assert fetcher.get(f"{site.url}/two").content.decode() == "計画計画"
    assert fetcher.get(f"{site.url}/deflate").content == fetcher.get(f"{site.url}/raw").content == b"x"
    with pytest.raises(Damaged, match="it says gzip, but the bytes are none"):
        fetcher.get(f"{site.url}/garbage")
    with pytest.raises(Damaged, match="ends too early"):
        fetcher.get(f"{site.url}/cut")
    with pytest.raises(Refused, match="'br'"):
        fetcher.get(f"{site.url}/br")


def test_a_large_gzip_comes_out_whole(site: Site, fetcher: Fetcher) -> None:
    data = bytes(range(256)) * 4096 + b"\0" * 3 * MEBIBYTE
    site.routes["/a"] = answer(gzip.compress(data), Content_Encoding="gzip")
    assert fetcher.get(f"{site.url}/a").content == data


def test_a_bomb_is_refused(site: Site, fetcher: Fetcher) -> None:
    site.routes["/a"] = answer(gzip.compress(b"\0" * 80 * MEBIBYTE), Content_Encoding="gzip")
    with pytest.raises(Refused, match="larger than the limit of 67,108,864 bytes"):
        fetcher.get(f"{site.url}/a")
    assert not [name for name in held(fetcher.folder) if "incoming" in name]


def test_a_body_over_the_limit_is_refused_before_it_comes(site: Site, fetcher: Fetcher) -> None:
    site.routes["/a"] = answer("x" * 2000)
    with pytest.raises(Refused, match="larger than the limit of 1,000 bytes"):
        fetcher.get(f"{site.url}/a", limit=1000)


def test_a_web_page_is_no_text(site: Site, fetcher: Fetcher) -> None:
    site.routes["/a"] = in_turn(
        answer("1. Game", Content_Type="text/plain"),
        answer("<!DOCTYPE html><p>Moved", Content_Type="text/plain"),
        answer("x", Content_Type="text/html; charset=utf-8"),
    )
    assert fetcher.get(f"{site.url}/a", expect="text").content == b"1. Game"
    for _ in range(2):
        with pytest.raises(WrongContent, match="expected a text, the server sent a web page"):
            fetcher.get(f"{site.url}/a", expect="text")
    assert replace(fetcher, offline=True).get(f"{site.url}/a").content == b"1. Game"


@pytest.mark.parametrize(
    ("body", "kind", "good"),
    [
        ('{"a": 1}', "json", True),
        ("<html>Error", "json", False),
        ("\ufeff<!doctype HTML>", "text", False),
        ("%PDF-1.7", "text", False),
        ("PK\x03\x04", "html", False),
        ("<!doctype html>", "html", True),
    ],
)
def test_content_is_what_was_asked_for(
    site: Site, fetcher: Fetcher, body: str, kind: str, good: bool
) -> None:
    site.routes["/a"] = answer(body)
    if good:
        assert fetcher.get(f"{site.url}/a", expect=kind).content == body.encode()  # type: ignore[arg-type]
    else:
        with pytest.raises(WrongContent):
            fetcher.get(f"{site.url}/a", expect=kind)  # type: ignore[arg-type]


def test_no_server_is_no_answer(fetcher: Fetcher) -> None:
    with pytest.raises(Unreachable):
        fetcher.get("http://127.0.0.1:9/x")


@pytest.mark.parametrize(
    "path", ["/../../x", "/%2e%2e/%2e%2e/etc", "/" + "long" * 2000, "/a\u0000b", "/日本語?q=計画"]
)
def test_names_never_lead_out_of_the_folder(site: Site, fetcher: Fetcher, path: str) -> None:
    site.routes["/x"] = site.routes["/%E6%97%A5%E6%9C%AC%E8%AA%9E"] = answer("x")
    with contextlib.suppress(FetchError):
        fetcher.get(site.url + path)
    assert {item.name for item in fetcher.folder.parent.iterdir()} <= {"cache"}
    assert all(len(Path(name).name) <= 69 for name in held(fetcher.folder))


def test_a_record_cut_off_is_as_if_it_had_not_come(site: Site, fetcher: Fetcher) -> None:
    site.routes["/a"] = answer("x", ETag='"1"')
    found = fetcher.get(f"{site.url}/a")
    for damage in (b"", b"{", json.dumps({"url": "x"}).encode()):
        for record in fetcher.folder.glob("responses/*/*.json"):
            record.write_bytes(damage)
        assert fetcher.get(f"{site.url}/a").state == "new"
    found.path.write_bytes(b"")
    assert fetcher.get(f"{site.url}/a").content == b"x"


def test_progress_is_told(site: Site, fetcher: Fetcher) -> None:
    site.routes["/a"] = answer("x" * 10)
    told: list[tuple[int, int | None]] = []
    fetcher.get(f"{site.url}/a", progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (10, 10)


def test_tests_can_replace_the_network(tmp_path: Path) -> None:
    def pages(request: httpx.Request) -> httpx.Response:
        return httpx.Response(404) if request.url.path == "/robots.txt" else httpx.Response(200, text="x")

    with Fetcher(tmp_path, "me", interval=0, transport=httpx.MockTransport(pages)) as fetcher:
        assert fetcher.get("https://example.org/a").content == b"x"
