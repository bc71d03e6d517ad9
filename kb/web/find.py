"""The front page and the search page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast, get_args

from flask import Blueprint, current_app, redirect, render_template, request
from flask_babel import gettext
from werkzeug.wrappers import Response

from index.hits import Hit
from kb.errors import BadInput, NotFound
from kb.numbers import parse_numbers
from kb.web.cards import source_name
from kb.web.fresh import stamp
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
    group = request.args.get("in", "")
    if group in GROUPS and not kinds:
        kinds = cast(tuple[Kind, ...], GROUPS[group])
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
        group=group if group in GROUPS else "",
        groups=grouped(result.hits),
        counts=_counts(q, kinds, result.facets),
        marked=marked,
        examples=EXAMPLES,
    )


def _counts(q: str, kinds: tuple[Kind, ...], facets: Mapping[str, int]) -> dict[str, int]:
    """How many hits there are in each group, of the whole search also while one group is chosen."""
    if kinds:
        facets = library().search(q, lang=ui(), limit=0).facets
    counts = {name: sum(facets.get(kind, 0) for kind in held) for name, held in GROUPS.items()}
    return {name: count for name, count in counts.items() if count}


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


GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "rules": ("section", "chapter", "rule", "subrule"),
    "terms": ("glossary", "term"),
    "cards": ("card",),
    "rulings": ("ruling",),
    "wiki": ("wiki",),
}
"""What hits are grouped by, and the kinds in each group."""


def group_of(kind: str) -> str:
    """The group of a kind.

    >>> group_of("subrule")
    'rules'
    """
    return next((name for name, kinds in GROUPS.items() if kind in kinds), kind)


def group_names() -> dict[str, str]:
    """The groups, for people."""
    return {
        "rules": gettext("Rules"),
        "terms": gettext("Terms"),
        "cards": gettext("Cards"),
        "rulings": gettext("Rulings"),
        "wiki": gettext("MTG Wiki"),
    }


def grouped(hits: Sequence[Hit]) -> list[tuple[str, list[Hit]]]:
    """Hits by group, the group of the best hit first; within a group in their order."""
    found: dict[str, list[Hit]] = {}
    for hit in hits:
        found.setdefault(group_of(hit.kind), []).append(hit)
    return list(found.items())


def held_sources() -> list[str]:
    """A line for each source held, with its edition or count: shown at the foot of every page."""
    key = (stamp().key, ui())
    kept = current_app.extensions.get("mtgkb-sources")
    if kept is None or kept[0] != key:
        kept = (key, _source_lines())
        current_app.extensions["mtgkb-sources"] = kept
    lines: list[str] = kept[1]
    return lines


def _source_lines() -> list[str]:
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
