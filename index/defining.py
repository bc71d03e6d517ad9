"""The documents that define what a query names: by rule number, by term, in the order a reader wants them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from index.fold import fold, squeeze
from index.numbers import FoundNumber
from index.opened import Generation
from index.records import Record
from index.termbook import TermBook
from scraper.document import RuleNumber, Term

_MOST_OF_RANGE = 40
_MOST_KEPT = 10_000
_MOST_NOTES = 5
# "Trample is a static ability that modifies …": says what sort of ability it is, not yet what it does.
_CLASSED = re.compile(
    r"^[^.“”]{2,60}? is an? (?:[a-z\-]+ )?(?:ability|keyword action)\b(?![^.]*[“\"])", re.IGNORECASE
)
_NOTHING_YET = 150
"""A first subrule longer than this says what the keyword does, unless the rest is when it does nothing."""
_MEANS = re.compile(r"means?\b|is to\b|to [a-z ]+ (?:a|an|the|one or more) .* (?:means|is)\b", re.IGNORECASE)


def by_numbers(numbers: Sequence[FoundNumber], generation: Generation, edition: str = "") -> list[Record]:
    """The rules of these numbers; for one that does not exist what stands above it and beside it."""
    found: list[Record] = []
    for number in numbers:
        if number.first == number.last:
            found += _one_number(number.first, generation, edition)
        else:
            found += _range(number, generation, edition)
    if not edition:
        found += [note for number in numbers for note in _notes(number.first, generation)]
    return _unique(found)


def _notes(number: RuleNumber, generation: Generation) -> list[Record]:
    """Our own notes about a rule: all there is before any rules text was brought in."""
    ids = generation.book.about(number)[:_MOST_NOTES]
    terms = (generation.book.terms[one] for one in ids)
    return [one for term in terms for one in generation.records.by_id(term.document_id)]


def section(number: int, generation: Generation) -> list[Record]:
    """A section such as 7 and its chapters."""
    every = generation.records.by_id(f"cr:{number}")
    records = [one for one in every if one.shard == "current"]
    return records + [one for record in records for one in generation.children(record)]


def _one_number(number: RuleNumber, generation: Generation, edition: str) -> list[Record]:
    records = _in_force(generation.records.by_number(str(number)), edition)
    if records:
        below = [child for record in records[:1] for child in generation.children(record)[:2]]
        return records + below
    beside = _neighbours(number, generation) if number.letter else []
    above = number.parent
    while above is not None:
        records = _in_force(generation.records.by_number(str(above)), edition)
        if records:
            return records + beside
        above = above.parent
    return beside


def _neighbours(number: RuleNumber, generation: Generation) -> list[Record]:
    """The subrules right before and after a letter that does not exist (l and o are skipped)."""
    family = [
        one for above in generation.in_force(str(number.parent))[:1] for one in generation.children(above)
    ]
    before = [one for one in family if RuleNumber.parse(one.number) < number]
    after = [one for one in family if number < RuleNumber.parse(one.number)]
    return before[-1:] + after[:1] if before and after else []


def _range(number: FoundNumber, generation: Generation, edition: str) -> list[Record]:
    shard = "older" if edition and edition not in generation.manifest.current.values() else "current"
    records: list[Record] = []
    for chapter in range(number.first.chapter, min(number.last.chapter, number.first.chapter + 5) + 1):
        records += generation.records.of_chapter(chapter, shard)
    within = [
        record
        for record in records
        if number.first <= RuleNumber.parse(record.number) <= number.last
        or (RuleNumber.parse(record.number).is_within(number.last))
    ]
    if edition:
        within = [record for record in within if record.edition == edition]
    same_depth = [r for r in within if bool(RuleNumber.parse(r.number).letter) == bool(number.first.letter)]
    return _unique([*same_depth, *within])[:_MOST_OF_RANGE]


def _in_force(records: list[Record], edition: str) -> list[Record]:
    """Those of the edition asked for, else the current ones, else the newest older one."""
    if edition:
        return [record for record in records if record.edition == edition]
    return [record for record in records if record.shard == "current"] or records[:1]


def definition(number: str, generation: Generation) -> list[Record]:
    """The records that say what the rule of this number is about, the defining one first."""
    kept = generation.definitions.get(number)
    if kept is None:
        if len(generation.definitions) > _MOST_KEPT:
            generation.definitions.clear()
        kept = generation.definitions[number] = _definition(number, generation)
    return kept


def _definition(number: str, generation: Generation) -> list[Record]:
    records = generation.in_force(number)
    if not records:
        return []
    record = records[0]
    children = generation.children(record)
    if record.kind == "chapter" and children:
        first = children[0]
        below = generation.children(first)
        return [*(below[:1] if first.title else ()), first, record, *children[1:3]]
    if record.kind == "rule" and record.title and children:
        return [*_defining_child(children), record]
    return [*records, *children[:2]]


def _defining_child(children: list[Record]) -> list[Record]:
    first = children[0]
    classed = _CLASSED.match(first.text) and not _MEANS.search(first.text)
    brief = len(first.text) < _NOTHING_YET or "has no effect" in first.text
    if len(children) > 1 and classed and brief:
        return [children[1], first, *children[2:]]
    return children


def of_terms(
    ids: Iterable[str], asked: str, generation: Generation, book: TermBook, lang: str
) -> list[Record]:
    """What defines these terms: rule, glossary entry, wiki page, the term itself, then the rest of the rule.

    `asked` is how the query writes the term, `lang` decides whether the wiki comes before the glossary.
    """
    first: list[Record] = []
    glossary: list[Record] = []
    wiki: list[Record] = []
    own: list[Record] = []
    rest: list[Record] = []
    for term in (book.terms[one] for one in ids):
        found = [record for number in term.rules[:1] for record in definition(number, generation)]
        found = _prefer_surface(found, asked, term)
        first += found[:1]
        for number in term.rules[1:]:
            first += definition(number, generation)[:1]
        rest += found[1:]
        glossary += _glossary(term, asked, generation)
        wiki += _wiki(term, generation)
        own += _in_force(generation.records.by_id(term.document_id), "")
    middle = [*wiki, *glossary] if lang == "ja" else [*glossary, *wiki]
    return _unique([*first[:1], *middle[:1], *first[1:3], *middle[1:], *own, *rest])


def _prefer_surface(found: list[Record], asked: str, term: Term) -> list[Record]:
    """For plotted, suspected, foretelling: the subrule that speaks of that form before the one of the verb."""
    name, wanted = fold(term.en), fold(asked)
    if wanted.rstrip("s") == name.rstrip("s") or not wanted.isascii() or len(found) < 2:
        return found
    pattern = re.compile(rf"(?<![a-z]){re.escape(wanted)}(?![a-z])")
    best: tuple[float, Record] | None = None
    for record in found:
        match = pattern.search(fold(record.text))
        if match is not None:
            place = match.start() / (len(record.text) + 1)
            if best is None or place < best[0] - 0.05:
                best = (place, record)
    if best is None or best[0] > 0.3:
        return found
    return [best[1], *(record for record in found if record is not best[1])]


def _glossary(term: Term, asked: str, generation: Generation) -> Iterator[Record]:
    """The glossary entry of the term: under the name asked for, its own name or another spelling of it."""
    by_title = generation.titles
    for name in dict.fromkeys((asked, term.en, *term.also_en)):
        for key in by_title.get(squeeze(name), ()):
            yield from (one for one in generation.records.many([key]) if one.kind == "glossary")


def _wiki(term: Term, generation: Generation) -> Iterator[Record]:
    for name in dict.fromkeys((term.ja, term.en)):
        for key in generation.titles.get(squeeze(name), ()):
            yield from (one for one in generation.records.many([key]) if one.kind == "wiki")


def _unique(records: Iterable[Record]) -> list[Record]:
    return list({record.key: record for record in records}.values())
