"""One frame for what can be said in two ways: "it is blocked" and 「ブロックされた」 are the same.

>>> settled("block", {"to": Ref(0)})
('be blocked', {'what': Ref(thing=0)})
>>> settled("deal damage", {"agent": Ref(0), "amount": Stat("damage")})
('deal damage', {'agent': Ref(thing=0)})
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from kb.asking.frames import Form, Frame, Number, Person, Place, Ref, Stat, Word
from kb.asking.mentions import Clause, Mention
from kb.asking.recalled import is_same
from kb.asking.wordbook import Verb, wordbook


def settled(verb: str, roles: dict[str, Any], hole: str = "") -> tuple[str, dict[str, Any]]:
    """A verb and its roles as frames have them."""
    amount = roles.get("amount")
    if isinstance(amount, Number) and amount.of == "number":
        roles = {**roles, "amount": Number(amount.value)}  # 「2上がる」 is by two
    if verb == "pay" and isinstance(amount, Stat) and amount.of is None:
        roles = {**roles, "amount": Number("some", amount.name)}  # life is paid, though how much isn't said
    elif isinstance(amount, Stat) and amount.of is None:
        roles = {
            role: one for role, one in roles.items() if role != "amount"
        }  # "deals damage": how much isn't said
    if (
        verb == "be in zone"
        and "at" not in roles
        and hole != "at"
        and isinstance(roles.get("what"), Ref | tuple)
    ):
        return verb, {
            **roles,
            "at": Place("battlefield"),
        }  # 〜があるとき: where nothing else is said, in play
    if verb == "block" and roles.keys() == {"to"}:
        return "be blocked", {"what": roles["to"]}
    return verb, roles


def asked_as(form: Form, verb: str) -> Form:
    """Whether something is so is asked of states.

    >>> asked_as("does", "be blocked"), asked_as("does", "block")
    ('is', 'does')
    """
    row = wordbook().verbs.get(verb)
    return "is" if form == "does" and row is not None and row.kind == "state" else form


_THINGS_DO: Final = frozenset({"deal damage", "assign damage", "hit", "fight", "cost", "trample"})
"""Deeds that things do by themselves rather than players."""


def needed(verb: Verb | None, role: str, clause: Clause) -> str:
    """What can fill a role: nobody said to do it is who asks (計画したカード is one that I plotted), and what is a 2/2 is a creature."""
    if verb is None:
        return ""
    filling, as_ = clause.roles[role], clause.roles.get("as")
    left_out = isinstance(filling, Mention) and filling.pronoun == "zero"
    if role == "agent" and left_out and verb.kind == "deed" and verb.name not in _THINGS_DO:
        return "player"
    if role == "agent" and "by" in clause.roles and verb.kind == "deed" and verb.name not in _THINGS_DO:
        return verb.needs.get(
            role, "player" if isinstance(filling, Mention) and filling.pronoun == "he" else ""
        )
    if role == "what" and isinstance(as_, Word) and as_.kind == "pt":
        return "creature"
    return verb.needs.get(role, "")


def as_number(count: Any) -> Any:
    """How many a mention says, as frames have it.

    >>> as_number("no"), as_number(3)
    (0, 3)
    """
    return {"any": "some", "no": 0}.get(count, count)


def about(clause: Clause, one: Any) -> Clause:
    """A relative clause with what it is said of in its place, a thing by its number."""
    it = Ref(one) if isinstance(one, int) else one
    roles = {role: it if is_same(filling) else filling for role, filling in clause.roles.items()}
    verb = wordbook().verbs.get(clause.verb)
    does = verb is not None and verb.en_takes["subject"] == "agent/what" and "agent" not in roles
    if does and isinstance(roles.get("what"), Person):  # "a player who attacks"
        roles["agent"] = roles.pop("what")
    return replace(clause, roles=roles)


def told_again(one: Frame, other: Frame) -> bool:
    """Whether a frame says what another has said.

    >>> told_again(Frame("die", {"what": Ref(0)}), Frame("die", {"what": Ref(0)}, mood="supposed"))
    True
    """
    return one.verb == other.verb and one.roles == other.roles and one.negated == other.negated


def may_stand(frame: Frame, told: Sequence[Frame]) -> tuple[int, ...]:
    """Where in the telling what is told beside something may have happened: now, or before the deeds told so far.

    >>> may_stand(Frame("animate", {"what": Ref(0)}), [Frame("have", {"what": Ref(0)}), Frame("activate", {"what": Ref(1)})])
    (2, 1)
    """
    now = len(told)
    if _is_state(frame) or frame.negated:
        return (now,)
    before = next((at for at, one in enumerate(told) if not _is_state(one)), now)
    return tuple(dict.fromkeys((now, before)))


def _is_state(frame: Frame) -> bool:
    row = wordbook().verbs.get(frame.verb)
    return row is None or row.kind == "state"
