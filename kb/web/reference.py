"""Pages that show one thing held: rules, glossary entries, wiki pages, terms."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from kb.editions.translation import japanese_below, japanese_of
from kb.errors import NotFound
from kb.views import url_of
from kb.web.held import library
from kb.web.texts import citation_links, json_links, linked
from scraper.document import Document, RuleNumber

bp = Blueprint("reference", __name__)


@bp.get("/rules/")
def contents() -> str:
    """Sections and chapters of the current edition, or of our own terms when none is held."""
    store = library().store
    sections = [
        (document, store.children(document.id, lang="en") or store.children(document.id))
        for document in store.documents("section", source="cr")
    ]
    return render_template("contents.html", sections=sections, names=chapter_names())


def chapter_names() -> dict[str, str]:
    """Japanese titles of chapters: from the Japanese rules where held, else from our terms of that number."""
    names = {
        rule: term.ja
        for term in library().terms
        for rule in term.rules
        if rule.isdecimal() and term.kind != "slang"
    }
    store = library().store
    names.update(
        {str(d.number): d.title.ja for d in store.documents("chapter", source="cr-ja") if d.title.ja}
    )
    return names


@bp.get("/rules/<path:number>")
def rule(number: str) -> BaseResponse | str:
    """A rule with its chapter's title, subrules, examples, references and what cites it; or a range."""
    if edition := request.args.get("edition"):
        return redirect(url_for("editions.rule_then", edition=edition, number=number))
    found = library().rules(number)
    if len(found) > 1:
        return render_template("rules.html", rules=[_with_links(one) for one in found], asked=number)
    return render_template("rule.html", rule=_with_links(found[0]), below=_below(found[0]))


def _with_links(rule: dict[str, Any]) -> dict[str, Any]:
    """The rule's JSON with its texts as HTML under `html`."""
    store = library().store
    html: dict[str, Any] = {"examples": [], "examples_ja": []}
    carried = japanese_of(store, rule["id"])
    for lang, part in (("en", "examples"), ("ja", "examples_ja")):
        document = _english(rule["id"]) if lang == "en" else carried.document if carried else None
        if document is None:
            html[lang] = None
            continue
        html[lang] = linked(document.text, citation_links(document.citations))
        html[part] = [
            linked(example, citation_links(document.citations, f"example:{place}"))
            for place, example in enumerate(document.examples)
        ]
    return {**rule, "html": html}


def _english(document_id: str) -> Document | None:
    try:
        return library().store.get(document_id, lang="en")
    except NotFound:
        return None


def _below(rule: dict[str, Any]) -> list[dict[str, Any]]:
    """The rules right below, with texts in both languages and their examples."""
    store = library().store
    translated = japanese_below(store, rule["id"])
    japanese = {id_: carried.document for id_, carried in translated.items()}
    english = {document.id: document for document in store.children(rule["id"], lang="en")}
    return [
        {
            "number": id_.partition(":")[2],
            "en": _text(english.get(id_)),
            "ja": _text(japanese.get(id_)),
            "title": english[id_].title.en if id_ in english else "",
            "ja_changed": id_ in translated and translated[id_].changed,
            "examples": _examples(english.get(id_)) or _examples(japanese.get(id_)),
        }
        for id_ in dict.fromkeys([*english, *japanese])
    ]


def _text(document: Document | None) -> Any:
    return None if document is None else linked(document.text, citation_links(document.citations))


def _examples(document: Document | None) -> list[Any]:
    if document is None:
        return []
    return [
        linked(example, citation_links(document.citations, f"example:{place}"))
        for place, example in enumerate(document.examples)
    ]


@bp.get("/glossary/<path:term>")
def glossary(term: str) -> str:
    """A glossary entry beside our own notes on it."""
    entry = library().glossary(term)
    links = json_links(entry["cites"])
    html = {lang: linked(text, links) for lang, text in entry["text"].items() if text}
    return render_template("glossary.html", entry=entry, html=html)


@bp.get("/wiki/<path:title>")
def wiki(title: str) -> str:
    """A wiki page: its facts, sections, boxes, notes and quotations."""
    page = library().wiki(title)
    return render_template("wiki.html", page=page, links=json_links(page["cites"]), linked=linked)


@bp.get("/terms/")
def terms() -> str:
    """Our dictionary by kind."""
    held = sorted(library().terms, key=lambda term: (term.kind, term.en.casefold()))
    return render_template(
        "terms.html",
        groups=[(kind, list(group)) for kind, group in groupby(held, key=lambda term: term.kind)],
    )


@bp.get("/terms/<path:name>")
def term(name: str) -> str:
    """One entry of our dictionary, with the rules it leads to."""
    entry = library().term(name)
    rules = []
    for number in entry["rules"]:
        try:
            found = library().rule(number)
        except NotFound:
            found = {"number": number, "text": {"en": None, "ja": None}, "title": {"en": None, "ja": None}}
        rules.append(found)
    return render_template("term.html", entry=entry, rules=rules, url_of=url_of, above=RuleNumber)


def term_kind(kind: str) -> str:
    """The kind of a term, for people."""
    names = {
        "keyword_ability": gettext("Keyword abilities"),
        "keyword_action": gettext("Keyword actions"),
        "ability_word": gettext("Ability words"),
        "ability_kind": gettext("Kinds of ability"),
        "concept": gettext("Concepts"),
        "subtype": gettext("Subtypes"),
        "state_based_action": gettext("State-based actions"),
        "turn_based_action": gettext("Turn-based actions"),
        "special_action": gettext("Special actions"),
        "mechanic": gettext("Mechanics"),
        "card_type": gettext("Card types"),
        "supertype": gettext("Supertypes"),
        "casting_step": gettext("Casting a spell, step by step"),
        "layer": gettext("Layers"),
        "zone": gettext("Zones"),
        "step": gettext("Steps"),
        "phase": gettext("Phases"),
        "designation": gettext("Designations"),
        "counter": gettext("Counters"),
        "status": gettext("Statuses"),
        "slang": gettext("What players say"),
        "tournament": gettext("Tournaments"),
        "object": gettext("Objects"),
        "variant": gettext("Variants"),
        "format": gettext("Formats"),
        "card_part": gettext("Parts of a card"),
        "token": gettext("Tokens"),
    }
    return str(names.get(kind, kind.replace("_", " ")))
