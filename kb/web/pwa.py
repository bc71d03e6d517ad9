"""Scripts and styles by name, and what makes the site an application that works with no network."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask_babel import gettext

from kb.web.api.serving import json_response
from kb.web.fresh import assets, stamp, version
from kb.web.held import library
from kb.web.interface import ui

bp = Blueprint("pwa", __name__)
Json = dict[str, Any]
_FOLDER: Final = Path(__file__).resolve().parent / "static"
_LONG: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of ours in memory."""

    data: bytes
    media: str


@cache
def files() -> dict[str, Asset]:
    """Every script, style and picture by name; a request is looked up here and never on disk."""
    mimetypes.add_type("text/javascript", ".js")
    return {
        file.name: Asset(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream")
        for file in sorted(_FOLDER.iterdir())
        if file.is_file()
    }


def asset(name: str) -> str:
    """The address of a file of ours; it changes when any of them does, so it may be kept for ever."""
    return url_for("pwa.static_file", mark=assets(), name=name)


@bp.get("/a/<mark>/<name>")
def static_file(mark: str, name: str) -> Response:
    """A script, style or picture."""
    found = files().get(name)
    if found is None or name == "worker.js":
        abort(404)
    answer = Response(found.data, content_type=_typed(found.media))
    if mark == assets():
        answer.headers["Cache-Control"] = _LONG
    return answer


def _typed(media: str) -> str:
    return f"{media}; charset=utf-8" if media.startswith("text/") else media


@bp.get("/favicon.ico")
def favicon() -> Response:
    """The picture that browsers ask for by themselves."""
    return static_file(assets(), "icon.svg")


@bp.get("/sw.js")
def worker() -> Response:
    """The service worker: told what to keep."""
    kept = [
        "/quick",
        "/offline",
        "/offline/data.json",
        *(asset(name) for name in files() if name != "worker.js"),
    ]
    head = f"const KEPT = {current_app.json.dumps(kept)}, STAMP = {current_app.json.dumps(assets())};\n"
    answer = Response(
        head.encode() + files()["worker.js"].data, content_type="text/javascript; charset=utf-8"
    )
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What an installed copy is called and how it starts."""
    answer = json_response(
        {
            "name": gettext("mtg-kb: Magic rules"),
            "short_name": "mtg-kb",
            "lang": ui(),
            "start_url": "/quick",
            "scope": "/",
            "display": "standalone",
            "background_color": "#fbfaf7",
            "theme_color": "#234a7d",
            "icons": [
                {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
                {"src": asset("icon-192.png"), "sizes": "192x192", "type": "image/png"},
                {"src": asset("icon-512.png"), "sizes": "512x512", "type": "image/png"},
                {
                    "src": asset("icon-512.png"),
                    "sizes": "512x512",
                    "type": "image/png",
                    "purpose": "maskable",
                },
            ],
        }
    )
    answer.mimetype = "application/manifest+json"
    return answer


@bp.get("/offline")
def offline() -> str:
    """Search over what is kept on the device."""
    return render_template("offline.html", asked=request.args.get("q", "")[:400])


@bp.get("/offline/version.json")
def offline_version() -> Response:
    """What a copy made now would hold."""
    answer = json_response(version())
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("/offline/data.json")
def offline_data() -> Response:
    """Our terms and the rules text in force, for the visitor's own device."""
    key = stamp().key
    kept = current_app.extensions.get("mtgkb-offline")
    if kept is None or kept[0] != key:
        kept = (key, current_app.json.dumps(_offline_data()).encode())
        current_app.extensions["mtgkb-offline"] = kept
    return Response(kept[1], content_type="application/json")


def _offline_data() -> Json:
    store = library().store
    rules: dict[str, Json] = {}
    for source in ("cr", "cr-ja"):
        for one in store.documents(source=source):
            if one.kind in ("chapter", "rule", "subrule") and one.number is not None:
                entry = rules.setdefault(str(one.number), {"number": str(one.number)})
                entry[one.lang] = one.text
                if one.title.en and one.lang == "en":
                    entry["title"] = one.title.en
    terms = [
        {
            "id": one.id,
            "en": one.en,
            "ja": one.ja,
            "reading": one.reading,
            "also": [*one.also_en, *one.also_ja],
            "note_en": one.note_en,
            "note_ja": one.note_ja,
            "rules": list(one.rules),
        }
        for one in library().terms
    ]
    return {"version": version(), "terms": terms, "rules": list(rules.values())}
