"""Frames of every verb, filled with what its row says it needs: for tests of the sentences that are made from frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.asking.frames import ME, OPPONENT, AbilityOf, Counters, Frame, Number, Place, Question, Ref, Thing
from kb.asking.wordbook import Verb, described

NOUNS = {
    "creature": "creature",
    "permanent": "artifact",
    "spell": "instant",
    "card": "card",
    "object": "creature",
    "token": "token",
}
SPECIAL: dict[str, dict[str, Any]] = {
    "put counter": {"what": Counters("+1/+1", 2)}, "remove counter": {"what": Counters("charge", 1)}, "be in zone": {"at": Place("graveyard", ME)},
    "move": {"to": Place("hand", OPPONENT)}, "return": {"to": Place("battlefield")}, "gain life": {"amount": Number(3, "life")},
    "lose life": {"amount": Number(1, "life")}, "deal damage": {"amount": Number(2, "damage")}, "be dealt damage": {"amount": Number(4, "damage")},
    "add mana": {"amount": Number(2, "mana")}, "pay": {"amount": Number(2, "mana")},
}  # fmt: skip
NO_OBJECT = frozenset(
    [
        "deal damage",
        "pay",
        "gain life",
        "lose life",
        "win",
        "lose game",
        "draw game",
        "concede",
        "take turn",
        "pass priority",
        "hold priority",
        "get priority",
        "proliferate",
        "scry",
        "venture",
    ]
)


def frame_of(verb: Verb, agent: bool = True) -> tuple[Frame, tuple[Thing, ...]]:
    """A frame of the verb with its usual roles, and the things in it."""
    things: list[Thing] = []
    roles: dict[str, Any] = {}
    wanted = [
        *(("agent",) if verb.kind == "deed" and agent else ()),
        *(() if verb.name in NO_OBJECT else ("what",)),
    ]
    own = {role for part in verb.en_own for role in verb.en_takes[part].split("/")}
    wanted += [
        role
        for role in ("agent", "to", "by", "from")
        if role in own and role not in wanted and (agent or role != "agent")
    ]
    for role in wanted:
        if role in SPECIAL.get(verb.name, {}):
            continue
        need = (verb.needs.get(role) or ("player" if role == "agent" else "creature")).split("/")[0]
        if need == "player":
            roles[role] = ME if role == "agent" else OPPONENT
        elif need == "ability":
            roles[role] = AbilityOf(None, "triggered")
        elif need in NOUNS:
            noun = NOUNS[need]
            words = "instant card" if noun == "instant" else noun
            things.append(
                Thing(len(things), described(words), noun=noun, whose=ME if role == "what" else OPPONENT)
            )
            roles[role] = Ref(things[-1].id)
    return Frame(verb.name, {**roles, **SPECIAL.get(verb.name, {})}), tuple(things)


def frames(verb: Verb) -> Iterator[tuple[Frame, Question]]:
    """A frame of the verb with somebody who does it, and one without where it can be said so."""
    for agent in (True, False):
        frame, things = frame_of(verb, agent)
        if agent or "what" in frame.roles:
            yield frame, Question(things, (), ())
