"""What an unread static sentence can do at most: its subject is unknown, its predicate is read.

"All cards that aren't on the battlefield, spells, and permanents are colorless" isn't read, for want of its subject; but
whatever it is about, being colorless is all that it says. The subject has to be made of nothing but words of noun
phrases, so that no second statement hides in it.
"""

from __future__ import annotations

import re
from functools import cache

from kb.checker.oracle import words
from kb.checker.oracle.antecedents import UnresolvedError
from kb.checker.oracle.ast import Modify, Part, Static, UnreadRef, unread
from kb.checker.oracle.gram.table import grammar
from kb.checker.oracle.grammar import Parser
from kb.checker.oracle.paragraphs import ParagraphReader
from kb.checker.oracle.resolve import Resolver
from kb.checker.oracle.tokens import Token, tokenize

_NOUN_WORDS = frozenset(
    [
        *("all", "each", "every", "other", "another", "any", "a", "an", "the", "no", "and", "or", "of", "with", "without"),
        *("card", "spell", "permanent", "token", "creature", "artifact", "enchantment", "land", "planeswalker", "battle"),
        *("instant", "sorcery", "kindred", "nontoken", "noncreature", "nonland", "nonartifact", "nonenchantment", "legendary"),
        *("nonlegendary", "basic", "nonbasic", "snow", "attacking", "blocking", "tapped", "untapped", "enchanted", "equipped"),
        *("you", "your", "opponent", "player", "they", "their", "control", "own", "that", "isn't", "not", "in"),
        *("on", "battlefield", "hand", "graveyard", "library", "exile", "stack", "zone", "white", "blue", "black", "red"),
        *("green", "colorless", "multicolored", "monocolored", "commander", "face-down", "nonwhite", "nonblue", "nonblack"),
        *("nonred", "nongreen", ",", "~", "source"),
    ]
)  # fmt: skip
"""Base forms of words that noun phrases are made of; none of them makes a statement of its own."""
_RELATIVE = ("that", "who", "which")
_KNOWN_SUBJECT = "Creatures you control"
_SAME = re.compile(r"^the same is true (?:for|of) (?P<subject>.+?)\.?$", re.IGNORECASE)
_AS_LONG = re.compile(r"^(?:as long as|during) [^,]+, (?P<rest>.+)$", re.IGNORECASE | re.DOTALL)


def is_known_word(token: Token) -> bool:
    """Whether a word is one of those that noun phrases are made of."""
    return (
        token.base in _NOUN_WORDS
        or token.base in words.CREATURE_TYPES
        or token.base in words.ARTIFACT_TYPES
        or token.kind == "self"
    )


def says_the_same(text: str) -> bool:
    """Whether a sentence says of further objects just what the sentence before it says.

    >>> says_the_same("The same is true for creature spells you control")
    True
    >>> says_the_same("The same is true for spells you frobnicate")
    False
    """
    match = _SAME.match(text)
    return match is not None and all(is_known_word(token) for token in tokenize(match["subject"]))


_THINGS = re.compile(
    r"^(?:as long as [^,]+, )?(?:other )?(?P<noun>[a-z]+)s you control [a-z]+$", re.IGNORECASE
)


def unknown_things(text: str) -> str | None:
    """What a sentence of one verb is about, where that is a word of no known kind: a subtype that nothing here may have.

    >>> unknown_things("As long as you frobnicate, flumphs you control frobnicate")
    'flumph'
    >>> unknown_things("Creatures you control frobnicate") is None
    True
    """
    match = _THINGS.match(text.strip().rstrip("."))
    noun = match["noun"].lower() if match is not None else ""
    return noun if noun and noun not in _NOUN_WORDS | _GROUPS | words.SUBTYPES else None


_GROUPS = frozenset(
    {
        "player",
        "opponent",
        "outlaw",
        "historic",
        "emblem",
        "ability",
        "attacker",
        "blocker",
        "counter",
        "copy",
    }
)
"""Words for groups that aren't subtypes."""


@cache
def shape(text: str) -> tuple[Part, ...] | None:
    """The parts of a sentence whose subject isn't read, with an unread reference in its place; None without a clue.

    >>> [type(part.changes[0]).__name__ for part in shape("All cards that aren't on the battlefield are colorless")]
    ['SetColors']
    >>> shape("Flumphs frobnicate and lands are colorless") is None
    True
    """
    sentence = text.strip().rstrip(".")
    conditional = _AS_LONG.match(sentence)
    if conditional is not None:
        whole = _static(tokenize(conditional["rest"]))
        if whole is not None:
            return whole
        sentence = conditional["rest"]
    tokens = tokenize(sentence)
    for index, token in enumerate(tokens):
        if is_known_word(token) or (token.base == "be" and index and tokens[index - 1].base in _RELATIVE):
            continue
        found = _static([*tokenize(_KNOWN_SUBJECT), *tokens[index:]]) if index else None
        return _of_unknown(found, text) if found is not None else None
    return None


def _static(tokens: list[Token]) -> tuple[Part, ...] | None:
    read = Parser(grammar(), tokens, ParagraphReader("", (), frozenset())).exact("static", 0, len(tokens))
    if not isinstance(read, Static):
        return None
    try:
        parts: tuple[Part, ...] = Resolver().visit(read.parts)
    except UnresolvedError:
        return None
    return None if unread(parts) else parts


def _of_unknown(parts: tuple[Part, ...], text: str) -> tuple[Part, ...] | None:
    if not all(isinstance(part, Modify) for part in parts):
        return None
    return tuple(Modify(UnreadRef(text), part.changes) for part in parts if isinstance(part, Modify))
