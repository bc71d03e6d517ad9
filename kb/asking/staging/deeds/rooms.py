"""Rooms of a dungeon and phenomena: abilities of what nobody named, put on the stack by what puts them there."""

from __future__ import annotations

from typing import Final

from kb.asking.frames import AbilityOf, Person
from kb.asking.staging.deeds.planar import ROOMS, planechase
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.table import Table

_ROOMS: Final = {"room": 1, "first room": 1, "last room": 3}
"""How often one ventures until the ability of that room triggers (`ROOMS` has three rooms on each way)."""


def of_a_class(said: object) -> bool:
    """Whether it is the ability of a room or a phenomenon that nobody named."""
    return isinstance(said, AbilityOf) and said.of is None and said.what in (*_ROOMS, "phenomenon")


def _whose(table: Table) -> str:
    """Whose dungeon or turn it is: that of who ventures, completes it or planeswalks; who asks where nobody else does."""
    frames = [*table.question.told, *(one.frame for one in table.question.queries if one.frame is not None)]
    for frame in frames:
        agent = frame.roles.get("agent")
        asked = frame.verb in ("venture", "complete dungeon", "planeswalk") and isinstance(agent, Person)
        if asked and len(found := table.players(agent)) == 1:
            return found[0]
    return "A"


def triggered(table: Table, told: Heeded, said: AbilityOf, *, stays: bool) -> None:
    """It has triggered; with `stays` it is on the stack when what is told next happens."""
    player = _whose(table)
    if table.line.script:
        raise NotStaged("how it has triggered is not said", "どのように誘発したのかが述べられていません")
    if said.what == "phenomenon":
        planechase(table)
        table.world.invented["Nameless Phenomenon"] = {
            "types": "Phenomenon",
            "text": "When you encounter this phenomenon, you gain 1 life.",
        }
        table.world.planes.insert(1, "Nameless Phenomenon")
        table.line.go(("precombat_main",), player)
        table.event(player, "planeswalk", player, told)
        table.walked += 1
    else:
        for name in ("Nameless Dungeon", "Nameless Dungeon B"):
            table.world.invented.setdefault(name, {"types": "Dungeon", "text": ROOMS})
            table.world.facts[player].setdefault("dungeons", []).append(name)
        times = _ROOMS[said.what]
        for number in range(times):
            table.line.go(("upkeep" if number + 1 < times else "precombat_main",), player)
            table.event(player, "venture", player, told)
        table.line.script[0]["choices"] = ["Nameless Dungeon"]
        if times > 2:
            table.line.script[1]["choices"] = ["Left Room"]
    table.keep = stays
