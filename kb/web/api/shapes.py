"""The shapes in which the API answers, as types: OpenAPI is made of them, and tests hold the answers against it.

`lang` other than both leaves the other language out of every bilingual map, so both members are optional there.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Kind = Literal["section", "chapter", "rule", "subrule", "glossary", "wiki", "card", "ruling", "term"]


class Version(TypedDict):
    """What an answer was made of."""

    edition: str | None
    """The current edition of the Comprehensive Rules."""
    data: str | None
    software: str
    generation: int


class Links(TypedDict):
    """This page of a list, and the ones before and after it."""

    self: str
    next: str | None
    prev: str | None


class Bilingual(TypedDict, total=False):
    """A text in both languages; null where it is not held."""

    en: str | None
    ja: str | None
    reading: str | None


class Names(TypedDict, total=False):
    """Further names in both languages."""

    en: list[str]
    ja: list[str]


class Source(TypedDict):
    """Where a text comes from."""

    id: str
    name: str
    url: str
    edition: str
    owner: str


class Sources(TypedDict, total=False):
    """Where the texts of both languages come from."""

    en: Source | None
    ja: Source | None


class Cited(TypedDict):
    """A rule that a text names."""

    number: str
    end: str | None
    title: str | None
    edition: str | None
    raw: str
    exception: bool
    url: str


class Citing(TypedDict):
    """A document that names a rule."""

    id: str
    kind: str | None
    title: Bilingual | None
    raw: list[str]
    exception: bool
    edition: str | None
    url: str


class Hit(TypedDict):
    """One document that was found; `marks` are offsets into `snippet`."""

    id: str
    kind: Kind
    lang: Literal["en", "ja"]
    title: str
    title_ja: str
    snippet: str
    marks: list[list[int]]
    url: str
    score: float
    source: str
    edition: str
    why: str


class Search(TypedDict):
    """What was found, and how the query was understood."""

    query: str
    hits: list[Hit]
    total: int
    took_ms: float
    understood: dict[str, Any]
    suggestions: list[str]
    facets: dict[str, int]
    related: list[dict[str, str]]
    advice: Bilingual
    limit: int
    offset: int
    links: Links
    version: Version


class TermEntry(TypedDict):
    """An entry of our own dictionary."""

    id: str
    kind: str
    title: Bilingual
    also: Names
    rules: list[str]
    note: Bilingual
    origin: str
    url: str


class Term(TermEntry):
    """An entry of our own dictionary."""

    version: Version


class Carried(TypedDict):
    """Of which edition a Japanese text is, where that is not the edition shown."""

    edition: str
    number: str | None
    changed: bool | None


class RuleEntry(TypedDict):
    """A rule with its place in the book."""

    id: str
    number: str
    kind: str
    edition: str | None
    chapter: str | None
    title: Bilingual
    text: Bilingual
    examples: list[str]
    examples_ja: list[str]
    parent: str | None
    children: list[str]
    previous: str | None
    next: str | None
    cites: list[Cited]
    cited_by: list[Citing]
    terms: list[TermEntry]
    source: Sources
    ja_from: Carried | None
    url: str
    now: NotRequired[str | None]


class Rule(RuleEntry):
    """A rule with its place in the book."""

    version: Version


class RuleRange(TypedDict):
    """The rules of a range, in order."""

    rules: list[RuleEntry]
    version: Version


class Listing(TypedDict):
    """A document by its names."""

    id: str
    kind: str
    title: Bilingual
    url: str


class ListPage(TypedDict):
    """A page of a list; `total` counts the whole list."""

    items: list[Listing]
    total: int
    limit: int
    offset: int
    links: Links
    version: Version


class TermPage(TypedDict):
    """A page of our dictionary."""

    items: list[TermEntry]
    total: int
    limit: int
    offset: int
    links: Links
    version: Version


class Glossary(TypedDict):
    """A glossary entry beside our own terms of the same thing."""

    id: str
    term: str
    edition: str | None
    title: Bilingual
    text: Bilingual
    cites: list[Cited]
    terms: list[TermEntry]
    source: Sources
    url: str
    version: Version


class Block(TypedDict):
    """A piece of a section."""

    kind: str
    text: str
    depth: int
    mark: str
    notes: list[str]


class Section(TypedDict):
    """A part of a page under one heading."""

    title: Bilingual
    level: int
    blocks: list[Block]


class Quoted(TypedDict):
    """A rule's text as a page quotes it."""

    number: str
    title: str | None
    text: str
    edition: str
    lang: str


class Wiki(TypedDict):
    """A wiki page."""

    id: str
    title: Bilingual
    edition: str
    facts: dict[str, list[str]]
    sections: list[Section]
    quotations: list[Quoted]
    cites: list[Cited]
    parts: list[str]
    source: Source | None
    url: str
    version: Version


class Face(TypedDict):
    """One face of a card."""

    name: Bilingual
    mana_cost: str | None
    type: Bilingual
    text: Bilingual
    pt: str | None
    loyalty: str | None
    defense: str | None
    colors: list[str]
    color_indicator: list[str]


class AbilityRead(TypedDict):
    """An ability of a card and what the model makes of it.

    `state`: unread (some of it is), read (but something would not be honoured) or executable.
    """

    text: str
    kind: str
    state: str
    unread: list[str]
    not_executable: list[Bilingual]


class Ruling(TypedDict):
    """A ruling with the rules it cites."""

    id: str
    date: str | None
    text: str
    source: str | None
    cites: list[Cited]


class CardEntry(TypedDict):
    """A card with its faces and rulings."""

    id: str
    name: str
    title: Bilingual
    names_ja: list[str]
    layout: str | None
    mana_cost: str | None
    mana_value: str | None
    colors: list[str]
    type: Bilingual
    text: Bilingual
    faces: list[Face]
    abilities: list[AbilityRead]
    lights: list[list[int]]
    meld_parts: list[str]
    sets: list[str]
    rulings: list[Ruling]
    source: Source | None
    url: str


class Card(CardEntry):
    """A card with its faces and rulings."""

    version: Version


class CardRange(TypedDict):
    """Cards that share a Japanese name."""

    cards: list[CardEntry]
    version: Version


class Status(TypedDict):
    """What is held and how old it is."""

    sources: dict[str, Any]
    problems: list[dict[str, str]]
    terms: int
    index: dict[str, Any]
    version: Version
