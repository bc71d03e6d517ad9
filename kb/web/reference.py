"""Pages that show one thing held: rules, glossary entries, wiki pages, terms."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as BaseResponse

from kb.editions.translation import japanese_below, japanese_of
from kb.errors import NotFound
from kb.listing import listed
from kb.views import url_of
from kb.web import around
from kb.web.glossing import Glosses
from kb.web.held import library
from kb.web.texts import Link, citation_links, json_links, linked
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
    names: dict[str, str] = {}
    _, chapters = listed(library().store, ("chapter",), limit=400, source="cr")
    titles = {one.id.removeprefix("cr:"): one.en.casefold() for one in chapters}
    called: dict[str, str] = {}  # of several terms about a chapter the one that is called like it
    for term in library().terms:
        for number in {
            rule.partition(".")[0] for rule in term.rules if term.kind not in ("slang", "obsolete")
        }:
            title = titles.get(number, "")
            if title and term.en.casefold() in (title, title.removesuffix("s"), f"{title[:-3]}y"):
                called.setdefault(number, term.ja)
        if term.rules and term.rules[0].isdecimal() and term.kind == "concept":
            names.setdefault(term.rules[0], term.ja)
    names.update(called)
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
    one = found[0]
    return render_template(
        "rule.html",
        rule=_with_links(one),
        below=_below(one),
        siblings=around.chapter_of(library().store, one["number"]) if one["kind"] != "chapter" else [],
        citing=around.by_kind(one["cited_by"]),
        life=around.life_of(library().store, one["number"]),
        executable=around.executable_at(one["number"]) if one["kind"] != "chapter" else [],
        scenarios=around.scenarios_at(one["number"]) if one["kind"] != "chapter" else [],
    )


@bp.get("/rules/<number>/whole")
def chapter(number: str) -> str:
    """A chapter or a rule with everything below it, on one page to read or to print."""
    top = library().rule(number)
    _, found = listed(
        library().store, ("rule", "subrule"), limit=2000, source="cr", below=RuleNumber.parse(top["number"])
    )
    parts = [_entry(one.id) for one in found if one.id != top["id"]]
    return render_template("whole.html", rule=_with_links(top), parts=[part for part in parts if part])


def _entry(document_id: str) -> dict[str, Any] | None:
    english = _english(document_id)
    carried = japanese_of(library().store, document_id)
    japanese = carried.document if carried else None
    if english is None and japanese is None:
        return None
    return {
        "number": document_id.partition(":")[2],
        "title": english.title.en if english else "",
        "en": _text(english),
        "ja": _text(japanese),
        "examples": _examples(english) or _examples(japanese),
    }


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
        html[lang] = _text(document)
        html[part] = _examples(document)
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
    if document is None:
        return None
    if document.text == document.title.en:  # a heading is no running text
        return linked(document.text, citation_links(document.citations))
    return linked(document.text, _glossed(document, document.text, ""))


def _glossed(document: Document, text: str, part: str) -> list[Link]:
    """References and terms of one part of a document."""
    number = document.number
    own = [str(number), str(number.parent)] if number is not None else []
    return glosses().links(text, document.lang, skip=own, taken=citation_links(document.citations, part))


def glosses() -> Glosses:
    """Our terms, ready to be found in texts; made once for each application."""
    kept = current_app.extensions.get("mtgkb-glosses")
    if kept is None:
        kept = current_app.extensions["mtgkb-glosses"] = Glosses(library().terms)
    assert isinstance(kept, Glosses)
    return kept


def _examples(document: Document | None) -> list[Any]:
    if document is None:
        return []
    return [
        linked(example, _glossed(document, example, f"example:{place}"))
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


def event_name(event: str) -> str:
    """What happened to a rule in an edition, for people."""
    names = {
        "held": gettext("in the oldest edition held"),
        "born": gettext("new"),
        "moved": gettext("renumbered"),
        "changed": gettext("changed"),
        "removed": gettext("removed"),
    }
    return str(names.get(event, event))
