"""Terms that the loaded texts themselves name: glossary headings, and 日本語/English pairs of the wiki.

They add to the dictionary at run time and stay marked as found, not ours. What the dictionary has already is
left out, so our own entry is the one that is shown. Texts are analysed with our own terms alone, so that a
new page does not change the analysis of every other text.

>>> from scraper.document import Source
>>> entry = Document("glossary:Cog", "glossary", "en", Title("Cog"), "A wheel.", Source("cr", "CR"))
>>> [(term.id, term.origin) for term in found_terms([entry], [])]
[('found-cog', 'found')]
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from index.fold import squeeze
from index.termbook import TermBook
from scraper.document import Document, Term, Title
from scraper.wiki_parts import find_pair, pairs_in

_OBSOLETE = re.compile(r"\s*\(Obsolete\)$")
_UNSAFE = re.compile(r"[^a-z0-9]+")


class Finder:
    """Collects found terms while documents pass by.

    `edition` is the rules' edition in force, '' for any.

    >>> Finder(TermBook([])).terms()
    ()
    """

    def __init__(self, ours: TermBook, edition: str = "") -> None:
        self._book = ours
        self._edition = edition
        self._found: dict[str, Term] = {}

    def watch(self, documents: Iterable[Document]) -> Iterator[Document]:
        """The documents as they come."""
        for document in documents:
            if document.kind == "glossary" and self._edition in ("", document.source.edition):
                self._glossary(document)
            elif document.kind == "wiki":
                self._wiki(document)
            yield document

    def terms(self) -> tuple[Term, ...]:
        """What was found, in the order of the texts."""
        return tuple(self._found.values())

    def _glossary(self, document: Document) -> None:
        name = _OBSOLETE.sub("", document.title.en)
        if not self._book.exact(name):
            rules = tuple(dict.fromkeys(str(citation.number) for citation in document.citations))
            self._add(name, Title(name), rules[:2], "glossary")

    def _wiki(self, document: Document) -> None:
        pairs = [document.title] if not document.parent else []
        heading = find_pair(document.sections[0].title.ja) if document.parent and document.sections else None
        if document.parent and document.sections and document.sections[0].title.en:
            pairs.append(document.sections[0].title)
        elif heading is not None:
            pairs.append(heading)
        sure = len(pairs)
        pairs += pairs_in(document.text)
        for place, pair in enumerate(pairs):
            if not pair.ja or not pair.en or self._book.exact(pair.ja):
                continue
            known = self._book.exact(pair.en)
            rules = self._book.terms[known[0]].rules if known else ()
            found = self._found.get(_id(pair.en))
            if found is not None and not found.ja:
                self._found[found.id] = replace(found, ja=pair.ja, reading=pair.reading)
            # A pair in running text without a known side is most often a card's name: cards have their table.
            elif known or place < sure:
                self._add(f"{pair.en} {pair.ja}" if known else pair.en, pair, rules, "glossary")

    def _add(self, name: str, title: Title, rules: tuple[str, ...], kind: str) -> None:
        identity = _id(name)
        if identity not in self._found:
            self._found[identity] = Term(
                identity, title.en, title.ja, title.reading, kind, rules, origin="found"
            )


def write_found(path: Path, terms: Iterable[Term]) -> None:
    """Keep found terms beside the index."""
    rows = [[term.id, term.en, term.ja, term.reading, term.kind, list(term.rules)] for term in terms]
    path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


def read_found(path: Path) -> tuple[Term, ...]:
    """What `write_found` kept."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Term(one, en, ja, reading, kind, tuple(rules), origin="found")
        for one, en, ja, reading, kind, rules in rows
    )


def found_terms(documents: Iterable[Document], ours: Iterable[Term]) -> tuple[Term, ...]:
    """The terms that these documents name and the dictionary lacks."""
    finder = Finder(TermBook(ours))
    for _ in finder.watch(documents):
        pass
    return finder.terms()


def _id(name: str) -> str:
    slug = _UNSAFE.sub("-", squeeze(name) if not name.isascii() else name.lower()).strip("-")
    return f"found-{slug}" if name.isascii() else f"found-{slug}-{squeeze(name)}".replace("--", "-")
