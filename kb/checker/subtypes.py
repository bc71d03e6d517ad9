"""Which kind a subtype is (CR 205.3): land types, artifact types … whatever is none of them is a creature type."""

from __future__ import annotations

from collections.abc import Mapping

SUBTYPE_KINDS: Mapping[str, tuple[str, ...]] = {
    "artifact": ("artifact", "attraction", "blood", "bobblehead", "book", "clue", "contraption", "equipment", "food",
                 "fortification", "gold", "incubator", "infinity", "junk", "lander", "map", "powerstone", "spacecraft",
                 "stone", "treasure", "vehicle"),
    "enchantment": ("enchantment", "aura", "background", "cartouche", "case", "class", "curse", "plan", "role", "room",
                    "rune", "saga", "shard", "shrine"),
    "land": ("land", "cave", "cloud", "desert", "forest", "gate", "island", "lair", "locus", "mine", "mountain",
             "planet", "plains", "power-plant", "sphere", "swamp", "tower", "town", "urza's"),
    "battle": ("battle", "siege"),
    "spell": ("instant", "adventure", "arcane", "lesson", "omen", "trap"),
}  # fmt: skip
"""Kind to (card type, subtypes …); the first item is the card type that the subtypes belong to."""
_KIND = {word: kind for kind, words in SUBTYPE_KINDS.items() for word in words[1:]}


def kind_of_subtype(word: str) -> str:
    """The kind of a subtype: artifact, enchantment, land, battle, spell or creature.

    >>> kind_of_subtype("mountain"), kind_of_subtype("bear")
    ('land', 'creature')
    """
    return _KIND.get(word, "creature")


def every_subtype(kind: str) -> tuple[str, ...]:
    """Subtypes for "every basic land type"; of creature types, of which there are hundreds, a mark that stands for all.

    >>> every_subtype("basic land")
    ('plains', 'island', 'swamp', 'mountain', 'forest')
    """
    if kind == "basic land":
        return ("plains", "island", "swamp", "mountain", "forest")
    return ("every creature type",)
