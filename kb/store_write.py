"""Writing an edition inside a transaction that the caller holds: stage it as pending, then promote it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, delete, func, select, update

from kb import store_schema as db
from kb.errors import BadInput
from kb.store_names import names_of
from kb.store_rows import citation_row, document_row, dumps, root_of
from scraper.document import Document

UNVERSIONED: Final = frozenset({"wiki", "cards", "rulings", "terms"})
"""Sources of which only the newest import is kept."""

_PLURAL: Final = {
    "section": "sections",
    "chapter": "chapters",
    "rule": "rules",
    "subrule": "subrules",
    "glossary": "glossary",
    "card": "cards",
    "ruling": "rulings",
    "term": "terms",
}
_BATCH: Final = 1000


def check_schema(connection: Connection, where: str) -> None:
    """Mark a new database with the version of its tables; raises BadInput for one of another version."""
    table = db.meta
    held = connection.scalar(select(table.c.value).where(table.c.key == "schema"))
    if held is None:
        connection.execute(table.insert().values(key="schema", value=str(db.SCHEMA_VERSION)))
    elif held != str(db.SCHEMA_VERSION):
        raise BadInput(
            f"the database {where} is of version {held}, this program needs {db.SCHEMA_VERSION}: "
            "move it away and run mtgkb update again",
            f"データベース {where} の形式（{held}）が、このプログラムの形式（{db.SCHEMA_VERSION}）と違います。"
            "別の場所に移してから mtgkb update をやり直してください",
        )


def touch(connection: Connection) -> int:
    """Take the writer's place in line and grow the generation; returns the new one."""
    table = db.meta
    query = select(table.c.value).where(table.c.key == "generation").with_for_update()
    value = connection.scalar(query)
    if value is None:
        connection.execute(table.insert().values(key="generation", value="1"))
        return 1
    connection.execute(update(table).where(table.c.key == "generation").values(value=str(int(value) + 1)))
    return int(value) + 1


def count_documents(documents: Iterable[Document], counts: Counter[str] | None = None) -> Counter[str]:
    """Count documents under the names that status shows; a card in two languages is one.

    >>> from scraper.document import Source, Title
    >>> page = Document("wiki:計画", "wiki", "ja", Title(ja="計画"), "", Source("wiki", "MTG Wiki"))
    >>> dict(count_documents([page]))
    {'pages': 1}
    """
    counts = Counter() if counts is None else counts
    for document in documents:
        if document.kind == "wiki":
            counts["pages"] += "#" not in document.id
            continue
        if document.kind == "card" and document.lang != "en":
            continue
        counts[_PLURAL[document.kind]] += 1
        if document.kind in ("rule", "subrule"):
            counts["examples"] += len(document.examples)
    return counts


def stage_edition(
    connection: Connection,
    source: str,
    edition: str,
    documents: Iterable[Document],
    *,
    sha256: str,
    origin: str,
    counts: Mapping[str, int] | None = None,
) -> int:
    """Write an edition that nobody sees yet; returns its key for `promote_edition`.

    `counts` are the source's own; without them documents are counted as they are written.
    """
    pk = _new_edition(connection, source, edition, sha256, origin)
    counted: Counter[str] = Counter()
    _insert(connection, pk, _counted(documents, counted))
    shown = dict(counted if counts is None else counts)
    table = db.editions
    connection.execute(update(table).where(table.c.pk == pk).values(counts=dumps(shown)))
    return pk


def _new_edition(connection: Connection, source: str, edition: str, sha256: str, origin: str) -> int:
    table = db.editions
    delete_editions(connection, source, edition, state="pending")
    pk = (connection.scalar(select(func.max(table.c.pk))) or 0) + 1
    row = {
        "pk": pk,
        "source": source,
        "edition": edition,
        "state": "pending",
        "counts": "{}",
        "sha256": sha256,
        "origin": origin,
        "imported_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    connection.execute(table.insert(), row)
    return pk


def promote_edition(connection: Connection, pk: int) -> None:
    """Let a staged edition take the place of the one it replaces."""
    table = db.editions
    row = connection.execute(select(table).where(table.c.pk == pk)).one()
    if row.state == "good":  # pages were merged into what is held
        return
    every = row.source in UNVERSIONED
    delete_editions(connection, row.source, None if every else row.edition, state="good")
    connection.execute(update(table).where(table.c.pk == pk).values(state="good"))


def merge_edition(
    connection: Connection,
    source: str,
    edition: str,
    documents: Iterable[Document],
    *,
    sha256: str,
    origin: str,
    removed: Iterable[str] = (),
) -> int:
    """Replace the pages given, take out those removed, keep the others; of a page given twice the last counts.

    Returns the key of the edition they are in, which is still to be promoted where it is the first. Its date is
    the newest of `edition`, of what is held and of the pages.
    """
    table = db.editions
    query = select(table.c.pk, table.c.edition).where(table.c.source == source, table.c.state == "good")
    held = connection.execute(query).first()
    newest = max(edition, held.edition if held else "")
    pk: int = held.pk if held else _new_edition(connection, source, edition, sha256, origin)
    for pages in _pages(documents):
        _delete_pages(connection, pk, pages)
        _insert(connection, pk, (document for page in pages.values() for document in page))
        newest = max(newest, *(document.source.edition for page in pages.values() for document in page))
    _delete_pages(connection, pk, removed)
    docs = db.documents
    count = select(func.count(func.distinct(docs.c.root))).where(docs.c.edition_pk == pk)
    changes = {
        "edition": newest,
        "counts": dumps({"pages": connection.scalar(count)}),
        "sha256": sha256,
        "origin": origin,
        "imported_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    connection.execute(update(table).where(table.c.pk == pk).values(changes))
    return pk


def _pages(documents: Iterable[Document]) -> Iterator[dict[str, list[Document]]]:
    """The pages with their sections, some hundred at a time."""
    pages: dict[str, list[Document]] = {}
    for document in documents:
        root = root_of(document.id, document.kind)
        if document.id == root:  # a page begins; whatever was read under its name is an older one
            if len(pages) >= _BATCH // 4:
                yield pages
                pages = {}
            pages[root] = []
        pages.setdefault(root, []).append(document)
    if pages:
        yield pages


def _delete_pages(connection: Connection, edition_pk: int, roots: Iterable[str]) -> None:
    docs = db.documents
    for batch in _batches(iter(roots), _BATCH // 2):
        gone = select(docs.c.pk).where(docs.c.edition_pk == edition_pk, docs.c.root.in_(batch))
        for below in (db.citations, db.names):
            connection.execute(delete(below).where(below.c.document_pk.in_(gone)))
        connection.execute(delete(docs).where(docs.c.edition_pk == edition_pk, docs.c.root.in_(batch)))


def held_counts(connection: Connection, pk: int) -> tuple[str, dict[str, int]]:
    """The date and the counts of an edition, pending or good."""
    table = db.editions
    row = connection.execute(select(table.c.edition, table.c.counts).where(table.c.pk == pk)).one()
    return row.edition, json.loads(row.counts)


def counts_before(connection: Connection, source: str, edition: str) -> dict[str, int] | None:
    """The counts of the newest edition, pending or good, that is older than this one; None without one.

    Of a source without editions, those of what is held.
    """
    table = db.editions
    query = select(table.c.pk).where(table.c.source == source)
    if source not in UNVERSIONED:
        query = query.where(table.c.edition < edition)
    pk = connection.scalar(query.order_by(table.c.edition.desc(), table.c.pk.desc()).limit(1))
    return None if pk is None else held_counts(connection, pk)[1]


def delete_editions(connection: Connection, source: str, edition: str | None, *, state: str) -> None:
    """Remove an edition of a source, or all of them, with documents and citations."""
    table = db.editions
    query = select(table.c.pk).where(table.c.source == source, table.c.state == state)
    if edition is not None:
        query = query.where(table.c.edition == edition)
    for pk in list(connection.scalars(query)):
        for below in (db.citations, db.names, db.documents):
            connection.execute(delete(below).where(below.c.edition_pk == pk))
        connection.execute(delete(table).where(table.c.pk == pk))


def _counted(documents: Iterable[Document], counts: Counter[str]) -> Iterator[Document]:
    for document in documents:
        count_documents((document,), counts)
        yield document


def _batches(items: Iterator[Any], size: int) -> Iterator[list[Any]]:
    while batch := list(islice(items, size)):
        yield batch


def _insert(connection: Connection, edition_pk: int, documents: Iterable[Document]) -> None:
    next_pk = (connection.scalar(select(func.max(db.documents.c.pk))) or 0) + 1
    for batch in _batches(iter(documents), _BATCH):
        rows = [document_row(document, edition_pk, next_pk + at) for at, document in enumerate(batch)]
        marks = [
            citation_row(citation, seq, next_pk + at, edition_pk)
            for at, document in enumerate(batch)
            for seq, citation in enumerate(document.citations)
        ]
        names = [
            {"document_pk": next_pk + at, "edition_pk": edition_pk, "kind": document.kind, "key": key}
            for at, document in enumerate(batch)
            for key in names_of(document)
        ]
        for table, values in ((db.documents, rows), (db.citations, marks), (db.names, names)):
            if values:
                connection.execute(table.insert(), values)
        next_pk += len(batch)
