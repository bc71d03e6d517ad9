"""The time of a telling: whose turn it is, which step, and the script that grows entry by entry.

>>> line = Line(["A", "B"])
>>> line.go(("precombat_main",), "B")
>>> _ = line.do("B", {"cast": "x"}); line.go(("declare_attackers",), "A"); _ = line.do("A", {"attack": ["y"]})
>>> [entry["at"] for entry in line.script], line.order
(['1.precombat_main', '2.declare_attackers'], ['B', 'A'])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kb.asking.frames import Frame
from kb.asking.staging.model import NotStaged
from kb.checker.scenario_schema import STEPS

MAIN: Final = ("precombat_main", "postcombat_main")
TURNS: Final = 8
"""Turns that a telling may take."""
NAMED: Final = {
    "main": MAIN,
    "combat": ("begin_combat", "declare_attackers", "declare_blockers", "combat_damage", "end_combat"),
    "turn": STEPS,
}
"""Parts of a turn that have several steps."""


class Line:
    """Where the telling is in time, and the script so far."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = list(players)
        self.first = ""
        """Whose turn is the first one; "" while nothing needs to know."""
        self.turn = 1
        self.step = STEPS.index("upkeep")
        self.moved = False
        """A step has been gone to: until then nothing has happened yet."""
        self.script: list[dict[str, Any]] = []
        self.frames: dict[str, Frame] = {}

    # -- whose turn ------------------------------------------------------------------------------------

    @property
    def order(self) -> list[str]:
        """The players as the document names them: the first one begins."""
        at = self.players.index(self.first or "A")
        return self.players[at:] + self.players[:at]

    @property
    def active(self) -> str:
        """Whose turn it is, "" while nobody knows."""
        return self.order[(self.turn - 1) % len(self.players)] if self.first else ""

    @property
    def at(self) -> str:
        """The moment as the document writes it."""
        return f"{self.turn}.{STEPS[self.step]}"

    def go(self, steps: Sequence[str] = (), player: str = "", *, later: bool = False) -> None:
        """Go on to the first of those steps (of that player's turn) that isn't past; with `later` not the present step."""
        if player and not self.first:
            at = self.players.index(player)
            back = (self.turn - 1) % len(self.players)
            self.first = self.players[(at - back) % len(self.players)]
        for turn in range(self.turn, TURNS + 1):
            owner = self.order[(turn - 1) % len(self.players)]
            if player and owner != player:
                continue
            found = [STEPS.index(step) for step in steps or STEPS[1:]]
            ahead = [
                step
                for step in found
                if turn > self.turn or step > self.step or (step == self.step and not later)
            ]
            if ahead:
                self.turn, self.step, self.moved = turn, min(ahead), True
                return
        raise NotStaged("the telling would take too many turns", "話が長いターン数にわたります")

    def next_turn(self, player: str = "") -> None:
        """Go to the beginning of the next turn (of that player)."""
        self.turn, self.step = self.turn + 1, STEPS.index("untap")
        self.go(("upkeep",), player)

    # -- what is done ----------------------------------------------------------------------------------

    def do(
        self,
        player: str,
        action: dict[str, Any],
        frame: Frame | None = None,
        *,
        respond: bool = False,
        hold: bool = False,
    ) -> str:
        """Add an entry: at the present moment with an empty stack, at once after the entry before, or (`hold`) at the present
        moment with what is on the stack there; gives its place."""
        entry: dict[str, Any] = {} if respond and self.script else {"at": self.at}
        if hold:
            entry["respond"] = True
        if player:
            entry["player"] = player
        place = f"script[{len(self.script)}]"
        self.script.append({**entry, **action})
        if frame is not None:
            self.frames[place] = frame
        return place

    def check(self, check: dict[str, Any], *, respond: bool = False) -> None:
        """Ask something here: once the stack is empty, or with what is on it."""
        entry: dict[str, Any] = {} if respond and self.script else {"at": self.at}
        self.script.append({**entry, "check": check})
