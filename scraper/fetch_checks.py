"""What is checked around a request: the address before it, the answer's status and content behind it.

>>> checked_url("https://example.org/Magic Rules.txt#top")
'https://example.org/Magic%20Rules.txt'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Literal
from urllib.parse import urldefrag

import httpx

from scraper.fetch_errors import HttpError, Refused, WrongContent

Expected = Literal["text", "html", "json", "any"]
_RETRIED = frozenset((408, 425, 429, 500, 502, 503, 504))
_HTML_HEADS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<!--")


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for."""

    url: str
    expect: Expected
    limit: int
    """Most bytes of the body."""
    progress: Callable[[int, int | None], None]


def checked_url(url: str) -> str:
    """The address without its fragment, escaped; raises Refused for one that we never fetch.

    >>> checked_url("file:///etc/passwd")
    Traceback (most recent call last):
    ...
    scraper.fetch_errors.Refused: file:///etc/passwd: not an address to fetch (expected http:// or https://)
    """
    try:
        found = httpx.URL(urldefrag(url).url)
    except (httpx.InvalidURL, ValueError, TypeError):
        found = httpx.URL("")
    if found.scheme not in ("http", "https") or not found.host or found.userinfo:
        raise Refused(
            url,
            "not an address to fetch (expected http:// or https://)",
            "取得できるアドレスではありません（http:// か https:// が必要です）",
        )
    return str(found)


def status_error(url: str, response: httpx.Response, now: datetime) -> HttpError:
    """The error for an answer that is not the thing, with the wait that the server asks for.

    >>> response = httpx.Response(429, headers={"Retry-After": "30"})
    >>> status_error("u", response, datetime(2031, 5, 1, tzinfo=UTC)).retry_after
    30.0
    """
    wait = retry_after(response.headers.get("retry-after", ""), now)
    status = response.status_code
    if wait:
        return HttpError(
            url,
            status,
            f"it asks to wait {wait:g} seconds",
            f"{wait:g}秒待つよう求めています",
            retry_after=wait,
        )
    return HttpError(url, status)


def retry_after(value: str, now: datetime) -> float:
    """Seconds that a Retry-After header asks for: a number or a date; 0 for neither.

    >>> retry_after("Thu, 01 May 2031 00:01:00 GMT", datetime(2031, 5, 1, tzinfo=UTC))
    60.0
    >>> retry_after("soon", datetime(2031, 5, 1, tzinfo=UTC))
    0.0
    """
    if value.strip().isdecimal():
        return float(value)
    try:
        until = parsedate_to_datetime(value)
    except ValueError:
        return 0.0
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - now).total_seconds())


def may_pass(error: HttpError) -> bool:
    """Whether the same request may succeed later.

    >>> may_pass(HttpError("u", 503)), may_pass(HttpError("u", 404))
    (True, False)
    """
    return error.status in _RETRIED


def check_content(url: str, expect: Expected, content_type: str, head: bytes) -> None:
    """Raise WrongContent when the answer is another kind of thing; `head` are its first bytes.

    >>> check_content("u", "text", "text/plain", b"<!DOCTYPE html><title>Moved")
    Traceback (most recent call last):
    ...
    scraper.fetch_errors.WrongContent: u: expected a text, the server sent a web page
    """
    media = content_type.partition(";")[0].strip().casefold()
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:20].lower()
    looks_html = start.startswith(_HTML_HEADS)
    if expect == "text" and (looks_html or media in ("text/html", "application/xhtml+xml")):
        raise WrongContent(url, "a text", "a web page")
    if expect == "json" and (looks_html or not start.startswith((b"{", b"["))):
        raise WrongContent(url, "JSON", "a web page" if looks_html else f"{media or 'something'} ({start!r})")
    is_binary = media.startswith(("image/", "audio/", "video/")) or start.startswith((b"%pdf", b"pk\x03\x04"))
    if expect in ("html", "text") and is_binary:
        raise WrongContent(url, "a text" if expect == "text" else "a web page", media or repr(start))
