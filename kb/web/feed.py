"""A feed (Atom) of what changes in the rules: an entry for each edition, newest first."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from flask import Blueprint, Response, render_template, request
from flask_babel import gettext

from kb.editions import held, service
from kb.web.held import library
from kb.web.interface import ui

bp = Blueprint("feed", __name__)
Json = dict[str, Any]
MOST: Final = 12
"""Editions in the feed."""


@bp.get("/feeds/rules.atom")
def rules() -> Response:
    """The newest editions, each with the numbers of what was added, removed, changed and renumbered."""
    store = library().store
    infos = [info for info in held.held(store) if info.standing != "future"]
    entries = [
        {
            "edition": new.edition,
            "old": old.edition,
            "imported": new.imported_at,
            **_summary(old.edition, new.edition),
        }
        for old, new in reversed(list(pairwise(infos))[-MOST:])
    ]
    root = request.url_root.rstrip("/")
    updated = max((info.imported_at for info in infos), default="1970-01-01T00:00:00+00:00")
    page = render_template("feed.xml", entries=entries, root=root, updated=updated, lang=ui())
    return Response(page, content_type="application/atom+xml; charset=utf-8")


def _summary(old: str, new: str) -> Json:
    found = service.diff(library().store, old, new, words=False)
    counts = found["counts"]
    title = gettext(
        "%(added)s added, %(removed)s removed, %(changed)s changed, %(renumbered)s renumbered.",
        added=counts["added"],
        removed=counts["removed"],
        changed=counts["changed"],
        renumbered=counts["renumbered"],
    )
    changed = [one["number"] for one in found["changed"] if one["only"] == "text"]
    moved = [f"{one['from']} → {one['to']}" for one in found["renumbered"]]
    parts = (
        (gettext("Added"), found["added"]),
        (gettext("Removed"), found["removed"]),
        (gettext("Changed"), changed),
        (gettext("Renumbered"), moved),
    )
    return {"title": title, "parts": [(name, numbers) for name, numbers in parts if numbers]}
