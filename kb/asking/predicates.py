"""A description that says what something is, as words: "is goaded", "is a 2/2 green Bear with flying" names no other thing.

>>> from kb.asking.wordbook import described
>>> [(one.kind, one.name) for one in words_of(described("tapped 2/2 green creature"))]
[('concept', 'tapped'), ('pt', '2/2'), ('color', 'G'), ('type', 'creature')]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kb.asking.frames import Word
from kb.asking.mentions import Mention
from kb.checker.oracle.ast import Filter, HasColor, HasKeyword, HasType, Measures, Number, Predicate, Status


def words_of(what: Filter) -> tuple[Word, ...] | None:
    """Each thing that a description says; None where it says something that is no such word."""
    found = [*_words(what.where)]
    return None if None in found or not found else tuple(one for one in found if one is not None)


def _words(where: tuple[Predicate, ...]) -> Iterator[Word | None]:
    size: dict[str, int] = {}
    for one in where:
        if isinstance(one, Filter):
            yield from _words(one.where)
        elif isinstance(one, HasType):
            yield Word("type", one.name)
        elif isinstance(one, HasColor):
            yield Word("color", one.color)
        elif isinstance(one, HasKeyword):
            yield Word("keyword", one.name)
        elif isinstance(one, Status):
            yield Word("concept", one.name)
        elif isinstance(one, Measures) and one.op == "=" and isinstance(one.amount, Number):
            size[one.stat] = one.amount.value
            if size.keys() == {"power", "toughness"}:
                yield Word("pt", f"{size['power']}/{size['toughness']}")
        else:
            yield None
    if size and size.keys() != {"power", "toughness"}:
        yield None


_BECOMES: Final = {"be": ("as",), "become": ("as", "to"), "turn into": ("to", "as")}


def said_to_be(verb: str, role: str, filling: Any) -> Any:
    """ "Is goaded", "is a 2/2": words about the thing, and no thing besides it."""
    if role not in _BECOMES.get(verb, ()) or not isinstance(filling, Mention):
        return None
    named = (
        filling.cards
        or filling.pronoun
        or filling.definite
        or filling.asked
        or filling.clauses
        or filling.whose
    )
    if named or filling.filter is None or filling.count not in (None, 1, "several"):
        return None
    words = words_of(filling.filter)
    return words[0] if words is not None and len(words) == 1 else words
