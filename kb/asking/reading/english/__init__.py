"""The English reader: from a question's text to clauses.

>>> from kb.asking.names import NameTable
>>> heard = read("My creature attacks. Does it die?", NameTable([], {}))
>>> [(clause.verb, clause.form) for clause in heard.clauses], heard.unread
([('attack', None), ('die', 'does')], ())
"""

from __future__ import annotations

from dataclasses import replace

from kb.asking.mentions import Clause, Heard
from kb.asking.names import NameTable
from kb.asking.reading.english.lexicon import KEYWORDS
from kb.asking.reading.english.tokens import Tok, tokenize
from kb.asking.reading.english.units import heard

_MOST = 400
"""Tokens of a question that are read; a longer one is refused as a whole."""
_ENDS = frozenset(name.split()[-1] for name in KEYWORDS if name.endswith("!"))
"""Last words of keywords that end in a mark."""
_LONGEST = 90
"""Tokens of one sentence."""


def read(question: str, table: NameTable) -> Heard:
    """What a question says: clauses in order, and the words that have no place in them."""
    if len(question) > 8 * _MOST:
        return Heard((), (question[:60],))
    clauses: list[Clause] = []
    unread: list[str] = []
    for sentence, asks in _sentences(tokenize(question, table)[: _MOST + 1]):
        if len(sentence) > _LONGEST:
            unread.append(" ".join(tok.text for tok in sentence[:8]))
            continue
        found = heard(sentence, asks)
        first = found.clauses[0] if found.clauses and not clauses else None
        if first is not None and first.link == "before":  # "Earlier I …": before nothing that was told
            clauses.append(replace(first, link="then"))
        clauses += found.clauses[len(clauses) :] if first is not None else found.clauses
        unread += found.unread
    return Heard(tuple(clauses), tuple(unread))


def _sentences(tokens: list[Tok]) -> list[tuple[list[Tok], bool]]:
    """The sentences, each with whether it ends in a question mark."""
    found: list[tuple[list[Tok], bool]] = []
    sentence: list[Tok] = []
    for tok in tokens:
        if tok.low == "!" and sentence and f"{sentence[-1].low}!" in _ENDS:
            continue
        if tok.kind == "mark" and tok.low in ".?!":
            if sentence:
                found.append((sentence, tok.low == "?"))
            elif found and tok.low == "?":
                found[-1] = (found[-1][0], True)
            sentence = []
        else:
            sentence.append(tok)
    if sentence:
        found.append((sentence, False))
    return found
