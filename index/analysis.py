"""A text in either language, or both, to the tokens of the index. Texts and queries pass the same way.

    rule numbers  n:702.170a and what stands above it n:702.170
    known terms   t:plot, the same from plotted and from 計画された: the bridge between the languages
    words         English stems, Japanese normalised forms and the surfaces that differ from them
    readings      r:けえかく for words with kanji, only where asked

>>> from scraper.document import Term
>>> book = TermBook([Term("plot", "plot", "計画", "けいかく", "keyword_ability")])
>>> analyse("CR:702.170a 計画されたカード", book).tokens
('n:702.170a', 'n:702.170', '計画', 'カード', 't:plot')
>>> analyse("plotted {2}{U/R}", book).tokens
('plot', '{2}', '{u/r}', 't:plot')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from index import english, japanese
from index.fold import fold, is_japanese
from index.kana import reading_key
from index.numbers import find_numbers, plain
from index.termbook import Found, TermBook

_LATIN = re.compile(
    r"""\{[^{}\s]{1,8}\}
      | [+\-]?[0-9x*]+/[+\-]?[0-9x*]+(?![0-9a-z])
      | [a-z]+(?:'[a-z]+)*(?:[ \-]+[a-z]+(?:'[a-z]+)*)*""",
    re.VERBOSE,
)
_KANJI = re.compile("[々\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Analysis:
    """The tokens of a text, by what they are.

    >>> Analysis(words=("zone",)).tokens
    ('zone',)
    """

    numbers: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Stems and normalised forms in the order of the text."""
    surfaces: tuple[str, ...] = ()
    """Japanese surfaces that differ from the normalised forms."""
    terms: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """All of them: what goes into the index."""
        return self.numbers + self.words + self.surfaces + self.terms + self.readings


def analyse(text: str, book: TermBook, *, readings: bool = False) -> Analysis:
    """The tokens of a text. `readings` adds the sound of words written in kanji."""
    numbers, rest = _take_numbers(text)
    folded = fold(rest)
    if not is_japanese(folded):
        stems = english.stems(folded)
        return Analysis(numbers, tuple(stems), (), _term_tokens(book.in_english(stems)))
    words: list[str] = []
    surfaces: list[str] = []
    sounds: list[str] = []
    found = book.in_japanese(folded)
    at = 0
    for match in _LATIN.finditer(folded):
        found += _japanese_run(
            folded[at : match.start()], book, words, surfaces, sounds if readings else None
        )
        stems = english.stems(match.group())
        found += book.in_english(stems)
        words += stems
        at = match.end()
    found += _japanese_run(folded[at:], book, words, surfaces, sounds if readings else None)
    if readings:  # the dictionary knows how its words sound, where Sudachi guesses
        known = (book.terms[one].reading for each in found for one in each.ids)
        sounds += dict.fromkeys("r:" + reading_key(reading) for reading in known if reading)
    return Analysis(numbers, tuple(words), tuple(surfaces), _term_tokens(found), tuple(sounds))


def sounds_of(text: str) -> tuple[str, ...]:
    """The reading tokens of a query in kana: the whole of it, and what Sudachi takes for its words.

    >>> sounds_of("けいかく")
    ('r:けえかく',)
    """
    parts = [text, *(word.surface for word in japanese.content(text))]
    return tuple(dict.fromkeys("r:" + reading_key(part) for part in parts if len(part) > 1))


def _take_numbers(text: str) -> tuple[tuple[str, ...], str]:
    numbers = [number for number in find_numbers(text) if number.marked]
    if not numbers:
        return (), text
    tokens: list[str] = []
    kept: list[str] = []
    folded, at = plain(text), 0
    for number in numbers:
        for one in dict.fromkeys((number.first, number.last)):
            above = one.parent if one.letter else None
            tokens += [f"n:{each}" for each in (one, above) if each is not None]
        kept.append(folded[at : number.start])
        at = number.end
    kept.append(folded[at:])
    return tuple(tokens), " ".join(kept)


def _japanese_run(
    run: str, book: TermBook, words: list[str], surfaces: list[str], sounds: list[str] | None
) -> list[Found]:
    if not run.strip():
        return []
    if not is_japanese(run):
        words += english.stems(run)
        return []
    content = japanese.content(run)
    forms = [word.normal.casefold() for word in content]
    words += forms
    for word, form in zip(content, forms, strict=True):
        surface = word.surface.casefold()
        if surface != form:
            surfaces.append(surface)
        if sounds is not None and _KANJI.search(word.surface):
            sounds.append("r:" + reading_key(word.reading))
    return book.in_japanese_words(forms)


def _term_tokens(found: list[Found]) -> tuple[str, ...]:
    return tuple(dict.fromkeys("t:" + one for each in found for one in each.ids))
