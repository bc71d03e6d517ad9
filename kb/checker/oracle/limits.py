"""Restrictions at the end of an activated ability: "Activate only as a sorcery"."""

from __future__ import annotations

from kb.checker.oracle.ast import Condition
from kb.checker.oracle.grammar import Parser

_PLAIN: dict[str, tuple[str, ...]] = {
    "as a sorcery": ("sorcery",),
    "any time you could cast a sorcery": ("sorcery",),
    "as an instant": ("instant",),
    "any time you could cast an instant": ("instant",),
    "once each turn": ("once each turn",),
    "once": ("once",),
    "twice each turn": ("twice each turn",),
    "during your turn": ("your turn",),
    "during combat": ("combat",),
    "during combat after blockers are declared": ("combat", "after blockers"),
    "during combat, after blockers are declared": ("combat", "after blockers"),
    "before blockers are declared": ("before blockers",),
    "during combat before blockers are declared": ("combat", "before blockers"),
    "before the combat damage step": ("before combat damage",),
    "during the end of combat step": ("end of combat",),
    "during any upkeep step": ("any upkeep",),
    "during any upkeep": ("any upkeep",),
    "as sorcery": ("sorcery",),
    "during your turn and only once": ("your turn", "once"),
    "once and only during your turn": ("your turn", "once"),
    "during an opponent's turn, before attackers are declared": ("opponent's turn", "before attackers"),
    "during your turn before attackers are declared": ("your turn", "before attackers"),
    "during your upkeep": ("your upkeep",),
    "during your turn, before attackers are declared": ("your turn", "before attackers"),
    "as a sorcery and only once": ("sorcery", "once"),
    "as a sorcery and only once each turn": ("sorcery", "once each turn"),
    "during your turn and only once each turn": ("your turn", "once each turn"),
    "during your upkeep and only once each turn": ("your upkeep", "once each turn"),
    "during an opponent's turn": ("opponent's turn",),
    "before attackers are declared": ("before attackers",),
    "during the declare attackers step": ("declare attackers",),
    "during the declare blockers step": ("declare blockers",),
}
_WHO: dict[str, str] = {
    "any player may activate this ability": "any player",
    "any opponent may activate this ability": "opponents",
    "only your opponents may activate this ability": "only opponents",
    "only any opponent may activate this ability": "only opponents",
}


def trailing_limit(parser: Parser, first: int, last: int) -> tuple[tuple[str, ...], Condition | None] | None:
    """What a sentence says about activating: words of restrictions and a condition; None if it isn't such a one.

    >>> from kb.checker.oracle.gram.table import grammar
    >>> from kb.checker.oracle.tokens import tokenize
    >>> tokens = tokenize("Activate only as a sorcery")
    >>> trailing_limit(Parser(grammar(), tokens), 0, len(tokens))
    (('sorcery',), None)
    """
    words = _words(parser, first, last)
    who = _WHO.get(words)
    if who is not None:
        return (who,), None
    for often in ("twice", "three times"):
        if words in (
            f"activate no more than {often} each turn",
            f"activate this ability no more than {often} each turn",
        ):
            return (f"{often} each turn",), None
    for lead in ("activate only ", "activate this ability only "):
        if not words.startswith(lead):
            continue
        rest = words.removeprefix(lead)
        plain = _PLAIN.get(rest)
        if plain is not None:
            return plain, None
        start = first + lead.count(" ")
        return _conditional(parser, start, last)
    return None


def _conditional(parser: Parser, start: int, last: int) -> tuple[tuple[str, ...], Condition | None] | None:
    """ "… only if you control a Swamp", "… as a sorcery and only if …"."""
    words: tuple[str, ...] = ()
    for phrase, plain in sorted(_PLAIN.items(), key=lambda item: -len(item[0])):
        size = len(phrase.replace(",", " ,").split())
        if (
            _words(parser, start, start + size) == phrase
            and _words(parser, start + size, start + size + 2) == "and only"
        ):
            words, start = plain, start + size + 2
            break
    if parser.base(start) == "if":
        condition = parser.exact("condition", start + 1, last)
        if condition is not None:
            return words, condition
        for phrase, plain in _PLAIN.items():
            size = len(phrase.replace(",", " ,").split())
            tail = last - size - 2
            if (
                tail > start
                and _words(parser, last - size, last) == phrase
                and _words(parser, tail, tail + 2) == "and only"
            ):
                condition = parser.exact("condition", start + 1, tail)
                if condition is not None:
                    return (*words, *plain), condition
    return None


def _words(parser: Parser, first: int, last: int) -> str:
    text = ""
    for token in parser.tokens[first:last]:
        text += token.low if token.low in {",", "'s"} else f" {token.low}"
    return text.strip()
