"""The small closed classes of English words: what is no word of the game, but tells how the others belong together."""

from __future__ import annotations

from typing import Final

from kb.asking.frames import Link, Who
from kb.asking.mentions import Pronoun

ARTICLES: Final = frozenset(
    {"a", "an", "the", "this", "that", "these", "those", "any", "some", "each", "every", "all", "no", "both"}
)
POSSESSIVE: Final = {
    "my": "me", "our": "me", "mine": "me", "your": "me", "his": "he", "her": "he", "their": "they", "its": "it",
}  # fmt: skip
PRONOUNS: Final[dict[str, Pronoun]] = {
    "it": "it", "itself": "same", "themselves": "same", "himself": "same", "herself": "same", "they": "they", "them": "they",
    "he": "he", "him": "he", "she": "he", "her": "he", "theirs": "they", "this": "this", "that": "this", "these": "they", "those": "they",
    "one": "one", "ones": "ones",
}  # fmt: skip
PERSONS: Final[dict[str, Who]] = {
    "i": "me",
    "me": "me",
    "myself": "me",
    "you": "me",
    "yourself": "me",
    "we": "each player",
    "us": "each player",
    "mine": "me",
}
MODALS: Final = {
    "can": "can", "could": "can", "may": "can", "might": "can", "must": "must", "will": "", "would": "", "shall": "",
}  # fmt: skip
DO: Final = frozenset({"do", "does", "did"})
BE: Final = frozenset({"be", "am", "is", "are", "was", "were", "been", "being", "'s"})
HAVE: Final = frozenset({"have", "has", "had", "having"})
PREPOSITIONS: Final = frozenset(
    [
        "to",
        "with",
        "by",
        "using",
        "via",
        "through",
        "from",
        "on",
        "onto",
        "upon",
        "into",
        "in",
        "for",
        "as",
        "off",
        "at",
        "of",
        "against",
        "under",
        "over",
        "above",
        "below",
        "among",
        "between",
        "toward",
        "towards",
        "despite",
        "per",
        "targeting",
    ]
)
SUBORDINATE: Final = {
    "if": "if", "when": "if", "whenever": "if", "once": "if", "as soon as": "if", "in case": "if", "suppose": "if", "supposing": "if",
    "say": "if", "assuming": "if", "provided": "if", "as long as": "while", "while": "while", "whilst": "while", "after": "after",
    "before": "before", "because": "because", "since": "because", "although": "although", "though": "although", "even though": "although",
    "even if": "even if", "even when": "even if", "now that": "if", "only if": "if", "or if": "if", "so that": "so", "as": "while",
}  # fmt: skip
MANNERS: Final = {
    "again": "again", "a second time": "again", "another time": "again", "once more": "again", "a second time around": "again",
    "still": "still", "only": "only", "just": "", "first": "first", "second": "second", "also": "also", "too": "also", "as well": "also",
    "instead": "instead", "already": "already", "right away": "right away", "immediately": "right away", "right now": "right away", "straight away": "right away",
    "at once": "right away", "for free": "free", "separately": "separately", "together": "together", "face down": "face down", "face-down": "face down", "anyway": "anyway",
    "anyways": "anyway", "regardless": "anyway", "nevertheless": "anyway", "twice": "twice", "two times": "twice", "yet": "yet", "alone": "alone",
    "all": "all", "by itself": "alone", "even": "", "ever": "", "at all": "", "automatically": "", "normally": "", "actually": "", "really": "",
    "now": "", "here": "", "simply": "", "otherwise": "", "at the same time": "together", "simultaneously": "together",
    "at one time": "together", "at the exact same time": "together", "without paying its mana cost": "free", "this way": "", "somehow": "",
    "legally": "", "basically": "", "technically": "", "then": "", "correctly": "", "in a row": "", "an additional time": "again",
    "on the way": "", "in the first place": "", "either": "also", "neither": "also", "if able": "", "itself": "", "both": "", "if possible": "", "of course": "",
    "once": "", "one time": "", "as usual": "", "for now": "", "at this point": "", "at that point": "", "in return": "",
}  # fmt: skip
"""Words beside the verb, with the manner that each is; "" says nothing that changes an answer."""
MANNER_SIZES: Final = {
    first: sorted({len(name.split()) for name in MANNERS if name.split()[0] == first}, reverse=True)
    for first in {name.split()[0] for name in MANNERS}
}
"""How many words a manner may have that begins with a word."""
NEGATIONS: Final = frozenset({"not", "never", "no longer"})
FILLERS: Final = frozenset(
    [
        "please",
        "hi",
        "hello",
        "hey",
        "so",
        "well",
        "basically",
        "ok",
        "okay",
        "thanks",
        "thank",
        "you",
        "um",
        "uh",
        "sorry",
        "anyway",
        "also",
        "then",
        "now",
        "right",
        "yes",
        "no",
        "quick",
        "question",
        "just",
        "but",
        "and",
        "or",
    ]
)
_OPENERS: Final = tuple(
    tuple(one.split())
    for one in (
        "i was wondering", "i wonder", "i am wondering", "for example", "quick question", "question", "rules question", "let us say", "lets say",
        "let 's say", "say", "suppose", "imagine", "in this case", "in that case", "in this situation", "in other words", "just to be sure", "to be clear",
        "to clarify", "by the way", "am i right that", "is it true that", "is it correct that", "does that mean that", "does that mean",
        "does this mean that", "does this mean", "would that mean", "do you know", "can you tell me", "could you tell me", "i want to know", "i would like to know",
        "i think", "i believe", "i thought", "hi", "hello", "hey", "thanks", "thank you", "ok", "okay", "well", "basically", "please", "as far as i know",
        "commander game", "in commander", "in edh", "in a game of commander", "in a one on one game", "in a two player game", "in a multiplayer game", "if so", "if not", "so", "what about", "how about",
    )
)  # fmt: skip
OPENERS: Final = {
    first: tuple(words for words in _OPENERS if words[0] == first)
    for first in {words[0] for words in _OPENERS}
}
"""What people say before a question, by its first word."""
LINKS: Final[dict[str, Link]] = {
    "meanwhile": "while", "in response": "response", "at the same time": "once", "simultaneously": "once", "because of that": "because",
    "because of this": "because", "even so": "although", "after that": "then", "afterwards": "then", "then": "then", "later": "then", "before that": "before",
}  # fmt: skip
"""How a sentence stands to the one before it, said at its beginning."""
WH: Final = frozenset({"what", "which", "who", "whom", "whose", "where", "when", "why", "how"})
FUNCTION: Final = (
    ARTICLES | POSSESSIVE.keys() | PRONOUNS.keys() | PERSONS.keys() | MODALS.keys() | DO | BE | HAVE | PREPOSITIONS | NEGATIONS | FILLERS | WH
    | {word for name in (*SUBORDINATE, *MANNERS) for word in name.split()}
    | frozenset(["than", "there", "such", "ever", "own", "other", "another", "different", "both", "several", "many", "much", "few", "more", "most", "less", "same", "next", "last", "time", "times", "should", "ought", "let", "lets"])
    | frozenset(["without", "until", "unless", "during", "instead", "response", "turn", "turns"])
)  # fmt: skip
