"""The pages and the API over one library.

>>> app = create_app(library=Library.open(Settings(Path("/nowhere"), "sqlite://")))
>>> "find.search" in app.view_functions
True
"""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, request
from flask_babel import Babel, gettext
from werkzeug.middleware.proxy_fix import ProxyFix

import kb
from kb.errors import BadInput, Busy, NotFound
from kb.library import Library
from kb.settings import Settings, load_settings
from kb.web import (
    api,
    ask,
    cards,
    check,
    compat,
    compress,
    covered,
    editions,
    feed,
    find,
    fresh,
    interface,
    kept,
    problems,
    pwa,
    quick,
    reference,
    traffic,
)

TEMPLATES = Path(kb.__file__).resolve().parent.parent / "templates"
BODY_LIMIT = 512 * 1024
"""Bytes; a scenario of 10,000 tokens is far below."""


def create_app(settings: Settings | None = None, library: Library | None = None) -> Flask:
    """The application for a WSGI server; opens the library of the settings unless one is given."""
    if library is None:
        library = Library.open(load_settings() if settings is None else settings)
    app = Flask("kb.web", template_folder=str(TEMPLATES), static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(Path(__file__).resolve().parent / "translations")
    app.extensions["mtgkb"] = library
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.merge_slashes = False  # a split card's name has two
    if proxies := library.settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies)  # type: ignore[method-assign]
    Babel(app, locale_selector=interface.ui)
    traffic.init_app(app)
    compress.init_app(app)  # early, for what is registered first runs last
    fresh.init_app(app)
    interface.init_app(app)
    kept.init_app(app)  # after the rest: so it keeps an answer before they add to it
    problems.init_app(app, NotFound, BadInput, Busy)
    for part in (find, reference, ask, editions, cards, compat, quick, pwa, check, feed, covered):
        app.register_blueprint(part.bp)
    api.init_app(app)
    app.context_processor(
        lambda: {
            "navigation": navigation,
            "here": here,
            "held_sources": find.held_sources,
            "term_kind": reference.term_kind,
            "kind_name": find.kind_name,
            "group_names": find.group_names,
            "asset": pwa.asset,
            "event_name": reference.event_name,
        }
    )
    app.add_template_filter(ask.scenario_yaml)
    app.add_template_filter(check.check_line)
    app.add_template_filter(check.value_text)
    app.add_template_global(check.share_of)
    app.add_template_global(check.rule_texts)
    app.add_template_global(cards.is_stale)
    app.after_request(_guard)
    return app


def navigation() -> list[tuple[str, str]]:
    """Endpoint and label of the places that every page leads to."""
    return [
        ("find.search", gettext("Search")),
        ("ask.page", gettext("Ask")),
        ("check.page", gettext("Scenario")),
        ("quick.page", gettext("Quick reference")),
        ("reference.contents", gettext("Rules")),
        ("reference.terms", gettext("Dictionary")),
        ("editions.editions", gettext("Editions")),
    ]


def here() -> str:
    """This page's address with its query, to come back to; without `ui`, which would win over a switch."""
    kept = "&".join(
        part
        for part in request.query_string.decode("utf-8", "replace").split("&")
        if not part.startswith("ui=")
    )
    return request.path + (f"?{kept}" if kept else "")


def _guard(answer: Response) -> Response:
    """Nothing from elsewhere is loaded, nothing inline is run, nobody frames a page."""
    answer.headers.setdefault(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    answer.headers.setdefault("X-Content-Type-Options", "nosniff")
    answer.headers.setdefault("Referrer-Policy", "same-origin")
    answer.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    answer.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
    return answer
