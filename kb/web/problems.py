"""Every error leaves through here: a page for people, problem details (RFC 9457) for programs."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, InternalServerError

from kb.web.fresh import version_if_known
from kb.web.interface import ui

_SENTENCES: Final[dict[int, tuple[str, str]]] = {
    400: ("The request cannot be understood.", "リクエストを解釈できません。"),
    404: ("There is nothing at this address.", "このアドレスには何もありません。"),
    405: ("This address does not take that method.", "このアドレスはそのメソッドを受け付けません。"),
    406: ("No form you accept can be given.", "受け付け可能な形式では返せません。"),
    413: ("What was sent is too large.", "送られたデータが大きすぎます。"),
    415: ("What was sent is of the wrong type.", "送られたデータの種類が違います。"),
    422: ("What was sent is well-formed but cannot be used.", "形式は正しいものの、内容を使えません。"),
    429: ("Too many requests; try again later.", "リクエストが多すぎます。しばらくしてからお試しください。"),
    500: ("Something went wrong on our side.", "こちら側で問題が起きました。"),
    503: ("Not available at the moment.", "現在利用できません。"),
}


class Problem(Exception):  # noqa: N818  # named as RFC 9457 names it
    """An error that a visitor is told about; `extra` are further members of the problem details.

    >>> Problem(422, "No 'question'.", "'question' がありません。").status
    422
    """

    def __init__(self, status: int, en: str, ja: str, **extra: Any) -> None:
        super().__init__(en)
        self.status, self.en, self.ja, self.extra = status, en, ja, extra


def is_api() -> bool:
    """Whether the answer goes to a program."""
    return request.path.startswith(("/api/", "/compat/"))


def _answer(status: int, en: str, ja: str, extra: dict[str, Any] | None = None) -> Response:
    title_en, title_ja = _SENTENCES.get(status, _SENTENCES[400 if status < 500 else 500])
    if is_api():
        body = {
            "type": "about:blank",
            "title": title_en,
            "status": status,
            "detail": en,
            "title_ja": title_ja,
            "detail_ja": ja,
            "instance": request.path,
            **(extra or {}),
            "version": version_if_known(),
        }
        answer = make_response(jsonify(body), status)
        answer.content_type = "application/problem+json"
        return answer
    title, detail = (title_ja, ja) if ui() == "ja" else (title_en, en)
    if status >= 500:  # what failed may be what a whole page needs
        return make_response(f"{title} {detail}\n", status, {"Content-Type": "text/plain; charset=utf-8"})
    page = render_template("error.html", status=status, title=title, detail=detail, extra=extra or {})
    return make_response(page, status)


def _problem(error: Problem) -> Response:
    retry = error.extra.pop("retry_after", None)
    answer = _answer(error.status, error.en, error.ja, error.extra)
    if retry:
        answer.headers["Retry-After"] = str(retry)
    return answer


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    en, ja = _SENTENCES.get(status, (error.description or error.name, error.description or error.name))
    answer = _answer(status, en, ja)
    for name, value in error.get_headers():
        if name in {"Allow", "Retry-After", "Location"}:
            answer.headers[name] = value
    return answer


def _unavailable(_error: SQLAlchemyError) -> Response:
    current_app.logger.exception("the database does not answer")
    answer = _answer(503, *_SENTENCES[503])
    answer.headers["Retry-After"] = "10"
    return answer


def _unexpected(_error: InternalServerError) -> Response:
    return _answer(500, *_SENTENCES[500])


def _bilingual(error: Exception) -> Response:
    """Errors of the knowledge base carry `en` and `ja`; a KeyError among them is a thing not found."""
    status = 404 if isinstance(error, KeyError) else 400
    return _answer(status, str(getattr(error, "en", error)), str(getattr(error, "ja", error)))


def init_app(app: Flask, *not_found_or_bad: type[Exception]) -> None:
    """Map errors to answers once, at the edge."""
    app.register_error_handler(Problem, _problem)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(InternalServerError, _unexpected)
    app.register_error_handler(SQLAlchemyError, _unavailable)
    for kind in not_found_or_bad:
        app.register_error_handler(kind, _bilingual)
