"""Documents by id and edition, citations both ways; an update is one transaction.

>>> from scraper.document import Document, RuleNumber, Source, Title
>>> store = Store.open("sqlite://")
>>> source, number = Source("cr", "Comprehensive Rules"), RuleNumber(702, 170)
>>> plot = Document("cr:702.170", "rule", "en", Title(en="Plot"), "Plot", source, number)
>>> store.replace("cr", "2026-01-16", [plot], sha256="", origin="written here")
>>> store.get("cr:702.170").title.en
'Plot'
>>> store.generation()
1
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import groupby
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Engine, Row, create_engine, func, select
from sqlalchemy.engine import make_url

from kb import store_schema as db
from kb.errors import NotFound
from kb.settings import Settings
from kb.store_model import Attempt, EditionInfo, Named
from kb.store_rows import last_key_below, number_key, row_citation, row_document
from kb.store_sqlite import sqlite_engine
from kb.store_write import UNVERSIONED, check_schema, merge_edition, promote_edition, stage_edition, touch
from scraper.document import Citation, Document, Lang, RuleNumber, Title

__all__ = ["Attempt", "EditionInfo", "Named", "Store"]


def _today() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class Store:
    """A database of documents. Every method opens its own connection, so threads may share a store."""

    engine: Engine
    today: Callable[[], date] = field(default=_today)
    """The day that decides which edition is in effect."""

    @classmethod
    def open(cls, where: Settings | str, *, today: Callable[[], date] = _today) -> Store:
        """Open the database of the settings or of an SQLAlchemy URL, making its tables where they lack.

        Raises sqlalchemy.exc.SQLAlchemyError or OSError where it cannot be opened, BadInput for a database
        of another version of this program.
        """
        url = make_url(where.database_url if isinstance(where, Settings) else where)
        engine = sqlite_engine(url) if url.get_backend_name() == "sqlite" else create_engine(url)
        db.metadata.create_all(engine)
        with engine.begin() as connection:
            check_schema(connection, url.render_as_string())
        return cls(engine, today)

    def close(self) -> None:
        """Let go of connections that are kept open (a file of SQLite keeps none)."""
        self.engine.dispose()

    # -- writing ---------------------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction of one writer: everything in it happens, or nothing."""
        with self.engine.begin() as connection:
            touch(connection)
            yield connection

    def replace(
        self, source_id: str, edition: str, documents: Iterable[Document], *, sha256: str, origin: str
    ) -> None:
        """Put an edition in place of what the store held of it, in one transaction.

        A source without editions (wiki, cards, rulings) keeps only the newest import.
        """
        with self.writing() as connection:
            pk = stage_edition(connection, source_id, edition, documents, sha256=sha256, origin=origin)
            promote_edition(connection, pk)

    def merge(
        self, source_id: str, edition: str, documents: Iterable[Document], *, sha256: str, origin: str
    ) -> None:
        """Put in the pages given and leave the other pages as they are, in one transaction."""
        with self.writing() as connection:
            pk = merge_edition(connection, source_id, edition, documents, sha256=sha256, origin=origin)
            promote_edition(connection, pk)

    def record(self, source_id: str, *, ok: bool, en: str, ja: str) -> None:
        """Remember how an update of the source ended."""
        at = datetime.now(UTC).isoformat(timespec="seconds")
        with self.engine.begin() as connection:
            row = {"source": source_id, "at": at, "ok": ok, "message_en": en, "message_ja": ja}
            connection.execute(db.attempts.insert(), row)

    # -- reading ---------------------------------------------------------------------------------------

    def generation(self) -> int:
        """A number that grows with every update."""
        with self.engine.connect() as connection:
            value = connection.scalar(select(db.meta.c.value).where(db.meta.c.key == "generation"))
        return int(value or 0)

    def get(self, document_id: str, edition: str | None = None, *, lang: Lang | None = None) -> Document:
        """The document as it stands in the current edition, or in the one named (ISO date).

        Where it is held in both languages, `lang` chooses; without it English comes first.
        Raises NotFound.
        """
        table = db.documents
        with self.engine.connect() as connection:
            wanted = self._pks(connection, edition)
            query = select(table).where(table.c.id == document_id, table.c.edition_pk.in_(wanted))
            if lang is not None:
                query = query.where(table.c.lang == lang)
            row = connection.execute(query.order_by(table.c.lang).limit(1)).first()
            if row is None:
                raise _not_found(document_id, edition)
            return row_document(row, self._citations_of(connection, row.pk))

    def documents(
        self, kind: str | None = None, source: str | None = None, edition: str | None = None
    ) -> Iterator[Document]:
        """All documents of current editions (or of the edition named), in the order of their source."""
        table, cites = db.documents, db.citations
        with self.engine.connect() as connection:
            for pk in self._pks(connection, edition, source):
                query = select(table).where(table.c.edition_pk == pk).order_by(table.c.pk)
                marks = (
                    select(cites.c.document_pk, cites.c.body)
                    .where(cites.c.edition_pk == pk)
                    .order_by(cites.c.document_pk, cites.c.seq)
                )
                if kind is not None:
                    query = query.where(table.c.kind == kind)
                found = {
                    document_pk: tuple(row_citation(row.body) for row in rows)
                    for document_pk, rows in groupby(connection.execute(marks), lambda row: row.document_pk)
                }
                for row in connection.execute(query).yield_per(1000):
                    yield row_document(row, found.get(row.pk, ()))

    def children(
        self, document_id: str, edition: str | None = None, *, lang: Lang | None = None
    ) -> list[Document]:
        """The documents right below, in order: the subrules of a rule, the sections of a page."""
        table = db.documents
        with self.engine.connect() as connection:
            wanted = self._pks(connection, edition)
            query = select(table).where(table.c.parent == document_id, table.c.edition_pk.in_(wanted))
            if lang is not None:
                query = query.where(table.c.lang == lang)
            # sorted here: ordered in SQL, SQLite would walk a whole edition instead of the index of parents
            rows = sorted(connection.execute(query), key=lambda row: (row.edition_pk, row.ord, row.pk))
            first = [row for row in rows if row.edition_pk == rows[0].edition_pk]
            return [row_document(row, self._citations_of(connection, row.pk)) for row in first]

    def neighbours(self, document_id: str, edition: str | None = None) -> tuple[str | None, str | None]:
        """Ids of the documents of the same kind before and after, in the order of the source.

        Raises NotFound.
        """
        table = db.documents
        with self.engine.connect() as connection:
            wanted = self._pks(connection, edition)
            here = connection.execute(
                select(table.c.ord, table.c.kind, table.c.edition_pk)
                .where(table.c.id == document_id, table.c.edition_pk.in_(wanted))
                .order_by(table.c.lang)
                .limit(1)
            ).first()
            if here is None:
                raise _not_found(document_id, edition)
            same = select(table.c.id).where(table.c.edition_pk == here.edition_pk, table.c.kind == here.kind)
            before = same.where(table.c.ord < here.ord).order_by(table.c.ord.desc())
            after = same.where(table.c.ord > here.ord).order_by(table.c.ord)
            return connection.scalar(before.limit(1)), connection.scalar(after.limit(1))

    def numbers_between(
        self, first: RuleNumber, last: RuleNumber, edition: str | None = None
    ) -> list[RuleNumber]:
        """The numbers held from `first` to `last`, of their level: 119.7-8 are rules, 601.2f-h subrules."""
        table = db.documents
        with self.engine.connect() as connection:
            wanted = self._pks(connection, edition)
            query = (
                select(table.c.id)
                .where(table.c.edition_pk.in_(wanted), table.c.id.startswith("cr:"))
                .where(table.c.number_key.between(number_key(first), last_key_below(last)))
                .order_by(table.c.number_key)
            )
            names = (i.removeprefix("cr:").partition("#")[0] for i in connection.scalars(query))
            # a number that an edition prints twice is one number
            found = [RuleNumber.parse(name) for name in dict.fromkeys(names)]
        levels = {(n.rule is None, n.letter == "") for n in (first, last)}
        return [number for number in found if (number.rule is None, number.letter == "") in levels]

    def find_named(self, kind: str, keys: Sequence[str]) -> list[str]:
        """Ids of the current documents of a kind that go by one of these search keys, the first key's first."""
        names, docs = db.names, db.documents
        with self.engine.connect() as connection:
            query = (
                select(names.c.key, docs.c.id)
                .join(docs, docs.c.pk == names.c.document_pk)
                .where(names.c.edition_pk.in_(self._pks(connection, None)))
                .where(names.c.kind == kind, names.c.key.in_(keys))
                .order_by(docs.c.pk)
            )
            found = sorted(connection.execute(query), key=lambda row: keys.index(row.key))
        return list(dict.fromkeys(row.id for row in found))

    def name_keys(self, kind: str) -> list[str]:
        """Every search key by which a current document of a kind is known."""
        names = db.names
        with self.engine.connect() as connection:
            wanted = self._pks(connection, None)
            query = select(names.c.key).where(names.c.edition_pk.in_(wanted), names.c.kind == kind)
            return list(connection.scalars(query.distinct()))

    def titles(self, ids: Sequence[str]) -> dict[str, Named]:
        """Kind and names of these current documents; reads no texts."""
        table = db.documents
        columns = (table.c.id, table.c.kind, table.c.title_en, table.c.title_ja)
        with self.engine.connect() as connection:
            query = select(*columns).where(table.c.edition_pk.in_(self._pks(connection, None)))
            query = query.where(table.c.id.in_(ids)).order_by(table.c.lang.desc())
            return {
                row.id: Named(row.kind, Title(row.title_en, row.title_ja))
                for row in connection.execute(query)
            }

    def cites(self, document_id: str, edition: str | None = None) -> list[Citation]:
        """The citations in a document, in the order of its text. Raises NotFound."""
        return list(self.get(document_id, edition).citations)

    def cited_by(self, document_id: str, edition: str | None = None) -> list[Citation]:
        """The citations that name this rule or a range it falls in; [] for what has no rule number.

        With an edition, rules of that edition count; other sources count as they stand now.
        """
        try:
            key = number_key(RuleNumber.parse(document_id.removeprefix("cr:")))
        except ValueError:
            return []
        cites = db.citations
        with self.engine.connect() as connection:
            wanted = self._pks(connection, None) if edition is None else self._pks_beside(connection, edition)
            query = (
                select(cites.c.body)
                .where(cites.c.edition_pk.in_(wanted), cites.c.first_key <= key, cites.c.last_key >= key)
                .order_by(cites.c.edition_pk, cites.c.document_pk, cites.c.seq)
            )
            return [row_citation(body) for body in connection.scalars(query)]

    def editions(self, source_id: str | None = None) -> list[EditionInfo]:
        """What is held of a source (of every source when none is named), oldest first."""
        with self.engine.connect() as connection:
            return self._editions(connection, source_id)

    def attempts(self) -> dict[str, tuple[Attempt | None, Attempt | None]]:
        """The last success and the last failure of updating each source that was ever tried."""
        table = db.attempts
        last = select(func.max(table.c.pk)).group_by(table.c.source, table.c.ok)
        found: dict[str, tuple[Attempt | None, Attempt | None]] = {}
        with self.engine.connect() as connection:
            for row in connection.execute(select(table).where(table.c.pk.in_(last))):
                success, failure = found.get(row.source, (None, None))
                attempt = Attempt(row.at, row.ok, row.message_en, row.message_ja)
                found[row.source] = (attempt, failure) if row.ok else (success, attempt)
        return found

    def count(self, *, older: bool = False) -> int:
        """How many documents the current editions hold; all editions with `older`."""
        table = db.documents
        with self.engine.connect() as connection:
            wanted = [i.pk for i in self._editions(connection) if older or i.standing == "current"]
            query = select(func.count()).select_from(table).where(table.c.edition_pk.in_(wanted))
            return connection.scalar(query) or 0

    def status(self, infos: Sequence[EditionInfo] | None = None) -> dict[str, Any]:
        """What is held of each source, as in the design's JSON (without terms and index)."""
        sources: dict[str, Any] = {}
        for info in self.editions() if infos is None else infos:
            if info.source in UNVERSIONED:
                dated = {"edition": info.edition, "imported_at": info.imported_at}
                sources[info.source] = {**info.counts, **dated}
                continue
            entry = sources.setdefault(info.source, {"current": None, "editions": []})
            shown = {"edition": info.edition, **info.counts, "sha256": info.sha256, "standing": info.standing}
            entry["editions"].append(shown)
            if info.standing == "current":
                entry["current"] = info.edition
        return {"sources": sources}

    # -- pieces ----------------------------------------------------------------------------------------

    def _editions(self, connection: Connection, source: str | None = None) -> list[EditionInfo]:
        table = db.editions
        query = select(table).where(table.c.state == "good").order_by(table.c.source, table.c.edition)
        if source is not None:
            query = query.where(table.c.source == source)
        today = self.today().isoformat()
        infos: list[EditionInfo] = []
        for _, group in groupby(connection.execute(query), lambda row: row.source):
            rows = list(group)
            dated = rows[0].source not in UNVERSIONED
            effective = [row for row in rows if not dated or row.edition[:10] <= today]
            for row in rows:
                future = dated and row.edition[:10] > today
                standing = "future" if future else "current" if row is effective[-1] else "past"
                infos.append(_info(row, standing))
        return infos

    def _pks(self, connection: Connection, edition: str | None, source: str | None = None) -> Sequence[int]:
        infos = self._editions(connection, source)
        if edition is None:
            return [info.pk for info in infos if info.standing == "current"]
        # a translation's edition is the date it translates and a patch digit: 2026-01-16.1
        return [i.pk for i in infos if i.edition == edition or i.edition.startswith(f"{edition}.")]

    def _pks_beside(self, connection: Connection, edition: str) -> Sequence[int]:
        named = set(self._pks(connection, edition))
        infos = self._editions(connection)
        replaced = {info.source for info in infos if info.pk in named}
        return [*named, *(i.pk for i in infos if i.standing == "current" and i.source not in replaced)]

    def _citations_of(self, connection: Connection, document_pk: int) -> tuple[Citation, ...]:
        table = db.citations
        query = select(table.c.body).where(table.c.document_pk == document_pk).order_by(table.c.seq)
        return tuple(row_citation(body) for body in connection.scalars(query))


def _info(row: Row[Any], standing: str) -> EditionInfo:
    counts = MappingProxyType(json.loads(row.counts))
    return EditionInfo(
        row.pk, row.source, row.edition, counts, row.sha256, row.origin, row.imported_at, standing
    )


def _not_found(document_id: str, edition: str | None) -> NotFound:
    if edition is None:
        return NotFound(f"no document {document_id!r}", f"文書 {document_id!r} はありません")
    return NotFound(
        f"no document {document_id!r} in the edition {edition!r}",
        f"{edition!r} 版に文書 {document_id!r} はありません",
    )
