"""A paragraph of Oracle text as tokens: words, symbols, numbers, quoted abilities.

Reminder text is skipped. The object's own name, its short form and "this creature" become one token `~`; a
quoted ability is one token. Every token keeps its place in the paragraph, so that what can't be read can be
quoted as it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kb.checker.oracle.words import CREATURE_TYPES, lemma

_TOKEN = re.compile(
    r"""
      (?P<reminder>\([^()]*(?:\([^()]*\)[^()]*)*\))
    | (?P<possessive>['’]s(?!\w))
    | (?P<quote>"[^"]*"|(?<=\s)'(?=[A-Z{])[^"]*?[.!]')
    | (?P<symbol>\{[^{}]+\})
    | (?P<change>[+−-][0-9X]+/[+−-][0-9X]+)
    | (?P<pt>[0-9X*]+(?:\+[0-9*]+)?/[0-9X*]+(?:\+[0-9*]+)?(?![\w/]))
    | (?P<number>[0-9]+(?:,[0-9]{3})*(?![\w]))
    | (?P<word>[^\W_](?:[^\W_]|['’\-/&](?=[^\W_]))*!?)
    | (?P<mark>[^\s])
    """,
    re.VERBOSE,
)
_CONTRACTIONS = frozenset(
    [
        "it's",
        "that's",
        "what's",
        "who's",
        "there's",
        "he's",
        "she's",
        "they're",
        "they've",
        "you've",
        "you're",
        "you'd",
        "can't",
        "don't",
        "doesn't",
        "isn't",
        "aren't",
        "wasn't",
        "weren't",
        "didn't",
        "haven't",
        "hasn't",
        "couldn't",
        "wouldn't",
        "they'd",
        "urza's",
        "doctor's",
        "council's",
        "shi'ar",
        "c'tan",
    ]
)
_SELF_NOUNS = frozenset(
    [
        "creature",
        "card",
        "spell",
        "permanent",
        "artifact",
        "land",
        "enchantment",
        "aura",
        "equipment",
        "vehicle",
        "token",
        "planeswalker",
        "saga",
        "case",
        "class",
        "siege",
        "attraction",
        "battle",
        "room",
        "fortification",
        "spacecraft",
        "mount",
        "plane",
        "phenomenon",
        "scheme",
        "conspiracy",
        "dungeon",
        "contraption",
        "role",
        "shrine",
        "planet",
        "emblem",
        "door",
    ]
)


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `low` is what the grammar compares, `base` its base form."""

    text: str
    low: str
    base: str
    kind: str
    start: int
    end: int


def _name_spans(text: str, names: tuple[str, ...]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for name in names:
        start = text.find(name)
        while start >= 0:
            end = start + len(name)
            free = not any(s < end and start < e for s, e in spans)
            before = text[start - 1] if start else " "
            after = text[end] if end < len(text) else " "
            if (
                free
                and not before.isalnum()
                and not (after.isalnum() or (after == "-" and name[-1].isalnum()))
            ):
                spans.append((start, end))
            start = text.find(name, end)
    return sorted(spans)


def _plain(text: str, start: int, end: int) -> list[Token]:
    tokens: list[Token] = []
    position = start
    while match := _TOKEN.search(text, position, end):
        kind = match.lastgroup or ""
        first, position = match.span()
        word = match.group()
        if kind == "reminder":
            continue
        low = word.lower().replace("’", "'").replace("−", "-")
        if kind == "word" and "'" in low and low not in _CONTRACTIONS and low.endswith("'s"):
            head = low[:-2]
            tokens.append(Token(word[:-2], head, lemma(head), kind, first, position - 2))
            tokens.append(Token(word[-2:], "'s", "'s", "possessive", position - 2, position))
            continue
        if kind == "mark" and low == "'":
            low, kind = "'s", "possessive"
        base = lemma(low) if kind == "word" else low
        tokens.append(Token(word, low, base, kind, first, position))
    return tokens


def tokenize(text: str, names: tuple[str, ...] = (), *, quoted: bool = False) -> list[Token]:
    """Tokens of a paragraph. `names`: the object's own names, the longest first.

    In a quoted ability "this creature" is the object that gets the ability (`~`), a name is the one that
    grants it (`~~`).

    >>> [token.low for token in tokenize("When this creature dies, draw two cards. (Now.)")]
    ['when', '~', 'dies', ',', 'draw', 'two', 'cards', '.']
    >>> [token.low for token in tokenize("Bob's owner", ("Bob",))]
    ['~', "'s", 'owner']
    """
    tokens: list[Token] = []
    position = 0
    for start, end in _name_spans(text, names):
        if start < position:
            continue
        if '"' in text[:start] and text[:start].count('"') % 2:
            continue  # inside a quoted ability: read with that ability
        if text[:start].count("(") > text[:start].count(")"):
            continue
        tokens += _plain(text, position, start)
        own = "~~" if quoted else "~"
        tokens.append(Token(text[start:end], own, own, "self", start, end))
        position = end
    tokens += _plain(text, position, len(text))
    return _merge_self(_one_gender(tokens))


_GENDERED = {
    "he's": "it's",
    "she's": "it's",
    "he": "it",
    "she": "it",
    "him": "it",
    "his": "its",
    "himself": "itself",
    "herself": "itself",
}
_HERS = frozenset({"owner", "controller", "power", "toughness", "base", "loyalty", "other", "mana", "damage"})


def _one_gender(tokens: list[Token]) -> list[Token]:
    """Legends that are called "him" and "her" are "it"; "his or her" is a player and stays."""
    found = list(tokens)
    for number, token in enumerate(tokens):
        around = {one.low for one in (tokens[number - 1 : number] + tokens[number + 1 : number + 2])}
        if "or" in around or token.low not in (*_GENDERED, "her"):
            continue
        behind = tokens[number + 1].low if number + 1 < len(tokens) else ""
        low = _GENDERED.get(token.low) or ("its" if behind in _HERS else "it")
        found[number] = replace(token, low=low, base=low)
    return found


def _merge_self(tokens: list[Token]) -> list[Token]:
    merged: list[Token] = []
    for token in tokens:
        if token.low in _SELF_NOUNS and merged and merged[-1].low == "this":
            first = merged.pop()
            merged.append(Token(f"{first.text} {token.text}", "~", "~", "self", first.start, token.end))
        else:
            merged.append(token)
    return merged


def own_names(name: str, legendary: bool) -> tuple[str, ...]:
    """The ways a card's text may name it: in full, each face, and (legends) what stands before a comma or
    the first word. Longest first.

    >>> own_names("Zed, Lord of Tea", True)
    ('Zed, Lord of Tea', 'Zed')
    """
    names: list[str] = []
    for part in [name, *name.split(" // ")]:
        names.append(part)
        if "," in part:
            names.append(part.split(",")[0])
        elif legendary:
            names += [part.split(cut)[0] for cut in (" of ", " the ", " and ") if cut in part]
            first = part.split(" ")[0]
            if len(first) > 2 and first.lower() not in {"the", "sir", "lady", "lord"} | CREATURE_TYPES:
                names.append(first)
    return tuple(sorted(dict.fromkeys(names), key=len, reverse=True))
