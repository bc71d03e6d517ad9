"""What a query means: numbers, terms, card names, words; nothing is looked up in texts here.

>>> from scraper.document import Term
>>> book = TermBook([Term("plot", "plot", "計画", "けいかく", "keyword_ability", ("702.170",))])
>>> meant = understand("what is plotting?", book)
>>> meant.whole, [str(number) for number in understand("ルール702.170a", book).numbers]
(('plot',), ['702.170a'])
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from index import english, japanese
from index.analysis import Analysis, analyse, sounds_of
from index.filters import Filters, take_filters
from index.fold import fold, is_japanese
from index.kana import is_kana, reading_key
from index.numbers import FoundNumber, find_numbers, plain, section_number, whole_number
from index.termbook import TermBook
from index.typos import Typos
from index.vocabulary import other_language
from scraper.document import Kind

TERM = 1.0
"""What a term weighs beside a plain word."""
PART = 0.3
"""What a term inside a longer term weighs."""
LONGEST = 300
"""Characters of a query that are looked at; nobody types more, and a pasted page must not cost seconds."""

_ASKS_EN = re.compile(
    r"^(?:so\s+)?(?:what(?:'s|s| is| are| does| do)|define|explain|meaning of|how does|how do)\s+"
    r"(?:an?\s+|the\s+)?(?P<it>.+?)(?:\s+(?:mean|work|do))?\s*\??$"
)
_ASKS_JA = re.compile(
    r"^(?P<it>.+?)(?:とは(?:何|なに|どういう|どんな)?.*|って(?:何|なに|なん|どういう).*|の(?:意味|ルール|定義|説明)(?:は|を|とは)?.*"
    r"|(?:は|が)?(?:何|なに)(?:ですか|か|です)?|について.*)[?？。]*$"
)

_CARRIES_EN = re.compile(
    r"^(?:(?:an?\s+)?(?:creature|card|spell|permanent)s?\s+(?:with|that (?:has|have)|having)\s+(?P<held>.+)"
    r"|(?P<named>.+?)\s+(?:keyword|keyword abilit(?:y|ies)|abilit(?:y|ies)))$"
)
_CARRIES_JA = re.compile(
    r"^(?P<it>.+?)(?:(?:持ち|を(?:持つ|持った|得た))の?(?:クリーチャー|カード|呪文|パーマネント)?|能力"
    r"|(?:を)?(?:する|した|して|される|された|されている|行う|行った|行って))$"
)


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to look for in texts.

    >>> Unit("t:plot", 1.5).weight
    1.5
    """

    token: str
    weight: float = 1.0
    others: tuple[str, ...] = ()
    """What may stand for it in a text of the other language."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A query, understood."""

    raw: str
    text: str
    """What is left to look for when filters are taken out."""
    filters: Filters
    numbers: tuple[FoundNumber, ...] = ()
    section: int | None = None
    only_numbers: bool = False
    """Nothing but numbers: the number is the answer."""
    whole: tuple[str, ...] = ()
    """Terms that the query as a whole is, surest first."""
    whole_by: str = ""
    """form, sound, stem, typo: how `whole` was recognised."""
    terms: tuple[str, ...] = ()
    """Terms inside the query, longest ones only."""
    units: tuple[Unit, ...] = ()
    corrections: tuple[tuple[str, str], ...] = ()
    japanese: bool = False
    asked: str = ""
    """The text without "what is …" or …とは."""
    words: tuple[str, ...] = ()
    """The content words as typed, for highlights."""


def understand(
    query: str,
    book: TermBook,
    *,
    kinds: Iterable[Kind] = (),
    words: Typos | None = None,
    sounds: Typos | None = None,
) -> Understood:
    """Understand a query; never raises. `words` and `sounds` are what misspelt words are compared with."""
    filters, rest = take_filters(query[:LONGEST], kinds)
    section = section_number(rest)
    number = whole_number(rest) if section is None else None
    if number is not None:
        return Understood(query, rest, filters, (number,), only_numbers=True, japanese=is_japanese(query))
    if section is not None:
        return Understood(query, rest, filters, section=section, only_numbers=True)
    numbers = tuple(found for found in find_numbers(rest) if found.marked)
    left = _without(rest, numbers)
    asked = _asked(left)
    whole, by = _whole(left, asked, book)
    corrections: tuple[tuple[str, str], ...] = ()
    if not whole and left:
        left, corrections = _correct(left, book, words)
        asked = _asked(left)
        whole, by = book.whole(asked), "typo"
        if not whole and sounds is not None:
            whole, corrections = _by_sound(asked, book, sounds, corrections)
    analysis = analyse(left, book)
    longest = _longest_terms(left, book)
    return Understood(
        query,
        left,
        filters,
        numbers,
        only_numbers=bool(numbers) and not _says_something(analysis),
        whole=whole,
        whole_by=by if whole else "",
        terms=longest,
        units=_units(analysis, numbers, longest, left, book),
        corrections=corrections,
        japanese=is_japanese(query),
        asked=asked,
        words=analysis.words + analysis.surfaces,
    )


def _asked(text: str) -> str:
    folded = fold(text)
    match = (_ASKS_JA if is_japanese(folded) else _ASKS_EN).match(folded)
    return (match["it"] if match else folded).strip(" ?？。、.!,")


def _whole(text: str, asked: str, book: TermBook) -> tuple[tuple[str, ...], str]:
    for one in dict.fromkeys((fold(text), asked)):
        for by, look in (("form", book.exact), ("sound", book.sound), ("stem", book.whole)):
            if by == "sound" and not is_kana(one) and book.stemmed(one):
                continue
            if found := look(one):
                return found, by
    bare = _bare(asked)
    return (book.exact(bare), "form") if bare and book.exact(bare) else ((), "")


def _bare(asked: str) -> str:
    """The term that words such as 持ち, 能力, する, "creature with …" are hung on, '' without such words."""
    match = (_CARRIES_JA if is_japanese(asked) else _CARRIES_EN).match(asked)
    return next((part for part in match.groups() if part), "") if match else ""


def _without(text: str, numbers: tuple[FoundNumber, ...]) -> str:
    if not numbers:
        return text
    folded, at, kept = plain(text), 0, []
    for number in numbers:
        kept.append(folded[at : number.start])
        at = number.end
    return " ".join(" ".join([*kept, folded[at:]]).split())


def _says_something(analysis: Analysis) -> bool:
    return any(not is_function_word(word) for word in analysis.words)


def is_function_word(word: str) -> bool:
    """Whether a token is one of the words of grammar and questions.

    >>> is_function_word("the"), is_function_word("為る"), is_function_word("zone")
    (True, True, False)
    """
    return word in english.FUNCTION_WORDS or word in japanese.FUNCTION_WORDS


def _correct(text: str, book: TermBook, words: Typos | None) -> tuple[str, tuple[tuple[str, str], ...]]:
    """English words that nobody knows, put right."""
    if words is None:
        return text, ()
    corrections: list[tuple[str, str]] = []

    def put_right(match: re.Match[str]) -> str:
        word = match.group().lower()
        known = words.knows(word) or word in english.FUNCTION_WORDS or other_language(english.stem(word))
        if known or book.sound(word):
            return match.group()
        near = words.near(word)
        if not near:
            return match.group()
        corrections.append((word, near[0]))
        return near[0]

    folded = fold(text)
    return re.sub(r"(?<![a-z{/'])[a-z]{4,}(?![a-z}/'])", put_right, folded), tuple(corrections)


def _by_sound(
    asked: str, book: TermBook, sounds: Typos, corrections: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """A Japanese term that is nearly what was typed."""
    if not is_japanese(asked):
        return (), corrections
    key = reading_key(asked)
    for near in sounds.near(key):
        ids = book.by_key.get(near, ())
        if ids:
            return ids, (*corrections, (asked, book.terms[ids[0]].ja))
    return (), corrections


def _longest_terms(text: str, book: TermBook) -> tuple[str, ...]:
    found = book.in_japanese(text, longest=True) if is_japanese(text) else []
    found += book.in_english(english.stems(text), longest=True)
    if is_japanese(text):
        found += book.in_japanese_words(japanese.normals(fold(text)), longest=True)
    return tuple(dict.fromkeys(one for each in found for one in each.ids))


def _term_of_words(words: tuple[str, ...], book: TermBook) -> dict[str, tuple[str, ...]]:
    """The tokens of the term that a word of the query is part of."""
    listed = list(words)
    found = book.in_english(listed, longest=True) + book.in_japanese_words(listed, longest=True)
    return {
        word: tuple("t:" + one for one in each.ids)
        for each in found
        for word in listed[each.start : each.end]
    }


def _units(
    analysis: Analysis,
    numbers: tuple[FoundNumber, ...],
    longest: tuple[str, ...],
    text: str,
    book: TermBook,
) -> tuple[Unit, ...]:
    units = [Unit(f"n:{number.first}", 3.0) for number in numbers]
    content = [word for word in dict.fromkeys(analysis.words) if not is_function_word(word)]
    plain_words = {english.stem(word) for word in english.words(text) if word in english.FUNCTION_WORDS}
    content = [word for word in content if word not in plain_words]
    inside = _term_of_words(analysis.words, book)
    for word in content or dict.fromkeys(analysis.words):
        # In the other language the term stands for its words: "max speed" is all of 最高速度.
        units.append(Unit(word, others=(*inside.get(word, ()), *other_language(word))))
    units += [Unit(token, TERM if token[2:] in longest else PART) for token in analysis.terms]
    if is_kana(text) and not analysis.terms:
        units += [Unit(token) for token in sounds_of(text)]
    return tuple(units)
