"""The piece of a stored text that answers a query best, and what of it the query meant.

Texts are the source's own characters; a snippet is cut from them unchanged, with … where it is cut.

>>> needles = Needles(stems=frozenset({"graveyard"}), japanese=("墓地",))
>>> snippet("A token is exiled. A card is put into its owner’s graveyard.", needles, 40)
('…A card is put into its owner’s graveyard.', ((32, 41),))
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from index import english
from index.fold import fold, is_japanese
from index.termbook import TermBook
from index.understand import Understood, is_function_word

WIDTH = 220
"""Characters of a snippet, more or less."""
_WORD = re.compile(r"\{[^{}\s]{1,8}\}|[+\-−]?[0-9Xx*]+/[+\-−]?[0-9Xx*]+|[^\W\d_]+(?:['’][^\W\d_]+)*|[0-9]+")
_LATIN = re.compile(r"[A-Za-z]")
_SENTENCE = re.compile(r"[^。！？\n.!?]+(?:[.!?](?![\s”’\"])[^。！？\n.!?]*)*[。！？.!?”’\"）)」』]*\s*|\n")
_OKURIGANA = re.compile("[ぁ-ん]+$")
_MOST_SENTENCES = 60


@dataclass(frozen=True, slots=True)
class Needles:
    """What is marked: English stems and Japanese strings.

    >>> Needles().stems
    frozenset()
    """

    stems: frozenset[str] = frozenset()
    japanese: tuple[str, ...] = ()
    """Longest first."""


def needles_of(meant: Understood, book: TermBook) -> Needles:
    """What a query means, in both languages: its words, and every name of the terms in it."""
    stems: set[str] = set()
    japanese: set[str] = set()
    for word in meant.words:
        if is_function_word(word):
            continue
        if is_japanese(word):
            japanese.add(word)
            root = _OKURIGANA.sub("", word)
            if root:
                japanese.add(root)
        else:
            stems.add(word)
    for one in dict.fromkeys((*meant.whole, *meant.terms)):
        term = book.terms.get(one)
        if term is not None:
            for form in (term.en, *term.also_en):
                stems |= {s for s in english.stems(form) if not is_function_word(s)}
            japanese |= {form for form in (term.ja, *term.also_ja) if len(form) > 1}
    stems.discard("card")
    return Needles(frozenset(stems), tuple(sorted(japanese, key=lambda form: (-len(form), form))))


def snippet(text: str, needles: Needles, width: int = WIDTH) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The best piece of the text and the places in it that the query meant."""
    if len(text) <= width:
        piece = text.strip()
        return piece, marks(piece, needles)
    start, end = _window(text, needles, width)
    piece = text[start:end].strip()
    before, after = "…" if start > 0 else "", "…" if end < len(text.rstrip()) else ""
    shown = before + piece + after
    return shown, marks(shown, needles)


def marks(text: str, needles: Needles) -> tuple[tuple[int, int], ...]:
    """Where the needles are in a text, in order, none overlapping another.

    >>> marks("墓地のカード", Needles(japanese=("墓地",)))
    ((0, 2),)
    """
    found: list[tuple[int, int]] = []
    if needles.stems and _LATIN.search(text) is not None:
        found = [m.span() for m in _WORD.finditer(text) if not needles.stems.isdisjoint(_stems(m[0]))]
    for needle in needles.japanese:
        at = text.find(needle)
        while at >= 0:
            found.append((at, at + len(needle)))
            at = text.find(needle, at + len(needle))
    found.sort(key=lambda span: (span[0], -span[1]))
    kept: list[tuple[int, int]] = []
    for span in found:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return tuple(kept)


@lru_cache(maxsize=32768)
def _stems(word: str) -> tuple[str, ...]:
    return tuple(english.stems(word))


def _window(text: str, needles: Needles, width: int) -> tuple[int, int]:
    """Start and end of the sentences around the one that holds most needles."""
    spans = [match.span() for match in _SENTENCE.finditer(text)][:_MOST_SENTENCES]
    if not spans:
        return 0, width
    scores = [_found(text[start:end], needles) for start, end in spans]
    best = max(range(len(spans)), key=lambda place: (scores[place], -place))
    first = last = best
    while True:
        start, end = spans[first][0], spans[last][1]
        after = spans[last + 1][1] - start if last + 1 < len(spans) else width + 1
        before = end - spans[first - 1][0] if first > 0 else width + 1
        if after <= width and (before > width or scores[min(last + 1, len(spans) - 1)] >= scores[first - 1]):
            last += 1
        elif before <= width:
            first -= 1
        else:
            break
    start, end = spans[first][0], spans[last][1]
    if end - start > 2 * width:
        inside = marks(text[start:end], needles)
        at = start + max(inside[0][0] - width // 3, 0) if inside else start
        return at, min(at + width, end)
    return start, end


def _found(sentence: str, needles: Needles) -> float:
    """How many different needles a sentence has; repeats count little."""
    kinds = {fold(sentence[start:end]) for start, end in marks(sentence, needles)}
    return len(kinds) - len(sentence) / 2000
