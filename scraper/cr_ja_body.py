"""The body of the Japanese rules: its lines become documents with parents, examples, readings, citations.

>>> line = JaLine(1, (("100.1. 部品／Widget", ""),))
>>> reading = read_body([line, JaLine(2, (("100.1a 物である。", ""),))], Source("cr-ja", ""), {})
>>> [(document.id, document.title.en, document.text) for document in reading.documents]
[('cr:100.1', 'Widget', '部品／Widget'), ('cr:100.1a', '', '物である。')]
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from scraper.citations import find_citations
from scraper.cr_ja_lines import JaLine, Run, hiragana
from scraper.cr_model import Fault
from scraper.document import Citation, Document, Kind, RuleNumber, Source, Title

_D = "[0-9０-９]"
_NUMBER = rf"[1-9１-９]{_D}{{2}}[.．] ?{_D}{{1,3}}[a-zａ-ｚ]?"
_RULE = re.compile(
    rf"(?P<number>{_NUMBER})(?:(?<=[a-z])(?![A-Za-z])|(?![0-9A-Za-z]))[.．]?\s*(?P<rest>.*)", re.DOTALL
)
_CHAPTER = re.compile(rf"(?P<number>[1-9１-９]{_D}{{2}})(?:[.．]\s*|\s+)(?P<rest>[^\s0-9].*)")
_SECTION = re.compile(rf"(?P<number>10|１０|{_D})[.．]\s*(?P<rest>[^\s0-9.．].*)")
_EXAMPLE = re.compile(rf"例\s*{_D}*\s*[：:)）．]\s*")
_SENTENCE = re.compile(r"[。？：:]\s*[」』）)]*$")
_JAPANESE = r"ぁ-ゖァ-ヺー々〇㐀-鿿"
_PAIR = re.compile(rf"(?P<ja>.*?[{_JAPANESE}].*?)\s*[/／]\s*(?P<en>[^{_JAPANESE}]*[A-Za-z][^{_JAPANESE}]*)")
_LONGEST_TITLE = 60
_LONGEST_PAIR = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """The documents of a part of the book, and what was odd."""

    documents: tuple[Document, ...]
    continuations: int = 0
    oddities: tuple[Fault, ...] = ()
    places: Mapping[str, tuple[int, str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Draft:
    line: JaLine
    kind: Kind
    number: str
    identity: str
    parent: str
    chapter: str
    heading: str
    """The text that stands behind the number."""
    paragraphs: list[str]
    examples: list[str] = field(default_factory=list)
    readings: list[Run] = field(default_factory=list)
    children: int = 0


@dataclass(slots=True)
class _State:
    contents: Mapping[str, str]
    drafts: list[_Draft] = field(default_factory=list)
    seen: dict[str, _Draft] = field(default_factory=dict)
    section: _Draft | None = None
    chapter: _Draft | None = None
    continuations: int = 0
    oddities: list[Fault] = field(default_factory=list)


def section_of(text: str) -> tuple[str, str] | None:
    """Number and title where a line may be the heading of a section (0 to 10).

    >>> section_of("10. 用語集"), section_of("100. 原則")
    (('10', '用語集'), None)
    """
    match = _SECTION.fullmatch(text)
    return (_plain(match["number"]), match["rest"].strip()) if match else None


def split_pair(text: str) -> tuple[str, str]:
    """A term and its English behind a slash, '' where there is none.

    >>> split_pair("+1/+1カウンター／+1/+1 Counter")
    ('+1/+1カウンター', '+1/+1 Counter')
    >>> split_pair("原則")
    ('原則', '')
    """
    match = _PAIR.fullmatch(text.strip()) if len(text) <= _LONGEST_PAIR else None
    return (match["ja"].strip(), match["en"].strip()) if match else (text.strip(), "")


def reading_facts(runs: Sequence[Run]) -> Mapping[str, tuple[str, ...]]:
    """The readings of a document as a fact, each once: `計画=けいかく`.

    >>> reading_facts([("計画", "ケイカク")])["readings"]
    ('計画=けいかく',)
    """
    found = tuple(dict.fromkeys(f"{text}={hiragana(kana)}" for text, kana in runs))
    return MappingProxyType({"readings": found} if found else {})


def read_body(lines: Sequence[JaLine], source: Source, contents: Mapping[str, str]) -> Reading:
    """Read the lines from the first section's heading up to the glossary's."""
    state = _State(contents)
    for line in lines:
        if line.text:
            _take(state, line)
    documents = tuple(_document(draft, order, source) for order, draft in enumerate(state.drafts))
    places = {draft.identity: (draft.line.at, draft.line.text) for draft in state.drafts}
    return Reading(documents, state.continuations, tuple(state.oddities), places)


def _take(state: _State, line: JaLine) -> None:
    text = line.text
    if match := _RULE.fullmatch(text):
        number = _plain(match["number"]).replace(" ", "")
        kind: Kind = "subrule" if number[-1].isalpha() else "rule"
        _add(state, line, kind, number, match["rest"].strip())
    elif (match := _CHAPTER.fullmatch(text)) and _is_chapter(state, line, match["rest"]):
        _add(state, line, "chapter", _plain(match["number"]), match["rest"].strip())
    elif (found := section_of(text)) and _is_section(state, line, *found):
        _add(state, line, "section", *found)
    elif match := _EXAMPLE.match(text):
        if state.drafts:
            state.drafts[-1].examples.append(text[match.end() :])
            state.drafts[-1].readings.extend(line.readings)
    elif state.drafts:
        draft = state.drafts[-1]
        state.continuations += draft.kind in ("rule", "subrule") and bool(draft.paragraphs)
        draft.paragraphs.append(text)
        draft.readings.extend(line.readings)


def _is_section(state: _State, line: JaLine, number: str, title: str) -> bool:
    """A heading by its looks or by the contents, with a higher number; else a numbered paragraph."""
    last = int(state.section.number) if state.section else -1
    return int(number) > last and (line.heading or state.contents.get(number) == title)


def _is_chapter(state: _State, line: JaLine, title: str) -> bool:
    if _SENTENCE.search(title) or len(title) > _LONGEST_TITLE:
        return False
    number = _plain(line.text[:3])
    last = int(state.chapter.number) if state.chapter else 0
    return int(number) > last and (line.heading or number in state.contents or line.text[3:4] in ".．")


def _add(state: _State, line: JaLine, kind: Kind, number: str, heading: str) -> None:
    identity = f"cr:{number}"
    if identity in state.seen:
        before = state.seen[identity].line
        lines = ((before.at, before.text), (line.at, line.text))
        state.oddities.append(
            Fault(f"number {number} is printed twice", f"番号{number}が2回印刷されています", lines)
        )
        identity = f"{identity}#{sum(key.partition('#')[0] == identity for key in state.seen) + 1}"
    draft = _Draft(line, kind, number, identity, _parent(state, kind, number), "", heading, [])
    if kind in ("rule", "subrule", "chapter") and heading:
        draft.paragraphs.append(heading)
    if kind in ("rule", "subrule") and state.chapter:
        draft.chapter = state.chapter.heading
    draft.readings.extend(line.readings)
    state.seen[identity] = draft
    state.drafts.append(draft)
    if draft.parent in state.seen:
        state.seen[draft.parent].children += 1
    if kind == "section":
        state.section, state.chapter = draft, None
        draft.paragraphs.append(heading)
    elif kind == "chapter":
        state.chapter = draft


def _parent(state: _State, kind: Kind, number: str) -> str:
    if kind == "section":
        return ""
    if kind == "chapter":
        return state.section.identity if state.section else ""
    return f"cr:{RuleNumber.parse(number).parent}"


def _document(draft: _Draft, order: int, source: Source) -> Document:
    text = "\n".join(draft.paragraphs)
    return Document(
        draft.identity,
        draft.kind,
        "ja",
        _title(draft, text),
        text,
        source,
        number=RuleNumber.parse(draft.number) if draft.kind != "section" else None,
        parent=draft.parent,
        order=order,
        chapter=draft.chapter,
        examples=tuple(draft.examples),
        citations=_citations(draft, text),
        facts=reading_facts(draft.readings),
    )


def _title(draft: _Draft, text: str) -> Title:
    """The heading of a section or chapter; of a rule that is only a title, that title."""
    own = draft.heading or text
    is_heading = draft.kind in ("section", "chapter") or (
        draft.kind == "rule" and draft.children > 0 and "\n" not in text and len(own) <= _LONGEST_TITLE
    )
    if not is_heading or _SENTENCE.search(own):
        return Title()
    ja, en = split_pair(own)
    return Title(en, ja, draft.line.kana(ja))


def _citations(draft: _Draft, text: str) -> tuple[Citation, ...]:
    found = list(find_citations(text, draft.identity))
    for place, example in enumerate(draft.examples):
        found += find_citations(example, draft.identity, part=f"example:{place}")
    return tuple(found)


def _plain(number: str) -> str:
    return unicodedata.normalize("NFKC", number)
