"""Pages and API of the editions: what differs, the life of a rule, and which citations no longer hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from kb.audit import KINDS, as_csv_text, audit
from kb.editions import held, service
from kb.editions.digest import whole_moves
from kb.views import url_of
from kb.web.held import library

bp = Blueprint("editions", __name__)

SOURCES: Final = ("cr", "glossary", "wiki", "ruling", "term")
"""What may cite: the first part of a document's id."""
SHOWN: Final = 500
"""Findings on one page at most; the API and CSV have them all."""


@dataclass
class _LastAudit:
    """The audit of the store's present state: it takes a second, and many may ask."""

    key: tuple[str, int, int] = ("", -1, -1)
    found: dict[str, Any] | None = None


_LAST = _LastAudit()


def current_audit() -> dict[str, Any]:
    """The audit against the current edition, made once for each state of the store."""
    shelf = library()
    key = (str(shelf.store.engine.url), shelf.store.generation(), len(shelf.terms))
    if _LAST.found is None or _LAST.key != key or not shelf.store.engine.url.database:
        _LAST.found, _LAST.key = audit(shelf.store, shelf.terms), key
    return _LAST.found


@bp.get("/editions/")
def editions() -> BaseResponse | str:
    """The editions held, newest first, and a form to compare two of them."""
    old, new = request.args.get("old"), request.args.get("new")
    if old and new:
        return redirect(url_for("editions.diff", old=old, new=new))
    infos = held.held(library().store)
    before = {after.edition: one.edition for one, after in pairwise(infos)}
    return render_template("editions.html", editions=list(reversed(infos)), before=before)


@bp.get("/editions/<old>/<new>")
def diff(old: str, new: str) -> str:
    """What differs between two editions."""
    store = library().store
    found = service.diff(store, old, new)
    one, other, _ = service.difference(store, old, new)
    texts = {
        book.edition: {unit.name: unit.text for unit in book.units if unit.kind != "glossary"}
        for book in (one, other)
    }
    return render_template(
        "diff.html",
        diff=found,
        texts=texts,
        moves=whole_moves((move["from"], move["to"]) for move in found["renumbered"]),
        reworded=[move for move in found["renumbered"] if move["only"] == "text"],
        pieces=pieces,
        then=then_url,
    )


@bp.get("/editions/<edition>/rules/<number>")
def rule_then(edition: str, number: str) -> str:
    """A rule as it stood in an edition, and where it is today."""
    info = held.find(held.held(library().store), edition)
    rule = library().rule(number, info.edition)
    below = [library().rule(child, info.edition) for child in rule["children"]]
    return render_template("rule_then.html", rule=rule, below=below, then=then_url)


@bp.get("/rules/<path:number>/trace")
def trace(number: str) -> str:
    """The life of a rule through every edition held."""
    life = service.trace(library().store, number, request.args.get("edition"))
    return render_template("trace.html", life=life, pieces=pieces, then=then_url)


@bp.get("/audit")
def audit_page() -> str:
    """The citations that do not hold, the gravest first."""
    found = current_audit()
    kinds = [kind for kind in KINDS if kind in request.args.getlist("kind")]
    sources = [source for source in SOURCES if source in request.args.getlist("source")]
    chosen = chosen_findings(found["findings"], kinds or [kind for kind in KINDS if kind != "holds"], sources)
    return render_template(
        "audit.html",
        audit=found,
        findings=chosen[:SHOWN],
        total=len(chosen),
        kinds=kinds,
        sources=sources,
        all_sources=SOURCES,
        url_of=url_of,
    )


@bp.get("/audit.csv")
def audit_csv() -> Response:
    """All findings as a table for a spreadsheet; `kind` and `source` choose."""
    kinds, sources = request.args.getlist("kind"), request.args.getlist("source")
    chosen = chosen_findings(current_audit()["findings"], kinds or KINDS, sources)
    answer = Response(
        "\ufeff" + as_csv_text(chosen), mimetype="text/csv"
    )  # the mark tells Excel that it is UTF-8
    answer.headers["Content-Disposition"] = "attachment; filename=mtgkb-audit.csv"
    return answer


def chosen_findings(
    findings: Sequence[dict[str, Any]], kinds: Sequence[str], sources: Sequence[str]
) -> list[dict[str, Any]]:
    """The findings of these kinds and sources; no source named means all.

    >>> chosen_findings([{"kind": "moved", "where": "cr:1.1"}, {"kind": "holds", "where": "wiki:a"}], ["moved"], [])
    [{'kind': 'moved', 'where': 'cr:1.1'}]
    """
    return [
        one
        for one in findings
        if one["kind"] in kinds and (not sources or one["where"].partition(":")[0] in sources)
    ]


def pieces(words: Sequence[Sequence[str]]) -> Markup:
    """A changed text as HTML: what went struck out, what came underlined.

    >>> str(pieces([["same", "a "], ["gone", "<b>"], ["new", "c"]]))
    'a <del>&lt;b&gt;</del><ins>c</ins>'
    """
    forms = {"gone": Markup("<del>{}</del>"), "new": Markup("<ins>{}</ins>"), "same": Markup("{}")}
    return Markup().join(forms[op].format(text) for op, text in words)


def then_url(edition: str, number: str | None) -> str:
    """The page of a rule as it stood in an edition."""
    return url_for("editions.rule_then", edition=edition, number=number) if number else ""
