"""Keywords whose whole behaviour is looked up where it matters: in combat, targeting, damage, casting."""

from __future__ import annotations

from kb.checker.characteristics import passive

passive(
    "flying", "reach", "trample", "haste", "vigilance", "defender", "first strike", "double strike", "deathtouch", "lifelink",
    "indestructible", "hexproof", "shroud", "protection", "menace", "fear", "intimidate", "shadow", "horsemanship", "skulk",
    "flash", "infect", "wither", "enchant", "split second", "decayed", "landwalk", "plainswalk", "islandwalk", "swampwalk",
    "mountainwalk", "forestwalk", "devoid", "fuse", "changeling", "partner",
    "choose a background", "companion", "doctor's companion",
)  # fmt: skip
