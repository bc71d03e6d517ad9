"""What is said of events beside their fields, in which several modules take part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kb.checker.keys import Datum

if TYPE_CHECKING:
    from kb.checker.cards import Printed
    from kb.checker.characteristics import Chars
    from kb.checker.event import Event
    from kb.checker.keys import Kept
    from kb.checker.state import Obj

TO: Datum[str] = Datum("to")
"""Zone that an object moves to."""
WHY: Datum[str] = Datum("why")
"""What a move is: draw, discard, destroy, sacrifice, cast, play, resolve, mill, cost, rules, effect …"""
CAUSE: Datum[int | None] = Datum("cause")
"""The spell or ability on the stack that makes a player sacrifice."""
NEW: Datum[int] = Datum("new")
"""The object that the one that moved has become."""
FROM: Datum[str] = Datum("from")
"""Zone that an object was in before it moved or was cast."""
FROM_CONTROLLER: Datum[str] = Datum("from_controller")
"""Who controlled it there."""
CONTROLLER: Datum[str] = Datum("controller")
"""Under whose control an object enters; who controls what targets."""
TAPPED: Datum[bool] = Datum("tapped")
"""Whether it enters tapped."""
ATTACKING: Datum[int | str | None] = Datum("attacking")
"""Whom or what it enters attacking."""
ATTACHED_TO: Datum[int | str | None] = Datum("attached_to")
"""What it enters attached to."""
TO_BE_ATTACHED: Datum[bool] = Datum("to_be_attached")
"""An effect says what the Aura enters attached to, even if nothing is left."""
COUNTERS: Datum[dict[str, int]] = Datum("counters")
"""Counters it enters with, by kind."""
FACE: Datum[int] = Datum("face")
"""Index of the face that is up or cast."""
DOWN: Datum[bool] = Datum("face_down")
"""It moves face down."""
FACE_DOWN_VALUES: Datum[Printed | None] = Datum("face_down_values")
"""What it is while it is face down."""
POSITION: Datum[str] = Datum("position")
"""Where in a library it is put: "", bottom, random, nth."""
DEPTH: Datum[int] = Datum("depth")
"""Under how many cards, where that is "nth"."""
BEGIN: Datum[Callable[[int], None]] = Datum("begin")
"""What begins to apply to the permanent as it enters (611.2e)."""
KEEP: Datum[Kept[Obj]] = Datum("keep")
"""What the card goes on remembering after the stack."""
PROSPECT: Datum[Obj] = Datum("prospect")
"""The permanent as it would exist (614.12), taken back until it enters."""
ENTERED: Datum[bool] = Datum("entered")
"""It has entered: it isn't taken back any more."""
LKI: Datum[Chars] = Datum("lki")
"""What it was like just before the events of this moment."""
DID: Datum[bool] = Datum("did")
"""What an earlier part of the sentence that changes how it enters did."""
SEEN_LOST: Datum[bool] = Datum("seen_lost")
"""It has been seen which abilities the permanent loses as it enters."""
HOST: Datum[int | str] = Datum("host")
"""What it becomes attached to."""
PART_OF: Datum[Event] = Datum("part_of")
"""The event that turned into this one."""
GATHERED: Datum[list[Event]] = Datum("gathered")
"""The events of one occurrence for which this one stands."""
JOINS: Datum[tuple[str, int]] = Datum("joins")
"""Results of one moment with equal values are one event."""
JOINED: Datum[bool] = Datum("joined")
"""Others have joined it."""
ALIASES: Datum[tuple[str, ...]] = Datum("aliases")
"""Other names of the ability that a rule gives, for the script."""
COMBAT: Datum[bool] = Datum("combat")
"""Whether the damage is combat damage."""
EXCESS: Datum[int] = Datum("excess")
"""How much of the damage was excess damage."""
UNPREVENTABLE: Datum[bool] = Datum("unpreventable")
"""The damage can't be prevented."""
NO_REGENERATION: Datum[bool] = Datum("no_regeneration")
"""What is destroyed can't be regenerated."""
COUNTER: Datum[str] = Datum("counter")
"""Kind of the counters."""
BY: Datum[str | None] = Datum("by")
"""Who puts the counters, or makes another discard."""
LEFT: Datum[int] = Datum("left")
"""How many counters of the kind are left."""
COST: Datum[bool] = Datum("cost")
"""The counters are put or removed to pay a cost."""
OF_DAMAGE: Datum[bool] = Datum("of_damage")
"""They are put because of damage (wither, infect, toxic)."""
TURN_BASED: Datum[bool] = Datum("turn_based")
"""They are put by a turn-based action (714.3b)."""
ENTERING: Datum[bool] = Datum("entering")
"""They are those that a permanent enters with."""
CARD: Datum[int] = Datum("card")
"""Object that is drawn; physical card that is turned face up."""
CARDS: Datum[list[int]] = Datum("cards")
"""What is milled."""
FIRST_IN_DRAW_STEP: Datum[bool] = Datum("first_in_draw_step")
"""Whether the player has drawn none in this draw step."""
PRINTED: Datum[Printed] = Datum("printed")
"""What the tokens are."""
MADE: Datum[list[int]] = Datum("made")
"""The tokens."""
STATE: Datum[str] = Datum("state")
"""What the object becomes; declared by `enters_state`."""
VALUE: Datum[Any] = Datum("value")
"""What is marked on it with that; else True."""
OTHER: Datum[int] = Datum("other")
"""What is blocked, or blocks; what is exploited, crewed, saddled."""
LOOKS_BACK: Datum[bool] = Datum("looks_back")
"""Abilities that wait for it look back in time (603.10)."""
WHOM: Datum[int | str | None] = Datum("whom")
"""Whom or what the creature attacks."""
TOGETHER: Datum[int] = Datum("together")
"""How many attack together with it."""
ATTACKERS: Datum[dict[int, int | str]] = Datum("attackers")
"""Who attacks whom or what."""
BLOCKERS: Datum[list[int]] = Datum("blockers")
"""What blocks the attacker."""
FIRST: Datum[bool] = Datum("first")
"""Whether it is the first that the creature blocks."""
STEP: Datum[str] = Datum("step")
"""Which step or phase begins."""
MANA: Datum[tuple[str, ...]] = Datum("mana")
"""The mana that was made."""
OF: Datum[int] = Datum("of")
"""The object whose ability is activated."""
WORDS: Datum[list[str]] = Datum("words")
"""What kind of ability that is."""
TEXT: Datum[str] = Datum("text")
"""Its text."""
X_PAID: Datum[int | None] = Datum("x")
"""Value of X in the cost that was paid."""
BY_DAY_NIGHT: Datum[bool] = Datum("by_day_night")
"""It transforms because it has become day or night."""
PLANES: Datum[list[int]] = Datum("planes")
"""The cards one planeswalks to, where those were chosen."""
