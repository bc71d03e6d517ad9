"""From a request to a declared route's answer: parameters, media types, version, pages of a list, chosen members."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import NotAcceptable, UnsupportedMediaType

from kb.web.api.declare import Body, Param, Route
from kb.web.api.schema import members
from kb.web.fresh import version
from kb.web.problems import Problem

Json = dict[str, Any]
PREFIX: Final = "/api/v1"
_BILINGUAL: Final = {"en", "ja", "reading"}


def add(bp: Blueprint, routes: Sequence[Route]) -> None:
    """Register declared routes."""
    for route in routes:
        bp.add_url_rule(route.flask_rule, route.name, _view(route), methods=[route.method])


def params_of(route: Route) -> tuple[Param, ...]:
    """The parameters of a route, with `fields` where the answer has members to choose from."""
    names = members(route.answer)
    if not names:
        return route.params
    fields = Param(
        "fields",
        "Which members to give, separated by commas; `version` is always there",
        kind="choice",
        choices=names,
        many="commas",
    )
    return (*route.params, fields)


def _view(route: Route) -> Callable[..., Response]:
    params = params_of(route)

    def view(**path: str) -> Response:
        if request.accept_mimetypes and not any(
            request.accept_mimetypes[kind]
            for kind in (route.media, "application/json", "application/problem+json")
        ):
            raise NotAcceptable
        given: Json = {
            param.name: param.read([path[param.name]] if param.path else request.args.getlist(param.name))
            for param in params
        }
        if route.body is not None:
            given["body"] = _read_body(route.body)
        made = route.handler(given)
        return made if isinstance(made, Response) else _answer(made, given)

    return view


def _read_body(body: Body) -> Any:
    reader = body.readers.get(request.mimetype)
    if reader is None:
        raise UnsupportedMediaType
    data = request.get_data()
    return reader(data)


def _answer(made: Any, given: Json) -> Response:
    if isinstance(made, list):
        made = [_finish(one, given) for one in made]
        total = None
    else:
        if "total" in made and "limit" in given:
            made = {**made, **_page(made["total"], given)}
        total = made.get("links")
        made = _finish(made, given)
    answer = json_response(made)
    if total:
        links = [f'<{total[rel]}>; rel="{rel}"' for rel in ("next", "prev") if total[rel]]
        if links:
            answer.headers["Link"] = ", ".join(links)
    return answer


def json_response(made: Any) -> Response:
    """Data as an answer in JSON."""
    return cast(Response, current_app.json.response(made))


def _finish(made: Json, given: Json) -> Json:
    fields = given.get("fields") or ()
    if fields:
        made = {name: value for name, value in made.items() if name in fields}
    if (lang := given.get("lang")) in ("en", "ja"):
        made = in_language(made, lang)
    return {**made, "version": version()}


def in_language(tree: Any, lang: str) -> Any:
    """A tree with every bilingual map reduced to one language.

    >>> in_language({"title": {"en": "Plot", "ja": "計画"}, "number": "702.170"}, "ja")
    {'title': {'ja': '計画'}, 'number': '702.170'}
    """
    if isinstance(tree, dict):
        if "en" in tree and "ja" in tree and set(tree) <= _BILINGUAL:
            kept = {lang: tree[lang]}
            if lang == "ja" and "reading" in tree:
                kept["reading"] = tree["reading"]
            return {name: in_language(value, lang) for name, value in kept.items()}
        return {name: in_language(value, lang) for name, value in tree.items()}
    return [in_language(one, lang) for one in tree] if isinstance(tree, list | tuple) else tree


def _page(total: int, given: Json) -> Json:
    limit, offset = given["limit"], given["offset"]
    return {
        "limit": limit,
        "offset": offset,
        "links": {
            "self": _here(limit, offset),
            "next": _here(limit, offset + limit) if offset + limit < total else None,
            "prev": _here(limit, max(0, offset - limit)) if offset else None,
        },
    }


def _here(limit: int, offset: int) -> str:
    kept = [
        (name, value) for name, value in request.args.items(multi=True) if name not in ("limit", "offset")
    ]
    return f"{request.path}?{urlencode([*kept, ('limit', str(limit)), ('offset', str(offset))])}"


def json_body(data: bytes) -> Any:
    """A JSON body; raises Problem 400."""
    try:
        return current_app.json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Problem(400, f"the body is not JSON: {error}", f"本文が JSON ではありません：{error}") from None


def text_body(data: bytes) -> str:
    """A body of text in UTF-8; raises Problem 400."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problem(
            400, f"the body is not UTF-8: {error}", f"本文が UTF-8 ではありません：{error}"
        ) from None
