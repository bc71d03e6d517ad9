"""What is held of a kind, a page at a time, without reading texts."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from kb import store_schema as db
from kb.store import Store
from kb.store_rows import last_key_below, number_key
from scraper.document import RuleNumber


@dataclass(frozen=True, slots=True)
class Listed:
    """One document of a list."""

    id: str
    kind: str
    en: str
    ja: str


def listed(
    store: Store,
    kinds: tuple[str, ...],
    *,
    limit: int,
    offset: int = 0,
    source: str | None = None,
    edition: str | None = None,
    below: RuleNumber | None = None,
) -> tuple[int, list[Listed]]:
    """How many documents of these kinds are held, and `limit` of them from `offset`, in the order of the source.

    `below` keeps the rules of one chapter or rule.

    >>> listed(Store.open("sqlite://"), ("rule",), limit=5)
    (0, [])
    """
    infos = [one for one in store.editions() if source is None or one.source == source]
    wanted = [
        one.pk for one in infos if (one.standing == "current" if edition is None else one.edition == edition)
    ]
    table = db.documents
    where = [table.c.edition_pk.in_(wanted), table.c.kind.in_(kinds)]
    if below is not None:
        where.append(table.c.number_key.between(number_key(below), last_key_below(below)))
    rows = (
        select(table.c.id, table.c.kind, table.c.title_en, table.c.title_ja)
        .where(*where)
        .order_by(table.c.edition_pk, table.c.ord, table.c.pk)
        .limit(limit)
        .offset(offset)
    )
    with store.engine.connect() as connection:
        total = connection.scalar(select(func.count()).select_from(table).where(*where)) or 0
        found = [Listed(row.id, row.kind, row.title_en, row.title_ja) for row in connection.execute(rows)]
    return total, found


def last_attempt(store: Store) -> tuple[int, str]:
    """Number and time of the last update that was tried; (0, '') before any.

    >>> last_attempt(Store.open("sqlite://"))
    (0, '')
    """
    table = db.attempts
    with store.engine.connect() as connection:
        row = connection.execute(select(table.c.pk, table.c.at).order_by(table.c.pk.desc()).limit(1)).first()
    return (row.pk, row.at) if row else (0, "")
