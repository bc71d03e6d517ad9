"""Tokens that the rules define (CR 111.10)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kb.checker.cards import Printed, abilities_of, parse_types
from kb.checker.oracle import ast
from kb.checker.vocabulary import knows

RULES = {"treasure": "111.10a", "food": "111.10b", "gold": "111.10c", "walker": "111.10d", "shard": "111.10e",
                 "clue": "111.10f", "blood": "111.10g", "powerstone": "111.10h", "incubator": "111.10i",
                 "cursed role": "111.10j", "monster role": "111.10k", "royal role": "111.10m", "sorcerer role": "111.10n",
                 "virtuous role": "111.10p", "wicked role": "111.10q", "young hero role": "111.10r", "map": "111.10s",
                 "junk": "111.10t"}  # fmt: skip
"""Where the rules define each token."""


def _made(
    name: str,
    line: str,
    text: str,
    colors: tuple[str, ...] = (),
    power: str | None = None,
    toughness: str | None = None,
) -> Printed:
    supertypes, types, subtypes = parse_types(line)
    return Printed(name=f"{name} Token" if "Role" not in name else name, supertypes=supertypes, types=types, subtypes=subtypes,
                   colors=colors, power=power, toughness=toughness, text=text, abilities=abilities_of(text, name, line),
                   layout="token", extra={"rule": RULES.get(name.lower(), "111.10")})  # fmt: skip


_ROLE = "Enchantment — Aura Role"
_DATA: tuple[tuple[str, str, str], ...] = (
    ("Treasure", "Artifact — Treasure", "{T}, Sacrifice this artifact: Add one mana of any color."),
    ("Food", "Artifact — Food", "{2}, {T}, Sacrifice this artifact: You gain 3 life."),
    ("Gold", "Artifact — Gold", "Sacrifice this artifact: Add one mana of any color."),
    ("Clue", "Artifact — Clue", "{2}, Sacrifice this artifact: Draw a card."),
    ("Blood", "Artifact — Blood", "{1}, {T}, Discard a card, Sacrifice this artifact: Draw a card."),
    ("Powerstone", "Artifact — Powerstone", "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell."),
    ("Map", "Artifact — Map",
     "{1}, {T}, Sacrifice this artifact: Target creature you control explores. Activate only as a sorcery."),
    ("Shard", "Enchantment — Shard", "{2}, Sacrifice this enchantment: Scry 1, then draw a card."),
    ("Monster Role", _ROLE, "Enchant creature\nEnchanted creature gets +1/+1 and has trample."),
    ("Royal Role", _ROLE, "Enchant creature\nEnchanted creature gets +1/+1 and has ward {1}."),
    ("Cursed Role", _ROLE, "Enchant creature\nEnchanted creature has base power and toughness 1/1."),
    ("Sorcerer Role", _ROLE,
     "Enchant creature\nEnchanted creature gets +1/+1 and has \"Whenever this creature attacks, scry 1.\""),
    ("Virtuous Role", _ROLE, "Enchant creature\nEnchanted creature gets +1/+1 for each enchantment you control."),
    ("Wicked Role", _ROLE,
     "Enchant creature\nEnchanted creature gets +1/+1.\n"
     "When this permanent is put into a graveyard from the battlefield, each opponent loses 1 life."),
)  # fmt: skip
PREDEFINED: dict[str, Callable[[], Printed]] = {
    name.lower(): partial(_made, name, line, text) for name, line, text in _DATA
}
"""By name in lower case, without "token"."""
knows(ast.Token, "predefined", "", *PREDEFINED, *(f"{name} token" for name in PREDEFINED))
