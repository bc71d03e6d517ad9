"""A wiki page, as saved text or as MediaWiki's HTML -> documents.

Both roads meet in the neutral lines of `wiki_lines`; from there on there is one way. A page becomes a
document `wiki:計画` that holds all sections and whose own text is the lead, and a document `wiki:計画#ルール`
for each section. A citation or a quotation belongs to the one document whose text has it.

>>> page = parse_saved("計画/Plotとは、…\\n\\nルール\\n\\n• rule 702.170参照", "計画")
>>> [document.id for document in page.documents()]
['wiki:計画', 'wiki:計画#ルール']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal
from urllib.parse import quote

from scraper.citations import find_citations, find_references
from scraper.document import Block, Citation, Document, Quotation, Section, Source, Title
from scraper.wiki_html import read_html
from scraper.wiki_lines import Furniture, Line, RawPage
from scraper.wiki_parts import card_head, find_pair, info_box, note_marks, pairs_in, title_of
from scraper.wiki_quotes import edition_of, quotation_blocks, quotations, split_rule
from scraper.wiki_text import read_saved

BASE_URL = "http://mtgwiki.com/wiki/"
_NOTE_SECTIONS = frozenset(("脚注", "注釈", "出典"))
_KINDS = re.compile(r"(?:常在型|誘発型|起動型|呪文)能力(?=、|,|・|/|常在型|誘発型|起動型|呪文|$)")
_FACT_NAMES = {"種別": "kind", "登場セット": "sets", "CR": "rules", "読み": "reading"}


@dataclass(frozen=True, slots=True)
class WikiPair:
    """A Japanese and an English name that a page puts side by side.

    >>> WikiPair("廃材置き場", "Junkyard", "", "heading").where
    'heading'
    """

    ja: str
    en: str
    reading: str
    where: Literal["title", "heading", "card", "emphasis", "text"]


@dataclass(frozen=True, slots=True)
class WikiPage:
    """A page: its title pair, its sections (the first is the lead), the facts of its info box.

    >>> parse_html("<p><b>計画</b>/<i>Plot</i>とは、…</p>", "計画").title.en
    'Plot'
    """

    name: str
    title: Title
    sections: tuple[Section, ...]
    facts: Mapping[str, tuple[str, ...]]
    """kind, sets, rules (numbers; none for `CR:-`), reading, categories, aliases (titles of redirects);
    other keys as the page has them."""
    revision: str
    furniture: tuple[Furniture, ...]
    emphasised: tuple[str, ...] = ()
    address: str = ""
    """Where the page was fetched; '' for one that was saved by hand."""

    @property
    def id(self) -> str:
        """The id of the page's document."""
        return f"wiki:{self.name}"

    @property
    def url(self) -> str:
        """Where the page is on the web."""
        return self.address or BASE_URL + quote(self.name.replace(" ", "_"))

    def documents(self) -> tuple[Document, ...]:
        """The page's document and one for each section below the lead, in the page's order."""
        source = Source("wiki", "MTG Wiki", self.url, self.revision, "MTG Wiki")
        lead = self.sections[0]
        body = Section(lead.title, lead.level, tuple(b for b in lead.blocks if b.kind != "fact"))
        found = [
            Document(
                self.id,
                "wiki",
                "ja",
                self.title,
                body.text,
                source,
                sections=self.sections,
                citations=(*_fact_citations(lead, self.id), *_citations(body, self.id)),
                facts=self.facts,
            )
        ]
        anchors = _anchors(self.sections[1:])
        for order, (section, anchor) in enumerate(zip(self.sections[1:], anchors, strict=True), 1):
            found.append(self._section_document(section, anchor, order, source))
        return tuple(found)

    def _section_document(self, section: Section, anchor: str, order: int, source: Source) -> Document:
        identity = f"{self.id}#{anchor}"
        english = f"{self.title.en}: {section.title.en}" if self.title.en and section.title.en else ""
        return Document(
            identity,
            "wiki",
            "ja",
            Title(english, f"{self.name}#{section.title.ja}"),
            section.text,
            Source(source.id, source.name, f"{source.url}#{quote(anchor)}", source.edition, source.owner),
            parent=self.id,
            order=order,
            sections=(section,),
            citations=_citations(section, identity),
            quotations=_quotations(section),
        )

    def quotations(self) -> tuple[Quotation, ...]:
        """Every rule that the page quotes, in order."""
        return tuple(quoted for section in self.sections for quoted in _quotations(section))

    def pairs(self) -> tuple[WikiPair, ...]:
        """The 日本語/English pairs that the page shows, each once, the surest place first.

        >>> page = parse_saved("計画/Plotとは、「計画を行う/Plotting a Card」…", "計画")
        >>> [(pair.ja, pair.en) for pair in page.pairs()]
        [('計画', 'Plot'), ('計画を行う', 'Plotting a Card')]
        """
        first: dict[tuple[str, str], WikiPair] = {}
        for pair in self._all_pairs():
            first.setdefault((pair.ja, pair.en), pair)
        return tuple(first.values())

    def _all_pairs(self) -> Iterator[WikiPair]:
        if self.title.en:
            yield WikiPair(self.title.ja, self.title.en, self.title.reading, "title")
        for section in self.sections[1:]:
            yield from _heading_pairs(section.title)
        for phrase in self.emphasised:
            if (pair := find_pair(phrase)) and pair.en:
                yield WikiPair(pair.ja, pair.en, pair.reading, "emphasis")
        for block in (block for section in self.sections for block in section.blocks):
            card = card_head(block.text.partition("\n")[0]) if block.kind == "card" else None
            if card is not None:
                yield WikiPair(card.ja, card.en, "", "card")
            elif block.kind not in ("card", "fact", "footnote"):
                for pair in pairs_in(block.text):
                    yield WikiPair(pair.ja, pair.en, pair.reading, "text")


def parse_saved(text: str, name: str) -> WikiPage:
    """The page `name` from the text a reader saved.

    >>> parse_saved("次元\\n\\n次元'/Plane)はカード・タイプの一つ。", "次元").title.en
    'Plane'
    """
    return _page(read_saved(text, name))


def parse_html(html: str, name: str) -> WikiPage:
    """The page `name` from MediaWiki's HTML, a whole page or its body alone.

    >>> parse_html("<p>…</p><h2>ルール</h2><p>…</p>", "計画").sections[1].title.ja
    'ルール'
    """
    return _page(read_html(html, name))


def _page(raw: RawPage) -> WikiPage:
    parts = _parts(raw.lines)
    marks = {
        line.mark
        for heading, lines in parts
        if heading is not None and heading.text in _NOTE_SECTIONS
        for line in lines
        if line.kind == "ordered"
    }
    facts, openings, lead = _lead(parts[0][1], marks)
    sections = [Section(Title(), 1, lead)]
    for heading, lines in parts[1:]:
        assert heading is not None
        title = find_pair(heading.text) or Title(ja=heading.text)
        sections.append(Section(title, heading.depth, tuple(_blocks(lines, heading.text, marks))))
    title = title_of(raw.name, openings)
    if raw.aliases:
        facts["aliases"] = raw.aliases
    if raw.categories:
        facts["categories"] = raw.categories
    return WikiPage(
        raw.name,
        title,
        tuple(sections),
        MappingProxyType(facts),
        raw.revision,
        raw.furniture,
        raw.emphasised,
        raw.address,
    )


def _parts(lines: Sequence[Line]) -> list[tuple[Line | None, list[Line]]]:
    parts: list[tuple[Line | None, list[Line]]] = [(None, [])]
    for line in lines:
        if line.kind == "heading":
            parts.append((line, []))
        else:
            parts[-1][1].append(line)
    return parts


def _lead(
    lines: Sequence[Line], marks: set[str]
) -> tuple[dict[str, tuple[str, ...]], list[str], tuple[Block, ...]]:
    """The info box's facts, the lines that may open with the title pair, the lead's blocks."""
    facts: dict[str, tuple[str, ...]] = {}
    blocks: list[Block] = []
    rest: list[Line] = []
    openings: list[str] = []
    for run in _runs(lines):
        box = info_box([line.text for line in run]) if run[0].kind == "text" and not facts else None
        if box is None:
            rest.extend(run)
            openings.extend(line.text for line in run if line.kind == "text")
            continue
        openings[:0] = box.heading
        blocks.extend(Block("fact", text) for text in box.heading)
        for key, values in box.facts:
            blocks.extend(Block("fact", value, mark=key) for value in values or ("",))
            facts[_FACT_NAMES.get(key, key)] = _fact(key, values)
    return facts, openings, (*blocks, *_blocks(rest, "", marks))


def _runs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that stand together: text lines without a blank between, everything else by itself."""
    run: list[Line] = []
    for line in lines:
        if run and (line.kind != "text" or run[-1].kind != "text"):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _fact(key: str, values: tuple[str, ...]) -> tuple[str, ...]:
    if key == "種別":  # saved text loses the line break between two kinds
        return tuple(kind for value in values for kind in _KINDS.findall(value) or [value])
    if key != "CR":
        return values
    return tuple(str(found.number) for value in values for found in find_references(value))


def _blocks(lines: Sequence[Line], heading: str, marks: set[str]) -> Iterator[Block]:
    if edition_of(heading) is not None:
        yield from quotation_blocks(lines)
        return
    for run in _runs(lines):
        first = run[0]
        text = "\n".join(line.text for line in run)
        notes = tuple(mark for mark in note_marks(text) if mark in marks)
        if first.kind == "text":
            yield Block("paragraph", text, notes=notes)
        elif first.kind == "card":
            yield Block("card", text)
        elif first.kind == "ordered" and heading in _NOTE_SECTIONS:
            yield Block("footnote", text, first.depth, first.mark)
        elif first.kind in ("item", "ordered"):
            yield Block("ordered" if first.mark else "item", text, first.depth, first.mark, notes)


def _quotations(section: Section) -> tuple[Quotation, ...]:
    edition = edition_of(section.title.ja)
    return () if edition is None else quotations(section.blocks, edition)


def _fact_citations(lead: Section, source: str) -> Iterator[Citation]:
    for block in lead.blocks:
        if block.kind == "fact":
            yield from find_citations(block.text, source, part=f"fact:{block.mark}")


def _citations(section: Section, source: str) -> tuple[Citation, ...]:
    """The citations of a section's text; the number that a quoted rule stands under is none."""
    edition = edition_of(section.title.ja) or ""
    found: list[Citation] = []
    start = 0
    for block in section.blocks:
        quoted = block.kind == "quotation"
        rule = split_rule(block.text) if quoted else None
        skip = start + (len(block.text) - len(rule[1]) if rule else 0)
        cited = find_citations(block.text, source, edition=edition if quoted else "")
        found.extend(replace(c, start=c.start + start) for c in cited if c.start + start >= skip)
        start += len(block.text) + 1
    return tuple(found)


def _anchors(sections: Sequence[Section]) -> list[str]:
    """The sections' anchors as MediaWiki makes them: a name that recurs gets a number behind it."""
    seen: set[str] = set()
    anchors: list[str] = []
    for section in sections:
        title = section.title
        name = f"{title.ja}/{title.en}" if title.en else title.ja
        base = name.replace(" ", "_")
        anchor, count = base, 1
        while anchor in seen:
            count += 1
            anchor = f"{base}_{count}"
        seen.add(anchor)
        anchors.append(anchor)
    return anchors


def _heading_pairs(title: Title) -> Iterator[WikiPair]:
    if title.en:
        yield WikiPair(title.ja, title.en, title.reading, "heading")
        return
    joined = title.ja
    while "/" in joined:
        pair = next(pairs_in(joined), None)
        if pair is None or not pair.en:
            return
        yield WikiPair(pair.ja, pair.en, pair.reading, "heading")
        joined = joined[joined.index(pair.en) + len(pair.en) :].lstrip("とや、・ ")
