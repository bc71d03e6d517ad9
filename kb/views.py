"""Documents in the JSON forms that the command line, the API and the pages share, as in the design."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from kb.editions.translation import Carried, japanese_of
from kb.errors import NotFound
from kb.store import Store
from scraper.document import Block, Citation, Document, Lang, RuleNumber, Section, Term, Title


def url_of(document_id: str) -> str:
    """The page of a document on our own site.

    >>> url_of("cr:702.170a"), url_of("wiki:計画#ルール")
    ('/rules/702.170a', '/wiki/%E8%A8%88%E7%94%BB#%E3%83%AB%E3%83%BC%E3%83%AB')
    """
    kind, _, name = document_id.partition(":")
    folder = {"cr": "rules", "card": "cards", "ruling": "cards", "term": "terms"}.get(kind, kind)
    page, hash_, part = name.partition("#")
    return f"/{folder}/{quote(page, safe='')}{hash_}{quote(part, safe='')}"


def title_json(title: Title) -> dict[str, str | None]:
    """A title with null for what is not known.

    >>> title_json(Title(en="Plot"))
    {'en': 'Plot', 'ja': None, 'reading': None}
    """
    return {"en": title.en or None, "ja": title.ja or None, "reading": title.reading or None}


def source_json(document: Document | None) -> dict[str, str] | None:
    """Where a text comes from."""
    if document is None:
        return None
    source = document.source
    return {
        "id": source.id,
        "name": source.name,
        "url": source.url,
        "edition": source.edition,
        "owner": source.owner,
    }


def citation_json(citation: Citation) -> dict[str, Any]:
    """A rule that a text names.

    >>> citation_json(Citation("cr:1", RuleNumber(702, 170), raw="rule 702.170"))["number"]
    '702.170'
    """
    return {
        "number": str(citation.number),
        "end": str(citation.end) if citation.end else None,
        "title": citation.title or None,
        "edition": citation.edition or None,
        "raw": citation.raw,
        "exception": citation.exception,
        "url": url_of(f"cr:{citation.number}"),
    }


def citing_json(store: Store, citations: Sequence[Citation]) -> list[dict[str, Any]]:
    """The documents that name a rule, each once, with the words that name it."""
    named = store.titles(sorted({citation.source for citation in citations}))
    found: dict[str, dict[str, Any]] = {}
    for citation in citations:
        about = named.get(citation.source)
        entry = found.setdefault(
            citation.source,
            {
                "id": citation.source,
                "kind": about.kind if about else None,
                "title": title_json(about.title) if about else None,
                "raw": [],
                "exception": False,
                "edition": citation.edition or None,
                "url": url_of(citation.source),
            },
        )
        entry["raw"].append(citation.raw)
        entry["exception"] = entry["exception"] or citation.exception
    return list(found.values())


def term(entry: Term) -> dict[str, Any]:
    """An entry of our dictionary."""
    return {
        "id": entry.document_id,
        "kind": entry.kind,
        "title": {"en": entry.en, "ja": entry.ja, "reading": entry.reading or None},
        "also": {"en": list(entry.also_en), "ja": list(entry.also_ja)},
        "rules": list(entry.rules),
        "note": {"en": entry.note_en, "ja": entry.note_ja},
        "origin": entry.origin,
        "url": url_of(entry.document_id),
    }


def rule(
    store: Store, number: RuleNumber | str, edition: str | None, terms: Iterable[Term]
) -> dict[str, Any]:
    """A rule in both languages with its place in the book; raises NotFound."""
    document_id = f"cr:{number}"
    english = _held(store, document_id, edition, "en")
    carried = japanese_of(store, document_id, edition)
    japanese = carried.document if carried else None
    here = english or japanese or store.get(document_id, edition)
    before, after = store.neighbours(document_id, edition)
    children = store.children(document_id, edition, lang=here.lang)
    examples = {doc.lang: list(doc.examples) for doc in (english, japanese) if doc}
    terms = list(terms)
    own = next((entry for entry in terms if str(number) in entry.rules), None)
    return {
        "id": document_id,
        "number": str(number),
        "kind": here.kind,
        "edition": here.source.edition,
        "chapter": here.chapter,
        "title": {
            "en": english.title.en or None if english else None,
            "ja": (japanese.title.ja if japanese else "") or here.title.ja or _ja_title(here, own),
        },
        "text": {"en": english.text if english else None, "ja": japanese.text if japanese else None},
        "examples": examples.get("en", examples.get("ja", [])),
        "examples_ja": examples.get("ja", []) if english else [],
        "parent": _number(here.parent),
        "children": [_number(child.id) for child in children],
        "previous": _number(before),
        "next": _number(after),
        "cites": [citation_json(citation) for citation in here.citations],
        "cited_by": citing_json(store, store.cited_by(document_id, edition)),
        "terms": [term(entry) for entry in terms],
        "source": {"en": source_json(english), "ja": source_json(japanese)},
        "ja_from": translation_json(carried, here.source.edition),
        "url": url_of(document_id),
    }


def translation_json(carried: Carried | None, edition: str) -> dict[str, Any] | None:
    """Of which edition a Japanese text is, where that is not the edition shown.

    `changed` says whether the English text has changed since; null where nobody can tell.
    """
    if carried is None or carried.edition == edition[:10]:
        return None
    return {"edition": carried.edition, "number": _number(carried.document.id), "changed": carried.changed}


def _ja_title(document: Document, own: Term | None) -> str | None:
    """A title rule is named in Japanese by our own term of the same English name."""
    same = own is not None and own.en.casefold() == document.title.en.casefold()
    return own.ja if own is not None and same else None


def rule_from_terms(number: RuleNumber, terms: Iterable[Term]) -> dict[str, Any]:
    """What our own dictionary says about a rule whose text is not held: same form, texts null."""
    terms = list(terms)
    named = next((entry for entry in terms if str(number) in entry.rules), None)
    return {
        "id": f"cr:{number}",
        "number": str(number),
        "kind": "subrule" if number.letter else "chapter" if number.rule is None else "rule",
        "edition": None,
        "chapter": None,
        "title": {"en": named.en if named else None, "ja": named.ja if named else None},
        "text": {"en": None, "ja": None},
        "examples": [],
        "examples_ja": [],
        "parent": str(number.parent) if number.parent else None,
        "children": [],
        "previous": None,
        "next": None,
        "cites": [],
        "cited_by": [],
        "terms": [term(entry) for entry in terms],
        "source": {"en": None, "ja": None},
        "ja_from": None,
        "url": url_of(f"cr:{number}"),
    }


def glossary(store: Store, document_id: str, edition: str | None, terms: Iterable[Term]) -> dict[str, Any]:
    """A glossary entry with our own terms of the same thing; raises NotFound."""
    english = _held(store, document_id, edition, "en")
    carried = japanese_of(store, document_id, edition)
    japanese = carried.document if carried else None
    here = english or japanese or store.get(document_id, edition)
    terms = list(terms)
    return {
        "id": document_id,
        "term": here.title.en or here.title.ja,
        "edition": here.source.edition,
        "title": {
            "en": here.title.en or None,
            "ja": (japanese.title.ja if japanese else "")
            or here.title.ja
            or (terms[0].ja if terms else None),
        },
        "text": {"en": english.text if english else None, "ja": japanese.text if japanese else None},
        "cites": [citation_json(citation) for citation in here.citations],
        "terms": [term(entry) for entry in terms],
        "source": {"en": source_json(english), "ja": source_json(japanese)},
        "url": url_of(document_id),
    }


def glossary_from_term(entry: Term) -> dict[str, Any]:
    """Our own entry in the form of a glossary entry: texts null, the note under `terms`."""
    return {
        "id": entry.document_id,
        "term": entry.en,
        "edition": None,
        "title": {"en": entry.en, "ja": entry.ja},
        "text": {"en": None, "ja": None},
        "cites": [
            citation_json(Citation(entry.document_id, RuleNumber.parse(n), raw=n)) for n in entry.rules
        ],
        "terms": [term(entry)],
        "source": {"en": None, "ja": None},
        "url": url_of(entry.document_id),
    }


def wiki_page(store: Store, page: Document) -> dict[str, Any]:
    """A wiki page with its sections and blocks; what its sections quote and cite included."""
    parts = store.children(page.id)
    every = (page, *parts)
    return {
        "id": page.id,
        "title": title_json(page.title),
        "edition": page.source.edition,
        "facts": {key: list(values) for key, values in page.facts.items()},
        "sections": [_section_json(section) for section in page.sections],
        "quotations": [
            {
                "number": str(q.number),
                "title": q.title or None,
                "text": q.text,
                "edition": q.edition,
                "lang": q.lang,
            }
            for part in every
            for q in part.quotations
        ],
        "cites": [citation_json(citation) for part in every for citation in part.citations],
        "parts": [part.id for part in parts],
        "source": source_json(page),
        "url": url_of(page.id),
    }


def _section_json(section: Section) -> dict[str, Any]:
    return {
        "title": title_json(section.title),
        "level": section.level,
        "blocks": [_block_json(block) for block in section.blocks],
    }


def _block_json(block: Block) -> dict[str, Any]:
    return {
        "kind": block.kind,
        "text": block.text,
        "depth": block.depth,
        "mark": block.mark,
        "notes": list(block.notes),
    }


def _held(store: Store, document_id: str, edition: str | None, lang: Lang) -> Document | None:
    try:
        return store.get(document_id, edition, lang=lang)
    except NotFound:
        return None


def _number(document_id: str | None) -> str | None:
    return document_id.removeprefix("cr:") if document_id else None
