"""What a role names as targets."""

from __future__ import annotations

from typing import Any

from kb.asking.frames import Person
from kb.asking.staging.heed import Heeded
from kb.asking.staging.table import Table


def aims(table: Table, told: Heeded, role: str = "to") -> list[Any]:
    """What a role names as targets: objects, and players by their names."""
    found: list[Any] = []
    for one in told.each(role):
        found += table.players(one) if isinstance(one, Person) else table.items(one)
    return found
