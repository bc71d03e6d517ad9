"""Pages of cards and of what is held."""

from __future__ import annotations

from flask import Blueprint, g, render_template
from flask_babel import gettext

from kb.web.held import library
from kb.web.texts import json_links, linked

bp = Blueprint("cards", __name__)


@bp.get("/cards/<path:name>")
def card(name: str) -> str:
    """A card by any of its names; all of them where several share a Japanese name."""
    return render_template("card.html", cards=library().cards(name), linked=linked, json_links=json_links)


@bp.get("/status")
def status() -> str:
    """Every source with its editions, counts and age, and what went wrong last."""
    return render_template("status.html", status=library().status(), source_name=source_name)


def source_name(source: str) -> str:
    """A source, for people."""
    names = {
        "cr": gettext("Comprehensive Rules"),
        "cr-ja": gettext("Japanese Comprehensive Rules"),
        "wiki": gettext("MTG Wiki"),
        "cards": gettext("Cards"),
        "rulings": gettext("Rulings"),
    }
    return str(names.get(source, source))


def is_stale(source: str) -> bool:
    """Whether a source has not been brought up to date for long; asked by the pages that show its texts."""
    if "stale" not in g:
        held = library().status()["sources"]
        g.stale = {name for name, one in held.items() if one.get("stale")}
    return source in g.stale
