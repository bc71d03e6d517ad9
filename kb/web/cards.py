"""Pages of cards and of what is held."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, render_template
from flask_babel import gettext
from markupsafe import Markup

from kb.views import url_of
from kb.web.held import library
from kb.web.reads import kind_names, reads
from kb.web.reference import glosses
from kb.web.texts import json_links, linked
from scraper.decode import search_key
from scraper.document import Lang, Term

Json = dict[str, Any]

bp = Blueprint("cards", __name__)


@bp.get("/cards/<path:name>")
def card(name: str) -> str:
    """A card by any of its names; all of them where several share a Japanese name."""
    found = library().cards(name)
    return render_template(
        "card.html",
        cards=found,
        linked=linked,
        json_links=json_links,
        glossed=glossed,
        keywords=keywords,
        reads=lambda faces: reads(faces, keyword_rules()),
        kind_names=kind_names(),
        wiki_of=wiki_of,
    )


def keyword_rules() -> dict[str, str]:
    """The rule of each keyword ability by its English name."""
    return {
        term.en: term.rules[0] for term in library().terms if term.kind == "keyword_ability" and term.rules
    }


def glossed(text: str, lang: Lang) -> Markup:
    """A card's text with our terms as links."""
    return linked(text, glosses().links(text, lang))


def keywords(card: Json) -> list[Term]:
    """The keywords in a card's English text, in its order."""
    text = " ".join(str(face["text"]["en"] or "") for face in card["faces"])
    by_url = {url_of(term.document_id): term for term in library().terms}
    named = [by_url[link[1]] for link in glosses().links(text, "en")]
    return [term for term in named if term.kind in ("keyword_ability", "keyword_action") and term.rules]


def wiki_of(card: Json) -> str | None:
    """The address of the wiki page about a card, None where none is held."""
    for name in (card["title"]["ja"], card["title"]["en"]):
        keys = [search_key(name)] if name else []
        found = library().store.find_named("wiki", keys) if keys else []
        if found:
            return url_of(found[0])
    return None


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
