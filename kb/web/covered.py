"""The page that tells what the executable model holds, chapter by chapter."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, render_template

from kb import coverage
from kb.web.fresh import stamp
from kb.web.held import library

bp = Blueprint("covered", __name__)
Json = dict[str, Any]


def rules() -> Json:
    """How many rules are executable, by chapter; counted once for each state of the store."""
    key = stamp().key
    kept = current_app.extensions.get("mtgkb-covered")
    if kept is None or kept[0] != key:
        kept = current_app.extensions["mtgkb-covered"] = (key, coverage.rules(library()))
    found = kept[1]
    assert isinstance(found, dict)
    return found


@bp.get("/coverage")
def page() -> str:
    """Every chapter with how much of it is executable."""
    return render_template("coverage.html", found=rules())
