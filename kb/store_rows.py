"""Documents and citations as rows and back: nothing here touches a database.

>>> from scraper.document import Block, Section, Title
>>> section = Section(Title(ja="ルール"), 2, (Block("item", "…", depth=1),))
>>> to_plain(section)
{'title': {'ja': 'ルール'}, 'level': 2, 'blocks': [{'kind': 'item', 'text': '…', 'depth': 1}]}
>>> from_plain(Section, to_plain(section)) == section
True
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import Row

from scraper.document import Citation, Document, RuleNumber

IN_COLUMNS = ("id", "kind", "lang", "parent", "order", "text", "citations")
"""Fields of a document that are columns or rows of their own."""


def number_key(number: RuleNumber) -> int:
    """A number as an integer that sorts as the book does.

    >>> number_key(RuleNumber(702, 170, "a"))
    702017101
    """
    rule = 0 if number.rule is None else number.rule + 1
    return (number.chapter * 10_000 + rule) * 100 + (ord(number.letter) - 96 if number.letter else 0)


def last_key(citation: Citation) -> int:
    """The greatest key that a citation covers: a range takes in everything below its last rule.

    >>> both = Citation("cr:118.1", RuleNumber(119, 7), end=RuleNumber(119, 8))
    >>> last_key(both) >= number_key(RuleNumber(119, 8, "a"))
    True
    """
    return number_key(citation.number) if citation.end is None else last_key_below(citation.end)


def last_key_below(last: RuleNumber) -> int:
    """The greatest key of a number and all below it.

    >>> last_key_below(RuleNumber(119, 8)) == number_key(RuleNumber(119, 9)) - 1
    True
    """
    if last.rule is None:
        return number_key(RuleNumber(last.chapter + 1)) - 1
    return number_key(last) if last.letter else number_key(RuleNumber(last.chapter, last.rule + 1)) - 1


def to_plain(value: object) -> Any:
    """Lists, dicts and strings for JSON; fields at their default are left out."""
    if isinstance(value, RuleNumber):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        plain = {}
        for f in fields(value):
            item = getattr(value, f.name)
            if f.default is not MISSING and item == f.default:
                continue
            if f.default_factory is not MISSING and item == f.default_factory():
                continue
            plain[f.name] = to_plain(item)
        return plain
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    return value


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def from_plain(kind: Any, plain: Any) -> Any:
    """The reverse of `to_plain` for the type `kind`."""
    return _reader(kind)(plain)


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What reads a value of the type; made once for each type, for tens of thousands of cards are read."""
    if kind is RuleNumber:
        return RuleNumber.parse
    if isinstance(kind, type) and is_dataclass(kind):
        readers = {name: _reader(hint) for name, hint in _hints(kind).items()}
        return lambda plain: kind(**{name: readers[name](item) for name, item in plain.items()})
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        inner = _reader(arguments[0])
        return tuple if inner is _same else lambda plain: tuple(map(inner, plain))
    if origin is Mapping:
        inner = _reader(arguments[1])
        return lambda plain: MappingProxyType({key: inner(item) for key, item in plain.items()})
    if origin in (types.UnionType, typing.Union):
        inner = _reader(next(argument for argument in arguments if argument is not type(None)))
        return lambda plain: None if plain is None else inner(plain)
    return _same


def _same(plain: Any) -> Any:
    return plain


def dumps(value: object) -> str:
    """JSON without blanks, characters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def root_of(document_id: str, kind: str) -> str:
    """What a partial update replaces as a whole: a wiki page with its sections.

    >>> root_of("wiki:計画#ルール", "wiki")
    'wiki:計画'
    """
    if kind == "wiki":
        return document_id.partition("#")[0]
    if kind == "ruling":
        return document_id.rpartition("#")[0]
    return document_id


def document_row(document: Document, edition_pk: int, pk: int) -> dict[str, Any]:
    """A document as a row of the table `documents`."""
    rest = to_plain(document)
    for name in IN_COLUMNS:
        rest.pop(name, None)
    return {
        "pk": pk,
        "edition_pk": edition_pk,
        "id": document.id,
        "root": root_of(document.id, document.kind),
        "kind": document.kind,
        "lang": document.lang,
        "parent": document.parent,
        "ord": document.order,
        "number_key": None if document.number is None else number_key(document.number),
        "title_en": document.title.en,
        "title_ja": document.title.ja,
        "text": document.text,
        "rest": dumps(rest),
    }


def row_document(row: Row[Any], citations: tuple[Citation, ...]) -> Document:
    """A row of `documents` and its citations as the document it was made from."""
    rest = {name: _field_reader(name)(item) for name, item in json.loads(row.rest).items()}
    return Document(
        id=row.id,
        kind=row.kind,
        lang=row.lang,
        parent=row.parent,
        order=row.ord,
        text=row.text,
        citations=citations,
        **rest,
    )


@cache
def _field_reader(name: str) -> Callable[[Any], Any]:
    return _reader(_hints(Document)[name])


def citation_row(citation: Citation, seq: int, document_pk: int, edition_pk: int) -> dict[str, Any]:
    """A citation as a row of the table `citations`."""
    return {
        "document_pk": document_pk,
        "edition_pk": edition_pk,
        "seq": seq,
        "first_key": number_key(citation.number),
        "last_key": last_key(citation),
        "is_exception": citation.exception,
        "body": dumps(to_plain(citation)),
    }


def row_citation(body: str) -> Citation:
    """The citation of a row's `body`."""
    citation: Citation = from_plain(Citation, json.loads(body))
    return citation
