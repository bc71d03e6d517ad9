"""What a verb's row says of how its clause stands in English: its first form, its objects, its prepositions."""

from __future__ import annotations

from functools import cache
from typing import Final

from kb.asking.saying.speech import amount_noun
from kb.asking.wordbook import Verb, wordbook

_PREPOSITIONS: Final = (
    "to",
    "with",
    "from",
    "by",
    "for",
    "as",
    "on",
    "onto",
    "into",
    "at",
    "in",
    "of",
    "off",
    "using",
    "via",
    "through",
)
_BASES: Final = {"be in zone": "be"}
"""Verbs of which the reader knows the plainest form by its structure and not by a row."""


def verb_words(verb: Verb) -> tuple[str, str]:
    """Its first form, and the noun of an amount with which that ends."""
    base = _BASES.get(verb.name, verb.en[0])
    return base, amount_noun(base, amounts())


@cache
def amounts() -> dict[str, str]:
    return {noun.en[0]: noun.name for noun in wordbook().nouns.values() if noun.kind == "amount"}


def agent_first(roles: str) -> str:
    return "/".join(sorted(roles.split("/"), key=lambda one: one != "agent"))


def objects(verb: Verb) -> list[str]:
    """The roles that an object without a preposition fills."""
    with_word = {verb.en_takes[one] for one in ("to", "for") if one in verb.en_own}
    return [
        one for one in verb.en_takes["object"].split("/") if "object" in verb.en_own or one not in with_word
    ]


def preposition(verb: Verb, role: str, zone: str) -> str:
    fits = [one for one in _PREPOSITIONS if role in verb.en_takes.get(one, "").split("/")]
    if role == "for" and "for" in fits:
        return "for"
    if role == "with" and not fits:
        return "with"
    if role == "at":
        return "on" if zone in ("battlefield", "stack") else "in"
    if role == "to" and zone == "battlefield" and "onto" in fits:
        return "onto"
    if (
        role == "to"
        and zone
        and zone not in ("battlefield", "stack")
        and "into" in fits
        and "to" not in verb.en_own
    ):
        return "into"
    own = [one for one in fits if one in verb.en_own]
    if role == "agent" and not own:
        return "by"
    if not own and role == "to" and "to" in fits:
        return "to"
    return (own or fits or [""])[0]
