"""Questions, scenarios, and what the executable model holds."""

from __future__ import annotations

from typing import Any, Final

from flask import Response

from kb.answer import ask as answer
from kb.standing import with_standing
from kb.web import around, covered
from kb.web.api import shapes_more as shapes
from kb.web.api.declare import MANY, OFFSET, Body, Given, Param, Routes
from kb.web.api.serving import json_body, json_response, text_body
from kb.web.ask import QUESTION_LIMIT
from kb.web.deadline import deadline
from kb.web.held import library
from kb.web.problems import Problem

ROUTES: Final = Routes("decide")
Json = dict[str, Any]
_SCENARIO: Final = {"$ref": "#/components/schemas/Scenario"}
_LANG: Final = Param(
    "lang", "The reader's language; the question's own without it", kind="choice", choices=("en", "ja")
)


@ROUTES.get(
    "/ask",
    shapes.Ask,
    Param("question", "A question in words", needed=True, most=QUESTION_LIMIT, example="計画したインスタントって相手ターンに使える？"),
    _LANG,
    refused=(422,),
)  # fmt: skip
def ask_by_query(given: Given) -> Json:
    """Answer a question in words, by query."""
    return _answered(given["question"], given["lang"])


@ROUTES.post(
    "/ask",
    shapes.Ask,
    Body({"application/json": json_body}, shapes.Question, "A question in English or Japanese"),
)
def ask(given: Given) -> Json:
    """Answer a question in words: yes, no, a value, it depends, or undetermined, with the rules that make it so."""
    body = given["body"]
    if not isinstance(body, dict) or not isinstance(body.get("question"), str):
        raise Problem(
            422,
            f"expected {{'question': a text}}, got {body!r:.200}",
            f"{{'question': 質問文}} が必要ですが、{body!r:.200} が送られました",
            pointer="/question",
        )
    lang = body.get("lang")
    if lang not in (None, "en", "ja"):
        raise Problem(
            422,
            f"lang is {lang!r:.80}, expected en or ja",
            f"lang が {lang!r:.80} です。en か ja です",
            pointer="/lang",
        )
    return _answered(body["question"], lang)


def _answered(text: str, lang: Any) -> Json:
    if not text.strip():
        raise Problem(422, "the question is empty", "質問が空です", pointer="/question")
    if len(text) > QUESTION_LIMIT:
        raise Problem(
            422,
            f"the question has {len(text)} characters, at most {QUESTION_LIMIT} are read",
            f"質問が {len(text)} 文字あります。{QUESTION_LIMIT} 文字までです",
            pointer="/question",
        )
    with deadline(library().settings.check_seconds):
        return with_standing(answer(text, lang, library()).to_json(), library().store)


def play(text: str) -> list[Json]:
    """Play the scenarios of a text in YAML or JSON; one that can't be played has its error in its place.

    Raises Problem 422 with every fault where there is but one and it is not valid, 503 where it takes too long.
    """
    from kb.checker import Failure, check_each  # the engine is loaded by the first scenario

    with deadline(library().settings.check_seconds):
        found = check_each(text, library().card_base)
    if len(found) == 1 and isinstance(found[0], Failure) and found[0].crash is None:
        said = found[0].to_json()
        raise Problem(422, found[0].en, found[0].ja, **said)
    return [with_standing(report.to_json(), library().store) for report in found]


@ROUTES.post(
    "/check",
    list[shapes.Report],
    Body(
        {
            "application/json": text_body,
            "application/yaml": text_body,
            "application/x-yaml": text_body,
            "text/yaml": text_body,
        },
        {"anyOf": [_SCENARIO, {"type": "array", "items": _SCENARIO}]},
        "One scenario or a list of them, in JSON or YAML",
    ),
)
def check(given: Given) -> list[Json]:
    """Play scenarios by the rules and answer their checks; a list, also for one scenario.

    A scenario of a list that can't be read or played gives `error` and no checks in its place.
    """
    return play(given["body"])


@ROUTES.get("/scenario.schema.json", {"type": "object"}, media="application/schema+json")
def scenario_schema(given: Given) -> Response:  # noqa: ARG001  # the signature of every handler
    """The JSON Schema of a scenario."""
    from kb.checker.scenario_schema import json_schema

    answer = json_response(json_schema())
    answer.mimetype = "application/schema+json"
    return answer


@ROUTES.get("/coverage", shapes.Coverage, MANY, OFFSET)
def coverage(given: Given) -> Json:
    """The rules that are executable, each with what it says in our words."""
    found = [
        {"number": one.number, "summary": one.summary, "url": f"/rules/{one.number}"}
        for one in around.executable()
    ]
    part = found[given["offset"] : given["offset"] + given["limit"]]
    return {
        "rules_edition": _rules_edition(),
        "rules": part,
        "total": len(found),
        "by_chapter": covered.rules()["chapters"],
    }


def _rules_edition() -> str:
    from kb.checker.report import RULES_EDITION

    return RULES_EDITION
