"""The only file that knows SQLite: how an engine for it is made and kept safe."""

from __future__ import annotations

import os
import sqlite3
import weakref
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import NullPool, StaticPool


def is_memory(url: URL) -> bool:
    """Whether the database vanishes with the process.

    >>> from sqlalchemy.engine import make_url
    >>> is_memory(make_url("sqlite://"))
    True
    """
    return url.database in (None, "", ":memory:")


def database_file(url: URL) -> Path | None:
    """The file of a database, None for one in memory.

    >>> from sqlalchemy.engine import make_url
    >>> database_file(make_url("sqlite:///x/kb.sqlite")).name
    'kb.sqlite'
    """
    return None if is_memory(url) else Path(str(url.database))


def can_be_empty(url: str) -> bool:
    """Whether a database that cannot be opened is one that was never made.

    >>> can_be_empty("sqlite:////nowhere/kb.sqlite"), can_be_empty("postgresql://db/kb")
    (True, False)
    """
    found = make_url(url)
    path = database_file(found) if found.get_backend_name() == "sqlite" else None
    return path is not None and not path.exists()


def sqlite_engine(url: URL) -> Engine:
    """An engine that survives a kill at any moment and lets readers read while one writes.

    A file gets no pool: a connection costs less than a page, and none is then shared across a fork. A file on
    something that cannot be written (a read-only mount) is only read.
    """
    path = database_file(url)
    if path is None:
        engine = create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
        _close_with(engine)
    elif path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        address = f"file:{quote(str(path.resolve()))}?mode=ro&immutable=1"
        engine = create_engine(url, poolclass=NullPool, creator=lambda: sqlite3.connect(address, uri=True))
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": 30})
        event.listen(engine, "connect", _keep_a_log)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _close_with(engine: Engine) -> None:
    """Close the one connection of a database in memory when its engine goes; Python 3.13 warns of one left open."""
    of = weakref.ref(engine)

    def remember(connection: sqlite3.Connection, _record: object) -> None:
        owner = of()
        if owner is not None:
            weakref.finalize(owner, connection.close)

    event.listen(engine, "connect", remember)


def _keep_a_log(connection: sqlite3.Connection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _on_connect(connection: sqlite3.Connection, _record: object) -> None:
    # Python's driver would begin transactions only before the first write, and not before DDL;
    # `_on_begin` opens them itself.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA cache_size=-20000")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
