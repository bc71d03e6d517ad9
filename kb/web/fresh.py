"""How new what is shown is: the version block, ETag and Last-Modified, all from the store's generation."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, current_app, g, request
from sqlalchemy.exc import SQLAlchemyError

from index import layout
from kb import status
from kb.listing import last_attempt
from kb.web.held import library
from kb.web.interface import theme, ui

Json = dict[str, Any]
_HERE: Final = Path(__file__).resolve().parent
_UNDATED: Final = (
    "serving.",
    "interface.",
    "pwa.worker",
    "pwa.static_file",
    "pwa.favicon",
    "pwa.offline_version",
)
"""Endpoints whose answers do not depend on what is held, or must not be kept."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The state of everything that an answer may depend on."""

    generation: int
    index: str
    attempt: int
    day: str
    edition: str | None
    data: str | None
    """When something last came in, ISO in UTC."""

    @property
    def key(self) -> str:
        """A text that differs whenever an answer may."""
        return f"{self.generation}/{self.index}/{self.attempt}/{self.day}/{self.edition}"


@cache
def software() -> str:
    """The version of this program.

    >>> software()[0].isdigit()
    True
    """
    try:
        return installed("mtg-kb")
    except PackageNotFoundError:
        return "0"


@cache
def assets() -> str:
    """A text that changes with templates, scripts, styles and code of the pages."""
    folders = (_HERE, _HERE.parent.parent / "templates")
    files = sorted(one for folder in folders for one in folder.rglob("*") if one.suffix in _SHOWN)
    seen = hashlib.sha256(software().encode())
    for file in files:
        seen.update(file.name.encode() + file.read_bytes())
    return seen.hexdigest()[:10]


_SHOWN: Final = {".html", ".css", ".js", ".py", ".mo", ".svg"}


def stamp() -> Stamp:
    """The state of things as this request sees it."""
    if "stamp" not in g:
        held = library()
        generation, (attempt, at) = held.store.generation(), last_attempt(held.store)
        day = f"{held.store.today().isoformat()}/{status.today()}"  # editions come into force, sources grow stale
        key = (generation, attempt, day)
        kept = current_app.extensions.get("mtgkb-stamp")
        if kept is None or kept[0] != key:
            infos = held.store.editions()
            edition = next((i.edition for i in infos if i.source == "cr" and i.standing == "current"), None)
            newest = max((i.imported_at for i in infos), default=None)
            kept = (key, edition, max(filter(None, (newest, at or None)), default=None))
            current_app.extensions["mtgkb-stamp"] = kept
        seen = "-".join(map(str, layout.stamp(held.settings.index_folder) or ()))
        g.stamp = Stamp(generation, seen, attempt, day, kept[1], kept[2])
    found = g.stamp
    assert isinstance(found, Stamp)
    return found


def version() -> Json:
    """The version block of every answer."""
    now = stamp()
    return {"edition": now.edition, "data": now.data, "software": software(), "generation": now.generation}


def version_if_known() -> Json | None:
    """The version block for an error, which may be that the database is gone."""
    try:
        return version()
    except (SQLAlchemyError, OSError):
        return None


def etag() -> str:
    """The tag of this answer: what is held, the program, the address, and what the visitor prefers."""
    if "etag" in g:
        return str(g.etag)
    look = f"{ui()}{theme()}" if not request.path.startswith(("/api/", "/compat/")) else ""
    named = f"{stamp().key}\0{assets()}\0{request.full_path}\0{look}\0{request.accept_mimetypes.best}"
    g.etag = hashlib.sha256(named.encode("utf-8", "replace")).hexdigest()[:24]
    return str(g.etag)


def is_dated() -> bool:
    """Whether the answer depends on nothing but what its tag names."""
    endpoint = request.endpoint or ""
    return request.method in ("GET", "HEAD") and bool(endpoint) and not endpoint.startswith(_UNDATED)


def _known() -> Response | None:
    """304 at once where the visitor holds this very answer."""
    if is_dated() and request.if_none_match and request.if_none_match.contains_weak(etag()):
        return _dated(Response(status=304))
    return None


def _dated(answer: Response) -> Response:
    answer.set_etag(etag(), weak=True)
    if (at := stamp().data) is not None:
        answer.last_modified = datetime.fromisoformat(at).astimezone(UTC)
    answer.headers.setdefault("Cache-Control", _control())
    return answer


def _control() -> str:
    if request.path.startswith(("/api/", "/compat/")):
        return "public, max-age=60"
    return "private, no-cache"


def _finish(answer: Response) -> Response:
    if request.method == "POST" or answer.status_code >= 400:
        answer.headers.setdefault("Cache-Control", "no-store")
    elif is_dated() and answer.status_code == 200 and not answer.direct_passthrough:
        answer = _dated(answer)
        if request.if_modified_since is not None and not request.if_none_match:
            answer.make_conditional(request)
    return answer


def init_app(app: Flask) -> None:
    """Answer conditional requests of every page and route."""
    app.before_request(_known)
    app.after_request(_finish)
    app.jinja_env.globals["assets"] = assets
