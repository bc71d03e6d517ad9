"""The interface's language and appearance: asked by `?ui=`, remembered in a cookie, else by Accept-Language.

>>> choose_language("ja", None, "en-US")
'ja'
>>> choose_language("xx", None, "ja,en;q=0.5")
'ja'
"""

from __future__ import annotations

from typing import Final, Literal, cast

from flask import Blueprint, Flask, Response, g, redirect, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response as BaseResponse

from scraper.document import Lang

LANGUAGES: Final[dict[Lang, str]] = {"en": "English", "ja": "日本語"}
THEMES: Final = ("auto", "light", "dark")
_YEAR: Final = 365 * 24 * 3600

bp = Blueprint("interface", __name__)


def choose_language(asked: str | None, remembered: str | None, accept: str) -> Lang:
    """The interface's language: what the address asks for, else the cookie, else what the browser prefers.

    >>> choose_language(None, "en", "ja")
    'en'
    """
    for wish in (asked, remembered):
        if wish in LANGUAGES:
            return wish
    best = parse_accept_header(accept, LanguageAccept).best_match(list(LANGUAGES), default="en")
    return cast(Lang, best)


def ui() -> Lang:
    """The language of the page being made."""
    if "ui" not in g:
        g.ui = choose_language(
            request.args.get("ui"), request.cookies.get("ui"), request.headers.get("Accept-Language", "")
        )
    return cast(Lang, g.ui)


def theme() -> Literal["auto", "light", "dark"]:
    """The appearance that the visitor chose; auto follows the device."""
    kept = request.cookies.get("theme", "auto")
    return cast(Literal["auto", "light", "dark"], kept if kept in THEMES else "auto")


def local_path(target: str) -> str:
    """A place on this site to go back to; anything that leads elsewhere becomes the front page.

    >>> local_path("/rules/702.170a")
    '/rules/702.170a'
    >>> local_path("//elsewhere.example/"), local_path("https://elsewhere.example/")
    ('/', '/')
    """
    return target if target.startswith("/") and not target.startswith(("//", "/\\")) else "/"


@bp.post("/preferences")
def preferences() -> BaseResponse:
    """Remember language and theme, then go back to the page where the switch was."""
    answer = redirect(local_path(request.form.get("next", "/")), code=303)
    language, look = request.form.get("ui"), request.form.get("theme")
    if language in LANGUAGES:
        _remember(answer, "ui", language)
    if look in THEMES:
        _remember(answer, "theme", look)
    return answer


def _remember(answer: BaseResponse, name: str, value: str) -> None:
    answer.set_cookie(name, value, max_age=_YEAR, samesite="Lax", httponly=True)


def _stick(answer: Response) -> Response:
    asked = request.args.get("ui")
    if asked in LANGUAGES and asked != request.cookies.get("ui"):
        _remember(answer, "ui", asked)
    if request.path.startswith(("/api/v1/", "/compat/", "/static/")) and request.path != "/api/v1/":
        return answer
    # Pages differ by these; a cache must not give one visitor's language to another.
    answer.vary.update(["Accept-Language", "Cookie"])
    answer.content_language.add(ui())
    return answer


def init_app(app: Flask) -> None:
    """Register the switch and give every template `ui`, `theme` and the languages."""
    app.register_blueprint(bp)
    app.after_request(_stick)
    app.context_processor(lambda: {"ui": ui(), "theme": theme(), "languages": LANGUAGES})
