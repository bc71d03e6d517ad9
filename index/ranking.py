"""How well a document answers a query: what is asked for, weighed by how much it says, and where it stands.

The engine finds candidates; the order is made here, so that every engine gives the same one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from index import defining, english
from index.kana import is_kana
from index.opened import Bag, Generation
from index.records import Record
from index.understand import Understood, Unit
from scraper.document import RuleNumber

OTHER: Final = 1.0
"""What a word's translation counts beside the word itself."""
LENT: Final = 0.2
PARTIAL: Final = 0.15
"""What a text keeps of its score that has next to nothing of the query; the rest grows with the share."""
LEAST: Final = 0.2
"""Share of a query that the best text must have; below it nothing was found."""
SURE: Final = 0.7
"""The same for kana in which no term was recognised."""
TAIL: Final = 0.3
"""Texts with less than this part of what the best one has are left out."""
_MOST_LENT: Final = 6
HEADING: Final = 0.5
"""A rule that is only a title says less than the rules below it."""
KINDS: Final[Mapping[str, float]] = {
    "rule": 1.0,
    "subrule": 1.0,
    "glossary": 0.85,
    "wiki": 0.8,
    "term": 0.6,
    "chapter": 0.5,
    "section": 0.3,
    "card": 0.8,
    "ruling": 0.7,
}
"""What a kind's text counts, all else being equal: rules say how it is, others repeat it."""
_QUOTED = re.compile("#(?:引用|脚注|参考)")
ABROAD: Final = 1.45
"""What a page gains for a query in the other language: words in translation match less than they would at home."""
COMMENTARY: Final = 1.4
"""What pages gain when how the game was made is asked for: rules never say."""
_MAKING: Final = frozenset(
    map(
        english.stem,
        [
            "archetype",
            "design",
            "designed",
            "designer",
            "develop",
            "developer",
            "development",
            "flavor",
            "inspired",
            "inspiration",
            "mechanic",
            "minigame",
            "originally",
            "playtest",
            "precon",
            "story",
            "vision",
        ],
    )
) | frozenset(
    [
        "アーキタイプ",
        "デザイン",
        "デザイナー",
        "テストプレー",
        "テストプレイ",
        "メカニズム",
        "モチーフ",
        "開発",
        "元ネタ",
        "展望",
        "秘話",
        "由来",
        "経緯",
    ]
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A record with its score and the road by which it was found.

    >>> Ranked(Record(1, "cr:1", "section", "en", "cr", "", "current"), 1.0, "number").why
    'number'
    """

    record: Record
    score: float
    why: str = "text"


def weigh(units: Iterable[Unit], generation: Generation, shard: str) -> list[tuple[Unit, float]]:
    """Each unit with its weight in this shard: rare ones say more."""
    weighed = [(unit, unit.weight * unit_idf(unit, generation, shard)) for unit in units]
    return [(unit, weight) for unit, weight in weighed if weight > 0]


def unit_idf(unit: Unit, generation: Generation, shard: str) -> float:
    """How much a unit says; one that only the other language has says what its commonest word there says."""
    own = generation.idf(unit.token, shard)
    if own or not unit.others:
        return own
    known = [idf for one in unit.others if (idf := generation.idf(one, shard)) > 0]
    return min(known, default=0.0) * OTHER


def rank(
    records: Iterable[Record],
    meant: Understood,
    generation: Generation,
    shard: str = "current",
    boosts: Mapping[int, float] = MappingProxyType({}),
) -> list[Ranked]:
    """The records in order, best first. `boosts` are factors for records that define something asked for."""
    units = weigh(meant.units, generation, shard)
    scored: list[tuple[Record, float, float]] = []
    of_making = COMMENTARY if any(unit.token in _MAKING for unit in meant.units) else 1.0
    for record in records:
        abroad = (record.lang == "ja") != meant.japanese
        value, share = score(record, generation.bag(record), units, abroad=abroad)
        factor = of_making if record.kind == "wiki" else boosts.get(record.key, 1.0)
        scored.append((record, value * factor, share))
    best = max((share for _, _, share in scored), default=0.0)
    # Words that no text has are most of what was asked: what is left of it tells nothing.
    unknown = len(meant.units) - len(units)
    if not units or best < LEAST * (1 + unknown / len(units)):
        return []
    guessed = is_kana(meant.text) and not meant.terms  # Sudachi makes words of any kana
    if guessed and best < min(SURE * (1 + unknown / len(units)), 0.95):
        return []
    ranked = [Ranked(record, value) for record, value, share in scored if value > 0 and share >= TAIL * best]
    if shard == "current":
        ranked = _lend(ranked, generation)
    return sorted(ranked, key=_place)


def _place(one: Ranked) -> tuple[float, tuple[int, int, str], str]:
    """Best first; equals in the order of the book, whenever they came into the index."""
    return (-one.score, _in_book(one.record.number), one.record.id)


@lru_cache(maxsize=8192)
def _in_book(number: str) -> tuple[int, int, str]:
    return RuleNumber.parse(number).sort_key if number else (1000, 0, "")


def _lend(ranked: list[Ranked], generation: Generation) -> list[Ranked]:
    """A term of the dictionary lends what it scores to the rules it names, and stands below them itself."""
    scores = {one.record.key: one.score for one in ranked}
    lenders = [one for one in ranked if one.record.kind == "term" and one.score > 0]
    others: dict[int, Record] = {}
    for one in lenders:
        highest = scores[one.record.key]
        for place, number in enumerate(one.record.cites.split()[:_MOST_LENT]):
            for rule in defining.definition(number, generation)[:1]:
                if rule.key not in scores:
                    others[rule.key] = rule
                own = scores.get(rule.key, 0.0) + one.score * LENT / (1 + 0.5 * place)
                scores[rule.key] = own
                highest = min(highest, 0.98 * own)
        scores[one.record.key] = highest
    lent = [Ranked(record, scores[key], "term") for key, record in others.items()]
    return [Ranked(one.record, scores[one.record.key], one.why) for one in ranked] + lent


def score(
    record: Record, bag: Bag, units: list[tuple[Unit, float]], *, abroad: bool = False
) -> tuple[float, float]:
    """A number that compares documents for one query, and what share of the query is there; 0 for nothing.

    `abroad`: the text is in the other language than the query, so plain words are looked for in translation.
    """
    gains, text = bag.gains, bag.text
    total = matched = gained = 0.0
    for unit, weight in units:
        total += weight
        best = gains.get(unit.token, 0.0)
        if abroad and unit.others:
            best = max(best, *[OTHER * text.get(token, 0.0) for token in unit.others])
        if best:
            matched += weight
            gained += weight * best
    if not matched:
        return 0.0, 0.0
    coverage = matched / total
    factor = KINDS[record.kind]
    if record.kind == "wiki":
        factor *= (0.7 if _QUOTED.search(record.id) else 1.0) * (ABROAD if abroad else 1.0)
    if record.kind == "rule" and record.title:
        factor *= HEADING
    return gained / total * (PARTIAL + (1 - PARTIAL) * coverage * coverage) * factor, coverage
