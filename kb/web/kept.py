"""Answers that were just made, kept in memory under their ETag: what many ask for is made once.

An ETag names the address, what is held, the program and the visitor's language and appearance, so the same tag is
the same answer.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from flask import Flask, Response, current_app, g, request

from kb.web.fresh import etag, is_dated

MOST_BYTES: Final = 24_000_000
"""Of one worker."""
_MOST_OF_ONE: Final = 600_000
_NEVER: Final = ("api.search", "pwa.", "api.openapi")
"""A search tells how long it took; the others are kept elsewhere."""


@dataclass(frozen=True, slots=True)
class Made:
    """A body with what its making added to the headers."""

    body: bytes
    media: str
    link: str | None


@dataclass
class Kept:
    """The answers, the least used of which goes first."""

    answers: OrderedDict[str, Made] = field(default_factory=OrderedDict)
    size: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, tag: str) -> Made | None:
        """The answer of that tag."""
        with self.lock:
            found = self.answers.get(tag)
            if found is not None:
                self.answers.move_to_end(tag)
            return found

    def put(self, tag: str, made: Made) -> None:
        """Keep an answer.

        >>> kept = Kept()
        >>> kept.put("x", Made(b"abc", "text/plain", None))
        >>> kept.get("x").body, kept.size
        (b'abc', 3)
        """
        with self.lock:
            before = self.answers.pop(tag, None)
            self.size += len(made.body) - (len(before.body) if before else 0)
            self.answers[tag] = made
            while self.size > MOST_BYTES:
                _, oldest = self.answers.popitem(last=False)
                self.size -= len(oldest.body)


def _fits() -> bool:
    return is_dated() and not (request.endpoint or "").startswith(_NEVER)


def _look() -> Response | None:
    if not _fits():
        return None
    kept: Kept = current_app.extensions["mtgkb-kept"]
    made = kept.get(etag())
    if made is None:
        return None
    g.from_kept = True
    answer = Response(made.body, content_type=made.media)
    if made.link:
        answer.headers["Link"] = made.link
    return answer


def _keep(answer: Response) -> Response:
    if answer.status_code != 200 or not _fits() or g.get("from_kept") or request.method != "GET":
        return answer
    if answer.direct_passthrough or answer.is_streamed or "Content-Disposition" in answer.headers:
        return answer
    body = answer.get_data()
    if len(body) <= _MOST_OF_ONE:
        kept: Kept = current_app.extensions["mtgkb-kept"]
        kept.put(etag(), Made(body, answer.content_type or "text/html", answer.headers.get("Link")))
    return answer


def init_app(app: Flask) -> None:
    """Keep answers of the application; must run before what changes them on their way out."""
    app.extensions["mtgkb-kept"] = Kept()
    app.before_request(_look)
    app.after_request(_keep)
