"""The contract that every part shares: what a document is, frozen and without I/O.

A source (a rules file, a wiki page, a card file) is parsed into `Document`s. A document's text is the
source's own, character for character; whatever is normalised for searching lives in search keys, never here.

>>> RuleNumber.parse("702.170a").parent
RuleNumber(chapter=702, rule=170, letter='')
>>> str(RuleNumber(702, 170, "a"))
'702.170a'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import total_ordering
from types import MappingProxyType
from typing import Literal

Lang = Literal["en", "ja"]
Kind = Literal["section", "chapter", "rule", "subrule", "glossary", "wiki", "card", "ruling", "term"]

_NUMBER = re.compile(r"([1-9]\d{2})(?:\.(\d{1,3})([a-z]?))?", re.ASCII)


@total_ordering
@dataclass(frozen=True, slots=True)
class RuleNumber:
    """A number of the Comprehensive Rules: chapter 702, rule 702.170 or subrule 702.170a.

    Numbers sort as the book does: by value, so 702.9 comes before 702.10.

    >>> sorted(map(RuleNumber.parse, ["702.10", "702.9b", "702.9", "701"]))[0]
    RuleNumber(chapter=701, rule=None, letter='')
    """

    chapter: int
    rule: int | None = None
    letter: str = ""

    @classmethod
    def parse(cls, text: str) -> RuleNumber:
        """Read a number in its plain form; search input in other forms is normalised first.

        Raises ValueError that quotes the text.

        >>> RuleNumber.parse("704.5z").letter
        'z'
        >>> RuleNumber.parse("7")
        Traceback (most recent call last):
        ...
        ValueError: not a rule number: '7' (expected a form like 702, 702.170 or 702.170a)
        """
        match = _NUMBER.fullmatch(text)
        if match is None:
            raise ValueError(f"not a rule number: {text!r} (expected a form like 702, 702.170 or 702.170a)")
        chapter, rule, letter = match.groups()
        return cls(int(chapter), int(rule) if rule is not None else None, letter or "")

    def __str__(self) -> str:
        return f"{self.chapter}" if self.rule is None else f"{self.chapter}.{self.rule}{self.letter}"

    def __lt__(self, other: RuleNumber) -> bool:
        return self.sort_key < other.sort_key

    @property
    def sort_key(self) -> tuple[int, int, str]:
        """Order of the book; a chapter stands before its first rule.

        >>> RuleNumber(702).sort_key
        (702, -1, '')
        """
        return (self.chapter, -1 if self.rule is None else self.rule, self.letter)

    @property
    def section(self) -> int:
        """The one-digit section: 7 for 702.170a.

        >>> RuleNumber(702, 170, "a").section
        7
        """
        return self.chapter // 100

    @property
    def parent(self) -> RuleNumber | None:
        """The rule above, None for a chapter.

        >>> RuleNumber(702, 170).parent
        RuleNumber(chapter=702, rule=None, letter='')
        """
        if self.letter:
            return RuleNumber(self.chapter, self.rule)
        return RuleNumber(self.chapter) if self.rule is not None else None

    def is_within(self, other: RuleNumber) -> bool:
        """Whether this is `other` or below it.

        >>> RuleNumber(702, 170, "a").is_within(RuleNumber(702, 170))
        True
        """
        if self.chapter != other.chapter:
            return False
        if other.rule is None:
            return True
        return self.rule == other.rule and (not other.letter or self.letter == other.letter)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a text comes from; shown beside every text.

    >>> Source("cr", "Comprehensive Rules", edition="2026-01-16").edition
    '2026-01-16'
    """

    id: str
    """Short name of the source: cr, cr-ja, wiki, cards, rulings, terms."""
    name: str
    """Name for people."""
    url: str = ""
    edition: str = ""
    """Edition date (ISO) of the rules, revision date of a wiki page, '' where there is none."""
    owner: str = ""
    """Who owns the text."""


@dataclass(frozen=True, slots=True)
class Title:
    """A name in both languages, either may be ''; `reading` is kana of the Japanese one.

    >>> Title(en="Plot", ja="計画", reading="けいかく").in_lang("ja")
    '計画'
    """

    en: str = ""
    ja: str = ""
    reading: str = ""

    def in_lang(self, lang: Lang) -> str:
        """The title in that language, else in the other one.

        >>> Title(en="Plot").in_lang("ja")
        'Plot'
        """
        return (self.ja or self.en) if lang == "ja" else (self.en or self.ja)


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a document's text that names a rule.

    >>> Citation("wiki:計画", RuleNumber(702, 170), raw="CR:702.170").last
    RuleNumber(chapter=702, rule=170, letter='')
    """

    source: str
    """Id of the document that cites (`wiki:計画#ルール`, `cr:702.170d`)."""
    number: RuleNumber
    """The rule named; in a range the first one."""
    end: RuleNumber | None = None
    """The last rule of a range, inclusive."""
    title: str = ""
    """The title given beside the number: 〔…〕 or a quoted one."""
    edition: str = ""
    """The edition the source says it quotes, '' when it doesn't say."""
    raw: str = ""
    """The characters of the text that make the citation."""
    start: int = -1
    """Offset of `raw` in the document's text (or in its example/section text, see `part`), -1 unknown."""
    part: str = ""
    """'' for the document's own text, else `example:0`, `section:3`, `fact:CR`."""
    exception: bool = False
    """The text calls itself an exception to the rule named (例外)."""

    @property
    def last(self) -> RuleNumber:
        """The last rule that is meant."""
        return self.end or self.number


@dataclass(frozen=True, slots=True)
class Quotation:
    """A rule quoted in another document, with the edition and language it was quoted from.

    >>> Quotation(RuleNumber(309, 1), "…", edition="20231117.0", lang="ja").number.chapter
    309
    """

    number: RuleNumber
    text: str
    edition: str
    """As the source writes it: `20231117.0`."""
    lang: Lang
    title: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a section: a paragraph, a list item with its depth, a card box, a footnote.

    >>> Block("item", "…", depth=2).depth
    2
    """

    kind: Literal["paragraph", "item", "ordered", "card", "footnote", "fact", "quotation"]
    text: str
    depth: int = 0
    """0 for a paragraph, 1 for an outermost list item."""
    mark: str = ""
    """Number of an ordered item, mark of a footnote, key of a fact."""
    notes: tuple[str, ...] = ()
    """Marks of the footnotes that this block refers to."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under one heading; level 1 is the page's lead.

    >>> Section(Title(ja="ルール"), 2, (Block("paragraph", "…"),)).text
    '…'
    """

    title: Title
    level: int
    blocks: tuple[Block, ...] = ()

    @property
    def text(self) -> str:
        """The blocks' texts, a line each."""
        return "\n".join(block.text for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Document:
    """One unit that can be stored, found, cited and shown.

    >>> doc = Document("cr:702.170", "rule", "en", Title(en="Plot"), "Plot", Source("cr", "CR"))
    >>> doc.kind
    'rule'
    """

    id: str
    """`cr:702.170a`, `glossary:Plot`, `wiki:計画`, `card:…`, `ruling:…`, `term:plot`."""
    kind: Kind
    lang: Lang
    title: Title
    text: str
    """The source's own text. Paragraphs are separated by a newline. Without the rule's number."""
    source: Source
    number: RuleNumber | None = None
    parent: str = ""
    """Id of the document above: the rule of a subrule, the chapter of a rule."""
    order: int = 0
    """Place in the source, from 0."""
    chapter: str = ""
    """Title of the chapter a rule stands in."""
    examples: tuple[str, ...] = ()
    """Example paragraphs, each without its leading `Example:`."""
    sections: tuple[Section, ...] = ()
    citations: tuple[Citation, ...] = ()
    quotations: tuple[Quotation, ...] = ()
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Further named facts: `sets`, `kind`, `aliases`, `mana_cost` … Values are always tuples of strings."""


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of a bilingual dictionary of rules terms.

    >>> Term("plot", "plot", "計画", "けいかく", "keyword_ability", ("702.170",)).document_id
    'term:plot'
    """

    id: str
    en: str
    ja: str
    reading: str
    """Hiragana of `ja`."""
    kind: str
    """keyword_ability, keyword_action, ability_word, zone, phase, step, card_type, slang, …"""
    rules: tuple[str, ...] = ()
    also_en: tuple[str, ...] = ()
    """Inflections, other spellings, nicknames."""
    also_ja: tuple[str, ...] = ()
    note_en: str = ""
    note_ja: str = ""
    origin: Literal["ours", "found"] = "ours"

    @property
    def document_id(self) -> str:
        """The id under which the term is found and shown."""
        return f"term:{self.id}"
