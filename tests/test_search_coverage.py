"""What players ask leads to the rule: a table of ways to ask, every keyword in its usual forms, our own queries."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from index.build import build_index
from index.search import Searcher
from kb.terms import load_terms
from scraper.cr import parse_cr
from scraper.decode import decode
from scraper.document import Term
from scraper.wiki import parse_saved
from tests.shared import CR, WIKI, needs_shared

CASES = Path(__file__).parent / "cases"
EDITION = "2026-01-16"
SUCCESS_AT_1, SUCCESS_AT_3 = 0.85, 0.95
IRREGULAR = {
    "fight": ("fighting", "fought"),
    "cast": ("casting", "cast"),
    "tap": ("tapping", "tapped"),
    "untap": ("untapping",),
    "meld": ("melding", "melded"),
    "learn": ("learning", "learned"),
    "behold": ("beholding", "beheld"),
}


def table() -> dict[str, list[dict[str, Any]]]:
    listed: dict[str, list[dict[str, Any]]] = yaml.safe_load(
        (CASES / "search_coverage.yaml").read_text(encoding="utf-8")
    )
    return listed


@cache
def rules() -> tuple[Any, ...]:
    return parse_cr(decode((CR / f"{EDITION}.txt").read_bytes()).text).documents


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    """The rules in force and the saved wiki pages, as everybody has them."""
    folder = tmp_path_factory.mktemp("index")
    pages = [
        document
        for path in sorted(WIKI.glob("*.txt"))
        for document in parse_saved(decode(path.read_bytes()).text, path.stem).documents()
    ]
    build_index(folder, [*rules(), *pages], load_terms(), 1, current={"cr": EDITION})
    return Searcher(folder, load_terms())


def first(searcher: Searcher, query: str, lang: Any, count: int = 3) -> list[str]:
    return [hit.id for hit in searcher.search(query, lang=lang).hits[:count]]


@needs_shared
@pytest.mark.parametrize("topic", table())
def test_rules_are_found_as_players_ask_for_them(topic: str, searcher: Searcher) -> None:
    known = {document.id for document in rules()}
    missed = []
    for row in table()[topic]:
        wanted = {f"cr:{number}" for number in row["rules"]}
        assert wanted <= known, f"no such rule: {wanted - known}"
        for lang in ("en", "ja"):
            for query in row[lang]:
                found = first(searcher, query, lang)
                if not wanted & set(found):
                    missed.append((query, row["rules"], found))
    assert not missed


def keywords() -> list[Term]:
    return [
        term
        for term in load_terms()
        if term.kind in {"keyword_ability", "keyword_action"} and "[" not in term.en
    ]


def english_forms(term: Term) -> Iterator[str]:
    yield from (term.en, f"what is {term.en}")
    if term.kind == "keyword_ability":
        yield from (f"{term.en} ability", f"creature with {term.en}")
    elif term.en.isalpha():
        verb, stem = term.en, term.en.removesuffix("e")
        yield from IRREGULAR.get(verb, (f"{stem}ing", re.sub(r"([^aeiou])y$", r"\1i", stem) + "ed"))


def japanese_forms(term: Term) -> Iterator[str]:
    katakana = "".join(chr(ord(char) + 0x60) if "ぁ" <= char <= "ゖ" else char for char in term.reading)
    yield from (term.ja, f"{term.ja}とは", term.reading, katakana)
    if term.kind == "keyword_ability":
        yield from (f"{term.ja}持ち", f"{term.ja}を持つ", f"{term.ja}能力")
    if re.search("[一-龠]$", term.ja):
        yield from (f"{term.ja}する", f"{term.ja}した")
        if term.kind == "keyword_action":
            yield from (f"{term.ja}された", f"{term.ja}して", f"{term.ja}を行う")


def family(number: str) -> str:
    """A pattern for the rule of a keyword with its subrules; elsewhere for the chapter, as 712 for meld."""
    chapter, _, rest = number.partition(".")
    rule = re.escape(f"{chapter}.{rest.rstrip('abcdefghijkmnpqrstuvwxyz')}")
    return rf"cr:{rule}[a-z]?" if chapter in {"701", "702"} else rf"cr:{chapter}(\..+)?"


@needs_shared
def test_every_keyword_is_found_in_its_usual_forms(searcher: Searcher) -> None:
    missed = []
    asked = 0
    for term in keywords():
        wanted = re.compile("|".join(map(family, term.rules)))
        for lang, forms in (("en", english_forms(term)), ("ja", japanese_forms(term))):
            for query in forms:
                asked += 1
                found = first(searcher, query, lang)
                if not any(wanted.fullmatch(one) for one in found):
                    missed.append((term.id, query, found))
    assert asked > 2500
    assert len(keywords()) >= 257
    assert not missed


@needs_shared
def test_our_own_queries_are_answered(searcher: Searcher) -> None:
    """Queries nobody tuned for, at the time they were written; cards are left out, there are none in this index."""
    lines = (CASES / "search_fresh.jsonl").read_text(encoding="utf-8").splitlines()
    queries = [query for query in map(json.loads, lines) if query["type"] != "card"]
    places = []
    for query in queries:
        right = {one.casefold() for one in query["gold"] + query["acceptable"]}
        found = [one.casefold() for one in first(searcher, query["q"], query["lang"])]
        places.append(next((place for place, one in enumerate(found) if one in right), None))
    assert sum(place == 0 for place in places) / len(queries) >= SUCCESS_AT_1
    assert sum(place is not None for place in places) / len(queries) >= SUCCESS_AT_3
