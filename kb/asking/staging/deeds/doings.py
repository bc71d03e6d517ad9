"""What is said of a doing itself: whether it can be responded to or countered, whether it uses the stack."""

from __future__ import annotations

from typing import Any, Final

from kb.asking.frames import Frame, Person
from kb.asking.staging.deeds import DEEDS
from kb.asking.staging.heed import Heeded
from kb.asking.staging.model import NotStaged
from kb.asking.staging.script import MAIN
from kb.asking.staging.table import Act, Table

SPECIAL: Final = {
    "plot": "plot",
    "foretell": "foretell",
    "suspend": "becomes",
    "turn face up": "turn_face_up",
    "play land": "enter",
}
"""Special actions (116.2) and the events that show them."""


def lay_out(table: Table, told: Heeded, frame: Frame) -> None:
    """Do what a frame inside a frame says, with what it puts on the stack left there."""
    verb = frame.verb
    roles = dict(frame.roles)
    if verb in SPECIAL and roles.get("what") is None:
        side = "A" if told.frame.roles.get("agent") != Person("me") else "B"
        data = {"plot": "Plot {1}", "foretell": "Foretell {1}", "suspend": "Suspend 2—{1}"}.get(verb, "")
        item = table.world.add(
            "Nameless Card",
            {
                "types": "Land" if verb == "play land" else "Creature",
                "text": data,
                **({} if verb == "play land" else {"cost": "{2}", "pt": "2/2"}),
            },
            side,
            "hand",
        )
        key = "play" if verb == "play land" else verb.replace(" ", "_")
        table.perform(Act(side, {key: item.key}, MAIN, own=True), told)
        return
    handler = DEEDS.get(verb)
    if handler is None:
        raise NotStaged("what is done can't be played", "その行動を扱えません")
    other = Heeded(frame)
    handler(table, other)
    other.laid_out()
    other.close()


def on_stack(frame: Frame) -> list[dict[str, Any]]:
    """Checks of what is on the stack right after that; those behind the first give the rules."""
    event = SPECIAL.get(frame.verb)
    return [{"stack": True}, *([{"happened": {"event": event}}] if event else [])]
