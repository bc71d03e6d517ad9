"""What the model makes of a card's text, ability by ability: what it reads and plays, and what it does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from flask_babel import gettext

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Read:
    """An ability with what is missing of it."""

    text: str
    kind: str
    rule: str
    """The rule about abilities of this kind."""
    unread: tuple[str, ...]
    problem: str | None
    """Why it cannot be played though it is read, in the model's own words."""


_RULES = {
    "Spell": "113.3a", "Activated": "602", "Triggered": "603", "Static": "604", "Keyword": "702",
    "Chapter": "714", "Room": "309.4", "Visit": "702.159", "MaxSpeedAbility": "702.178", "Level": "711",
}  # fmt: skip


def kind_names() -> dict[str, str]:
    """Kinds of abilities, for people."""
    return {
        "Spell": gettext("Spell ability"),
        "Activated": gettext("Activated ability"),
        "Triggered": gettext("Triggered ability"),
        "Static": gettext("Static ability"),
        "Keyword": gettext("Keyword ability"),
        "Chapter": gettext("Chapter ability"),
        "Room": gettext("Room ability"),
        "Visit": gettext("Visit ability"),
        "MaxSpeedAbility": gettext("Max speed ability"),
        "Level": gettext("Level ability"),
    }


def reads(faces: Iterable[Json], rule_of: Mapping[str, str] = MappingProxyType({})) -> list[Read]:
    """The abilities of a card's faces (`card` JSON); `rule_of` gives the rule of a keyword by its name.

    >>> [(one.kind, one.unread) for one in reads([{"name": {"en": "Owl"}, "type": {"en": "Creature"}, "text": {"en": "Flying"}}])]
    [('Keyword', ())]
    """
    import kb.checker.modules
    from kb.checker.characteristics import AbilityOf
    from kb.checker.oracle.coverage import unread_texts
    from kb.checker.oracle.read import paragraphs, parse_oracle
    from kb.checker.unread import problem_of

    assert kb.checker.modules
    found: list[Read] = []
    for face in faces:
        types = str(face["type"]["en"]).replace("—", " ").split()
        for paragraph in paragraphs(face["text"]["en"] or ""):
            for ability in parse_oracle(paragraph, face["name"]["en"], types):
                kind = type(ability).__name__
                unread = unread_texts((ability,))
                problem = None if unread else problem_of(AbilityOf(0, 0, ability, "A"))
                rule = rule_of.get(getattr(ability, "name", ""), "") if kind == "Keyword" else ""
                rule = rule or _RULES.get(kind, "")
                found.append(Read(ability.text or paragraph, kind, rule, unread, problem))
    return found
