"""Whether a card's own text about casting it is read: what isn't could allow it, forbid it or change its cost."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.checker.bearing import COMBAT_KEYWORDS
from kb.checker.characteristics import is_expanded
from kb.checker.narrowing import ACTIVATED_KEYWORDS, before_the_game
from kb.checker.oracle import ast
from kb.checker.oracle.ast import unread
from kb.checker.rules import rule
from kb.checker.state import NotModelled, Obj


def known_text(obj: Obj) -> None:
    """Raise NotModelled when the card has text nobody handles: it could allow, forbid or change casting."""
    for printed in (obj.printed, *obj.printed.faces):
        for node in printed.abilities:
            if isinstance(node, ast.UnreadAbility) and not before_the_game(node):
                raise NotModelled("this text is not read", printed.name, node.text)
            if isinstance(node, ast.Triggered) and not printed.is_permanent_card and unread(node.event):
                raise NotModelled("the condition of this trigger is not read", printed.name, node.text)
            if _unknown_keyword(node):
                name = node.name if isinstance(node, ast.Keyword) else ""
                raise NotModelled(f"the keyword {name!r} has no handler", printed.name, node.text or name)


def _unknown_keyword(node: ast.Ability) -> bool:
    """A keyword without handler that could bear on casting: none that is activated, or works in combat only."""
    if not isinstance(node, ast.Keyword) or is_expanded(node) or before_the_game(node):
        return False
    return node.name not in ACTIVATED_KEYWORDS and node.name not in COMBAT_KEYWORDS


CASTING_WORDS = re.compile(
    r"\b(?:casts?|costs?|spells?|flash|pay(?:ing)?|plays?|rather than|any time)\b", re.IGNORECASE
)


RESTRICTING = re.compile(
    r"n't\b|\b(?:cannot|not|never|no|nowhere|only|except|additional|more to cast|unless|must|instead)\b",
    re.IGNORECASE,
)
"""Words by which a text keeps its card from being cast, or makes it cost more."""


def _unread_of_casting(obj: Obj) -> Iterator[tuple[str, str]]:
    """The names of its faces and their unread words about casting it."""
    for printed in (obj.printed, *obj.printed.faces):
        for node in printed.abilities:
            words = " ".join(unread(node))
            if not words or before_the_game(node):
                continue
            if isinstance(node, ast.Static) and (CASTING_WORDS.search(words) or _like_a_keyword(words)):
                yield printed.name, words
            elif isinstance(node, ast.Spell):
                about = re.sub(re.escape(printed.name), "this spell", words)
                if re.search(OF_SPELL, about):
                    yield printed.name, words


OF_SPELL = re.compile(
    r"\b(?:cast|costs?|pay)\b[^.]*\bthis spell\b|\bthis spell(?:'s)? (?:costs?|mana cost)\b", re.IGNORECASE
)
"""Words of an instant's or sorcery's paragraph that is about casting it rather than about what it does."""


@rule("113.6d", "113.6e", "113.6f")
def read_for_casting(obj: Obj) -> None:
    """CR 113.6d-f: what says how, when, whence and for what a card may be cast functions wherever it could be cast from.

    So that it can't be cast needs every such line read: raises NotModelled where one isn't, or a keyword has no handler.
    """
    known_text(obj)
    for name, words in _unread_of_casting(obj):
        raise NotModelled("this text is not read", name, words)


def unrestricted(obj: Obj) -> None:
    """Raise NotModelled where an unread line could forbid or hinder casting it: that it can be cast needs those read."""
    known_text(obj)
    for name, words in _unread_of_casting(obj):
        if RESTRICTING.search(words) or _like_a_keyword(words):
            raise NotModelled("this text is not read", name, words)


def _like_a_keyword(text: str) -> bool:
    """A line that is no sentence, such as a keyword with a cost, may be a way to cast the card."""
    return not any(verb in f" {text.casefold()} " for verb in _VERBS)


_VERBS = (
    " is ",
    " are ",
    " has ",
    " have ",
    " get ",
    " gets ",
    " can't ",
    " can ",
    " may ",
    " enters ",
    " would ",
    " don't ",
    " doesn't ",
)


def all_read(name: str, text: object) -> None:
    """Raise NotModelled where words of a text aren't read or nobody handles what they say: they may ask for what is given."""
    from kb.checker.executable import first_problem

    words = unread(text)
    if words:
        raise NotModelled("this text is not read", name, words[0])
    problem = first_problem(text)
    if problem is not None:
        raise NotModelled(problem.en, name)
