"""Card names in a query: whole, by part, misspelt, or named inside a question."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice, product

from index import english
from index.fold import fold, is_japanese, squeeze
from index.kana import reading_key
from index.names import name_words, words_of
from index.opened import Generation
from index.termbook import TermBook
from index.typos import distance
from index.understand import Understood

_MANY = 30
_HARDLY = 5
_LONGEST_NAME = 8
_MOST_NEAR = 4
_MOST_GUESSES = 30
_MOST_LIKE = 100
_SHORTEST_JAPANESE = 4
_SHORT_WORD = 3


@dataclass(frozen=True, slots=True)
class CardsMeant:
    """Cards that a query may mean.

    >>> CardsMeant().sure
    False
    """

    ids: tuple[str, ...] = ()
    by: str = ""
    """form, sound, part, typo or inside."""
    sure: bool = False
    """The query is a card's name or can hardly be anything else: cards come first."""
    corrections: tuple[tuple[str, str], ...] = ()


def cards_meant(meant: Understood, generation: Generation) -> CardsMeant:
    """The cards that the query as a whole names, else those named inside it."""
    names, text = generation.names, meant.asked or meant.text
    if not names.ids or not text or meant.only_numbers:
        return CardsMeant()
    for one in dict.fromkeys((fold(meant.raw), text)):
        if found := names.exact(one):
            return CardsMeant(tuple(found), "form", sure=not _named(meant, generation.book))
    if meant.whole and (_named(meant, generation.book) or is_japanese(text)) and meant.whole_by != "typo":
        return _part(meant, text, generation, sure=False)
    if found := names.sound(text):
        return CardsMeant(tuple(found), "sound", sure=True)
    part = _part(meant, text, generation, sure=True)
    if part.ids:
        return part
    misspelt = _misspelt(meant, generation)
    if misspelt.ids:
        return misspelt
    return CardsMeant(tuple(_inside(meant.raw, generation)), "inside")


def _named(meant: Understood, book: TermBook) -> bool:
    """Whether the query is a term under its own name; a nickname gives way to a card of that name."""
    return any(book.is_name(one, meant.asked) for one in meant.whole)


def _part(meant: Understood, text: str, generation: Generation, *, sure: bool) -> CardsMeant:
    names = generation.names
    if is_japanese(text):
        found = names.part_japanese(text, _MANY + 1)
        return CardsMeant(tuple(found), "part", sure and 0 < len(found) <= _MANY)
    words = words_of(text)
    if not all(word in names.words for word in words) or not any(len(word) > 1 for word in words):
        return CardsMeant()
    found = names.with_words(words, _MANY + 1)
    strange = any(_is_strange(word, generation) for word in words)
    return CardsMeant(tuple(found), "part", sure and bool(found) and (strange or _tells(words, found, meant)))


def _is_strange(word: str, generation: Generation) -> bool:
    """Whether rules hardly use the word: as a name in an example or a list of types at most."""
    return generation.rule_words.get(english.stem(word), 0) <= _HARDLY


def _tells(words: list[str], found: list[str], meant: Understood) -> bool:
    """Whether words that rules know too still tell a card: several of them, few cards, no sentence."""
    return len(words) > 1 and len(found) <= 3 and not meant.terms


def _misspelt(meant: Understood, generation: Generation) -> CardsMeant:
    names, text = generation.names, fold(meant.raw)
    if is_japanese(text):
        for sound in generation.sounds.near(reading_key(text)):
            found = names.part_japanese(sound)
            if found:
                return CardsMeant(tuple(found), "typo", sure=not meant.whole)
        return CardsMeant()
    choices: list[list[str]] = []
    typed = words_of(text)
    for word in typed:
        short = 1 if len(word) == _SHORT_WORD else None  # in a name, three letters may be misspelt too
        near = [word] if word in names.words else generation.words.near(word, short)
        most = _MOST_NEAR * (3 if short else 1)
        choices.append([one for one in near if one in names.words][:most])
    for words in islice(product(*choices), _MOST_GUESSES):
        found = names.with_words(words)
        if found:
            return _put_right(typed, list(words), found, meant, generation)
    known = [word for word in typed if word in names.words and _is_strange(word, generation)]
    if known and len(typed) <= _LONGEST_NAME:
        for one in names.with_words(known, _MOST_LIKE):
            words_in = name_words(one.partition(":")[2])
            like = [_like(word, words_in) for word in typed]
            if all(like):
                return _put_right(typed, like, [one], meant, generation)
    return CardsMeant()


def _put_right(
    typed: list[str], words: list[str], found: list[str], meant: Understood, generation: Generation
) -> CardsMeant:
    changed = tuple((old, new) for old, new in zip(typed, words, strict=True) if old != new)
    whole = generation.names.exact(" ".join(words))
    return CardsMeant(
        tuple(dict.fromkeys((*whole, *found))), "typo", bool(changed) and not meant.whole, changed
    )


def _like(word: str, others: list[str]) -> str:
    """The word that this one is, misspelt or inflected: elfs is elves."""
    if word in others:
        return word
    near = [one for one in others if distance(word, one, 2) <= 2 and one[:2] == word[:2]]
    return near[0] if near else ""


def _inside(raw: str, generation: Generation) -> list[str]:
    """Cards named in full inside a sentence; short names are words of every language."""
    whole, ids = generation.names.whole, generation.names.ids
    found: dict[str, int] = {}
    if is_japanese(raw):
        text = squeeze(raw)
        at = 0
        while at < len(text):
            for size in range(min(24, len(text) - at), _SHORTEST_JAPANESE - 1, -1):
                places = whole.get(text[at : at + size])
                if places and is_japanese(text[at : at + size]):
                    found |= {ids[place]: size for place in places}
                    at += size - 1
                    break
            at += 1
    words = re.findall(r"[^\s,.;:!?\"]+", raw)
    for at in range(len(words)):
        for size in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
            run = words[at : at + size]
            content = [word for word in run if name_words(word)]
            named = size > 1 and len(content) > 1 and run[0][:1].isupper()
            if named and (places := whole.get(squeeze(" ".join(run)))):
                found |= {ids[place]: size for place in places}
                break
    return list(found)[:5]
