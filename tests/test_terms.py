"""The dictionary of terms: its form, and its facts against the edition of 2026-01-16."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

import pytest
import yaml

import kb.terms
from kb.terms import TermsError, load_terms, read_terms
from scraper.cr import parse_cr
from scraper.decode import decode
from scraper.document import Document, Term
from tests.shared import CR, needs_shared

TERMS = load_terms()
LONGEST_COMMON = 60

GOOD = """
- id: haste
  en: haste
  ja: 速攻
  reading: そっこう
  kind: keyword_ability
  rules: ["702.10"]
  also: {en: [hasty]}
  note: {en: "Attacks at once.", ja: "すぐに攻撃できる。"}
"""


@cache
def edition() -> str:
    return decode((CR / "2026-01-16.txt").read_bytes()).text


@cache
def documents() -> tuple[Document, ...]:
    return parse_cr(edition()).documents


@cache
def numbers() -> frozenset[str]:
    return frozenset(str(document.number) for document in documents() if document.number)


def squeeze(text: str) -> str:
    """Letters and digits only, so that a common run is not hidden by quotes or spaces."""
    return re.sub(r"[^\w]+", " ", text.casefold()).strip()


def test_reads_an_entry():
    (term,) = read_terms({"a.yaml": GOOD})
    assert term == Term(
        id="haste",
        en="haste",
        ja="速攻",
        reading="そっこう",
        kind="keyword_ability",
        rules=("702.10",),
        also_en=("hasty",),
        also_ja=(),
        note_en="Attacks at once.",
        note_ja="すぐに攻撃できる。",
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("id: haste", "id: Haste Makes", "not in kebab-case"),
        ("reading: そっこう", "reading: ソッコウ", "not hiragana"),
        ("reading: そっこう", "reading: 速攻", "not hiragana"),
        ("ja: 速攻", "ja: ''", "ja is missing"),
        ("kind: keyword_ability", "kind: keyword", "not a kind"),
        ('rules: ["702.10"]', "rules: [702.10]", "rules is not a list of texts"),
        ('rules: ["702.10"]', 'rules: ["702.10aa"]', "not a rule number: '702.10aa'"),
        ('rules: ["702.10"]', 'rule: ["702.10"]', "unknown field 'rule'"),
        ("also: {en: [hasty]}", "also: {fr: [x]}", "also is not a mapping of en and ja"),
        ("also: {en: [hasty]}", "also: {en: [a, a]}", "says something twice"),
        ("also: {en: [hasty]}", "also: {en: [no]}", "also.en is not a list of texts: [False]"),
        ('en: "Attacks at once.", ', "", "note.en is missing"),
        ("- id: haste", "id: haste", "not YAML"),
    ],
)
def test_a_faulty_entry_is_named(old: str, new: str, fault: str):
    assert old in GOOD
    with pytest.raises(TermsError) as caught:
        read_terms({"a.yaml": GOOD.replace(old, new, 1)})
    assert any("a.yaml" in line and fault in line for line in caught.value.faults), caught.value.faults
    assert "件の誤り" in caught.value.ja


def test_all_faults_come_in_one_error():
    with pytest.raises(TermsError) as caught:
        read_terms({"a.yaml": GOOD, "b.yaml": GOOD + "- 5\n", "c.yaml": "just words"})
    assert caught.value.faults == (
        "b.yaml: entry 'haste': the id is taken by an entry of a.yaml",
        "b.yaml: entry 2: expected a mapping, found 5",
        "c.yaml: expected a list of entries, found str",
    )


def test_the_dictionary_is_large():
    assert len(TERMS) >= 1500


def test_few_entries_are_unsure():
    unsure = [
        entry["id"]
        for file in resources.files(kb.terms).iterdir()
        if file.name.endswith(".yaml")
        for entry in yaml.safe_load(file.read_text(encoding="utf-8"))
        if "unsure" in entry
    ]
    assert len(unsure) <= 40, unsure


def test_no_name_stands_for_itself_twice():
    for term in TERMS:
        names = [name.casefold() for name in (term.en, *term.also_en)]
        assert len(set(names)) == len(names), term
        assert len({term.ja, *term.also_ja}) == 1 + len(term.also_ja), term


def test_a_keyword_has_one_entry():
    keywords = [term for term in TERMS if term.kind in {"keyword_ability", "keyword_action"}]
    for attribute in ("en", "ja"):
        names = [getattr(term, attribute).casefold() for term in keywords]
        twice = {name for name in names if names.count(name) > 1}
        assert not twice, twice


@needs_shared
def test_numbers_exist_in_the_edition():
    missing = {number: term.id for term in TERMS for number in term.rules if number not in numbers()}
    assert not missing


@needs_shared
def test_numbers_in_notes_exist_in_the_edition():
    cited = re.compile(r"(?<![\d.])[1-9]\d\d\.\d+[a-z]?(?!\d)")
    missing = {
        (term.id, number)
        for term in TERMS
        for number in cited.findall(f"{term.note_en} {term.note_ja}")
        if number not in numbers()
    }
    assert not missing


@needs_shared
@pytest.mark.parametrize(
    ("chapter", "kind", "count"), [("702", "keyword_ability", 188), ("701", "keyword_action", 67)]
)
def test_each_keyword_is_covered_once(chapter: str, kind: str, count: int):
    rule = re.compile(rf"{chapter}\.\d+")
    listed = {number for number in numbers() if rule.fullmatch(number)} - {f"{chapter}.1"}
    assert len(listed) == count
    covered = [
        number for term in TERMS if term.kind == kind for number in term.rules[:1] if rule.fullmatch(number)
    ]
    titles = dict(re.findall(r"^(70[12]\.\d+)\. (.+)$", edition(), re.M))
    twice = {number for number in covered if covered.count(number) > 1 and " and " not in titles[number]}
    assert not twice, "two terms for one keyword"
    assert not listed - set(covered)


@needs_shared
@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("state-based actions", r"704\.[56][a-z]"),
        ("steps and phases", r"50[2-47-9]|51[0-4]|505"),
        ("steps of casting", r"601\.2[a-i]"),
        ("layers", r"613\.(?:1[a-g]|2[ab]|4[a-d])"),
        ("special actions", r"116\.2[a-m]"),
        ("turn-based actions", r"703\.4[a-r]"),
    ],
)
def test_every_quick_note_is_there(what: str, pattern: str):
    listed = {number for number in numbers() if re.fullmatch(pattern, number)}
    assert len(listed) >= 9, what
    assert not listed - {number for term in TERMS for number in term.rules}


@needs_shared
def test_every_glossary_headword_is_a_term():
    names = {squeeze(name) for term in TERMS for name in (term.en, *term.also_en)}
    missing = [
        document.title.en
        for document in documents()
        if document.kind == "glossary"
        for head in (document.title.en.removesuffix(" (Obsolete)"),)
        if not names & {squeeze(part) for part in (head, head.removesuffix("s"), *head.split(", "))}
    ]
    assert sorted(missing) == ["Deal", "If"], "these two only point to another entry"


@needs_shared
def test_english_names_are_those_of_the_edition():
    titles = dict(re.findall(r"^(70[12]\.\d+)\. (.+)$", edition(), re.M))
    wrong = [
        (term.id, term.en, titles[term.rules[0]])
        for term in TERMS
        if term.kind in {"keyword_ability", "keyword_action"}
        and term.rules[0] in titles
        and not {titles[term.rules[0]].casefold(), *titles[term.rules[0]].casefold().split(" and ")}
        & {name.casefold() for name in (term.en, *term.also_en)}
    ]
    assert not wrong


@needs_shared
def test_notes_are_our_own_words():
    text = squeeze(edition())
    grams = {text[at : at + LONGEST_COMMON] for at in range(0, len(text) - LONGEST_COMMON)}
    copied = [
        (term.id, note[at : at + LONGEST_COMMON])
        for term in TERMS
        for note in (squeeze(term.note_en),)
        for at in range(max(1, len(note) - LONGEST_COMMON + 1))
        if note[at : at + LONGEST_COMMON] in grams
    ]
    assert not dict(copied), "longest common run"
    sentences = {
        (term.id, sentence)
        for term in TERMS
        for sentence in map(squeeze, re.split(r"(?<=[.!?])\s+", term.note_en))
        if len(sentence) > 20 and sentence in text
    }
    assert not sentences
