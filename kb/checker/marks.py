"""Marks of objects, in which several modules take part: what a spell or permanent remembers, and its designations."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from kb.checker.cards import DOORS
from kb.checker.keys import Family, Mark

if TYPE_CHECKING:
    from kb.checker.cards import Printed
    from kb.checker.dispatch import Thing
    from kb.checker.targets import Plan

X: Mark[int | None] = Mark("x")
"""The value of X; None where nobody chose one."""
KICKED: Mark[int] = Mark("kicked")
"""How many times the spell was kicked."""
BARGAINED: Mark[bool] = Mark("bargained")
"""The spell was bargained."""
ENTWINED: Mark[bool] = Mark("entwined")
"""The spell's entwine cost was paid."""
CAST_FROM: Mark[str] = Mark("cast_from")
"""Zone that the spell was cast from."""
CAST_BY: Mark[str] = Mark("cast_by")
"""Who cast it."""
METHOD: Mark[str] = Mark("method")
"""By which alternative way it was cast."""
NOT_YET: Mark[bool] = Mark("not_yet")
"""It is only looked at as it would exist on the battlefield (614.12): it isn't there yet."""
MANA_SPENT: Mark[int | None] = Mark("mana_spent")
"""How much mana was spent on it; None where that isn't known."""
PAID_WITH: Mark[dict[str, list[int]]] = Mark("paid_as")
"""What its costs were paid with, by what happened to it."""
LEAVES_TO: Mark[str] = Mark("leaves_to")
"""Where it goes instead as it leaves the stack."""
SUSPEND_HASTE: Mark[bool] = Mark("suspend_haste")
"""It was cast by suspend: a creature has haste under that player's control."""
BESTOWED: Mark[bool] = Mark("bestowed")
"""It is an Aura by bestow."""
RECORD: Mark[int] = Mark("record")
"""Record of its casting."""
QUEUE: Mark[deque[Any] | None] = Mark("queue")
"""Answers of the script for it."""
PLANS: Mark[list[Plan]] = Mark("plans")
"""What will be followed as it resolves, with its targets."""
TARGETS: Mark[list[list[Thing]]] = Mark("targets")
"""What it targets, one group for each time the text says "target"."""
ENTERED_TURN: Mark[int] = Mark("entered")
"""Turn in which it entered the battlefield."""
ATTACHED_AT: Mark[int] = Mark("attached_at")
"""Timestamp of its becoming attached (613.7e)."""
COUNTERS_AT: Mark[dict[str, int]] = Mark("counters_at")
"""Timestamps of its counters by kind (613.7c)."""
DOWN_VALUES: Mark[Printed | None] = Mark("face_down_values")
"""What it is while it is face down."""
GOADED: Mark[dict[str, int]] = Mark("goaded")
"""By whom it is goaded, each with the turn."""
MONSTROUS: Mark[bool] = Mark("monstrous")
"""It is monstrous (701.37)."""
RENOWNED: Mark[bool] = Mark("renowned")
"""It is renowned (702.112)."""
SUSPECTED: Mark[bool] = Mark("suspected")
"""It is suspected (701.60); nothing that is modelled makes it so."""
SADDLED: Mark[int] = Mark("saddled")
"""Turn in which it became saddled (702.171b)."""
CREWED: Mark[int] = Mark("crewed")
"""Turn in which it was crewed (702.122)."""
PLOTTED: Mark[int] = Mark("plotted")
"""Turn in which it became plotted."""
FORETOLD: Mark[int] = Mark("foretold")
"""Turn in which it was foretold."""
AS_FACE: Mark[int] = Mark("as_face")
"""The face that it is looked at as having just now."""
COPIED: Mark[Printed] = Mark("copied")
"""What it entered as a copy of (707.5)."""
COPY_EFFECTS: Mark[list[tuple[int, Printed]]] = Mark("copy_effects")
"""What effects make it a copy of, in order of time, by effect."""
UNLOCKED: tuple[Mark[bool], ...] = tuple(Mark(door) for door in DOORS)
"""Of each door of a Room, whether it is unlocked (709.5)."""
LINKED: Family[Mark[list[Thing]]] = Family(Mark, "linked")
"""What linked abilities of the object share, by what was done (607.2a): exiled, chosen."""
CHOSEN: Family[Mark[Any]] = Family(Mark, "chosen")
"""What was chosen for it, by what it is (607.2d): color, player, creature type …"""
DECIDED: list[Mark[Any]] = [X, KICKED, BARGAINED, ENTWINED, METHOD, PAID_WITH]
"""What was decided for a spell and which costs were paid: a copy has it (707.10), and the permanent that the spell becomes
can refer to it (400.7d)."""
LETHAL_AT: Mark[int] = Mark("lethal_at")
"""The turn in which damage was marked on it that was lethal at that moment (state-based actions look later)."""
TURNED_UP: Mark[int] = Mark("turned_up")
"""The turn in which it was turned face up."""
