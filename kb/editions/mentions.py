"""Every place that names a rule: in the rules themselves, in the wiki and rulings, in our own terms.

Only what an audit needs is read of the documents, as there may be tens of thousands of pages and rulings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import select

from kb import store_schema as db
from kb.editions.judge import Cited
from kb.editions.model import Book
from kb.store import Store
from scraper.citations import find_references
from scraper.document import Term

TERMS_EDITION = "2026-01-16"
"""The edition that the numbers in our terms are checked against by their test."""
_READ = ("wiki", "ruling")


def of_book(book: Book) -> Iterator[Cited]:
    """The references of the rules themselves, to whole sections too.

    >>> from kb.editions.model import Unit
    >>> [one.cites for one in of_book(Book("2031", (Unit("cr:1.1", "rule", "See section 8 and rule 100.2."),)))]
    ['8', '100.2']
    """
    for unit in book.units:
        if unit.kind == "section":
            continue
        parts = {"": unit.text} | {f"example:{place}": text for place, text in enumerate(unit.examples)}
        for part, text in parts.items():
            for reference in find_references(text):
                yield Cited(
                    unit.id,
                    str(reference.number) if not reference.is_section else str(reference.number.chapter),
                    str(reference.last) if not reference.is_section else "",
                    reference.raw,
                    reference.title,
                    part=part,
                )


def of_terms(terms: Iterable[Term]) -> Iterator[Cited]:
    """The numbers in our own terms.

    >>> [one.where for one in of_terms([Term("plot", "plot", "計画", "けいかく", "slang", ("702.170",))])]
    ['term:plot']
    """
    for term in terms:
        for number in term.rules:
            yield Cited(
                term.document_id, number, number, number, date=TERMS_EDITION, dated="edition", part="rules"
            )


def of_documents(store: Store) -> Iterator[Cited]:
    """The citations in wiki pages and rulings, and the rules that pages quote."""
    pks = [info.pk for info in store.editions() if info.standing == "current"]
    documents, citations = db.documents, db.citations
    wanted = (documents.c.edition_pk.in_(pks), documents.c.kind.in_(_READ))
    citing = (
        select(documents.c.id, documents.c.rest, citations.c.body)
        .join(citations, citations.c.document_pk == documents.c.pk)
        .where(*wanted)
        .order_by(documents.c.pk, citations.c.seq)
    )
    quoting = select(documents.c.id, documents.c.rest).where(
        *wanted, documents.c.rest.contains('"quotations"')
    )
    pages = select(documents.c.id, documents.c.title_en, documents.c.title_ja).where(
        *wanted, documents.c.kind == "wiki"
    )
    with store.engine.connect() as connection:
        about = {
            row.id: (row.title_en, row.title_ja) for row in connection.execute(pages) if "#" not in row.id
        }
        rows = connection.execute(citing).all()
        quoters = connection.execute(quoting.order_by(documents.c.pk)).all()
    yield from (_citation(row.id, row.rest, row.body, about) for row in rows)
    for row in quoters:
        yield from _quotations(row.id, row.rest, about)


def _citation(document_id: str, rest: str, plain: str, about: Mapping[str, tuple[str, ...]]) -> Cited:
    body: dict[str, Any] = json.loads(plain)
    date, written = iso(body.get("edition", "")), _written(json.loads(rest))
    return Cited(
        document_id,
        body["number"],
        body.get("end") or body["number"],
        body.get("raw", ""),
        body.get("title", ""),
        date or written,
        "edition" if date else "text" if written else "",
        body.get("part", ""),
        about.get(document_id.partition("#")[0], ()),
    )


def _quotations(document_id: str, plain: str, about: Mapping[str, tuple[str, ...]]) -> Iterator[Cited]:
    rest = json.loads(plain)
    for place, quotation in enumerate(rest.get("quotations", ())):
        number, date = quotation["number"], iso(quotation.get("edition", ""))
        yield Cited(
            document_id, number, number, number, quotation.get("title", ""), date or _written(rest),
            "edition" if date else "", f"quotation:{place}", about.get(document_id.partition("#")[0], ()), True,
            quotation["text"] if quotation["lang"] == "en" else "",
        )  # fmt: skip


def _written(rest: Mapping[str, Any]) -> str:
    """The day of a page's revision or of a ruling, '' where it is not known."""
    facts = rest.get("facts", {})
    return iso(rest.get("source", {}).get("edition", "")) or iso(next(iter(facts.get("date", ())), ""))


def iso(edition: str) -> str:
    """The date in an edition as texts write it, '' where there is none.

    >>> iso("20231117.0"), iso("2023-11-17"), iso("2024-04-19T21:57"), iso("")
    ('2023-11-17', '2023-11-17', '2024-04-19', '')
    """
    digits = edition.partition(".")[0].partition("T")[0].replace("-", "")
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}" if len(digits) == 8 and digits.isdecimal() else ""
