"""The English forms of the book of words, by their first word, and English words taken back to dictionary forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from kb.asking.reading.english import small
from kb.asking.wordbook import Noun, Verb, wordbook
from kb.checker.oracle.words import (
    ABILITY_WORDS,
    CARD_TYPES,
    COLORS,
    COST_KEYWORDS,
    NUMBER_KEYWORDS,
    NUMBERS,
    ORDINALS,
    PLAIN_KEYWORDS,
    SUBTYPES,
    SUPERTYPES,
)

KEYWORDS: Final = PLAIN_KEYWORDS | NUMBER_KEYWORDS | COST_KEYWORDS
WAYS: Final = frozenset(
    [
        "overload",
        "kicker",
        "multikicker",
        "flashback",
        "escape",
        "evoke",
        "morph",
        "megamorph",
        "dash",
        "emerge",
        "spectacle",
        "surge",
        "prowl",
        "awaken",
        "bestow",
        "mutate",
        "blitz",
        "cleave",
        "madness",
        "miracle",
        "disturb",
        "aftermath",
        "jump-start",
        "retrace",
        "foretell",
        "plot",
        "suspend",
        "ninjutsu",
        "replicate",
        "buyback",
        "entwine",
        "splice",
        "fuse",
        "conspire",
        "convoke",
        "delve",
        "improvise",
        "offspring",
        "gift",
        "warp",
        "harmonize",
        "prototype",
        "squad",
        "casualty",
        "bargain",
        "impending",
        "disguise",
        "freerunning",
        "sneak",
        "assist",
    ]
)
"""Keywords by which a card is cast: "cast it with overload" says how."""
_KEPT: Final = {"left": "leave", "won": "win", "fell": "fall", "felt": "feel", "men": "man"}
"""Forms that the library takes for words of their own."""
_SAME_PAST: Final = frozenset(
    [
        "cast",
        "put",
        "hit",
        "cut",
        "set",
        "let",
        "come",
        "become",
        "run",
        "cost",
        "shut",
        "split",
        "quit",
        "spread",
        "overcome",
        "recast",
    ]
)
"""Verbs whose past participle is their dictionary form."""


@dataclass(frozen=True, slots=True)
class VerbForm:
    """One way to say a verb: its words, and which noun of an amount has to be its object ("deal damage")."""

    words: tuple[str, ...]
    verb: Verb
    amount: str = ""


@dataclass(frozen=True)
class Lexicon:
    """Forms by the dictionary form of their first word, the longest first."""

    verbs: Mapping[str, tuple[VerbForm, ...]]
    nouns: Mapping[str, tuple[tuple[tuple[str, ...], Noun], ...]]
    known: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """The index of the book, made once.

    >>> [form.verb.name for form in lexicon().verbs["destroy"]]
    ['destroy']
    """
    book = wordbook()
    amounts = {form: noun.name for noun in book.nouns.values() if noun.kind == "amount" for form in noun.en}
    verbs: dict[str, list[VerbForm]] = defaultdict(list)
    for verb in [one for row in book.verbs.values() for one in (row, *row.en_also)]:
        for form in verb.en:
            words = tuple(word for word in form.split() if word not in ("a", "an", "the"))
            if len(words) > 1 and words[-1] in amounts:
                verbs[words[0]].append(VerbForm(words[:-1], verb, amounts[words[-1]]))
            else:
                verbs[words[0]].append(VerbForm(words, verb))
    nouns: dict[str, list[tuple[tuple[str, ...], Noun]]] = defaultdict(list)
    for noun in book.nouns.values():
        for form in noun.en:
            words = tuple(form.split())
            nouns[words[0]].append((words, noun))
    keywords = {word for name in KEYWORDS | ABILITY_WORDS for word in name.split()}
    known = (
        {word for forms in verbs.values() for form in forms for word in form.words}
        | {word for forms in nouns.values() for words, _ in forms for word in words}
        | keywords
        | {*NUMBERS, *ORDINALS, *COLORS, *CARD_TYPES, *SUPERTYPES}
        | SUBTYPES
        | small.FUNCTION
    )
    return Lexicon(
        {key: tuple(sorted(forms, key=lambda one: -len(one.words))) for key, forms in verbs.items()},
        {key: tuple(sorted(forms, key=lambda one: -len(one[0]))) for key, forms in nouns.items()},
        frozenset(known),
    )


@lru_cache(maxsize=4096)
def lemmas(low: str) -> tuple[str, ...]:
    """The dictionary forms that a word may have, the word itself first.

    >>> "swing" in lemmas("swinging"), "die" in lemmas("dies"), "sac" in lemmas("sacced")
    (True, True, True)
    """
    import simplemma

    found = [low]
    if low in _KEPT:
        found.append(_KEPT[low])
    if low.isalpha() or "-" in low:
        found.append(simplemma.lemmatize(low, "en").lower())
    for ending, puts in (
        ("s", ""),
        ("es", ""),
        ("ies", "y"),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
        ("d", ""),
    ):
        if low.endswith(ending) and len(low) > len(ending) + 1:
            stem = low[: -len(ending)] + puts
            found.append(stem)
            if ending in ("ed", "ing") and not puts and len(stem) > 2 and stem[-1] == stem[-2]:
                found.append(stem[:-1])
    return tuple(dict.fromkeys(found))


def forms(low: str, lemma: str) -> frozenset[str]:
    """Which forms of a verb a word can be: base (and present), fin (third person), ing, past (and participle).

    >>> sorted(forms("plotted", "plot")), sorted(forms("cast", "cast"))
    (['past'], ['base', 'past'])
    """
    if low == lemma:
        return frozenset({"base", "past"} if lemma in _SAME_PAST else {"base"})
    if low.endswith("ing"):
        return frozenset({"ing"})
    if low.endswith("s") and low not in ("was",):
        return frozenset({"fin"})
    return frozenset({"past"})


def knows(low: str) -> bool:
    """Whether a word, in any form, is one of the book or of the small closed classes."""
    known = lexicon().known
    return any(one in known for one in lemmas(low))
