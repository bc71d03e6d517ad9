"""What the rules call things: predicates of classes that nothing in a game shows, each with its rule.

>>> stated(Query("is", Frame("be", {"what": Stat("speed"), "as": Word("concept", "counter")}))).verdict
'no'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kb.asking.frames import AbilityOf, Counters, Frame, Place, Query, Stat, Word
from kb.asking.model import Both, Step
from kb.asking.staging.model import Outcome

_ROWS: Final[Mapping[tuple[str, str, str], tuple[bool, str, Both]]] = {
    ("be", "speed", "counter"): (False, "702.179b", Both("Speed is a number that a player has, and no counter.", "速度はプレイヤーが持つ数値であり、カウンターではありません。")),
    ("proliferate", "speed", ""): (False, "701.34a", Both("Proliferating adds counters, and speed is none.", "増殖で増えるのはカウンターであり、速度はカウンターではありません。")),
    ("be", "room", "permanent"): (False, "309.2c", Both("Dungeon cards are not permanents.", "ダンジョン・カードはパーマネントではありません。")),
    ("be", "dungeon", "permanent"): (False, "309.2c", Both("Dungeon cards are not permanents.", "ダンジョン・カードはパーマネントではありません。")),
    ("be", "command zone", "dungeon"): (False, "408.1", Both("The command zone is a zone; dungeon cards are put into it.", "統率領域は領域であり、ダンジョンはそこに置かれるカードです。")),
    ("be in zone", "dungeon", "command"): (True, "309.2b", Both("A dungeon card is put into the command zone.", "ダンジョン・カードは統率領域に置かれます。")),
    ("be in zone", "command", "dungeon"): (False, "309.2b", Both("A dungeon card is in the command zone, not the zone in it.", "ダンジョン・カードが統率領域にあるのであって、逆ではありません。")),
    ("be", "token", "card"): (False, "111.6", Both("No token is a card.", "トークンはカードではありません。")),
    ("be", "copy of a spell", "card"): (False, "112.1a", Both("A copy of a spell is a spell without a card.", "呪文のコピーは、カードを伴わない呪文です。")),
    ("be", "emblem", "permanent"): (False, "114.5", Both("Emblems are no cards and no permanents.", "紋章はカードでもパーマネントでもありません。")),
}  # fmt: skip
"""(verb, of what, what): whether it is so, the rule, and what it says in our words."""


def stated(query: Query) -> Outcome | None:
    """The answer where a rule says what such things are; None where something has to be played."""
    frame = query.frame
    if frame is None or query.form not in ("is", "does", "can") or frame.when is not None or frame.manner:
        return None
    subject = _name(frame.roles.get("what", frame.roles.get("agent")))
    other = next(
        (_name(frame.roles[role]) for role in ("as", "to", "at") if frame.roles.get(role) is not None), ""
    )
    row = _ROWS.get((frame.verb, subject, other))
    if row is None or not subject:
        return None
    holds, rule, say = row
    return Outcome("yes" if holds != frame.negated else "no", kind="stated", because=(Step(rule, say),))


def _name(filling: Any) -> str:
    """What a filling is called, where it is a class rather than a thing."""
    if isinstance(filling, Stat):
        return filling.name
    if isinstance(filling, Word):
        return filling.name
    if isinstance(filling, Place):
        return filling.zone
    if isinstance(filling, Counters):
        return "counter"
    if isinstance(filling, AbilityOf):
        return filling.kind
    return filling.verb if isinstance(filling, Frame) else ""
