"""Whose things are, by who does what to whom with them: the blocker is the other player's.

>>> from kb.asking.mentions import Mention
>>> things = Entities(lambda name: None)
>>> mine, other = things.new(Mention(whose=ME), 0), things.new(Mention(), 0)
>>> mine.whose = ME
>>> give_sides(Frame("block", {"what": Ref(1), "to": Ref(0)}), things)
>>> other.whose
Person(who='opponent')
"""

from __future__ import annotations

from typing import Any, Final

from kb.asking.entities import Entities
from kb.asking.frames import ME, OPPONENT, Frame, Person, Ref

_OWN: Final = frozenset(
    [
        "cast",
        "attack",
        "block",
        "sacrifice",
        "discard",
        "plot",
        "foretell",
        "suspend",
        "control",
        "activate",
        "crew",
        "cycle",
        "evoke",
    ]
) | {"play land"}
"""What one does only with what is one's own."""
_OTHER: Final = {"me": OPPONENT, "opponent": ME}


def give_sides(frame: Frame, entities: Entities) -> None:
    """Say whose the things of a frame are, where nobody said it."""
    agent, what, to = (frame.roles.get(role) for role in ("agent", "what", "to"))
    if isinstance(agent, Person) and agent.who in ("me", "opponent", "third") and frame.verb in _OWN:
        _give(what, agent, entities)
    if frame.verb == "attack" and isinstance(to, Person):
        _give(what, _OTHER.get(to.who), entities)
    if frame.verb == "block":
        for one, other in ((what, to), (to, what)):
            owner = next((entities.all[ref.thing].whose for ref in things(one)), None)
            _give(other, _OTHER.get(owner.who) if owner is not None else None, entities)


def _give(filling: Any, person: Person | None, entities: Entities) -> None:
    for ref in things(filling):
        entity = entities.all[ref.thing]
        if entity.whose is None and person is not None:
            entity.whose = person


def things(filling: Any) -> list[Ref]:
    """The things that fill a role.

    >>> things((Ref(0), ME)), things(None)
    ([Ref(thing=0)], [])
    """
    return [one for one in (filling if isinstance(filling, tuple) else (filling,)) if isinstance(one, Ref)]
