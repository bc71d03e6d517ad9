"""The OpenAPI 3.1 description of the API, made of the declared routes."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Final

from kb.web.api.declare import Route
from kb.web.api.schema import Schemas
from kb.web.api.serving import PREFIX, params_of
from kb.web.api.shapes_more import Problem
from kb.web.fresh import software

Json = dict[str, Any]
_ABOUT: Final = (
    "The Comprehensive Rules, their glossary, wiki pages, cards, rulings and a dictionary of our own, in English "
    "and Japanese; what changed between editions; and questions decided by an executable model of the rules. "
    "Every answer carries `version`: the edition in force, when something last came in, and the program. "
    "Answers have an ETag; ask again with If-None-Match. Errors are problem details (RFC 9457) in both languages."
)
_STATUSES: Final = {
    304: "What you hold is still right",
    400: "A parameter or the body cannot be understood; `parameter` names it",
    404: "Not held",
    406: "Only JSON is given here",
    413: "The body is too large",
    415: "The body is of a type that is not read here",
    422: "The body is well-formed but cannot be used; `pointer` says where",
    429: "Too many requests; `Retry-After` says when to come back",
    503: "Not available now, or it would take too long",
}
TAGS: Final = {
    "find": "Find and read",
    "follow": "Follow through editions",
    "decide": "Decide",
    "about": "About this service",
}


def describe(routes: Sequence[Route]) -> Json:
    """The whole description."""
    schemas = Schemas()
    paths: dict[str, Json] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    problem = schemas.of(Problem)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "mtg-kb",
            "version": software(),
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": PREFIX}],
        "tags": [{"name": name, "description": about} for name, about in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": {**schemas.components, **_scenario()},
            "responses": {
                f"Problem{status}": {
                    "description": about,
                    "content": {"application/problem+json": {"schema": problem}},
                }
                for status, about in _STATUSES.items()
                if status >= 400
            },
        },
    }


def _operation(route: Route, schemas: Schemas) -> Json:
    summary, description = route.about
    refused = {400, 406, 429, 503, *route.refused}
    if any(param.path for param in route.params) or any(p.name == "edition" for p in route.params):
        refused.add(404)
    made: Json = {
        "operationId": route.name,
        "summary": summary,
        "tags": [route.tag],
        "parameters": [param.openapi() for param in params_of(route)],
        "responses": {
            "200": {
                "description": "As asked",
                "headers": _headers(route),
                "content": {route.media: {"schema": schemas.of(route.answer)}},
            }
        },
    }
    if description:
        made["description"] = description
    if route.method == "GET":
        made["responses"]["304"] = {"description": _STATUSES[304]}
    if route.body is not None:
        refused |= {413, 415, 422}
        schema = schemas.of(route.body.schema)
        made["requestBody"] = {
            "required": True,
            "description": route.body.about,
            "content": {media: {"schema": schema} for media in route.body.readers},
        }
    for status in sorted(refused):
        made["responses"][str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
    return made


def _headers(route: Route) -> Json:
    text: Json = {"schema": {"type": "string"}}
    if route.method == "POST":
        return {}
    return {
        "ETag": {"description": "For If-None-Match", **text},
        "Last-Modified": {"description": "When something last came in", **text},
    }


def _scenario() -> Json:
    """The scenario document's schema with its references as OpenAPI writes them."""
    from kb.checker.scenario_schema import json_schema  # the checker is loaded only where it is needed

    whole = copy.deepcopy(json_schema())
    whole.pop("$schema")
    parts = whole.pop("$defs")
    found: Json = _moved({"Scenario": whole, **{f"Scenario_{name}": part for name, part in parts.items()}})
    return found


def _moved(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {
            key: value.replace("#/$defs/", "#/components/schemas/Scenario_")
            if key == "$ref" and isinstance(value, str)
            else _moved(value)
            for key, value in tree.items()
        }
    return [_moved(one) for one in tree] if isinstance(tree, list) else tree
