"""The small closed classes of English words: what is no word of the game, but tells how the others belong together."""

from __future__ import annotations

from typing import Any, Final

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
    "say": "if", "assuming": "if", "provided": "if", "as long as": "while", "while": "while", "while at the same time": "while", "the moment": "if", "every time": "if", "each time": "if", "by the time": "if", "whilst": "while", "after": "after",
    "before": "before", "because": "because", "since": "because", "although": "although", "though": "although", "even though": "although",
    "even if": "even if", "even when": "even if", "now that": "if", "only if": "if", "or if": "if", "so that": "so", "as": "while",
}  # fmt: skip
MANNERS: Final = {
    "again": "again", "a second time": "again", "another time": "again", "once more": "again", "a second time around": "again",
    "still": "still", "only": "only", "just": "", "first": "first", "second": "second", "also": "also", "too": "also", "as well": "also",
    "instead": "instead", "already": "already", "right away": "right away", "immediately": "right away", "right now": "", "straight away": "right away",
    "at once": "right away", "for free": "free", "separately": "separately", "together": "together", "face down": "face down", "face-down": "face down", "anyway": "anyway",
    "anyways": "anyway", "regardless": "anyway", "nevertheless": "anyway", "twice": "twice", "two times": "twice", "yet": "yet", "alone": "alone",
    "all": "all", "by itself": "alone", "even": "", "ever": "", "at all": "", "automatically": "", "normally": "", "actually": "", "really": "",
    "now": "", "here": "", "simply": "", "otherwise": "", "at the same time": "together", "simultaneously": "together",
    "at one time": "together", "at the exact same time": "together", "without paying its mana cost": "free", "this way": "", "somehow": "",
    "legally": "", "basically": "", "technically": "", "then": "", "correctly": "", "in a row": "", "an additional time": "again",
    "on the way": "", "in the first place": "", "either": "also", "if able": "", "itself": "", "both": "", "if possible": "", "of course": "",
    "once": "", "one time": "", "as usual": "", "for now": "", "at this point": "", "at that point": "", "in return": "",
    "altogether": "together", "in total": "together", "overall": "together", "all told": "together", "all in all": "", "in the end": "", "eventually": "", "anymore": "", "any more": "", "any longer": "",
    "this game": "", "in this game": "", "so far": "", "for real": "", "for sure": "", "in fact": "", "indeed": "", "literally": "", "successfully": "", "properly": "",
    "generally": "", "in general": "", "usually": "", "typically": "", "in theory": "", "theoretically": "", "obviously": "", "clearly": "", "naturally": "", "unfortunately": "",
    "luckily": "", "sadly": "", "suddenly": "", "in turn": "", "in the process": "", "along the way": "", "as a result": "", "as a consequence": "", "that way": "", "by the rules": "",
    "under the rules": "", "according to the rules": "", "per the rules": "", "rules-wise": "", "to begin with": "", "to start with": "", "at this time": "", "at that time": "",
    "at that moment": "", "at this moment": "", "on the spot": "right away", "then and there": "right away", "straightaway": "right away", "instantly": "right away", "right there": "right away", "right then": "right away", "anyhow": "anyway",
    "nonetheless": "anyway", "for good": "forever", "permanently": "forever", "forever": "forever", "for the rest of the game": "forever", "as long as the game lasts": "forever", "for as long as the game lasts": "forever",
    "completely": "", "fully": "", "at home": "", "back home": "", "over there": "", "safely": "", "happily": "", "apparently": "", "exactly": "", "precisely": "",
    "on his own": "alone", "on its own": "alone", "all alone": "alone", "all by itself": "alone", "solo": "alone", "one more time": "again", "yet again": "again", "for a second time": "again",
    "certainly": "", "definitely": "", "surely": "", "essentially": "", "effectively": "",
    "practically": "", "accidentally": "", "by accident": "", "deliberately": "", "on purpose": "", "directly": "", "quickly": "", "honestly": "", "specifically": "", "personally": "",
    "currently": "", "today": "", "tonight": "", "by then": "", "by now": "", "right this moment": "", "for the moment": "", "for the time being": "", "so far this game": "", "finally": "", "at last": "",
    "over the game": "", "over the whole game": "", "over the course of the game": "", "from earlier": "", "from before": "", "from the start": "", "from the beginning": "", "from the get-go": "",
    "as normal": "", "like normal": "", "as always": "", "like always": "", "like usual": "", "in any case": "anyway", "in any event": "anyway", "at any rate": "anyway", "either way": "anyway",
    "no matter what": "anyway", "all the same": "anyway", "just the same": "anyway", "even so": "anyway", "despite that": "anyway", "in spite of that": "anyway", "after all": "", "for certain": "",
    "in one swing": "together", "in one swoop": "together", "in one fell swoop": "together", "at a single time": "together", "at one and the same time": "together", "all in one go": "together", "combined": "together",
    "in sum": "together", "once again": "again", "another time around": "again", "in addition": "also", "on top of that": "also", "additionally": "also", "outright": "", "on their own": "alone",
    "for value": "", "for fun": "", "for no reason": "", "for whatever reason": "", "for some reason": "", "for safety": "", "just because": "", "at any time": "", "this time": "", "this time around": "",
    "in all": "together", "in sum total": "together", "all up": "together", "over and over": "", "of all things": "", "no less": "", "as planned": "", "as expected": "", "by the book": "",
    "one after another": "separately", "one after the other": "separately", "each on its own": "separately",
    "individually": "separately", "one by one": "separately", "one at a time": "separately", "in one go": "together", "all at once": "together", "as one": "together",
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
_NO_TRICKS: Final = (
    "no tricks", "no combat tricks", "no other tricks", "no responses", "no further responses", "no other responses", "no shenanigans", "no other effects",
)  # fmt: skip
_FROM_ANYONE: Final = (
    "", " from anyone", " from anybody", " from either of us", " from either side", " from either player", " involved",
)  # fmt: skip
_NOTHING_ELSE: Final = (
    *(f"{before}{words}{after}" for before in ("", "with ", "and ", "assuming ") for words in _NO_TRICKS for after in _FROM_ANYONE),
    "nothing else happens", "nothing else is going on", "if nothing else happens", "assuming nothing else happens", "all else being equal",
)  # fmt: skip
"""That nothing happens which isn't told: this is how every question is played."""
_OPENERS: Final = tuple(
    tuple(one.split())
    for one in (
        *_NOTHING_ELSE,
        "follow-up", "follow up", "followup", "follow-up question", "follow up question", "second question", "next question", "bonus question", "i was wondering", "i wonder", "i am wondering", "for example", "quick question", "question", "rules question", "let us say", "lets say",
        "let 's say", "say", "suppose", "imagine", "in this case", "in that case", "in this situation", "in other words", "just to be sure", "to be clear",
        "to clarify", "by the way", "am i right that", "is it true that", "is it correct that", "does that mean that", "does that mean",
        "does this mean that", "does this mean", "would that mean", "do you know", "can you tell me", "could you tell me", "i want to know", "i would like to know",
        "i think", "i believe", "i thought", "hi", "hello", "hey", "thanks", "thank you", "ok", "okay", "well", "basically", "please", "as far as i know",
        "commander game", "in commander", "in edh", "in a game of commander", "in a one on one game", "in a two player game", "in a multiplayer game", "if so", "if not", "so", "what about", "how about",
        "once the dust settles", "when the dust settles", "after the dust settles", "when the dust has settled", "once the dust has settled", "once everything resolves", "after everything resolves",
        "when everything resolves", "once everything has resolved", "after everything has resolved", "when everything has resolved", "once all is said and done", "when all is said and done",
        "after all is said and done", "once it is all over", "when it is all over", "in the end", "at the end of it all", "after all that", "after all of that", "after all this", "with all that",
        "am i right in thinking that", "am i right in thinking", "am i correct that", "am i correct in thinking that", "i am not sure", "i am not sure but", "not sure", "just wondering", "just curious",
        "i am curious", "sanity check", "noob question", "newbie question", "dumb question", "stupid question", "simple question", "rules check", "long story short", "in theory",
        "in a casual game", "in a game", "in modern", "in standard", "in legacy", "in pioneer", "in pauper", "in draft", "in limited", "at fnm", "at a prerelease", "correct me if i am wrong",
        "picture this", "here is the situation", "here is the scenario", "situation", "scenario", "the situation", "i was playing and", "so basically", "as a result", "unfortunately", "luckily",
        "as i understand it", "the way i understand it", "in your opinion", "honestly", "now then", "alright", "right so", "hi all", "hi everyone", "hello everyone", "hey all", "hey guys", "hey everyone",
        "in advance", "thanks in advance", "many thanks", "cheers", "for instance", "let us assume", "lets assume", "assume", "let us imagine", "say that", "suppose that", "imagine that",
        "would i be right that", "is it right that", "is it the case that", "i am told that", "is it that", "is it so that", "does it mean that", "does it mean", "would it mean that", "would that mean that", "does that imply that", "does that imply",
        "so does that mean", "could it be that", "am i correct", "my question is", "the question is", "my question", "the question", "here is my question", "as far as i can tell", "to my knowledge",
        "question for you", "a question", "one question", "one more question", "another question", "i have a question", "hear me out", "stay with me", "let me know", "what i want to know is",
        "what i am asking is", "in short", "to sum up", "real quick", "at the end of the day", "when all is done", "i am wondering if", "i was wondering if", "i wonder if", "i wonder whether", "can someone tell me if", "does anyone know if",
    )
)  # fmt: skip
OPENERS: Final = {
    first: tuple(words for words in _OPENERS if words[0] == first)
    for first in {words[0] for words in _OPENERS}
}
"""What people say before a question, by its first word."""
LINKS: Final[dict[str, Link]] = {
    "meanwhile": "while", "in response": "response", "in reply": "response", "as a response": "response", "at the same time": "once", "simultaneously": "once", "because of that": "because",
    "because of this": "because", "even so": "although", "after that": "then", "afterwards": "then", "then": "then", "later": "then", "before that": "before",
    "in the meantime": "while", "while that happens": "while", "afterward": "then", "later on": "then", "right after": "then", "right after that": "then", "shortly after": "then", "soon after": "then", "next": "then",
    "thereafter": "then", "after this": "then", "following that": "then", "nonetheless": "although", "nevertheless": "although", "that said": "although", "all the same": "although", "still": "although",
    "earlier": "before", "previously": "before", "beforehand": "before", "prior to that": "before", "before this": "before",
}  # fmt: skip
"""How a sentence stands to the one before it, said at its beginning."""
LOTS: Final[dict[str, Any]] = {
    "couple": 2, "pair": 2, "trio": 3, "dozen": 12, "bunch": "several", "pile": "several", "ton": "several", "lot": "several", "handful": "several", "load": "several",
    "tons": "several", "lots": "several", "loads": "several", "plenty": "several", "horde": "several", "army": "several", "team": "several",
}  # fmt: skip
NONE: Final = frozenset({"nobody", "nothing", "none", "neither"})
WH: Final = frozenset({"what", "which", "who", "whom", "whose", "where", "when", "why", "how"})
FUNCTION: Final = (
    ARTICLES | POSSESSIVE.keys() | PRONOUNS.keys() | PERSONS.keys() | MODALS.keys() | DO | BE | HAVE | PREPOSITIONS | NEGATIONS | FILLERS | WH | NONE
    | {word for name in (*SUBORDINATE, *MANNERS) for word in name.split()}
    | frozenset(["than", "there", "such", "ever", "own", "other", "another", "different", "both", "several", "many", "much", "few", "more", "most", "less", "same", "next", "last", "time", "times", "should", "ought", "let", "lets"])
    | frozenset(["without", "until", "unless", "during", "instead", "response", "turn", "turns"])
)  # fmt: skip
