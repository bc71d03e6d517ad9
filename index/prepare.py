"""Documents to records and tokens: what an engine indexes and what ranking looks at.

A rule is found through more than its own text: its chapter's title, the title of the rule above, and the
names and notes, in both languages, of the terms that point at it. Those are its aids.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter

from index.analysis import Analysis, analyse
from index.engine import AnalysedDocument
from index.records import Record
from index.schema import FORMAT, TITLE_WEIGHT, shard_of
from index.termbook import TermBook
from scraper.document import Document, Source, Term, Title

_NOTED = re.compile(r"[1-9]\d\d\.\d{1,3}[a-z]?", re.ASCII)
_SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?])\s+(?![a-z0-9])")
_MADE_OF = attrgetter(*(each.name for each in fields(Record) if each.name not in ("key", "made")))
OWN = Source("terms", "mtg-kb terms")


@dataclass(slots=True)
class Aids:
    """What the dictionary says about rules, by number: names first, then sentences of notes.

    >>> aids = Aids.of([Term("plot", "plot", "計画", "けいかく", "keyword_ability", ("702.170",))])
    >>> aids.by_number["702.170"]
    ['plot', '計画']
    """

    by_number: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, terms: Iterable[Term]) -> Aids:
        """Collect names under a term's rules and each sentence of its notes under the rules it cites."""
        aids = cls()
        for term in terms:
            for number in term.rules:
                aids.by_number[number] += [form for form in _forms(term) if form]
            for note in (term.note_en, term.note_ja):
                for sentence in filter(None, _SENTENCE.split(note)):
                    cited = [number for number in _NOTED.findall(sentence) if number not in term.rules]
                    for number in dict.fromkeys((*cited, *term.rules)):
                        aids.by_number[number].append(sentence)
        return aids

    def text(self, number: str) -> str:
        """Everything said about a rule, a line each.

        >>> Aids().text("702.170")
        ''
        """
        return "\n".join(self.by_number.get(number, ()))


def _forms(term: Term) -> tuple[str, ...]:
    return (term.en, term.ja, *term.also_en, *term.also_ja)


def term_document(term: Term) -> Document:
    """A term of the dictionary as a document that can be found and shown.

    >>> term_document(Term("plot", "plot", "計画", "けいかく", "keyword_ability")).id
    'term:plot'
    """
    return Document(
        term.document_id,
        "term",
        "en",
        Title(term.en, term.ja, term.reading),
        "\n".join(note for note in (term.note_en, term.note_ja) if note),
        OWN,
        facts={"aliases": (*term.also_en, *term.also_ja), "rules": term.rules, "kind": (term.kind,)},
    )


class Preparer:
    """Turns documents into records one by one; remembers titles of what stands above."""

    def __init__(self, book: TermBook, current: Mapping[str, str]) -> None:
        self.book = book
        self.current = current
        self._aids = Aids.of(book.terms.values())
        self._titles: dict[tuple[str, str], str] = {}
        self._last_title: tuple[str, Analysis] = ("", Analysis())
        self.book_digest = hashlib.blake2b(
            repr([FORMAT, *map(repr, book.terms.values())]).encode(), digest_size=8
        ).hexdigest()

    def remember(self, document: Document) -> None:
        """Note the title of what may stand above others; documents come from above downwards."""
        title = document.title
        if document.kind in ("chapter", "rule", "wiki") and (title.en or title.ja):
            self._titles[document.id, document.source.edition] = f"{title.en} {title.ja}"

    def digest(self, document: Document) -> str:
        """Changes whenever the record of this document would, the dictionary staying the same."""
        shard = shard_of(document.source.id, document.source.edition, self.current)
        parts = (shard, self._above(document), document.title, document.text, document.examples,
                 document.sections, document.chapter, sorted(document.facts.items()), _cited(document))  # fmt: skip
        return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()

    def record(self, document: Document, key: int, digest: str = "") -> Record:
        """The record of a document under this key."""
        edition = document.source.edition
        shard = shard_of(document.source.id, edition, self.current)
        number = str(document.number) if document.number else ""
        text = shown_text(document)
        title = self._title(document)
        body = analyse(text, self.book, readings=document.kind == "wiki")
        aids = self._aid_tokens(document, number) if shard == "current" else ()
        record = Record(
            key,
            document.id,
            document.kind,
            document.lang,
            document.source.id,
            edition,
            shard,
            number,
            document.parent,
            document.title.in_lang(document.lang),
            document.title.en,
            document.title.ja,
            title_text(document),
            document.chapter,
            self._above(document).strip() if number else "",
            text,
            " ".join(body.tokens),
            " ".join(title.tokens),
            " ".join(aids),
            " ".join(_cited(document)),
            digest or self.digest(document),
        )
        made = hashlib.blake2b(repr(_MADE_OF(record)).encode(), digest_size=12).hexdigest()
        return replace(record, made=made)

    def _title(self, document: Document) -> Analysis:
        """The analysed title; rulings of one card follow each other, so the last one is kept."""
        text, named = title_text(document), document.kind in ("card", "ruling")
        if text != self._last_title[0]:
            self._last_title = (text, analyse(text, self.book, readings=not named))
        return self._last_title[1]

    def _above(self, document: Document) -> str:
        return self._titles.get((document.parent, document.source.edition), "")

    def _aid_tokens(self, document: Document, number: str) -> tuple[str, ...]:
        tokens = _once(analyse(f"{document.chapter}\n{self._above(document)}", self.book))
        said = self._aids.text(number) if number else ""
        if said:
            tokens += analyse(said, self.book).tokens
        return tokens


def _cited(document: Document) -> tuple[str, ...]:
    """The rules that a document points at, a term's own rules first."""
    numbers = [*(document.facts.get("rules", ()) if document.kind == "term" else ())]
    return tuple(dict.fromkeys((*numbers, *(str(citation.number) for citation in document.citations))))


def _once(analysis: Analysis) -> tuple[str, ...]:
    return tuple(dict.fromkeys(analysis.words + analysis.terms))


def title_text(document: Document) -> str:
    """Everything that a document is called: titles, names of faces, aliases.

    >>> title_text(Document("glossary:X", "glossary", "en", Title(en="X"), "…", OWN))
    'X'
    """
    title = document.title
    names = [title.en, title.ja, title.reading]
    for key in ("aliases", "names", "names_ja"):
        names += document.facts.get(key, ())
    return "\n".join(dict.fromkeys(name for name in names if name))


def shown_text(document: Document) -> str:
    """What snippets are cut from: the text and its examples, or a card's texts in both languages."""
    parts = [document.text, *document.examples]
    for key in ("type", "type_ja", "text_ja"):
        parts += document.facts.get(key, ())
    return "\n".join(part for part in parts if part)


def analysed(record: Record) -> AnalysedDocument:
    """What the engine gets of a record: the title several times, the text, the aids."""
    title = tuple(record.title_tokens.split())
    return AnalysedDocument(
        record.key, title * TITLE_WEIGHT + tuple(record.tokens.split()) + tuple(record.aids.split())
    )


def current_editions(documents: Iterable[Document]) -> dict[str, str]:
    """The newest edition of each rules source; other sources have no editions in this sense.

    >>> current_editions([])
    {}
    """
    newest: dict[str, str] = {}
    for document in documents:
        source = document.source
        if source.id.startswith("cr") and source.edition > newest.get(source.id, ""):
            newest[source.id] = source.edition
    return newest
