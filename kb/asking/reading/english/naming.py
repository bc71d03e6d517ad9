"""Which tokens of an English question are a card's name.

Whole names and what legends are called for short; in small letters only where some word of it is none of the book's; one
wrong letter does; and a part of a name that was said in full means that card again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kb.asking.names import NameTable
from kb.asking.normal import Letters
from kb.asking.reading.english import small
from kb.asking.reading.english.describing import IDLE
from kb.asking.reading.english.lexicon import KEYWORDS, knows, lemmas
from kb.asking.reading.english.tokens import Tok
from kb.checker.oracle.words import BASIC_LAND_TYPES, CREATURE_TYPES, SUBTYPES

_TRIES: Final = 6
"""How many runs of unknown words are compared with all names."""
_DETERMINERS: Final = small.ARTICLES | small.POSSESSIVE.keys()


def with_names(letters: Letters, tokens: list[Tok], table: NameTable) -> list[Tok]:
    """The tokens with each name as one."""
    found = _parts(_whole(letters, tokens, table))
    return _parts(_misspelt(found, table))


def _whole(letters: Letters, tokens: list[Tok], table: NameTable) -> list[Tok]:
    found: list[Tok] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        name = (
            table.longest(letters.key, token.start, japanese=False) if token.kind in ("word", "num") else None
        )
        end = _end(tokens, at, token.start + len(name)) if name else None
        if name and end is None:
            name, end = _plural(letters, tokens, at, table)
        if name and end is not None and _is_name(letters, tokens, at, end, name, table):
            found.append(_card(letters, tokens, at, end, name, table))
            at = end
            continue
        if (token.kind == "word" and token.low.endswith("s")) or name is None:
            name, end = _plural(letters, tokens, at, table)
            if name and end is not None and _is_name(letters, tokens, at, end, name, table):
                found.append(_card(letters, tokens, at, end, name, table, plural=True))
                at = end
                continue
        found.append(token)
        at += 1
    return found


def _card(
    letters: Letters,
    tokens: Sequence[Tok],
    at: int,
    end: int,
    name: str,
    table: NameTable,
    plural: bool = False,
) -> Tok:
    start, stop = tokens[at].start, tokens[end - 1].end
    cards = tuple(one.name for one in table.called(name))
    return Tok(letters.cased[start:stop], name, "card", start, stop, cards, plural)


def _end(tokens: Sequence[Tok], at: int, stop: int) -> int | None:
    """The token after a name that ends there; None where it ends inside one."""
    for number in range(at, len(tokens)):
        if tokens[number].end == stop and (number + 1 == len(tokens) or tokens[number + 1].start >= stop):
            return number + 1
        if tokens[number].start >= stop:
            return None
    return None


def _plural(
    letters: Letters, tokens: Sequence[Tok], at: int, table: NameTable
) -> tuple[str | None, int | None]:
    """ "two Doubling Seasons": a name of two words or more, or in capitals, with an s."""
    for size in range(min(6, len(tokens) - at), 0, -1):
        last = tokens[at + size - 1]
        if last.kind != "word" or not last.low.endswith("s") or not letters.cased[tokens[at].start].isupper():
            continue
        name = letters.key[tokens[at].start : last.end]
        for cut in ("es", "s"):
            if name.endswith(cut) and table.called(name[: -len(cut)]):
                return name[: -len(cut)], at + size
    return None, None


def _is_name(letters: Letters, tokens: Sequence[Tok], at: int, end: int, name: str, table: NameTable) -> bool:
    words = tokens[at:end]
    first = letters.cased[tokens[at].start]
    begins = at == 0 or tokens[at - 1].low in ".?!:;"
    capital = first.isupper() and (not begins or any(word.text[:1].isupper() for word in words[1:]))
    several = " " in name
    if not several and not table.is_whole(name):
        return False
    keyword = name in KEYWORDS or f"{name}!" in KEYWORDS
    if keyword and (not capital or tokens[at].text.islower() or f"{name}!" in KEYWORDS):
        return False
    if end < len(tokens) and tokens[end].low in ("counter", "counters") and tokens[at].text.islower():
        return False
    if name in small.FUNCTION or (name in BASIC_LAND_TYPES and not begins):
        return False
    if not several and name in CREATURE_TYPES and all(one.name.lower() != name for one in table.called(name)):
        return False  # only what some legend is called for short
    if not several and name in SUBTYPES and at and tokens[at - 1].low in ("a", "an"):
        return name not in BASIC_LAND_TYPES and capital
    if capital:
        return several or (
            first.isupper()
            and (letters.cased[tokens[at].start :][: len(name)][1:].islower() or len(name) < 4)
        )
    if name.count(" ") > 1 and not any(token.text[:1].isupper() for token in tokens[1:] if token.low != "i"):
        return True  # nothing is in capitals here, and three words in a row are hardly chance
    return not all(word.kind != "word" or knows(word.low) for word in words)


def _misspelt(tokens: list[Tok], table: NameTable) -> list[Tok]:
    found: list[Tok] = []
    at = tries = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "word" and not knows(token.low) and token.low not in IDLE:
            taken = 0
            for size in range(min(5, len(tokens) - at), 0, -1):
                run = tokens[at : at + size]
                if (
                    any(one.kind != "word" for one in run)
                    or (size > 1 and knows(run[-1].low))
                    or tries >= _TRIES
                ):
                    continue
                text = " ".join(one.low for one in run)
                if size == 1 and len(text) < 7:
                    continue
                tries += 1
                name = table.near(text)
                if name:
                    cards = tuple(one.name for one in table.called(name))
                    found.append(
                        Tok(" ".join(one.text for one in run), name, "card", run[0].start, run[-1].end, cards)
                    )
                    taken = size
                    break
            if taken:
                at += taken
                continue
        found.append(token)
        at += 1
    return found


def _parts(tokens: list[Tok]) -> list[Tok]:
    """ "the Image", "Olivia": words of a name that stands elsewhere in the question."""
    named = [token for token in tokens if token.cards]
    words = [
        (re.findall(r"[a-z0-9'-]+", card.lower()), token.cards) for token in named for card in token.cards[:3]
    ]
    found: list[Tok] = []
    at = 0
    while at < len(tokens):
        size, cards = _part(tokens, at, words)
        if size:
            run = tokens[at : at + size]
            found.append(
                Tok(
                    " ".join(one.text for one in run),
                    " ".join(one.low for one in run),
                    "card",
                    run[0].start,
                    run[-1].end,
                    cards,
                )
            )
            at += size
        else:
            token = tokens[at]
            if len(token.cards) > 1:
                token = _narrowed(token, named)
            token = _of_longer(token, named, tokens[at - 1].low if at else "")
            found.append(token)
            at += 1
    return found


def _narrowed(token: Tok, named: Sequence[Tok]) -> Tok:
    """A short name that several cards have means the one named in full."""
    both = [one.cards for one in named if len(one.cards) == 1 and one.cards[0] in token.cards]
    return (
        token
        if not both
        else Tok(token.text, token.low, "card", token.start, token.end, both[0], token.plural)
    )


def _of_longer(token: Tok, named: Sequence[Tok], before: str) -> Tok:
    """ "the Shackles" of a card that was named in full isn't the other card that is called so."""
    if token.kind != "card" or not token.low.isalpha() or before not in ("the", "that", "this"):
        return token
    full = {one.cards for one in named if token.low in one.cards[0].lower().split() and " " in one.cards[0]}
    if len(full) != 1 or token.cards in full:
        return token
    return Tok(token.text, token.low, "card", token.start, token.end, next(iter(full)), token.plural)


def _word_of(word: str, parts: Sequence[str]) -> int | None:
    """Which word of a name it is, or the end of which: "the hammer", "my Goyf"."""
    if word in parts:
        return parts.index(word) if len(parts) > 1 else None
    if len(word) < 4 or knows(word):
        return None
    return next((at for at, one in enumerate(parts) if one.endswith(word) and len(one) > len(word) + 2), None)


def _part(
    tokens: Sequence[Tok], at: int, words: Sequence[tuple[list[str], tuple[str, ...]]]
) -> tuple[int, tuple[str, ...]]:
    token = tokens[at]
    if token.kind != "word" or len(token.low) < 3 or token.low in small.FUNCTION:
        return 0, ()
    capital = token.text[:1].isupper() and at > 0 and tokens[at - 1].low not in ".?!:;"
    definite = at > 0 and (
        tokens[at - 1].low in ("the", "that", "this", "my", "his", "her", "their") or capital
    )
    if not capital and (not definite or knows(token.low)):
        return 0, ()
    if capital and token.low in KEYWORDS:
        return 0, ()
    best, owners = 0, set[tuple[str, ...]]()
    for parts, cards in words:
        for one in lemmas(token.low):
            start = _word_of(one, parts)
            if start is None:
                continue
            size = 1
            while (
                start + size < len(parts)
                and at + size < len(tokens)
                and tokens[at + size].low == parts[start + size]
            ):
                size += 1
            if size > best:
                best, owners = size, {cards}
            elif size == best:
                owners.add(cards)
            break
    if not best or len(owners) > 1:
        return 0, ()
    if (
        token.low in SUBTYPES
        and best == 1
        and (tokens[at - 1].kind == "pt" or tokens[at - 1].low in ("a", "an"))
    ):
        return 0, ()
    if token.low in SUBTYPES and (
        not capital
        or (
            best == 1
            and at + 1 < len(tokens)
            and tokens[at + 1].low in ("token", "tokens", "creature", "card")
        )
    ):
        return 0, ()
    return best, next(iter(owners))
