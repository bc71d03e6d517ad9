"""The front page and the search page."""

from __future__ import annotations

from typing import Final, cast, get_args

from flask import Blueprint, redirect, render_template, request
from flask_babel import gettext
from werkzeug.wrappers import Response

from kb.errors import BadInput, NotFound
from kb.numbers import parse_numbers
from kb.web.cards import source_name
from kb.web.held import library
from kb.web.interface import ui
from kb.web.texts import marked, target
from scraper.document import Kind

bp = Blueprint("find", __name__)

KINDS: Final = cast(tuple[Kind, ...], get_args(Kind))
PAGE: Final = 20
EXAMPLES: Final = (
    "702.170a",
    "けいかく",
    "plotted",
    "状況起因処理",
    "yuusenken",
    "summoning sickness",
    "702.179",
    "start your engines",
)


@bp.get("/")
def home() -> str:
    """What this is, a box to search, a box to ask, and examples."""
    return render_template("home.html", examples=EXAMPLES)


@bp.get("/search")
def search() -> Response | str:
    """Hits for `q`; a bare rule number goes straight to its rule."""
    q = request.args.get("q", "").strip()[:400]
    kinds = tuple(kind for kind in KINDS if kind in request.args.getlist("kind"))
    page = max(1, request.args.get("page", 1, type=int))
    if q and not kinds and page == 1 and (number := only_a_number(q)):
        return redirect(number)
    if not q:
        return render_template("search.html", q="", result=None, examples=EXAMPLES)
    result = library().search(q, lang=ui(), kinds=kinds, limit=PAGE, offset=(page - 1) * PAGE)
    return render_template(
        "search.html",
        q=q,
        result=result,
        page=page,
        more=result.total > page * PAGE,
        kinds=kinds,
        marked=marked,
        examples=EXAMPLES,
    )


def only_a_number(q: str) -> str | None:
    """The page of the rule when the query is nothing but a number, and we know that rule.

    >>> only_a_number("plot") is None
    True
    """
    try:
        first, last = parse_numbers(q)
        library().rule(str(first))
    except (BadInput, NotFound):
        return None
    return target(str(first), str(last) if last != first else None)


def kind_name(kind: str) -> str:
    """The kind of a document, for people."""
    names = {
        "section": gettext("Section"),
        "chapter": gettext("Chapter"),
        "rule": gettext("Rule"),
        "subrule": gettext("Subrule"),
        "glossary": gettext("Glossary"),
        "wiki": gettext("MTG Wiki"),
        "card": gettext("Card"),
        "ruling": gettext("Ruling"),
        "term": gettext("Dictionary"),
    }
    return str(names.get(kind, kind))


def held_sources() -> list[str]:
    """A line for each source held, with its edition or count: shown at the foot of every page."""
    sources = library().status().get("sources", {})
    lines = []
    for name, held in sources.items():
        label = source_name(name)
        if held.get("stale"):
            label = f"{label} ({gettext('may be out of date')})"
        if held.get("current"):
            lines.append(f"{label} {held['current']}")
        elif any(held.get(count) for count in ("pages", "cards", "rulings")):
            lines.append(label)
    return lines
