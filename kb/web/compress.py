"""Answers made smaller on the way: br where the `brotli` package is installed, else gzip."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from flask import Flask, Response, request

LEAST: Final = 600
"""Bytes below which an answer goes as it is: one packet either way."""
_TYPES: Final = ("text/", "application/json", "application/problem+json", "application/schema+json",
                 "application/manifest+json", "application/atom+xml", "application/yaml", "image/svg+xml")  # fmt: skip


def _brotli() -> Any | None:
    try:
        return import_module("brotli")
    except ImportError:
        return None


@lru_cache(maxsize=64)
def _kept(data: bytes, encoding: str) -> bytes:
    return _compressors()[encoding](data)


@lru_cache(maxsize=1)
def _compressors() -> dict[str, Callable[[bytes], bytes]]:
    found: dict[str, Callable[[bytes], bytes]] = {}
    brotli = _brotli()
    if brotli is not None:
        found["br"] = lambda data: bytes(brotli.compress(data, quality=4))
    found["gzip"] = lambda data: gzip.compress(data, compresslevel=5, mtime=0)
    return found


def encoding_for(accept: Any) -> str | None:
    """The best encoding that both sides know, None for none.

    >>> from werkzeug.datastructures import Accept
    >>> encoding_for(Accept([("gzip", 1.0)])), encoding_for(Accept([("gzip", 0)]))
    ('gzip', None)
    """
    return next((name for name in _compressors() if accept[name] > 0), None)


def _smaller(answer: Response) -> Response:
    if not answer.content_type or not answer.content_type.startswith(_TYPES):
        return answer
    answer.vary.add("Accept-Encoding")
    if answer.status_code not in (200, 400, 404, 422) or "Content-Encoding" in answer.headers:
        return answer
    if answer.is_streamed and not answer.direct_passthrough:
        return answer
    encoding = encoding_for(request.accept_encodings)
    if encoding is None:
        return answer
    is_file = answer.direct_passthrough
    answer.direct_passthrough = False
    data = answer.get_data()
    if len(data) < LEAST:
        return answer
    answer.set_data(_kept(data, encoding) if is_file else _compressors()[encoding](data))
    answer.headers["Content-Encoding"] = encoding
    tag, weak = answer.get_etag()
    if tag is not None and not weak:  # these bytes are not those that the strong tag names
        answer.set_etag(tag, weak=True)
    return answer


def init_app(app: Flask) -> None:
    """Compress every answer that is text and long enough."""
    app.after_request(_smaller)
