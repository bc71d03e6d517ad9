"""Where an ability functions, by what it says about its own object (CR 113.6)."""

from __future__ import annotations

import re

from kb.checker.oracle import ast


def condition_zone(condition: ast.Condition | None) -> ast.Zone:
    """CR 113.6b: where an ability functions that says so: "as long as this card is in your graveyard"."""
    zones = {
        node.predicate.zone
        for node in ast.walk(condition)
        if isinstance(node, ast.Is) and node.ref == ast.This() and isinstance(node.predicate, ast.InZone)
    }
    return zones.pop() if len(zones) == 1 else "anywhere" if zones else "battlefield"


def host_leaves(event: ast.Event) -> bool:
    """CR 113.6m: an Aura's trigger on the object it enchants leaving the battlefield functions on the battlefield."""
    host = ast.SameAs(ast.Attached(ast.This()))
    return any(
        isinstance(part, ast.Moves) and part.what == host and part.to != "battlefield"
        for part in ast.walk(event)
    )


def zone_by_words(names: tuple[str, ...], body: ast.Body, condition: ast.Condition | None) -> ast.Zone:
    """The zone that unread words name: "if NAME is in your graveyard with …", "return NAME from your graveyard …"."""
    own = "|".join(re.escape(name) for name in (*names, "this card", "this creature", "it"))
    place = _place(rf"\b(?:{own}) is in (?:your |a |the )?(\w+)\b", condition)
    return place or _place(rf"\b(?:{own}) from your (\w+)\b", body) or "battlefield"


_PLACES: dict[str, ast.Zone] = {
    "graveyard": "graveyard",
    "hand": "hand",
    "exile": "exile",
    "command": "command",
}


def _place(pattern: str, node: object) -> ast.Zone | None:
    """The zone that unread words name in that place."""
    found = (re.search(pattern, text, re.IGNORECASE) for text in ast.unread(node))
    return next((_PLACES[match[1].lower()] for match in found if match and match[1].lower() in _PLACES), None)


def zone_of(cost: tuple[ast.Cost, ...], body: ast.Body, condition: ast.Condition | None = None) -> ast.Zone:
    """Where an ability functions, by what it says about its own object (CR 113.6)."""
    said = condition_zone(condition)
    if said != "battlefield":
        return said
    for node in (*ast.walk(cost), *ast.walk(body.effects)):
        if (
            isinstance(node, ast.Move)
            and node.what == ast.This()
            and node.origin in {"graveyard", "hand", "exile"}
        ):
            return node.origin
        if isinstance(node, ast.Discard | ast.Reveal) and node.what == ast.This() and cost:
            return "hand"
    return "battlefield"
