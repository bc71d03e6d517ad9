"""By which names a document can be called for, as search keys.

>>> from scraper.document import Document, Source, Title
>>> title = Title(en="Ante (Obsolete)")
>>> entry = Document("glossary:Ante (Obsolete)", "glossary", "en", title, "…", Source("cr", "CR"))
>>> names_of(entry)
['ante (obsolete)', 'ante']
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scraper.decode import search_key
from scraper.document import Document

_OBSOLETE = re.compile(r"\s*\(obsolete\)$")


def names_of(document: Document) -> list[str]:
    """The keys, the document's own name first; [] for what is called for by number or through its page."""
    title = document.title
    if document.kind == "glossary":
        own = search_key(document.id.removeprefix("glossary:"))
        return _once([own, *_parts(map(search_key, (title.en, title.ja, title.reading)))])
    if document.kind == "wiki" and "#" not in document.id:
        own_names = (document.id.removeprefix("wiki:"), title.ja, title.en, title.reading)
        return _once(map(search_key, (*own_names, *document.facts.get("aliases", ()))))
    if document.kind == "card":
        facts = document.facts
        readings = (section.title.reading for section in document.sections)
        together = " // ".join(section.title.en for section in document.sections)
        own_names = (title.en, title.ja, title.reading, together)
        return _once(
            map(
                search_key,
                (*own_names, *facts.get("names", ()), *facts.get("names_ja", ()), *readings),
            )
        )
    return []


def _parts(keys: Iterable[str]) -> Iterable[str]:
    """The whole term, without (Obsolete), and each part of a term with commas."""
    for key in keys:
        whole = _OBSOLETE.sub("", key)
        yield from (key, whole)
        if "," in whole:
            yield from (part for part in (piece.strip(' "') for piece in whole.split(",")) if len(part) > 1)


def _once(keys: Iterable[str]) -> list[str]:
    return [key for key in dict.fromkeys(keys) if key]
