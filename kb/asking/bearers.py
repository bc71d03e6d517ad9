"""Whose a keyword is of which somebody asks: "does plot trigger when X exiles it?" is asked of a card with plot.

Where the telling has one place that nothing spoken of fills, a pronoun that means nothing before it or what is exiled, drawn or
destroyed without a word, that place is the card with the keyword. With no such place, or several, the question is left as it is.

>>> from kb.asking.frames import Word
>>> asked = Clause("trigger", {"what": Word("keyword", "persist")}, form="does")
>>> told = Clause("destroy", {"what": Mention(pronoun="it")}, mood="supposed")
>>> bearer = borne((asked, told))[1].roles["what"]
>>> bearer.filter.where, borne((told, asked))[0].roles["what"] == bearer, borne((told,)) == (told,)
((HasKeyword(name='persist'),), True, True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Word
from kb.asking.mentions import Clause, Mention
from kb.asking.wordbook import wordbook
from kb.checker.oracle.ast import Filter, HasKeyword
from kb.checker.oracle.words import COST_KEYWORDS, NUMBER_KEYWORDS, PLAIN_KEYWORDS

_KEYWORDS: Final = frozenset((*PLAIN_KEYWORDS, *COST_KEYWORDS, *NUMBER_KEYWORDS))
_ASKED: Final = ("trigger", "resolve")
"""What abilities do, so that a keyword can be asked about by its name alone."""


def borne(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """The clauses with the bearer of the keyword in its place, and the ability asked about as the bearer's."""
    asked = [one for one in clauses if one.form is not None]
    keyword = _asked_about(asked[0]) if len(asked) == 1 else ""
    told = [one for one in clauses if one.form is None]
    if not keyword or any(keyword in _said(one) for one in told):
        return clauses
    places = [one for one in told if _is_open(one, told)]
    if len(places) != 1:
        return clauses
    bearer = Mention(Filter("any", (HasKeyword(keyword),)), noun="card", text=keyword)
    ability = Mention(noun="ability", of=bearer, what=keyword, text=keyword)
    filled = {
        id(asked[0]): replace(asked[0], roles={**asked[0].roles, "what": ability}),
        id(places[0]): replace(places[0], roles={**places[0].roles, "what": bearer}),
    }
    return tuple(filled.get(id(one), one) for one in clauses)


def _asked_about(clause: Clause) -> str:
    """The keyword of which it is asked whether it triggers; "" for another question."""
    what = clause.roles.get("what") if clause.verb in _ASKED and set(clause.roles) == {"what"} else None
    if isinstance(what, Word) and what.kind == "keyword":
        return what.name
    if isinstance(what, Clause) and not what.roles and what.verb in _KEYWORDS:
        return what.verb
    if not isinstance(what, Mention) or what.of is not None or what.whose is not None or what.cards:
        return ""
    if what.what in _KEYWORDS:
        return what.what
    own = (
        [one.name for one in what.filter.where if isinstance(one, HasKeyword)]
        if what.filter is not None
        else []
    )
    return (
        own[0] if len(own) == 1 and not what.noun and not what.clauses else ""
    )  # 不死: what has it, or the ability itself


def _is_open(clause: Clause, told: list[Clause]) -> bool:
    """Whether what it is done to is a pronoun that means nothing spoken of, or left out although the verb needs it."""
    row = wordbook().verbs.get(clause.verb)
    if row is None or row.kind != "deed" or clause.negated:
        return False
    if "what" not in row.needs and "{what}" not in row.oracle:
        return False
    what = clause.roles.get("what")
    if what is None or (isinstance(what, Mention) and not what.text and what.noun in ("", "permanent")):
        return True
    lone = isinstance(what, Mention) and what.pronoun in ("it", "zero") and what.filter is None
    others = (one for other in told for one in _mentions(other) if one is not what)
    return lone and not any(_may_be_it(one, clause) for one in others)


def _may_be_it(one: Mention, clause: Clause) -> bool:
    """Whether a pronoun could mean that: a thing, and not what does it in the same clause."""
    if any(one is filling for role, filling in clause.roles.items() if role in ("agent", "by")):
        return False
    row = wordbook().nouns.get(one.noun)
    return bool(one.cards or one.filter) or (row is not None and row.kind == "thing")


def _mentions(clause: Clause) -> Iterator[Mention]:
    for filling in clause.roles.values():
        for one in filling if isinstance(filling, tuple) else (filling,):
            if isinstance(one, Mention):
                yield one
            elif isinstance(one, Clause):
                yield from _mentions(one)


def _said(clause: Clause) -> Iterator[Any]:
    """The keywords that things in a clause are said to have, and what it is itself."""
    yield clause.verb
    for one in _mentions(clause):
        yield one.what
        for part in one.filter.where if one.filter is not None else ():
            if isinstance(part, HasKeyword):
                yield part.name
    for filling in clause.roles.values():
        if isinstance(filling, Word):
            yield filling.name
