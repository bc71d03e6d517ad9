"""A scenario in the making: what a kind of question puts on the table.

>>> scene = Scene("x").has("A", "hand", "Forest").check(zone="Forest")
>>> scene.document["setup"], scene.document["checks"]
({'A': {'hand': ['Forest']}}, [{'zone': 'Forest'}])
"""

from __future__ import annotations

from typing import Any, Final, Self

from kb.asking.asked import Card

PROBES: Final[dict[str, dict[str, Any]]] = {
    "Test Spell": {"cost": "{1}", "types": "Instant", "text": "You gain 1 life."},
    "Card with Plot": {"cost": "{1}{G}", "types": "Creature — Bear", "pt": "2/2", "text": "Plot {2}{G}"},
    "Card with Foretell": {"cost": "{3}{U}", "types": "Instant", "text": "Draw a card.\nForetell {1}{U}"},
    "Card with Morph": {"cost": "{4}{G}", "types": "Creature — Beast", "pt": "4/4", "text": "Morph {2}{G}"},
    "Card with Suspend": {"cost": "{2}{R}", "types": "Sorcery", "text": "Draw a card.\nSuspend 2—{R}"},
    "Engine": {"cost": "{2}", "types": "Artifact", "text": "Start your engines!"},
    "Test Plane": {"types": "Plane — Somewhere", "text": "Whenever chaos ensues, you gain 1 life."},
    "Other Plane": {"types": "Plane — Elsewhere", "text": "Whenever chaos ensues, you gain 2 life."},
    "Test Phenomenon": {
        "types": "Phenomenon",
        "text": "When you encounter Test Phenomenon, you gain 1 life.",
    },
    "Test Attraction": {"types": "Artifact — Attraction", "text": "Visit — You gain 1 life."},
    "Test Dungeon": {
        "types": "Dungeon",
        "text": "First Room — You gain 1 life. (Leads to: Left Room, Right Room)\n"
        "Left Room — You gain 2 life. (Leads to: Last Room)\n"
        "Right Room — You gain 3 life. (Leads to: Last Room)\n"
        "Last Room — Draw a card.",
    },
    "Other Dungeon": {
        "types": "Dungeon",
        "text": "Entrance — You gain 1 life. (Leads to: End)\nEnd — Draw a card.",
    },
    "Removal": {"cost": "{1}{W}{B}", "types": "Sorcery", "text": "Destroy target permanent."},
    "Bear": {"cost": "{1}{G}", "types": "Creature — Bear", "pt": "2/2", "text": ""},
    "Legend": {"cost": "{1}{G}", "types": "Legendary Creature — Bear", "pt": "2/2", "text": ""},
}
"""Nameless things of questions; their texts are made up, in Oracle wording."""


class Scene:
    """Collects setup, script and checks; methods return the scene."""

    def __init__(self, name: str, **top: Any) -> None:
        self.document: dict[str, Any] = {"id": f"question-{name}", **top}

    def card(self, name: str, **data: Any) -> Self:
        """Describe a card that the card base lacks."""
        self.document.setdefault("cards", {})[name] = data
        return self

    def has(self, player: str, zone: str, *entries: Any) -> Self:
        """Put cards into a zone; a probe brings its description along."""
        side = self.document.setdefault("setup", {}).setdefault(player, {})
        for entry in entries:
            name = entry["card"] if isinstance(entry, dict) else entry
            if name in PROBES:
                self.document.setdefault("cards", {}).setdefault(name, PROBES[name])
            side.setdefault(zone, []).append(entry)
        return self

    def is_(self, player: str, **facts: Any) -> Self:
        """Set what is true of a player: life, poison, speed."""
        self.document.setdefault("setup", {}).setdefault(player, {}).update(facts)
        return self

    def planes(self, *names: str) -> Self:
        """The planar deck; the game is a Planechase game."""
        self.document["variant"] = "planechase"
        self.document.setdefault("setup", {})["planar_deck"] = [*names]
        self.document.setdefault("cards", {}).update({n: PROBES[n] for n in names if n in PROBES})
        return self

    def do(self, at: str | None = None, player: str | None = None, **action: Any) -> Self:
        """Add to the script; `from_` stands for from."""
        entry = {key: value for key, value in (("at", at), ("player", player)) if value is not None}
        entry.update({key.rstrip("_"): value for key, value in action.items()})
        self.document.setdefault("script", []).append(entry)
        return self

    def check(self, at: str | None = None, player: str | None = None, **what: Any) -> Self:
        """Ask something."""
        entry = {key: value for key, value in (("at", at), ("player", player)) if value is not None}
        self.document.setdefault("checks", []).append({**entry, **what})
        return self

    def known(self, *cards: Card) -> Self:
        """Take along the texts that the card base of the library doesn't have."""
        for card in cards:
            if not card.origin.startswith("card:"):
                self.document.setdefault("cards", {}).setdefault(card.name, dict(card.data))
        return self
