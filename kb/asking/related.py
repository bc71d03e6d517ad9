"""Which rules to read where a question isn't answered: those that its words speak of, without the names of cards.

Hits of one rule and its subrules are votes for that rule, and so are terms of our dictionary for the rules that they name. The last
sentence, which asks, is searched once more for itself. `related` wants what the search of the library finds, so it never raises.

>>> whole("cr:702.16k"), whole("702.16"), whole("term:plot")
('702.16', '702.16', '')
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from kb.asking.names import NameTable
from kb.asking.normal import plain
from kb.library import Library
from scraper.document import Lang

MOST: Final = 5
_DEEP: Final = 30
"""Hits of a search that vote."""
_SOFT: Final = 4
"""How little the first places differ: the vote of a hit is 1 / (place + this)."""
_RULE: Final = re.compile(r"(?:cr:)?(\d{3}\.\d+)[a-z]?")
_SENTENCE: Final = re.compile(r"(?<=[.?!。？！])\s*")


def related(question: str, lang: Lang, library: Library, table: NameTable) -> list[dict[str, Any]]:
    """The five documents to read, the rules before all else."""
    bare = without_names(question, lang, table)
    parts = [one for one in _SENTENCE.split(bare) if one.strip()]
    votes: dict[str, float] = defaultdict(float)
    first: dict[str, dict[str, Any]] = {}
    alone: dict[str, bool] = {}
    rules = {term.document_id: term.rules[:3] for term in library.terms}
    for text in [bare, parts[-1]] if len(parts) > 1 else [bare]:
        places = {"rule": 0, "term": 0}
        for hit in library.search(text, lang=lang, limit=_DEEP).hits:
            named = rules.get(hit.id, ())
            own = whole(hit.id)
            for number in dict.fromkeys(map(whole, named)) if named else [own] if own else []:
                kind = "term" if named else "rule"
                votes[number] += 1 / (places[kind] + _SOFT)
                if own:
                    alone[number] = number not in first or first[number]["id"] == hit.id
                    first.setdefault(number, hit.to_json())
            places["term" if named else "rule"] += 1
    best = sorted(votes, key=lambda number: -votes[number])[:MOST]
    found = [one for number in best if (one := _shown(number, first, alone, lang, library)) is not None]
    if len(found) < MOST:
        known = {one["id"] for one in found}
        more = (hit.to_json() for hit in library.search(question, lang=lang, limit=MOST).hits)
        found += [one for one in more if one["id"] not in known]
    return found[:MOST]


def _shown(
    number: str, first: Mapping[str, dict[str, Any]], alone: Mapping[str, bool], lang: Lang, library: Library
) -> dict[str, Any] | None:
    """The one subrule that was found, else the rule with all its subrules."""
    if alone.get(number):
        return first[number]
    hits = library.search(number, lang=lang, limit=1).hits
    return hits[0].to_json() if hits and whole(hits[0].id) == number else first.get(number)


def whole(document: str) -> str:
    """The number of the rule that a rule or subrule belongs to; "" for anything else."""
    match = _RULE.fullmatch(document)
    return match[1] if match else ""


def without_names(question: str, lang: Lang, table: NameTable) -> str:
    """The question with spaces for the names of cards, which would drown its other words.

    >>> table = NameTable.of([("card:Test Bear", "Test Bear", "試験熊")])
    >>> without_names("Does my Test Bear die?", "en", table), without_names("試験熊は死亡する？", "ja", table)
    ('Does my   die?', ' は死亡する?')
    """
    letters = plain(question)
    japanese = lang == "ja"
    kept: list[str] = []
    at = 0
    while at < len(letters.norm):
        name = table.longest(letters.key, at, japanese=japanese)
        if name and _stands_for_a_card(letters.cased, at, name, japanese=japanese):
            kept.append(" ")
            at += len(name)
        else:
            kept.append(letters.cased[at])
            at += 1
    return "".join(kept)


def _stands_for_a_card(cased: str, at: int, name: str, *, japanese: bool) -> bool:
    if japanese:
        return len(name) > 2
    return len(name) > 4 and cased[at].isupper() and not (at and cased[at - 1].isalnum())
