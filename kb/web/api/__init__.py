"""`/api/v1`: everything that the pages show, as JSON in the forms of docs/json.md.

Each route is declared with its parameters, body and answer (`declare`), which makes both its checks and its part of
the OpenAPI description.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Flask, Response, current_app, render_template, request
from flask_babel import gettext

from kb.web.api import deciding, following, reading
from kb.web.api.declare import Given, Route, Routes
from kb.web.api.openapi import TAGS, describe
from kb.web.api.serving import PREFIX, add, json_response

ROUTES: Final = Routes("about")
METHODS: Final = "GET, HEAD, POST, OPTIONS"


@ROUTES.get("/openapi.json", {"type": "object"})
def openapi(given: Given) -> Response:  # noqa: ARG001  # the signature of every handler
    """This description."""
    return json_response(described())


def routes() -> list[Route]:
    """Every route of the API."""
    return [route for part in (reading, following, deciding) for route in part.ROUTES.all] + ROUTES.all


def described() -> dict[str, Any]:
    """The OpenAPI description, made once for each application."""
    kept = current_app.extensions.get("mtgkb-openapi")
    if kept is None:
        kept = current_app.extensions["mtgkb-openapi"] = describe(routes())
    assert isinstance(kept, dict)
    return kept


def documentation() -> str:
    """The documentation of the API as a page."""
    return render_template(
        "api.html", api=described(), tags=TAGS, prefix=PREFIX, type_name=type_name, tag_names=tag_names
    )


def tag_names() -> dict[str, str]:
    """The parts of the API, for people."""
    return {
        "find": gettext("Find and read"),
        "follow": gettext("Follow through editions"),
        "decide": gettext("Decide"),
        "about": gettext("About this service"),
    }


def type_name(schema: Mapping[str, Any]) -> str:
    """A schema in a word or two, for people.

    >>> type_name({"anyOf": [{"type": "string"}, {"type": "null"}]})
    'string | null'
    >>> type_name({"type": "array", "items": {"$ref": "#/components/schemas/Hit"}})
    '[Hit]'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(type_name(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"[{type_name(schema['items'])}]"
    if schema.get("type") == "object" and schema.get("additionalProperties"):
        return f"{{…: {type_name(schema['additionalProperties'])}}}"
    return str(schema.get("type", "any"))


def open_to_all(answer: Response) -> Response:
    """Anybody's page may read and ask; cookies are never sent."""
    answer.headers["Access-Control-Allow-Origin"] = "*"
    answer.headers["Access-Control-Expose-Headers"] = "ETag, Last-Modified, Link, Retry-After, X-Request-ID"
    if request.method == "OPTIONS":
        answer.headers["Access-Control-Allow-Methods"] = answer.headers.get("Allow", METHODS)
        answer.headers["Access-Control-Allow-Headers"] = (
            "Accept, Content-Type, If-None-Match, If-Modified-Since"
        )
        answer.headers["Access-Control-Max-Age"] = "86400"
    return answer


def init_app(app: Flask) -> None:
    """Register the routes, their documentation, and open them to every site."""
    bp = Blueprint("api", __name__, url_prefix=PREFIX)
    add(bp, routes())
    bp.add_url_rule("/", "documentation", documentation)
    app.register_blueprint(bp)
    app.add_url_rule("/api", "api_home", documentation)

    def opened(answer: Response) -> Response:
        return open_to_all(answer) if request.path.startswith(("/api/", "/compat/")) else answer

    app.after_request(opened)
