"""From an understood query to records in order: exact roads first, then texts, kinds kept apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from index import defining
from index.analysis import analyse
from index.cards import CardsMeant
from index.engine import AnalysedQuery, Clause
from index.fold import squeeze
from index.opened import Generation
from index.ranking import Ranked, rank, unit_idf
from index.records import Record
from index.termbook import TermBook
from index.understand import Understood, Unit

CANDIDATES = 200
DEFINES = 1.1
"""What a rule that defines a term of the query gains over one that only mentions it."""
_FILTERED = 2000
_OTHER_CANDIDATES = 12
_MOST_UNITS = 14
_MOST_POSTINGS = 1800
_OTHER_SHARDS = ("cards", "rulings")
_KIND_OF = {"cards": "card", "rulings": "ruling"}
_SHORTEST_WRITTEN = 2
_FIRST_OTHER = 5
"""Texts of cards and rulings stand below this many rules, pages and terms."""


def find(
    meant: Understood, cards: CardsMeant, opened: Generation, book: TermBook, lang: str, wanted: int
) -> list[Ranked]:
    """Every record found for the query, best first."""
    exact = _exact(meant, opened, book, lang)
    named = [record for one in cards.ids for record in opened.records.by_id(one)]
    admitted = meant.filters.admits
    lead = [
        Ranked(record, 0.0, "number" if meant.only_numbers else "term")
        for record in exact
        if admitted(record) and _has_phrases(record, meant.filters.phrases)
    ]
    by_name = [
        Ranked(record, 0.0, "name")
        for record in named
        if admitted(record) and _has_phrases(record, meant.filters.phrases)
    ]
    texts = _texts(meant, opened, book, lead)
    others = _others(meant, opened, wanted)
    if cards.sure:
        order = [*by_name, *lead, *texts]
    elif cards.by == "form":
        order = [*lead[:3], *by_name, *lead[3:], *texts]
    else:
        order = [*lead, *texts]
        place = min(len(order), max(len(lead[:4]), 3))
        order[place:place] = by_name[:3]
    order = _insert(order, others) or _as_written(meant, opened)
    return _scored(order)


def _as_written(meant: Understood, opened: Generation) -> list[Ranked]:
    """What has the query's characters just so, where its words lead nowhere: half a word, a name cut short."""
    if len(meant.asked) < _SHORTEST_WRITTEN or meant.only_numbers:
        return []
    found = opened.records.holding(meant.asked, CANDIDATES)
    return [
        Ranked(one, 0.0)
        for one in found
        if meant.filters.admits(one) and _has_phrases(one, meant.filters.phrases)
    ]


def _exact(meant: Understood, opened: Generation, book: TermBook, lang: str) -> list[Record]:
    if meant.section is not None:
        return defining.section(meant.section, opened)
    found: list[Record] = []
    if meant.numbers:
        found = defining.by_numbers(meant.numbers, opened, meant.filters.edition)
        if not meant.only_numbers:
            named = {str(one.first) for one in meant.numbers}
            found = [record for record in found if record.number in named or record.kind == "term"]
    if meant.whole and not meant.filters.edition:
        found += defining.of_terms(meant.whole, meant.asked, opened, book, lang)
    return found


def _texts(meant: Understood, opened: Generation, book: TermBook, lead: list[Ranked]) -> list[Ranked]:
    """The texts in force that answer best; of older editions only when one is asked for."""
    if meant.filters.kinds and not set(meant.filters.kinds) - set(_KIND_OF.values()):
        return []
    edition = meant.filters.edition
    older = bool(edition) and edition not in opened.manifest.current.values()
    shard = "older" if older else "current"
    limit = _FILTERED if meant.filters.any or meant.filters.phrases else CANDIDATES
    clauses = _telling(meant.units, opened, shard)
    if not clauses:
        return []
    phrases = _phrase_clauses(meant, opened)
    query = AnalysedQuery((*phrases, *clauses), minimum=0 if phrases else 1)
    keys = [one.key for one in opened.reader(shard).search(query, limit)]
    known = {one.record.key for one in lead}
    records = [record for record in _admitted(keys, meant, opened) if record.key not in known]
    ranked = rank(records, meant, opened, shard, _boosts(meant, opened, book))
    # Terms lend their score to rules that the engine did not give, filtered or not.
    return [one for one in ranked if meant.filters.admits(one.record)] if meant.filters.any else ranked


def _admitted(keys: list[int], meant: Understood, opened: Generation) -> list[Record]:
    """The records of these keys that pass the filters and hold the phrases, the best so many."""
    if meant.filters.any:
        outlines = opened.records.outlines(keys)
        keys = [outline.key for outline in outlines if meant.filters.admits(outline)]
    if not meant.filters.phrases:
        return opened.records.many(keys[:CANDIDATES])
    return [one for one in opened.records.many(keys) if _has_phrases(one, meant.filters.phrases)][:CANDIDATES]


def _boosts(meant: Understood, opened: Generation, book: TermBook) -> dict[int, float]:
    """Rules that define a term of the query count for more than those that only mention it."""
    boosts: dict[int, float] = {}
    for one in meant.terms:
        for number in book.terms[one].rules:
            for record in opened.in_force(number):
                boosts[record.key] = DEFINES
    return boosts


def _others(meant: Understood, opened: Generation, wanted: int) -> list[Ranked]:
    """Cards and rulings that hold everything asked for; they are many, so all of it must be there.

    Where cards or rulings alone are asked for, any of it is enough when all of it is nowhere.
    """
    if meant.only_numbers or meant.filters.scopes:
        return []
    found: list[Ranked] = []
    only = bool({"card", "ruling"} & set(meant.filters.kinds))
    limit = max(wanted, CANDIDATES) if only else _OTHER_CANDIDATES
    if meant.filters.phrases:
        limit = 2 * CANDIDATES
    for shard in _OTHER_SHARDS:
        if meant.filters.kinds and _KIND_OF[shard] not in meant.filters.kinds:
            continue
        reader = opened.reader(shard)
        units = [unit for unit in meant.units if reader.frequency(unit.token)]
        rare = sorted(units, key=lambda unit: reader.frequency(unit.token))[:4]
        if not rare or (not only and len(units) < len(meant.units) * 0.6):
            continue
        clauses = tuple(Clause((unit.token,), unit.weight, required=True) for unit in rare)
        scored = reader.search(AnalysedQuery(clauses, minimum=0), limit)
        if only and not scored:
            scored = reader.search(
                AnalysedQuery(tuple(replace(one, required=False) for one in clauses)), limit
            )
        records = _admitted([one.key for one in scored], meant, opened)
        found += rank(records, meant, opened, shard)
    return found


def _phrase_clauses(meant: Understood, opened: Generation) -> tuple[Clause, ...]:
    """Quoted phrases as the engine knows them; `_has_phrases` then looks whether the text has them just so."""
    words = (analyse(phrase, opened.book).words for phrase in meant.filters.phrases)
    return tuple(Clause(one, phrase=True, required=True) for one in words if one)


def _telling(units: Iterable[Unit], opened: Generation, shard: str) -> tuple[Clause, ...]:
    """The rarer units as an OR, as many as the budget of postings allows.

    Common ones only add to the order, which ranking makes: leaving them out here loses no good candidate and
    saves Whoosh most of its work.
    """
    reader = opened.reader(shard)
    weighed = [(unit, unit_idf(unit, opened, shard)) for unit in units]
    known = sorted((pair for pair in weighed if pair[1] > 0), key=lambda pair: -pair[1] * pair[0].weight)
    chosen: list[Unit] = []
    postings = 0
    for unit, _ in known[:_MOST_UNITS]:
        count = sum(map(reader.frequency, (unit.token, *unit.others)))
        if chosen and postings + count > _MOST_POSTINGS:
            continue
        chosen.append(unit)
        postings += count
    return tuple(Clause((unit.token, *unit.others), unit.weight) for unit in chosen)


def _has_phrases(record: Record, phrases: tuple[str, ...]) -> bool:
    if not phrases:
        return True
    text = squeeze(record.names + "\n" + record.text)
    return all(squeeze(phrase) in text for phrase in phrases)


def _insert(order: list[Ranked], others: list[Ranked]) -> list[Ranked]:
    """Put texts of cards and rulings below the first rules, two after every three."""
    known = {one.record.key for one in order}
    rest = [one for one in others if one.record.key not in known]
    mixed = order[:_FIRST_OTHER]
    below = order[_FIRST_OTHER:]
    while below or rest:
        mixed += below[:3] + rest[:2]
        below, rest = below[3:], rest[2:]
    return mixed


def _scored(order: list[Ranked]) -> list[Ranked]:
    """One of each document, with scores that fall from hit to hit."""
    unique: dict[tuple[str, str], Ranked] = {}
    for one in order:
        # A rule in both languages is one hit; an older edition of it is another.
        edition = one.record.edition if one.record.shard == "older" else ""
        unique.setdefault((one.record.id, edition), one)
    return [Ranked(one.record, 1.0 / (1 + 0.1 * place), one.why) for place, one in enumerate(unique.values())]
