"""The words of questions: which phrase of either language says which thing that a rules question can be about.

`lexicon*.yaml` are the data: a concept, its English phrases, its Japanese phrases. A phrase may have alternatives in
brackets. Two concepts joined by + are said by one phrase; `_` is what carries no meaning of its own.

>>> sorted(unfold("roll(s|ed)?"))
['roll', 'rolled', 'rolls']
>>> lexicon().english["upkeep"][0]
(('upkeep', 'step'), ('upkeep',))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from kb.asking.data import data_files
from kb.asking.normal import plain

IGNORED: Final = "_"
Entry = tuple[tuple[str, ...], tuple[str, ...]]
"""Words (or characters) of a phrase, and the concepts that it says."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Phrases by their first word in English, by their first character in Japanese; longest first."""

    english: Mapping[str, tuple[Entry, ...]]
    japanese: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]
    concepts: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """Read the data once."""
    english: dict[str, dict[tuple[str, ...], tuple[str, ...]]] = defaultdict(dict)
    japanese: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    concepts: set[str] = set()
    for says, phrases in _entries():
        known = tuple(says.split("+"))
        concepts.update(known)
        en, ja = phrases
        for words in map(str.split, unfold(plain(en).norm)):
            english[words[0]][tuple(words)] = known
        for phrase in unfold(plain(ja).norm):
            japanese[phrase[0]][phrase] = known
    return Lexicon(
        {first: tuple(sorted(one.items(), key=lambda e: -len(e[0]))) for first, one in english.items()},
        {first: tuple(sorted(one.items(), key=lambda e: -len(e[0]))) for first, one in japanese.items()},
        frozenset(concepts),
    )


def _entries() -> Iterator[tuple[str, tuple[str, str]]]:
    for _, entries in data_files("lexicon"):
        for says, (en, ja) in entries.items():
            yield says, (en or "", ja or "")


def unfold(phrases: str) -> Iterator[str]:
    """Every phrase that a pattern of alternatives, brackets and ? stands for; no empty ones."""
    for phrase in _alternatives(phrases):
        yield from filter(None, (" ".join(one.split()) for one in _expand(phrase.strip())))


def _alternatives(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def _expand(phrase: str) -> Iterator[str]:
    open_at = phrase.find("(")
    if open_at < 0:
        yield phrase
        return
    depth, close = 0, open_at
    for at in range(open_at, len(phrase)):
        depth += (phrase[at] == "(") - (phrase[at] == ")")
        if depth == 0:
            close = at
            break
    else:
        raise ValueError(f"a bracket is open in the phrase {phrase!r}")
    inner = [*_alternatives(phrase[open_at + 1 : close])]
    rest = phrase[close + 1 :]
    if rest.startswith("?"):
        rest, inner = rest[1:], [*inner, ""]
    for tail in [*_expand(rest)]:
        for choice in inner:
            for middle in _expand(choice):
                yield phrase[:open_at] + middle + tail
