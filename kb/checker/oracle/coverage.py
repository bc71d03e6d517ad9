"""How much of a card base can be read and played: cards, abilities, the most frequent things that are missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
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


Missing = Callable[[Ability], Iterable[tuple[str, str]]]
"""What of an ability would not be honoured: the reasons in English and Japanese, unread spans left out."""


def coverage(
    cards: Iterable[Mapping[str, Any]], patterns: int = 50, missing_of: Missing = lambda _: ()
) -> dict[str, Any]:
    """Measure a card base: what is read, and what of it is executable (`missing_of` finds nothing missing).

    Gives `cards`, `cards_whole`, `cards_executable`, `abilities`, `abilities_read`, `abilities_executable`, their shares in
    percent (`cards_percent`, `cards_executable_percent`, `abilities_percent`, `abilities_executable_percent`), `unread`: the
    most frequent unread patterns with their numbers, and `not_executable`: the most frequent reasons why what is read would
    not be honoured. Cards whose text isn't known are left out and counted in `cards_without_text`.

    >>> result = coverage([{"name": "Owl", "types": ["Creature"], "text": "Flying"}])
    >>> result["cards_whole"], result["abilities_percent"]
    (1, 100.0)
    >>> coverage([{"name": "Owl", "types": ["Creature"], "text": "Flying"}], 1, lambda _: [("no wings", "翼がない")])["not_executable"]
    [{'reason': {'en': 'no wings', 'ja': '翼がない'}, 'count': 1}]
    """
    total = whole = abilities = read = missing = executable = abilities_executable = 0
    counter: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    for card in cards:
        texts = list(card_texts(card))
        if not texts:
            missing += 1
            continue
        total += 1
        complete = played = True
        for name, text, types in texts:
            for ability in parse_oracle(text, name, types):
                abilities += 1
                spans = unread_texts((ability,))
                if spans:
                    complete = played = False
                    counter.update({pattern_of(span, name) for span in spans})
                    continue
                read += 1
                why = set(missing_of(ability))
                reasons.update(why)
                played = played and not why
                abilities_executable += not why
        whole += complete
        executable += played
    return {
        "cards": total,
        "cards_whole": whole,
        "cards_percent": _percent(whole, total),
        "cards_executable": executable,
        "cards_executable_percent": _percent(executable, total),
        "cards_without_text": missing,
        "abilities": abilities,
        "abilities_read": read,
        "abilities_percent": _percent(read, abilities),
        "abilities_executable": abilities_executable,
        "abilities_executable_percent": _percent(abilities_executable, abilities),
        "unread": [{"pattern": text, "count": count} for text, count in counter.most_common(patterns)],
        "not_executable": [
            {"reason": {"en": en, "ja": ja}, "count": count}
            for (en, ja), count in reasons.most_common(patterns)
        ],
    }


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
