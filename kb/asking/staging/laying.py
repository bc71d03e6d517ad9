"""The beginning of the game as the document says it: who has what where."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from kb.asking.card import Card
from kb.asking.staging.model import NotStaged
from kb.asking.staging.world import World
from kb.checker.setup import BLANKS


def setup(world: World) -> dict[str, dict[str, Any]]:
    """The `setup` of the document."""
    world.settle()
    found: dict[str, dict[str, Any]] = {name: dict(facts) for name, facts in world.facts.items()}
    hosts = [one for one in world.every() if "attached_to" not in one.setup]
    _hosts_are_there(world)
    for item in [*hosts, *(one for one in world.every() if "attached_to" in one.setup)]:
        entry: dict[str, Any] = {"card": item.card, "as": item.key, **item.setup}
        holder = item.owner or item.controller
        if item.start == "battlefield":
            if holder != item.controller:
                entry["controller"] = item.controller
        else:
            entry = {key: one for key, one in entry.items() if key not in ("sick", "tapped")}
        if item.start in ("stack", "outside", "anywhere"):
            raise NotStaged(
                f"{item.card} begins on the stack", f"{item.card}がスタックから始まることになります"
            )
        found[holder].setdefault(item.start, []).append(entry)
    for side in found.values():
        if "library" in side and "library size" not in side:
            side["library"] += ["Nameless Card"] * (BLANKS - 20)
            world.invented["Nameless Card"] = {"types": "Artifact", "cost": "{9}"}
    return {
        name: {key: one for key, one in side.items() if key != "library size"}
        for name, side in found.items()
        if side
    }


def _hosts_are_there(world: World) -> None:
    """What something is attached to from the beginning is on the battlefield then."""
    there = {one.key for one in world.every() if one.start == "battlefield"} | set(world.players)
    for item in world.every():
        host = item.setup.get("attached_to")
        if item.start == "battlefield" and host is not None and host not in there:
            raise NotStaged(
                f"{item.card} would have to be attached to what is not on the battlefield yet",
                f"{item.card}が、まだ戦場にないものについていることになります",
            )


def own_cards(world: World) -> dict[str, dict[str, Any]]:
    """Texts of named cards that no card base has: they are given along."""
    found: dict[str, dict[str, Any]] = {}
    for item in world.every():
        data = world.cards.get(item.card)
        if isinstance(data, Card):
            if not data.origin.startswith("card:"):
                found[item.card] = dict(data.data)
        elif data is not None:
            found[item.card] = {key: one for key, one in data.items() if key != "name"}
    return found


def without(document: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    """The same document with some things gone from its beginning.

    >>> board = {"A": {"life": 3, "battlefield": [{"card": "Bear", "as": "t0"}, {"card": "Ox", "as": "t1"}]}}
    >>> without({"setup": board}, ["t1"])["setup"]
    {'A': {'life': 3, 'battlefield': [{'card': 'Bear', 'as': 't0'}]}}
    """
    setup_ = {
        side: {
            zone: [one for one in cards if not (isinstance(one, dict) and one.get("as") in keys)]
            if isinstance(cards, list)
            else cards
            for zone, cards in zones.items()
        }
        if isinstance(zones, dict)
        else zones
        for side, zones in document["setup"].items()
    }
    return {**document, "setup": setup_}
