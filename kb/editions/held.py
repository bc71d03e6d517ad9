"""The editions of a store as books, and the pairings between them, computed once and kept.

Pairings of neighbouring editions are rows of a table of their own in the store's database: numbers only. They
are found again by digest and time of import, so an edition that is imported anew is paired anew.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Lock
from typing import Any

from sqlalchemy import Column, MetaData, String, Table, Text, select
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError

from kb import store_schema as db
from kb.editions.model import KINDS, Book, Pairing, Unit
from kb.editions.pairing import pair
from kb.errors import BadInput, NotFound
from kb.store import EditionInfo, Store

METHOD = 2
"""Grows when `pair` would give another result; older rows are then not read."""

_metadata = MetaData()
pairings = Table(
    "edition_pairings",
    _metadata,
    Column("key", String(160), primary_key=True),  # method, source, and the digest of either edition
    Column("body", Text, nullable=False),  # JSON: moved, removed, added
)

BOOKS_KEPT = 4
"""Books in memory; one is about 4 MB."""


@dataclass
class _Memory:
    """What this process has read already."""

    books: OrderedDict[tuple[str, int, str], Book] = field(default_factory=OrderedDict)
    pairings: dict[str, Pairing] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)


_MEMORY = _Memory()


def held(store: Store, source: str = "cr") -> list[EditionInfo]:
    """The editions of a source, oldest first."""
    return store.editions(source)


def find(infos: Sequence[EditionInfo], edition: str | None) -> EditionInfo:
    """The edition of that date (ISO, or YYYYMMDD as a rules file is named); None is the current one.

    Raises BadInput for what is no date, NotFound where the edition is not held.
    """
    if edition is None:
        for info in infos:
            if info.standing == "current":
                return info
        raise NotFound("no edition of the rules is held yet", "ルールの版がまだ取り込まれていません")
    wanted = iso_date(edition)
    for info in infos:
        if info.edition == wanted:
            return info
    near = ", ".join(info.edition for info in infos[-6:]) or "-"
    raise NotFound(
        f"no edition {edition!r} of the rules is held; the newest held are: {near}",
        f"{edition!r} 版のルールは取り込まれていません。取り込み済みの新しい版：{near}",
    )


def iso_date(edition: str) -> str:
    """A date as the store writes it.

    >>> iso_date("20260116.0"), iso_date("2026-01-16"), iso_date(" 20260116 ")
    ('2026-01-16', '2026-01-16', '2026-01-16')
    """
    digits = edition.strip().partition(".")[0].replace("-", "").replace("/", "")
    if len(digits) != 8 or not digits.isdecimal():
        raise BadInput(
            f"not an edition: {edition!r} (expected a date such as 2026-01-16)",
            f"版の指定として読めません：{edition!r}（2026-01-16 のような日付で指定してください）",
        )
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"


def book(store: Store, info: EditionInfo) -> Book:
    """The edition's texts, kept in memory while few are used."""
    place = (str(store.engine.url), info.pk, info.imported_at)
    with _MEMORY.lock:
        found = _MEMORY.books.get(place)
        if found is not None:
            _MEMORY.books.move_to_end(place)
            return found
    made = _read(store, info)
    with _MEMORY.lock:
        if store.engine.url.database:  # a database in memory has no name that tells it from another one
            _MEMORY.books[place] = made
        while len(_MEMORY.books) > BOOKS_KEPT:
            _MEMORY.books.popitem(last=False)
    return made


def _read(store: Store, info: EditionInfo) -> Book:
    table = db.documents
    columns = (table.c.id, table.c.kind, table.c.lang, table.c.text, table.c.title_en, table.c.title_ja)
    query = (
        select(*columns, table.c.parent, table.c.rest)
        .where(table.c.edition_pk == info.pk, table.c.kind.in_(KINDS))
        .order_by(table.c.pk)
    )
    with store.engine.connect() as connection:
        rows = connection.execute(query).all()
    units = tuple(
        Unit(row.id, row.kind, row.text, row.title_en or row.title_ja, row.parent, _examples(row.rest))
        for row in rows
    )
    return Book(info.edition, units, rows[0].lang if rows else "en")


def _examples(rest: str) -> tuple[str, ...]:
    return tuple(json.loads(rest).get("examples", ())) if '"examples"' in rest else ()


def texts_of(store: Store, wanted: Sequence[tuple[EditionInfo, str]]) -> dict[tuple[str, str], Unit]:
    """Single units of many editions, by edition and id, without reading the editions."""
    table = db.documents
    by_pk = {info.pk: info.edition for info, _ in wanted}
    ids = sorted({unit_id for _, unit_id in wanted})
    query = select(
        table.c.edition_pk, table.c.id, table.c.kind, table.c.text, table.c.title_en, table.c.title_ja,
        table.c.parent, table.c.rest,
    ).where(table.c.id.in_(ids), table.c.edition_pk.in_(list(by_pk)))  # fmt: skip
    with store.engine.connect() as connection:
        rows = connection.execute(query).all()
    return {
        (by_pk[row.edition_pk], row.id): Unit(
            row.id, row.kind, row.text, row.title_en or row.title_ja, row.parent, _examples(row.rest)
        )
        for row in rows
    }


def pairing(store: Store, old: EditionInfo, new: EditionInfo) -> Pairing:
    """How two editions pair that no held edition lies between."""
    if not (old.sha256 and new.sha256):
        return pair(book(store, old), book(store, new))  # nothing tells these texts from later ones
    key = f"{METHOD}:{old.source}:{_stamp(old)}:{_stamp(new)}"
    place = f"{store.engine.url}:{key}"
    with _MEMORY.lock:
        found = _MEMORY.pairings.get(place)
    if found is None:
        found = _load(store, key, old, new)
        if found is None:
            found = pair(book(store, old), book(store, new))
            _save(store, key, found)
        with _MEMORY.lock:
            _MEMORY.pairings[place] = found
    return found


def _stamp(info: EditionInfo) -> str:
    return f"{info.edition}:{info.sha256[:16]}:{info.imported_at}"


def between(infos: Sequence[EditionInfo], old: EditionInfo, new: EditionInfo) -> list[EditionInfo]:
    """The editions from `old` to `new`, both included."""
    return [info for info in infos if old.edition <= info.edition <= new.edition]


def pairing_across(store: Store, infos: Sequence[EditionInfo], old: EditionInfo, new: EditionInfo) -> Pairing:
    """How any two editions pair, `old` before `new`: step by step through those that lie between."""
    chain = between(infos, old, new)
    if len(chain) == 2:
        return pairing(store, old, new)
    first, last = book(store, old), book(store, new)
    known: dict[str, str] = {}
    steps = [pairing(store, one, other) for one, other in pairwise(chain)]
    for unit in first.units:
        here: str | None = unit.id
        for step in steps:
            here = step.forward(here) if here is not None else None
        if here is not None:
            known[unit.id] = here
    # What was taken out and came back later is paired by its text.
    return pair(first, last, known)


def _load(store: Store, key: str, old: EditionInfo, new: EditionInfo) -> Pairing | None:
    try:
        with store.engine.connect() as connection:
            body = connection.scalar(select(pairings.c.body).where(pairings.c.key == key))
    except (OperationalError, ProgrammingError):
        return None  # the table is not there yet
    if body is None:
        return None
    plain: dict[str, Any] = json.loads(body)
    return Pairing(
        old.edition, new.edition, plain["moved"], frozenset(plain["removed"]), frozenset(plain["added"])
    )


def _save(store: Store, key: str, made: Pairing) -> None:
    """Keep a pairing; a database that cannot be written is only slower."""
    body = {"moved": dict(made.moved), "removed": sorted(made.removed), "added": sorted(made.added)}
    try:
        _metadata.create_all(store.engine)
        with store.engine.begin() as connection:
            connection.execute(pairings.delete().where(pairings.c.key == key))
            connection.execute(pairings.insert(), {"key": key, "body": json.dumps(body, ensure_ascii=False)})
    except (OperationalError, IntegrityError):
        return  # not writable, or another process was first with the same
