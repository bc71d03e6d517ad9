"""What each kind of event says: whom and what "it", "that player" and "that much" mean in an ability about it.

One register for all kinds. What a kind does not declare here it does not bind: a text that asks for it is not modelled.
A path names where a role stands in the event: a field, or a key of its data; the first of them that is there counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.checker.dispatch import Thing
from kb.checker.event import Event
from kb.checker.event_data import ATTACKERS, BY, CARD, CONTROLLER, GATHERED, HOST, MADE, OTHER, WHOM
from kb.checker.keys import Datum

Path = tuple[str | Datum[Any], ...]


@dataclass(frozen=True, slots=True)
class Roles:
    """Where an event holds its roles; empty where it has none."""

    subject: Path = ()
    """The object (or player) that the event is about: what moves, attacks, becomes tapped, deals damage."""
    object: Path = ()
    """What it is done to or with: what is dealt damage, attacked, cast, drawn."""
    player: Path = ()
    """The player that it is about: who casts, draws, gains life, gets counters."""
    other: Path = ()
    """The player on the other side: who is dealt damage or attacked, or puts the counters."""
    amount: bool = False


ITS: Path = ("obj",)
WHO: Path = ("player",)
EITHER: Path = ("obj", "player")
SOURCE: Path = ("source",)
_ABOUT = Roles(ITS, ITS, WHO)
"""A player does something to, or with, one object."""
_PLAYER = Roles(player=WHO)
_STATE = Roles(ITS, other=WHO)
"""An object comes to be in a state, perhaps by a player's doing."""
_COUNTED = Roles(player=WHO, amount=True)

ROLES: dict[str, Roles] = {
    "move": Roles(ITS),
    "damage": Roles(SOURCE, EITHER, other=WHO, amount=True),
    "mark_damage": Roles(SOURCE, ITS, amount=True),
    **dict.fromkeys(("gain_life", "lose_life", "change_speed"), _COUNTED),
    "draw": Roles(object=(CARD,), player=WHO),
    **dict.fromkeys(("discard", "sacrifice", "cycle", "play_land", "plot", "foretell", "reveal"), _ABOUT),
    "destroy": Roles(ITS),
    "mill": Roles(object=ITS, player=WHO, amount=True),
    "counters": Roles(EITHER, (BY,), WHO, (BY,), amount=True),
    "remove_counters": Roles(EITHER, player=WHO, amount=True),
    **dict.fromkeys(("tap", "untap", "becomes", "transform", "turn_face_up", "turn_face_down", "phase_in", "phase_out"), _STATE),
    "tap_for_mana": Roles(ITS, ITS, WHO, WHO),
    "attach": Roles(ITS, (HOST,)),
    "unattach": Roles(ITS),
    "create_token": Roles(("obj", MADE), ("obj", MADE), WHO, amount=True),
    **dict.fromkeys(("cast", "copy_spell", "activate", "trigger", "resolve"), _ABOUT),
    "target": Roles(EITHER, SOURCE, WHO, (CONTROLLER,)),
    "countered": Roles(ITS, SOURCE),
    "attacks": Roles(ITS, (WHOM,), WHO, (WHOM,)),
    "attack_player": Roles(WHO, ("obj", ATTACKERS), WHO, (WHOM,)),
    "blocks": Roles(ITS, (OTHER,), WHO),
    "becomes_blocked": Roles(ITS, (OTHER,)),
    "unblocked": Roles(ITS, (WHOM,), other=(WHOM,)),
    **dict.fromkeys(("step", "lose_game", "win_game", "leave_game", "search", "shuffle", "flip_coin"), _PLAYER),
    **dict.fromkeys(("proliferate", "become_monarch", "take_initiative", "commit_a_crime", "venture"), _PLAYER),
    **dict.fromkeys(("city_s_blessing", "discover", "amass", "bolster", "planeswalk", "chaos_ensues"), _PLAYER),
    **dict.fromkeys(("roll_die", "roll_to_visit", "scry", "surveil"), _COUNTED),
    "roll_planar_die": _PLAYER,
    **dict.fromkeys(("explore", "connive", "open_attraction", "claim_prize", "complete_dungeon", "enter_room", "fully_unlock_a_room"), _ABOUT),
    "unbestow": _STATE,
    "visit_attraction": Roles(ITS, ITS, WHO, amount=True),
    **dict.fromkeys(("planeswalk_away", "planeswalk_here", "encounter", "reveal_planar"), _ABOUT),
    "control_ends": Roles(ITS, player=WHO),
    "cease": Roles(ITS),
    "state": Roles(ITS),
    **dict.fromkeys(("reflexive", "day_night_begins", "day_night_change"), Roles()),
}  # fmt: skip
"""Every kind of event, with what it binds."""
NONE = Roles()


def at(event: Event, path: Path) -> list[Thing] | None:
    """What stands at a path of an event; None where nothing does.

    >>> from kb.checker.keys import having
    >>> at(Event("attacks", 7, player="A", data=having(WHOM("B"))), (WHOM,)), at(Event("attacks", 7), ("source", "player"))
    (['B'], None)
    """
    for one in path:
        value = getattr(event, one) if isinstance(one, str) else event.data.get(one)
        if value is not None:
            return list(value) if isinstance(value, list | tuple | dict) else [value]
    return None


def roles(event: Event) -> Roles:
    """What an event binds."""
    return ROLES.get(event.kind, NONE)


def things(event: Event, role: str) -> list[Thing] | None:
    """The object or objects of the event in that role ("subject" or "object"); None where it has none."""
    return at(event, roles(event).subject if role == "subject" else roles(event).object)


def players(event: Event, role: str) -> list[Thing] | None:
    """The player of the event in that role; without one, the one that the event has. None where it isn't clear who."""
    one, other = _player(event, roles(event).player), _player(event, roles(event).other)
    if role:
        return (one if role == "subject" else other) or None
    return one or other or None if not (one and other) or one == other else None


def _player(event: Event, path: Path) -> list[Thing]:
    return [thing for thing in at(event, path) or () if isinstance(thing, str)]


def has_amount(event: Event) -> bool:
    """Whether "that much" means something of the event: a number of its own, or how many were gathered."""
    return roles(event).amount or GATHERED in event.data
