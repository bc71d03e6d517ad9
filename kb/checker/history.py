"""Which abilities have triggered and resolved, each with the words by which a check may name it.

An ability is named by a fragment of its own text. The words of a keyword's ability are the keyword, its reminder text
and what it waits for ("when you cast this spell" is storm's); an ability that another creates ("When you do, …") has the
words of its own sentence, and the ability that creates it has the words before that sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from kb.checker.characteristics import AbilityOf, chars
from kb.checker.keys import Fact, Family
from kb.checker.oracle import ast
from kb.checker.state import Game, known

Topic = Literal["triggered", "resolved"]
_SENTENCE = re.compile(r"(?<=[.!?”\"])\s+")
_REMINDER = re.compile(r"\(([^()]*)\)")
_WAITS = re.compile(r"\b(?:when|whenever|at the beginning of|at end of)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Happened:
    """One time that an ability triggered or resolved."""

    card: int
    """The physical card it is of; 0 for an ability that no object has."""
    name: str
    """What its source was called then."""
    words: str
    spell: bool = False
    """A permanent spell that resolved, not an ability of it."""


FIRST_ENTRY: Fact[int] = Fact("first_entry")
"""How many events had happened when the first action of the script was taken."""
PAST: Family[Fact[list[Happened]]] = Family(Fact, "past")
"""What has triggered, and what has resolved."""


def remember(game: Game, topic: Topic, happened: Happened) -> None:
    """Keep that it happened."""
    game.facts.setdefault(PAST[topic], []).append(happened)


def happened(game: Game, topic: Topic) -> list[Happened]:
    """All that triggered or resolved so far."""
    return game.facts.get(PAST[topic], [])


def words_of(game: Game, ability: AbilityOf) -> str:
    """The words by which an ability may be named."""
    node = ability.node
    own = chars(game, ability.source).abilities if ability.source else ()
    origin = own[ability.index] if 0 <= ability.index < len(own) else node
    if origin is node or not isinstance(origin, ast.Keyword):
        return own_words(node)
    return keyword_words(known(game, ability.source).printed.text, origin, node)


def keyword_words(text: str, keyword: ast.Keyword, node: ast.Ability) -> str:
    """The words of an ability that a keyword stands for, on a card of that text."""
    reminders = [
        reminder
        for line in text.split("\n")
        if keyword.name in line.casefold()
        for reminder in _REMINDER.findall(line)
    ]
    return "\n".join((node.text, keyword.name, keyword.text, *_waits_for(node), *reminders))


def _waits_for(node: ast.Ability) -> list[str]:
    """What a keyword's ability waits for, in the words that cards use."""
    event = getattr(node, "event", None)
    for kind, words in _EVENTS:
        if isinstance(event, kind):
            return [words(event)]
    return []


def _move(event: ast.Moves) -> str:
    if event.to == "battlefield":
        return "when this permanent enters; when this creature enters"
    if (event.origin, event.to) == ("battlefield", "graveyard"):
        return "when this permanent dies; when this creature dies"
    return "when this permanent leaves the battlefield" if event.origin == "battlefield" else ""


_EVENTS: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (ast.Casts, lambda event: "when you cast this spell" if _is_this(event.what) else "whenever you cast a spell"),
    (ast.Moves, _move),
    (ast.Attacks, lambda event: "whenever this creature attacks"),
    (ast.Blocks, lambda event: "whenever this creature blocks"),
    (ast.Damage, lambda event: "whenever this creature deals damage; combat damage to a player"),
    (ast.BecomesTarget, lambda event: "whenever this permanent becomes the target of a spell or ability"),
    (ast.StepBegins, lambda event: f"at the beginning of your {event.step}; {event.step} step"),
)  # fmt: skip


def _is_this(what: ast.Predicate) -> bool:
    return any(isinstance(part, ast.This) for part in ast.walk(what))


def own_words(node: ast.Ability) -> str:
    """A text without the sentences of the abilities that it creates."""
    return _parts(node)[0]


def inner_words(node: ast.Ability, effect: ast.Delayed) -> str:
    """The words of an ability that an ability creates; the whole text where its sentence can't be told."""
    made = [part for part in ast.walk(node) if isinstance(part, ast.Delayed)]
    sentences = _parts(node)[1]
    for index, one in enumerate(made):
        if one == effect and index < len(sentences):
            return sentences[index]
    return node.text


def words_created(game: Game, item: int | None, source: int, effect: ast.Delayed) -> str:
    """The words of the ability that is created by the text that is being followed: of an ability on the stack, or its source."""
    if item is not None and known(game, item).ability is not None:
        return inner_words(known(game, item).ability.node, effect)
    for node in chars(game, source).abilities:
        if any(part == effect for part in ast.walk(node)):
            return inner_words(node, effect)
    return known(game, source).printed.text


def _parts(node: ast.Ability) -> tuple[str, list[str]]:
    """The ability's own words, and one text for each ability it creates; none where their number doesn't agree."""
    count = sum(isinstance(part, ast.Delayed) for part in ast.walk(node))
    if not count:
        return node.text, []
    head, *rest = _SENTENCE.split(node.text)
    groups: list[list[str]] = []
    own = [head]
    for sentence in rest:
        if _WAITS.search(sentence):
            groups.append([sentence])
        else:
            (groups[-1] if groups else own).append(sentence)
    if not groups and not rest and count == 1 and _WAITS.match(head) and ", " in head:
        return node.text, [head.partition(", ")[2]]  # "Whenever …, destroy that creature at end of combat."
    if len(groups) != count:
        return node.text, []
    return " ".join(own), [" ".join(group) for group in groups]
