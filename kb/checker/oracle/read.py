"""Oracle text in, abilities out: `parse_oracle`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability, Body, Keyword, Static, UnreadAbility, Visit
from kb.checker.oracle.levels import opened, with_abilities, with_size
from kb.checker.oracle.paragraphs import ParagraphReader
from kb.checker.oracle.tokens import own_names

_REMINDER = re.compile(r"\s*\((?:[^()]|\([^()]*\))*\)")
_BULLET = re.compile(r"^\s*(?:•|\+ ?(?=\{))\s*")
_TABLE_ROW = re.compile(r"^\d+(?:[—–-]\d+|\+)? ?\| ?")


@dataclass(frozen=True, slots=True)
class Card:
    """What reading a text needs to know of the object it stands on: its names and types (lower case)."""

    names: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()

    @property
    def is_spell(self) -> bool:
        """Whether paragraphs are instructions rather than static abilities."""
        return bool(self.types & {"instant", "sorcery"})


def parse_oracle(text: str, name: str = "", types: Iterable[str] = ()) -> tuple[Ability, ...]:
    """The abilities of a card text, paragraph by paragraph; reminder text is left out.

    `name`: the card's name. `types`: the words of its type line, in any case. Nothing raises: what can't be
    read is in the result as `Unread…` nodes (see `ast.unread`).

    >>> abilities = parse_oracle("Flying\\nWhen this creature dies, draw a card.", "Owl", ["Creature"])
    >>> [type(ability).__name__ for ability in abilities]
    ['Keyword', 'Triggered']
    >>> ast.unread(abilities)
    ()
    """
    return _parse(text, name, frozenset(word.lower() for word in types))


@lru_cache(maxsize=4096)
def _parse(text: str, name: str, types: frozenset[str]) -> tuple[Ability, ...]:
    card = Card(own_names(name, "legendary" in types) if name else (), types)
    abilities: list[Ability] = []
    level: ast.Level | None = None
    for paragraph in paragraphs(text):
        line = _REMINDER.sub("", paragraph).strip()
        begun = opened(line, types)
        sized = with_size(level, line) if level is not None and begun is None else None
        if begun is not None:
            abilities += [level] if level is not None else []
            level = begun
        elif sized is not None:
            level = sized
        elif level is not None:
            level = with_abilities(level, _paragraph(paragraph, card))
        else:
            abilities += _paragraph(paragraph, card)
    return tuple(_join([*abilities, level] if level is not None else abilities))


def paragraphs(text: str) -> list[str]:
    """The paragraphs, bullets and table rows joined to the paragraph they belong to.

    >>> paragraphs("Choose one —\\n• A.\\n• B.\\nFlying")
    ['Choose one —\\n• A.\\n• B.', 'Flying']
    """
    found: list[str] = []
    for line in re.split(r"\n| // ", text.replace("--", "—")):
        line = line.strip()
        if not line or line == "//":
            continue
        if found and (_BULLET.match(line) or _TABLE_ROW.match(line)):
            found[-1] += "\n" + line
        else:
            found.append(line)
    return found


def _paragraph(paragraph: str, card: Card) -> list[Ability]:
    if "dungeon" in card.types:
        rooms = _rooms(paragraph, card)
        if rooms:
            return rooms
    text = _REMINDER.sub("", paragraph).strip()
    if not text:
        return []
    return list(ParagraphReader(text, card.names, card.types).read())


_ROOM = re.compile(r"^(?P<name>[^—]+?) — (?P<text>.*?)\s*(?:\(Leads to:? (?P<to>[^()]*)\))?$")


def _rooms(paragraph: str, card: Card) -> list[Ability]:
    match = _ROOM.match(paragraph)
    if match is None:
        return []
    reader = ParagraphReader(match["text"].strip(), card.names, card.types)
    leads = tuple(part.strip() for part in (match["to"] or "").split(",") if part.strip())
    return [ast.Room(match["name"], reader.body_only(), leads, text=_REMINDER.sub("", paragraph).strip())]


def _join(abilities: list[Ability]) -> list[Ability]:
    """Paragraphs that belong together: a prize belongs to the visit ability before it."""
    joined: list[Ability] = []
    for ability in abilities:
        previous = joined[-1] if joined else None
        if isinstance(ability, Visit) and ability.prize is not None and isinstance(previous, Visit):
            joined[-1] = replace(previous, prize=ability.prize, text=f"{previous.text}\n{ability.text}")
        else:
            joined.append(ability)
    return joined


__all__ = ["Body", "Card", "Keyword", "Static", "UnreadAbility", "paragraphs", "parse_oracle"]
