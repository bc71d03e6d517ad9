"""The only file that knows SQLite: how an engine for it is made and kept safe."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool, StaticPool


def is_memory(url: URL) -> bool:
    """Whether the database vanishes with the process.

    >>> from sqlalchemy.engine import make_url
    >>> is_memory(make_url("sqlite://"))
    True
    """
    return url.database in (None, "", ":memory:")


def sqlite_engine(url: URL) -> Engine:
    """An engine that survives a kill at any moment and lets readers read while one writes.

    A file gets no pool: a connection costs less than a page, and none is then shared across a fork.
    """
    if is_memory(url):
        engine = create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
    else:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": 30})
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: sqlite3.Connection, _record: object) -> None:
    # Python's driver would begin transactions only before the first write, and not before DDL;
    # `_on_begin` opens them itself.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA cache_size=-20000")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
