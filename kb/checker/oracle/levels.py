"""Lines that open a part of a card: level symbols, class levels, station symbols (CR 711, 716, 721)."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.checker.oracle.ast import Ability, Level, ManaCost

_LEVEL = re.compile(r"^LEVEL (?P<least>\d+)(?:-(?P<most>\d+)|\+)$")
_STATION = re.compile(r"^(?:STATION )?(?P<least>\d+)\+(?: \|.*)?$")
_CLASS = re.compile(r"^(?P<cost>(?:\{[^{}]+\})+): Level (?P<least>\d+)$")
_SIZE = re.compile(r"^(?P<power>\d+)/(?P<toughness>\d+)$")


def opened(line: str, types: frozenset[str]) -> Level | None:
    """The part that a line opens, still without abilities; None for any other line.

    >>> opened("LEVEL 2-6", frozenset()).most
    6
    >>> opened("{1}{R}: Level 2", frozenset({"class"})).cost
    (ManaCost(symbols='{1}{R}'),)
    """
    match = _LEVEL.match(line)
    if match is not None:
        most = None if match["most"] is None else int(match["most"])
        return Level(int(match["least"]), most, text=line)
    match = _CLASS.match(line) if "class" in types else None
    if match is not None:
        return Level(int(match["least"]), None, cost=(ManaCost(match["cost"]),), kind="class", text=line)
    match = _STATION.match(line)
    if match is not None and line.startswith("STATION"):
        return Level(int(match["least"]), None, kind="station", text=line)
    return None


def with_size(level: Level, line: str) -> Level | None:
    """The part with the power and toughness of its line; None when the line is something else.

    >>> with_size(Level(1, 3), "2/2").power
    2
    """
    match = _SIZE.match(line)
    if match is None or level.abilities or level.kind == "class":
        return None
    power, toughness = int(match["power"]), int(match["toughness"])
    return replace(level, power=power, toughness=toughness, text=f"{level.text}\n{line}")


def with_abilities(level: Level, abilities: list[Ability]) -> Level:
    """The part with further abilities."""
    text = "\n".join([level.text, *(ability.text for ability in abilities)])
    return replace(level, abilities=(*level.abilities, *abilities), text=text)
