"""How much of a card base can be read: cards read whole, abilities read, the most frequent unread patterns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kb.checker.oracle import ast
from kb.checker.oracle.ast import Ability, UnreadAbility
from kb.checker.oracle.read import parse_oracle

_NUMBER = re.compile(r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b")
_SYMBOL = re.compile(r"\{[^}]*\}")


def unread_texts(abilities: Iterable[Ability]) -> tuple[str, ...]:
    """The unread spans of abilities, whole unread paragraphs among them.

    >>> unread_texts(parse_oracle("Frobnicate the moon.", "Owl", ["Creature"]))
    ('Frobnicate the moon',)
    """
    found: list[str] = []
    for ability in abilities:
        if isinstance(ability, UnreadAbility):
            found.append(ability.text)
        for node in ast.walk(ability):
            if isinstance(node, UnreadAbility):
                if node is not ability:
                    found.append(node.text)
            elif isinstance(node, ast.Unread):
                found.append(node.text)
    return tuple(found)


def card_texts(card: Mapping[str, Any]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Name, text and type words of each face of a card record (`cards.jsonl`, or anything of that form)."""
    faces = card.get("faces") or ()
    for face in faces or (card,):
        text = face.get("text")
        if text is None:
            continue
        kinds = {**card, **face}
        types = tuple(word for key in ("supertypes", "types", "subtypes") for word in (kinds.get(key) or ()))
        yield str(face.get("name") or card["name"]), str(text), types


def pattern_of(text: str, name: str = "") -> str:
    """An unread text with its names and numbers blanked, so that like ones count together.

    >>> pattern_of("Bob deals 3 damage to each Elf.", "Bob")
    '~ deals # damage to each elf.'
    """
    plain = text.replace(name, "~") if name else text
    return _NUMBER.sub("#", _SYMBOL.sub("{}", plain.lower()))


def coverage(cards: Iterable[Mapping[str, Any]], patterns: int = 50) -> dict[str, Any]:
    """Measure a card base.

    Gives `cards`, `cards_whole`, `abilities`, `abilities_read`, their shares in percent (`cards_percent`,
    `abilities_percent`) and `unread`: the most frequent unread patterns with their numbers. Cards whose text
    isn't known are left out and counted in `cards_without_text`.

    >>> result = coverage([{"name": "Owl", "types": ["Creature"], "text": "Flying"}])
    >>> result["cards_whole"], result["abilities_percent"]
    (1, 100.0)
    """
    total = whole = abilities = read = missing = 0
    counter: Counter[str] = Counter()
    for card in cards:
        texts = list(card_texts(card))
        if not texts:
            missing += 1
            continue
        total += 1
        complete = True
        for name, text, types in texts:
            for ability in parse_oracle(text, name, types):
                abilities += 1
                spans = unread_texts((ability,))
                if spans:
                    complete = False
                    counter.update({pattern_of(span, name) for span in spans})
                else:
                    read += 1
        whole += complete
    return {
        "cards": total,
        "cards_whole": whole,
        "cards_percent": round(100 * whole / total, 1) if total else 0.0,
        "cards_without_text": missing,
        "abilities": abilities,
        "abilities_read": read,
        "abilities_percent": round(100 * read / abilities, 1) if abilities else 0.0,
        "unread": [{"pattern": text, "count": count} for text, count in counter.most_common(patterns)],
    }
