"""What the model makes of a card's text, ability by ability: what it reads and plays, and what it does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from flask_babel import gettext

from kb.card_reading import Ability, abilities

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Read:
    """An ability with what is missing of it."""

    ability: Ability
    rule: str
    """The rule about abilities of this kind."""


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

    >>> [(one.ability.kind, one.ability.state) for one in reads([{"name": {"en": "Owl"}, "type": {"en": "Creature"}, "text": {"en": "Flying"}}])]
    [('Keyword', 'executable')]
    """
    found: list[Read] = []
    for ability in abilities(faces):
        rule = rule_of.get(ability.name, "") if ability.kind == "Keyword" else ""
        found.append(Read(ability, rule or _RULES.get(ability.kind, "")))
    return found
