"""What rolling the planar die costs (CR 901.9): it is rolled with mana sources that show what was paid."""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import Frame, Number, Person, Word
from kb.asking.staging.deeds import Holds, Measure, state
from kb.asking.staging.deeds.planar import planechase
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import MAIN
from kb.asking.staging.table import Act, Table

_ROLL: Final = frozenset({"roll", "planar die"})
_SOURCES: Final = 20
_BEFORE: Final = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5}
"""How many rolls come before one."""


def is_planar_roll(what: Any) -> bool:
    """Whether a filling is a roll of the planar die."""
    if isinstance(what, Frame):
        return what.verb == "roll die" and what.roles.get("what") == Word("concept", "planar die")
    return isinstance(what, Word) and what.kind == "concept" and _ordinal(what)[1] in _ROLL


def _ordinal(what: Word) -> tuple[str, str]:
    """ "third roll": which one, and of what."""
    first, _, rest = what.name.partition(" ")
    return (first, rest) if first in _BEFORE else ("", what.name)


def planar_cost(table: Table, told: Heeded, what: Any) -> Measure:
    """How much mana is paid for the next roll of this turn: how many sources are tapped for it."""
    said = told.role("amount")
    wanted: int | None = None
    if isinstance(said, Word) and said.kind == "mana":
        inner = said.name.removeprefix("{").removesuffix("}")
        if not inner.isdigit():
            raise NotStaged("this amount can't be asked about", "この量については扱えません")
        wanted = int(inner)
    elif isinstance(said, Number) and isinstance(said.value, int):
        wanted = said.value
    more, player = _which(table, told, what)
    check = _paid(table, told, player, more)
    if wanted is None:
        return Measure([check])
    return Measure([check], total=lambda values: int(values[0] == wanted))


def _which(table: Table, told: Heeded, what: Any) -> tuple[int, str]:
    """How many rolls nobody told of come before the one that is asked about, and who rolls."""
    player = "A"
    done = len(table.top.get("planar_dice", ()))
    manner: set[str] = {one for one in told.frame.manner if one in _BEFORE}
    if isinstance(what, Word) and _ordinal(what)[0]:
        manner.add(_ordinal(what)[0])
    if isinstance(what, Frame):
        manner |= {one for one in what.manner if one in _BEFORE}
        if set(what.manner) - _BEFORE.keys() or what.negated or what.roles.keys() - {"agent", "what"}:
            raise NotStaged("what is paid for can't be played", "何に支払うのかを扱えません")
        if what.when is not None and (what.when.step, what.when.how) != ("turn", "at"):
            raise NotStaged("this moment can't be played", "この時点は扱えません")
        agent = what.roles.get("agent")
        player = table.player(agent, "A") if isinstance(agent, Person) else "A"
    told.manner("first", "second")
    told.only("what", Word, Frame)
    if len(manner) > 1:
        raise NotStaged("which roll it is is not said", "何回目かが述べられていません")
    if not manner and not done:
        raise NotStaged(
            "how often it was rolled before is not said", "それまでに何回振ったかが述べられていません"
        )
    more = _BEFORE[manner.pop()] - done if manner else 0
    if more < 0:
        raise NotStaged("which roll it is is not said", "何回目かが述べられていません")
    return more, player


def _paid(table: Table, told: Heeded, player: str, more: int) -> dict[str, Any]:
    """The check of what is paid: rolls before it are made in the first main phase, it is made in the second one."""
    planechase(table)
    table.top["mana"] = "sources"
    for _ in range(_SOURCES):
        table.world.add("Nameless Source", {"types": "Land", "text": "{T}: Add {C}."}, player, "battlefield")
    table.top.setdefault("planar_dice", []).extend(["blank"] * (more + 1))
    roll = {"planar_die": True}
    for _ in range(more):
        table.perform(Act(player, dict(roll), MAIN[:1], own=True), told)
    table.perform(Act(player, dict(roll), MAIN[1:], own=True), told)
    table.rolled = True
    return {"happened": {"event": "tap_for_mana", "player": player, "since": table.line.at}}


@state("be free")
def is_free(table: Table, told: Heeded) -> Holds:
    """Whether a roll of the planar die costs nothing."""
    what = told.role("what")
    if not is_planar_roll(what):
        raise NotStaged("of what it is asked whether it is free can't be played", "何が無料かを扱えません")
    more, player = _which(table, told, what)
    check = _paid(table, told, player, more)
    return Holds([check], lambda values: values[0] == 0)
