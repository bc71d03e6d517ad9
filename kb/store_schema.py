"""The tables of the store, on one screen."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA_VERSION = 1
"""Grows when a table changes; a database of another version is refused."""

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""`generation` (grows with every update) and `schema`."""

editions = Table(
    "editions",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("source", String(20), nullable=False),
    Column("edition", String(20), nullable=False),  # ISO date, '' for a source that has no editions
    Column("state", String(10), nullable=False),  # pending while an update writes it, good afterwards
    Column("counts", Text, nullable=False),  # JSON object
    Column("sha256", String(64), nullable=False),
    Column("origin", Text, nullable=False),  # the name of the file or the address it came from
    Column("imported_at", String(32), nullable=False),  # ISO, UTC
    UniqueConstraint("source", "edition", "state"),
)

documents = Table(
    "documents",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("edition_pk", ForeignKey("editions.pk", ondelete="CASCADE"), nullable=False),
    Column("id", Text, nullable=False),
    Column("root", Text, nullable=False),  # the page of a page's section; what a partial update replaces
    Column("kind", String(10), nullable=False),
    Column("lang", String(2), nullable=False),
    Column("parent", Text, nullable=False),
    Column("ord", Integer, nullable=False),
    Column("number_key", BigInteger),  # see store_rows.number_key; null without a rule number
    Column("title_en", Text, nullable=False),
    Column("title_ja", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("rest", Text, nullable=False),  # JSON: every other field of the document
    UniqueConstraint("edition_pk", "id", "lang"),
    Index("documents_by_order", "edition_pk", "ord"),
    Index("documents_by_parent", "parent"),
    Index("documents_by_number", "edition_pk", "number_key"),
    Index("documents_by_root", "edition_pk", "root"),
    Index("documents_by_id", "id"),
)

names = Table(
    "names",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("document_pk", ForeignKey("documents.pk", ondelete="CASCADE"), nullable=False),
    Column("edition_pk", ForeignKey("editions.pk", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("key", Text, nullable=False),  # see store_names.names_of
    Index("names_by_key", "edition_pk", "kind", "key"),
    Index("names_by_document", "document_pk"),
)
"""What glossary entries, wiki pages and cards are called, as search keys."""

citations = Table(
    "citations",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("document_pk", ForeignKey("documents.pk", ondelete="CASCADE"), nullable=False),
    Column("edition_pk", ForeignKey("editions.pk", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("first_key", BigInteger, nullable=False),  # see store_rows.number_key
    Column("last_key", BigInteger, nullable=False),
    Column("is_exception", Boolean, nullable=False),
    Column("body", Text, nullable=False),  # JSON: the citation
    Index("citations_by_number", "edition_pk", "first_key", "last_key"),
    Index("citations_by_document", "document_pk"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("source", String(20), nullable=False),
    Column("at", String(32), nullable=False),  # ISO, UTC
    Column("ok", Boolean, nullable=False),
    Column("message_en", Text, nullable=False),
    Column("message_ja", Text, nullable=False),
    Index("attempts_by_source", "source", "ok", "at"),
)
"""Every update that was tried: the last success and the last failure of each source."""
