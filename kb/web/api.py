"""`/api/v1`: the same things as the pages, as JSON in the forms of the design."""

from __future__ import annotations

from typing import Any, Literal, cast, get_args

from flask import Blueprint, Response, jsonify, request

from kb.answer import ask
from kb.web.ask import QUESTION_LIMIT
from kb.web.held import library
from kb.web.problems import Problem
from scraper.document import Kind

bp = Blueprint("api", __name__, url_prefix="/api/v1")

LIMIT = 100
"""Hits in one answer at most."""


@bp.after_request
def _open(answer: Response) -> Response:
    """Anybody's page may read; cookies are never sent."""
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


def _number(name: str, default: int, least: int, most: int) -> int:
    text = request.args.get(name)
    if text is None:
        return default
    if not text.isdecimal() or not least <= int(text) <= most:
        raise Problem(
            400,
            f"{name} is {text!r}, expected a number from {least} to {most}",
            f"{name} が {text!r} です。{least} から {most} までの数を指定してください",
            parameter=name,
        )
    return int(text)


def _choice(name: str, choices: tuple[str, ...], default: str) -> str:
    text = request.args.get(name, default)
    if text not in choices:
        raise Problem(
            400,
            f"{name} is {text!r}, expected one of {', '.join(choices)}",
            f"{name} が {text!r} です。{'、'.join(choices)} のいずれかを指定してください",
            parameter=name,
        )
    return text


@bp.get("/search")
def search() -> Response:
    """Hits for `q`."""
    q = request.args.get("q")
    if q is None:
        raise Problem(400, "the parameter q is missing", "パラメーター q がありません", parameter="q")
    lang = cast(Literal["en", "ja", "both"], _choice("lang", ("en", "ja", "both"), "both"))
    kinds = request.args.getlist("kind")
    for kind in kinds:
        if kind not in get_args(Kind):
            _choice("kind", get_args(Kind), kind)
    result = library().search(
        q[:400],
        lang=lang,
        kinds=cast(list[Kind], kinds),
        limit=_number("limit", 10, 1, LIMIT),
        offset=_number("offset", 0, 0, 10_000),
    )
    return jsonify(result.to_json())


@bp.get("/rules/<path:number>")
def rule(number: str) -> Response:
    """A rule; `edition` asks for an older one. A range gives the list under `rules`."""
    found = library().rules(number, request.args.get("edition"))
    return jsonify(found[0] if len(found) == 1 else {"rules": found})


@bp.get("/glossary/<path:term>")
def glossary(term: str) -> Response:
    """A glossary entry, by its term in either language."""
    return jsonify(library().glossary(term, request.args.get("edition")))


@bp.get("/wiki/<path:title>")
def wiki(title: str) -> Response:
    """A wiki page as it is held."""
    return jsonify(library().wiki(title))


@bp.get("/terms/<path:name>")
def term(name: str) -> Response:
    """An entry of our dictionary."""
    return jsonify(library().term(name))


@bp.get("/cards/<path:name>")
def card(name: str) -> Response:
    """A card by any of its names; several that share a Japanese name come as a list under `cards`."""
    found = library().cards(name)
    return jsonify(found[0] if len(found) == 1 else {"cards": found})


@bp.get("/status")
def status() -> Response:
    """What is held."""
    return jsonify(library().status())


@bp.post("/ask")
def question() -> Response:
    """Answer {"question": …, "lang": "en" | "ja"}."""
    body: Any = request.get_json()
    text = body.get("question") if isinstance(body, dict) else None
    if not isinstance(text, str) or not text.strip():
        raise Problem(
            422,
            f"expected {{'question': a text}}, got {body!r:.200}",
            f"{{'question': 質問文}} が必要ですが、{body!r:.200} が送られました",
            pointer="/question",
        )
    if len(text) > QUESTION_LIMIT:
        raise Problem(
            422,
            f"the question has {len(text)} characters, at most {QUESTION_LIMIT} are read",
            f"質問が {len(text)} 文字あります。{QUESTION_LIMIT} 文字までです",
            pointer="/question",
        )
    lang = body.get("lang")
    if lang not in (None, "en", "ja"):
        raise Problem(
            422,
            f"lang is {lang!r}, expected en or ja",
            f"lang が {lang!r} です。en か ja です",
            pointer="/lang",
        )
    return jsonify(ask(text, lang, library()).to_json())
