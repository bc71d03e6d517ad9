"""Things that are called by what they did: "the creature that blocked", ブロックしてきたやつ.

>>> is_same(Mention(pronoun="same")), is_same(Mention(pronoun="it"))
(True, False)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kb.asking.entities import Entities, Entity
from kb.asking.frames import Frame, Person, Ref
from kb.asking.mentions import Mention
from kb.asking.sides import give_sides


def is_same(filling: Any) -> bool:
    """Whether it stands for the thing that the clause is said of."""
    return isinstance(filling, Mention) and filling.pronoun == "same"


def as_a_deed(frame: Frame) -> Frame:
    """What was told as a state, as the deed behind it, in which a further role may be named later.

    >>> as_a_deed(Frame("be blocked", {"what": Ref(0)})).roles
    {'to': Ref(thing=0)}
    """
    if frame.verb != "be blocked" or frame.roles.keys() != {"what"}:
        return frame
    return replace(frame, verb="block", roles={"to": frame.roles["what"]})


def recalled(mention: Mention, entities: Entities, at: int) -> Entity | None:
    """ "The creature that blocked" where a block was told: that one; where nobody was named then, it is now."""
    for relative in mention.clauses:
        role = next((name for name, one in relative.roles.items() if is_same(one)), None)
        for number in range(len(entities.told) - 1, -1, -1):
            frame = as_a_deed(entities.told[number])
            if role is None or frame.verb != relative.verb or frame.negated != relative.negated:
                continue
            filling = frame.roles.get(role)
            if isinstance(filling, Ref):
                entity = entities.all[filling.thing]
                if (
                    entity.card
                    and mention.filter is not None
                    and not entities.is_such(entity, mention.filter)
                ):
                    continue  # the Island that was returned is no Giant Growth
                return entity
            if filling is None or isinstance(filling, Person):
                entity = entities.new(mention, at)
                entity.whose = filling if isinstance(filling, Person) else None
                changed = replace(frame, roles={**frame.roles, role: Ref(entity.id)})
                give_sides(changed, entities)
                entities.told[number] = changed
                return entity
    return None
